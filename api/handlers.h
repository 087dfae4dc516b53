/*
 * handlers.h - the handlers of the rows in route.c; see call.h for what a
 * handler is.
 */
#ifndef MEEPLED_API_HANDLERS_H
#define MEEPLED_API_HANDLERS_H

#include "api/call.h"

/* meta.c, docs.c */
handler h_index, h_rulesets, h_ruleset, h_tileset;
handler h_openapi, h_docs, h_problems, h_problem, h_livez, h_readyz, h_metrics;

/* web.c, web_page.c, session.c.  h_web_file: row.extra is an enum web_place. */
handler h_web_file, h_web_home, h_web_game, h_session_create, h_session_delete;
enum web_place { WEB_TOP, WEB_VENDOR, WEB_WORKER };

/* players.c, tokens.c */
handler h_player_create, h_player_get, h_me_get, h_me_change, h_me_delete;
handler h_me_turns, h_me_events;	/* turns.c, me_events.c */
handler h_tokens_list, h_token_create, h_token_delete;

/* managed.c, pairing.c */
handler h_managed_list, h_managed_get, h_managed_change, h_managed_end;
handler h_managers_list, h_manager_end, h_pairing_create, h_pairing_delete, h_pairing_redeem;

/* Games.  h_game_action: row.extra is the enum action_type, ACTION_NONE for /actions. */
handler h_games_create, h_games_list, h_game_get, h_seat_take, h_seat_leave;
handler h_game_start, h_game_abort, h_game_legal, h_game_action, h_game_events;
handler h_game_at, h_game_board_text, h_game_picture, h_game_record, h_game_fairness, h_records_import;

/* invite.c */
handler h_invite_create, h_invites_list, h_invite_revoke;

/* leaderboard.c */
handler h_leaderboard;

/* rematch.c */
handler h_game_rematch;

/* messages.c */
handler h_message_post, h_messages_list;
/* webhooks.c */
handler h_webhooks_list, h_webhook_create, h_webhook_get, h_webhook_change, h_webhook_delete;
handler h_webhook_test, h_webhook_secret, h_deliveries_list, h_delivery_again;
/* substitutes.c */
handler h_seat_offer, h_seat_withdraw, h_seat_take_over, h_seat_return;

/* clock_get.c, clock_pause.c, times.c */
handler h_game_clock, h_game_pause;
handler h_hours_get, h_hours_put, h_hours_delete, h_vacation_get, h_vacation_put, h_vacation_delete;
/* admin.c, admin_audit.c, admin_acts.c.  h_games_list: row.extra is 1 for /v1/admin/games. */
handler h_admin_game, h_admin_players, h_admin_player, h_admin_tokens, h_admin_webhooks, h_admin_queue;
handler h_admin_audit, h_admin_settings, h_admin_settings_change, h_admin_timeout, h_admin_abort;
handler h_admin_message_remove, h_admin_account_close, h_admin_account_reopen;

/* In the row of `choose`, which stands for every decision: the body's `type` says which. */
enum { ACTION_ANY_DECISION = -1 };

#endif
