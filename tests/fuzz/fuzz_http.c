/*
 * fuzz_http.c - any bytes as requests.
 *
 * The input is up to 40 requests to a service where two new players sit in a new
 * game that has begun.  A request is a line "METHOD TARGET", header lines, an
 * empty line and a body; byte 0x1e goes before the next one.  Bytes 0x11 to 0x15
 * stand for the game's id, the tokens of both players and their ids, 0x16 for the
 * token of the player that the game waits for, 0x17 and a byte n for the n-th
 * action that this player may take, 0x18 for a good record.  The game is of
 * another ruleset when the input begins with 0x19: there battles are asked for.
 *
 * Whatever is sent: no answer is a failure of the service, JSON is JSON, a
 * refusal changes nothing, headers hold no control characters, and neither an
 * answer nor a line of the log shows the server's seed or a token.
 *
 * Opening a service takes longer than a request by far, so one serves many
 * inputs; what they leave behind are games and players of other ids.
 */
#include "tests/fuzz/fuzz.h"

#include <sodium.h>
#include <stdarg.h>
#include <string.h>
#include <strings.h>

#include "api/api.h"
#include "api/json.h"
#include "tests/api/played.h"

static const char reef[] = "tests/fixtures/tilesets/reef.json";

enum {
	REQUESTS = 40, INPUTS = 256, HEADERS = 16,
	FIRST_MARK = 0x11, MARKS = 5, MARK_TURN = 0x16, MARK_LEGAL = 0x17, MARK_RECORD = 0x18, OTHER_GAME = 0x19, NEXT = 0x1e
};

struct service {
	struct api *api;
	struct store *store;
	struct store_conn *writer;
	char marks[MARKS][API_TOKEN_TEXT];	/* game, token, token, player, player */
	char seed[2 * STORE_SEED + 1];		/* hex; "" until there is a game */
	int drained;
	int echoed;	/* the request has a token where answers may repeat it */
};

struct request {
	struct exchange x;		/* first */
	char *text;			/* owned; all below points into it */
	struct { const char *name, *value; } headers[HEADERS];
	int header_count;
	int woken;
};

static uint64_t random_state;

static void random_fill(void *out, size_t size)
{
	unsigned char *to = out;

	while (size-- > 0) {
		random_state = random_state * 6364136223846793005u + 1442695040888963407u;
		*to++ = (unsigned char)(random_state >> 56);
	}
}

static int64_t now(void)
{
	return 1800000000000;
}

static int submit(void *arg, struct job *job)
{
	struct service *s = arg;
	int committed;

	REQUIRE(store_begin(s->writer) == STORE_OK, "%s", store_why(s->writer));
	job->run(job, s->writer);
	committed = store_commit(s->writer) == STORE_OK;
	api_batch_end(s->api, committed);
	job->done(job, committed);
	return 0;
}

static void must_not_show(const struct service *s, const char *text, const char *where)
{
	REQUIRE(!s->seed[0] || !strstr(text, s->seed), "%s shows the server's seed", where);
	for (int i = 1; i <= 2 && !s->echoed; i++)
		REQUIRE(!s->marks[i][0] || !strstr(text, s->marks[i]), "%s shows a token", where);
}

static void log_line(void *arg, enum api_level level, const char *line)
{
	REQUIRE(level != API_ERROR || ((struct service *)arg)->drained, "%s", line);
	for (const char *c = line; *c; c++)
		REQUIRE((unsigned char)*c >= ' ', "byte %d in a line of the log", *c);
	must_not_show(arg, line, "the log");
}

/* --- the transport ------------------------------------------------------------ */

static const char *header(struct exchange *x, const char *name)
{
	struct request *q = (struct request *)x;

	for (int i = 0; i < q->header_count; i++)
		if (strcasecmp(q->headers[i].name, name) == 0)
			return q->headers[i].value;
	return NULL;
}

static int header_count(struct exchange *x, const char *name)
{
	struct request *q = (struct request *)x;
	int count = 0;

	for (int i = 0; i < q->header_count; i++)
		count += strcasecmp(q->headers[i].name, name) == 0;
	return count;
}

static void wake(struct exchange *x)
{
	((struct request *)x)->woken = 1;
}

static enum http_method method_of(const char *name)
{
	static const char *const names[] = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"};

	for (int i = 0; i < HTTP_OTHER; i++)
		if (strcmp(name, names[i]) == 0)
			return (enum http_method)i;
	return HTTP_OTHER;
}

