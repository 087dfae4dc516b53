/*
 * A sink that flattens what the engine describes into "path = value" lines,
 * and the questions that tests ask of them.  The sink itself asserts by hand:
 * a Check assertion writes to a file even when it holds, which is too slow for
 * thousands of descriptions.
 */
#include "tests/engine/support.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct facts *facts_of(struct sink *s)
{
	return (struct facts *)(void *)s;	/* the sink is the first member */
}

/* The path of the next value: its key, or its index in an array. */
static void next_path(struct facts *f, const char *key, char out[FACT_PATH])
{
	const char *base = f->open[f->depth].path;
	char index[16];

	if (f->open[f->depth].index >= 0) {
		if (key != NULL)
			ck_abort_msg("key %s inside the array %s", key, base);
		snprintf(index, sizeof index, "%d", f->open[f->depth].index++);
		key = index;
	}
	if (key == NULL)
		ck_abort_msg("no key inside the object %s", base);
	snprintf(out, FACT_PATH, "%s%s%s", base, base[0] != '\0' ? "." : "", key);
}

static void add(struct facts *f, const char *key, const char *text)
{
	if (f->count == FACTS_MAX)
		ck_abort_msg("more than %d facts", FACTS_MAX);
	memset(&f->at[f->count], 0, sizeof f->at[0]);	/* so that facts compare by bytes */
	next_path(f, key, f->at[f->count].path);
	for (int i = f->open[f->depth].first; i < f->count; i++)
		if (f->open[f->depth].index < 0 && strcmp(f->at[i].path, f->at[f->count].path) == 0)
			ck_abort_msg("%s is described twice", f->at[i].path);
	snprintf(f->at[f->count++].text, FACT_PATH, "%s", text);
}

static void open_level(struct facts *f, const char *key, int index)
{
	char path[FACT_PATH];

	next_path(f, key, path);
	if (f->depth + 1 == FACT_DEPTH)
		ck_abort_msg("%s is nested too deep", path);
	f->depth++;
	memcpy(f->open[f->depth].path, path, sizeof path);
	f->open[f->depth].index = index;
	f->open[f->depth].first = f->count;
}

static void on_object(struct sink *s, const char *key)
{
	open_level(facts_of(s), key, -1);
}

static void on_array(struct sink *s, const char *key)
{
	open_level(facts_of(s), key, 0);
}

static void on_end(struct sink *s)
{
	if (facts_of(s)->depth == 0)
		ck_abort_msg("end() without a beginning");
	facts_of(s)->depth--;
}

static void on_number(struct sink *s, const char *key, long value)
{
	char text[24];

	snprintf(text, sizeof text, "%ld", value);
	add(facts_of(s), key, text);
}

static void on_text(struct sink *s, const char *key, const char *value)
{
	add(facts_of(s), key, value);
}

static void on_flag(struct sink *s, const char *key, int value)
{
	add(facts_of(s), key, value ? "true" : "false");
}

static void on_null(struct sink *s, const char *key)
{
	add(facts_of(s), key, "null");
}

void facts_start(struct facts *f)
{
	f->sink = (struct sink){ on_object, on_array, on_end, on_number, on_text, on_flag, on_null };
	f->count = 0;
	f->depth = 0;
	f->open[0].path[0] = '\0';
	f->open[0].index = -1;
	f->open[0].first = 0;
}

static const char *find(const struct facts *f, const char *path)
{
	for (int i = 0; i < f->count; i++)
		if (strcmp(f->at[i].path, path) == 0)
			return f->at[i].text;
	return NULL;
}

const char *fact(const struct facts *f, const char *path, ...)
{
	char full[FACT_PATH];
	va_list list;

	va_start(list, path);
	vsnprintf(full, sizeof full, path, list);
	va_end(list);
	return find(f, full);
}

