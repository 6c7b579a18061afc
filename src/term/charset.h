/* Encodes the character of a cell for a terminal, and decodes what the terminal sends. CP437 and ASCII have a
 * substitute for every character that we draw (suits, boxes, blocks), and "?" for others. */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum charset { CHARSET_UTF8, CHARSET_CP437, CHARSET_ASCII };

/* Writes the bytes of a character that may be in a cell, and returns how many: 1 to 4, in CP437 and ASCII always 1.
 * None is a control byte. In CP437 and ASCII suits become the letters h d (red) and S C (black). */
size_t charset_encode(enum charset cs, uint32_t character, char out[4]);

/* The same for a terminal that shows the bytes 03 to 06 as suits: in CP437 it gets them. */
size_t charset_encode_suits(enum charset cs, uint32_t character, char out[4]);

/* Is it one of the four suits that charset_encode_suits() sends as 03 to 06? */
bool charset_is_suit(uint32_t character);

/* The character of a CP437 byte. Below 0x80 it is ASCII, and controls are the pictures of art files; 00 is a space. */
uint32_t charset_cp437(uint8_t byte);
