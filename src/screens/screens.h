/* What a person sees: one file a screen, one line here. screens_start() is where every visit begins. */
#pragma once
#include "session/session.h"

struct lobby;
struct store;

/* What every screen needs of the house. The server owns it; it outlives every session. */
struct house {
    struct lobby *lobby;
    struct store *store;
    const char *name; /* "Kings Corner at cards.example.org", for titles */
    const char *version;
    int (*people)(void *ctx); /* visits now */
    void *ctx;
};

extern const struct screen screen_welcome;  /* who are you: name and password, a new account, or guest */
extern const struct screen screen_handle;   /* a proven key without an account: choose a handle */
extern const struct screen screen_lobby;
extern const struct screen screen_table;
extern const struct screen screen_figures;
extern const struct screen screen_account;
extern const struct screen screen_help;
extern const struct screen screen_loser;    /* the big loser's banner */

/* Begins a visit on a caller's connection: decides the terminal kind, finds the account of a proven key, shows the first screen. */
void screens_start(const struct house *house, const struct session_env *env, struct conn *conn);

/* Says goodbye to everybody: why is told, terminals are restored, connections closed. */
void screens_end_all(const struct house *house, const char *why);
