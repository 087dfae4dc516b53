/*
 * webhook_read.c - a webhook as a caller sends it.
 *
 * Settings that only some formats have are refused for the others, so that nobody
 * believes them to do something.  `authorization` is a secret: it is taken and never
 * given out again.
 */
#include "api/webhook.h"

#include <stdio.h>
#include <string.h>

#include "api/notice.h"

const char *const webhook_format_words[] = {"raw", "discord", "slack", "telegram", "matrix", "ntfy", NULL};
const char *const webhook_when_words[] = {"all", "my-turn", NULL};
const char *const notice_words[] = {"events", "turn", "news", "test", NULL};

/* What each format takes besides the URL. */
static const struct { const char *setting; int authorization, authorization_needed; } formats[FORMAT_COUNT] = {
	[FORMAT_RAW] = {NULL, 1, 0},
	[FORMAT_DISCORD] = {NULL, 0, 0},
	[FORMAT_SLACK] = {NULL, 0, 0},
	[FORMAT_TELEGRAM] = {"chat_id", 0, 0},
	[FORMAT_MATRIX] = {"room", 1, 1},
	[FORMAT_NTFY] = {NULL, 1, 0},
};

/* --- settings --------------------------------------------------------------------- */

void webhook_setting(const struct store_webhook *w, const char *name, char out[WEBHOOK_SETTING + 1])
{
	char why[160];
	struct json *all = json_parse(w->settings, strlen(w->settings), why);
	const char *text = all ? json_string(json_member(all, name)) : NULL;

	snprintf(out, WEBHOOK_SETTING + 1, "%s", text ? text : "");
	json_free(all);
}

static int is_plain(const char *text)
{
	for (; *text; text++)
		if ((unsigned char)*text <= ' ' || (unsigned char)*text >= 0x7f)
			return 0;
	return 1;
}

/* "chat_id" or "room", where the format has it. */
static void read_setting(struct members *m, struct store_webhook *w, const char *name, int fresh)
{
	const char *own = formats[w->format].setting;
	int has = own && strcmp(own, name) == 0;
	char text[WEBHOOK_SETTING + 1];
	struct json_out o;
	struct buf out;

	if (!has) {
		if (members_value(m, name, OPTIONAL))
			members_fault(m, name, "is nothing that format %s has", webhook_format_words[w->format]);
		return;
	}
	if (!members_text(m, name, fresh ? REQUIRED : OPTIONAL, text, WEBHOOK_SETTING))
		return;
	if (!*text || !is_plain(text)) {
		members_fault(m, name, "must be printable ASCII without blanks");
		return;
	}
	buf_init(&out, STORE_SETTINGS);
	json_out_init(&o, &out);
	sink_object(&o.sink, NULL);
	sink_text(&o.sink, name, text);
	sink_end(&o.sink);
	if (buf_failed(&out))
		members_fault(m, name, "is too long");
	else
		memcpy(w->settings, out.data, out.size + 1);
	buf_free(&out);
}

static void read_authorization(struct members *m, struct store_webhook *w, int fresh)
{
	const char *format = webhook_format_words[w->format];
	enum presence p = fresh && formats[w->format].authorization_needed ? REQUIRED : OPTIONAL;
	const struct json *v = members_value(m, "authorization", p);
	const char *text = json_string(v);

	if (!v)
		return;
	if (!formats[w->format].authorization) {
		members_fault(m, "authorization", "is nothing that format %s has", format);
		return;
	}
	if (json_type(v) == JSON_NULL && !formats[w->format].authorization_needed) {
		w->authorization[0] = '\0';
		return;
	}
	if (!text || !*text || strlen(text) > STORE_AUTHORIZATION) {
		members_fault(m, "authorization", "must be a header's value as \"Bearer ...\" of up to %d bytes",
			STORE_AUTHORIZATION);
		return;
	}
	for (const char *p1 = text; *p1; p1++)
		if ((unsigned char)*p1 < ' ' || (unsigned char)*p1 >= 0x7f) {
			members_fault(m, "authorization", "may hold printable ASCII only");
			return;
		}
	memcpy(w->authorization, text, strlen(text) + 1);
}

/* --- the rest ----------------------------------------------------------------------- */

