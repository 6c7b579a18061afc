#include "games/corners/corners_game.h"
#include "screens/table_play.h"

#include "games/catalogue/game_list.h"
#include "games/felt/look.h"
#include "screens/table.h"
#include "screens/table_state.h"

#include "screens/own_house.h"

static struct caller_in_test bea;

static void make_by_keys(struct caller_in_test *c, const char *move)
{
    if (strcmp(move, "end") == 0) {
        type(c, "e");
        return;
    }
    type(c, ":");
    type_line(c, move);
}

static void two_enters_from_the_door_to_the_first_card(void **state)
{
    (void)state;
    caller_guest(&ann, &h);
    assert_where(&ann, "lobby");
    type(&ann, "\r");
    assert_where(&ann, "table");
    assert_int_not_equal(seat_in(&ann), 0);
    assert_shows(&ann, "Kings Corner, draw last");
    assert_shows(&ann, visit_in(&ann)->person.name);
    caller_drop(&ann);
}

static void a_guest_plays_a_round_to_its_end_by_keys(void **state)
{
    (void)state;
    caller_guest(&ann, &h);
    type(&ann, "\r");
    assert_true(play_round(&ann, make_by_keys) > 3);
    assert_int_equal(room_phase(room_in(&ann)), ROOM_BETWEEN);
    assert_shows(&ann, "n next");
    assert_non_null(strstr(frame_at(&ann, 40, 12), "n next"));
    type(&ann, "n");
    house_run(&h);
    assert_int_equal(room_phase(room_in(&ann)), ROOM_PLAYING);
    assert_int_equal(room_round(room_in(&ann)), 2);
    caller_drop(&ann);
}

static void the_same_with_draw_first_to_25_and_no_store(void **state)
{
    (void)state;
    caller_guest(&ann, &h);
    type(&ann, "2");
    assert_shows(&ann, "Kings in the Corners, draw first, to 25");
    play_round(&ann, make_by_keys);
    assert_int_equal(room_phase(room_in(&ann)), ROOM_BETWEEN);
    caller_drop(&ann);
}

/* What comes in one packet is for one turn (T8, P67). */
static void three_ends_in_one_packet_end_one_turn(void **state)
{
    (void)state;
    caller_guest(&ann, &h);
    type(&ann, "\r");
    await_turn(&ann);
    frame_at(&ann, 80, 24);
    uint32_t turn = room_turn(room_in(&ann));
    type(&ann, "eee");
    assert_int_equal(room_turn(room_in(&ann)), turn + 1);
    caller_drop(&ann);
}

/* (H59) */
static void a_paste_at_the_table_is_ignored_and_said_so(void **state)
{
    (void)state;
    caller_guest(&ann, &h);
    type(&ann, "\r");
    await_turn(&ann);
    uint32_t turn = room_turn(room_in(&ann));
    type(&ann, "\033[200~qqqy\reeee\033[201~");
    assert_where(&ann, "table");
    assert_int_equal(room_turn(room_in(&ann)), turn);
    assert_shows(&ann, "What is pasted is not played");
    type(&ann, "\033[200~a\033[201~\r\ta\033[201~"); /* it holds an end of its own */
    type(&ann, "a\r");
    assert_int_equal(room_turn(room_in(&ann)), turn);
    house_pass(&h, KEYS_TAIL_MS);
    type(&ann, "see the deep green felt");
    assert_int_equal(room_turn(room_in(&ann)), turn);
    assert_shows(&ann, "What is pasted is not played");
    type(&ann, "eeeeeeeeeeee");
    assert_int_equal(room_turn(room_in(&ann)), turn + 1); /* a key held down, and for one turn (T8) */
    caller_drop(&ann);
}

