#include "term/style.h"

#define D COLOUR_DEFAULT
#define BOLD LOOK_BOLD
#define DIM LOOK_DIM
#define UNDER LOOK_UNDERLINE
#define REVERSE LOOK_REVERSE

/* One row a style: without colours, in sixteen, in 256. Foregrounds on the terminal's own background are of middle
 * brightness, so that they read on black and on white alike; only bars, fields and what the cursor holds are painted.
 */
/* clang-format off */
static const struct look looks[STYLES][COLOURS_256 + 1] = {
    /*                      mono                    16 colours          256 colours */
    [STYLE_PLAIN] =      { { D, D, 0 },            { D, D, 0 },        { D, D, 0 } },
    [STYLE_DIM] =        { { D, D, DIM },          { 8, D, 0 },        { 244, D, 0 } },
    [STYLE_STRONG] =     { { D, D, BOLD },         { D, D, BOLD },     { D, D, BOLD } },
    [STYLE_TITLE] =      { { D, D, REVERSE },      { 0, 2, 0 },        { 230, 22, 0 } },
    [STYLE_KEYS] =       { { D, D, REVERSE },      { 0, 7, 0 },        { 250, 236, 0 } },
    [STYLE_KEY] =        { { D, D, REVERSE | BOLD }, { 4, 7, 0 },      { 222, 236, BOLD } },
    [STYLE_MESSAGE] =    { { D, D, 0 },            { 6, D, 0 },        { 32, D, 0 } },
    [STYLE_WARNING] =    { { D, D, BOLD },         { 1, D, BOLD },     { 203, D, BOLD } },
    [STYLE_FOCUS] =      { { D, D, REVERSE },      { 0, 3, 0 },        { 16, 220, 0 } },
    [STYLE_CHOSEN] =     { { D, D, BOLD | UNDER }, { 0, 6, 0 },        { 16, 80, BOLD } },
    [STYLE_LEGAL] =      { { D, D, BOLD },         { 2, D, BOLD },     { 34, D, BOLD } },
    [STYLE_NEW] =        { { D, D, UNDER },        { 5, D, BOLD },     { 170, D, BOLD } },
    [STYLE_CARD] =       { { D, D, 0 },            { D, D, 0 },        { 246, D, 0 } },
    [STYLE_CARD_BLACK] = { { D, D, BOLD },         { D, D, BOLD },     { D, D, BOLD } },
    [STYLE_CARD_RED] =   { { D, D, 0 },            { 9, D, 0 },        { 203, D, BOLD } },
    [STYLE_CARD_BACK] =  { { D, D, 0 },            { 6, D, 0 },        { 67, D, 0 } },
    [STYLE_PLACE] =      { { D, D, DIM },          { 8, D, 0 },        { 243, D, 0 } },
    [STYLE_FELT] =       { { D, D, DIM },          { 2, D, 0 },        { 28, D, 0 } },
    [STYLE_YOU] =        { { D, D, BOLD },         { D, D, BOLD },     { D, D, BOLD } },
    [STYLE_TURN] =       { { D, D, REVERSE },      { 6, D, BOLD },     { 32, D, BOLD } },
    [STYLE_LOSER] =      { { D, D, BOLD },         { 1, D, BOLD },     { 197, D, BOLD } },
    [STYLE_FIELD] =      { { D, D, UNDER },        { 15, 4, 0 },       { 255, 24, 0 } },
};
/* clang-format on */

/* Grey on black is what art says when it says nothing: the terminal's own colours, whatever they are. */
static struct look ansi_look(enum colours depth, int fg, int bg)
{
    if (depth == COLOURS_MONO) return (struct look){ D, D, (uint8_t)((fg > 7 ? BOLD : 0) | (bg != 0 ? REVERSE : 0)) };
    if (bg != 0) return (struct look){ (int16_t)fg, (int16_t)bg, 0 };
    if (fg == 7) return (struct look){ D, D, 0 };
    if (fg == 15) return (struct look){ D, D, BOLD };
    return (struct look){ (int16_t)fg, D, 0 };
}

struct look style_look(enum colours depth, unsigned style)
{
    if (STYLE_IS_ANSI(style)) return ansi_look(depth, style & 15, style >> 4 & 7);
    return looks[style < STYLES ? style : STYLE_PLAIN][depth];
}
