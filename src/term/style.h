/* The meaning of a cell. The table in style.c gives each style a rendition for each colour depth. A style never carries
 * information that the text does not have. */
#pragma once
#include <stdint.h>

enum style {
    STYLE_PLAIN,
    STYLE_DIM,     /* the least important text */
    STYLE_RULE,    /* the vertical rule beside a table */
    STYLE_STRONG,  /* the most important text of a line */
    STYLE_TITLE,   /* the title line */
    STYLE_KEYS,    /* the key line */
    STYLE_KEY,     /* the name of a key in the key line */
    STYLE_MESSAGE, /* what just happened */
    STYLE_WARNING, /* a refusal; a clock that runs out */
    STYLE_FOCUS,   /* the place under the cursor */
    STYLE_CHOSEN,  /* the card that the person has picked up */
    STYLE_LEGAL,   /* a legal destination and its letter */
    STYLE_OPEN,    /* the border of an empty place that is a legal destination */
    STYLE_NEW,     /* the card that was just drawn from the stock */
    STYLE_CARD,    /* the border of a face-up card, and its paper */
    STYLE_CARD_BLACK,
    STYLE_CARD_RED,
    STYLE_CARD_BACK,
    STYLE_PLACE, /* an empty place and its mark */
    STYLE_YOU,   /* the viewer's own name */
    STYLE_TURN,  /* the seat whose turn it is */
    STYLE_LOSER, /* the big loser's mark */
    STYLE_FIELD, /* a text field being edited */
    STYLES
};

/* The sixteen colours of ANSI art, as styles: foreground 0-15, background 0-7 (never iCE). */
#define STYLE_ANSI(fg, bg) (1024u | (unsigned)(bg) << 4 | (unsigned)(fg))
#define STYLE_IS_ANSI(s) ((s) >= 1024u)

/* Added to a style: the same meaning, on the felt of a card table. The felt is green in 256 colours or more, else it is
 * the terminal's own background. */
#define STYLE_ON_FELT 512u

enum colours { COLOURS_MONO, COLOURS_16, COLOURS_256, COLOURS_TRUE };

enum { RENDITION_BOLD = 1, RENDITION_DIM = 2, RENDITION_UNDERLINE = 4, RENDITION_REVERSE = 8 };

#define COLOUR_DEFAULT (-1) /* the terminal's own, so that text stays readable on dark and on light ones */

/* How a cell is drawn. A colour is COLOUR_DEFAULT, 0-7, 8-15 (bright; as a background in 256 colours only), or, in
 * COLOURS_256 and COLOURS_TRUE, 16-255 of xterm's palette. */
struct rendition {
    int16_t fg, bg;
    uint8_t attributes; /* RENDITION_ bits */
};

/* The rendition of a style: an enum style, perhaps with STYLE_ON_FELT, or STYLE_ANSI(). Any other value is plain. */
struct rendition style_rendition(enum colours depth, unsigned style);

/* For COLOURS_TRUE: the exact colour that replaces a colour of the palette, as 0xRRGGBB; -1: the palette's number is
 * sent. */
long style_tint(int colour);
