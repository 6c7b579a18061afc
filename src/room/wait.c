/* What a table does while the disk keeps it waiting: who waits is told why, once, and again when it goes on; and time
 * stands still for it, so that nobody loses a turn or a seat because a write took long. */
#include "base/log.h"
#include "room/inside.h"

void wait_begin(struct room *r)
{
    r->house_retries = false;
    if (r->wait_since == NEVER) r->wait_since = r->wait_counted = lobby_now(r->lobby);
    if (wait_due(r) >= r->due) return;
    room_due_at(r, wait_due(r));
    lobby_moved(r->lobby);
}

bool wait_is_long(const struct room *r)
{
    return r->wait_since != NEVER && lobby_now(r->lobby) - r->wait_since > WAIT_MS;
}

static void shift(int64_t *due, int64_t by)
{
    if (*due != NEVER) *due += by;
}

void wait_count(struct room *r)
{
    if (!wait_is_long(r)) return;
    int64_t by = wait_uncounted(r);
    r->wait_counted += by;
    if (!r->timed_out) shift(&r->turn_due, by); /* else it is when the house tries again */
    shift(&r->between_due, by);
    for (int seat = 1; seat <= r->seats; seat++) shift(&r->seat[seat].grace_due, by);
}

int64_t wait_uncounted(const struct room *r)
{
    return wait_is_long(r) ? lobby_now(r->lobby) - r->wait_counted : 0;
}

static void tell_all(struct room *r, const char *words)
{
    for (struct member *m = r->members; m != NULL; m = m->next) m->wait_words = words;
    room_wake(r);
}

void wait_end(struct room *r, bool written)
{
    wait_count(r);
    r->wait_since = NEVER;
    if (!written) return;
    if (r->wait_logged) log_event(LOG_NOTICE, NULL, "table %lld: it is written again", (long long)r->id);
    if (r->wait_told) tell_all(r, WAIT_OVER);
    r->wait_told = r->wait_logged = false;
}

const char *wait_words(const struct room *r)
{
    return r->wait_told ? WAIT_WORDS : NULL;
}

/* A move of the house's own that could not be written is tried again, unless nobody is there to wait for it, or a
 * person has taken the turn back. */
static bool still_waits(const struct room *r)
{
    int seat = room_to_move(r);
    if (room_busy(r)) return true;
    return r->house_retries && seat != 0 && seats_present(r, 0) > 0 &&
           (seat_played_by_computer(r, seat) || r->timed_out);
}

void wait_tick(struct room *r)
{
    if (r->wait_since != NEVER && !still_waits(r)) wait_end(r, false);
    if (!wait_is_long(r) || r->wait_told) return;
    r->wait_told = true;
    tell_all(r, WAIT_WORDS);
}

int64_t wait_due(const struct room *r)
{
    return r->wait_since != NEVER && !r->wait_told ? r->wait_since + WAIT_MS + 1 : NEVER;
}
