#include "term/style.h"

#include <stddef.h>

#define D COLOUR_DEFAULT
#define BOLD RENDITION_BOLD
#define DIM RENDITION_DIM
#define UNDER RENDITION_UNDERLINE
#define REVERSE RENDITION_REVERSE

#define FELT 22
#define PAPER 15
#define TITLE 52
#define GOLD 220
#define BLUE 24

/* One row for a style: without colours, in 16, in 256, and in 256 on the felt. Foregrounds on the terminal's own
 * background have a medium brightness, which is readable on black and on white. Bars, fields, cards and the place under
 * the cursor have a background. */
/* clang-format off */
static const struct rendition renditions[STYLES][4] = {
    /*                      mono                    16 colours          256 colours           on felt */
    [STYLE_PLAIN] =      { { D, D, 0 },            { D, D, 0 },        { D, D, 0 },          { 254, FELT, 0 } },
    [STYLE_DIM] =        { { D, D, DIM },          { 8, D, 0 },        { 244, D, 0 },        { 114, FELT, 0 } },
    [STYLE_RULE] =       { { D, D, DIM },          { 8, D, 0 },        { 8, D, 0 },         { 8, FELT, 0 } },
    [STYLE_STRONG] =     { { D, D, BOLD },         { D, D, BOLD },     { D, D, BOLD },       { 231, FELT, BOLD } },
    [STYLE_TITLE] =      { { D, D, REVERSE },      { 0, 2, 0 },        { 223, TITLE, 0 },    { 223, TITLE, 0 } },
    [STYLE_KEYS] =       { { D, D, REVERSE },      { 0, 7, 0 },        { 250, 236, 0 },      { 250, 236, 0 } },
    [STYLE_KEY] =        { { D, D, REVERSE | BOLD }, { 4, 7, 0 },      { 222, 236, 0 },      { 222, 236, 0 } },
    [STYLE_MESSAGE] =    { { D, D, 0 },            { 6, D, 0 },        { 32, D, 0 },         { 159, FELT, 0 } },
    [STYLE_WARNING] =    { { D, D, BOLD },         { 1, D, BOLD },     { 203, D, BOLD },     { 224, FELT, BOLD } },
    [STYLE_FOCUS] =      { { D, D, REVERSE },      { 0, 3, 0 },        { 0, GOLD, 0 },       { 0, GOLD, 0 } },
    [STYLE_CHOSEN] =     { { D, D, BOLD | UNDER }, { 0, 6, 0 },        { 0, 80, 0 },     { 0, 80, 0 } },
    [STYLE_LEGAL] =      { { D, D, BOLD },         { 0, 2, 0 },        { 0, 120, 0 },    { 0, 120, 0 } },
    [STYLE_OPEN] =       { { D, D, BOLD },         { 2, D, BOLD },     { 34, D, BOLD },      { 120, FELT, BOLD } },
    [STYLE_NEW] =        { { D, D, UNDER },        { 0, 5, 0 },        { 0, 183, 0 },    { 0, 183, 0 } },
    [STYLE_CARD] =       { { D, D, 0 },            { 8, 7, 0 },        { 8, PAPER, 0 },      { 8, PAPER, 0 } },
    [STYLE_CARD_BLACK] = { { D, D, BOLD },         { 0, 7, 0 },        { 0, PAPER, 0 },      { 0, PAPER, 0 } },
    [STYLE_CARD_RED] =   { { D, D, 0 },            { 1, 7, 0 },        { 1, PAPER, 0 },      { 1, PAPER, 0 } },
    [STYLE_CARD_BACK] =  { { D, D, 0 },            { 7, 4, 0 },        { 153, BLUE, 0 },     { 153, BLUE, 0 } },
    [STYLE_PLACE] =      { { D, D, DIM },          { 8, D, 0 },        { 243, D, 0 },        { 114, FELT, 0 } },
    [STYLE_YOU] =        { { D, D, BOLD },         { D, D, BOLD },     { D, D, BOLD },       { 231, FELT, BOLD } },
    [STYLE_TURN] =       { { D, D, REVERSE },      { 6, D, BOLD },     { 32, D, BOLD },      { 159, FELT, BOLD } },
    [STYLE_LOSER] =      { { D, D, BOLD },         { 1, D, BOLD },     { 197, D, BOLD },     { 224, FELT, BOLD } },
    [STYLE_FIELD] =      { { D, D, UNDER },        { 15, 4, 0 },       { 255, 24, 0 },       { 255, 24, 0 } },
};
/* clang-format on */

enum { COLUMN_ON_FELT = 3 };

/* Grey on black is the default of art: it becomes the terminal's own colours. */
static struct rendition ansi_rendition(enum colours depth, int fg, int bg)
{
    if (depth == COLOURS_MONO)
        return (struct rendition){ D, D, (uint8_t)((fg > 7 ? BOLD : 0) | (bg != 0 ? REVERSE : 0)) };
    if (bg != 0) return (struct rendition){ (int16_t)fg, (int16_t)bg, 0 };
    if (fg == 7) return (struct rendition){ D, D, 0 };
    if (fg == 15) return (struct rendition){ D, D, BOLD };
    return (struct rendition){ (int16_t)fg, D, 0 };
}

struct rendition style_rendition(enum colours depth, unsigned style)
{
    if (STYLE_IS_ANSI(style)) return ansi_rendition(depth, style & 15, style >> 4 & 7);
    unsigned meaning = style & ~STYLE_ON_FELT;
    int column = depth < COLOURS_256 ? (int)depth : style & STYLE_ON_FELT ? COLUMN_ON_FELT : COLOURS_256;
    return renditions[meaning < STYLES ? meaning : STYLE_PLAIN][column];
}

long style_tint(int colour)
{
    static const struct {
        int colour;
        long tint;
    } tints[] = {
        { FELT, 0x094026 },
        { TITLE, 0x43201B },
        { GOLD, 0xF6C445 },
        { BLUE, 0x1F4E79 },
    };
    for (size_t i = 0; i < sizeof tints / sizeof *tints; i++)
        if (tints[i].colour == colour) return tints[i].tint;
    return -1;
}
