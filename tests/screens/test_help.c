/* Help: every page of ansi/help/ can be read, whole, in every window and in lines; and its worked examples are true. */
#include "screens/table_play.h"

#include "base/embedded.h"
#include "games/contract.h"
#include "games/corners/corners.h"
#include "games/corners/corners_game.h"
#include "games/cross/cross.h"
#include "games/grid/grid.h"
#include "screens/help_pages.h"
#include "screens/page.h"

#include "screens/own_house.h"

static int pages_in_all(void)
{
    int n = 0;
    while (help_pages[n].name != NULL) n++;
    return n;
}

/* From the lobby's help on, every file is a page, and Enter leads through all of them. */
static void every_page_is_read_with_enter(void **state)
{
    (void)state;
    int n = pages_in_all();
    caller_guest(&ann, &h);
    type(&ann, "?");
    for (int i = 1; i <= n; i++, type(&ann, "\r")) {
        char right[32];
        assert_where(&ann, "help");
        snprintf(right, sizeof right, "page %d of %d", i, n);
        assert_shows(&ann, right);
    }
    assert_where(&ann, "lobby");
    for (int i = 0; i < n; i++) {
        struct page p;
        page_read(&p, help_pages[i].name);
        assert_true(p.title[0] != '\0' && p.body[0] != '\0');
    }
    caller_drop(&ann);
}

/* In the smallest window each page scrolls to its last line. */
static void every_page_scrolls_to_its_end(void **state)
{
    (void)state;
    for (int i = 0; help_pages[i].name != NULL; i++) {
        struct page p;
        struct area a = { 1, 1, 38, 6 };
        page_read(&p, help_pages[i].name);
        struct canvas *c = canvas_new(40, 12);
        int from = 100000, lines = page_lines(a, &p), last = page_draw(c, a, &p, &from);
        assert_int_equal(last, lines > a.rows ? lines - a.rows : 0);
        assert_int_equal(from, last);
        bool drawn = false;
        for (int x = 0; x < 40; x++) drawn |= canvas_at(c, x, a.y + (lines < a.rows ? lines : a.rows) - 1)->ch != ' ';
        assert_true(drawn);
        for (int x = 0; x < 40; x++) assert_int_equal(canvas_at(c, x, 0)->ch, ' ');
        canvas_free(c);
    }
}

/* The pages of the games begin with their title pictures, which 80x24 has room for. */
static void title_pictures_are_seen_at_80x24(void **state)
{
    static const char *const pages[] = { "corners.txt", "grid.txt", "cross.txt" };
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        struct page p;
        page_read(&p, pages[i]);
        assert_true(p.art[0] != '\0');
        assert_in_range(page_lines((struct area){ 5, 2, 70, 20 }, &p), 1, 8);
    }
}

/* --- the worked examples --- */

static bool read_pile(const char *word, struct pile *p)
{
    *p = (struct pile){ 0 };
    for (int took; *word != '\0'; word += took) {
        card c = CARD_NONE;
        took = card_parse(word, &c);
        if (took == 0) return false;
        pile_push(p, c);
    }
    return true;
}

/* What a game builds: which card its moves lay on which, seen in rounds by chance. */
struct building {
    const struct game *game;
    int n; /* 0: its moves name no card and place, so they do not tell */
    bool seen[CARDS + 1][CARDS + 1];
};

/* The legal moves of one position, where they are "9s@n" and replay names the piles by their places. */
static void look_at_moves(struct building *b, const void *state, const struct move_list *list)
{
    json_t *line = b->game->json(state, 0);
    for (int i = 0; i < list->n; i++) {
        card c, on;
        const char *text = list->at[i].text;
        if (card_parse(text, &c) != 2 || text[2] != '@') continue;
        const json_t *pile = json_object_get(json_object_get(line, "piles"), text + 3);
        const char *top = json_string_value(json_array_get(pile, json_array_size(pile) - 1));
        if (top == NULL || card_parse(top, &on) != 2) continue;
        b->seen[c][on] = true;
        b->n++;
    }
    json_decref(line);
}

