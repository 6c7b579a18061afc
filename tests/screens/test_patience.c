/* The patiences from the lobby to the end, by keys and by lines. */
#include "screens/patience_play.h"

#include "await.h"
#include "screens/own_house.h"

static struct caller_in_test bea;

/* Straight to the room, until it is over or a win is sure. */
static void play_on(struct caller_in_test *c, bool to_the_end)
{
    while (!result_in(c).over && (to_the_end || !result_in(c).sure)) {
        assert_null(solo_move(solo_in(c), thought(c).text));
        house_run(&h);
    }
}

/* A game of the 4x4 patience in a state that wants another deal until one is won, or lost, by the house's hints. */
static void play_until(struct caller_in_test *c, bool won)
{
    for (uint32_t deal = 1;; deal++) {
        assert_null(solo_deal(solo_in(c), deal));
        house_run(&h);
        play_on(c, !won);
        struct result r = result_in(c);
        if (won ? r.sure : r.over && !r.won) return;
    }
}

static void restart_house(void)
{
    struct err e = { "" };
    lobby_free(h.house.lobby);
    store_close(h.house.store);
    h.house.store = store_open(h.base, &h.clock.clock, h.pool, h.path, &e);
    assert_string_equal(e.text, "");
    house_tables(&h);
}

/* --- by keys --- */

/* Arrows and Enter (G17); undo (G14); the lobby and back (G15). */
static void a_patience_is_played_by_keys_and_waits_in_the_lobby(void **state)
{
    (void)state;
    caller_by_key(&ann, &h, "ann", false);
    type(&ann, "g");
    assert_where(&ann, "patience");
    struct solo *s = solo_in(&ann);
    assert_shows(&ann, "Kings in the Corners: the 4x4 patience  deal ");
    uint32_t deal = solo_deal_number(s);
    type(&ann, "\t");
    type(&ann, "\r");
    assert_int_equal(solo_plies(s), 1);
    assert_shows(&ann, "51");
    type(&ann, "\t");
    type(&ann, "\r");
    type(&ann, "u");
    assert_int_equal(solo_plies(s), 1);
    assert_shows(&ann, "Undone. 1 move stands.");
    type(&ann, "q");
    assert_where(&ann, "lobby");
    await_words(&ann, "unfinished: 51 cards left");
    type(&ann, "g");
    assert_int_equal(solo_deal_number(solo_in(&ann)), deal);
    assert_int_equal(solo_plies(solo_in(&ann)), 1);
    caller_drop(&ann);
}

/* A cut line and a host that goes down change nothing (H62, P14). */
static void a_cut_line_and_a_new_start_change_nothing(void **state)
{
    (void)state;
    static char before[64 * 1024];
    caller_by_key(&ann, &h, "ann", false);
    type(&ann, "s");
    for (int i = 0; i < 6; i++) {
        solo_in(&ann);
        type(&ann, "e");
    }
    await_words(&ann, "par ");
    snprintf(before, sizeof before, "%s", frame_at(&ann, 80, 24));
    caller_drop(&ann);
    restart_house();
    caller_by_key(&ann, &h, "ann", false);
    type(&ann, "s");
    assert_int_equal(solo_plies(solo_in(&ann)), 6);
    assert_string_equal(frame_at(&ann, 80, 24), before);
    caller_drop(&ann);
}

/* A slip of the finger beside undo loses nothing (P7). */
static void dealing_again_asks_first(void **state)
{
    (void)state;
    caller_by_key(&ann, &h, "ann", false);
    type(&ann, "s");
    struct solo *s = solo_in(&ann);
    type(&ann, "ee");
    uint32_t deal = solo_deal_number(s);
    assert_int_equal(solo_plies(s), 2);
    type(&ann, "r");
    assert_shows(&ann, "Deal these cards again");
    type(&ann, "u");
    assert_int_equal(solo_plies(s), 2);
    type(&ann, "n");
    assert_shows(&ann, "Give this deal up? It counts as played, not as won.");
    type(&ann, "\r");
    assert_int_equal(solo_deal_number(s), deal);
    type(&ann, "r");
    type(&ann, "y");
    assert_int_equal(solo_plies(s), 0);
    assert_int_equal(solo_deal_number(s), deal);
    type(&ann, "n"); /* nothing is played: nothing to ask */
    assert_int_not_equal(solo_deal_number(s), deal);
    caller_drop(&ann);
}

