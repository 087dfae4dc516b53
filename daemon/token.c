/*
 * A token, mostly an administrator's, made without the service: whoever may write
 * into the data folder may do everything anyway.
 */
#include "daemon/token.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "api/api.h"
#include "daemon/data.h"

static uint32_t scope_bits(const struct config_list *words)
{
	static const struct { const char *word; uint32_t bit; } scopes[] = {
		{ "read", SCOPE_READ }, { "play", SCOPE_PLAY }, { "manage", SCOPE_MANAGE }, { "admin", SCOPE_ADMIN },
	};
	uint32_t bits = 0;

	for (int i = 0; i < words->count; i++)
		for (size_t k = 0; k < sizeof scopes / sizeof *scopes; k++)
			if (strcmp(words->at[i], scopes[k].word) == 0)
				bits |= scopes[k].bit;
	return bits;
}

static int complain(int status, const char *why)
{
	fprintf(stderr, "meepled: token create: %s\n", why);
	return status;
}

static int create(struct store_conn *writer, const struct config *c, char token[API_TOKEN_TEXT])
{
	int64_t expires = c->expires ? ((int64_t)time(NULL) + c->expires * 86400ll) * 1000 : 0;
	char why[240];

	if (api_token_create_for(writer, c->player, c->name, scope_bits(&c->scope), expires, token, why) != 0)
		return complain(1, why);
	return 0;
}

int token_create(const struct config *c)
{
	struct store_error err;
	struct store *store = NULL;
	struct store_conn *writer = NULL;
	char token[API_TOKEN_TEXT];
	int status;

	if (!*c->name)
		return complain(2, "--name is missing");
	if (!c->scope.count)
		return complain(2, "--scope is missing: read, play, manage or admin");
	umask(077);
	store = data_open(c, &err);
	if (store)
		writer = store_writer(store, &err);
	status = writer ? create(writer, c, token) : complain(1, err.text);
	if (status == 0)
		puts(token);
	store_disconnect(writer);
	store_close(store);
	return status;
}
