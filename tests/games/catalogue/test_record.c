#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "games/catalogue/record.h"
#include "games/contract.h"
#include "games/corners/corners_game.h"

#define DECK                                                                                                           \
    "8s Qh 4h 5c 4d Js 7s Qd 9d 2h Tc Ts 8c 7c 5h 3d 4s 5s Ac 3h 9h As Ks 6h Qs Qc 8h 5d Kc Jd Jh Th 9c Ah 6s Td Kd "  \
    "Jc "                                                                                                              \
    "Ad 3s 6d Kh 8d 2c 9s 2s 6c 2d 4c 3c 7d 7h"
#define TAGS                                                                                                           \
    "[Game \"corners\"]\n[Rules \"last target=none mustking=no kingpile=yes\"]\n[Seats \"ann\" \"bea*\"]\n[Dealer "    \
    "\"2\"]\n"
#define WHOLE TAGS "[Deck \"" DECK "\"]\n"

static void assert_read(const char *text, struct record *r)
{
    struct record_fault fault;
    if (!record_read(r, text, strlen(text), NULL, &fault))
        fail_msg("%d:%d: %s", fault.line, fault.column, fault.reason);
}

static struct record_fault refused(const char *text, size_t n)
{
    struct record r;
    struct record_fault fault;
    if (record_read(&r, text, n, NULL, &fault)) fail_msg("taken: %.200s", text);
    assert_null(r.moves);
    assert_true(strlen(fault.reason) > 5);
    return fault;
}

static void refuse(const char *text, int line, int column, const char *reason)
{
    struct record_fault f = refused(text, strlen(text));
    if (f.line != line || f.column != column || strcmp(f.reason, reason) != 0)
        fail_msg("%d:%d: %s, not %d:%d: %s", f.line, f.column, f.reason, line, column, reason);
}

/* --- reading --- */

/* (P76) */
static void a_record_may_be_laid_out_in_many_ways(void **state)
{
    (void)state;
    static const char *const layouts[] = {
        WHOLE "end end",
        WHOLE "end\nend\n",
        WHOLE "\n\n  end ; a comment [Game \"x\"]\n;another\n\tEND;yet another",
        "\xEF\xBB\xBF" WHOLE "end end",
        "\xC2\xA0" WHOLE "\xC2\xA0 end\xE2\x80\xAF"
        "end\xE3\x80\x80",
        "[Game\xC2\xA0\"corners\"]\n[Rules \"last\xC2\xA0target=none\"]\n[Seats \"ann\" \"bea*\"]\n[Dealer "
        "\"2\"]\n[Deck \"" DECK "\xC2\xA0\"]\nend end",
        "; all line ends are CR\r[Dealer \"2\"]\r[Seats \"ann\" \"bea*\"][Deck \"" DECK
        "\"]\r[Rules \"last\"]\r[Game \"corners\"]\rend;x\rend\r",
        "; a comment first\r\n[Dealer \"2\"]\r\n[Seats \"ann\" \"bea*\"][Deck \"" DECK "\"]\r\n[ Rules  \"last\" ]\r\n"
        "[Game\"corners\"]\r\nend end\r\n",
    };
    for (size_t i = 0; i < sizeof layouts / sizeof *layouts; i++) {
        struct record r;
        assert_read(layouts[i], &r);
        assert_int_equal(r.n, 2);
        assert_string_equal(r.moves[1].text, "end");
        assert_int_equal(r.seats, 2);
        assert_string_equal(r.names[2], "bea");
        assert_true(r.computer[2] && !r.computer[1]);
        assert_true(r.rules.byte[CORNERS_LAST]);
        record_clear(&r);
    }
}

static void optional_tags_come_back(void **state)
{
    (void)state;
    struct record r;
    struct text out;
    const char *notes =
        "[Site \"cards.example.org\"]\n[Date \"2026-03-01\"]\n[Round \"7\"]\n[Totals \"12 9\"]\n[Result \"1 out\"]\n";
    char text[2048];
    snprintf(text, sizeof text, "%s%s[Deck \"%s\"]\n", TAGS, notes, DECK);
    assert_read(text, &r);
    assert_int_equal(r.round, 7);
    assert_string_equal(r.site, "cards.example.org");
    text_init_growing(&out, 4096);
    record_write(&r, &out);
    assert_string_equal(out.buf, text);
    text_free(&out);
    record_clear(&r);
}

