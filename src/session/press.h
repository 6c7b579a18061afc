/* What a key does: on the top screen, in the line of plain mode, everywhere. */
#pragma once
#include "session/inside.h"

/* One key, from keys.h; session is a struct session. Keys beyond the rate do nothing. */
void session_key(void *session, const struct key *k);

/* Text is being typed: nothing of it may be lost. There is a screen. */
bool session_is_typing(struct session *s);

/* Plain mode, when a line was typed. session_await_answer(): the prompt waits a moment for the answer, which often
 * comes from the disk or from a thought. session_obey(): what works everywhere gets the line, else the top screen. */
void session_await_answer(struct session *s);
void session_obey(struct session *s, const char *line);
