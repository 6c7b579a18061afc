/* A patience, alone. */
#pragma once
#include "games/game.h"
#include "screens/visit.h"

#include <stdint.h>

/* The patience's screen over the lobby: the unfinished one, or a new deal by chance. */
void patience_sit(struct visit *v, const struct game *game);

/* What the figures of a patience come to: "Played 12, won 5 (2 clean), average counter 31.5, streak 3, best 4." */
struct patience_figures;
struct text;
void patience_figures_words(const struct game *game, const struct patience_figures *f, struct text *out);
