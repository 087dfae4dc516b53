/*
 * lobby.h - what making a game shares with joining one.
 */
#ifndef MEEPLED_API_LOBBY_H
#define MEEPLED_API_LOBBY_H

#include "api/change.h"

/* How somebody wants to sit. */
struct sitting {
	int colour;			/* in the ruleset's list, -1: whichever is free */
	unsigned held;			/* bit per colour that is kept for others */
	char client_seed[STORE_CLIENT_SEED + 1];
};

/* "client_seed" alone; "colour" and that. */
void sitting_read_seed(struct members *m, struct sitting *s);
void sitting_read(struct members *m, const struct ruleset *r, struct sitting *s);
/*
 * Where the options give colours to seats, a colour stands for its seat: fills in
 * *seat (-1: none asked for) where `colour` (-1 too) says which it is.  0, or -1
 * with a fault when no such seat can be had.
 */
int lobby_match(const struct ruleset *r, const uint8_t options[GAME_OPTIONS_MAX], int seats, int colour,
	int64_t *seat, struct json_faults *faults);
/* No control characters in a text that people see; else a fault at `pointer`. */
void check_plain(struct json_faults *faults, const char *pointer, const char *text);
/*
 * What a new game is, whoever makes it: the caller, by that ruleset, tile set and
 * options.  -1 after fail().
 */
int lobby_fill(struct call *c, struct table *t, const struct ruleset *r, const struct tileset *ts,
	const uint8_t options[GAME_OPTIONS_MAX], int seats);
/* Add the row under a new random id; -1 after fail(). */
int lobby_add(struct call *c, struct table *t);
/* The events of a new game and of a seat. */
void lobby_note_created(struct change *ch);
void lobby_note_taken(struct change *ch, const struct store_seat *seat);
/*
 * The caller sits down where an invite says, or at a free seat where the table is
 * open to all; the game begins when it was the last.  Entries of its own.
 */
int lobby_join(struct change *ch, const struct sitting *s);
/* The body of requests that hold an expected version at most; -1 after fail(). */
int lobby_plain_body(struct call *c, const struct table *t);
/* Whoever sits at that place in seats[] leaves the lobby; writes event and entry. */
int lobby_leave(struct change *ch, int place);
/* The game is called off; writes event and entry. */
int lobby_abort(struct change *ch);
/* The caller takes the free seat `number`; writes the event. */
int lobby_sit(struct change *ch, const struct sitting *s, int number);
/*
 * The game begins with the table's seats, seeds and options: fills in t->game
 * and the first events.  -1 with the reason in err->text.
 */
int lobby_begin(struct table *t, struct events *events, struct game_error *err);
/* Begin to play with those who sit; entries of its own. */
int lobby_start(struct change *ch);

#endif
