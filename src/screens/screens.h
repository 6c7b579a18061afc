/* What a person sees: one file a screen, one line here. screens_start() is where every visit begins. */
#pragma once
#include "session/session.h"

struct lobby;
struct store;
struct visit;

/* What every screen needs of the house. The server owns it; it outlives every session. */
struct house {
    struct lobby *lobby;
    struct store *store; /* NULL: no accounts, everybody is a guest */
    const char *name;    /* "Kings Corner at cards.example.org", for titles; UTF-8, clean */
    const char *version;
    const char *first_game; /* id of the game that every visit begins with; NULL: with the lobby */
    struct visit *visits;   /* everybody who is here; the screens keep this list, NULL at the start */
    int people;             /* on it */
    void *guests;           /* their names: root of a tree of tsearch(); NULL at the start */
};

extern const struct screen screen_moment;  /* one moment: the account of a proven key is being looked up */
extern const struct screen screen_welcome; /* who are you: log in, a new account, or guest */
extern const struct screen screen_sign;    /* a form of sign.h: name and passwords; arg is its struct form_kind */
extern const struct screen screen_lobby;
extern const struct screen screen_figures;
extern const struct screen screen_record; /* pushed by record.h only */
extern const struct screen screen_account;
extern const struct screen screen_help;  /* arg: the struct help_book to read */
extern const struct screen screen_loser; /* the big loser's banner; arg: the name */

/* Begins a visit on a caller's connection: decides the terminal kind, finds the account of a proven key or password,
 * shows the first screen. To end all visits: session_end_all(). */
void screens_start(struct house *house, struct session_env *env, struct conn *conn);

/* From the lobby into a game, by its id, as its row there does: a seat now, or the patience. */
void lobby_go(struct session *s, const char *game);

/* How many people are here. */
int screens_people(const struct house *house);