long fact_number(const struct facts *f, const char *path, ...)
{
	char full[FACT_PATH];
	const char *text;
	va_list list;

	va_start(list, path);
	vsnprintf(full, sizeof full, path, list);
	va_end(list);
	text = find(f, full);
	if (text == NULL)
		ck_abort_msg("%s is not described", full);
	return strtol(text, NULL, 10);
}

int fact_count(const struct facts *f, const char *path)
{
	size_t length = strlen(path);
	char last[FACT_PATH] = "";
	int count = 0;

	for (int i = 0; i < f->count; i++) {
		const char *rest = f->at[i].path + length;
		char name[FACT_PATH];

		if (strncmp(f->at[i].path, path, length) != 0 || *rest != '.')
			continue;
		snprintf(name, sizeof name, "%.*s", (int)strcspn(rest + 1, "."), rest + 1);
		if (strcmp(name, last) != 0)
			count++;
		memcpy(last, name, sizeof last);
	}
	return count;
}

/* --- descriptions of a game ---------------------------------------------------- */

const struct facts *view_facts(struct play *p)
{
	facts_start(&p->facts);
	game_describe_view(&p->g, p->ts, &p->facts.sink);
	ck_assert_int_eq(p->facts.depth, 0);
	return &p->facts;
}

const struct facts *seat_facts(struct play *p, int seat)
{
	facts_start(&p->facts);
	game_describe_seat(&p->g, p->ts, seat, &p->facts.sink);
	ck_assert_int_eq(p->facts.depth, 0);
	return &p->facts;
}

const struct facts *event_facts(struct play *p, int index)
{
	ck_assert_msg(index >= 0 && index < p->ev.count, "no event number %d", index);
	facts_start(&p->facts);
	game_describe_event(&p->g, p->ts, &p->ev.at[index], &p->facts.sink);
	ck_assert_int_eq(p->facts.depth, 0);
	return &p->facts;
}

int find_event(const struct play *p, enum event_type type, int n)
{
	for (int i = 0; i < p->ev.count; i++)
		if (p->ev.at[i].type == type && n-- == 0)
			return i;
	return -1;
}

int count_events(const struct play *p, enum event_type type)
{
	int count = 0;

	for (int i = 0; i < p->ev.count; i++)
		count += p->ev.at[i].type == type;
	return count;
}

int supply_of(struct play *p, int seat)
{
	return (int)fact_number(seat_facts(p, seat), "supply.islanders");
}

int meeples_of(struct play *p, int seat, int size)
{
	return (int)fact_number(seat_facts(p, seat), "supply.%s", size == LARGE ? "large" : "small");
}

int owns(struct play *p, int seat, const char *ship)
{
	const struct facts *f = seat_facts(p, seat);
	const char *id;

	for (int i = 0; (id = fact(f, "ships.%d.id", i)) != NULL; i++)
		if (strcmp(id, ship) == 0)
			return 1;
	return 0;
}

/* Number of elements of an array of the board that name this place. */
static int count_at(const struct facts *f, const char *array, int x, int y, const char *segment, const char *member,
	int value)
{
	int found = 0;

	for (int i = 0; fact(f, "board.%s.%d.x", array, i) != NULL; i++)
		found += fact_number(f, "board.%s.%d.x", array, i) == x && fact_number(f, "board.%s.%d.y", array, i) == y &&
			strcmp(fact(f, "board.%s.%d.segment", array, i), segment) == 0 &&
			fact_number(f, "board.%s.%d.%s", array, i, member) == value;
	return found;
}

int has_piece(struct play *p, int seat, int x, int y, const char *segment)
{
	return count_at(view_facts(p), "pieces", x, y, segment, "seat", seat) == 1;
}

int pieces_at(struct play *p, int seat, int x, int y, const char *segment)
{
	return count_at(view_facts(p), "pieces", x, y, segment, "seat", seat);
}

int pieces_on_board(struct play *p)
{
	return fact_count(view_facts(p), "board.pieces");
}

int is_covered(struct play *p, int x, int y, const char *segment, int group)
{
	return count_at(view_facts(p), "boats", x, y, segment, "group", group) == 1;
}

