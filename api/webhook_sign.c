/*
 * webhook_sign.c - signatures by which a receiver knows that a message is ours
 * and new (Standard Webhooks 1.0).
 */
#include "api/webhook.h"

#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

void webhook_secret_text(const unsigned char secret[STORE_SECRET], char out[SECRET_TEXT])
{
	memcpy(out, "whsec_", 6);
	sodium_bin2base64(out + 6, SECRET_TEXT - 6, secret, STORE_SECRET, sodium_base64_VARIANT_ORIGINAL);
}

void webhook_sign(const unsigned char *key, size_t key_size, const char *id, int64_t seconds, const char *body,
	size_t size, char out[SIGNATURE_TEXT])
{
	unsigned char mac[crypto_auth_hmacsha256_BYTES];
	crypto_auth_hmacsha256_state state;
	char head[STORE_MESSAGE_ID + 32];
	int head_size = snprintf(head, sizeof(head), "%.*s.%" PRId64 ".", STORE_MESSAGE_ID, id, seconds);

	crypto_auth_hmacsha256_init(&state, key, key_size);
	crypto_auth_hmacsha256_update(&state, (const unsigned char *)head, (unsigned long long)head_size);
	crypto_auth_hmacsha256_update(&state, (const unsigned char *)body, size);
	crypto_auth_hmacsha256_final(&state, mac);
	memcpy(out, "v1,", 3);
	sodium_bin2base64(out + 3, SIGNATURE_TEXT - 3, mac, sizeof(mac), sodium_base64_VARIANT_ORIGINAL);
	sodium_memzero(&state, sizeof(state));
}
