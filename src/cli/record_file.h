/* A record that is named on the command line: read as a whole, and refused in one line on standard error. */
#pragma once
#include "games/catalogue/record.h"

/* Reads the record in a file (or standard input: "-") and shows its positions to watch, which may be NULL, as they
 * come. record_clear() frees r. false: the message, "FILE:LINE:COLUMN: reason" or why the file cannot be read, went to
 * standard error after everything printed before, and r holds nothing. */
bool record_file_read(struct record *r, const char *path, const struct record_watch *watch);

/* Appends how a round stands, as one line without a newline: the result and the points, or that it is not over. state
 * is the state after r's last move. */
void record_end_words(const struct record *r, const void *state, struct text *out);

/* Appends a player's name, sanitized, and "(computer)" for a computer player. */
void record_name_words(const struct record *r, int seat, struct text *out);
