/*
 * The fair streams against numbers that were computed apart: SHA-256 by
 * Python's hashlib and ChaCha20 written out from RFC 8439.
 */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sodium/crypto_hash_sha256.h>

#include "engine/core/rng.h"

static const char *const clients[3] = {"ada", "", "h\xc3\xa9llo w\xc3\xb6rld"};

static void hex(char *out, const unsigned char *bytes, int size)
{
	for (int i = 0; i < size; i++)
		snprintf(out + 2 * i, 3, "%02x", bytes[i]);
}

/* The server seed is 00 01 02 ... 1f. */
static struct rng fresh(void)
{
	unsigned char server[RNG_SEED_SIZE], seed[RNG_SEED_SIZE];
	struct rng rng;

	for (int i = 0; i < RNG_SEED_SIZE; i++)
		server[i] = (unsigned char)i;
	rng_game_seed(seed, server, clients, 3);
	rng_start(&rng, seed);
	return rng;
}

START_TEST(commitment_is_the_hash_of_the_server_seed)
{
	unsigned char server[RNG_SEED_SIZE];
	char commitment[65];

	for (int i = 0; i < RNG_SEED_SIZE; i++)
		server[i] = (unsigned char)i;
	rng_commitment(commitment, server);
	ck_assert_str_eq(commitment, "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd");
}
END_TEST

START_TEST(game_seed_mixes_all_seeds_in_seat_order)
{
	static const char *const empty[2] = {"", ""};
	static const unsigned char zero[RNG_SEED_SIZE];
	unsigned char seed[RNG_SEED_SIZE];
	struct rng rng = fresh();
	char text[65];

	hex(text, rng.seed, RNG_SEED_SIZE);
	ck_assert_str_eq(text, "b6a4e7a77aed099a8dccb2825c8cc81a257777134a2a34404cc4f8ad877d5e38");
	rng_game_seed(seed, zero, empty, 2);
	hex(text, seed, RNG_SEED_SIZE);
	ck_assert_str_eq(text, "42506936fd63b7f7e1854d732b942b8f20e63bc818a7df8169f0cac958bb676d");
}
END_TEST

START_TEST(labels_are_streams_of_their_own)
{
	/* The first words, low bits seen through a power of two: no rejection. */
	static const uint32_t first[RNG_LABELS] = {0xe3e17a68, 0x5d097efe, 0xe648c679, 0xc8db52d2};
	static const uint32_t second[RNG_LABELS] = {0x83e1a8c5, 0x216aa5e6, 0x7421ac7a, 0x86178245};

	for (int label = 0; label < RNG_LABELS; label++) {
		struct rng rng = fresh();

		ck_assert_uint_eq(rng_uniform(&rng, (enum rng_label)label, 0x80000000u), first[label] & 0x7fffffff);
		ck_assert_uint_eq(rng_uniform(&rng, (enum rng_label)label, 0x80000000u), second[label] & 0x7fffffff);
		for (int other = 0; other < RNG_LABELS; other++)
			ck_assert_uint_eq(rng.used[other], other == label ? 2 : 0);
	}
}
END_TEST

START_TEST(dice_are_uniform_and_resume_anywhere)
{
	static const uint8_t thrown[40] = {1, 6, 2, 4, 2, 5, 5, 6, 3, 6, 2, 5, 1, 3, 1, 4, 1, 2, 1, 4,
		1, 2, 5, 3, 1, 6, 3, 2, 4, 1, 5, 4, 1, 5, 2, 5, 4, 2, 1, 1};
	struct rng rng = fresh();

	for (int i = 0; i < 40; i++) {
		struct rng copy = rng;	/* nothing is kept but the position */

		ck_assert_uint_eq(rng_uniform(&rng, RNG_DICE, 6) + 1, thrown[i]);
		ck_assert_uint_eq(rng_uniform(&copy, RNG_DICE, 6) + 1, thrown[i]);
	}
	ck_assert_uint_eq(rng.used[RNG_DICE], 40);
}
END_TEST

/* Whatever their number and wherever the stream stands in a block. */
START_TEST(dice_together_are_dice_one_by_one)
{
	struct rng together = fresh(), single = fresh();
	uint8_t dice[100];

	for (int round = 0; round < 400; round++) {
		int count = round * 7 % 101;

		rng_dice(&together, dice, count);
		for (int i = 0; i < count; i++)
			ck_assert_uint_eq(dice[i], rng_uniform(&single, RNG_DICE, 6) + 1);
		ck_assert_mem_eq(&together, &single, sizeof(single));
	}
}
END_TEST

START_TEST(words_past_the_last_whole_multiple_are_rejected)
{
	static const uint32_t kept[20] = {0x86178245, 0x841cac89, 0xa955009d, 0x10c11e7d, 0xf583180,
		0x82d6ad31, 0xbac07a4e, 0x73d108bd, 0x91fb3e0e, 0x67951508, 0x303ded8f, 0x452f0a5a,
		0x2329457a, 0x73b3cb73, 0x95ad398, 0x398ce6de, 0x98734028, 0x5602d070, 0x107ca617, 0x67f35a33};
	struct rng rng = fresh();

	for (int i = 0; i < 20; i++)
		ck_assert_uint_eq(rng_uniform(&rng, RNG_DICE, 0xc0000000u), kept[i]);
	ck_assert_uint_eq(rng.used[RNG_DICE], 28);
}
END_TEST

