/*
 * Records: those of whole games verify; a record that was changed in any one
 * place does not, and the place is named.
 */
#include <check.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "api/record.h"
#include "api/record_parts.h"
#include "tests/api/mutate.h"
#include "tests/api/played.h"

static const char *const sets[] = {
	NULL, "tests/fixtures/tilesets/flotilla.json", "tests/fixtures/tilesets/lagoon.json",
	"tests/fixtures/tilesets/reef.json",
};

/* Knows one tile set. */
static const struct tileset *find_one(void *arg, const struct ruleset *ruleset, const unsigned char sha256[32])
{
	const struct tileset *ts = arg;

	ck_assert_ptr_nonnull(ruleset);
	return memcmp(ts->sha256, sha256, 32) == 0 ? ts : NULL;
}

static enum record_verdict verify(struct played *p, const char *text, size_t size, char place[400])
{
	return record_verify(text, size, find_one, &p->ts, NULL, NULL, place);
}

static void open_played(struct played *p, struct played_setup setup)
{
	ck_assert_msg(played_open(p, &setup) == 0, "the game cannot be played");
}

static char *record_of(struct played *p, size_t *size)
{
	char *text = played_record(p, size);

	ck_assert_msg(text != NULL, "no record is written");
	return text;
}

/* --- good records ------------------------------------------------------------------ */

static void whole_game_verifies(struct played_setup setup, int number)
{
	char place[400];
	struct played p;
	size_t size;
	char *text;

	open_played(&p, setup);
	ck_assert_int_eq(p.game.now.phase, PHASE_OVER);
	text = record_of(&p, &size);
	ck_assert_msg(verify(&p, text, size, place) == RECORD_GOOD, "game %d: %s", number, place);
	ck_assert_str_eq(place, "");
	free(text);
	played_close(&p);
}

/* CONFORMANCE_GAMES in the environment says how many of each game; 24 are enough for every day. */
START_TEST(whole_games_verify)
{
	for (int i = 0; i < ruleset_count; i++) {
		struct played_setup setup = {.ruleset = rulesets[i]->id, .seats = 2 + _i % 4, .seed = 100u + (unsigned)_i,
			.options = (unsigned)_i * 7, .leave = _i % 3 == 2 ? _i % 2 : -1, .undo = _i % 2, .late = _i % 5 == 1,
			.tileset = i > 0 || _i % 8 < 5 ? NULL : sets[_i / 2 % 4]};

		whole_game_verifies(setup, _i);
	}
}
END_TEST

struct seen {
	int starts, actions;
	int64_t last_at;
	struct game game;
	struct record_head head;
	int stop_after;
};

static int see(void *arg, const struct record_step *step)
{
	struct seen *s = arg;

	s->starts += step->action == NULL;
	s->actions += step->action != NULL;
	s->last_at = step->at;
	s->head = *step->head;
	ck_assert_int_gt(step->events->count, 0);
	memcpy(&s->game, step->game, sizeof s->game);
	return s->actions == s->stop_after;
}

START_TEST(each_step_is_told)
{
	static struct seen s;
	char place[400];
	struct played p;
	size_t size;
	char *text;

	open_played(&p, (struct played_setup){.seats = 3, .seed = 7, .leave = -1, .undo = 1});
	text = record_of(&p, &size);
	memset(&s, 0, sizeof s);
	s.stop_after = -1;
	ck_assert_int_eq(record_verify(text, size, find_one, &p.ts, see, &s, place), RECORD_GOOD);
	ck_assert_int_eq(s.starts, 1);
	ck_assert_int_eq(s.actions, p.actions);
	ck_assert_int_eq(s.last_at, p.meta.finished_at);
	ck_assert_mem_eq(&s.game, &p.game, sizeof s.game);
	ck_assert_ptr_eq(s.head.tileset, &p.ts);
	ck_assert_int_eq(s.head.seat_count, 3);
	ck_assert_int_eq(s.head.started_at, p.meta.started_at);
	ck_assert_mem_eq(s.head.server_seed, p.meta.server_seed, STORE_SEED);
	for (int i = 0; i < 3; i++) {
		ck_assert_str_eq(s.head.seats[i].name, p.seats[i].name);
		ck_assert_str_eq(s.head.seats[i].colour, p.seats[i].colour);
		ck_assert_str_eq(s.head.seats[i].client_seed, p.seats[i].client_seed);
	}
	memset(&s, 0, sizeof s);
	s.stop_after = 5;
	ck_assert_int_eq(record_verify(text, size, find_one, &p.ts, see, &s, place), RECORD_UNREADABLE);
	ck_assert_int_eq(s.actions, 5);
	free(text);
	played_close(&p);
}
END_TEST

