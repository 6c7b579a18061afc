/* From bytes to keys: CSI, SS3, UTF-8 or CP437 text, bracketed paste, SGR mouse. Pure: time is handed in. Takes any
 * split of the input; an unknown or endless sequence is swallowed whole, never shown as text (limits below). ESC in
 * front of anything is Alt, one key with it, whatever it is. Alt and one of [ O ] P _ ^ X send what sequences begin
 * with: there time tells, for terminals send sequences in one go and people type one key after the other. */
#pragma once
#include "term/charset.h"
#include "term/kind.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum key_code {
    KEY_CHAR, /* .ch, a printable character */
    KEY_ENTER,
    KEY_TAB,
    KEY_BACKTAB,
    KEY_ESCAPE,
    KEY_BACKSPACE,
    KEY_DELETE,
    KEY_INSERT,
    KEY_UP,
    KEY_DOWN,
    KEY_LEFT,
    KEY_RIGHT,
    KEY_HOME,
    KEY_END,
    KEY_PAGE_UP,
    KEY_PAGE_DOWN,
    KEY_F1,
    KEY_F2,
    KEY_F3,
    KEY_F4,
    KEY_F5,
    KEY_F6,
    KEY_F7,
    KEY_F8,
    KEY_F9,
    KEY_F10,
    KEY_F11,
    KEY_F12,
    KEY_CTRL,       /* .ch is the letter, 'a' to 'z' */
    KEY_PASTE,      /* .ch, one character of a paste, '\t', '\n' for a line end in a burst, '\r' for one in a bracketed
                       paste; a text field takes it, a table ignores it */
    KEY_MOUSE,      /* .mouse */
    KEY_REPORT,     /* a cursor position report; .mouse.x and .y, 1-based */
    KEY_UNREADABLE, /* bytes that are no character: somebody types in a charset of another kind */
    KEY_WORD_LEFT,  /* these four only from key_settle() */
    KEY_WORD_RIGHT,
    KEY_WORD_BACKSPACE, /* the word before the cursor goes */
    KEY_WORD_DELETE,    /* the word behind it goes */
};

enum { KEY_SHIFT = 1, KEY_ALT = 2, KEY_CONTROL = 4 };

struct mouse {
    uint8_t button;   /* 0 left, 1 middle, 2 right, 64 and 65 wheel */
    bool press, drag; /* neither: release */
    int x, y;         /* 0-based cell (1-based in KEY_REPORT) */
};

struct key {
    enum key_code code;
    uint8_t mods; /* of a KEY_CHAR only KEY_ALT: Shift and Control are in the character */
    uint8_t base; /* KEY_CHAR beyond ASCII: the Latin key at its place of the keyboard where the terminal tells it; 0 */
    uint32_t ch;
    struct mouse mouse;
};

#define KEYS_SEQUENCE_MAX 64 /* bytes of one escape sequence; what is longer is swallowed to its end */
#define KEYS_ESCAPE_MS 100   /* ESC, however often, and then nothing: the Escape key, once (H54) */
#define KEYS_SEQUENCE_MS                                                                                               \
    1000                    /* ESC [ or ESC O, then nothing: forgotten; what came late, byte by byte, is typed again */
#define KEYS_TYPED_MS 20    /* between two bytes of what somebody types; in a packet they come at once */
#define KEYS_STRING_MS 3000 /* a string (OSC, DCS, APC, PM, SOS) of single bytes is over, from its last packet on */
#define KEYS_PASTE_MS 2000  /* a bracketed paste whose end does not come is over */

/* What came in one read, outside a bracketed paste, is a paste too (H59) when it looks like text and not like fingers:
 * KEYS_BURST characters with a line end among them, for nobody presses Enter before so many keys have been seen to
 * work; or without one, of three kinds, a repeated one counted once. A key that is held down, or two in turn, on a line
 * that brings half a second at once, stay keys; but more than KEYS_HELD_MAX at once nobody typed. */
#define KEYS_BURST 8
#define KEYS_HELD_MAX 64

/* A paste in so many bytes or more may have been cut by those who carried it: what follows within that time is its
 * rest. So is what follows the end of a bracketed paste, for a text may hold such an end of its own (H59). */
#define KEYS_TAIL_BYTES 128
#define KEYS_TAIL_MS 100

struct keys {
    enum charset charset;
    uint8_t state, n, buf[KEYS_SEQUENCE_MAX];
    bool pasting, after_cr;
    bool alt;          /* ESC came before this key */
    bool fresh;        /* a sequence has begun, and nothing stands behind its beginning yet */
    bool typed;        /* all that stands behind it came as late as what is typed */
    uint8_t opener;    /* what stood behind its ESC */
    uint8_t mark;      /* of a string: where in buf the last character that may be typed begins */
    uint8_t dialect;   /* enum key_dialect (kind.h); may be set at any time */
    int64_t deadline;  /* when keys_timeout() is due, monotonic ms; 0: never */
    int64_t tail;      /* until then text is the rest of a paste; to be set by who drops bytes of a flood */
    int64_t pasted;    /* until then all is of the bracketed paste that has ended */
    int64_t at, since; /* when the last byte came, and the beginning of a sequence or a string's last packet */
    int64_t late;      /* until then an answer of a terminal may stand behind a string's beginning that came alone */
};

/* Makes of a key what it means, modifiers told and gone (those of the mouse stay): Shift and Control change no key that
 * makes no character; Alt makes another one of each, which is known in text only: Alt-Left and Alt-B, Alt-Right and
 * Alt-F, Alt-Backspace, Alt-Delete and Alt-D are about words, and while text is `typed` the same with Control. Where
 * none is typed a character of another layout, and a wide one of Unicode's fullwidth forms, is the Latin one on its
 * key. false: the key means nothing. */
bool key_settle(struct key *k, bool typed);

/* charset: how text beyond ASCII comes; in CHARSET_ASCII it is left out. */
void keys_init(struct keys *k, enum charset charset);

/* Decodes n bytes that came in one read at time now; emit(ctx, key) for each key, in order; it must not touch k. CR,
 * LF, CR LF and CR NUL are one KEY_ENTER each (H4), 08 and 7F are KEY_BACKSPACE (H5). Characters that are no
 * clean_character() are left out. A paste, bracketed (with KEYS_TAIL_MS behind it) or a burst, comes as KEY_PASTE only,
 * with its tabs and line ends: those of a burst count as Enter, since clients in line mode send whole lines at once,
 * those of a bracketed one do not. */
void keys_input(struct keys *k, const uint8_t *bytes, size_t n, int64_t now,
                void (*emit)(void *ctx, const struct key *), void *ctx);

/* To be called when k->deadline has come; before that it does nothing. */
void keys_timeout(struct keys *k, int64_t now, void (*emit)(void *ctx, const struct key *), void *ctx);
