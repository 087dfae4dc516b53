/*
 * rng.c - seeds and streams of meepled-fairness/1.
 *
 * The numbers here decide who draws what, and anybody must be able to
 * compute them again: nothing in this file may ever change its results.
 */
#include "rng.h"

#include <sodium/crypto_hash_sha256.h>
#include <sodium/crypto_stream_chacha20.h>
#include <string.h>

enum { BLOCK_WORDS = 16, BUFFER_WORDS = 4 * BLOCK_WORDS };

static const char *const labels[RNG_LABELS] = {"seats", "tiles", "ships", "dice"};

static void to_hex(char *out, const unsigned char *bytes, size_t size)
{
	static const char digits[] = "0123456789abcdef";

	for (size_t i = 0; i < size; i++) {
		out[2 * i] = digits[bytes[i] >> 4];
		out[2 * i + 1] = digits[bytes[i] & 15];
	}
	out[2 * size] = '\0';
}

static void hash_line(crypto_hash_sha256_state *state, const char *line)
{
	crypto_hash_sha256_update(state, (const unsigned char *)line, strlen(line));
	crypto_hash_sha256_update(state, (const unsigned char *)"\n", 1);
}

void rng_game_seed(unsigned char game_seed[RNG_SEED_SIZE],
	const unsigned char server_seed[RNG_SEED_SIZE],
	const char *const *client_seeds, int count)
{
	crypto_hash_sha256_state state;
	char hex[2 * RNG_SEED_SIZE + 1];

	crypto_hash_sha256_init(&state);
	hash_line(&state, "meepled-fairness/1");
	to_hex(hex, server_seed, RNG_SEED_SIZE);
	hash_line(&state, hex);
	for (int i = 0; i < count; i++)
		hash_line(&state, client_seeds[i]);
	crypto_hash_sha256_final(&state, game_seed);
}

void rng_commitment(char commitment[65], const unsigned char server_seed[RNG_SEED_SIZE])
{
	unsigned char hash[crypto_hash_sha256_BYTES];

	crypto_hash_sha256(hash, server_seed, RNG_SEED_SIZE);
	to_hex(commitment, hash, sizeof(hash));
}

void rng_start(struct rng *rng, const unsigned char game_seed[RNG_SEED_SIZE])
{
	memset(rng, 0, sizeof(*rng));
	memcpy(rng->seed, game_seed, RNG_SEED_SIZE);
}

/*
 * A stretch of a stream.  Whoever knows that many words will be needed asks
 * for them at once: setting up a block costs more than the block.
 */
struct stretch {
	struct rng *rng;
	enum rng_label label;
	int blocks;		/* to produce at a time */
	int at, end;		/* words in the buffer */
	unsigned char words[4 * BUFFER_WORDS];
};

static void fill(struct stretch *s)
{
	unsigned char nonce[crypto_stream_chacha20_ietf_NONCEBYTES] = {0};
	uint32_t used = s->rng->used[s->label];
	size_t size = (size_t)s->blocks * BLOCK_WORDS * 4;

	memcpy(nonce, labels[s->label], strlen(labels[s->label]));
	memset(s->words, 0, size);
	crypto_stream_chacha20_ietf_xor_ic(s->words, s->words, size, nonce,
		used / BLOCK_WORDS, s->rng->seed);
	s->at = (int)(used % BLOCK_WORDS);
	s->end = s->blocks * BLOCK_WORDS;
}

static uint32_t next_word(struct stretch *s)
{
	const unsigned char *w;

	if (s->at == s->end)
		fill(s);
	w = s->words + 4 * s->at++;
	s->rng->used[s->label]++;
	return (uint32_t)w[0] | (uint32_t)w[1] << 8 | (uint32_t)w[2] << 16 | (uint32_t)w[3] << 24;
}

static uint32_t uniform(struct stretch *s, uint32_t n)
{
	/* n * floor(2^32 / n), which is 2^32 itself for powers of two. */
	uint64_t limit = ((uint64_t)1 << 32) / n * n;
	uint32_t x;

	do
		x = next_word(s);
	while (x >= limit);
	return x % n;
}

uint32_t rng_uniform(struct rng *rng, enum rng_label label, uint32_t n)
{
	struct stretch s = {.rng = rng, .label = label, .blocks = 1};

	return uniform(&s, n);
}

void rng_dice(struct rng *rng, uint8_t *dice, int count)
{
	uint32_t last = rng->used[RNG_DICE] % BLOCK_WORDS + (uint32_t)count - 1;
	struct stretch s = {.rng = rng, .label = RNG_DICE, .blocks = BUFFER_WORDS / BLOCK_WORDS};

	if (last < BUFFER_WORDS)
		s.blocks = 1 + (int)(last / BLOCK_WORDS);
	for (int i = 0; i < count; i++)
		dice[i] = (uint8_t)(uniform(&s, 6) + 1);
}

void rng_shuffle(struct rng *rng, enum rng_label label, uint8_t *items, int count)
{
	struct stretch s = {.rng = rng, .label = label, .blocks = BUFFER_WORDS / BLOCK_WORDS};

	for (int i = count - 1; i >= 1; i--) {
		uint32_t j = uniform(&s, (uint32_t)i + 1);
		uint8_t item = items[i];

		items[i] = items[j];
		items[j] = item;
	}
}