/* Numbers of events go on from whatever the first one has; before it was the lobby. */
START_TEST(events_begin_with_the_start)
{
	struct played p;
	struct json *root;
	const struct json *first;
	char why[160];
	size_t size;
	char *text;
	int64_t seq;

	open_played(&p, (struct played_setup){.seats = 4, .seed = 3, .leave = -1});
	text = record_of(&p, &size);
	root = json_parse(text, size, why);
	ck_assert_ptr_nonnull(root);
	first = json_first(json_member(root, "events"));
	ck_assert_str_eq(json_string(json_member(first, "type")), "game-started");
	ck_assert_int_eq(json_integer(json_member(first, "seq"), 1, 100, &seq), 0);
	ck_assert_int_eq(seq, 1 + 4 + 1);
	ck_assert_ptr_null(strstr(text, "seat-taken"));
	json_free(root);
	free(text);
	played_close(&p);
}
END_TEST

START_TEST(blanks_and_the_order_of_members_do_not_matter)
{
	static const char tail[] = "\"result\":";
	struct played p;
	char place[400], *text, *result, *other;
	size_t size;

	open_played(&p, (struct played_setup){.seats = 2, .seed = 5, .leave = -1, .tileset = sets[3]});
	text = record_of(&p, &size);
	result = strstr(text, tail);
	ck_assert_ptr_nonnull(result);
	other = malloc(size + 100);
	/* The result comes first, and a few blanks. */
	snprintf(other, size + 100, " {\n %.*s ,\t%.*s}\r\n", (int)(text + size - 1 - result), result,
		(int)(result - text - 2), text + 1);
	ck_assert_msg(verify(&p, other, strlen(other), place) == RECORD_GOOD, "%s", place);
	free(other);
	free(text);
	played_close(&p);
}
END_TEST

/* --- changed records ----------------------------------------------------------------- */

struct hunt {
	struct played p;
	int missed;
};

/* A changed leaf of an event is named itself; but for what the first event says alone. */
static int named_exactly(const struct mutant *m, const char *place)
{
	size_t length = strlen(m->pointer);

	if (!m->leaf || m->how == MUTATE_SWAP || strncmp(m->pointer, "/events/", 8) != 0)
		return 1;
	if (strcmp(m->pointer, "/events/0/seq") == 0)
		return 1;
	/* Removing an element moves the others up. */
	if (m->how == MUTATE_REMOVE && strchr("0123456789", m->pointer[length - 1]))
		return 1;
	return strncmp(place, m->pointer, length) == 0 && place[length] == ':';
}

static int must_be_noticed(void *arg, const struct mutant *m)
{
	struct hunt *h = arg;
	char place[400];

	if (verify(&h->p, m->text, m->size, place) == RECORD_GOOD) {
		fprintf(stderr, "change %d of %s is not noticed\n", m->how, m->pointer);
		h->missed++;
	} else if (place[0] != '/' && m->pointer[0] != '\0') {
		fprintf(stderr, "change %d of %s: no place in \"%s\"\n", m->how, m->pointer, place);
		h->missed++;
	} else if (!named_exactly(m, place)) {
		fprintf(stderr, "change %d of %s: another place in \"%s\"\n", m->how, m->pointer, place);
		h->missed++;
	}
	return h->missed > 20;
}