#define KEY TAGS "[Key \"000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f\"]\n"

/* A record keeps the seal as it was shown: 16 digits of old, 32 now (T3). */
static void a_key_names_the_deck_and_its_seal_must_fit(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int digits;
    } seals[] = {
        { KEY "[Seal \"cb2f5160fc1f7e05\"]\nend\n", DEAL_SEAL_OLD },
        { KEY "[Seal \"cb2f5160fc1f7e05a55ef49d340b48da\"]\nend\n", DEAL_SEAL_DIGITS },
    };
    for (size_t k = 0; k < sizeof seals / sizeof *seals; k++) {
        struct record r;
        struct text out;
        assert_read(seals[k].text, &r);
        assert_string_equal(card_text(r.deck.c[0]), "4h"); /* as deals.txt has it */
        assert_int_equal(r.seal, seals[k].digits);
        text_init_growing(&out, 4096);
        record_write(&r, &out);
        assert_non_null(strstr(out.buf, strstr(seals[k].text, "[Seal")));
        text_free(&out);
        record_clear(&r);
    }
    refuse(KEY "[Seal \"cb2f5160fc1f7e06\"]\n", 6, 8, "The seal does not fit the key: that one's is cb2f5160fc1f7e05.");
    refuse(KEY "[Seal \"cb2f5160fc1f7e05a55ef49d340b48db\"]\n", 6, 8,
           "The seal does not fit the key: that one's is cb2f5160fc1f7e05a55ef49d340b48da.");
}

static void a_seal_of_another_length_or_in_other_digits_is_refused(void **state)
{
    (void)state;
    static const char *const seals[] = {
        "",
        "cb2f5160",
        "cb2f5160fc1f7e0",
        "cb2f5160fc1f7e05a",
        "cb2f5160fc1f7e05a55ef49d340b48d",
        "cb2f5160fc1f7e05a55ef49d340b48da7",
        "cb2f5160fc1f7e05a55ef49d340b48dacb2f5160fc1f7e05a55ef49d340b48da",
        "CB2F5160FC1F7E05",
        "cb2f5160fc1f7e05A55EF49D340B48DA",
        "cb2f5160fc1f7e0g",
        "cb2f5160fc1f7e05a55ef49d340b48d ",
    };
    for (size_t k = 0; k < sizeof seals / sizeof *seals; k++) {
        char text[512];
        snprintf(text, sizeof text, KEY "[Seal \"%s\"]\n", seals[k]);
        refuse(text, 6, 8, "[Seal] is 32 hex digits in small letters, or 16 in an old record.");
    }
}

/* --- refusing: the line, the column, the reason --- */

static void tags_that_are_wrong_are_refused_where_they_stand(void **state)
{
    (void)state;
    refuse("[Gama \"corners\"]", 1, 1, "Unknown tag [Gama].");
    refuse("[Game \"chess\"]\n", 1, 8, "There is no such game here.");
    refuse("[Game \"corners\"]\n[Game \"corners\"]", 2, 1, "The tag [Game] stands here a second time.");
    refuse("[Game \"corners\" \"grid\"]", 1, 17, "[Game] has too many values.");
    refuse("[Game corners]", 1, 7, "[Game] wants a value in quotes and then a bracket.");
    refuse("[Game]", 1, 6, "[Game] wants a value in quotes and then a bracket.");
    refuse("[Game \"corners]\n", 1, 16, "The quote does not end on its line.");
    refuse("[Game \"corners\"", 1, 16, "[Game] wants a value in quotes and then a bracket.");
    refuse("", 1, 1, "The record names no game: the tag [Game] is missing.");
    refuse("end", 1, 1, "The record names no game: the tag [Game] is missing.");
    refuse("[Game \"corners\"]\n", 2, 1, "This game needs the tag [Rules], which is missing.");
    refuse("[Game \"corners\"]\n[Rules \"last\"]\n", 3, 1, "This game needs the tag [Seats], which is missing.");
    refuse("[Game \"corners\"]\n[Rules \"last\"]\n[Seats \"a\" \"b\"]\n", 4, 1,
           "This game needs the tag [Dealer], which is missing.");
    refuse(TAGS, 5, 1, "The record names no cards: [Deck], [Deal] and [Key] are all missing.");
}

