#include "screens/table_play.h"

#include "screens/help_pages.h"
#include "screens/page.h"
#include "screens/table_state.h"

#include "screens/own_house.h"

/* Bytes of plain mode are printable ASCII and line feeds (H71). */
static void assert_only_lines(const struct caller_in_test *c)
{
    for (size_t i = 0; i < c->line.out.len; i++) {
        unsigned char byte = (unsigned char)c->line.out.buf[i];
        if (byte != '\n' && byte != '\r' && (byte < 0x20 || byte > 0x7E)) fail_msg("byte %02x at %zu", byte, i);
    }
}

/* "9s@n" as a person types it: "9s n"; "w>n" as "w n". */
static void make_by_words(struct caller_in_test *c, const char *move)
{
    char typed[MOVE_TEXT];
    strcpy(typed, move);
    for (char *p = typed; *p != '\0'; p++)
        if (*p == '@' || *p == '>') *p = ' ';
    type_line(c, typed);
}

/* A whole round by the lines alone (P75). */
static void a_whole_round_is_played_in_lines(void **state)
{
    (void)state;
    caller_plain(&ann, &h);
    type_line(&ann, "play");
    assert_where(&ann, "table");
    assert_true(play_round(&ann, make_by_words) > 3);
    assert_int_equal(room_phase(room_in(&ann)), ROOM_BETWEEN);
    assert_heard(&ann, "Round 1. Points: a King 10, any other card 1. Lowest wins.");
    assert_heard(&ann, "Type next for the next round, record for what can be checked, or quit.");
    hear_no_more(&ann);
    type_line(&ann, "next");
    house_run(&h);
    assert_int_equal(room_round(room_in(&ann)), 2);
    assert_heard(&ann, "Round 2");
    assert_only_lines(&ann);
    caller_drop(&ann);
}

/* Where these words begin in what was heard; they must have been. */
static size_t heard_at(struct caller_in_test *c, const char *words)
{
    const char *at = memmem(c->line.out.buf, c->line.out.len, words, strlen(words));
    if (at == NULL) fail_msg("not heard: %s", words);
    return (size_t)(at - c->line.out.buf);
}

/* The table names the whole seal before the first card (T3). */
static void the_seal_of_a_round_is_told_before_its_cards(void **state)
{
    (void)state;
    caller_plain(&ann, &h);
    hear_no_more(&ann);
    for (int round = 1; round <= 3; round++) {
        type_line(&ann, round == 1 ? "play" : "next");
        house_run(&h);
        char line[120];
        snprintf(line, sizeof line, "Round %d: the deck's seal is %s.", round, room_seal(room_in(&ann)));
        await_turn(&ann);
        assert_true(heard_at(&ann, line) < heard_at(&ann, "Hand, "));
        hear_no_more(&ann);
        type_line(&ann, "seal");
        assert_heard(&ann, room_seal(room_in(&ann)));
        while (room_phase(room_in(&ann)) == ROOM_PLAYING) {
            await_turn(&ann);
            if (room_phase(room_in(&ann)) == ROOM_PLAYING) type_line(&ann, "end");
        }
        hear_no_more(&ann);
    }
    caller_drop(&ann);
}

static void every_play_of_the_others_is_said_in_a_line(void **state)
{
    (void)state;
    caller_plain(&ann, &h);
    type_line(&ann, "play");
    await_turn(&ann);
    type_line(&ann, "end");
    hear_no_more(&ann);
    await_turn(&ann);
    const char *lines[ROOM_LOG];
    int n = room_log(room_in(&ann), lines);
    assert_true(n > 3);
    assert_heard(&ann, lines[n - 1]);
    assert_heard(&ann, lines[n - 2]);
    caller_drop(&ann);
}

static void ones_turn_is_announced_once_with_all_it_needs(void **state)
{
    (void)state;
    caller_plain(&ann, &h);
    type_line(&ann, "play");
    await_turn(&ann);
    type_line(&ann, "end");
    hear_no_more(&ann);
    await_turn(&ann);
    const char *first = strstr(ann.line.out.buf, "Your turn");
    assert_non_null(first);
    assert_null(strstr(first + 1, "Your turn"));
    assert_heard(&ann, "North: ");
    assert_heard(&ann, "Hand, ");
    caller_drop(&ann);
}

