/* What kind of terminal somebody sits at, decided once from what the connection said, by one table; it never waits
 * for an answer, and a person's own choice always wins. */
#pragma once
#include "term/charset.h"
#include "term/style.h"

#include <stdbool.h>

/* What is asked of a terminal that has just been cleared. Nothing waits for the answer. */
enum terminal_probe {
    PROBE_NONE,
    PROBE_SUIT, /* how wide a suit is (H66) */
    PROBE_SIZE, /* how large it really is (H39) */
};

/* Keys that mean something else on one terminal than on all others. */
enum key_dialect {
    DIALECT_COMMON,
    DIALECT_LINUX, /* ESC Tab is Shift-Tab */
    DIALECT_ST,    /* CSI P is Delete; and so on (term/sequence.c) */
};

struct terminal_kind {
    enum charset charset;
    enum colours colours;
    bool plain;            /* append-only lines of ASCII, no escape at all */
    bool lines;            /* with plain: its side edits and shows lines by itself, whatever telnet agrees on with it */
    bool alt_screen;       /* ?1049, and other things of xterm's kind: ?7l, ?2004, ?1006, > 0 u */
    bool erases_in_colour; /* what is erased takes the background in force, as xterm does it */
    bool wraps_at_once;    /* the last column scrolls: use columns 1 to cols-1 */
    bool bold_is_bright;   /* old ANSI: bright colours are 1;3x, never 9x, and only 0 takes an attribute back */
    bool letter_suits;     /* suits and other pictures are two columns wide there: they become letters */
    enum key_dialect dialect;
    enum terminal_probe probe;
    bool shows_suits; /* CP437 in hardware's way: the bytes 03 to 06 are suits */
};

/* What is known of the terminal; strings are clean_word()s, "" or NULL when unknown. */
struct terminal_hints {
    const char *term; /* TERM or TTYPE, any case */
    const char *lang; /* LC_ALL, LC_CTYPE or LANG, the first that is set */
    const char *colorterm;
    bool no_color;
    bool ssh;         /* else telnet or raw */
    bool pty;         /* ssh: a pty was asked for; telnet: character mode */
    int mtts;         /* bits of MTTS, 0 when not told */
    int charset_told; /* enum charset of CHARSET negotiation, -1 when none */
};

/* Each question is answered by the first that knows: charset by MTTS, CHARSET, the locale, TERM; colours by NO_COLOR,
 * MTTS and COLORTERM, TERM; the rest by TERM. Plain: a MUD client by its name, or by MTTS without VT100; no pty (or
 * line mode), TERM dumb, empty TERM over SSH (H38), a screen reader told by MTTS. */
struct terminal_kind terminal_kind_of(const struct terminal_hints *h);