static void leaving_asks_and_a_guest_can_only_stay_or_go(void **state)
{
    (void)state;
    caller_guest(&ann, &h);
    type(&ann, "\r");
    type(&ann, "q");
    assert_where(&ann, "table");
    assert_shows(&ann, "Leave the table for good?");
    type(&ann, "k");
    assert_where(&ann, "table");
    type(&ann, "\003");
    assert_shows(&ann, "Leave the table for good?");
    type_escape(&ann);
    assert_false(shows(&ann, "Leave the table"));
    type(&ann, "q");
    type(&ann, "l");
    assert_where(&ann, "lobby");
    assert_null(visit_in(&ann)->member);
    caller_drop(&ann);
}

/* The seat is the account's, whatever happens to the line (P55). */
static void a_kept_seat_is_the_first_row_and_enter_goes_back_to_it(void **state)
{
    (void)state;
    caller_by_key(&ann, &h, "ann", false);
    type(&ann, "\r");
    int seat = seat_in(&ann);
    int64_t id = room_id(room_in(&ann));
    type(&ann, "q");
    assert_shows(&ann, "Your seat can be kept for you.");
    type(&ann, "k");
    assert_where(&ann, "lobby");
    assert_shows(&ann, "you are expected back");
    type(&ann, "\r");
    assert_where(&ann, "table");
    assert_int_equal(room_id(room_in(&ann)), id);
    assert_int_equal(seat_in(&ann), seat);
    caller_drop(&ann);

    caller_by_key(&ann, &h, "ann", false);
    type(&ann, "\r");
    assert_int_equal(room_id(room_in(&ann)), id);
    assert_int_equal(seat_in(&ann), seat);
    caller_drop(&ann);
}

/* The second line takes over and says so, and the first one learns why (H45, H68, P58). */
static void another_line_of_the_same_person_takes_the_seat_over(void **state)
{
    (void)state;
    caller_by_key(&ann, &h, "ann", false);
    type(&ann, "\r");
    int seat = seat_in(&ann);
    caller_by_key(&bea, &h, "ann", false);
    assert_shows(&bea, "you sit there on another line: this one takes over");
    type(&bea, "\r");
    assert_int_equal(seat_in(&bea), seat);
    assert_where(&ann, "lobby");
    assert_shows(&ann, "Another line of yours has taken your seat.");
    caller_drop(&ann);
    caller_drop(&bea);
}

/* (P70) */
static void a_resize_in_mid_turn_changes_nothing_but_the_picture(void **state)
{
    static const int sizes[][2] = { { 132, 50 }, { 40, 12 }, { 20, 8 }, { 0, 0 }, { 65535, 65535 }, { 80, 24 } };
    (void)state;
    caller_guest(&ann, &h);
    type(&ann, "\r");
    await_turn(&ann);
    uint32_t turn = room_turn(room_in(&ann));
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        ann.line.conn.up->resize(ann.line.conn.owner, sizes[i][0], sizes[i][1]);
        house_run(&h);
        assert_int_equal(room_turn(room_in(&ann)), turn);
        assert_true(my_turn(&ann));
    }
    type(&ann, "e");
    assert_int_equal(room_turn(room_in(&ann)), turn + 1);
    caller_drop(&ann);
}

/* What is said arrives without its escapes (H63); whatever its width (H65). */
static void talk_reaches_the_others_clean(void **state)
{
    (void)state;
    caller_guest(&ann, &h);
    type(&ann, "\r");
    caller_plain(&bea, &h);
    type_line(&bea, "1");
    hear_no_more(&bea);
    type(&ann, "c");
    type(&ann, "a\033[2Jb\xe2\x80\xae\xe6\xbc\xa2");
    type(&ann, "\r");
    assert_heard(&bea, ": ab");
    assert_null(memchr(bea.line.out.buf, 0x1B, bea.line.out.len));
    type_line(&bea, "say hello there");
    assert_shows(&ann, ": hello there");
    caller_drop(&ann);
    caller_drop(&bea);
}

