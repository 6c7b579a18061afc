/* How a job of the store ended, and the simplest callback for it. */
#pragma once

struct store;

enum store_result {
    STORE_OK,
    STORE_NONE,    /* there is no such account, table, round or patience */
    STORE_TAKEN,   /* somebody else has the handle or the key */
    STORE_WRONG,   /* the password is wrong */
    STORE_GUESSED, /* too many wrong passwords came recently: this one was not checked */
    STORE_ENOUGH,  /* the account or the origin has reached its rate limit: try later */
    STORE_BUSY,    /* a queue is full: try again */
    STORE_FAILED   /* SQLite failed, or the call contradicts the database, which is a bug of ours; it is logged */
};

/* The callback of a job that answers with its result alone. */
typedef void store_done(void *arg, enum store_result result);