START_TEST(one_of_one_takes_a_word_all_the_same)
{
	struct rng rng = fresh();

	ck_assert_uint_eq(rng_uniform(&rng, RNG_SEATS, 1), 0);
	ck_assert_uint_eq(rng.used[RNG_SEATS], 1);
}
END_TEST

START_TEST(seats_in_a_row)
{
	static const uint32_t seats[4] = {0, 1, 1, 2};
	struct rng rng = fresh();

	for (uint32_t n = 2; n <= 5; n++)
		ck_assert_uint_eq(rng_uniform(&rng, RNG_SEATS, n), seats[n - 2]);
}
END_TEST

START_TEST(shuffle_of_a_bag)
{
	static const uint8_t expected[72] = {34, 1, 51, 37, 70, 7, 33, 26, 21, 45, 59, 2, 0, 29, 13, 48, 5,
		11, 30, 56, 32, 64, 6, 39, 22, 31, 60, 62, 19, 66, 49, 38, 71, 57, 8, 68, 46, 41, 23, 28,
		44, 10, 42, 50, 24, 67, 54, 35, 55, 4, 61, 12, 9, 18, 27, 15, 53, 17, 16, 20, 36, 25, 58,
		69, 65, 52, 47, 40, 63, 3, 43, 14};
	struct rng rng = fresh();
	uint8_t bag[72];

	for (int i = 0; i < 72; i++)
		bag[i] = (uint8_t)i;
	rng_shuffle(&rng, RNG_TILES, bag, 72);
	ck_assert_mem_eq(bag, expected, 72);
	ck_assert_uint_eq(rng.used[RNG_TILES], 71);
}
END_TEST

START_TEST(shuffle_of_ships)
{
	static const uint8_t expected[24] = {1, 22, 20, 4, 15, 11, 6, 14, 3, 18, 21, 7, 0, 2, 13, 10, 16,
		23, 17, 12, 5, 8, 19, 9};
	struct rng rng = fresh();
	uint8_t ships[24];

	for (int i = 0; i < 24; i++)
		ships[i] = (uint8_t)i;
	rng_shuffle(&rng, RNG_SHIPS, ships, 24);
	ck_assert_mem_eq(ships, expected, 24);
	ck_assert_uint_eq(rng.used[RNG_SHIPS], 23);
}
END_TEST

START_TEST(shuffle_of_the_largest_bag)
{
	struct rng rng = fresh();
	unsigned char hash[crypto_hash_sha256_BYTES];
	uint8_t bag[254];
	char text[65];

	for (int i = 0; i < 254; i++)
		bag[i] = (uint8_t)i;
	rng_shuffle(&rng, RNG_TILES, bag, 254);
	crypto_hash_sha256(hash, bag, sizeof(bag));
	hex(text, hash, sizeof(hash));
	ck_assert_str_eq(text, "ed0c0a5ad70904b5d432753b100bb058fb68898314e2654875d01812169b64dc");
	ck_assert_uint_eq(rng.used[RNG_TILES], 253);
}
END_TEST

START_TEST(shuffle_is_uniforms_in_a_row)
{
	/* In the middle of a block, too: a shuffle continues where the stream stands. */
	struct rng rng = fresh(), single;
	uint8_t bag[30], expected[30];

	for (int i = 0; i < 5; i++)
		rng_uniform(&rng, RNG_TILES, 6);
	single = rng;
	for (int i = 0; i < 30; i++)
		bag[i] = expected[i] = (uint8_t)i;
	rng_shuffle(&rng, RNG_TILES, bag, 30);
	for (int i = 29; i >= 1; i--) {
		uint32_t j = rng_uniform(&single, RNG_TILES, (uint32_t)i + 1);
		uint8_t item = expected[i];

		expected[i] = expected[j];
		expected[j] = item;
	}
	ck_assert_mem_eq(bag, expected, 30);
	ck_assert_mem_eq(&rng, &single, sizeof(rng));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("rng");
	TCase *tests = tcase_create("rng");
	SRunner *runner;
	int failed;

	tcase_add_test(tests, commitment_is_the_hash_of_the_server_seed);
	tcase_add_test(tests, game_seed_mixes_all_seeds_in_seat_order);
	tcase_add_test(tests, labels_are_streams_of_their_own);
	tcase_add_test(tests, dice_are_uniform_and_resume_anywhere);
	tcase_add_test(tests, dice_together_are_dice_one_by_one);
	tcase_add_test(tests, words_past_the_last_whole_multiple_are_rejected);
	tcase_add_test(tests, one_of_one_takes_a_word_all_the_same);
	tcase_add_test(tests, seats_in_a_row);
	tcase_add_test(tests, shuffle_of_a_bag);
	tcase_add_test(tests, shuffle_of_ships);
	tcase_add_test(tests, shuffle_of_the_largest_bag);
	tcase_add_test(tests, shuffle_is_uniforms_in_a_row);
	suite_add_tcase(suite, tests);
	runner = srunner_create(suite);
	srunner_run_all(runner, CK_ENV);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
