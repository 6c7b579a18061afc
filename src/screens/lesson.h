/* A lesson of games/lesson.h, played: the real game from a fixed deal, one step after the other. A legal move that the
 * step does not ask for is answered with a sentence and not made. Nothing is kept, no account and no store are needed.
 */
#pragma once
#include "session/session.h"

/* Begins the game of that id, from the lobby: where the end of a lesson leads. */
typedef void lesson_to_game(struct session *s, const char *game);

struct lesson;

/* From the lobby into a lesson. */
void lesson_begin(struct session *s, const struct lesson *lesson, lesson_to_game *to_game);
