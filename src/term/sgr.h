/* Select Graphic Rendition (ECMA-48 8.3.117): the shortest sequence from one look to another. */
#pragma once
#include "term/kind.h"
#include "term/style.h"

#include <stdbool.h>

struct text;

/* Inline, as the next: a frame asks for each of its cells. */
static inline bool rendition_equal(struct rendition a, struct rendition b)
{
    return a.fg == b.fg && a.bg == b.bg && a.attributes == b.attributes;
}

/* The look of a space: what of a look can be seen when nothing is written, the rest set to default. */
static inline struct rendition rendition_of_space(struct rendition l)
{
    if (l.attributes & (RENDITION_REVERSE | RENDITION_UNDERLINE)) return l;
    return (struct rendition){ .fg = COLOUR_DEFAULT, .bg = l.bg };
}

/* May cells that look like l be erased instead of written? Erasing paints the background on some terminals and not on
 * others. */
bool rendition_erasable(const struct terminal_kind *kind, struct rendition l);

/* Appends the sequence that makes what is written next look like `to`; nothing when it does already. from is the look
 * in force, NULL when it is not known. */
void sgr_change(const struct terminal_kind *kind, const struct rendition *from, struct rendition to, struct text *out);