static void a_deal_is_chosen_by_its_number(void **state)
{
    (void)state;
    caller_by_key(&ann, &h, "ann", false);
    type(&ann, "g");
    struct solo *s = solo_in(&ann);
    type(&ann, "p");
    assert_shows(&ann, "Deal number:");
    type_line(&ann, "617");
    assert_int_equal(solo_deal_number(s), 617);
    assert_shows(&ann, "deal 617");
    type(&ann, "p");
    type_line(&ann, "4294967296");
    assert_shows(&ann, "Deals are numbered from 1 to 4294967295.");
    type(&ann, "p");
    type_line(&ann, "0");
    assert_int_equal(solo_deal_number(s), 617);
    type(&ann, "\t\r");
    type(&ann, "p");
    type_line(&ann, "4294967295");
    assert_shows(&ann, "Give this deal up?");
    type(&ann, "y");
    assert_int_equal(solo_deal_number(s), 4294967295u);
    caller_drop(&ann);
}

/* The end shows counter, help and figures; no stray key begins anything. A won game stays won (P26). */
static void a_won_game_shows_its_figures_and_stays(void **state)
{
    (void)state;
    caller_by_key(&ann, &h, "ann", false);
    type(&ann, "g");
    play_until(&ann, true);
    assert_shows(&ann, "f finish");
    type(&ann, "f");
    house_run(&h);
    assert_true(result_in(&ann).won);
    await_words(&ann, "streak 1");
    assert_shows(&ann, "Won: every King, Queen and Jack has its seat.");
    assert_shows(&ann, "Counter 40");
    uint32_t deal = solo_deal_number(solo_in(&ann));
    type(&ann, "\r \t xeiw\r");
    assert_int_equal(solo_deal_number(solo_in(&ann)), deal);
    assert_true(result_in(&ann).won);
    type(&ann, "u");
    assert_shows(&ann, "The game is won, and that is final.");
    type(&ann, "n");
    assert_int_not_equal(solo_deal_number(solo_in(&ann)), deal);
    caller_drop(&ann);
}

/* The end begins nothing before it was on the screen, and a lost game, which could be undone, is not dropped unasked.
 */
static void nothing_begins_by_a_stray_key_at_the_end(void **state)
{
    (void)state;
    caller_by_key(&ann, &h, "ann", false);
    type(&ann, "g");
    play_until(&ann, false);
    struct solo *s = solo_in(&ann);
    uint32_t deal = solo_deal_number(s);
    int plies = solo_plies(s);
    static const char *const keys[] = {
        "\r", " ", "\t", "e", "x", "a", "1", "\033[A", "i", "w", "f", "z", "\033[<0;20;12M"
    };
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        type(&ann, keys[i]);
        assert_where(&ann, "patience");
        assert_int_equal(solo_deal_number(s), deal);
        assert_int_equal(solo_plies(s), plies);
    }
    type(&ann, "z");
    assert_shows(&ann, "The game is over: n is a new deal");
    patience_in(&ann)->drawn = 0; /* as if no frame had been sent since the end */
    for (const char *k = "nr"; *k != '\0'; k++) {
        struct key key = { .code = KEY_CHAR, .ch = (uint32_t)*k };
        screen_patience.key(session_of(&ann), patience_in(&ann), &key);
        assert_null(patience_in(&ann)->play.asked);
        assert_string_equal(patience_in(&ann)->play.message, "The game is just over: this is how it ended.");
    }
    house_run(&h);
    type(&ann, "n");
    assert_shows(&ann, "Another deal? This one is lost, but u would take the last move back.");
    type(&ann, "\r");
    assert_int_equal(solo_deal_number(s), deal);
    type(&ann, "r");
    assert_shows(&ann, "Deal these cards again, and drop what you have played?");
    type(&ann, "n");
    assert_int_equal(solo_plies(s), plies);
    type(&ann, "n");
    type(&ann, "y");
    assert_int_not_equal(solo_deal_number(s), deal);
    caller_drop(&ann);
}