/* What a small window has no room for is left out between words, and dots say so. */
static void long_talk_is_never_cut_in_a_word(void **state)
{
    (void)state;
    caller_guest(&ann, &h);
    type(&ann, "\r");
    caller_plain(&bea, &h);
    type_line(&bea, "1");
    type_line(&bea, "say one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen");
    assert_true(reads(&ann, 80, 24, "thirteen fourteen fifteen"));
    assert_true(reads(&ann, 39, 12, ": one two three four five six seven eight nine ten eleven... "));
    caller_drop(&ann);
    caller_drop(&bea);
}

/* Whatever happens at the table meanwhile. */
static void who_joins_in_mid_round_is_told_why_there_are_no_cards(void **state)
{
    static const int sizes[][2] = { { 80, 24 }, { 40, 12 }, { 132, 50 } };
    (void)state;
    caller_guest(&ann, &h);
    type(&ann, "\r");
    await_turn(&ann);
    caller_guest(&bea, &h);
    type(&bea, "\r");
    assert_int_equal(seat_in(&bea), 0);
    for (int k = 0; k < 3; k++) {
        bool over = room_phase(room_in(&bea)) == ROOM_BETWEEN;
        const char *words = over ? "You are in with the next round." : "You play from the next round on;";
        for (int i = 0; i < 3; i++)
            if (strstr(frame_at(&bea, sizes[i][0], sizes[i][1]), words) == NULL)
                fail_msg("not told:\n%s", frame_at(&bea, sizes[i][0], sizes[i][1]));
        type(&ann, "e");
        await_turn(&ann);
    }
    caller_drop(&ann);
    caller_drop(&bea);
}

static void escape_leaves_the_line_of_talk_unsaid(void **state)
{
    (void)state;
    caller_guest(&ann, &h);
    type(&ann, "\r");
    type(&ann, "c");
    type_slowly(&ann, "oops");
    assert_shows(&ann, "Say: oops");
    type_escape(&ann);
    assert_where(&ann, "table");
    assert_false(shows(&ann, "oops"));
    caller_drop(&ann);
}

/* Who watches sees no hand and plays no card (H69, P64); and leaves at once (H72). */
static void who_watches_sees_no_hand_and_leaves_at_once(void **state)
{
    (void)state;
    caller_guest(&ann, &h);
    type(&ann, "\r");
    await_turn(&ann);
    caller_by_key(&bea, &h, "bea", false);
    type(&bea, "k"); /* up from the first row: the last, which is the table */
    assert_shows(&bea, "Enter: watch this table. For a seat");
    type(&bea, "\r");
    assert_where(&bea, "table");
    assert_int_equal(seat_in(&bea), 0);
    uint32_t turn = room_turn(room_in(&ann));
    type(&bea, "e");
    assert_int_equal(room_turn(room_in(&ann)), turn);
    static struct move_list list;
    _Alignas(max_align_t) unsigned char seen[GAME_STATE_MAX];
    room_state(room_in(&ann), seat_in(&ann), seen);
    room_game(room_in(&ann))->moves(seen, &list);
    for (int i = 0; i < list.n; i++) {
        card held;
        if (card_parse(list.at[i].text, &held) == 2 && list.at[i].text[2] == '@')
            assert_false(shows(&bea, look_card_text(held)));
    }
    type(&bea, "q");
    assert_where(&bea, "lobby");
    caller_drop(&ann);
    caller_drop(&bea);
}

static void ones_own_table_is_not_watched_but_sat_down_at(void **state)
{
    (void)state;
    caller_by_key(&ann, &h, "ann", false);
    type(&ann, "\r");
    int seat = seat_in(&ann);
    type(&ann, "q");
    type(&ann, "k");
    type(&ann, "k"); /* up from the first row: the last, which is the table */
    type(&ann, "\r");
    assert_where(&ann, "table");
    assert_int_equal(seat_in(&ann), seat);
    caller_drop(&ann);
}

