/* From bytes to keys: CSI, SS3, UTF-8 or CP437 text, bracketed paste, SGR mouse. The decoder reads no clock: the caller
 * passes the time. The input may be split anywhere. An unknown or endless sequence is discarded whole and never becomes
 * text (limits in keys_state.h). ESC before a key is Alt with that key. Alt with one of [ O ] P _ ^ X sends the
 * beginning of a sequence; there the time decides, because a terminal sends a sequence at once and a person types one
 * key after the other. */
#pragma once
#include "term/keys_state.h"

#include <stddef.h>

/* charset: the encoding of text beyond ASCII; with CHARSET_ASCII such text is dropped. */
void keys_init(struct keys *k, enum charset charset);

/* Decodes the n bytes of one read at time now (monotonic ms) and calls emit(ctx, key) for each key, in order; the key
 * lives during the call, and emit must not touch k. CR, LF, CR LF and CR NUL are one KEY_ENTER each (H4), 08 and 7F are
 * KEY_BACKSPACE (H5). A character that is no clean_character() is dropped. A paste, bracketed or a burst, comes as
 * KEY_PASTE only, with its tabs and line ends. The line end of a burst counts as Enter, because clients in line mode
 * send whole lines at once; the line end of a bracketed paste does not. */
void keys_input(struct keys *k, const uint8_t *bytes, size_t n, int64_t now,
                void (*emit)(void *ctx, const struct key *), void *ctx);

/* Call this when k->deadline has come; before that it does nothing. */
void keys_timeout(struct keys *k, int64_t now, void (*emit)(void *ctx, const struct key *), void *ctx);