/* The store answers when it can: what a key has just been told stays. */
static void figures_that_come_late_leave_the_answer_to_a_key(void **state)
{
    (void)state;
    caller_by_key(&ann, &h, "ann", false);
    type(&ann, "g");
    struct solo *s = solo_in(&ann);
    struct patience *p = patience_in(&ann);
    for (struct result r = { 0 }; !r.over; solo_result(s, &r)) {
        uint32_t before = p->position;
        assert_null(solo_move(s, thought(&ann).text));
        AWAIT(h.base, (lobby_tick(h.house.lobby), p->position != before), "the screen was not told of the move");
    }
    struct key z = { .code = KEY_CHAR, .ch = 'z' };
    screen_patience.key(session_of(&ann), p, &z);
    char answer[PLAY_MESSAGE];
    snprintf(answer, sizeof answer, "%s", p->play.message);
    assert_true(answer[0] != '\0');
    AWAIT(h.base, p->figures_come, "the figures did not come");
    assert_string_equal(p->play.message, answer);
    caller_drop(&ann);
}

static bool line_names(struct caller_in_test *c, const char *key)
{
    const char *frame = frame_at(c, 132, 50), *last = frame;
    for (const char *at = frame; (at = strchr(at, '\n')) != NULL && at[1] != '\0'; at++) last = at + 1;
    return strstr(last, key) != NULL;
}

static void the_key_line_names_what_works_now(void **state)
{
    (void)state;
    caller_by_key(&ann, &h, "ann", false);
    type(&ann, "g");
    solo_in(&ann);
    assert_false(line_names(&ann, "u undo") || line_names(&ann, "r again") || line_names(&ann, "w why"));
    assert_true(line_names(&ann, "i hint") && line_names(&ann, "n new") && line_names(&ann, "a1-d4 square"));
    type(&ann, "\t");
    type(&ann, "\r");
    assert_true(line_names(&ann, "u undo") && line_names(&ann, "r again"));
    type(&ann, ":");
    assert_true(line_names(&ann, "Enter make the move"));
    assert_false(line_names(&ann, "u undo") || line_names(&ann, "?"));
    type_escape(&ann);
    play_until(&ann, false);
    assert_true(line_names(&ann, "u undo") && line_names(&ann, "n new") && line_names(&ann, "R record"));
    assert_false(line_names(&ann, "i hint") || line_names(&ann, "Enter"));
    caller_drop(&ann);
}

/* Enter plays what the hint shows (G16). */
/* The cursor on the last card, and a hand that gets shorter: a picture drawn before the screen is told so. */
static void a_card_less_leaves_the_cursor_on_a_card_in_every_picture(void **state)
{
    (void)state;
    caller_guest(&ann, &h);
    type(&ann, "s");
    struct move play = thought(&ann);
    for (uint32_t deal = 1; strchr(play.text, '@') == NULL; deal++) {
        patience_deal(&ann, deal);
        play = thought(&ann);
    }
    type(&ann, "\033[F");
    assert_true(line_names(&ann, "Enter take"));
    assert_null(solo_move(solo_in(&ann), play.text));
    assert_true(line_names(&ann, "Enter take"));
    caller_drop(&ann);
}

static void a_hint_is_shown_at_the_square_it_speaks_of(void **state)
{
    (void)state;
    static const char *const rows[] = { "g", "s" };
    caller_by_key(&ann, &h, "ann", false);
    for (int k = 0; k < 2; k++) {
        type(&ann, rows[k]);
        patience_deal(&ann, 617);
        type(&ann, "i");
        await_words(&ann, "Hint: the house ");
        assert_true(line_names(&ann, k == 0 ? "Enter place" : "Enter "));
        char hint[PLAY_MESSAGE], typed[16] = "";
        snprintf(hint, sizeof hint, "%s", patience_in(&ann)->play.message);
        assert_int_equal(sscanf(strstr(hint, "To type: "), "To type: %15[^.]", typed), 1);
        type(&ann, "\r");
        assert_int_equal(solo_plies(solo_in(&ann)), 1);
        const char *lines[SOLO_LOG], *place = strrchr(typed, ' ');
        solo_log(solo_in(&ann), lines);
        if (k == 0)
            assert_non_null(strstr(lines[0], place + 1));
        else
            assert_true((place == NULL) == (strstr(lines[0], "draws") != NULL));
        type(&ann, "q");
    }
    caller_drop(&ann);
}

/* Which help there was (G14, P9). */
static void a_lost_game_is_undone_and_says_so(void **state)
{
    (void)state;
    caller_by_key(&ann, &h, "ann", false);
    type(&ann, "g");
    play_until(&ann, false);
    await_words(&ann, "streak 0");
    assert_shows(&ann, "Lost: ");
    int plies = solo_plies(solo_in(&ann));
    type(&ann, "u");
    assert_int_equal(solo_plies(solo_in(&ann)), plies - 1);
    play_on(&ann, true);
    await_words(&ann, ", with undo.");
    caller_drop(&ann);
}