static void look_at_round(struct building *b, struct random *chance)
{
    static union any_state state;
    static struct move_list list;
    struct rules rules = random_rules(b->game, chance);
    struct deck deck = random_deck(chance);
    b->game->deal(state.bytes, &deck, &rules, b->game->seats_max, 1);
    for (b->game->moves(state.bytes, &list); list.n > 0; b->game->moves(state.bytes, &list)) {
        struct made made;
        look_at_moves(b, state.bytes, &list);
        const char *move = list.at[random_below(chance, (uint32_t)list.n)].text;
        assert_null(b->game->apply(state.bytes, b->game->to_move(state.bytes), move, &made));
    }
}

/* The same answer for the same game; valid until another one is asked for. */
static const struct building *building_of(const struct game *game)
{
    static struct building b;
    struct random chance = random_seeded(1);
    if (b.game == game) return &b;
    memset(&b, 0, sizeof b);
    b.game = game;
    for (int round = 0; round < 150; round++) look_at_round(&b, &chance);
    return &b;
}

/* May the card lie on the other in this game, as far as its moves tell? */
static bool may_lie(const struct game *game, card c, card on)
{
    const struct building *b = building_of(game);
    return b->n == 0 || b->seen[c][on];
}

/* Corners and cross build as the rulebook says (T4, S2); the 4x4 patience builds nothing. */
static void what_lies_on_what_is_read_off_a_games_own_moves(void **state)
{
    static const struct game *const builders[] = { &corners_game, &cross_game };
    (void)state;
    for (int k = 0; k < 2; k++)
        for (card c = 1; c <= CARDS; c++)
            for (card on = 1; on <= CARDS; on++) assert_int_equal(may_lie(builders[k], c, on), card_builds(c, on));
    assert_int_equal(building_of(&grid_game)->n, 0);
}

/* "X on Y makes Z": X may lie there, and Z is what comes of it (T4, T19, S2, S6). */
static void check_play(const struct game *game, const struct pile *x, const struct pile *y, const struct pile *z)
{
    struct pile sum = *y, moved = *x;
    assert_non_null(game);
    assert_true(may_lie(game, pile_base(x), pile_top(y)));
    pile_move(&sum, &moved);
    assert_memory_equal(&sum, z, sizeof sum);
    for (int i = 1; i < z->n; i++) assert_true(may_lie(game, z->c[i], z->c[i - 1]));
}

static bool has_page(const char *const *names, const char *name)
{
    while (*names != NULL && strcmp(*names, name) != 0) names++;
    return *names != NULL;
}

/* The first game that has the page; NULL: the house's own page. */
static const struct game *game_of_page(const char *name)
{
    const struct game *const *g = game_list;
    while (*g != NULL && !has_page((*g)->help.rules, name) && !has_page((*g)->help.keys, name)) g++;
    return *g;
}

/* Checks what a row of cards says in the help of a game; returns how many claims it made. Counts are the points of
 * Kings Corner, tens the removals of the 4x4 patience: other games may use these words for something else. */
static int check_row(const struct game *game, const char *row)
{
    char words[12][24] = { "" };
    struct pile pile[12];
    int n = 0, claims = 0;
    for (char copy[256], *save = NULL, *word = strtok_r(strcpy(copy, row), " ", &save); word != NULL;
         word = strtok_r(NULL, " ", &save)) {
        assert_true(n < 12 && strlen(word) < sizeof words[0]);
        read_pile(strcpy(words[n], word), &pile[n]);
        n++;
    }
    for (int i = 0; i < n; i++) {
        bool pair = strcmp(words[i], "make_ten,") == 0 || strcmp(words[i], "too,") == 0;
        if (strcmp(words[i], "makes") == 0) {
            check_play(game, &pile[i - 3], &pile[i - 1], &pile[i + 1]);
            claims++;
        } else if (game == &corners_game && strcmp(words[i], "counts") == 0) { /* (T11, T20) */
            assert_int_equal(corners_hand_points(&pile[i - 1]), atoi(words[i + 1]));
            claims++;
        } else if (game == &grid_game && pair) { /* (G5) */
            assert_int_equal(card_rank(pile[i - 2].c[0]) + card_rank(pile[i - 1].c[0]), 10);
            claims++;
        } else if (game == &grid_game && strcmp(words[i], "goes_alone.") == 0) {
            assert_int_equal(card_rank(pile[i - 1].c[0]), TEN);
            claims++;
        }
    }
    return claims;
}