static void fillers_and_whole_words_are_understood(void **state)
{
    static const char *const forms[] = { "play %.2s on %s", "%.2s to %s", "play %.2s %s", "%.2s@%s" };
    (void)state;
    caller_plain(&ann, &h);
    type_line(&ann, "play");
    for (size_t i = 0; i < sizeof forms / sizeof *forms;) {
        char move[MOVE_TEXT], typed[64];
        await_turn(&ann);
        if (room_phase(room_in(&ann)) == ROOM_BETWEEN) {
            type_line(&ann, "next");
            house_run(&h);
            continue;
        }
        some_move(&ann, move);
        if (strchr(move, '@') == NULL) {
            make_by_words(&ann, move);
            continue;
        }
        int cards = room_seat(room_in(&ann), seat_in(&ann)).cards;
        snprintf(typed, sizeof typed, forms[i], move, move + 3);
        type_line(&ann, typed);
        house_run(&h);
        assert_int_equal(room_seat(room_in(&ann), seat_in(&ann)).cards, cards - 1);
        i++;
    }
    caller_drop(&ann);
}

static void what_cannot_be_is_refused_in_a_sentence(void **state)
{
    static const struct {
        const char *line, *said;
    } lines[] = {
        { "9s", "That is no move. Type 8d n (card, place)" },
        { "say", "Say what? For example: say hello." },
        { "play", "Play what? For example: play 9s n." },
        { "zz n", "There is no word \"zz\" here. help tells the words; legal tells what you may play." },
        { "frobnicate the cat", "There is no word \"frobnicate\" here." },
        { "undo", "What is played stays played: there is no undo at a table." },
        { "draw", "Here a turn ends with the draw: end." },
        { "restart", "That is a word of the patiences." },
        { "pass", "To pass, end your turn: end." },
    };
    (void)state;
    caller_plain(&ann, &h);
    type_line(&ann, "play");
    await_turn(&ann);
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        hear_no_more(&ann);
        type_line(&ann, lines[i].line);
        assert_heard(&ann, lines[i].said);
    }
    caller_drop(&ann);
}

static void the_state_is_told_on_request(void **state)
{
    static const struct {
        const char *word, *said;
    } words[] = {
        { "hand", "Hand, " },  { "board", "North: " },      { "legal", "end" }, { "points", "points" },
        { "who", "Seat 1: " }, { "clock", "has no clock" }, { "log", "deals" }, { "HAND", "Hand, " },
    };
    (void)state;
    caller_plain(&ann, &h);
    type_line(&ann, "play");
    await_turn(&ann);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        hear_no_more(&ann);
        type_line(&ann, words[i].word);
        assert_heard(&ann, words[i].said);
    }
    caller_drop(&ann);
}

static void quitting_a_table_asks_first(void **state)
{
    (void)state;
    caller_by_key(&ann, &h, "ann", true);
    type_line(&ann, "play");
    type_line(&ann, "quit");
    assert_heard(&ann, "Leave the table? keep:");
    type_line(&ann, "hm");
    assert_where(&ann, "table");
    assert_heard(&ann, "You stay.");
    type_line(&ann, "quit");
    type_line(&ann, "keep");
    assert_where(&ann, "lobby");
    assert_heard(&ann, "you are expected back");
    assert_heard(&ann, "1 Play Kings Corner now (play)"); /* the numbers stay */
    type_line(&ann, "table");
    assert_where(&ann, "table");
    type_line(&ann, "q");
    type_line(&ann, "leave");
    assert_where(&ann, "lobby");
    assert_null(lobby_room_of(h.house.lobby, visit_in(&ann)->account.id));
    caller_drop(&ann);
}

/* Where there are no keys the words come first, and no page is of keys. */
static void help_at_a_table_begins_with_the_words(void **state)
{
    static const char *const games[] = { "play", "grid", "solitaire" };
    (void)state;
    for (int k = 0; k < 3; k++) {
        caller_plain(&ann, &h);
        type_line(&ann, games[k]);
        hear_no_more(&ann);
        type_line(&ann, "help");
        assert_heard(&ann, "To play: ");
        assert_heard(&ann, "rules for the whole help.");
        type_line(&ann, k == 0 ? "rules" : "help me");
        assert_heard(&ann, k == 0 ? "Plain mode. Page 1 of 8." : "Words of a patience. Page 1 of 5.");
        for (int page = 1; page < 8; page++) type_line(&ann, "");
        assert_false(heard(&ann, "Keys "));
        caller_drop(&ann);
    }
}

