/* What people type in plain mode, brought into the form that games read. */
#pragma once
#include <stdbool.h>

#define WORDS_MOVE 64

/* A move without its fillers: "9s on north" is "9s north". false: nothing is left of it. */
bool words_move(const char *typed, char out[WORDS_MOVE]);

/* For plain mode: the text with its cards in words, "8♦" as "8 of diamonds". */
struct text;
void words_spell(const char *text, struct text *out);