static void worked_examples_are_true(void **state)
{
    (void)state;
    int claims = 0;
    for (int i = 0; help_pages[i].name != NULL; i++) {
        const char *at = (const char *)help_pages[i].bytes;
        while ((at = strstr(at, "@cards ")) != NULL) {
            char row[256];
            at += strlen("@cards ");
            assert_true(strcspn(at, "\n") < sizeof row);
            snprintf(row, sizeof row, "%.*s", (int)strcspn(at, "\n"), at);
            claims += check_row(game_of_page(help_pages[i].name), row);
        }
    }
    assert_in_range(claims, 9, 100);
}

/* The page "A turn that wins" (T18). */
static void the_turn_that_wins_is_that_of_the_rulebook(void **state)
{
    (void)state;
    struct page p;
    page_read(&p, "turn.txt");
    assert_non_null(strstr(p.body, "@cards Th 9s 4d Qc\n"));
    assert_non_null(strstr(p.body, "@cards KdJh8d7c5c3s2h2c\n"));
    assert_non_null(strstr(p.body, "@cards KdQcJh Th9s8d7c 4d3s2h 5c 2c\n"));
}

/* --- how a page is read --- */

static void cards_are_drawn_written_or_said(void **state)
{
    (void)state;
    struct page p;
    struct text out;
    char buf[4096];
    int from = 0;
    text_init(&out, buf, sizeof buf);
    page_read(&p, "plays.txt");
    page_say(&p, &out);
    assert_non_null(strstr(buf, "For example: 9 of spades on 10 of hearts makes 10 of hearts, 9 of spades\n"));
    assert_non_null(
        strstr(buf, "For example: king of hearts into an empty place for a K or 4 of diamonds into an empty place\n"));
    struct canvas *c = canvas_new(80, 20);
    page_draw(c, (struct area){ 0, 0, 70, 20 }, &p, &from);
    text_clear(&out);
    canvas_dump(c, &out);
    assert_non_null(strstr(buf, "│9♠ │ on │T♥ │ makes │T♥│9♠ │"));
    canvas_clear(c);
    page_draw(c, (struct area){ 0, 0, 38, 20 }, &p, &from);
    text_clear(&out);
    canvas_dump(c, &out);
    assert_non_null(strstr(buf, "\n9♠ on T♥ makes T♥9♠\n"));
    assert_non_null(strstr(buf, "\nK♥ into [K ] or 4♦ into [  ]\n"));
    canvas_free(c);
}

static void in_lines_no_page_has_anything_but_words(void **state)
{
    (void)state;
    caller_plain(&ann, &h);
    type_line(&ann, "help");
    for (int i = 0; strcmp(where(&ann), "help") == 0; i++) {
        assert_in_range(i, 0, 30);
        type_line(&ann, "");
    }
    for (size_t i = 0; i < ann.line.out.len; i++) assert_in_range((unsigned char)ann.line.out.buf[i], '\n', '~');
    assert_heard(&ann, "The king of diamonds goes to a corner, the queen of clubs pile follows it");
    assert_false(heard(&ann, "@cards"));
    caller_drop(&ann);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST_WITHOUT_STORE(every_page_is_read_with_enter),
        cmocka_unit_test(every_page_scrolls_to_its_end),
        cmocka_unit_test(title_pictures_are_seen_at_80x24),
        cmocka_unit_test(what_lies_on_what_is_read_off_a_games_own_moves),
        cmocka_unit_test(worked_examples_are_true),
        cmocka_unit_test(the_turn_that_wins_is_that_of_the_rulebook),
        cmocka_unit_test(cards_are_drawn_written_or_said),
        TEST_WITHOUT_STORE(in_lines_no_page_has_anything_but_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