/* (G16, S11) */
static void a_hint_is_told_with_its_reason(void **state)
{
    (void)state;
    caller_by_key(&ann, &h, "ann", false);
    type(&ann, "g");
    solo_in(&ann);
    type(&ann, "w");
    assert_shows(&ann, "Ask for a hint first");
    type(&ann, "i");
    await_words(&ann, "Hint: the house places the ");
    type(&ann, "w");
    assert_shows(&ann, solo_why(solo_in(&ann)));
    caller_drop(&ann);
}

/* Nor is a line that answers a question, or leads away (H59). */
static void a_paste_at_a_patience_is_nothing(void **state)
{
    (void)state;
    static const char *const rows[] = { "g", "s" };
    caller_by_key(&ann, &h, "ann", false);
    for (int k = 0; k < 2; k++) {
        type(&ann, rows[k]);
        patience_deal(&ann, 617);
        patience_play(&ann, 3);
        type(&ann, "\033[200~qqqy\r\033[201~");
        assert_where(&ann, "patience");
        assert_int_equal(solo_plies(solo_in(&ann)), 3);
        assert_shows(&ann, "What is pasted is not played");
        house_pass(&h, KEYS_TAIL_MS);
        type(&ann, "r");
        type(&ann, "\033[200~y\r\033[201~");
        assert_int_equal(solo_plies(solo_in(&ann)), 3);
        house_pass(&h, KEYS_TAIL_MS);
        type(&ann, "x");
        type(&ann, "q");
        assert_where(&ann, "lobby");
        type(&ann, "\033[200~qqqy\r\033[201~");
        assert_where(&ann, "lobby");
        house_pass(&h, KEYS_TAIL_MS);
        type(&ann, "qqqqqqqqy\r");
        assert_where(&ann, "lobby");
    }
    caller_drop(&ann);
}

/* The smallest window shows the whole move, with signs for cards, and w shows the whole reason. */
static void in_a_small_window_a_hint_leaves_its_reason_to_w(void **state)
{
    (void)state;
    static const char *const rows[] = { "g", "s" };
    caller_by_key(&ann, &h, "ann", false);
    for (int k = 0; k < 2; k++) {
        type(&ann, rows[k]);
        for (int i = 0; i < 25 && !result_in(&ann).over; i++) {
            patience_play(&ann, 1);
            if (result_in(&ann).over) break;
            h.clock.ms += 1000;
            type(&ann, "i");
            await_words(&ann, "Hint: the house ");
            if (!reads(&ann, 39, 12, "w tells why.") && !reads(&ann, 39, 12, patience_in(&ann)->play.message))
                fail_msg("cut: %s\n%s", patience_in(&ann)->play.message, frame_at(&ann, 39, 12));
            assert_false(reads(&ann, 39, 12, " of spades") && reads(&ann, 39, 12, "w tells why."));
            type(&ann, "w");
            if (!reads(&ann, 39, 12, solo_why(solo_in(&ann)))) fail_msg("cut: %s", solo_why(solo_in(&ann)));
        }
        type(&ann, "q");
    }
    caller_drop(&ann);
}

static void a_guest_is_asked_before_the_game_is_gone(void **state)
{
    (void)state;
    caller_guest(&ann, &h);
    type(&ann, "g");
    solo_in(&ann);
    type(&ann, "\t\r");
    type(&ann, "q");
    assert_where(&ann, "patience");
    assert_shows(&ann, "A guest's game is not kept.");
    type(&ann, "n");
    assert_int_equal(solo_plies(solo_in(&ann)), 1);
    type(&ann, "q");
    type(&ann, "y");
    assert_where(&ann, "lobby");
    type(&ann, "g");
    assert_int_equal(solo_plies(solo_in(&ann)), 0);
    type(&ann, "q");
    assert_where(&ann, "lobby");
    caller_drop(&ann);
}

static void a_second_line_takes_over(void **state)
{
    (void)state;
    caller_by_key(&ann, &h, "ann", false);
    type(&ann, "g");
    solo_in(&ann);
    type(&ann, "\t\r");
    caller_by_key(&bea, &h, "ann", false);
    type(&bea, "g");
    assert_int_equal(solo_plies(solo_in(&bea)), 1);
    await_screen(&ann, "lobby");
    assert_shows(&ann, "Another line of yours has taken this patience over.");
    caller_drop(&bea);
    caller_drop(&ann);
}