/* The line that begins at *at, ended by a NUL in place of its LF; *at moves past it. */
static char *next_line(char **at, char *end)
{
	char *line = *at, *feed = memchr(line, '\n', (size_t)(end - line));

	*at = feed ? feed + 1 : end;
	if (feed)
		*feed = '\0';
	if (feed && feed > line && feed[-1] == '\r')
		feed[-1] = '\0';
	return line;
}

/* Takes over `text`, which ends with a NUL that is not counted. */
static void parse_request(struct request *q, char *text, size_t size)
{
	char *at = text, *end = text + size, *line = next_line(&at, end), *target = strchr(line, ' '), *query;

	memset(q, 0, sizeof *q);
	q->text = text;
	if (target)
		*target++ = '\0';
	else
		target = end;
	query = strchr(target, '?');
	if (query)
		*query++ = '\0';
	q->x.method = method_of(line);
	q->x.path = target;
	q->x.query = query ? query : "";
	while (at < end && *(line = next_line(&at, end))) {
		char *value = strchr(line, ':');

		if (!value || q->header_count == HEADERS)
			continue;
		*value++ = '\0';
		value += strspn(value, " \t");
		q->headers[q->header_count].name = line;
		q->headers[q->header_count++].value = value;
	}
	q->x.body = at;
	q->x.body_size = (size_t)(end - at);
	q->x.peer = "192.0.2.1";
	q->x.header = header;
	q->x.header_count = header_count;
	q->x.wake = wake;
}

/* --- what must hold of an answer ------------------------------------------------- */

/* The stored version of the players' game; 0 without one. */
static int64_t version_of(struct service *s, enum store_status *status)
{
	struct store_game game;
	int64_t version = 0;

	if (s->marks[0][0] && store_game_get(s->writer, s->marks[0], &game) == STORE_OK) {
		version = game.version;
		*status = (enum store_status)game.status;
		store_game_dispose(&game);
	}
	return version;
}

static const char *answer_header(const struct reply *r, const char *name)
{
	for (int i = 0; i < r->header_count; i++)
		if (strcasecmp(r->headers[i].name, name) == 0)
			return r->headers[i].value;
	return NULL;
}

static void check_json(const struct reply *r, const char *type)
{
	char why[160];
	struct json *root;
	int64_t status;

	if (!strstr(type, "json") || strstr(type, "ndjson"))
		return;
	root = json_parse(r->body->data, r->body->size, why);
	REQUIRE(root != NULL, "an answer is not JSON: %s: %s", why, r->body->data);
	if (strstr(type, "problem"))
		REQUIRE(json_integer(json_member(root, "status"), 400, 599, &status) == 0 && status == r->status &&
			json_string(json_member(root, "code")) && json_string(json_member(root, "detail")),
			"a problem without its members: %s", r->body->data);
	json_free(root);
}

static void check_answer(const struct service *s, const struct request *q)
{
	const struct reply *r = &q->x.reply;
	const char *type = answer_header(r, "Content-Type");

	REQUIRE(r->status >= 200 && r->status < 500 + (s->drained ? 4 : 0), "status %d: %s", r->status,
		r->body ? r->body->data : "");
	REQUIRE(r->header_count <= API_REPLY_HEADERS, "%d headers", r->header_count);
	for (int i = 0; i < r->header_count; i++)
		for (const char *c = r->headers[i].value; *c; c++)
			REQUIRE((unsigned char)*c >= ' ' && *c != 0x7f, "byte %d in %s", *c, r->headers[i].name);
	REQUIRE(answer_header(r, "X-Request-Id") != NULL, "no X-Request-Id");
	REQUIRE(r->status < 400 || (r->body && type && (strstr(type, "problem") || q->x.method == HTTP_HEAD)),
		"status %d without a problem body", r->status);
	if (!r->body || !type)
		return;
	check_json(r, type);
}

/* Whether a token stands anywhere but in Authorization. */
static int has_stray_token(const struct service *s, const struct request *q)
{
	for (int i = 1; i <= 2; i++) {
		const char *token = s->marks[i];

		if (!*token)
			continue;
		if (strstr(q->x.path, token) || strstr(q->x.query, token) ||
			memmem(q->x.body, q->x.body_size, token, strlen(token)))
			return 1;
		for (int h = 0; h < q->header_count; h++)
			if (strcasecmp(q->headers[h].name, "Authorization") != 0 && strstr(q->headers[h].value, token))
				return 1;
	}
	return 0;
}