/* Every change of a short game, and every hundredth of long ones. */
START_TEST(no_change_passes)
{
	static const struct { const char *set; int stride, leave, at_least; } games[] = {
		{"tests/fixtures/tilesets/reef.json", 1, -1, 1000}, {NULL, 61, -1, 300}, {NULL, 97, 1, 100},
	};
	struct hunt h = {.missed = 0};
	int count = 0;
	size_t size;
	char *text;

	open_played(&h.p, (struct played_setup){.seats = 2 + _i, .seed = 11, .leave = games[_i].leave, .undo = 1,
		.tileset = games[_i].set});
	text = record_of(&h.p, &size);
	mutate(text, size, 0, games[_i].stride, must_be_noticed, &h, &count);
	ck_assert_int_eq(h.missed, 0);
	ck_assert_int_ge(count, games[_i].at_least);
	free(text);
	played_close(&h.p);
}
END_TEST

/* What is said about some changes. */
START_TEST(places)
{
	static const struct {
		const char *from, *to;		/* the first occurrence is replaced */
		enum record_verdict verdict;
		const char *place;
	} rows[] = {
		{"meepled-record/1", "meepled-record/2", RECORD_UNREADABLE, "/format: must be \"meepled-record/1\""},
		{"\"south-seas\"", "\"south-sees\"", RECORD_UNREADABLE, "/ruleset: there is no game south-sees here"},
		{"\"ruleset_version\":1", "\"ruleset_version\":9", RECORD_UNREADABLE,
			"/ruleset_version: there is no version 9 of south-seas here"},
		{"\"id\":\"reef\"", "\"id\":\"leaf\"", RECORD_DIFFERS, "/tileset/id: record has \"leaf\", computed \"reef\""},
		{"\"sha256\":\"d", "\"sha256\":\"0", RECORD_UNREADABLE, "/tileset/sha256: there is no tile set with the hash 0acbf6a9"},
		{"\"sha256\":\"d", "\"sha256\":\"D", RECORD_UNREADABLE, "/tileset/sha256: must be 64 hexadecimal digits"},
		{"\"retrieve\":\"any\"", "\"retrieve\":\"empty-supply\"", RECORD_DIFFERS,
			"/events/0/options/retrieve: record has \"any\", computed \"empty-supply\""},
		{"\"auto_draw\":false,", "", RECORD_DIFFERS, "/options/auto_draw: record has nothing, computed false"},
		{"\"Ada\"", "\"Eve\"", RECORD_DIFFERS, "/events/0/seats/0/name: record has \"Ada\", computed \"Eve\""},
		{"\"black\"", "\"red\"", RECORD_DIFFERS, "/events/0/seats/0/colour: record has \"black\", computed \"red\""},
		{"\"black\"", "\"pink\"", RECORD_DIFFERS, "/seats/0/colour: the game has no such colour"},
		{"\"black\"", "\"yellow\"", RECORD_DIFFERS, "/seats: no game starts like this"},
		{"\"seed of 0\"", "\"seed of 1\"", RECORD_DIFFERS, "/events/0/"},
		{"\"seed of 0\"", "\"seed\\nof 0\"", RECORD_DIFFERS, "/seats/0"},
		{"\"commitment\":\"", "\"commitment\":\"0", RECORD_DIFFERS, "/commitment: record has \"0"},
		{"\"server_seed\":\"0", "\"server_seed\":\"1", RECORD_DIFFERS, "/commitment: record has"},
		{"\"server_seed\":\"0", "\"server_seed\":\"", RECORD_DIFFERS, "/server_seed: must be 64"},
		{"\"started_at\":\"1970-01-01T00:01:00.000Z\"", "\"started_at\":\"1970-01-01T00:01:00.001Z\"", RECORD_DIFFERS,
			"/events/0/at: record has \"1970-01-01T00:01:00.000Z\", computed \"1970-01-01T00:01:00.001Z\""},
		{"\"started_at\":\"1970-01-01T00:01:00.000Z\"", "\"started_at\":\"1970-01-01T00:01:00Z\"", RECORD_DIFFERS,
			"/started_at: must be a time"},
		{"\"type\":\"draw\"", "\"type\":\"skip\"", RECORD_DIFFERS, "/actions/0: the game does not take it"},
		{"\"type\":\"draw\"", "\"type\":\"fly\"", RECORD_DIFFERS, "/actions/0/type: the game has no such action"},
		{"\"type\":\"draw\"", "\"type\":\"battle\"", RECORD_DIFFERS, "/actions/0/type: the game has no such action"},
		{"\"rotation\":", "\"rotation\":1", RECORD_DIFFERS, "/actions/1"},
		{"\"events\":[{\"seq\":4", "\"events\":[{\"seq\":-4", RECORD_DIFFERS, "/events/0/seq: must be an integer from 1 to"},
		{"\"events\":[{\"seq\":4", "\"events\":[{\"seq\":5", RECORD_DIFFERS, "/events/1/seq: record has 5, computed 6"},
		{"\"events\":[{", "\"events\":[{\"game\":\"k3v9q2xw\",", RECORD_DIFFERS,
			"/events/0/game: record has \"k3v9q2xw\", computed nothing"},
		{"\"scores\":[", "\"scores\":[1", RECORD_DIFFERS, "/events/"},
		{"\"result\":{", "\"result\":{\"scores\":[],", RECORD_UNREADABLE, ""},
		{"\"seats\":[", "\"seat\":[", RECORD_DIFFERS, "/seats: is required"},
		{"\"started_at\"", "\"begun_at\"", RECORD_DIFFERS, "/started_at: is required"},
	};
	char place[400], *text, *at;
	struct played p;
	size_t size;

	open_played(&p, (struct played_setup){.seats = 2, .seed = 11, .leave = -1, .tileset = sets[3]});
	text = record_of(&p, &size);
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		char *changed = malloc(size + 200);
		enum record_verdict verdict;

		at = strstr(text, rows[i].from);
		ck_assert_msg(at != NULL, "row %zu: no %s in the record", i, rows[i].from);
		snprintf(changed, size + 200, "%.*s%s%s", (int)(at - text), text, rows[i].to, at + strlen(rows[i].from));
		verdict = verify(&p, changed, strlen(changed), place);
		ck_assert_msg(verdict == rows[i].verdict && strncmp(place, rows[i].place, strlen(rows[i].place)) == 0,
			"row %zu (%s): verdict %d, \"%s\"", i, rows[i].to, verdict, place);
		free(changed);
	}
	free(text);
	played_close(&p);
}
END_TEST

