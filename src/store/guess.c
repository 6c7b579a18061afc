#include "store/guess.h"

#include <ctype.h>

void guesses_init(struct guesses *g)
{
    purses_init(&g->origin);
    purses_init(&g->handle);
    purses_init(&g->known);
}

static uint64_t handle_number(const struct guesses *g, const char *handle)
{
    char lower[64];
    size_t n = 0;
    for (; handle[n] != '\0' && n < sizeof lower; n++) lower[n] = (char)tolower((unsigned char)handle[n]);
    return purse_number(&g->handle, lower, n);
}

struct guess guess_new(const struct guesses *g, const char *handle, uint64_t origin, int64_t account, uint64_t network)
{
    const uint64_t both[2] = { (uint64_t)account, network };
    return (struct guess){
        .origin = origin,
        .handle = handle_number(g, handle),
        .known = account != 0 ? purse_number(&g->known, both, sizeof both) : 0,
    };
}

bool guess_begin(struct guesses *g, struct guess *try, int64_t now_ms)
{
    try->by_known = try->known != 0 &&
                    purse_take(&g->known, try->known, now_ms, GUESS_ORIGIN_INTERVAL_US, GUESS_ORIGIN_BURST, 1) > 0;
    if (try->by_known) return true;
    if (purse_level(&g->handle, try->handle, now_ms, GUESS_HANDLE_INTERVAL_US, GUESS_HANDLE_BURST) == 0) return false;
    if (purse_take(&g->origin, try->origin, now_ms, GUESS_ORIGIN_INTERVAL_US, GUESS_ORIGIN_BURST, 1) == 0) return false;
    purse_take(&g->handle, try->handle, now_ms, GUESS_HANDLE_INTERVAL_US, GUESS_HANDLE_BURST, 1);
    return true;
}

void guess_forgive(struct guesses *g, const struct guess *try)
{
    if (try->by_known) {
        purse_give_back(&g->known, try->known, GUESS_ORIGIN_INTERVAL_US, 1);
        return;
    }
    purse_give_back(&g->origin, try->origin, GUESS_ORIGIN_INTERVAL_US, 1);
    purse_give_back(&g->handle, try->handle, GUESS_HANDLE_INTERVAL_US, 1);
}