/* Through the very screen, as the terminal sends it. */
static void mouse_at(struct caller_in_test *c, int button, int x, int y, char end)
{
    char report[32];
    snprintf(report, sizeof report, "\033[<%d;%d;%d%c", button, x + 1, y + 1, end);
    type(c, report);
}

/* What is typed before the end has been seen begins nothing, and no key but n ever does. */
static void nothing_begins_by_a_stray_key_when_a_round_is_over(void **state)
{
    (void)state;
    caller_guest(&ann, &h);
    type(&ann, "\r");
    play_round(&ann, make_by_keys);
    struct room *r = room_in(&ann);
    visit_in(&ann)->table->result_seen = 0; /* as if no frame had been sent since the end */
    struct key next = { .code = KEY_CHAR, .ch = 'n' };
    session_top(session_of(&ann), NULL)->key(session_of(&ann), visit_in(&ann)->table, &next);
    assert_int_equal(room_phase(r), ROOM_BETWEEN);
    assert_string_equal(visit_in(&ann)->table->play.message, "These are the points; n goes on.");
    house_run(&h);
    static const char *const keys[] = {
        "\r", " ", "\t", "e", "m", "9", "a", "\033[A", "i", "w", "x", "j", "\033[<0;20;12M"
    };
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        type(&ann, keys[i]);
        house_pass(&h, 1000);
        assert_int_equal(room_phase(r), ROOM_BETWEEN);
        assert_where(&ann, "table");
    }
    type(&ann, "e");
    assert_shows(&ann, "The round is over; n goes on.");
    type(&ann, "n");
    house_run(&h);
    assert_int_equal(room_phase(r), ROOM_PLAYING);
    assert_int_equal(room_round(r), 2);
    caller_drop(&ann);
}

static bool line_names(struct caller_in_test *c, const char *key)
{
    const char *frame = frame_at(c, 80, 24), *last = frame;
    for (const char *at = frame; (at = strchr(at, '\n')) != NULL && at[1] != '\0'; at++) last = at + 1;
    return strstr(last, key) != NULL;
}

static void the_key_line_names_what_works_now(void **state)
{
    (void)state;
    caller_guest(&ann, &h);
    type(&ann, "\r");
    while (!my_turn(&ann)) {
        assert_false(line_names(&ann, "i hint"));
        assert_true(line_names(&ann, "c talk") && line_names(&ann, "q leave"));
        assert_false(line_names(&ann, "e draw"));
        house_pass(&h, 100);
    }
    assert_true(line_names(&ann, "i hint") && line_names(&ann, "e draw and end"));
    assert_true(line_names(&ann, "w why") == (room_why(room_in(&ann)) != NULL));
    assert_false(line_names(&ann, "n next"));
    type(&ann, ":");
    assert_true(line_names(&ann, "Enter make the move"));
    assert_false(line_names(&ann, "i hint") || line_names(&ann, "q leave") || line_names(&ann, "?"));
    type_escape(&ann);
    assert_where(&ann, "table");
    play_round(&ann, make_by_keys);
    assert_true(line_names(&ann, "n next") && line_names(&ann, "r record"));
    assert_false(line_names(&ann, "i hint"));
    caller_drop(&ann);
}

/* The button comes up after the click that was refused: the reason stays. A question is answered by keys alone. */
static void what_the_mouse_says_to_nobody_changes_nothing(void **state)
{
    (void)state;
    caller_guest(&ann, &h);
    type(&ann, "\r");
    await_turn(&ann);
    frame_at(&ann, 80, 24);
    play_tell(&visit_in(&ann)->table->play, "Why not.", true);
    mouse_at(&ann, 0, 2, 0, 'm');
    mouse_at(&ann, 0, 2, 0, 'M');
    mouse_at(&ann, 64, 20, 12, 'M');
    assert_shows(&ann, "Why not.");
    type(&ann, "q");
    mouse_at(&ann, 0, 20, 12, 'M');
    mouse_at(&ann, 0, 20, 12, 'm');
    assert_shows(&ann, "Leave the table for good?");
    type(&ann, "x");
    assert_where(&ann, "table");
    caller_drop(&ann);
}

