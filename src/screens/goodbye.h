/* The end of a visit by its person's own wish. */
#pragma once
#include "session/session.h"

/* Restores the terminal, leaves a picture and a word of thanks on it, and closes the connection. */
void goodbye(struct session *s);