static void values_that_are_wrong_are_refused_where_they_stand(void **state)
{
    (void)state;
    refuse("[Game \"corners\"]\n[Rules \"last target=7\"]\n[Seats \"a\" \"b\"]\n[Dealer \"1\"]\n", 2, 9,
           "target is 10, 25, 50, 100 or none.");
    refuse("[Game \"corners\"]\n[Rules \"last\"]\n[Seats \"a\"]\n[Dealer \"1\"]\n", 3, 9,
           "[Seats] names 2 to 4 players.");
    refuse("[Game \"corners\"]\n[Rules \"last\"]\n[Seats \"a\" \"b\" \"c\" \"d\" \"e\"]\n", 3, 24,
           "[Seats] has too many values.");
    refuse("[Game \"corners\"]\n[Rules \"last\"]\n[Seats \"a\" \"*\"]\n[Dealer \"1\"]\n", 3, 13,
           "A player has a name.");
    refuse("[Game \"corners\"]\n[Rules \"last\"]\n[Seats \"a\" \"b\"]\n[Dealer \"3\"]\n", 4, 10,
           "[Dealer] is a number from 1 to 2.");
    refuse("[Game \"corners\"]\n[Rules \"last\"]\n[Seats \"a\" \"b\"]\n[Dealer \"0\"]\n", 4, 10,
           "[Dealer] is a number from 1 to 2.");
    refuse("[Game \"corners\"]\n[Rules \"last\"]\n[Seats \"a\" \"b\"]\n[Dealer \"one\"]\n", 4, 10,
           "[Dealer] is a number from 1 to 2.");
    refuse(TAGS "[Deal \"1\"]", 5, 8, "Only a patience's cards are named by [Deal].");
    refuse(TAGS "[Key \"00\"]", 5, 7, "[Key] is 64 hex digits.");
    refuse(WHOLE "[Round \"0\"]", 6, 9, "[Round] is a number from 1 to 1000000.");
    refuse(WHOLE "[Seal \"cb2f5160fc1f7e05\"]", 6, 8, "A seal stands beside a [Key] only.");
    refuse(WHOLE "[Key \"000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f\"]", 6, 7,
           "The cards are named twice: one of [Deck], [Deal] and [Key] is enough.");
}

static void a_deck_of_other_than_52_different_cards_is_refused(void **state)
{
    (void)state;
    refuse(TAGS "[Deck \"\"]", 5, 8, "A deck has 52 cards, and here are 0.");
    refuse(TAGS "[Deck \"8s Qh\"]", 5, 8, "A deck has 52 cards, and here are 2.");
    refuse(TAGS "[Deck \"8s Qh 8s\"]", 5, 14, "8s is in the deck twice.");
    refuse(TAGS "[Deck \"8s Qx\"]", 5, 11, "This is no card.");
    refuse(TAGS "[Deck \"8sQh\"]", 5, 8, "This is no card.");
    refuse(TAGS "[Deck \"" DECK " As\"]", 5, 164, "A deck has 52 cards, not more.");
}

static void moves_that_are_wrong_are_refused_where_they_stand(void **state)
{
    (void)state;
    refuse(WHOLE "end\nend 8s@e", 7, 5,
           "This move is not possible here. 8s does not go on 3d: the next card there is a black 2.");
    refuse(WHOLE "resume", 6, 1,
           "This move is not possible here. That is no move. Type 8d n (card, place), w n (pile, place), or end.");
    refuse(WHOLE "end [Round \"1\"]", 6, 5, "Tags stand before the moves.");
    char longest[1200];
    int n = snprintf(longest, sizeof longest, "%s", WHOLE);
    memset(longest + n, 'e', 400);
    longest[n + 400] = '\0';
    struct record_fault f = refused(longest, strlen(longest));
    assert_int_equal(f.line, 6);
    assert_int_equal(f.column, 1);
}

static void a_square_alone_is_no_move_of_a_record(void **state)
{
    struct record r;
    (void)state;
    refuse("[Game \"grid\"]\n[Deal \"3\"]\nb2\n", 3, 1, "A record says the whole move: @b2.");
    assert_read("[Game \"grid\"]\n[Deal \"3\"]\n@b2\n", &r);
    record_clear(&r);
}