START_TEST(cut_off_records_are_unreadable)
{
	char place[400], *text;
	struct played p;
	size_t size;

	open_played(&p, (struct played_setup){.seats = 2, .seed = 2, .leave = -1, .tileset = sets[3]});
	text = record_of(&p, &size);
	for (size_t cut = 0; cut < size; cut += 7)
		ck_assert_int_eq(verify(&p, text, cut, place), RECORD_UNREADABLE);
	ck_assert_int_eq(verify(&p, "[]", 2, place), RECORD_UNREADABLE);
	ck_assert_int_eq(verify(&p, "{}", 2, place), RECORD_UNREADABLE);
	ck_assert_int_eq(verify(&p, "null", 4, place), RECORD_UNREADABLE);
	free(text);
	played_close(&p);
}
END_TEST

/* Until the end neither the seed nor a result is in it, and nothing can be verified. */
START_TEST(unfinished_games_keep_their_secret)
{
	char place[400], hex[2 * STORE_SEED + 1], *text;
	struct played p;
	size_t size;

	open_played(&p, (struct played_setup){.seats = 2, .seed = 4, .leave = -1, .actions = 40});
	ck_assert_int_ne(p.game.now.phase, PHASE_OVER);
	text = record_of(&p, &size);
	sodium_bin2hex(hex, sizeof hex, p.meta.server_seed, STORE_SEED);
	ck_assert_ptr_null(strstr(text, hex));
	ck_assert_ptr_nonnull(strstr(text, "\"server_seed\":null"));
	ck_assert_ptr_nonnull(strstr(text, "\"result\":null"));
	ck_assert_int_eq(verify(&p, text, size, place), RECORD_UNREADABLE);
	ck_assert_ptr_nonnull(strstr(place, "not over"));
	free(text);
	/* Called off, it is open to all. */
	p.meta.status = STORE_ABORTED;
	text = record_of(&p, &size);
	ck_assert_ptr_nonnull(strstr(text, hex));
	ck_assert_msg(verify(&p, text, size, place) == RECORD_GOOD, "%s", place);
	free(text);
	played_close(&p);
}
END_TEST

