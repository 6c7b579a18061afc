/* From the one character of a cell to the bytes of a terminal, and back from what it types. CP437 and ASCII have a
 * likeness for every character we draw (suits, boxes, blocks); for others "?". */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum charset { CHARSET_UTF8, CHARSET_CP437, CHARSET_ASCII };

/* "UTF-8", "CP437", "plain". */
const char *charset_name(enum charset cs);

/* The bytes of a character that may stand in a cell, 1 to 4 of them; in CP437 and ASCII always 1, and never a control
 * byte: suits become the letters h d (red) and S C (black). */
size_t charset_encode(enum charset cs, uint32_t character, char out[4]);

/* The same for a terminal that shows the bytes 03 to 06 as suits: they are what it gets in CP437. */
size_t charset_encode_suits(enum charset cs, uint32_t character, char out[4]);

/* One of the four suit signs that charset_encode_suits() sends as themselves. */
bool charset_is_suit(uint32_t character);

/* The character of one CP437 byte (0x80 up; below that ASCII, controls as the pictures of art files; 00 is a space). */
uint32_t charset_cp437(uint8_t byte);
