/* What the two lines under a table of eight places say. */
#pragma once
#include "games/felt/felt.h"

/* The message, and its style. */
unsigned felt_message(const struct felt *f, const struct felt_view *v, const struct frame_words *w, struct text *out);

/* The keys that do something now. */
void felt_key_line(const struct felt *f, const struct felt_view *v, bool narrow, struct text *out);