static void moves_after_the_end_are_refused(void **state)
{
    (void)state;
    struct record r;
    struct text text;
    struct result result;
    union any_state s;
    struct made made;
    text_init_growing(&text, 65536);
    text_add(&text, "%s", WHOLE);
    for (;;) {
        assert_read(text.buf, &r);
        assert_null(record_replay(&r, s.bytes, r.n, &made));
        r.game->result(s.bytes, &result);
        record_clear(&r);
        if (result.over) break;
        text_add(&text, "end\n");
    }
    text_add(&text, " end");
    struct record_fault f = refused(text.buf, text.len);
    assert_string_equal(f.reason, "It was over before this move.");
    assert_int_equal(f.column, 2);
    text_free(&text);
}

static void bad_bytes_are_refused_wherever_they_stand(void **state)
{
    (void)state;
    static const char *const places[] = { "%s[Game \"corners\"]",
                                          "[Ga%sme \"corners\"]",
                                          "[Game \"cor%sners\"]",
                                          "; com%sment\n",
                                          WHOLE "end %s",
                                          WHOLE "e%snd",
                                          WHOLE "; %s" };
    static const char *const bad[] = { "\x1b", "\x07", "\x7f",         "\xc2\x85",
                                       "\xff", "\xc3", "\xed\xa0\x80", "\xf4\x90\x80\x80",
                                       "\x01" };
    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
        for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
            char text[1024];
            int n = snprintf(text, sizeof text, places[i], bad[k]);
            struct record_fault f = refused(text, (size_t)n);
            assert_true(strncmp(f.reason, "Bad byte 0x", 11) == 0);
        }
    struct record_fault f = refused("[Game \"corners\"]\n\0", 18);
    assert_string_equal(f.reason, "Bad byte 0x00: a record is UTF-8 text without control characters.");
    assert_int_equal(f.line, 2);
    assert_int_equal(f.column, 1);
}

/* Columns count characters, not bytes. */
static void columns_are_characters(void **state)
{
    (void)state;
    refuse("[Site \"K\xc3\xb6nig \xe2\x99\xa0\"] [Gama \"x\"]", 1, 18, "Unknown tag [Gama].");
}

static void a_record_of_more_than_1_mib_is_refused_at_its_limit(void **state)
{
    (void)state;
    char *text = malloc(RECORD_BYTES_MAX + 1);
    size_t n = strlen(WHOLE);
    memset(text, ' ', RECORD_BYTES_MAX + 1);
    memcpy(text, WHOLE, n);
    struct record r;
    struct record_fault fault;
    assert_true(record_read(&r, text, RECORD_BYTES_MAX, NULL, &fault));
    record_clear(&r);
    fault = refused(text, RECORD_BYTES_MAX + 1);
    assert_string_equal(fault.reason, "A record is at most 1 MiB long.");
    free(text);
}

static void count_position(void *ctx, const struct record *r, const void *state, int ply)
{
    int *seen = ctx;
    (void)state;
    assert_int_equal(ply, *seen);
    assert_int_equal(ply, r->n);
    ++*seen;
}

static void positions_before_the_fault_are_shown(void **state)
{
    (void)state;
    int seen = 0;
    struct record r;
    struct record_fault fault;
    const struct record_watch watch = { count_position, &seen };
    const char *text = WHOLE "end end 9z@n end";
    assert_false(record_read(&r, text, strlen(text), &watch, &fault));
    assert_int_equal(seen, 3);
}

/* Whatever the bytes are, a record is read or refused; cut anywhere, turned anywhere. */
static void broken_records_are_refused_or_read_and_nothing_else(void **state)
{
    (void)state;
    uint64_t seed;
    randombytes_buf(&seed, sizeof seed);
    printf("SEED=%llu\n", (unsigned long long)seed);
    struct random chance = random_seeded(seed);
    const char *whole = WHOLE "end end ; x\nend";
    size_t n = strlen(whole);
    for (int i = 0; i < 20000; i++) {
        char text[1024];
        struct record r;
        struct record_fault fault;
        memcpy(text, whole, n);
        for (int k = 0; k < 3; k++) random_bytes(&chance, &text[random_below(&chance, (uint32_t)n)], 1);
        size_t cut = random_below(&chance, 2) ? n : random_below(&chance, (uint32_t)n);
        char *exact = malloc(cut + 1); /* so that the sanitizer sees a read past the end */
        memcpy(exact, text, cut);
        if (record_read(&r, exact, cut, NULL, &fault))
            record_clear(&r);
        else
            assert_true(fault.line >= 1 && fault.column >= 1 && fault.reason[0] != '\0');
        free(exact);
    }
}

