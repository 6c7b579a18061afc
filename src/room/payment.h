/* Who pays for what is dear, and how often it may be asked for: doc/dear-work.md. Names and lines cost a stranger
 * nothing, so the origin pays; the house itself (ORIGIN_HOUSE) has not to. */
#pragma once
#include "base/purse.h"
#include "room/env.h"
#include "room/room.h"

/* What has its price. */
enum due { DUE_HINT, DUE_DEAL, DUE_TABLE, DUES };

struct payments {
    struct purses paid[DUES]; /* by origin */
    struct purses talked;     /* by person */
};

void payments_init(struct payments *p);

/* NULL, or the whole sentence why not now, which lives for ever. */
const char *pay(struct payments *p, const struct lobby_env *env, enum due due, const struct person *who);

/* May that person say one more line now? */
bool pay_for_talk(struct payments *p, const struct lobby_env *env, const struct person *who);
