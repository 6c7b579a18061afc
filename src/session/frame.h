/* What a session sends: frames on screens with pictures, lines in plain mode; only when the last of it has left for the
 * caller. */
#pragma once
#include <stdbool.h>

struct session;

/* Something on the screen has changed: the session draws it when the caller can see it. Cheap, as often as you like.
 * Does nothing in plain mode. */
void session_dirty(struct session *s);

/* Plain mode: sends these lines now, and the prompt after them. Does nothing with pictures. */
void session_tell(struct session *s, const char *lines);

/* The same for what others do. The prompt follows only if the lines answer a typed line, or if something has been
 * typed: else it would be heard again and again. The next key brings it back. */
void session_event(struct session *s, const char *lines);

/* Plain mode: the top screen says again where the person is. */
void session_say(struct session *s);

/* --- for the files of session/ --- */

/* Sends what was put together in env->out. */
void session_send(struct session *s);

/* The plain prompt of the top screen. Lives until the screen changes it. */
const char *session_prompt(struct session *s);

/* There is something to draw or to say. */
bool session_wants_frame(const struct session *s);

/* Draws or speaks, if it may now; else sees to it that it is tried again. true: it has drawn. */
bool session_send_frame(struct session *s);
