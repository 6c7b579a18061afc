/* What follows from one readiness of an SSH line: it is read, logs in, gets its channel, talks with the owner, takes
 * leave. */
#pragma once
#include "net/ssh_line.h"

/* what: the event, as libevent names it; began: when the loop began with this line. false: the line has to end. Calls
 * libssh, and the owner's input(), resize() and ready(). */
bool ssh_step(struct ssh_line *s, short what, struct meter_mark began);

/* Adds a piece of work to what the caller has spent. false: the caller takes more than its share and shall go. */
bool ssh_budget_spend(struct ssh_budget *b, int64_t now_ms, int64_t us);
