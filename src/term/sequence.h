/* What a complete escape sequence of a keyboard means, in all dialects at once: xterm's (also with modifyOtherKeys),
 * kitty's protocol at every level, rxvt, the Linux console, SyncTERM, PuTTY. Tables, no state. */
#pragma once
#include "term/keys.h"

#include <stddef.h>
#include <stdint.h>

#define SEQUENCE_KEYS_MAX 8 /* keys of one sequence: characters of one key of kitty's protocol */

/* The keys of CSI in a dialect, n bytes of parameters (see KEYS_SEQUENCE_MAX) and the final byte: returns how many are
 * in out. A key that is let go, a modifier alone, the terminal's own answers and reports, and whatever is not known,
 * are none. */
int sequence_csi(enum key_dialect dialect, const uint8_t *bytes, size_t n, uint8_t final,
                 struct key out[SEQUENCE_KEYS_MAX]);

/* The number of a CSI that ends in "~"; -1 when there is none. */
int sequence_number(const uint8_t *bytes, size_t n);

/* The key of SS3 (application mode, DECCKM and DECKPAM), n bytes of parameters and the final byte: 0 or 1 of them. */
int sequence_ss3(const uint8_t *bytes, size_t n, uint8_t final, struct key out[SEQUENCE_KEYS_MAX]);

/* b: 0-2 buttons, 3 none, +4 shift, +8 alt, +16 control, +32 motion, +64 wheel; x and y from 1. 0 keys or 1. */
int sequence_mouse(int b, int x, int y, bool press, struct key out[SEQUENCE_KEYS_MAX]);

/* May byte be the first of an answer that a terminal gives in a string, behind ESC and the opener? OSC ("]") begins
 * with a number, DCS ("P") with one or a sign, APC ("_") with kitty's G; PM and SOS are never one. */
bool sequence_begins_answer(uint8_t opener, uint8_t byte);

/* Do n bytes look like such an answer and like nothing that anybody types? */
bool sequence_is_answer(uint8_t opener, const uint8_t *bytes, size_t n);
