/* For games without options: struct game's rules_parse and rules_text. */
#pragma once
#include "games/game.h"

/* Takes "" only; else a sentence, a string constant. */
const char *no_rules_parse(struct rules *r, const char *text);
void no_rules_text(const struct rules *r, char *out, size_t size);
