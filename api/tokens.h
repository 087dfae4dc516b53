/*
 * tokens.h - tokens as answers show them, and making one.
 */
#ifndef MEEPLED_API_TOKENS_H
#define MEEPLED_API_TOKENS_H

#include "api/call.h"

/* Members "id" to "last_used_at" into an open object; never the token itself. */
void token_describe(const struct store_token *t, struct sink *out);
/*
 * Complete *t (player, name, scopes, expires_at are given) and keep it; `text`
 * gets the token, which nobody sees again.  0, or -1 after fail().
 */
int token_add(struct call *c, struct store_token *t, char text[API_TOKEN_TEXT]);

#endif
