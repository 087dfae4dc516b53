/*
 * fuzz.h - what the fuzzers share.
 *
 * Each fuzz_NAME.c defines LLVMFuzzerTestOneInput(), which takes any bytes and
 * ends the program by REQUIRE() when the code under test breaks a promise.
 * With libFuzzer's runtime (make fuzz) it is a fuzzer, with replay_main.c (make
 * test) a plain program that goes through its corpus in tests/fixtures/fuzz/NAME.
 * Programs run from the top of the tree.
 */
#ifndef MEEPLED_TESTS_FUZZ_H
#define MEEPLED_TESTS_FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "engine/core/game.h"
#include "engine/core/ruleset.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define REQUIRE(condition, ...) do { \
	if (!(condition)) { \
		fprintf(stderr, "%s:%d: %s: ", __FILE__, __LINE__, #condition); \
		fprintf(stderr, __VA_ARGS__); \
		fprintf(stderr, "\n"); \
		abort(); \
	} \
} while (0)

/* The input as a stream; 0 past its end. */
struct feed {
	const uint8_t *at;
	size_t left;
};
unsigned feed_byte(struct feed *f);
void feed_bytes(struct feed *f, void *out, size_t size);

/* A bundled tile set or one of the tests, of any game, chosen by any number; and its game. */
const struct tileset *fuzz_tileset(unsigned choice, const struct ruleset **ruleset);
/* Those with the hash of a record; arguments as record_verify() wants them. */
const struct tileset *fuzz_find_tileset(void *arg, const struct ruleset *ruleset, const unsigned char sha256[32]);

/* Start a game with that many seats (2..5) and options and seed by number. */
void fuzz_start(struct game *g, const struct ruleset *r, const struct tileset *ts, int seats, unsigned options,
	unsigned seed, struct events *events);
/* The n-th entry of the legal list of the seat that is to act, counting round; 0 when nothing is legal. */
int fuzz_legal(const struct game *g, const struct tileset *ts, unsigned n, struct action *out);
/* Whether the action stands in its seat's legal list. */
int fuzz_is_legal(const struct game *g, const struct tileset *ts, const struct action *a);
/* Everything that must hold of a game between two actions. */
void fuzz_check_game(const struct game *g, const struct tileset *ts);
/* Write every description there is, for crashes' sake. */
void fuzz_describe(const struct game *g, const struct tileset *ts, const struct events *events);

#endif
