/* What the load is to be, from the command line. */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define STEPS_MAX 8
#define KEYS_MAX 16
#define KEY_BYTES 40

struct typed_key {
    uint8_t bytes[KEY_BYTES];
    size_t n;
};

/* Once text is shown, keys are typed. */
struct step {
    const char *text;
    struct typed_key key;
};

enum protocol { PROTOCOL_SSH, PROTOCOL_TELNET, PROTOCOL_RAW };

struct options {
    enum protocol protocol;
    int port;
    const char *user, *key;       /* by SSH */
    bool own;                     /* each caller has a name and a key of its own */
    struct step steps[STEPS_MAX]; /* on the way to where the session is to be */
    int steps_n;
    const char *ready; /* what is shown there; NULL: connected is there */
    struct typed_key keys[KEYS_MAX];
    int keys_n; /* typed in turn, then again */
    int inflight, rate, linger_ms;
    bool verbose;
};

/* A named key or the characters themselves. Ends the program when it is neither. */
struct typed_key options_key(const char *name, size_t n);

/* Ends the program with a message and status 2 when the command line is wrong. Texts point into argv. */
void options_parse(struct options *o, int argc, char **argv);
