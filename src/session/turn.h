/* Turns to be drawn or to speak, for the sessions that wait in the queues. */
#pragma once
#include "session/inside.h"

/* Gives turns for SESSION_TURN_US at most, then the loop has its own: to read keys above all. */
void session_give_turns(struct session_env *env);
