/* What is typed, as fast as it may come. Keys that act at once are dropped beyond the rate (session_key()): nobody
 * means the hundredth arrow of a second. No text is lost: in plain mode and in text fields lines beyond the rate wait
 * here, and what follows them waits at the sender. */
#pragma once
#include "session/inside.h"

/* Takes all bytes, as conn_upcalls.input; owner is a struct session. What may not act yet is kept, and the connection
 * holds back what follows. */
void session_input(void *owner, const uint8_t *bytes, size_t n);

/* Forgets what is kept. */
void session_input_clear(struct session *s);
