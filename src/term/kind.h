/* The kind of a person's terminal. One table decides it, once, from what the connection said. It never waits for an
 * answer, and the person's own choice always wins. */
#pragma once
#include "term/charset.h"
#include "term/style.h"

#include <stdbool.h>

/* The question to a terminal that has just been cleared. Nothing waits for the answer. */
enum terminal_probe {
    PROBE_NONE,
    PROBE_SUIT, /* the width of a suit (H66) */
    PROBE_SIZE, /* the real size of the screen (H39) */
};

/* A terminal whose keys send what means something else on all others. */
enum key_dialect {
    DIALECT_COMMON,
    DIALECT_LINUX, /* ESC Tab is Shift-Tab */
    DIALECT_ST,    /* CSI P is Delete, and more (term/sequence.c) */
};

struct terminal_kind {
    enum charset charset;
    enum colours colours;
    bool plain;            /* plain mode: appended lines of ASCII without any escape sequence */
    bool lines;            /* with plain: the client edits and echoes lines itself, whatever telnet agrees on */
    bool alt_screen;       /* ?1049, and the other modes of an xterm: ?7l, ?2004, ?1006, > 0 u */
    bool erases_in_colour; /* erased cells get the background in force, as on xterm */
    bool wraps_at_once;    /* a character in the last column scrolls: frames use one column less */
    bool bold_is_bright;   /* old ANSI: bright colours are 1;3x, never 9x, and only 0 resets an attribute */
    bool letter_suits;     /* suits and other pictures take two columns: letters are drawn in their place */
    enum key_dialect dialect;
    enum terminal_probe probe;
    bool shows_suits; /* CP437 as in hardware: the bytes 03 to 06 are suits */
};

/* What the connection said about the terminal. Strings are clean_word()s; "" or NULL: unknown. */
struct terminal_hints {
    const char *term; /* TERM or TTYPE, any case */
    const char *lang; /* the first of LC_ALL, LC_CTYPE and LANG that is set */
    const char *colorterm;
    bool no_color;
    bool ssh;         /* else telnet or raw */
    bool pty;         /* ssh: a pty was requested; telnet: character mode */
    int mtts;         /* bits of MTTS; 0: none came */
    int charset_told; /* enum charset from CHARSET negotiation; -1: there was none */
};

/* The first source that says something decides: for the charset MTTS, CHARSET, the locale, TERM; for colours NO_COLOR,
 * MTTS and COLORTERM, TERM; for the rest TERM. These get plain mode: a MUD client, by its name or by MTTS without
 * VT100; no pty, or line mode; TERM dumb; an empty TERM over SSH (H38); a screen reader, by MTTS. */
struct terminal_kind terminal_kind_of(const struct terminal_hints *h);
