#include "room/payment.h"

#include "base/clock.h"
#include "base/origin.h"

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

void payments_init(struct payments *p)
{
    for (int due = 0; due < DUES; due++) purses_init(&p->paid[due]);
    purses_init(&p->talked);
}

const char *pay(struct payments *p, const struct lobby_env *env, enum due due, const struct person *who)
{
    const struct price *price = &prices[due];
    if (who->origin == ORIGIN_HOUSE) return NULL;
    int64_t now = clock_mono_ms(env->clock);
    /* Who may have so many tables may open them at once. */
    int burst = due == DUE_TABLE && env->tables_per_origin > 0 ? env->tables_per_origin : price->burst;
    uint64_t whose = origin_customer(who->origin);
    return purse_take(&p->paid[due], whose, now, price->interval_us, burst, 1) > 0 ? NULL : price->empty;
}

#define TALK_INTERVAL_US 700000
#define TALK_BURST 5

/* A person's limit outlives line, seat and table, so hanging up does not renew it; and whoever gets the seat next has a
 * limit of their own. A guest keeps the name for the whole visit. */
bool pay_for_talk(struct payments *p, const struct lobby_env *env, const struct person *who)
{
    char name[PERSON_NAME] = "";
    for (size_t i = 0; who->name[i] != '\0' && i < sizeof name - 1; i++) name[i] = who->name[i];
    uint64_t whose = who->account != 0 ? (uint64_t)who->account : purse_number(&p->talked, name, sizeof name);
    return purse_take(&p->talked, whose, clock_mono_ms(env->clock), TALK_INTERVAL_US, TALK_BURST, 1) > 0;
}
