/* What a person sees: one file a screen, one header a file. Here every visit begins. */
#pragma once
#include "screens/house_env.h"
#include "session/session.h"

/* Begins a visit on a caller's connection: decides the terminal kind, finds the account of a proven key or password,
 * shows the first screen. To end all visits: session_end_all(). */
void screens_start(struct house *house, struct session_env *env, struct conn *conn);
