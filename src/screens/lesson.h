/* A lesson of games/lesson.h, played: the real game from a fixed deal, one step after the other. What is legal but not
 * asked for is answered with a sentence and not made. Nothing is kept, no account and no store are needed. */
#pragma once
#include "session/session.h"

/* From the lobby into the lesson of a game, by its id; its end leads to a real game. The game has a lesson: asserted.
 */
void lesson_begin(struct session *s, const char *game);
