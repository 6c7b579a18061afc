/* Moves as people type them in lines, for hints and lists; what is written here every game's apply() reads. */
#pragma once

struct text;

/* "8h n" of 8h@n, "w ne" of w>ne, "place b2" of @b2, "remove b2 c3" of xb2c3; words such as "end" as they are. move: a
 * canonical text. */
void move_typed(const char *move, struct text *out);
