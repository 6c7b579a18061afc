/* Help in our own words: short books, read a page at a time. */
#pragma once
#include "session/session.h"

struct game;
struct help_book;

extern const struct screen screen_help; /* arg: the struct help_book to read */

extern const struct help_book help_rules;   /* how the games are played, then the keys */
extern const struct help_book help_table;   /* the keys and words of all tables, then the rules */
extern const struct help_book help_account; /* names, keys and passwords */

/* Opens the help for somebody who plays that game: its keys, words and rules. */
void help_show(struct session *s, const struct game *game);
