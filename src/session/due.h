/* The one timer of a session, and what it runs for: nobody types, the top screen wants to be drawn again, a new size
 * settles, a key may be whole, the answer to Are You There has been seen. */
#pragma once
#include "session/inside.h"

/* When idleness is due, monotonic ms: the warning, and after that the end. INT64_MAX: never. */
int64_t session_idle_due(const struct session *s);

/* Sets the timer to what is due first. session_set_timer() asks the top screen anew, session_wind_timer() knows that it
 * wants what it wanted. */
void session_wind_timer(struct session *s);
void session_set_timer(struct session *s);

int64_t session_earliest(int64_t a, int64_t b);
