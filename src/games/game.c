#include "games/game.h"

#include "base/text.h"

#include <string.h>

int game_target(const struct game *game, const struct rules *r)
{
    return game->target != NULL ? game->target(r) : 0;
}

void game_kind(const char *id, const char *rules_text, char out[KIND_TEXT])
{
    struct text t;
    int word = (int)strcspn(rules_text, " ");
    text_init(&t, out, KIND_TEXT);
    text_add(&t, word > 0 ? "%s %.*s" : "%s", id, word, rules_text);
}
