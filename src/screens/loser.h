/* The big loser's banner (T13). */
#pragma once
#include "session/session.h"

extern const struct screen screen_loser; /* arg: the name */

/* Shows the banner of that name over the present screen, until a key. In plain mode it is one line and no screen. */
void loser_show(struct session *s, const char *name);
