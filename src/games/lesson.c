#include "games/lesson.h"

#include "games/game_list.h"

#include <assert.h>
#include <stdalign.h>
#include <string.h>

static const struct lesson *const lessons[] = { &lesson_corners };
#define LESSONS (int)(sizeof lessons / sizeof *lessons)

const struct lesson *lesson_at(int k)
{
    return k >= 0 && k < LESSONS ? lessons[k] : NULL;
}

const struct lesson *lesson_find(const char *game)
{
    for (int k = 0; k < LESSONS; k++)
        if (strcmp(lessons[k]->game, game) == 0) return lessons[k];
    return NULL;
}

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

bool lesson_move(const struct lesson *l, const struct lesson_step *step, const void *state, struct move *out)
{
    alignas(max_align_t) unsigned char copy[GAME_STATE_MAX];
    const struct game *game = game_find(l->game);
    char text[MOVE_TEXT];
    if (step->moves == NULL || strcmp(step->moves, LESSON_ANY) == 0) return false;
    for (const char *at = step->moves; next_move(&at, text);) {
        struct made made;
        memcpy(copy, state, game->state_size);
        if (game->apply(copy, step->seat ? step->seat : l->pupil, text, &made) != NULL) continue;
        *out = made.move;
        return true;
    }
    return false;
}

bool lesson_wants(const struct lesson_step *step, const struct move *m)
{
    char text[MOVE_TEXT];
    if (step->moves == NULL || step->seat != 0) return false;
    if (strcmp(step->moves, LESSON_ANY) == 0) return strcmp(m->text, "end") != 0;
    for (const char *at = step->moves; next_move(&at, text);)
        if (strcmp(text, m->text) == 0) return true;
    return false;
}
