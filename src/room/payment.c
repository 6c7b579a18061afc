/* Who pays for what is dear, and how often it may be asked for: doc/dear-work.md. Names and lines cost a stranger
 * nothing, so the origin pays; the house itself (ORIGIN_HOUSE) has not to. */
#include "base/origin.h"
#include "room/inside.h"

#define SECOND_US INT64_C(1000000)

static const struct price {
    int burst;
    int64_t interval_us;
    const char *empty;
} prices[DUES] = {
    [DUE_HINT] = { 300, SECOND_US / 4, /* whole patiences can be played by hints, by some people behind one address */
                   "So many hints were asked for from your network: ask again in a few seconds." },
    [DUE_DEAL] = { 60, 3 * SECOND_US,
                   "So many deals were taken up from your network: play this one, or ask again in a few seconds." },
    [DUE_TABLE] = { 40, 10 * SECOND_US,
                    "So many tables were opened from your network: sit down at one, or try again in a few seconds." },
};

void payments_init(struct lobby *l)
{
    for (int due = 0; due < DUES; due++) purses_init(&l->paid[due]);
    purses_init(&l->talked);
}

const char *pay(struct lobby *l, enum due due, const struct person *who)
{
    const struct price *p = &prices[due];
    if (who->origin == ORIGIN_HOUSE) return NULL;
    int64_t now = lobby_now(l);
    /* Who may have so many tables may open them at once. */
    int burst = due == DUE_TABLE && l->env.tables_per_origin > 0 ? l->env.tables_per_origin : p->burst;
    return purse_take(&l->paid[due], origin_customer(who->origin), now, p->interval_us, burst, 1) > 0 ? NULL : p->empty;
}

#define TALK_INTERVAL_US 700000
#define TALK_BURST 5

/* A person's limit outlives line, seat and table, so hanging up does not renew it; and whoever gets the seat next has a
 * limit of their own. A guest keeps the name for the whole visit. */
bool pay_for_talk(struct lobby *l, const struct person *who)
{
    char name[PERSON_NAME] = "";
    for (size_t i = 0; who->name[i] != '\0' && i < sizeof name - 1; i++) name[i] = who->name[i];
    uint64_t whose = who->account != 0 ? (uint64_t)who->account : purse_number(&l->talked, name, sizeof name);
    return purse_take(&l->talked, whose, lobby_now(l), TALK_INTERVAL_US, TALK_BURST, 1) > 0;
}
