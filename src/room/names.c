#include "room/names.h"

#include "base/clean.h"
#include "room/inside.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

static const struct {
    const char *name;
    int strength;
} players[] = {
    { "Alma", 1 },  { "Bruno", 1 }, { "Clara", 1 }, { "Dario", 1 }, { "Edda", 2 },  { "Fritz", 2 },
    { "Greta", 2 }, { "Henri", 2 }, { "Ilse", 3 },  { "Jonas", 3 }, { "Karla", 3 }, { "Ludo", 3 },
};
#define PLAYERS (sizeof players / sizeof *players)

bool computer_is_called(const char *name)
{
    char skeleton[NAME_MAX_LENGTH + 1], other[NAME_MAX_LENGTH + 1];
    clean_skeleton(skeleton, name);
    for (size_t k = 0; k < PLAYERS; k++) {
        clean_skeleton(other, players[k].name);
        if (strcmp(skeleton, other) == 0) return true;
    }
    return false;
}

static bool at_table(const struct room *r, const char *name)
{
    for (int seat = 1; seat <= r->seats; seat++) {
        if (strcasecmp(r->seat[seat].who.name, name) == 0) return true;
        if (r->plan != NULL && strcasecmp(r->plan->who[seat].name, name) == 0) return true;
    }
    return false;
}

int computer_pick(const struct room *r, int strength, struct person *who)
{
    size_t k = random_below(&r->lobby->env.random, PLAYERS);
    for (size_t tried = 0; tried < PLAYERS; tried++, k = (k + 1) % PLAYERS)
        if (!at_table(r, players[k].name) && (strength == 0 || players[k].strength == strength)) break;
    *who = (struct person){ .account = 0 };
    snprintf(who->name, sizeof who->name, "%s", players[k].name);
    return players[k].strength;
}