/* A click on a square places the card (G17). */
static void a_click_plays(void **state)
{
    _Alignas(max_align_t) unsigned char copy[GAME_STATE_MAX];
    (void)state;
    caller_by_key(&ann, &h, "ann", false);
    type(&ann, "g");
    solo_in(&ann);
    struct patience *p = patience_in(&ann);
    uint32_t deal = 1;
    for (struct made made; p->game->apply(memcpy(copy, solo_state(p->solo), p->game->state_size), 1, "@b2", &made);) {
        assert_null(solo_deal(p->solo, deal++));
        house_run(&h);
    }
    frame_at(&ann, 80, 24);
    struct key click = { .code = KEY_MOUSE, .mouse = { .x = 16, .y = 8, .button = 0, .press = true } };
    session_top(session_of(&ann), NULL)->key(session_of(&ann), p, &click);
    house_run(&h);
    const char *lines[SOLO_LOG];
    assert_int_equal(solo_log(p->solo, lines), 1);
    assert_non_null(strstr(lines[0], " on b2"));
    caller_drop(&ann);
}

static void help_tells_the_rules_of_this_game(void **state)
{
    (void)state;
    caller_by_key(&ann, &h, "ann", false);
    type(&ann, "g");
    solo_in(&ann);
    type(&ann, "?");
    assert_where(&ann, "help");
    assert_shows(&ann, "The 4x4 patience");
    type(&ann, "\r");
    type(&ann, "\r");
    assert_shows(&ann, "To be stuck"); /* (G12) */
    type(&ann, "q");
    type(&ann, "q");
    type(&ann, "s");
    solo_in(&ann);
    type(&ann, "?");
    assert_shows(&ann, "it cannot be lost"); /* (S9) */
    type(&ann, "q");
    caller_drop(&ann);
}

static void figures_tell_of_the_patiences(void **state)
{
    (void)state;
    caller_by_key(&ann, &h, "ann", false);
    type(&ann, "s");
    solo_in(&ann);
    play_on(&ann, true);
    house_run(&h);
    int peak = result_in(&ann).points[1];
    type(&ann, "q");
    type(&ann, "f");
    char best[80];
    snprintf(best, sizeof best, "best %d", peak);
    await_words(&ann, best);
    assert_shows(&ann, "Kings in the Corners Solitaire: Played 1, won 1 (1 clean), peak");
    assert_shows(&ann, "Kings in the Corners: the 4x4 patience: Played 0, won 0 (0 clean),");
    caller_drop(&ann);
}

/* --- by lines --- */

static void caller_plain_by_key(struct caller_in_test *c, const char *name)
{
    caller_by_key(c, &h, name, true);
}

/* A whole game by the lines alone (P75). */
static void a_whole_game_is_played_in_lines(void **state)
{
    (void)state;
    caller_plain_by_key(&ann, "ann");
    type_line(&ann, "solitaire");
    solo_in(&ann);
    type_line(&ann, "deal 617");
    assert_heard(&ann, "Kings in the Corners Solitaire  deal 617.");
    while (!result_in(&ann).over) {
        char typed[MOVE_TEXT];
        strcpy(typed, thought(&ann).text);
        for (char *p = typed; *p != '\0'; p++)
            if (*p == '@' || *p == '>') *p = ' ';
        int plies = solo_plies(solo_in(&ann));
        hear_no_more(&ann);
        type_line(&ann, typed);
        assert_int_equal(solo_plies(solo_in(&ann)), plies + 1);
        assert_heard(&ann, "ann ");
    }
    assert_heard(&ann, "Won: the stock and the hand are empty. Peak hand ");
    assert_heard(&ann, "Type new for another deal");
    await_words(&ann, "Played 1, won 1 (1 clean)");
    for (size_t i = 0; i < ann.line.out.len; i++) {
        unsigned char byte = (unsigned char)ann.line.out.buf[i];
        if (byte != '\n' && byte != '\r' && (byte < 0x20 || byte > 0x7E)) fail_msg("byte %02x at %zu", byte, i);
    }
    caller_drop(&ann);
}

