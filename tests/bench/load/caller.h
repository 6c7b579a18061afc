/* One session: from connecting over the steps to its seat, and the key it has typed last. Owned by the load, which is
 * told what happens. */
#pragma once
#include "load/client.h"
#include "load/options.h"

enum caller_state { CALLER_GONE, CALLER_CONNECTING, CALLER_ENTERING, CALLER_SEATED };

struct caller;

struct caller_upcalls {
    void (*seated)(void *ctx, struct caller *c);
    /* The first byte behind a key, ms after it was typed; lag_ms: how long it lay in the kernel until it was read. */
    void (*answered)(void *ctx, struct caller *c, double ms, double lag_ms);
    void (*lost)(void *ctx, struct caller *c, bool was_seated);
};

/* What all callers share. */
struct caller_env {
    const struct options *options;
    const struct client_ops *ops;
    void *common; /* for ops->open */
    const struct caller_upcalls *up;
    void *ctx;
    int epoll;
    const struct way *way; /* at its end a caller is seated */
    const struct keys *keys;
    uint64_t shown, received; /* bytes of all callers: for terminals, and as TCP carried them */
};

struct caller {
    struct caller_env *env;
    enum caller_state state;
    struct stream stream;
    struct client *client;
    int number;
    int step;
    size_t matched; /* characters of the text that is waited for */
    int64_t began_ns, seated_ns;
    int64_t typed_ns, arrived_ns; /* real clock */
    bool waiting;                 /* for the answer to the key typed last */
    int key;                      /* of env.keys, the next */
};

void caller_connect(struct caller *c, struct caller_env *env, int number);

/* events of epoll, whose data pointer is the caller. */
void caller_event(struct caller *c, uint32_t events);

/* Types the next key. Seated only: asserted. */
void caller_type(struct caller *c);

/* Leaves its seat by that key; seated again at the end of env.way. Seated only: asserted. */
void caller_go(struct caller *c, const struct typed_key *key);

/* Ends it without a word; nothing when it is gone. */
void caller_close(struct caller *c);