START_TEST(a_log_that_leads_elsewhere_is_not_written)
{
	struct played p;
	size_t size;
	char *text;

	open_played(&p, (struct played_setup){.seats = 2, .seed = 6, .leave = -1});
	text = played_record(&p, &size);
	ck_assert_ptr_nonnull(text);
	free(text);
	p.game.now.number++;
	ck_assert_ptr_null(played_record(&p, &size));
	p.game.now.number--;
	p.meta.server_seed[0] ^= 1;
	ck_assert_ptr_null(played_record(&p, &size));
	p.meta.server_seed[0] ^= 1;
	strcpy(p.seats[1].client_seed, "other");
	ck_assert_ptr_null(played_record(&p, &size));
	played_close(&p);
}
END_TEST

START_TEST(comparing_values)
{
	static const struct { const char *a, *b, *place; } rows[] = {
		{"{\"a\":1,\"b\":[1,2]}", "{\"b\":[1,2],\"a\":1}", NULL},
		{"{\"a\":1}", "{\"a\":2}", "/p/a: record has 1, computed 2"},
		{"{\"a\":1.0}", "{\"a\":1}", "/p/a: record has 1, computed 1"},
		{"{\"a\":\"1\"}", "{\"a\":1}", "/p/a: record has \"1\", computed 1"},
		{"{\"a\":null}", "{}", "/p/a: record has null, computed nothing"},
		{"{}", "{\"a\":null}", "/p/a: record has nothing, computed null"},
		{"[1,2,3]", "[1,2]", "/p/2: record has 3, computed nothing"},
		{"[1]", "[1,{}]", "/p/1: record has nothing, computed {}"},
		{"[2,1]", "[1,2]", "/p/0: record has 2, computed 1"},
		{"[true]", "[false]", "/p/0: record has true, computed false"},
		{"{\"a/b~c\":1}", "{\"a/b~c\":2}", "/p/a~1b~0c: record has 1, computed 2"},
		{"\"\\u00e9\"", "\"\xc3\xa9\"", NULL},
		{"[[[[1]]]]", "[[[[1]]]]", NULL},
		{"{\"a\":{\"b\":[0,{\"c\":true}]}}", "{\"a\":{\"b\":[0,{\"c\":\"x\"}]}}",
			"/p/a/b/1/c: record has true, computed \"x\""},
	};

	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		char why[160], place[400] = "";
		struct json *a = json_parse(rows[i].a, strlen(rows[i].a), why);
		struct json *b = json_parse(rows[i].b, strlen(rows[i].b), why);

		ck_assert(a && b);
		ck_assert_int_eq(record_compare(a, b, "/p", place), rows[i].place ? -1 : 0);
		ck_assert_str_eq(place, rows[i].place ? rows[i].place : "");
		json_free(a);
		json_free(b);
	}
}
END_TEST

/* --- files ------------------------------------------------------------------------- */

static void put_file(const char *path, const char *text, size_t size)
{
	FILE *f = fopen(path, "wb");

	ck_assert_ptr_nonnull(f);
	ck_assert_int_eq(fwrite(text, 1, size, f), size);
	fclose(f);
}