/* The sentence stays, the card is in hand, and Enter plays it. */
static void a_hint_is_shown_at_the_card_it_speaks_of(void **state)
{
    (void)state;
    struct caller_in_test *c = &ann;
    caller_guest(c, &h);
    type(c, "\r");
    await_turn(c);
    uint32_t turn = room_turn(room_in(c));
    int held = room_seat(room_in(c), seat_in(c)).cards;
    type(c, "i");
    await_words(c, "Hint: the house ");
    bool ends = strstr(visit_in(c)->table->play.message, "To type: end.") != NULL;
    assert_true(line_names(c, ends ? "Enter draw and end" : "Enter put"));
    type(c, "w"); /* the table keeps pointing there */
    type(c, "\r");
    house_run(&h);
    if (ends)
        assert_int_equal(room_turn(room_in(c)), turn + 1);
    else
        assert_true(room_turn(room_in(c)) == turn && room_seat(room_in(c), seat_in(c)).cards <= held);
    assert_false(line_names(c, "Enter put"));
    caller_drop(c);
}

static void a_hint_explains_itself_on_the_message_line(void **state)
{
    (void)state;
    caller_guest(&ann, &h);
    type(&ann, "\r");
    await_turn(&ann);
    type(&ann, "i");
    AWAIT(h.base, (house_pass(&h, 10), visit_in(&ann)->table->play.message[0] != '\0'), "no hint comes");
    assert_false(visit_in(&ann)->table->play.warning);
    assert_non_null(strchr(visit_in(&ann)->table->play.message, ' '));
    type(&ann, "j");
    assert_string_equal(visit_in(&ann)->table->play.message, "");
    type(&ann, "w");
    assert_non_null(strchr(visit_in(&ann)->table->play.message, ' '));
    caller_drop(&ann);
}

/* The smallest window leaves the reason to w. While the position is the hint's, w explains the hint. */
static void in_a_small_window_a_hint_leaves_its_reason_to_w(void **state)
{
    (void)state;
    caller_guest(&ann, &h);
    type(&ann, "\r");
    await_turn(&ann);
    type(&ann, "i");
    await_words(&ann, "Hint: the house ");
    char told[PLAY_MESSAGE];
    snprintf(told, sizeof told, "%s", visit_in(&ann)->table->play.message);
    const char *why = member_why(visit_in(&ann)->member);
    assert_non_null(strstr(told, why));
    assert_true(reads(&ann, 39, 12, "w tells why.") || reads(&ann, 39, 12, told));
    assert_true(reads(&ann, 132, 50, told));
    type(&ann, "w");
    assert_true(reads(&ann, 39, 12, why));
    type_escape(&ann);
    type(&ann, "e");
    house_run(&h);
    assert_ptr_equal(member_why(visit_in(&ann)->member), room_why(room_in(&ann)));
    caller_drop(&ann);
}

/* What was refused is gone with the next key, and what stands comes back as it was: not as a refusal. */
static void a_refusal_leaves_what_stands_as_it_was(void **state)
{
    (void)state;
    caller_guest(&ann, &h);
    type(&ann, "\r");
    await_turn(&ann);
    caller_guest(&bea, &h);
    type(&bea, "\r");
    assert_int_equal(seat_in(&bea), 0);
    assert_true(reads(&bea, 80, 24, "You play from the next round on;"));
    type(&bea, "\033[200~qqqy\r\033[201~");
    assert_shows(&bea, "What is pasted is not played");
    house_pass(&h, KEYS_TAIL_MS);
    type(&bea, "\033[D");
    assert_false(visit_in(&bea)->table->play.warning);
    assert_true(reads(&bea, 80, 24, "You play from the next round on;"));
    caller_drop(&bea);
    caller_drop(&ann);
}

