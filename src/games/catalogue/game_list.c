#include "games/catalogue/game_list.h"

#include <string.h>

const struct game *const game_list[] = {
    &corners_game,
    &grid_game,
    &cross_game,
    NULL,
};

const struct game *game_find(const char *id)
{
    for (const struct game *const *g = game_list; *g != NULL; g++)
        if (strcmp((*g)->id, id) == 0) return *g;
    return NULL;
}
