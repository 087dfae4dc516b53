/*
 * errors.h - every error that the service answers with, as one table.
 *
 * Code (in bodies and in the path of its page, /problems/<code>), HTTP
 * status, title, and a sentence for the page: what it means, what to do.
 */
#ifndef MEEPLED_API_ERRORS_H
#define MEEPLED_API_ERRORS_H

#define ERRORS(X) \
	X(BAD_JSON, 400, "bad-json", "The body is not JSON", \
		"The body must be one JSON text in UTF-8 without duplicate members or trailing bytes.") \
	X(BAD_REQUEST, 400, "bad-request", "The request is malformed", \
		"A header, a query parameter or the path is not of the form that the API describes.") \
	X(UNAUTHORIZED, 401, "unauthorized", "A token is needed", \
		"Send 'Authorization: Bearer mpl_...'. POST /v1/players gives a token.") \
	X(INVALID_TOKEN, 401, "invalid-token", "The token is not valid", \
		"The token is unknown, expired or revoked. Make a new one with another token or register anew.") \
	X(INSUFFICIENT_SCOPE, 403, "insufficient-scope", "The token may not do this", \
		"The token lacks the scope named in 'scope'. Make a token that has it with POST /v1/me/tokens.") \
	X(FORBIDDEN, 403, "forbidden", "You may not do this", \
		"The thing exists, but it is not yours to change or to see.") \
	X(NOT_MANAGED, 403, "not-managed", "You may not act for this player", \
		"A manager acts for players that it made and for those that let it by a code, POST /v1/pairings.") \
	X(REGISTRATION_CLOSED, 403, "registration-closed", "Registration is closed", \
		"This host does not take new players by itself. Ask whoever runs it for a token.") \
	X(NOT_SEATED, 403, "not-seated", "You have no seat in this game", \
		"Only a player who sits in the game may act in it.") \
	X(INVITE_INVALID, 403, "invite-invalid", "The invite is not good", \
		"It is for another game or player, was used or revoked, or has expired. Ask who made the game for a new one.") \
	X(NOT_FOUND, 404, "not-found", "There is nothing here", \
		"The path or the thing it names does not exist. GET /v1 lists where to begin.") \
	X(METHOD_NOT_ALLOWED, 405, "method-not-allowed", "The method is not allowed here", \
		"'Allow' lists the methods of this resource.") \
	X(NOT_ACCEPTABLE, 406, "not-acceptable", "None of the accepted types can be served", \
		"'Accept' must allow application/json, or text/plain where the API offers it.") \
	X(GAME_FULL, 409, "game-full", "No seat is free", \
		"Every seat of the game is taken. Look for another: GET /v1/games?open_seats=true.") \
	X(SEAT_TAKEN, 409, "seat-taken", "The seat or colour is taken", \
		"Choose another seat or colour, or leave it out to get a free one.") \
	X(ALREADY_SEATED, 409, "already-seated", "You sit in this game already", \
		"A player has one seat in a game.") \
	X(INVITE_OVER, 409, "invite-over", "The invite is not open any more", \
		"It was used or revoked before.") \
	X(SEAT_NOT_OFFERED, 409, "seat-not-offered", "The seat is not offered", \
		"A seat of a game that is played can be taken over while 'offered' of it is true.") \
	X(SEAT_OUT, 409, "seat-out", "The seat has left the game", \
		"It has resigned or run out of time; nobody plays it any more.") \
	X(NOT_IN_LOBBY, 409, "not-in-lobby", "The game has begun or is over", \
		"Seats can be taken and left only before the start.") \
	X(TOO_FEW_SEATS, 409, "too-few-seats", "Too few seats are taken", \
		"A game starts with at least as many players as its ruleset needs.") \
	X(NOT_STARTED, 409, "not-started", "The game has not begun", \
		"Wait for the seats to fill, or let the creator start it.") \
	X(GAME_OVER, 409, "game-over", "The game is over", \
		"Nothing can be done in it any more; its record can be read.") \
	X(NOT_OVER, 409, "not-over", "The game is not over", \
		"Play it to its end first.") \
	X(NOT_YOUR_TURN, 409, "not-your-turn", "It is another seat's turn", \
		"'waiting_for' names the seats that are to act.") \
	X(WRONG_PHASE, 409, "wrong-phase", "Not at this point of the turn", \
		"'expected' lists what your seat may do now.") \
	X(ILLEGAL_PLACEMENT, 409, "illegal-placement", "The tile does not go there", \
		"'conflicts' names the sides that do not continue; 'legal' links to all places.") \
	X(RULE, 409, "rule", "The rules do not allow it", \
		"'rule' names the rule; 'legal' links to what may be done.") \
	X(NOTHING_TO_UNDO, 409, "nothing-to-undo", "There is nothing to take back", \
		"Undo reaches back within your own turn to the last random reveal.") \
	X(REVEALS, 409, "reveals-first", "Something is revealed in between", \
		"The next step can be sent only after the reveal was seen: send the steps one by one.") \
	X(STILL_MANAGING, 409, "still-managing", "You have made players that are still there", \
		"Before a manager is deleted: delete the players that it made, or give them a token of their own and let go of them.") \
	X(TIMED_OUT, 409, "timed-out", "Your time was up", \
		"The time-out came first: 'timed_out_at' says when it was noted, the event seat-timed-out what followed.") \
	X(NO_CLOCK, 409, "no-clock", "The game has no clock", \
		"Only games that were made with one can be paused.") \
	X(NO_PAUSE, 409, "no-pause", "The clock cannot be paused so", \
		"A pause is asked for by one seat and agreed to by all; 'clock' of the game says what is left and who asks.") \
	X(NO_VACATION, 409, "no-vacation", "The vacation cannot be had", \
		"GET /v1/me/vacation says how much is left and what is set.") \
	X(LIMIT_REACHED, 409, "limit-reached", "There are as many as may be", \
		"'limit' names what there is too much of, 'most' is how much there may be, 'detail' tells how to come " \
		"below. GET /v1/me shows all limits and what is used of them.") \
	X(NO_CHANGE, 409, "no-change", "It is so already", \
		"What was asked for has been done before; nothing was changed.") \
	X(STALE_VERSION, 412, "stale-version", "The game has moved on", \
		"'version' is the present one and 'events' are those that you have not seen.") \
	X(TOO_LARGE, 413, "too-large", "The body is too large", \
		"A body may have up to 65,536 bytes.") \
	X(UNSUPPORTED_TYPE, 415, "unsupported-type", "The body's type is not taken", \
		"Send 'Content-Type: application/json'.") \
	X(INVALID_FIELDS, 422, "invalid-fields", "Some members are not right", \
		"'errors' lists each with its JSON pointer.") \
	X(KEY_REUSED, 422, "key-reused", "The key was used for another request", \
		"An Idempotency-Key stands for one method, path and body. Take a new key.") \
	X(BAD_CODE, 422, "bad-code", "The code is not valid", \
		"A code is good for ten minutes and once. Ask its owner for a new one: POST /v1/me/pairing.") \
	X(INVALID_RECORD, 422, "invalid-record", "The record does not verify", \
		"'difference' names the first place where the record and the computed game differ.") \
	X(TOO_MANY, 429, "too-many-requests", "Too many requests", \
		"Wait as long as 'Retry-After' says. 'policy' names the limit; RateLimit-Policy and RateLimit tell " \
		"of every answer how much may be asked for and how much of it is left.") \
	X(HEADERS_TOO_LARGE, 431, "headers-too-large", "The header is too large", \
		"Headers may have up to 16 KiB in all.") \
	X(INTERNAL, 500, "internal", "The service has a defect", \
		"Nothing was changed. The log of the host has the details under the request id.") \
	X(UNAVAILABLE, 503, "unavailable", "The service cannot do it right now", \
		"Nothing was changed. Try again after 'Retry-After' seconds; an Idempotency-Key makes that safe.")

enum error_code {
#define X(name, status, slug, title, help) ERR_##name,
	ERRORS(X)
#undef X
	ERROR_CODES
};

struct error_row { int status; const char *slug, *title, *help; };
extern const struct error_row error_rows[ERROR_CODES];

#endif
