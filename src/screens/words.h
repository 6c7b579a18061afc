/* What people type in plain mode, brought into the form that games read. */
#pragma once
#include <stdbool.h>
#include <stddef.h>

struct text;

#define WORDS_MOVE 64

/* The first words of a list that NULL ends, at most `most` of them: "hand, board", and before the last one `and`. */
void words_list(const char *const *words, int most, const char *and, struct text *out);

/* Can it be meant as a move? It begins with a card, the number of one, a place, a square, or a word that games know;
 * else nobody would know what the game's answer is about. */
bool words_may_be_move(const char *line);

/* 'There is no word "xyzzy" here.' and what can be typed. */
void words_unknown(const char *line, const char *instead, struct text *out);

/* A move without its fillers: "9s on north" is "9s north". false: nothing is left of it. */
bool words_move(const char *typed, char out[WORDS_MOVE]);

/* A hint as it fits into the two lines of a window of so many columns: where there is no room for its reason, that is
 * left to w. Any other sentence stays as it is. why may be NULL; the result is words or out. */
#define HINT_BRIEF 160
const char *words_hint(const char *words, const char *why, int cols, char out[HINT_BRIEF]);

/* For plain mode: the text with its cards in words, "8♦" as "8 of diamonds". */
struct text;
void words_spell(const char *text, struct text *out);
