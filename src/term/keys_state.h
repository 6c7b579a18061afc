/* The state and the limits of the key decoder. Only keys.c and keys_give.c use the members of struct keys. */
#pragma once
#include "term/charset.h"
#include "term/key.h"
#include "term/kind.h"

#include <stdbool.h>
#include <stdint.h>

#define KEYS_SEQUENCE_MAX 64 /* bytes of one escape sequence; a longer one is discarded to its end */
#define KEYS_ESCAPE_MS 100   /* ESC, once or several times, and then silence: one Escape key (H54) */

/* ESC [ or ESC O, and then silence: the sequence is forgotten. Bytes that came late, one by one, count as typed. */
#define KEYS_SEQUENCE_MS 1000

#define KEYS_TYPED_MS 20    /* the least time between two bytes that a person types; in a packet they come at once */
#define KEYS_STRING_MS 3000 /* a string (OSC, DCS, APC, PM, SOS) of single bytes ends so long after its last packet */
#define KEYS_PASTE_MS 2000  /* a bracketed paste without its end is over after this silence */

/* The characters of one read, outside a bracketed paste, are a paste too (H59) when nobody can have typed them:
 * KEYS_BURST characters with a line end among them, because nobody presses Enter before that many keys have appeared;
 * or KEYS_BURST characters of three kinds without a line end, where a repeated character counts once. One key held
 * down, or two pressed in turn, stay keys on a line that delivers half a second of them at once; but more than
 * KEYS_HELD_MAX characters at once are a paste in any case. */
#define KEYS_BURST 8
#define KEYS_HELD_MAX 64

/* The network may have cut a paste of so many bytes or more in two: the text that follows within KEYS_TAIL_MS belongs
 * to it. The text right after a bracketed paste belongs to it too, because the paste may contain the sequence that ends
 * it (H59). */
#define KEYS_TAIL_BYTES 128
#define KEYS_TAIL_MS 100

struct keys {
    enum charset charset;
    uint8_t state, n, buf[KEYS_SEQUENCE_MAX];
    bool pasting, after_cr;
    bool alt;          /* ESC came before this key */
    bool fresh;        /* a sequence has begun, and no byte has followed its beginning yet */
    bool typed;        /* every byte after the beginning came as slowly as somebody types */
    uint8_t opener;    /* the byte after ESC */
    uint8_t mark;      /* in a string: where in buf the last character begins that may have been typed */
    uint8_t dialect;   /* enum key_dialect (kind.h); the caller may set it at any time */
    int64_t deadline;  /* when keys_timeout() is due, monotonic ms; 0: never */
    int64_t tail;      /* until then text belongs to the paste before; a caller that drops bytes of a flood sets it */
    int64_t pasted;    /* until then everything belongs to the bracketed paste that has ended */
    int64_t at, since; /* when the last byte came, and when the sequence or the last packet of a string began */
    int64_t late;      /* until then a terminal's answer may follow the beginning of a string that came alone */
};
