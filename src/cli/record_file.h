/* A record that is named on the command line: read wholly, and refused in one line on standard error. */
#pragma once
#include "games/catalogue/record.h"

/* Reads the record in the file (or standard input: "-"), shows its positions to watch (may be NULL) as they come.
 * false: "FILE:LINE:COLUMN: reason" or why it cannot be read has gone to standard error, after all that was printed
 * before; r holds nothing. record_clear() frees r. */
bool record_file_read(struct record *r, const char *path, const struct record_watch *watch);

/* How a round stands, as one line without its newline: the result in words and the points, or that it is not over.
 * state is the one after r's last move. */
void record_end_words(const struct record *r, const void *state, struct text *out);

/* A player's name, fit to be shown, and for a computer player that it is one. */
void record_name_words(const struct record *r, int seat, struct text *out);
