/* Select Graphic Rendition (ECMA-48 8.3.117): the shortest sequence from one look to another. */
#pragma once
#include "term/kind.h"
#include "term/style.h"

#include <stdbool.h>

struct text;

/* Inline, as the next: a frame asks for each of its cells. */
static inline bool look_equal(struct look a, struct look b)
{
    return a.fg == b.fg && a.bg == b.bg && a.attributes == b.attributes;
}

/* The look of a space: what of a look can be seen when nothing is written, the rest set to default. */
static inline struct look look_of_space(struct look l)
{
    if (l.attributes & (LOOK_REVERSE | LOOK_UNDERLINE)) return l;
    return (struct look){ .fg = COLOUR_DEFAULT, .bg = l.bg };
}

/* May cells that look like l be erased instead of written? Erasing paints the background on some terminals and not on
 * others. */
bool look_erasable(const struct terminal_kind *kind, struct look l);

/* Appends the sequence that makes what is written next look like `to`; nothing when it does already. from is the look
 * in force, NULL when it is not known. */
void sgr_change(const struct terminal_kind *kind, const struct look *from, struct look to, struct text *out);
