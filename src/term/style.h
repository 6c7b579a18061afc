/* What a cell of the screen means; each colour depth turns a style into its own attributes (style.c's one table).
 * Nothing is told by style alone. */
#pragma once
#include <stdint.h>

enum style {
    STYLE_PLAIN,
    STYLE_DIM,     /* what matters least */
    STYLE_RULE,    /* the line beside a table */
    STYLE_STRONG,  /* what matters most in a line */
    STYLE_TITLE,   /* the title line */
    STYLE_KEYS,    /* the key line */
    STYLE_KEY,     /* a key named in it */
    STYLE_MESSAGE, /* what just happened */
    STYLE_WARNING, /* why not; the clock running out */
    STYLE_FOCUS,   /* the one place the cursor is on */
    STYLE_CHOSEN,  /* the card in hand */
    STYLE_LEGAL,   /* a legal destination and its letter */
    STYLE_OPEN,    /* the lines of an empty place that is one */
    STYLE_NEW,     /* the card just drawn */
    STYLE_CARD,    /* the frame of a face-up card, and the paper inside */
    STYLE_CARD_BLACK,
    STYLE_CARD_RED,
    STYLE_CARD_BACK,
    STYLE_PLACE, /* an empty place and its mark */
    STYLE_YOU,   /* the viewer's own name */
    STYLE_TURN,  /* the seat to move */
    STYLE_LOSER, /* the big loser's mark */
    STYLE_FIELD, /* a text field being edited */
    STYLES
};

/* The sixteen colours of ANSI art, beside the styles above: foreground 0-15, background 0-7 (never iCE). */
#define STYLE_ANSI(fg, bg) (1024u | (unsigned)(bg) << 4 | (unsigned)(fg))
#define STYLE_IS_ANSI(s) ((s) >= 1024u)

/* Added to a style: what it means is the same, but it lies on the felt of a card table, which is green where there are
 * colours enough and the terminal's own background where there are not. */
#define STYLE_ON_FELT 512u

enum colours { COLOURS_MONO, COLOURS_16, COLOURS_256, COLOURS_TRUE };

enum { RENDITION_BOLD = 1, RENDITION_DIM = 2, RENDITION_UNDERLINE = 4, RENDITION_REVERSE = 8 };

#define COLOUR_DEFAULT (-1) /* the terminal's own, so that dark and light ones both stay readable */

/* What a style is on the screen. Colours are COLOUR_DEFAULT, 0-7, 8-15 (bright; as a background only where there are
 * 256), or in COLOURS_256 and COLOURS_TRUE the numbers 16-255 of xterm's palette. */
struct rendition {
    int16_t fg, bg;
    uint8_t attributes; /* RENDITION_ bits */
};

/* style: enum style, with STYLE_ON_FELT or not, or STYLE_ANSI(); anything else looks plain. */
struct rendition style_rendition(enum colours depth, unsigned style);

/* The house's own tint of a colour of the palette, as 0xRRGGBB, for terminals with COLOURS_TRUE; -1: there is none, and
 * the palette's number is sent. */
long style_tint(int colour);
