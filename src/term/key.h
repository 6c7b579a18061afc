/* One key, as the decoder (keys.h) reports it and as screens use it. */
#pragma once
#include <stdbool.h>
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
    KEY_PASTE,      /* .ch is one character of a paste: '\n' is a line end of a burst, '\r' one of a bracketed paste. A
                       text field takes it, a table ignores it. */
    KEY_MOUSE,      /* .mouse */
    KEY_REPORT,     /* a cursor position report; .mouse.x and .y, 1-based */
    KEY_UNREADABLE, /* bytes that are no character: the terminal uses another charset */
    KEY_WORD_LEFT,  /* only key_settle() makes these four */
    KEY_WORD_RIGHT,
    KEY_WORD_BACKSPACE, /* deletes the word before the cursor */
    KEY_WORD_DELETE,    /* deletes the word after the cursor */
};

enum { KEY_SHIFT = 1, KEY_ALT = 2, KEY_CONTROL = 4 };

struct mouse {
    uint8_t button;   /* 0 left, 1 middle, 2 right, 64 and 65 wheel */
    bool press, drag; /* neither: the button was released */
    int x, y;         /* 0-based cell (1-based in KEY_REPORT) */
};

struct key {
    enum key_code code;
    uint8_t mods; /* KEY_SHIFT and so on; for KEY_CHAR only KEY_ALT, since Shift and Control are in the character */
    uint8_t
        base; /* for a KEY_CHAR beyond ASCII: the Latin character on the same key, if the terminal reports it; or 0 */
    uint32_t ch;
    struct mouse mouse;
};

/* Reduces a key to its meaning and clears its modifiers; a mouse event keeps them. Shift and Control mean nothing on a
 * key that makes no character. Alt-Left and Alt-B, Alt-Right and Alt-F, Alt-Backspace, Alt-Delete and Alt-D become the
 * word keys; when typed is true (a person edits text), so do Control and these named keys. When typed is false, a
 * character of another layout becomes the Latin character on its key, and a fullwidth form of Unicode its narrow one.
 * false: the key means nothing (any other key with Alt). */
bool key_settle(struct key *k, bool typed);
