/*
 * Every file of tests/fixtures/games is played and comes to what it says.
 */
#include <glob.h>
#include <string.h>

#include "tests/engine/recorded.h"
#include "tests/engine/support.h"

START_TEST(recorded_games_come_to_the_same_end)
{
	static const char *const reasons[] = { "last-tile", "last-ship", "no-tile-fits", "one-seat-left" };
	int seen[4] = { 0 };
	glob_t files;

	ck_assert_int_eq(glob("tests/fixtures/games/*.game", 0, NULL, &files), 0);
	for (size_t i = 0; i < files.gl_pathc; i++) {
		recorded_play(files.gl_pathv[i]);
		for (int reason = 0; reason < 4; reason++)
			seen[reason] += strstr(files.gl_pathv[i], reasons[reason]) != NULL;
	}
	for (int reason = 0; reason < 4; reason++)
		ck_assert_msg(seen[reason] > 0, "no recorded game ends by %s", reasons[reason]);
	globfree(&files);
}
END_TEST

static void fill(TCase *t)
{
	tcase_add_test(t, recorded_games_come_to_the_same_end);
}

int main(void)
{
	return run_suite("recorded games", fill);
}
