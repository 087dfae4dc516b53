/*
 * Every file of tests/fixtures/games is played and comes to what it says.
 */
#include <glob.h>
#include <string.h>

#include "tests/engine/recorded.h"
#include "tests/engine/support.h"

/* As results name them, by enum over_reason. */
static const char *const reasons[] = { NULL, "last-tile", "last-ship", "no-tile-fits", "one-seat-left" };

/* One game for each way that this ruleset's games end. */
static void expect_every_end(const struct ruleset *r, const glob_t *files)
{
	const struct conformance_oracle *row = conformance_oracle(r->id);

	for (int reason = OVER_LAST_TILE; row != NULL && reason <= OVER_ONE_SEAT_LEFT; reason++) {
		int seen = 0;

		for (size_t i = 0; i < files->gl_pathc; i++)
			seen += strstr(files->gl_pathv[i], r->id) != NULL && strstr(files->gl_pathv[i], reasons[reason]) != NULL;
		ck_assert_msg(seen > 0 || !(row->ends >> reason & 1), "no recorded game of %s ends by %s", r->id,
			reasons[reason]);
	}
}

START_TEST(recorded_games_come_to_the_same_end)
{
	glob_t files;

	ck_assert_int_eq(glob("tests/fixtures/games/*.game", 0, NULL, &files), 0);
	for (size_t i = 0; i < files.gl_pathc; i++)
		recorded_play(files.gl_pathv[i]);
	for (int i = 0; i < ruleset_count; i++)
		expect_every_end(rulesets[i], &files);
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
