/* Every lesson keeps to what games/lesson.h says: its moves are legal, its words fit, and it ends. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdalign.h>
#include <stdio.h>
#include <string.h>

#include "cards/whole_deck.h"
#include "games/catalogue/game_list.h"
#include "games/corners/corners_game.h"
#include "games/lesson.h"
#include "term/wrap.h"

#define STEPS_MAX 16
#define LINES 2
#define WIDE 78
#define NARROW 38

static alignas(max_align_t) unsigned char state_bytes[GAME_STATE_MAX];

static void deal_lesson(const struct lesson *l)
{
    struct rules rules;
    struct deck deck;
    const struct game *game = l->game;
    assert_null(game->rules_parse(&rules, l->rules));
    lesson_deck(l, &deck);
    assert_whole_deck(&deck);
    game->deal(state_bytes, &deck, &rules, l->seats, l->dealer);
}

static bool is_over(const struct game *game)
{
    struct result r;
    game->result(state_bytes, &r);
    return r.over;
}

/* The last legal move that is a play: not the one that tests of the screens take. */
static void play_to_the_end(const struct game *game)
{
    static struct move_list list;
    for (int n = 0; !is_over(game); n++) {
        struct made made;
        assert_true(n < 60);
        game->moves(state_bytes, &list);
        int at = list.n - 1;
        while (at >= 0 && strcmp(list.at[at].text, "end") == 0) at--;
        assert_true(at >= 0);
        assert_null(game->apply(state_bytes, game->to_move(state_bytes), list.at[at].text, &made));
    }
}

/* The first or the last of a step's moves that is legal; those of the lesson's own seats as long as there is one. */
static void make_step(const struct lesson *l, const struct lesson_step *step, bool last)
{
    static struct move_list list;
    const struct game *game = l->game;
    struct move move;
    int n = 0;
    for (; (step->seat != 0 || n == 0) && lesson_move(l, step, state_bytes, &move); n++) {
        struct made made;
        assert_true(n < 60);
        game->moves(state_bytes, &list);
        for (int i = 0; last && step->seat == 0 && i < list.n; i++)
            if (lesson_wants(l, step, &list.at[i])) move = list.at[i];
        if (step->seat == 0) assert_true(lesson_wants(l, step, &move));
        assert_null(game->apply(state_bytes, step->seat ? step->seat : l->pupil, move.text, &made));
        assert_string_equal(made.move.text, move.text);
    }
    assert_true(n > 0);
}

/* A table's lesson ends with its round; a patience's when it has shown everything. */
static void every_lesson_can_be_played_to_its_end(void **state)
{
    (void)state;
    for (int k = 0; lesson_at(k) != NULL; k++)
        for (int last = 0; last < 2; last++) {
            const struct lesson *l = lesson_at(k);
            const struct game *game = l->game;
            deal_lesson(l);
            for (int i = 0; i < l->n; i++) {
                const char *moves = l->steps[i].moves;
                assert_false(is_over(game));
                if (moves == NULL) continue;
                if (strcmp(moves, LESSON_ANY) == 0)
                    play_to_the_end(game);
                else
                    make_step(l, &l->steps[i], last);
            }
            assert_int_equal(is_over(game), !game->patience);
        }
}

static void a_lesson_is_short_and_its_words_fit(void **state)
{
    (void)state;
    for (int k = 0; lesson_at(k) != NULL; k++) {
        const struct lesson *l = lesson_at(k);
        assert_ptr_equal(l->game->lesson, l);
        assert_in_range(l->n, 1, STEPS_MAX);
        assert_in_range(wrap_lines(l->ending, WIDE), 1, LINES);
        assert_in_range(wrap_lines(l->ending_brief, NARROW), 1, LINES);
        for (int i = 0; i < l->n; i++) {
            const struct lesson_step *step = &l->steps[i];
            char both[2 * WHY_TEXT];
            int n = snprintf(both, sizeof both, "%s %s", step->about, step->keys);
            assert_in_range(n, 1, sizeof both - 1);
            if (wrap_lines(both, WIDE) > LINES) fail_msg("too long: %s", both);
            if (wrap_lines(step->brief, NARROW) > LINES) fail_msg("too long: %s", step->brief);
        }
    }
    assert_null(game_find("no such game"));
}

/* The table's lesson ends as it says: who wins, and which cards count (T9, T11). */
static void the_lesson_of_the_table_ends_as_it_says(void **state)
{
    const struct lesson *l = game_find("corners")->lesson;
    struct result r;
    (void)state;
    deal_lesson(l);
    for (int i = 0; i < l->n; i++) {
        const char *moves = l->steps[i].moves;
        if (moves == NULL) continue;
        if (strcmp(moves, LESSON_ANY) == 0)
            play_to_the_end(&corners_game);
        else
            make_step(l, &l->steps[i], false);
    }
    corners_game.result(state_bytes, &r);
    assert_int_equal(r.seat_out, l->pupil);
    assert_int_equal(r.points[1], 0);
    assert_int_equal(r.points[2], 16);
}

static void only_what_is_asked_for_is_wanted(void **state)
{
    (void)state;
    struct lesson_step some = { .moves = "Kh@ne Kh@se" }, any = { .moves = LESSON_ANY }, hint = { .moves = NULL },
                       other = { .moves = "end", .seat = 2 };
    struct move king = { "Kh@se" }, part = { "Kh@s" }, end = { "end" };
    assert_true(lesson_wants(&corners_lesson, &some, &king));
    assert_false(lesson_wants(&corners_lesson, &some, &part));
    struct lesson_step begun = { .moves = "end x*" };
    struct move ten = { "xb2c3" }, place = { "@b2" };
    assert_true(lesson_wants(&corners_lesson, &begun, &ten));
    assert_true(lesson_wants(&corners_lesson, &begun, &end));
    assert_false(lesson_wants(&corners_lesson, &begun, &place));
    assert_true(lesson_wants(&corners_lesson, &any, &king));
    assert_false(lesson_wants(&corners_lesson, &any, &end));
    assert_false(lesson_wants(&corners_lesson, &hint, &king));
    assert_false(lesson_wants(&corners_lesson, &other, &end));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_lesson_can_be_played_to_its_end),
        cmocka_unit_test(a_lesson_is_short_and_its_words_fit),
        cmocka_unit_test(the_lesson_of_the_table_ends_as_it_says),
        cmocka_unit_test(only_what_is_asked_for_is_wanted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
