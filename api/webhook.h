/*
 * webhook.h - what the parts of webhooks share.
 *
 *	webhooks.c	the resource: /v1/webhooks
 *	webhook_read.c	a webhook as a caller sends it
 *	webhook_url.c	addresses
 *	webhook_sign.c	secrets and signatures
 *	notice.c	who is told of a change
 *	delivery.c	what is due, and what became of it
 *	dispatch.c	a message as it is sent
 *	chat.c		a notice in words
 */
#ifndef MEEPLED_API_WEBHOOK_H
#define MEEPLED_API_WEBHOOK_H

#include "api/call.h"
#include "api/json.h"
#include "api/table.h"
#include "storage/webhooks.h"

enum {
	WEBHOOKS_MAX = 20,			/* of a player */
	OUTBOX_MAX = 10000,			/* messages that wait for one webhook, unless configured */
	WEBHOOK_SETTING = 200			/* bytes of chat_id and room */
};

/* Kept as numbers: append only; names in webhook_read.c. */
enum webhook_format {
	FORMAT_RAW, FORMAT_DISCORD, FORMAT_SLACK, FORMAT_TELEGRAM, FORMAT_MATRIX, FORMAT_NTFY, FORMAT_COUNT
};
enum webhook_when { WHEN_ALL, WHEN_MY_TURN };

/* What a message is about; kept as numbers: append only. */
enum notice_kind {
	NOTICE_EVENTS,				/* events of a change, as they are */
	NOTICE_TURN,				/* the game waits for seats that it did not wait for before */
	NOTICE_NEWS,				/* something that people want to know, perhaps with a turn */
	NOTICE_TEST,
	NOTICE_KINDS
};
extern const char *const webhook_format_words[], *const webhook_when_words[], *const notice_words[];

/*
 * A webhook from the body of a request, over what *w is.  Faults are collected.
 * `fresh`: it is a new one, url is required; else whatever is absent stays.
 */
void webhook_read(struct call *c, struct members *m, struct store_webhook *w, int fresh);
/* A setting of the format ("chat_id", "room"), or "". */
void webhook_setting(const struct store_webhook *w, const char *name, char out[WEBHOOK_SETTING + 1]);

/*
 * NULL, or what is wrong with the URL ("must begin with https://"): scheme, host, port,
 * no credentials, no fragment, nothing that has no place in a URL.
 */
const char *webhook_url_fault(const char *url, int http_allowed);
/* Where the part of a URL behind the host begins. */
const char *webhook_url_path(const char *url);

/* --- signatures (Standard Webhooks 1.0) ---------------------------------------- */

enum {
	SECRET_TEXT = 64,			/* "whsec_" and base64, with the NUL */
	SIGNATURE_TEXT = 52			/* "v1,", base64 and a NUL */
};
void webhook_secret_text(const unsigned char secret[STORE_SECRET], char out[SECRET_TEXT]);
/* Of "id.seconds.body" by HMAC-SHA256. */
void webhook_sign(const unsigned char *key, size_t key_size, const char *id, int64_t seconds, const char *body,
	size_t size, char out[SIGNATURE_TEXT]);

/* --- who is told ----------------------------------------------------------------- */

/* Bit per seat whose turns the webhook is about; all for one of a single game.  -1 after fail(). */
int webhook_seats(struct call *c, const struct store_webhook *w, const struct table *t, unsigned *seats);
/* Bits of the events with these names, blanks between; "" is all. */
uint64_t notice_mask(const char *names);
/* 1 when an event of that type passes; those unknown here pass where no events are named. */
int notice_passes(uint64_t mask, const char *type);
/* By number, until NULL. */
const char *notice_event_name(int i);

/* --- a notice in words -------------------------------------------------------------- */

struct chat {
	const struct store_webhook *webhook;
	const struct store_message *message;
	const struct table *table;
	const struct buf *events;		/* what happened, a line each */
	unsigned seats;				/* whose turn the receiver is told of */
	int64_t version;			/* that all this is about */
	const char *public_url;			/* "" or "https://play.example.org" */
};
/* The request: method, url, headers' values and body by the format.  0, or -1: no memory. */
struct chat_request {
	const char *method;
	char url[2 * STORE_URL];
	struct buf body;			/* to be freed */
};
int chat_write(const struct chat *chat, struct chat_request *out);

#endif
