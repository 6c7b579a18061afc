/* What a cell of the screen means; each colour depth turns a style into its own attributes (style.c's one table).
 * Nothing is told by style alone. */
#pragma once

enum style {
    STYLE_PLAIN,
    STYLE_DIM,       /* what matters least: rules, empty places */
    STYLE_STRONG,    /* what matters most in a line */
    STYLE_TITLE,     /* the title line */
    STYLE_KEYS,      /* the key line */
    STYLE_KEY,       /* a key named in it */
    STYLE_MESSAGE,   /* what just happened */
    STYLE_WARNING,   /* why not; the clock running out */
    STYLE_FOCUS,     /* the one place the cursor is on */
    STYLE_CHOSEN,    /* the card in hand */
    STYLE_LEGAL,     /* a legal destination and its letter */
    STYLE_NEW,       /* the card just drawn */
    STYLE_CARD,      /* the frame of a face-up card */
    STYLE_CARD_BLACK,
    STYLE_CARD_RED,
    STYLE_CARD_BACK,
    STYLE_PLACE,     /* an empty place and its mark */
    STYLE_FELT,      /* table background */
    STYLE_YOU,       /* the viewer's own name */
    STYLE_TURN,      /* the seat to move */
    STYLE_LOSER,     /* the big loser's mark */
    STYLE_FIELD,     /* a text field being edited */
    STYLES
};

/* The sixteen colours of ANSI art, beside the styles above: foreground 0-15, background 0-7 (never iCE). */
#define STYLE_ANSI(fg, bg) (1024u | (unsigned)(bg) << 4 | (unsigned)(fg))
#define STYLE_IS_ANSI(s) ((s) >= 1024u)