static void the_words_of_plain_mode(void **state)
{
    (void)state;
    caller_plain_by_key(&ann, "ann");
    type_line(&ann, "grid");
    struct solo *s = solo_in(&ann);
    type_line(&ann, "deal 2");
    hear_no_more(&ann);
    type_line(&ann, "legal");
    assert_heard(&ann, "You may: ");
    type_line(&ann, "board");
    assert_heard(&ann, "Row 1: a1 empty (King seat)");
    type_line(&ann, "hand");
    assert_heard(&ann, "Stock 52.");
    type_line(&ann, "log");
    assert_heard(&ann, "Nothing has been played yet.");
    char typed[32];
    snprintf(typed, sizeof typed, "place %s", thought(&ann).text + 1);
    type_line(&ann, typed);
    assert_int_equal(solo_plies(s), 1);
    assert_heard(&ann, "ann places the ");
    assert_heard(&ann, "Stock 51.");
    type_line(&ann, "undo");
    assert_heard(&ann, "Undone. 0 moves stand.");
    type_line(&ann, typed);
    type_line(&ann, "restart");
    assert_heard(&ann, "Deal these cards again, and drop what you have played? yes, or no.");
    type_line(&ann, "no");
    assert_heard(&ann, "You play on.");
    type_line(&ann, "again");
    type_line(&ann, "yes");
    assert_int_equal(solo_plies(s), 0);
    type_line(&ann, "hint");
    await_words(&ann, "Hint: the house places the ");
    snprintf(typed, sizeof typed, "To type: place %s.", thought(&ann).text + 1);
    assert_heard(&ann, typed);
    snprintf(typed, sizeof typed, "place %s", thought(&ann).text + 1);
    type_line(&ann, "why");
    assert_heard(&ann, solo_why(s));
    type_line(&ann, "deal many");
    assert_heard(&ann, "Deals are numbered from 1 to 4294967295.");
    type_line(&ann, "finish");
    assert_heard(&ann, "The game is not yet sure to be won.");
    type_line(&ann, "dance with me");
    assert_heard(&ann, "There is no word \"dance\" here. help tells the words; legal tells what you may play.");
    type_line(&ann, "b7 c9");
    assert_heard(&ann, "There is no word \"b7\" here.");
    type_line(&ann, "remove b2");
    assert_heard(&ann, "Cards are removed when the board is full, or when the stock has run out.");
    type_line(&ann, "say hello");
    assert_heard(&ann, "You play alone here");
    type_line(&ann, "help");
    assert_heard(&ann, "To play: place b2, remove b2 c3, resume; finish clears");
    type_line(&ann, "new");
    assert_int_not_equal(solo_deal_number(s), 2);
    type_line(&ann, typed);
    type_line(&ann, "quit");
    assert_where(&ann, "lobby");
    caller_drop(&ann);
}

static void the_lobby_says_what_waits(void **state)
{
    (void)state;
    caller_plain_by_key(&ann, "ann");
    type_line(&ann, "solitaire");
    solo_in(&ann);
    type_line(&ann, "draw");
    caller_drop(&ann);
    caller_plain_by_key(&ann, "ann");
    await_words(&ann, "with 48 cards left");
    hear_no_more(&ann);
    type_line(&ann, "solitaire");
    solo_in(&ann);
    assert_heard(&ann, "  deal ");
    assert_heard(&ann, "North: ");
    caller_drop(&ann);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_patience_is_played_by_keys_and_waits_in_the_lobby),
        TEST(a_cut_line_and_a_new_start_change_nothing),
        TEST(dealing_again_asks_first),
        TEST(a_deal_is_chosen_by_its_number),
        TEST(a_won_game_shows_its_figures_and_stays),
        TEST(nothing_begins_by_a_stray_key_at_the_end),
        TEST(figures_that_come_late_leave_the_answer_to_a_key),
        TEST(the_key_line_names_what_works_now),
        TEST(a_card_less_leaves_the_cursor_on_a_card_in_every_picture),
        TEST(a_hint_is_shown_at_the_square_it_speaks_of),
        TEST(a_lost_game_is_undone_and_says_so),
        TEST(a_hint_is_told_with_its_reason),
        TEST(a_paste_at_a_patience_is_nothing),
        TEST(in_a_small_window_a_hint_leaves_its_reason_to_w),
        TEST(a_guest_is_asked_before_the_game_is_gone),
        TEST(a_second_line_takes_over),
        TEST(a_click_plays),
        TEST(help_tells_the_rules_of_this_game),
        TEST(figures_tell_of_the_patiences),
        TEST(a_whole_game_is_played_in_lines),
        TEST(the_words_of_plain_mode),
        TEST(the_lobby_says_what_waits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
