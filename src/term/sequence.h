/* What a complete escape sequence of a keyboard means, for all dialects at once: xterm (also with modifyOtherKeys),
 * kitty's protocol at every level, rxvt, the Linux console, SyncTERM, PuTTY. Tables, no state. */
#pragma once
#include "term/key.h"
#include "term/kind.h"

#include <stddef.h>
#include <stdint.h>

#define SEQUENCE_KEYS_MAX 8 /* keys of one sequence: the characters of one key in kitty's protocol */

/* The keys of a CSI sequence in a dialect: n bytes of parameters (at most KEYS_SEQUENCE_MAX) and the final byte.
 * Returns how many keys it wrote to out. It is 0 for a released key, a modifier alone, a terminal's own answer or
 * report, and an unknown sequence. */
int sequence_csi(enum key_dialect dialect, const uint8_t *bytes, size_t n, uint8_t final,
                 struct key out[SEQUENCE_KEYS_MAX]);

/* The number of a CSI sequence that ends in "~"; -1 when it has none. */
int sequence_number(const uint8_t *bytes, size_t n);

/* The key of an SS3 sequence (application mode, DECCKM and DECKPAM): n bytes of parameters and the final byte. Returns
 * 0 or 1. */
int sequence_ss3(const uint8_t *bytes, size_t n, uint8_t final, struct key out[SEQUENCE_KEYS_MAX]);

/* A mouse report. b: 0 to 2 are the buttons, 3 is none, +4 shift, +8 alt, +16 control, +32 motion, +64 wheel; x and y
 * count from 1. Returns 0 keys or 1. */
int sequence_mouse(int b, int x, int y, bool press, struct key out[SEQUENCE_KEYS_MAX]);

/* May byte be the first of a terminal's answer in a string, after ESC and the opener? OSC ("]") begins with a number,
 * DCS ("P") with a number or a sign, APC ("_") with kitty's G; PM and SOS are never answers. */
bool sequence_begins_answer(uint8_t opener, uint8_t byte);

/* Are the n bytes such an answer, and nothing that a person types? */
bool sequence_is_answer(uint8_t opener, const uint8_t *bytes, size_t n);
