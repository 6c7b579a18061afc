/* One visit: a connection, its terminal, a stack of screens. Keys go to the top screen. A session draws a frame at most
 * once a turn of the loop, only when something has changed, and only when the last one has left for the caller: a slow
 * line loses frames, and never costs memory. In plain mode the same screens speak in lines. session/ knows no screen by
 * name.
 */
#pragma once
#include "net/conn.h"
#include "session/env.h"
#include "session/frame.h"
#include "session/news.h"
#include "session/screen.h"
#include "session/stack.h"
#include "term/terminal.h"

#include <stdbool.h>
#include <stdint.h>

struct clock;
struct event_base;

/* Sets the defaults, which may be changed before the first session. Clear with session_env_clear(), when no session is
 * left. base and clock must outlive env. */
void session_env_init(struct session_env *env, struct event_base *base, const struct clock *clock);
void session_env_clear(struct session_env *env);

/* Takes over conn: sets its upcalls and owner. ended(visitor) is called once, when the visit is over and the screens
 * have left. The session frees itself after the connection has closed and ended() was called. */
struct session *session_new(struct session_env *env, struct conn *conn, const struct terminal_kind *kind, void *visitor,
                            void (*ended)(void *visitor));

/* Ends every visit as session_end() does, in each turn of the loop as many as SESSION_TURN_US allows. text must live
 * until the last has ended. */
void session_end_all(struct session_env *env, const char *text, int status);

/* --- for screens --- */

/* Each pointer lives as long as the session; that of session_kind() until session_set_kind(). */
struct session_env *session_env(const struct session *s);
void *session_visitor(struct session *s);
const struct caller *session_caller(const struct session *s); /* not from leave(): the caller may have gone */
const struct terminal_kind *session_kind(const struct session *s);
const struct clock *session_clock(const struct session *s);
bool session_plain(const struct session *s);

/* Plain mode: session_pop(), and the screen that is then on top obeys the line. It does not say first where it is. */
void session_pop_to(struct session *s, const char *line);

/* The number of the burst of keys that the present key belongs to. Keys of one read or of one paste have the same
 * number: whoever typed them had not seen the answer to the first. Never 0 while a key is given. */
uint32_t session_burst(const struct session *s);

/* Shows the visit in another way from now on. From one with pictures to another, nothing is sent before the next frame.
 */
void session_set_kind(struct session *s, struct terminal_kind kind);

/* Whether the person wants the mouse. At first off, because it takes away the terminal's own way to select text. */
void session_set_mouse(struct session *s, bool on);
bool session_mouse(const struct session *s);

/* Ends the visit: restores the terminal, writes text (lines, NULL for none) and closes the connection with status, as
 * conn_close_later(). The screens leave soon after; nothing more is drawn. */
void session_end(struct session *s, const char *text, int status);
