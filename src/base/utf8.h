/* UTF-8 (RFC 3629) one character at a time, and the number of columns that it takes on a terminal. The width comes from
 * the Unicode tables of utf8proc, never from the locale. */
#pragma once
#include <stddef.h>
#include <stdint.h>

#define UTF8_REPLACEMENT 0xFFFDu

/* Decodes the character at bytes[0..n), n >= 1. Returns the bytes it took, 1 to 4. A byte that belongs to no character
 * takes 1 and gives UTF8_REPLACEMENT. */
size_t utf8_decode(const char *bytes, size_t n, uint32_t *character);

/* Writes 1 to 4 bytes without a NUL; returns how many. An invalid character gives UTF8_REPLACEMENT. */
size_t utf8_encode(uint32_t character, char out[4]);

/* The columns of a character: 0 (combining, format, control), 1 or 2. Ambiguous width counts as 1. */
int utf8_width(uint32_t character);

/* How many of n bytes, from the first on, are printable ASCII, each a character of one column. */
size_t utf8_ascii_run(const char *bytes, size_t n);

/* The columns of a NUL-terminated string, and of n bytes. */
int utf8_columns(const char *string);
int utf8_columns_of(const char *bytes, size_t n);

/* The upper or lower case of a letter that has one; else the character itself. */
uint32_t utf8_upper(uint32_t character);
uint32_t utf8_lower(uint32_t character);
