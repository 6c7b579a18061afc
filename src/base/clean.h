/* The one sanitizer. Everything that a stranger sends (names, chat, TERM, versions, environment) passes it on the way
 * in; the canvas and the log use it again on the way out. It never fails: it leaves out what is not allowed. */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* May this character be shown to another person? Refuses controls (C0, DEL, C1), format and bidirectional marks,
 * surrogates, private use, unassigned characters, variation selectors, invisible fillers and line separators. */
bool clean_character(uint32_t character);

/* One line of text for people (chat, titles). The result is valid UTF-8 in NFC and holds clean_character()s only; runs
 * of white space become one space, with none at the ends; a character has at most two combining marks. Cuts at size
 * between characters. Returns the bytes written, without the NUL. size is at least 1. */
size_t clean_line(char *out, size_t size, const char *in, size_t n);

/* One word for programs (TERM, a version, the value of a variable): keeps printable ASCII, 0x21 to 0x7E, and leaves out
 * the rest. Returns the bytes written, without the NUL. size is at least 1. */
size_t clean_word(char *out, size_t size, const char *in, size_t n);

/* For the log: printable ASCII stays, a backslash is doubled, every other byte becomes \xNN. So the result is one line,
 * and it can be told apart from our own words. Returns the bytes written, without the NUL. size is at least 1. */
size_t clean_escape(char *out, size_t size, const char *in, size_t n);

#define NAME_MAX_LENGTH 16 /* bytes of a name, which is ASCII */

/* NULL when name may be the name of a person: 2 to 16 of [A-Za-z0-9_-], not beginning with _ or -, and not reserved.
 * Else why not, a whole sentence (a string constant). */
const char *clean_name_why(const char *name);

/* The skeleton of a name, which is the same for names that look the same. Upper and lower case are equal, and so are I
 * l 1, O 0, rn m and vv w; - and _ do not count. name has passed clean_name_why(). db/0006_skeleton.sql computes the
 * same in SQL. */
void clean_skeleton(char out[NAME_MAX_LENGTH + 1], const char *name);

/* Like clean_name_why(), for a new name: it may not look like a reserved one either. The sentence is a constant. */
const char *clean_new_name_why(const char *name);

/* Makes a name from what a stranger suggests (an SSH user name): leaves out characters that a name may not have, and
 * cuts it. The result is "" when it would not pass clean_new_name_why(). */
void clean_name(char out[NAME_MAX_LENGTH + 1], const char *in);