/* Who has gathered 50 points is shown to the table, and again when the bearer comes back (T13). */
static void end_only(struct caller_in_test *c, const char *move)
{
    (void)move;
    if (strcmp(where(c), "loser") == 0) type(c, " ");
    frame_at(c, 80, 24);
    type(c, "e");
}

static void pass_round(struct caller_in_test *c)
{
    for (await_turn(c); room_phase(room_in(c)) == ROOM_PLAYING; await_turn(c)) end_only(c, "end");
}

static void a_big_loser_is_shown_to_the_table_and_at_the_door(void **state)
{
    (void)state;
    caller_by_key(&ann, &h, "ann", false);
    type(&ann, "\r");
    for (int round = 0; round < 20 && strcmp(where(&ann), "loser") != 0; round++) {
        pass_round(&ann);
        house_pass(&h, 100);
        if (strcmp(where(&ann), "table") == 0) type(&ann, "n");
        house_pass(&h, 100);
    }
    assert_where(&ann, "loser");
    assert_shows(&ann, "ann has gathered 50 penalty points and is a big loser.");
    assert_true(visit_in(&ann)->person.loser);
    type(&ann, " ");
    assert_where(&ann, "table");
    caller_drop(&ann);

    caller_by_key(&ann, &h, "ann", false);
    assert_where(&ann, "loser");
    type(&ann, "\r");
    assert_where(&ann, "lobby");
    assert_shows(&ann, "ann ☠");
    type(&ann, "f");
    await_words(&ann, "Big loser 1 time");
    assert_shows(&ann, "2023-11-14  ann");
    type(&ann, "q");

    type(&ann, "1");
    struct room *r = room_in(&ann);
    for (int round = 0; round < 100 && visit_in(&ann)->person.loser; round++) {
        play_round(&ann, make_by_keys);
        house_pass(&h, 100);
        if (strcmp(where(&ann), "loser") == 0) type(&ann, " ");
        if (room_phase(r) == ROOM_BETWEEN) type(&ann, "n");
        house_run(&h);
    }
    assert_false(visit_in(&ann)->person.loser); /* until its bearer wins again */
    caller_drop(&ann);
}

/* At each screen, with and without single keys, a line that drops leaves nothing behind (P68). The sanitizer looks too.
 */
static void a_line_that_drops_at_any_screen_frees_everything(void **state)
{
    static const char *const ways[][3] = {
        { "lobby", "", "" },          { "table", "1", "" },       { "table", "1", "q" },
        { "table", "1", "c" },        { "help", "1", "?" },       { "figures", "figures", "" },
        { "account", "account", "" }, { "sign", "account", "m" }, { "help", "help", "" },
    };
    (void)state;
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
        for (int plain = 0; plain < 2; plain++) {
            if (plain)
                caller_plain(&ann, &h);
            else
                caller_guest(&ann, &h);
            for (int k = 1; k < 3; k++) {
                char key[2] = { ways[i][k][0] };
                if (key[0] == '\0') continue;
                if (plain)
                    type_line(&ann, k == 2 && *key == 'm' ? "make" : k == 2 && *key == '?' ? "rules" : ways[i][k]);
                else
                    type(&ann, key);
            }
            if (!plain || ways[i][2][0] != 'c') assert_where(&ann, ways[i][0]);
            caller_drop(&ann);
            assert_null(h.house.visits);
            assert_null(h.env.first);
            house_pass(&h, 200000);
            assert_int_equal(lobby_tables(h.house.lobby), 0);
        }
}

static void the_house_can_end_every_visit_at_once(void **state)
{
    (void)state;
    caller_guest(&ann, &h);
    type(&ann, "\r");
    caller_plain(&bea, &h);
    session_end_all(&h.env, "The house closes for a moment.\n", 1);
    house_run(&h);
    assert_true(ann.line.closed && bea.line.closed);
    assert_heard(&bea, "The house closes for a moment.");
    caller_drop(&ann);
    caller_drop(&bea);
}