/* What the command says and returns. */
static int run_verify(char *out, size_t room, char *const *arguments)
{
	char *copy[16];
	int count = 0, result, saved[2], file;
	char path[] = "/tmp/meepled-verify-XXXXXX";
	ssize_t size;

	for (; arguments[count]; count++)
		copy[count] = arguments[count];
	fflush(stdout);
	fflush(stderr);
	saved[0] = dup(1);
	saved[1] = dup(2);
	file = mkstemp(path);
	ck_assert_int_ge(file, 0);
	dup2(file, 1);
	dup2(file, 2);
	result = record_verify_files(count, copy);
	fflush(stdout);
	fflush(stderr);
	dup2(saved[0], 1);
	dup2(saved[1], 2);
	close(saved[0]);
	close(saved[1]);
	size = pread(file, out, room - 1, 0);
	out[size < 0 ? 0 : size] = '\0';
	close(file);
	unlink(path);
	return result;
}

/* Records of earlier builds, one for each way in which a game ends and what chance does: they must stay good for ever. */
START_TEST(old_records_stay_good)
{
	static const struct { const char *path, *result; } rows[] = {
		{"tests/fixtures/records/last-tile-2.json", "{\"reason\":\"last-tile\",\"scores\":[4,1],\"winners\":[0]}"},
		{"tests/fixtures/records/last-tile-4.json", "{\"reason\":\"last-tile\",\"scores\":[1,5,4,5],\"winners\":[1,3]}"},
		{"tests/fixtures/records/last-ship-3.json", "{\"reason\":\"last-ship\",\"scores\":[7,3,6],\"winners\":[0]}"},
		{"tests/fixtures/records/no-tile-fits-5.json",
			"{\"reason\":\"no-tile-fits\",\"scores\":[0,0,0,0,0],\"winners\":[0,1,2,3,4]}"},
		{"tests/fixtures/records/one-seat-left-2.json",
			"{\"reason\":\"one-seat-left\",\"scores\":[0,0],\"winners\":[1]}"},
		{"tests/fixtures/records/last-tile-4-teams.json",
			"{\"reason\":\"last-tile\",\"scores\":[41,37,41,37],\"winners\":[0,2],\"teams\":["},
		{"tests/fixtures/records/last-tile-5-battle.json",
			"{\"reason\":\"last-tile\",\"scores\":[8,13,11,29,25],\"winners\":[3]}"},
		{"tests/fixtures/records/no-tile-fits-5-returned.json",
			"{\"reason\":\"no-tile-fits\",\"scores\":[7,0,7,0,2],\"winners\":[0,2]}"},
	};
	static char text[200000];
	char out[2000];

	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		FILE *f = fopen(rows[i].path, "rb");
		size_t size;

		ck_assert_msg(f != NULL, "%s", rows[i].path);
		size = fread(text, 1, sizeof text - 1, f);
		fclose(f);
		text[size] = '\0';
		ck_assert_msg(strstr(text, rows[i].result) != NULL, "%s tells of another result", rows[i].path);
		ck_assert_msg(run_verify(out, sizeof out, (char *[]){"--tileset", (char *)sets[1], "--tileset", (char *)sets[3],
			"--tileset", "tests/fixtures/tilesets/orbit.json", "--tileset", "tests/fixtures/tilesets/skirmish.json",
			"--tileset", "tests/fixtures/tilesets/void.json", (char *)rows[i].path, NULL}) == 0, "%s", out);
	}
}
END_TEST

