/* Select Graphic Rendition (ECMA-48 8.3.117): the shortest sequence from one rendition to another. */
#pragma once
#include "term/kind.h"
#include "term/style.h"

#include <stdbool.h>

struct text;

/* Inline, like the next function, because a frame calls it for each of its cells. */
static inline bool rendition_equal(struct rendition a, struct rendition b)
{
    return a.fg == b.fg && a.bg == b.bg && a.attributes == b.attributes;
}

/* The part of a rendition that a space shows; the rest is set to the default. */
static inline struct rendition rendition_of_space(struct rendition l)
{
    if (l.attributes & (RENDITION_REVERSE | RENDITION_UNDERLINE)) return l;
    return (struct rendition){ .fg = COLOUR_DEFAULT, .bg = l.bg };
}

/* May cells that look like l be erased instead of written? Erasing paints the background on some terminals and not on
 * others. */
bool rendition_erasable(const struct terminal_kind *kind, struct rendition l);

/* Appends the sequence that changes the rendition to `to`; nothing when it is in force already. from is the rendition
 * in force; NULL: unknown. */
void sgr_change(const struct terminal_kind *kind, const struct rendition *from, struct rendition to, struct text *out);
