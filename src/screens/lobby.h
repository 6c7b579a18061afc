/* The lobby: the menu of the house, and its tables. It is the lowest screen of everybody who has come in. */
#pragma once
#include "session/session.h"

extern const struct screen screen_lobby;

/* From the lobby into a game, by its id, as its row there does: a seat now, or the patience. */
void lobby_go(struct session *s, const char *game);