START_TEST(verifying_files)
{
	char dir[] = "/tmp/meepled-records-XXXXXX", good[80], bad[80], custom[80], none[80], out[4000];
	struct played p;
	size_t size;
	char *text;

	ck_assert_ptr_nonnull(mkdtemp(dir));
	snprintf(good, sizeof good, "%s/good", dir);
	snprintf(bad, sizeof bad, "%s/bad", dir);
	snprintf(custom, sizeof custom, "%s/custom", dir);
	snprintf(none, sizeof none, "%s/none", dir);
	open_played(&p, (struct played_setup){.seats = 2, .seed = 8, .leave = -1});
	text = record_of(&p, &size);
	put_file(good, text, size);
	memcpy(strstr(text, "Ada"), "Eve", 3);
	put_file(bad, text, size);
	free(text);
	played_close(&p);
	open_played(&p, (struct played_setup){.seats = 2, .seed = 8, .leave = -1, .tileset = sets[3]});
	text = record_of(&p, &size);
	put_file(custom, text, size);
	free(text);
	played_close(&p);

	ck_assert_int_eq(run_verify(out, sizeof out, (char *[]){good, NULL}), 0);
	ck_assert_ptr_nonnull(strstr(out, "/good: good\n"));
	ck_assert_int_eq(run_verify(out, sizeof out, (char *[]){bad, good, NULL}), 1);
	ck_assert_ptr_nonnull(strstr(out, "/bad: differs: /events/0/seats/0/name: record has \"Ada\", computed \"Eve\"\n"));
	ck_assert_ptr_nonnull(strstr(out, "/good: good\n"));
	ck_assert_int_eq(run_verify(out, sizeof out, (char *[]){custom, bad, NULL}), 2);
	ck_assert_ptr_nonnull(strstr(out, "/custom: cannot be verified: /tileset/sha256: there is no tile set"));
	ck_assert_ptr_nonnull(strstr(out, "/bad: differs"));
	ck_assert_int_eq(run_verify(out, sizeof out, (char *[]){custom, "--tileset", (char *)sets[3], good, NULL}), 0);
	ck_assert_int_eq(run_verify(out, sizeof out, (char *[]){custom, "--tileset=tests/fixtures/tilesets/reef.json", NULL}), 0);
	ck_assert_int_eq(run_verify(out, sizeof out, (char *[]){custom, "--tileset", good, NULL}), 2);
	ck_assert_int_eq(run_verify(out, sizeof out, (char *[]){custom, "--tileset", NULL}), 2);
	ck_assert_int_eq(run_verify(out, sizeof out, (char *[]){good, "--what", NULL}), 2);
	ck_assert_int_eq(run_verify(out, sizeof out, (char *[]){none, good, NULL}), 2);
	ck_assert_ptr_nonnull(strstr(out, "/none: No such file"));
	ck_assert_ptr_nonnull(strstr(out, "/good: good\n"));
	ck_assert_int_eq(run_verify(out, sizeof out, (char *[]){NULL}), 2);
	ck_assert_ptr_nonnull(strstr(out, "usage: "));
	unlink(good);
	unlink(bad);
	unlink(custom);
	rmdir(dir);
}
END_TEST

int main(void)
{
	TCase *tc = tcase_create("record");
	Suite *suite = suite_create("record");
	SRunner *runner;
	const char *games = getenv("CONFORMANCE_GAMES");
	int failed;

	tcase_set_timeout(tc, 60);
	tcase_add_loop_test(tc, whole_games_verify, 0, games ? atoi(games) : 24);
	tcase_add_test(tc, each_step_is_told);
	tcase_add_test(tc, events_begin_with_the_start);
	tcase_add_test(tc, blanks_and_the_order_of_members_do_not_matter);
	tcase_add_loop_test(tc, no_change_passes, 0, 3);
	tcase_add_test(tc, places);
	tcase_add_test(tc, cut_off_records_are_unreadable);
	tcase_add_test(tc, unfinished_games_keep_their_secret);
	tcase_add_test(tc, a_log_that_leads_elsewhere_is_not_written);
	tcase_add_test(tc, comparing_values);
	tcase_add_test(tc, old_records_stay_good);
	tcase_add_test(tc, verifying_files);
	suite_add_tcase(suite, tc);
	runner = srunner_create(suite);
	srunner_run_all(runner, CK_NORMAL);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed != 0;
}
