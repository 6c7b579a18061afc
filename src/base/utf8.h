/* UTF-8 (RFC 3629) one character at a time, and how many columns it takes on a terminal. The width comes from
 * utf8proc's Unicode tables, never from the locale. */
#pragma once
#include <stddef.h>
#include <stdint.h>

#define UTF8_REPLACEMENT 0xFFFDu

/* Decodes the character at bytes[0..n), n >= 1. Returns how many bytes it took (1 to 4); a byte that belongs to no
 * character takes 1 and gives UTF8_REPLACEMENT. */
size_t utf8_decode(const char *bytes, size_t n, uint32_t *character);

/* Writes 1 to 4 bytes, no NUL; returns how many. What is no character gives UTF8_REPLACEMENT. */
size_t utf8_encode(uint32_t character, char out[4]);

/* Columns: 0 (combining, format, control), 1 or 2. Ambiguous width counts as 1. */
int utf8_width(uint32_t character);

/* Columns of a NUL-terminated string, and of n bytes. */
int utf8_columns(const char *string);
int utf8_columns_of(const char *bytes, size_t n);

/* The capital or the small letter of a letter that has one; else the character itself. */
uint32_t utf8_upper(uint32_t character);
uint32_t utf8_lower(uint32_t character);
