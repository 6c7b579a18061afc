/* The one sanitizer. Everything a stranger sends (names, chat, TERM, versions, environment) passes it on the way in,
 * and the canvas and the log use it again on the way out. It never fails: what is not wanted is left out. */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* May this character be shown to another person? Not: controls (C0, DEL, C1), format and bidirectional marks,
 * surrogates, private use, unassigned, variation selectors, invisible fillers, line separators. */
bool clean_character(uint32_t character);

/* One line of text for people (chat, titles): valid UTF-8 in NFC, only clean_character()s, runs of white space made
 * one space, none at the ends, at most two combining marks on a character. Cuts at size by whole characters.
 * Returns the bytes written, the NUL not counted. */
size_t clean_line(char *out, size_t size, const char *in, size_t n);

/* One word for programs (TERM, a version, a variable's value): printable ASCII 0x21 to 0x7E, the rest left out. */
size_t clean_word(char *out, size_t size, const char *in, size_t n);

/* For the log: printable ASCII stays, a backslash is doubled, every other byte becomes \xNN; so the result is one
 * line and can be told apart from our own words. Returns the bytes written. */
size_t clean_escape(char *out, size_t size, const char *in, size_t n);

/* NULL when name is 2 to 16 of [A-Za-z0-9_-], the first neither _ nor -, and not reserved; else the whole sentence why
 * not. */
const char *clean_name_why(const char *name);
#define NAME_MAX_LENGTH 16

/* What a name looks like at a glance: two names with one skeleton pass for each other. Upper and lower case, I l 1, O
 * 0, rn m and vv w are the same, - and _ count for nothing. name has passed clean_name_why(). db/0006_skeleton.sql has
 * the same in SQL. */
void clean_skeleton(char out[NAME_MAX_LENGTH + 1], const char *name);

/* As clean_name_why(), for a name that nobody has yet: it may not look like one of the house's either. */
const char *clean_new_name_why(const char *name);

/* Makes a name of what a stranger suggested (an SSH user name): leaves out what a name may not hold and cuts it.
 * "" when nothing usable is left, which is what clean_new_name_why() takes. */
void clean_name(char out[NAME_MAX_LENGTH + 1], const char *in);