int covered_groups(struct play *p)
{
	return fact_count(view_facts(p), "board.boats");
}

const char *face_up(struct play *p, int i)
{
	return fact(view_facts(p), "ships.face_up.%d.id", i);
}

/* --- legal actions ------------------------------------------------------------------ */

struct search { const struct action *want; int type, skip, count; struct action found; };

static int look(void *arg, const struct action *a)
{
	struct search *s = arg;

	if (s->want != NULL ? memcmp(s->want, a, sizeof *a) != 0 : s->type != ACTION_NONE && s->type != a->type)
		return 0;
	s->found = *a;
	return s->count++ == s->skip;
}

int is_legal(const struct play *p, struct action a)
{
	struct search s = { .want = &a };

	return game_legal(&p->g, p->ts, a.seat, look, &s);
}

int count_legal(const struct play *p, int seat, enum action_type type)
{
	struct search s = { .type = type, .skip = -1 };

	game_legal(&p->g, p->ts, seat, look, &s);
	return s.count;
}

struct action nth_legal(const struct play *p, int seat, int n)
{
	struct search s = { .type = ACTION_NONE, .skip = n };

	ck_assert_msg(game_legal(&p->g, p->ts, seat, look, &s) != 0, "seat %d has no action number %d", seat, n);
	return s.found;
}

int feature_of(const struct play *p, int x, int y, const char *segment)
{
	int t = board_tile_at(&p->g.board, x, y), s;

	ck_assert_msg(t >= 0, "no tile at %d,%d", x, y);
	s = kind_find_segment(board_kind(&p->g.board, p->ts, t), segment);
	ck_assert_msg(s >= 0, "no segment %s at %d,%d", segment, x, y);
	return feature_root(&p->g.board, board_node(&p->g.board, t, s));
}

int open_ends_of(const struct play *p, int x, int y, const char *segment)
{
	return feature_open_ends(&p->g.board, feature_of(p, x, y, segment));
}

/* --- expectations --------------------------------------------------------------------- */

void expect_wares_at(struct play *p, int seat, int shells, int fish, int bananas, const char *file, int line)
{
	const struct facts *f = seat_facts(p, seat);
	long s = fact_number(f, "wares.shells"), i = fact_number(f, "wares.fish"), b = fact_number(f, "wares.bananas");

	ck_assert_msg(s == shells && i == fish && b == bananas,
		"%s:%d: seat %d has %ld shells, %ld fish, %ld bananas and not %d, %d, %d",
		file, line, seat, s, i, b, shells, fish, bananas);
}

void expect_scores_at(struct play *p, const int *scores, int count, const char *file, int line)
{
	ck_assert_int_eq(count, p->g.seat_count);
	for (int seat = 0; seat < count; seat++)
		ck_assert_msg(game_score(&p->g, p->ts, seat) == scores[seat], "%s:%d: seat %d has %d points and not %d",
			file, line, seat, game_score(&p->g, p->ts, seat), scores[seat]);
}

void expect_turn_at(struct play *p, int seat, enum phase phase, const char *file, int line)
{
	ck_assert_msg(p->g.now.seat == seat && p->g.now.phase == phase, "%s:%d: seat %d is at %s and not seat %d at %s",
		file, line, p->g.now.seat, phase_name(p->g.now.phase), seat, phase_name(phase));
}

int run_suite(const char *name, void (*fill)(TCase *))
{
	return run_suite_within(name, fill, 60);
}

int run_suite_within(const char *name, void (*fill)(TCase *), int seconds)
{
	Suite *suite = suite_create(name);
	TCase *tests = tcase_create("rules");
	SRunner *runner = srunner_create(suite);
	int failed;

	tcase_set_timeout(tests, seconds);
	fill(tests);
	suite_add_tcase(suite, tests);
	srunner_run_all(runner, CK_ENV);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed == 0 ? 0 : 1;
}