/* One request from its text to its answer, which stays in q until release(). */
static void send(struct service *s, struct request *q)
{
	enum store_status status = STORE_LOBBY;
	int64_t before = version_of(s, &status), after;
	enum api_progress progress;

	s->echoed = has_stray_token(s, q);
	progress = api_handle(s->api, &q->x);
	while (progress == API_LATER) {
		if (!q->woken) {
			s->drained = 1;
			api_drain(s->api);
		}
		REQUIRE(q->woken, "an answer never comes");
		q->woken = 0;
		progress = api_resume(s->api, &q->x);
	}
	check_answer(s, q);
	after = version_of(s, &status);
	if (q->x.reply.status >= 400 || q->x.method == HTTP_GET)
		REQUIRE(before == after, "status %d, and yet the game went from %lld to %lld", q->x.reply.status,
			(long long)before, (long long)after);
	if (status == STORE_FINISHED || status == STORE_ABORTED)
		s->seed[0] = '\0';	/* no secret any more */
	if (q->x.reply.body && s->marks[0][0])
		must_not_show(s, q->x.reply.body->data, "an answer");
}

static void release(struct service *s, struct request *q)
{
	api_release(s->api, &q->x);
	free(q->text);
}

static struct json *ask(struct service *s, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* A request that must succeed; its answer, json_free() it. */
static struct json *ask(struct service *s, const char *format, ...)
{
	char *text = malloc(600), why[160];
	struct request q;
	struct json *root;
	va_list args;

	va_start(args, format);
	vsnprintf(text, 600, format, args);
	va_end(args);
	parse_request(&q, text, strlen(text));
	send(s, &q);
	REQUIRE(q.x.reply.status < 300, "%d: %s", q.x.reply.status, q.x.reply.body->data);
	root = json_parse(q.x.reply.body->data, q.x.reply.body->size, why);
	release(s, &q);
	return root;
}

/* Take a text member out of an answer. */
static void take(char out[API_TOKEN_TEXT], const char *member, struct json *answer)
{
	snprintf(out, API_TOKEN_TEXT, "%s", json_string(json_member(answer, member)));
	json_free(answer);
}

static void open_service(struct service *s)
{
	struct api_config config = {.reader_count = 2, .cached_games = 4, .registration_open = 1, .public_url = "",
		.submit = submit, .log = log_line, .arg = s, .now = now, .random = random_fill};
	static char file[64 * 1024];
	struct store_error err;
	char why[240];
	size_t size;
	FILE *f;

	memset(s, 0, sizeof *s);
	random_state = 1;
	s->store = store_memory_open();
	s->writer = store_writer(s->store, &err);
	REQUIRE(s->writer != NULL, "%s", err.text);
	config.store = s->store;
	s->api = api_open(&config, why);
	REQUIRE(s->api != NULL, "%s", why);
	f = fopen(reef, "rb");
	REQUIRE(f != NULL, "start this from the top of the tree");
	size = fread(file, 1, sizeof file, f);
	fclose(f);
	REQUIRE(api_add_tileset(s->api, file, size, why) == 0, "%s", why);
}

static void close_service(struct service *s)
{
	api_close(s->api);
	store_disconnect(s->writer);
	store_close(s->store);
}

/* Two players and their game, which is one of the other ruleset or not. */
static void seat_players(struct service *s, int other)
{
	static const char register_one[] = "POST /v1/players\nContent-Type: application/json\n\n{\"name\":\"Ada\"}";
	struct store_game game;
	char id[API_TOKEN_TEXT];

	memset(s->marks, 0, sizeof s->marks);
	s->seed[0] = '\0';
	take(s->marks[1], "token", ask(s, register_one));
	take(s->marks[2], "token", ask(s, register_one));
	take(s->marks[3], "id", ask(s, "GET /v1/me\nAuthorization: Bearer %s\n\n", s->marks[1]));
	take(s->marks[4], "id", ask(s, "GET /v1/me\nAuthorization: Bearer %s\n\n", s->marks[2]));
	take(id, "id", ask(s, "POST /v1/games\nContent-Type: application/json\nAuthorization: Bearer %s\n\n"
		"{\"ruleset\":\"%s\",\"options\":{\"first_seat\":0%s}}", s->marks[1],
		other ? "star-wars" : "south-seas", other ? ",\"auto_battle\":false,\"auto_draw\":true" : ""));
	json_free(ask(s, "POST /v1/games/%s/seats\nAuthorization: Bearer %s\n\n", id, s->marks[2]));
	strcpy(s->marks[0], id);
	REQUIRE(store_game_get(s->writer, id, &game) == STORE_OK, "no game %s", id);
	sodium_bin2hex(s->seed, sizeof s->seed, game.server_seed, STORE_SEED);
	store_game_dispose(&game);
}

/* A record of the tile set that open_service() adds, made once. */
static const char *good_record(void)
{
	static const struct played_setup setup = {.seats = 2, .seed = 3, .leave = -1, .tileset = reef};
	static char *text;
	struct played p;
	size_t size;

	if (!text) {
		REQUIRE(played_open(&p, &setup) == 0, "no game");
		text = played_record(&p, &size);
		REQUIRE(text != NULL, "no record");
		played_close(&p);
	}
	return text;
}

/* The first seat that the game waits for, or 0. */
static int seat_on_turn(struct service *s)
{
	struct json *game = ask(s, "GET /v1/games/%s\n\n", s->marks[0]);
	const struct json *waiting = json_member(game, "waiting_for");
	int64_t seat = 0;

	if (waiting && json_first(waiting))
		json_integer(json_first(waiting), 0, 1, &seat);
	json_free(game);
	return (int)seat;
}

/* The n-th entry of the legal list as text. */
static void put_legal(struct service *s, unsigned n, struct buf *out)
{
	struct json *legal = ask(s, "GET /v1/games/%s/legal?seat=%d\n\n", s->marks[0], seat_on_turn(s));
	const struct json *moves = json_member(legal, "moves"), *v = moves ? json_first(moves) : NULL;
	unsigned count = v ? (unsigned)json_count(moves) : 0;
	int first = 1;

	for (n = count ? n % count : 0; v && n > 0; n--)
		v = json_next(v);
	/* Without its id, by which it could be asked for, too. */
	buf_char(out, '{');
	for (const struct json *m = v ? json_first(v) : NULL; m; m = json_next(m)) {
		if (strcmp(json_name(m), "move_id") == 0)
			continue;
		if (!first)
			buf_char(out, ',');
		first = 0;
		json_quote(out, json_name(m));
		buf_char(out, ':');
		json_print(out, m);
	}
	buf_char(out, '}');
	json_free(legal);
}

/* The input with what its marks stand for. */
static char *expand(struct service *s, const uint8_t *data, size_t size, size_t *out_size)
{
	struct buf out;

	buf_init(&out, 1024 * 1024);
	buf_text(&out, "");
	for (size_t i = 0; i < size; i++) {
		if (data[i] >= FIRST_MARK && data[i] < FIRST_MARK + MARKS)
			buf_text(&out, s->marks[data[i] - FIRST_MARK]);
		else if (data[i] == MARK_TURN)
			buf_text(&out, s->marks[1 + seat_on_turn(s)]);
		else if (data[i] == MARK_LEGAL)
			put_legal(s, i + 1 < size ? data[++i] : 0, &out);
		else if (data[i] == MARK_RECORD)
			buf_text(&out, good_record());
		else
			buf_char(&out, (char)data[i]);
	}
	return buf_take(&out, out_size);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct service s;
	static int inputs;
	int other = size > 0 && data[0] == OTHER_GAME;

	if (inputs == 0)
		open_service(&s);
	seat_players(&s, other);
	data += other;
	size -= (size_t)other;
	for (int i = 0; i < REQUESTS && size > 0; i++) {
		const uint8_t *end = memchr(data, NEXT, size);
		size_t length = end ? (size_t)(end - data) : size, text_size;
		char *text = expand(&s, data, length, &text_size);
		struct request q;

		if (text) {
			parse_request(&q, text, text_size);
			send(&s, &q);
			release(&s, &q);
		}
		length += end != NULL;
		data += length;
		size -= length;
	}
	/* Whatever was done, the log of the game leads to the game; writing its record plays it again. */
	json_free(ask(&s, "GET /v1/games/%s/record\n\n", s.marks[0]));
	if (++inputs == INPUTS || s.drained) {
		close_service(&s);
		inputs = 0;
	}
	return 0;
}
