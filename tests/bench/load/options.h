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

/* To where a session is to be: the steps, and what is shown there; ready NULL: connected is there. */
struct way {
    struct step steps[STEPS_MAX];
    int n;
    const char *ready;
};

/* Typed in turn, then again. */
struct keys {
    struct typed_key at[KEYS_MAX];
    int n;
};

enum protocol { PROTOCOL_SSH, PROTOCOL_TELNET, PROTOCOL_RAW };

struct options {
    enum protocol protocol;
    int port;
    const char *user, *key; /* by SSH */
    bool own;               /* each caller has a name and a key of its own */
    bool spread;            /* ... and an address of its own */
    struct way way;
    struct keys keys;
    int inflight, rate, linger_ms;
    bool verbose;
};

/* A named key or the characters themselves; a list of them, with commas. They end the program when it is neither. */
struct typed_key options_key(const char *name, size_t n);
struct keys options_keys(const char *list);

/* Ends the program with a message and status 2 when the command line is wrong. Texts point into argv. */
void options_parse(struct options *o, int argc, char **argv);
