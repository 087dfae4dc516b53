/*
 * admin_audit.c - acts of administrators on their way into the audit log, and
 * reading it.
 */
#include "api/admin.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/handlers.h"
#include "api/name.h"
#include "api/show.h"

enum { PAGE = 50, PAGE_MAX = 200 };

/* --- an act -------------------------------------------------------------------- */

void act_begin(struct act *a, struct call *c, const char *name)
{
	memset(a, 0, sizeof(*a));
	a->c = c;
	a->audit.at = c->now;
	memcpy(a->audit.token, c->token.id, sizeof(a->audit.token));
	memcpy(a->audit.name, c->token.name, sizeof(a->audit.name));
	snprintf(a->audit.act, sizeof(a->audit.act), "%s", name);
	snprintf(a->audit.request, sizeof(a->audit.request), "%s", c->x->request_id);
	buf_init(&a->buf, STORE_AUDIT_TEXT);
	json_out_init(&a->detail, &a->buf);
	sink_object(&a->detail.sink, NULL);
	members_begin(&a->m, c->body, "", &a->faults);
	members_line(&a->m, "reason", REQUIRED, ADMIN_REASON_CHARS, a->audit.reason, STORE_AUDIT_TEXT);
}

int act_checked(struct act *a)
{
	members_done(&a->m);
	return fail_on_faults(a->c, &a->faults);
}

void act_target(struct act *a, const char *kind, const char *id)
{
	snprintf(a->audit.target, sizeof(a->audit.target), "%s/%.40s", kind, id);
}

int act_done(struct act *a)
{
	struct call *c = a->c;
	struct json_out out;

	sink_end(&a->detail.sink);
	if (buf_failed(&a->buf))
		return fail(c, ERR_INTERNAL, "the act has more detail than its entry holds");
	memcpy(a->audit.detail, a->buf.data, a->buf.size + 1);
	if (store_ok(c, store_audit_add(c->conn, &a->audit)) < 0)
		return -1;
	json_out_init(&out, &c->out);
	sink_object(&out.sink, NULL);
	audit_describe(&a->audit, "audit", &out);
	sink_end(&out.sink);
	return 0;
}

void act_dispose(struct act *a)
{
	buf_free(&a->buf);
}

/* --- the log ------------------------------------------------------------------- */

void audit_describe(const struct store_audit *a, const char *key, struct json_out *out)
{
	sink_object(&out->sink, key);
	sink_number(&out->sink, "number", (long)a->number);
	show_time(&out->sink, "at", a->at);
	sink_text(&out->sink, "token", a->token);
	sink_text(&out->sink, "name", a->name);
	sink_text(&out->sink, "act", a->act);
	sink_text(&out->sink, "target", a->target);
	json_out_raw(out, "detail", a->detail, strlen(a->detail));
	sink_text(&out->sink, "reason", a->reason);
	sink_text(&out->sink, "request_id", a->request);
	sink_end(&out->sink);
}

struct page {
	struct json_out out;
	int left, more;
	int64_t last;
};

static int put_entry(void *arg, const struct store_audit *a)
{
	struct page *p = arg;

	if (p->left-- == 0) {
		p->more = 1;
		return 1;
	}
	audit_describe(a, NULL, &p->out);
	p->last = a->number;
	return 0;
}

/* A cursor is the number of the last entry seen. */
static int read_cursor(struct call *c, int64_t *before)
{
	const char *text = call_query(c, "cursor");
	char *end;

	*before = 0;
	if (!text)
		return 0;
	*before = *text == 'a' && strlen(text) < 20 && strspn(text + 1, "0123456789") == strlen(text) - 1
		? strtoll(text + 1, &end, 10) : 0;
	return *before > 0 ? 0 : fail(c, ERR_BAD_REQUEST, "this cursor was not given by the audit log");
}

int h_admin_audit(struct call *c)
{
	struct page p = {0};
	int64_t limit, before;
	char cursor[24];

	if (call_query_integer(c, "limit", 1, PAGE_MAX, PAGE, &limit) < 0 || read_cursor(c, &before) < 0)
		return -1;
	p.left = (int)limit;
	json_out_init(&p.out, &c->out);
	sink_object(&p.out.sink, NULL);
	sink_array(&p.out.sink, "entries");
	if (store_ok(c, store_audit_list(c->conn, before, (int)limit + 1, put_entry, &p)) < 0)
		return -1;
	sink_end(&p.out.sink);
	snprintf(cursor, sizeof(cursor), "a%lld", (long long)p.last);
	if (p.more)
		sink_text(&p.out.sink, "next", cursor);
	else
		sink_null(&p.out.sink, "next");
	sink_end(&p.out.sink);
	if (p.more)
		snprintf(c->link, sizeof(c->link), "</v1/admin/audit?limit=%d&cursor=%s>; rel=\"next\"", (int)limit, cursor);
	return 0;
}
