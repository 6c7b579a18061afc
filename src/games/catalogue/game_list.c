#include "games/catalogue/game_list.h"

#include "base/text.h"

#include <assert.h>
#include <string.h>

#define GAME(name) extern const struct game name##_game;
#include "games/catalogue/games.def"
#undef GAME

const struct game *const game_list[] = {
#define GAME(name) &name##_game,
#include "games/catalogue/games.def"
#undef GAME
    NULL,
};
static_assert(sizeof game_list / sizeof *game_list <= GAMES_MAX + 1, "others have room for all games");

const struct game *game_find(const char *id)
{
    for (const struct game *const *g = game_list; *g != NULL; g++)
        if (strcmp((*g)->id, id) == 0) return *g;
    return NULL;
}

bool game_row_at(int k, struct game_row *out)
{
    for (const struct game *const *g = game_list; *g != NULL; g++)
        for (const struct variant *v = (*g)->variants; v->word != NULL; v++)
            if (k-- == 0) {
                *out = (struct game_row){ .game = *g, .variant = v };
                return true;
            }
    return false;
}

void game_row_rules(const struct game_row *row, struct rules *out)
{
    const char *why = row->game->rules_parse(out, row->variant->rules);
    assert(why == NULL);
    (void)why;
}

const char *game_row_title(const struct game_row *row)
{
    struct rules rules;
    game_row_rules(row, &rules);
    return row->game->rules_title(&rules);
}

void game_row_kind(const struct game_row *row, char out[KIND_TEXT])
{
    char text[RULES_TEXT];
    struct rules rules;
    game_row_rules(row, &rules);
    row->game->rules_text(&rules, text, sizeof text);
    game_kind(row->game->id, text, out);
}

const struct lesson *lesson_at(int k)
{
    for (const struct game *const *g = game_list; *g != NULL; g++)
        if ((*g)->lesson != NULL && k-- == 0) return (*g)->lesson;
    return NULL;
}

void game_ids(struct text *out)
{
    for (const struct game *const *g = game_list; *g != NULL; g++)
        text_add(out, "%s%s", g == game_list ? "" : g[1] != NULL ? ", " : " or ", (*g)->id);
}
