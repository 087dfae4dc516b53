/* fill.h - a store with very many games, made by SQL past the daemon. */
#ifndef MEEPLED_TESTS_BENCH_FILL_H
#define MEEPLED_TESTS_BENCH_FILL_H

/* Add `games` finished games of two players to the database in that folder; no daemon may run on it. */
void fill_games(const char *folder, int games);
/* Remove the folder and the files in it. */
void remove_folder(const char *folder);

#endif
