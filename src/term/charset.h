/* From the one character of a cell to the bytes of a terminal, and back from what it types. CP437 and ASCII have a
 * likeness for every character we draw (suits, boxes, blocks); for others "?". */
#pragma once
#include <stddef.h>
#include <stdint.h>

enum charset { CHARSET_UTF8, CHARSET_CP437, CHARSET_ASCII };

/* "UTF-8", "CP437", "plain". */
const char *charset_name(enum charset cs);

/* 1 to 4 bytes. CP437: never a control byte (suits become letters h d c s); a terminal that shows 03..06 as suits is told
 * apart by charset_encode_suits(). */
size_t charset_encode(enum charset cs, uint32_t character, char out[4]);

/* The character of one CP437 byte (0x80 up; below that ASCII, controls as the pictures of art files). */
uint32_t charset_cp437(uint8_t byte);
