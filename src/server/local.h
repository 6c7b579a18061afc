/* A house for one: the same lobby, store and screens as the host's, on one's own terminal, without listeners. */
#pragma once

struct local {
    const char *state_dir; /* as state_find(): "" takes the usual one */
    const char *game;      /* id of the game to open at once; NULL: the lobby */
};

/* Plays until the person leaves, the terminal goes, or a signal ends it; everything shown is kept. At the first start
 * an account is made for the person, named after the login name where that is a name. Returns the exit status: 0, or 1
 * when it could not start (told on standard error). What is logged goes to play.log in the state directory when
 * standard error is the terminal. */
int local_play(const struct local *local);