static int starts_with_bot(const char *path)
{
	size_t size = strlen(path), tail = strlen("/sendMessage");

	return strncmp(path, "/bot", 4) == 0 && size > tail && strcmp(path + size - tail, "/sendMessage") == 0;
}

/* What a format wants of its address; NULL: it is right. */
static const char *format_url_fault(const struct store_webhook *w)
{
	const char *path = webhook_url_path(w->url), *topic = strrchr(path, '/');

	switch ((enum webhook_format)w->format) {
	case FORMAT_TELEGRAM:
		return starts_with_bot(path) ? NULL : "must be https://api.telegram.org/bot<token>/sendMessage";
	case FORMAT_MATRIX:
		return *path && strcmp(path, "/") != 0 ? "must be the homeserver's address alone, without a path" : NULL;
	case FORMAT_NTFY:
		return !topic || !topic[1] || strpbrk(path, "?%") ? "must be https://<server>/<topic>" : NULL;
	case FORMAT_RAW:
	case FORMAT_DISCORD:
	case FORMAT_SLACK:
	case FORMAT_COUNT:
		break;
	}
	return NULL;
}

static void read_url(struct call *c, struct members *m, struct store_webhook *w, int fresh)
{
	const struct api_config *config = api_config(c->api);
	char url[STORE_URL + 1], why[160];
	const char *fault;

	if (!members_text(m, "url", fresh ? REQUIRED : OPTIONAL, url, STORE_URL))
		return;
	fault = webhook_url_fault(url, config->webhook_http);
	if (!fault && config->webhook_url && config->webhook_url(config->arg, url, why) < 0)
		fault = why;
	memcpy(w->url, url, strlen(url) + 1);
	if (!fault)
		fault = format_url_fault(w);
	if (fault)
		members_fault(m, "url", "%s", fault);
}

static int known_event(const char *name)
{
	for (int i = 0; notice_event_name(i); i++)
		if (strcmp(notice_event_name(i), name) == 0)
			return 1;
	return 0;
}

/* "events": a list of types, or null for all. */
static void read_events(struct members *m, struct store_webhook *w)
{
	const struct json *v = members_value(m, "events", OPTIONAL);
	char names[STORE_EVENT_NAMES + 1] = "";
	size_t size = 0;
	int place = 0;

	if (!v)
		return;
	if (json_type(v) != JSON_NULL && (json_type(v) != JSON_ARRAY || !json_first(v))) {
		members_fault(m, "events", "must be a list of types of events, or null for all of them");
		return;
	}
	for (v = json_type(v) == JSON_NULL ? NULL : json_first(v); v; v = json_next(v), place++) {
		const char *name = json_string(v);
		char pointer[40];

		snprintf(pointer, sizeof(pointer), "/events/%d", place);
		if (!name || !known_event(name)) {
			json_fault(m->faults, pointer, "must be a type of event, as \"game-finished\"");
			continue;
		}
		if (notice_passes(notice_mask(names), name) && *names) {
			json_fault(m->faults, pointer, "occurs twice");
			continue;
		}
		size += (size_t)snprintf(names + size, sizeof(names) - size, "%s%s", size ? " " : "", name);
		if (size >= sizeof(names)) {
			members_fault(m, "events", "are too many");
			return;
		}
	}
	memcpy(w->events, names, sizeof(names));
}

static void read_choices(struct members *m, struct store_webhook *w, int fresh)
{
	int format = w->format, when = w->when;

	if (fresh)
		members_choice(m, "format", OPTIONAL, webhook_format_words, &format);
	else if (members_value(m, "format", OPTIONAL))
		members_fault(m, "format", "stays as it is: make another webhook");
	if (fresh)
		when = format == FORMAT_RAW ? WHEN_ALL : WHEN_MY_TURN;
	members_choice(m, "when", OPTIONAL, webhook_when_words, &when);
	w->format = (uint8_t)format;
	w->when = (uint8_t)when;
}

void webhook_read(struct call *c, struct members *m, struct store_webhook *w, int fresh)
{
	read_choices(m, w, fresh);
	read_url(c, m, w, fresh);
	read_events(m, w);
	read_setting(m, w, "chat_id", fresh);
	read_setting(m, w, "room", fresh);
	read_authorization(m, w, fresh);
}
