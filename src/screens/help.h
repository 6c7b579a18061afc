/* Help in our own words: short books, read a page at a time. */
#pragma once

struct game;
struct help_book;

extern const struct help_book help_rules;   /* how the games are played, then the keys */
extern const struct help_book help_table;   /* the keys and words at a table, then the rules */
extern const struct help_book help_account; /* names, keys and passwords */

/* The rules of that patience, then the keys of all. */
const struct help_book *help_patience(const struct game *game);
