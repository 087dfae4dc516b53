#!/bin/sh
# Secrets are never compared with an early way out: what holds tokens, keys and
# codes, or their hashes, is found by an index of hashes or compared by sodium_memcmp().
#
#	sh tests/lint/secrets.sh
cd "$(dirname "$0")/../.." || exit 2
if grep -nE '(^|[^_a-z])(memcmp|strn?(case)?cmp)\(' api/*.c daemon/*.c |
	grep -iE '\(.*(secret|token_hash|key_hash|->hash|\.hash|seal\b|signature|code_hash)'; then
	echo "secrets: compared byte by byte; take sodium_memcmp()" >&2
	exit 1
fi
grep -q 'sodium_memcmp(c->token.hash, f->token_hash' api/auth.c || {
	echo "secrets: api/auth.c does not compare the token's hash" >&2
	exit 1
}
echo "secrets: good"
