/* The screens of a session, one on another. */
#pragma once
#include "session/screen.h"

#define SESSION_SCREENS_MAX 8

/* Puts a screen on top; enter() gets arg. The stack is at most SESSION_SCREENS_MAX deep: asserted. Each of these calls
 * does nothing when the visit is ending. */
void session_push(struct session *s, const struct screen *screen, const void *arg);

/* Takes the top screen off. There is one below it: asserted. */
void session_pop(struct session *s);

/* Pops every screen but the lowest one, which is then on top; nothing when it is already. */
void session_home(struct session *s);

/* Pops everything and pushes screen. */
void session_only(struct session *s, const struct screen *screen, const void *arg);

/* The screen on top; its state in *state, unless state is NULL, which lives until some time after the screen was
 * popped. NULL when the visit is ending. */
const struct screen *session_top(const struct session *s, void **state);

/* --- for the files of session/ --- */

/* Frees the screens that were popped. Only when none of their functions can be running any more. */
void session_free_popped(struct session *s);

/* Every screen leaves. */
void session_pop_all(struct session *s);

/* Another screen is on top: it will be drawn, or says where the person is. */
void session_top_changed(struct session *s);
