#include "games/lesson.h"

#include <assert.h>
#include <string.h>

void lesson_deck(const struct lesson *l, struct deck *d)
{
    card_set there = 0;
    int n = 0;
    for (const char *at = l->deck; *at != '\0';) {
        card c = CARD_NONE;
        at += strspn(at, " ");
        int took = card_parse(at, &c);
        assert(took > 0 && n < CARDS && !(there & card_bit(c)));
        at += took;
        there |= card_bit(c);
        d->c[n++] = c;
    }
    for (int c = 1; c <= CARDS; c++)
        if (!(there & card_bit((card)c))) d->c[n++] = (card)c;
}

/* The next word of a list of moves; false at its end. */
static bool next_move(const char **list, char out[MOVE_TEXT])
{
    *list += strspn(*list, " ");
    size_t n = strcspn(*list, " ");
    assert(n < MOVE_TEXT);
    memcpy(out, *list, n);
    out[n] = '\0';
    *list += n;
    return n > 0;
}

/* "x*" is every move that begins with x. */
static bool is_named(const char *name, const char *text)
{
    size_t n = strlen(name);
    return n > 0 && name[n - 1] == '*' ? strncmp(name, text, n - 1) == 0 : strcmp(name, text) == 0;
}

bool lesson_move(const struct lesson *l, const struct lesson_step *step, const void *state, struct move *out)
{
    const struct game *game = l->game;
    struct move_list list;
    char name[MOVE_TEXT];
    if (step->moves == NULL || strcmp(step->moves, LESSON_ANY) == 0) return false;
    if (game->to_move(state) != (step->seat ? step->seat : l->pupil)) return false;
    game->moves(state, &list);
    for (const char *at = step->moves; next_move(&at, name);)
        for (int i = 0; i < list.n; i++)
            if (is_named(name, list.at[i].text)) {
                *out = list.at[i];
                return true;
            }
    return false;
}

static bool ends_turn(const struct game *game, const struct move *m)
{
    return game->end_move != NULL && strcmp(m->text, game->end_move) == 0;
}

bool lesson_wants(const struct lesson *l, const struct lesson_step *step, const struct move *m)
{
    char name[MOVE_TEXT];
    if (step->moves == NULL || step->seat != 0) return false;
    if (strcmp(step->moves, LESSON_ANY) == 0) return !ends_turn(l->game, m);
    for (const char *at = step->moves; next_move(&at, name);)
        if (is_named(name, m->text)) return true;
    return false;
}
