/* The lobby: the menu of the house, and its tables. It is the lowest screen of everybody who has come in. */
#pragma once
#include "session/session.h"

extern const struct screen screen_lobby;
