/*
 * limits.h - everything that one caller may have or ask for, in one place.
 *
 * Rates: how often.  Each is a token bucket of `quota` units that refills
 * evenly within `seconds`; the quotas are the host's to choose (daemon/config.h,
 * api_config.rates), 0 is no limit.  See api/rate.h and api/guard.h.
 *
 * Limits: how many.  What a player has at the same time; the numbers are
 * api_config.limits, 0 is no limit.  See limit_check().
 *
 * What a single request may hold (bytes of body, header, target) is in
 * api/api.h, what a game may grow to in api/table.h.
 */
#ifndef MEEPLED_API_LIMITS_H
#define MEEPLED_API_LIMITS_H

/*
 * Enumerator, name in RateLimit and RateLimit-Policy, seconds, what is counted:
 *	REQUESTS	a caller: the token, or the address of one who sends none
 *	ADDRESS		all requests from one address, whatever token they carry
 *	REGISTRATIONS	players made from one address without a manager's token
 *	FAILURES	tokens from one address that turned out to be none
 *	CODES		invites and pairing codes tried, by address and by token
 */
#define RATES(X) \
	X(REQUESTS, "default", 60) \
	X(ADDRESS, "address", 60) \
	X(REGISTRATIONS, "registrations", 3600) \
	X(FAILURES, "failures", 60) \
	X(CODES, "codes", 600)

enum rate_kind {
#define X(id, name, seconds) RATE_##id,
	RATES(X)
#undef X
	RATE_KINDS
};

/* Units that a request costs: one that changes something ends on the disk. */
enum { RATE_COST_READ = 1, RATE_COST_CHANGE = 4 };

/*
 * Enumerator, name in /v1/me and in refusals, what a player has of it, how to
 * come below the limit again.
 */
#define LIMITS(X) \
	X(OPEN_GAMES, "open_games", "games that are not over, as a player or as their maker", \
		"finish or leave one, resign, or call off what you made") \
	X(TOKENS, "tokens", "tokens", \
		"revoke one that is not needed any more with DELETE /v1/me/tokens/{id}") \
	X(WEBHOOKS, "webhooks", "webhooks", \
		"remove one that is not needed any more with DELETE /v1/webhooks/{id}") \
	X(MANAGED, "managed_players", "players that are managed", \
		"let go of one with DELETE /v1/me/players/{id}") \
	X(STORED_BYTES, "stored_bytes", "bytes of messages and of records brought in", \
		"nothing can be taken back: ask whoever runs this host")

enum limit {
#define X(id, name, what, remedy) LIMIT_##id,
	LIMITS(X)
#undef X
	LIMIT_COUNT
};

#endif