/* What a record is given by others cannot break its form. */
static void quotes_and_controls_are_left_out_when_writing(void **state)
{
    (void)state;
    struct record r;
    struct text out;
    assert_read(WHOLE "end", &r);
    snprintf(r.site, sizeof r.site,
             "a\"] [Game \"x\n\x1b"
             "b");
    text_init_growing(&out, 4096);
    record_write(&r, &out);
    assert_non_null(strstr(out.buf, "[Site \"a] [Game xb\"]\n"));
    record_clear(&r);
    assert_read(out.buf, &r);
    record_clear(&r);
    text_free(&out);
}

static int start(void **state)
{
    (void)state;
    return sodium_init() < 0 ? -1 : 0;
}

static void what_editors_and_chats_add_is_left_out_or_named(void **state)
{
    (void)state;
    refuse("> [Game \"grid\"]\n", 1, 1,
           "The record names no game before this: tags in brackets stand first, and [Game] is one of them.");
    refuse("```\n" WHOLE, 1, 1,
           "The record names no game before this: tags in brackets stand first, and [Game] is one of them.");
    refuse("[Game \xE2\x80\x9Cgrid\xE2\x80\x9D]", 1, 7, "[Game] has curly quotes: plain ones (\") are wanted.");
    refuse("[Game \"grid\xE2\x80\x9D]\n", 1, 14,
           "The quote has a curly mark and does not end: plain ones (\") are wanted.");
    refuse(WHOLE "end \xEF\xBB\xBF"
                 "end",
           6, 5, "Here stands U+FEFF, a character that cannot be seen: take it out.");
    refuse(WHOLE "en\xE2\x80\x8B"
                 "d",
           6, 3, "Here stands U+200B, a character that cannot be seen: take it out.");
    refuse("\n\xEF\xBB\xBF" WHOLE, 2, 1, "Here stands U+FEFF, a character that cannot be seen: take it out.");
    refuse("\xEF\xBB\xBF\xEF\xBB\xBF" WHOLE, 1, 1, "Here stands U+FEFF, a character that cannot be seen: take it out.");
    /* Columns are characters: a wide space is one. */
    refuse("[Game \"grid\"]\n[Deck \"As\xC2\xA0xx\"]", 2, 11, "This is no card.");
    refuse(WHOLE "\xC2\xA0\xC2\xA0?", 6, 3, refused(WHOLE "  ?", strlen(WHOLE "  ?")).reason);
    refuse("[Game \"grid\"]\r[Deal \"0\"]", 2, 8, "[Deal] is a number from 1 to 4294967295.");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_record_may_be_laid_out_in_many_ways),
        cmocka_unit_test(optional_tags_come_back),
        cmocka_unit_test(a_key_names_the_deck_and_its_seal_must_fit),
        cmocka_unit_test(a_seal_of_another_length_or_in_other_digits_is_refused),
        cmocka_unit_test(tags_that_are_wrong_are_refused_where_they_stand),
        cmocka_unit_test(values_that_are_wrong_are_refused_where_they_stand),
        cmocka_unit_test(a_deck_of_other_than_52_different_cards_is_refused),
        cmocka_unit_test(moves_that_are_wrong_are_refused_where_they_stand),
        cmocka_unit_test(a_square_alone_is_no_move_of_a_record),
        cmocka_unit_test(moves_after_the_end_are_refused),
        cmocka_unit_test(bad_bytes_are_refused_wherever_they_stand),
        cmocka_unit_test(columns_are_characters),
        cmocka_unit_test(a_record_of_more_than_1_mib_is_refused_at_its_limit),
        cmocka_unit_test(positions_before_the_fault_are_shown),
        cmocka_unit_test(broken_records_are_refused_or_read_and_nothing_else),
        cmocka_unit_test(quotes_and_controls_are_left_out_when_writing),
        cmocka_unit_test(what_editors_and_chats_add_is_left_out_or_named),
    };
    return cmocka_run_group_tests(tests, start, NULL);
}
