/* A house for one person: the same lobby, store and screens as on the host, on one's own terminal, without listeners.
 */
#pragma once

struct local {
    const char *state_dir; /* as for state_find(): "" is the default */
    const char *game;      /* id of the game to open first; NULL: the lobby */
};

/* Plays until the person leaves, the terminal is gone, or a signal ends it; every move that was shown is stored. The
 * first start makes an account for the person, with the login name if that is a valid name. Logs to play.log in the
 * state directory when standard error is the terminal. Returns the exit status: 0, or 1 when it could not start, which
 * it prints on standard error. */
int local_play(const struct local *local);
