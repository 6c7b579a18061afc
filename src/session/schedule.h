/* When a session has its turn to be drawn or to speak: at the end of this turn of the loop, or when its last frame is
 * old enough, and then in one of two queues. */
#pragma once
#include "session/inside.h"

/* Something is to be sent: the session is queued at once, or when its last frame is old enough. */
void session_schedule(struct session *s);
void session_unschedule(struct session *s);

/* Queued in so many ms, whatever was scheduled before. */
void session_wait_ms(struct session *s, int64_t ms);

/* The session waits for its turn among all others. Those that answer a key go first, in the order of asking. */
void session_enqueue(struct session *s);
void session_dequeue(struct session *s);
