/* Select Graphic Rendition (ECMA-48 8.3.117): the shortest sequence from one look to another. */
#pragma once
#include "term/kind.h"
#include "term/style.h"

#include <stdbool.h>

struct text;

bool look_equal(struct look a, struct look b);

/* The look of a space: what of a look can be seen when nothing is written, the rest set to default. */
struct look look_of_space(struct look l);

/* May the rest of a row that looks like l be erased instead of written? Erasing paints the background on some
 * terminals and not on others, so only where it is the default one. */
bool look_erasable(struct look l);

/* Appends the sequence that makes what is written next look like `to`; nothing when it does already. from is the look
 * in force, NULL when it is not known. */
void sgr_change(const struct terminal_kind *kind, const struct look *from, struct look to, struct text *out);
