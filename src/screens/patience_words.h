/* A patience in words: its title, its end and its figures. */
#pragma once
#include "screens/patience_state.h"

/* "Played 3, won 1 (1 clean), ...": an account's figures of that game, added to out. */
void patience_figures_words(const struct game *game, const struct patience_figures *f, struct text *out);

/* How it ended: the score, the par, the help that was used, and the figures when they have come. */
void patience_end_words(const struct patience *p, struct text *out);

/* struct play_owner's words, say and help. */
void patience_words(struct play *p, struct play_words *w);
void patience_say(struct play *p, struct text *out);
void patience_help(struct play *p, struct text *out);

/* Plain mode: another position. The first one is said whole; then what is to be done, or how it ended. */
void patience_announce(struct patience *p, bool first);
