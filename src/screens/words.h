/* What people type in plain mode, brought into the form that games read. */
#pragma once
#include <stdbool.h>
#include <stddef.h>

struct text;

#define WORDS_MOVE 64

/* The first words of a list that NULL ends, at most `most` of them: "hand, board", and before the last one `and`. */
void words_list(const char *const *words, int most, const char *and, struct text *out);

/* Can the line be meant as a move? It begins with a card, the number of a card, a place, a square, or a word that games
 * know. For any other line the game's answer would be a riddle. */
bool words_may_be_move(const char *line);

/* Adds 'There is no word "xyzzy" here.' and the sentence `instead`. */
void words_unknown(const char *line, const char *instead, struct text *out);

/* Copies a typed move without its fillers: "9s on north" becomes "9s north". false: nothing is left. */
bool words_move(const char *typed, char out[WORDS_MOVE]);

/* A hint for a message line of two rows and so many columns: where its reason (why, or NULL) has no room, the key w has
 * to tell it. Any other sentence stays as it is. Returns words or out, and lives as long. */
#define HINT_BRIEF 160
const char *words_hint(const char *words, const char *why, int cols, char out[HINT_BRIEF]);

/* For plain mode: adds the text with its cards in words, "8♦" as "8 of diamonds". */
void words_spell(const char *text, struct text *out);