/* Long lists and pages of the books: twenty at once, then one a second. */
static void lists_are_told_so_often_and_then_it_is_said(void **state)
{
    (void)state;
    caller_plain(&ann, &h);
    for (int k = 0; k < 20; k++) type_line(&ann, k % 2 ? "who" : "tables");
    type_line(&ann, "who");
    assert_heard(&ann, "Not so fast: ask again in a moment.");
    type_line(&ann, "figures");
    assert_where(&ann, "lobby");
    h.clock.ms += 1000;
    type_line(&ann, "figures");
    assert_where(&ann, "figures");
    caller_drop(&ann);
}

/* All pages but those of keys. */
static int pages_in_lines(void)
{
    int n = 0;
    for (int i = 0; help_pages[i].name != NULL; i++) {
        struct page p;
        page_read(&p, help_pages[i].name);
        n += p.kind != PAGE_OF_KEYS;
    }
    return n;
}

static void assert_hears_page(int page, const char *before)
{
    char words[64];
    snprintf(words, sizeof words, "%sPage %d of %d.", before, page, pages_in_lines());
    assert_heard(&ann, words);
}

static void help_is_read_page_by_page(void **state)
{
    char last[12];
    (void)state;
    snprintf(last, sizeof last, "%d", pages_in_lines());
    caller_plain(&ann, &h);
    type_line(&ann, "help");
    assert_hears_page(1, "Kings Corner. ");
    type_line(&ann, "");
    assert_hears_page(2, "");
    type_line(&ann, last);
    assert_hears_page(pages_in_lines(), "");
    type_line(&ann, "");
    assert_where(&ann, "lobby");
    assert_only_lines(&ann);
    caller_drop(&ann);
}

static void figures_are_said_once_when_they_have_come(void **state)
{
    (void)state;
    caller_by_key(&ann, &h, "ann", true);
    hear_no_more(&ann);
    type_line(&ann, "figures");
    await_words(&ann, "Hall of big losers");
    house_run(&h);
    assert_false(heard(&ann, "One moment")); /* nor a prompt before the answer, that a typed line would go to */
    assert_string_equal(ann.line.out.buf + ann.line.out.len - 2, "> ");
    assert_null(strstr(strstr(ann.line.out.buf, "> ") + 1, "> "));
    const char *first = strstr(ann.line.out.buf, "Hall of big losers");
    assert_null(strstr(first + 1, "Hall of big losers"));
    assert_heard(&ann, "All rounds: played 0, won 0;");
    assert_heard(&ann, "Nobody yet.");
    type_line(&ann, "");
    assert_where(&ann, "lobby");
    caller_drop(&ann);
}

static void an_unknown_word_in_the_lobby_is_answered(void **state)
{
    (void)state;
    caller_plain(&ann, &h);
    hear_no_more(&ann);
    type_line(&ann, "xyzzy");
    assert_heard(&ann,
                 "There is no word \"xyzzy\" here. Type a number or a word of the list; an empty line reads it again.");
    assert_false(heard(&ann, "1 Play Kings Corner now (play)"));
    type_line(&ann, "");
    assert_heard(&ann, "1 Play Kings Corner now (play)");
    type_line(&ann, "watch 99");
    assert_heard(&ann, "There is no such table");
    type_line(&ann, "quit");
    assert_heard(&ann, "Goodbye, guest-");
    assert_only_lines(&ann);
    caller_drop(&ann);
}

/* How often the words stand in what was said. */
static int times_heard(const struct caller_in_test *c, const char *words)
{
    int n = 0;
    for (const char *at = c->line.out.buf; (at = strstr(at, words)) != NULL; at += strlen(words)) n++;
    return n;
}

/* What others do is heard, and not the prompt again with each of it; it stands when something is to be typed. */
static void the_prompt_is_not_said_again_with_every_event(void **state)
{
    (void)state;
    caller_plain(&ann, &h);
    type_line(&ann, "play");
    await_turn(&ann);
    hear_no_more(&ann);
    type_line(&ann, "end");
    await_turn(&ann);
    assert_true(times_heard(&ann, "\n") > 7);
    assert_in_range(times_heard(&ann, "> "), 1, 2);
    assert_string_equal(ann.line.out.buf + ann.line.out.len - 2, "> ");
    assert_heard(&ann, "You drew the "); /* nobody else hears which */
    assert_null(strstr(ann.line.out.buf, "\n\n"));
    caller_drop(&ann);
}

