/*
 * rng.h - the fair random streams (meepled-fairness/1).
 *
 * A stream is the ChaCha20 key stream (RFC 8439) under the game's seed, with
 * counter 0 and the stream's label, padded with zero bytes, as nonce.  Only
 * the position is kept, so a stream costs eight bytes of a game and can be
 * resumed anywhere.
 */
#ifndef MEEPLED_ENGINE_RNG_H
#define MEEPLED_ENGINE_RNG_H

#include <stddef.h>
#include <stdint.h>

enum { RNG_SEED_SIZE = 32, RNG_CLIENT_SEED_MAX = 64 };

enum rng_label { RNG_SEATS, RNG_TILES, RNG_SHIPS, RNG_DICE };
#define RNG_LABELS 4

struct rng {
	unsigned char seed[RNG_SEED_SIZE];
	uint32_t used[RNG_LABELS];	/* 4-byte words taken from each stream */
};

/*
 * game_seed = SHA-256 of "meepled-fairness/1" LF, hex(server_seed) LF, then
 * every client seed and LF in seat order (fairness-and-records.md, step 3).
 */
void rng_game_seed(unsigned char game_seed[RNG_SEED_SIZE],
	const unsigned char server_seed[RNG_SEED_SIZE],
	const char *const *client_seeds, int count);

/* commitment = lower-case hex of SHA-256(server_seed); writes 65 bytes. */
void rng_commitment(char commitment[65], const unsigned char server_seed[RNG_SEED_SIZE]);

void rng_start(struct rng *rng, const unsigned char game_seed[RNG_SEED_SIZE]);

/* A number 0..n-1 from the stream, by rejection (step 5).  n >= 1. */
uint32_t rng_uniform(struct rng *rng, enum rng_label label, uint32_t n);
/*
 * As many dice of six faces, 1..6 each, from the stream of dice: the same as
 * rng_uniform(rng, RNG_DICE, 6) + 1 for each, only faster.
 */
void rng_dice(struct rng *rng, uint8_t *dice, int count);
/* Shuffle bytes in place (step 6). */
void rng_shuffle(struct rng *rng, enum rng_label label, uint8_t *items, int count);

#endif
