/* The big loser's banner (T13). */
#pragma once
#include "session/session.h"

extern const struct screen screen_loser; /* arg: the name */

/* Over whatever the person is looking at, until a key; in plain mode one line that interrupts nothing. */
void loser_show(struct session *s, const char *name);