/* Each is typed while the page is open that the word before it opens. */
static void a_word_typed_on_a_page_closes_it_and_is_obeyed(void **state)
{
    static const struct {
        const char *page, *typed, *screen, *said;
    } lines[] = {
        { "figures", "account", "account", "Account. You are ann" },
        { "help", "who", "lobby", "ann\n" },
        { "figures", "xyzzy", "lobby", "There is no word \"xyzzy\" here." },
        { "help", "figures", "figures", "Hall of big losers" },
        { "help", "quit", "lobby", "Play Kings Corner now" },
        { "figures", "", "lobby", "Play Kings Corner now" },
        { "help", "99", "help", "There are the pages 1 to " },
        { "help", "next", "help", "Page 2 of " },
    };
    (void)state;
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        caller_by_key(&ann, &h, "ann", true);
        type_line(&ann, lines[i].page);
        while (!heard(&ann, "Page 1 of") && !heard(&ann, "Press Enter to go back.")) house_run(&h);
        assert_where(&ann, lines[i].page);
        hear_no_more(&ann);
        type_line(&ann, lines[i].typed);
        house_run(&h);
        assert_where(&ann, lines[i].screen);
        await_words(&ann, lines[i].said);
        caller_drop(&ann);
    }
}

static void a_word_typed_on_a_page_over_a_game_is_the_games(void **state)
{
    (void)state;
    caller_plain(&ann, &h);
    type_line(&ann, "grid");
    house_run(&h);
    type_line(&ann, "record");
    assert_where(&ann, "record");
    hear_no_more(&ann);
    type_line(&ann, "deal 617");
    house_run(&h);
    assert_where(&ann, "patience");
    assert_heard(&ann, "617");
    type_line(&ann, "rules");
    assert_where(&ann, "help");
    hear_no_more(&ann);
    type_line(&ann, "legal");
    assert_where(&ann, "patience");
    assert_int_equal(times_heard(&ann, "Type help for the words"), 0); /* the answer only */
    caller_drop(&ann);
}

static void one_back_too_many_leaves_nobody_at_the_door(void **state)
{
    (void)state;
    caller_plain(&ann, &h);
    type_line(&ann, "figures");
    house_run(&h);
    type_line(&ann, "back");
    assert_where(&ann, "lobby");
    type_line(&ann, "Back");
    assert_where(&ann, "lobby");
    assert_heard(&ann, "This is the lobby: there is nothing further back. quit leaves the house.");
    type_line(&ann, "quit");
    assert_heard(&ann, "Goodbye");
    caller_drop(&ann);
}

/* The same as an end of input, and as on every other screen. */
static void control_c_and_control_d_are_a_step_back(void **state)
{
    (void)state;
    for (const char *key = "\x03\x04"; *key != '\0'; key++) {
        char one[2] = { *key };
        caller_by_key(&ann, &h, "ann", true);
        type_line(&ann, "play");
        hear_no_more(&ann);
        type(&ann, one);
        assert_heard(&ann, "Leave the table? keep:");
        type(&ann, one);
        assert_heard(&ann, "You stay.");
        type(&ann, one);
        type_line(&ann, "leave");
        assert_where(&ann, "lobby");
        type_line(&ann, "figures");
        type(&ann, one);
        assert_where(&ann, "lobby");
        type(&ann, one);
        assert_heard(&ann, "Leave the house?");
        type_line(&ann, "");
        type(&ann, one);
        type(&ann, one);
        assert_heard(&ann, "Goodbye, ann.");
        caller_drop(&ann);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_whole_round_is_played_in_lines),
        TEST(the_seal_of_a_round_is_told_before_its_cards),
        TEST(every_play_of_the_others_is_said_in_a_line),
        TEST(ones_turn_is_announced_once_with_all_it_needs),
        TEST(fillers_and_whole_words_are_understood),
        TEST(what_cannot_be_is_refused_in_a_sentence),
        TEST(the_state_is_told_on_request),
        TEST(quitting_a_table_asks_first),
        TEST(help_at_a_table_begins_with_the_words),
        TEST(help_is_read_page_by_page),
        TEST(lists_are_told_so_often_and_then_it_is_said),
        TEST(figures_are_said_once_when_they_have_come),
        TEST(the_prompt_is_not_said_again_with_every_event),
        TEST(a_word_typed_on_a_page_closes_it_and_is_obeyed),
        TEST(a_word_typed_on_a_page_over_a_game_is_the_games),
        TEST(one_back_too_many_leaves_nobody_at_the_door),
        TEST(control_c_and_control_d_are_a_step_back),
        TEST(an_unknown_word_in_the_lobby_is_answered),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
