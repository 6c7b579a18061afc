/* What people type: the line that : begins in pictures and the lines of plain mode take the same moves. */
#include "screens/patience_play.h"

#include "base/text.h"
#include "games/contract.h"
#include "games/typed.h"
#include "screens/words.h"
#include "seed.h"

#include "screens/own_house.h"

#include <ctype.h>

#define LINES 300 /* typed in each row of the lobby */

static struct random chance;

/* What the caller sees of the game that is played. */
struct sight {
    const struct game *game;
    int seat;
    union any_state state;
};

static void see(struct sight *s)
{
    if (strcmp(where(&ann), "patience") == 0) {
        s->game = patience_in(&ann)->game;
        s->seat = 1;
        memcpy(s->state.bytes, solo_state(solo_in(&ann)), s->game->state_size);
    } else {
        await_turn(&ann);
        s->game = room_game(room_in(&ann));
        s->seat = seat_in(&ann);
        room_state(room_in(&ann), s->seat, s->state.bytes);
    }
}

static void next_round(const struct sight *s)
{
    type_line(&ann, s->game->patience ? "new" : "next");
    house_run(&h);
}

/* A legal move in one of the forms in which people type it, or a square; it need not be legal in that form. */
static void write_line(const struct move_list *list, char out[WORDS_MOVE])
{
    const char *move = list->at[random_below(&chance, (uint32_t)list->n)].text;
    char words[WORDS_MOVE];
    struct text typed;
    text_init(&typed, words, sizeof words);
    move_typed(move, &typed);
    const char *rest = strchr(words, ' ');
    switch (random_below(&chance, 6)) {
    case 0: snprintf(out, WORDS_MOVE, "%s", move); break;
    case 1: snprintf(out, WORDS_MOVE, "%s", rest != NULL ? rest + 1 : words); break;
    case 2: snprintf(out, WORDS_MOVE, "%u%s", 1 + random_below(&chance, 9), rest != NULL ? rest : ""); break;
    case 3: snprintf(out, WORDS_MOVE, "%c%u", 'a' + random_below(&chance, 4), 1 + random_below(&chance, 4)); break;
    default: snprintf(out, WORDS_MOVE, "%s", words); break;
    }
    bool loud = random_below(&chance, 4) == 0;
    for (char *p = out; loud && *p != '\0'; p++) *p = (char)toupper((unsigned char)*p);
}

/* The same line in pictures, begun by a colon. ACT_NONE: this game has no such line. */
static struct act_result type_in_pictures(const struct sight *s, const char *line, union any_view *view)
{
    struct key k = { .code = KEY_CHAR, .ch = ':' };
    struct act_result act = s->game->key(s->state.bytes, s->seat, view->bytes, &k);
    if (act.act != ACT_LOOK) return (struct act_result){ .act = ACT_NONE };
    for (; *line != '\0'; line++) {
        k.ch = (unsigned char)*line;
        s->game->key(s->state.bytes, s->seat, view->bytes, &k);
    }
    return s->game->key(s->state.bytes, s->seat, view->bytes, &(struct key){ .code = KEY_ENTER });
}

/* The plain line is answered by that move, told in words. */
static void assert_makes(const struct sight *s, const char *line, const struct move *m)
{
    char told[200];
    struct text words;
    text_init(&words, told, sizeof told);
    text_add(&words, "%s ", visit_in(&ann)->person.name);
    s->game->move_words(s->state.bytes, s->seat, m, &words);
    hear_no_more(&ann);
    type_line(&ann, line);
    if (!heard(&ann, told))
        fail_msg("%s: the line in pictures takes %s as %s, plain mode says: %s", s->game->id, line, m->text,
                 ann.line.out.buf);
}

/* Returns how many moves the lines made. */
static int type_lines(void)
{
    static struct sight s;
    static struct move_list list;
    int made = 0;
    for (int i = 0; i < LINES; i++) {
        char line[WORDS_MOVE];
        union any_view view = { .bytes = { 0 } };
        see(&s);
        s.game->moves(s.state.bytes, &list);
        if (list.n == 0) {
            next_round(&s);
            continue;
        }
        write_line(&list, line);
        struct act_result act = type_in_pictures(&s, line, &view);
        if (act.act != ACT_MOVE) continue;
        assert_makes(&s, line, &act.move);
        made++;
    }
    return made;
}

static bool has_typing_line(const struct game *game)
{
    static struct sight s;
    union any_view view = { .bytes = { 0 } };
    see(&s);
    assert_ptr_equal(s.game, game);
    return type_in_pictures(&s, "", &view).act != ACT_NONE;
}

static void a_plain_line_takes_what_the_line_in_pictures_takes(void **state)
{
    struct game_row of;
    int rows = 0;
    (void)state;
    chance = seed_random("typed lines");
    for (int k = 0; game_row_at(k, &of); k++) {
        caller_plain(&ann, &h);
        type_line(&ann, of.variant->word);
        if (has_typing_line(of.game)) {
            assert_in_range(type_lines(), LINES / 10, LINES);
            rows++;
        }
        caller_drop(&ann);
    }
    assert_in_range(rows, 4, GAME_ROWS_MAX);
}

/* The 4x4 patience names a square alone as its example; plain mode once asked for "place" before it. */
static void a_square_alone_places_the_card_in_lines_too(void **state)
{
    (void)state;
    caller_plain(&ann, &h);
    type_line(&ann, "grid");
    patience_deal(&ann, 617);
    char square[MOVE_TEXT];
    snprintf(square, sizeof square, "%s", thought(&ann).text + 1);
    type_line(&ann, square);
    assert_int_equal(solo_plies(solo_in(&ann)), 1);
    type_line(&ann, square);
    assert_heard(&ann, "There is a card on that square already.");
    caller_drop(&ann);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST_WITHOUT_STORE(a_plain_line_takes_what_the_line_in_pictures_takes),
        TEST_WITHOUT_STORE(a_square_alone_places_the_card_in_lines_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