#define ROWS_UNDER_THE_SIGN 7 /* of games and tables, at 80x24 */

/* A table for each set of rules; the sign over the menu gives way when their rows are needed. */
static void the_sign_gives_way_to_the_tables(void **state)
{
    static const char *const rules[] = { "last target=none", "first target=10", "first target=25", "first target=50" };
    static struct caller_in_test guests[4];
    (void)state;
    caller_guest(&ann, &h);
    assert_int_equal(shows(&ann, "K♠"), rows_of_games() <= ROWS_UNDER_THE_SIGN);
    assert_null(strstr(frame_at(&ann, 40, 12), "K♠"));
    for (int k = 0; k < 4; k++) {
        struct rules r;
        char words[24];
        assert_null(corners_game.rules_parse(&r, rules[k]));
        caller_guest(&guests[k], &h);
        assert_null(table_sit(visit_in(&guests[k]), &corners_game, &r, 4));
        house_run(&h);
        snprintf(words, sizeof words, "table %d ", k + 1);
        assert_shows(&ann, words);
        assert_int_equal(shows(&ann, "K♠"), rows_of_games() + k + 1 <= ROWS_UNDER_THE_SIGN);
    }
    for (int k = 0; k < 4; k++) caller_drop(&guests[k]);
    caller_drop(&ann);
}

static void the_lobby_asks_before_it_says_goodbye(void **state)
{
    (void)state;
    caller_guest(&ann, &h);
    type(&ann, "\003");
    assert_where(&ann, "lobby");
    assert_shows(&ann, "Leave the house?");
    type(&ann, "n");
    assert_where(&ann, "lobby");
    type(&ann, "qq"); /* any other key stays */
    assert_where(&ann, "lobby");
    hear_no_more(&ann);
    type(&ann, "q");
    type(&ann, "y");
    assert_heard(&ann, "Thank you for playing at Kings Corner at cards.test.");
    assert_heard(&ann, "▀"); /* and the art stays on the screen */
    assert_int_equal(ann.line.status, 0);
    caller_drop(&ann);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(two_enters_from_the_door_to_the_first_card),
        TEST(a_guest_plays_a_round_to_its_end_by_keys),
        TEST_WITHOUT_STORE(the_same_with_draw_first_to_25_and_no_store),
        TEST(three_ends_in_one_packet_end_one_turn),
        TEST(a_paste_at_the_table_is_ignored_and_said_so),
        TEST(leaving_asks_and_a_guest_can_only_stay_or_go),
        TEST(a_kept_seat_is_the_first_row_and_enter_goes_back_to_it),
        TEST(another_line_of_the_same_person_takes_the_seat_over),
        TEST(a_resize_in_mid_turn_changes_nothing_but_the_picture),
        TEST(talk_reaches_the_others_clean),
        TEST(long_talk_is_never_cut_in_a_word),
        TEST(who_joins_in_mid_round_is_told_why_there_are_no_cards),
        TEST(escape_leaves_the_line_of_talk_unsaid),
        TEST(who_watches_sees_no_hand_and_leaves_at_once),
        TEST(ones_own_table_is_not_watched_but_sat_down_at),
        TEST(nothing_begins_by_a_stray_key_when_a_round_is_over),
        TEST(the_key_line_names_what_works_now),
        TEST(what_the_mouse_says_to_nobody_changes_nothing),
        TEST(a_hint_is_shown_at_the_card_it_speaks_of),
        TEST(a_hint_explains_itself_on_the_message_line),
        TEST(in_a_small_window_a_hint_leaves_its_reason_to_w),
        TEST(a_refusal_leaves_what_stands_as_it_was),
        TEST(a_big_loser_is_shown_to_the_table_and_at_the_door),
        TEST(a_line_that_drops_at_any_screen_frees_everything),
        TEST(the_house_can_end_every_visit_at_once),
        TEST(the_sign_gives_way_to_the_tables),
        TEST(the_lobby_asks_before_it_says_goodbye),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
