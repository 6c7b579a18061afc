#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <string.h>

#include "seed.h"
#include "term/key_words.h"

static struct text seen;
static struct key last_key;
static char seen_bytes[64 * 1024];

static void note_key(void *ctx, const struct key *k)
{
    (void)ctx;
    last_key = *k;
    key_word(k, &seen);
}

static struct keys keys;

static void begin(enum charset cs)
{
    text_init(&seen, seen_bytes, sizeof seen_bytes);
    keys_init(&keys, cs);
}

static void input_at(int64_t now, const char *bytes, size_t n)
{
    keys_input(&keys, (const uint8_t *)bytes, n, now, note_key, NULL);
}

static void timeout_at(int64_t now)
{
    keys_timeout(&keys, now, note_key, NULL);
}

#define INPUT(now, literal) input_at(now, literal, sizeof literal - 1)

/* One read of UTF-8 and its keys. */
#define CHECK(literal, words)                                                                                          \
    do {                                                                                                               \
        begin(CHARSET_UTF8);                                                                                           \
        INPUT(0, literal);                                                                                             \
        assert_string_equal(seen.buf, words);                                                                          \
    } while (0)

static void each_way_to_say_enter_is_one_enter(void **state) /* (H4, H40d) */
{
    (void)state;
    CHECK("\r\n", "Enter");
    CHECK("\r\0", "Enter");
    CHECK("\r", "Enter");
    CHECK("\n", "Enter");
    CHECK("\r\r", "Enter Enter");
    CHECK("\n\n", "Enter Enter");
    CHECK("\r\n\r\n", "Enter Enter");
    CHECK("a\r\0b\r\nc\rd\ne", "a Enter b Enter c Enter d Enter e");
}

static void an_enter_may_be_split_over_two_packets(void **state) /* (H4) */
{
    (void)state;
    begin(CHARSET_UTF8);
    INPUT(0, "\r");
    assert_string_equal(seen.buf, "Enter");
    assert_int_equal(keys.deadline, 0);
    INPUT(200, "\n");
    INPUT(400, "\r");
    INPUT(600, "\0");
    assert_string_equal(seen.buf, "Enter Enter");
}

static void both_backspaces_and_the_deleting_key_are_known(void **state) /* (H5) */
{
    (void)state;
    CHECK("\x08\x7f\033[3~", "Backspace Backspace Delete");
}

static void a_lone_escape_waits_a_tenth_of_a_second(void **state) /* (H54) */
{
    (void)state;
    begin(CHARSET_UTF8);
    INPUT(1000, "\033");
    assert_string_equal(seen.buf, "");
    assert_int_equal(keys.deadline, 1100);
    timeout_at(1080);
    INPUT(1080, "[A");
    assert_string_equal(seen.buf, "Up");
    INPUT(2000, "\033");
    timeout_at(2100);
    assert_string_equal(seen.buf, "Up Escape");
    assert_int_equal(keys.deadline, 0);
}

static void a_begun_sequence_may_take_a_second(void **state) /* (H54) */
{
    (void)state;
    begin(CHARSET_UTF8);
    INPUT(0, "\033[");
    timeout_at(500);
    INPUT(500, "A");
    assert_string_equal(seen.buf, "Up");
    INPUT(1000, "\033O");
    timeout_at(1999);
    INPUT(1999, "B");
    assert_string_equal(seen.buf, "Up Down");
    INPUT(3000, "\033[1;");
    timeout_at(4000);
    INPUT(4000, "q");
    assert_string_equal(seen.buf, "Up Down q");
}

static void escape_before_anything_is_one_key_with_alt(void **state)
{
    (void)state;
    CHECK("\033a\033Q\033 ", "M-a M-Q M- ");
    CHECK("\033\x7f\033\x08", "M-Backspace M-Backspace");
    CHECK("\033\r\033\n\033\r\n\033\r\0", "M-Enter M-Enter M-Enter M-Enter");
    CHECK("\033\t\033\x03\033\x04\033\x0c", "M-Tab M-^c M-^d M-^l");
    CHECK("\033\0\033\x1cq", "q");
    CHECK("\033\033[A\033\033[D\033\033[3~\033\033OC", "M-Up M-Left M-Delete M-Right");
    CHECK("\033\033[1;2A\033\033[a\033\033Oa", "S-M-Up S-M-Up M-C-Up");
    CHECK("\033\033[[A\033\033[97u\033\033[97;5u", "M-F1 M-a M-^a");
    CHECK("\033\xc3\xa9\033\xe2\x99\xa5z", "M-é M-♥ z");
    CHECK("\033\xc3\033[Aa", "M-unreadable Up a");
    CHECK("\033\033[12\rq\033\033[Aq", "Enter q M-Up q");
    begin(CHARSET_CP437);
    INPUT(0, "\033\x82\x82");
    assert_string_equal(seen.buf, "M-é é");
}

static void alt_may_come_in_pieces(void **state) /* (H54) */
{
    (void)state;
    begin(CHARSET_UTF8);
    INPUT(0, "\033");
    timeout_at(99);
    INPUT(99, "\x7f");
    INPUT(200, "\033");
    INPUT(280, "\033");
    timeout_at(379);
    INPUT(379, "[");
    timeout_at(1300);
    INPUT(1300, "D");
    INPUT(1400, "\033");
    INPUT(1450, "\xc3");
    INPUT(1900, "\xa9");
    assert_string_equal(seen.buf, "M-Backspace M-Left M-é");
    assert_int_equal(keys.deadline, 0);
}

/* Each byte comes ms after the one before it; a timer runs in between. */
static int64_t type_from(int64_t now, const char *bytes, size_t n, int64_t ms)
{
    for (size_t i = 0; i < n; i++, now += ms) {
        for (int k = 0; keys.deadline != 0 && keys.deadline <= now && k < 3; k++) timeout_at(keys.deadline);
        input_at(now, bytes + i, 1);
    }
    return now;
}

static void let_all_timers_run(void)
{
    for (int i = 0; keys.deadline != 0; i++) {
        assert_true(i < 3);
        timeout_at(keys.deadline);
    }
}

/* Types keys after ESC and the opener: in one read, ms after it, and then one key every step. */
static void check_alt(const char *alt, int64_t ms, const char *typed, int64_t step, const char *words)
{
    begin(CHARSET_UTF8);
    input_at(5000, alt, strlen(alt));
    if (keys.deadline != 0 && keys.deadline <= 5000 + ms) timeout_at(keys.deadline);
    type_from(5000 + ms, typed, strlen(typed), step);
    let_all_timers_run();
    if (strcmp(seen.buf, words) != 0)
        fail_msg("ESC %s, %d ms, %s every %d ms: \"%s\"", alt + 1, (int)ms, typed, (int)step, seen.buf);
}

static void alt_and_what_begins_a_sequence_eats_no_letter_typed_behind_it(void **state)
{
    (void)state;
    static const char *const alts[] = { "\033]", "\033P", "\033^", "\033_", "\033X", "\033[", "\033O" };
    static const int64_t pauses[] = { 100, 101, 150, 300, 600, 999, 1000, 1500, 5000 };
    static const int64_t steps[] = { 20, 60, 150, 300, 1100 };
    for (size_t a = 0; a < sizeof alts / sizeof *alts; a++)
        for (size_t p = 0; p < sizeof pauses / sizeof *pauses; p++)
            for (size_t t = 0; t < sizeof steps / sizeof *steps; t++) {
                check_alt(alts[a], pauses[p], "belle\r", steps[t], "b e l l e Enter");
                check_alt(alts[a], pauses[p], "you at nine\r", steps[t], "y o u   a t   n i n e Enter");
                check_alt(alts[a], pauses[p], "x", steps[t], "x");
                check_alt(alts[a], pauses[p], "Mary\r", steps[t], "M a r y Enter");
                check_alt(alts[a], pauses[p], "12\r", steps[t], "1 2 Enter");
                check_alt(alts[a], pauses[p], "\x7fq", steps[t], "Backspace q");
                check_alt(alts[a], pauses[p], "[a[b\r", steps[t], "[ a [ b Enter");
            }
    for (size_t a = 0; a < 5; a++) /* strings are known by their first byte, however fast one types */
        for (int64_t ms = KEYS_TYPED_MS; ms < 100; ms += 10) {
            check_alt(alts[a], ms, "belle\r", ms, "b e l l e Enter");
            check_alt(alts[a], ms, "you at nine\r", ms, "y o u   a t   n i n e Enter");
            check_alt(alts[a], ms, "12\r", ms, "1 2 Enter");
            check_alt(alts[a], ms, "12", ms, "1 2");
        }
    check_alt("\033[", 60, "x", 60, "x");
    check_alt("\033O", 60, "z", 60, "z");
    begin(CHARSET_UTF8);
    INPUT(0, "\033]");
    INPUT(150, "\xc3\xa9"); /* no timer ran */
    INPUT(300, "\033[");
    INPUT(600, "\xc3\xa9");
    INPUT(900, "\033_");
    INPUT(950, "\xc3\xa9");
    INPUT(960, "\033\033X");
    INPUT(1100, "qr");
    assert_string_equal(seen.buf, "é é é q r");
}

/* A line that is slow brought the first letter with Alt. */
static void letters_typed_into_a_string_are_given_back_before_Enter(void **state)
{
    (void)state;
    check_alt("\033]b", 150, "elle\r", 150, "e l l e Enter");
    check_alt("\033X ", 40, "you at nine\r", 40, "y o u   a t   n i n e Enter");
    check_alt("\033]1", 100, "elle\033[Dx", 100, "e l l e Left x");
    check_alt("\033]1", 100, "elle\033", 100, "e l l e Escape");
    check_alt("\033]1", 100, "elle\x07z", 100, "z");
    begin(CHARSET_UTF8);
    INPUT(0, "\033]b");
    INPUT(200, "\xc3\xa9");
    INPUT(400, "e");
    INPUT(600, "\r");
    assert_string_equal(seen.buf, "é e Enter");
}

static void no_typing_renews_a_string_for_ever(void **state)
{
    (void)state;
    begin(CHARSET_UTF8);
    INPUT(0, "\033]b");
    int64_t now = 200;
    for (int i = 0; i < 50; i++) now = type_from(now, "x", 1, 200);
    let_all_timers_run();
    assert_int_equal(seen.len, 2 * 50 - 1);
    begin(CHARSET_UTF8);
    INPUT(0, "\033[");
    now = type_from(200, "1;1;1;1;1;1;1;", 14, 200);
    assert_int_equal(seen.len, 2 * 14 - 1);
}

/* However they come, nothing of them is text. */
static void an_answer_of_the_terminal_may_come_in_packets(void **state)
{
    (void)state;
    static const char *const answers[] = {
        "\033]11;rgb:0000/0000/0000\033\\",
        "\033]10;rgb:ffff/ffff/ffff\007",
        "\033P>|XTerm(379)\033\\",
        "\033P1+r544e=78746572\033\\",
        "\033P1$r0m\033\\",
        "\033P!|00000000\033\\",
        "\033_Gi=1;OK\033\\",
        "\033]4;1;rgb:00/00/00\007",
    };
    static const int64_t pauses[] = { 0, 5, 19, 20, 50, 99, 100, 300, 900 };
    for (size_t i = 0; i < sizeof answers / sizeof *answers; i++) {
        size_t n = strlen(answers[i]);
        for (size_t p = 0; p < sizeof pauses / sizeof *pauses; p++)
            for (size_t cut = pauses[p] < KEYS_ESCAPE_MS ? 1 : 2; cut < n; cut++) {
                if (cut == n - 1 && answers[i][cut] == '\\' && pauses[p] >= 1000) continue;
                begin(CHARSET_UTF8);
                input_at(0, answers[i], cut);
                timeout_at(pauses[p]);
                input_at(pauses[p], answers[i] + cut, n - cut);
                INPUT(pauses[p], "z");
                if (strcmp(seen.buf, "z") != 0)
                    fail_msg("%s cut at %d, %d ms: \"%s\"", answers[i] + 1, (int)cut, (int)pauses[p], seen.buf);
            }
        for (int64_t ms = 0; ms < KEYS_ESCAPE_MS; ms += 33) {
            begin(CHARSET_UTF8);
            type_from(0, answers[i], n, ms);
            let_all_timers_run();
            assert_string_equal(seen.buf, "");
        }
    }
    begin(CHARSET_UTF8); /* of devices, half a second after its beginning */
    INPUT(0, "\033[");
    timeout_at(500);
    INPUT(500, "?62;22c");
    INPUT(600, "\033[");
    timeout_at(1100);
    INPUT(1100, "<0;3;5M");
    assert_string_equal(seen.buf, "mouse:0+2,4");
}

/* A person who presses it twice wants to leave; a key that is held down must not leave everything. */
static void escapes_in_a_row_are_one_escape(void **state)
{
    (void)state;
    begin(CHARSET_UTF8);
    INPUT(0, "\033\033");
    INPUT(90, "\033");
    assert_string_equal(seen.buf, "");
    timeout_at(190);
    assert_string_equal(seen.buf, "Escape");
    INPUT(1000, "\033");
    timeout_at(1100);
    INPUT(1100, "\033");
    timeout_at(1200);
    INPUT(1200, "\033\033\033[Bq");
    assert_string_equal(seen.buf, "Escape Escape Escape M-Down q");
}

static void alt_tab_is_shift_tab_where_the_console_says_it_so(void **state)
{
    (void)state;
    begin(CHARSET_UTF8);
    keys.dialect = DIALECT_LINUX;
    INPUT(0, "\033\t\033\r\t");
    assert_string_equal(seen.buf, "Backtab M-Enter Tab");
}

static void what_a_key_means_with_modifiers(void **state)
{
    (void)state;
    enum { TYPED = 1, ELSEWHERE = 2, BOTH = 3, NOTHING = -1 };
    static const struct {
        struct key key;
        int where, code;
        uint32_t ch;
    } rows[] = {
        { { .code = KEY_ENTER, .mods = KEY_SHIFT }, BOTH, KEY_ENTER, 0 },
        { { .code = KEY_ENTER, .mods = KEY_CONTROL }, BOTH, KEY_ENTER, 0 },
        { { .code = KEY_ENTER, .mods = KEY_ALT }, BOTH, NOTHING, 0 },
        { { .code = KEY_ESCAPE, .mods = KEY_ALT }, BOTH, NOTHING, 0 },
        { { .code = KEY_TAB, .mods = KEY_ALT }, BOTH, NOTHING, 0 },
        { { .code = KEY_UP, .mods = KEY_ALT }, BOTH, NOTHING, 0 },
        { { .code = KEY_F1, .mods = KEY_ALT }, BOTH, NOTHING, 0 },
        { { .code = KEY_CTRL, .mods = KEY_ALT, .ch = 'c' }, BOTH, NOTHING, 0 },
        { { .code = KEY_CHAR, .mods = KEY_ALT, .ch = 'q' }, BOTH, NOTHING, 0 },
        { { .code = KEY_CHAR, .mods = KEY_ALT, .ch = 0x439, .base = 'q' }, BOTH, NOTHING, 0 },
        { { .code = KEY_BACKSPACE, .mods = KEY_ALT }, BOTH, KEY_WORD_BACKSPACE, 0 },
        { { .code = KEY_LEFT, .mods = KEY_ALT }, BOTH, KEY_WORD_LEFT, 0 },
        { { .code = KEY_RIGHT, .mods = KEY_ALT | KEY_SHIFT }, BOTH, KEY_WORD_RIGHT, 0 },
        { { .code = KEY_DELETE, .mods = KEY_ALT }, BOTH, KEY_WORD_DELETE, 0 },
        { { .code = KEY_CHAR, .mods = KEY_ALT, .ch = 'b' }, BOTH, KEY_WORD_LEFT, 'b' },
        { { .code = KEY_CHAR, .mods = KEY_ALT, .ch = 'F' }, BOTH, KEY_WORD_RIGHT, 'F' },
        { { .code = KEY_CHAR, .mods = KEY_ALT, .ch = 'd' }, BOTH, KEY_WORD_DELETE, 'd' },
        { { .code = KEY_LEFT, .mods = KEY_CONTROL }, TYPED, KEY_WORD_LEFT, 0 },
        { { .code = KEY_LEFT, .mods = KEY_CONTROL }, ELSEWHERE, KEY_LEFT, 0 },
        { { .code = KEY_BACKSPACE, .mods = KEY_CONTROL }, TYPED, KEY_WORD_BACKSPACE, 0 },
        { { .code = KEY_BACKSPACE, .mods = KEY_CONTROL }, ELSEWHERE, KEY_BACKSPACE, 0 },
        { { .code = KEY_CHAR, .ch = 0x439, .base = 'q' }, TYPED, KEY_CHAR, 0x439 },
        { { .code = KEY_CHAR, .ch = 0x439, .base = 'q' }, ELSEWHERE, KEY_CHAR, 'q' },
        { { .code = KEY_CHAR, .ch = 0x439 }, ELSEWHERE, KEY_CHAR, 0x439 },
        { { .code = KEY_CHAR, .ch = 0xFF51 }, TYPED, KEY_CHAR, 0xFF51 },
        { { .code = KEY_CHAR, .ch = 0xFF51 }, ELSEWHERE, KEY_CHAR, 'q' },
        { { .code = KEY_CHAR, .ch = 0xFF1F }, ELSEWHERE, KEY_CHAR, '?' },
        { { .code = KEY_CHAR, .ch = 0x3000 }, ELSEWHERE, KEY_CHAR, ' ' },
        { { .code = KEY_PASTE, .ch = 0xFF51 }, BOTH, KEY_PASTE, 0xFF51 },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (int typed = 0; typed < 2; typed++) {
            if (!(rows[i].where & (typed ? TYPED : ELSEWHERE))) continue;
            struct key k = rows[i].key;
            bool means = key_settle(&k, typed);
            assert_int_equal(means, rows[i].code != NOTHING);
            if (!means) continue;
            assert_int_equal(k.code, rows[i].code);
            assert_int_equal(k.ch, rows[i].ch);
            assert_int_equal(k.mods, 0);
        }
    struct key click = { .code = KEY_MOUSE, .mods = KEY_ALT };
    assert_true(key_settle(&click, false));
    assert_int_equal(click.mods, KEY_ALT);
}

static void kitty_says_what_key_it_was(void **state)
{
    (void)state;
    CHECK("\033[27u\033[13u\033[9u\033[127u\033[32u\033[8u", "Escape Enter Tab Backspace   Backspace");
    CHECK("\033[99;5u\033[100;5u\033[108;5u", "^c ^d ^l");
    CHECK("\033[113u\033[113;;113u\033[113;1;113u", "q q q");
    CHECK("\033[13;2u\033[13;5u\033[9;2u\033[127;3u\033[27;3u", "S-Enter C-Enter Backtab M-Backspace M-Escape");
    CHECK("\033[113;3u\033[113;9u\033[113;17u\033[113;33u", "M-q M-q M-q M-q");
    CHECK("\033[57414u\033[57399u\033[57408;129u\033[57413u\033[57417u\033[57427u", "Enter 0 9 + Left");
}

static void kitty_tells_capitals_in_several_ways(void **state)
{
    (void)state;
    CHECK("\033[113;2u\033[113:81;2u\033[113:81;2;81u", "Q Q Q");
    CHECK("\033[113;65u\033[113;66u\033[113:81;66u\033[113;129u", "Q q q q");
    CHECK("\033[47;2u\033[47:63;2u\033[49;2u\033[49;66u\033[223:63;2u", "? ? ! ! ?");
    CHECK("\033[99;69u\033[67;5u\033[99;133u\033[99;6u", "^c ^c ^c");
    CHECK("\033[1081;2u\033[1081:1049;2u", "Й Й");
}

static void kitty_tells_the_key_of_another_layout(void **state)
{
    (void)state;
    CHECK("\033[1081::113u\033[1089::99;5u\033[97::113u", "й ^c a");
    begin(CHARSET_UTF8);
    INPUT(0, "\033[1081::113;2u");
    assert_string_equal(seen.buf, "Й");
    assert_int_equal(last_key.base, 'Q');
    INPUT(0, "\033[1081::113;1;1081u");
    assert_int_equal(last_key.base, 'q');
    INPUT(0, "\033[97::113u");
    assert_int_equal(last_key.base, 0);
}

static void a_key_let_go_and_a_modifier_alone_are_no_keys(void **state)
{
    (void)state;
    CHECK("\033[113;1:1u\033[113;1:2u\033[113;1:3uz", "q q z");
    CHECK("\033[1;1:1B\033[1;1:2B\033[1;1:3B\033[3;1:2~\033[3;1:3~", "Down Down Delete");
    CHECK("\033[57441;2u\033[57442;5:1u\033[57447u\033[57358u\033[57428u\033[57376uz", "z");
    CHECK("\033[57441;2:3u\033[1;1:3P\033[13;1:3~z", "z");
    CHECK("\033[1;129B\033[1;65A\033[5;193~", "Down Up PgUp");
}

static void text_of_a_key_is_all_its_characters(void **state)
{
    (void)state;
    CHECK("\033[0;;228:769u\033[0;;20320:22909u", "ä \xcc\x81 你 好");
    CHECK("\033[97;;7:97:155u\033[97;5;97u", "a ^a");
    CHECK("\033[0u\033[u\033[;u\033[1114112u\033[99999999999u\033[55296u\033[57344;;1uz", "Escape z");
    CHECK("\033[97:98:99:100:101:102:103:104:105uz", "z");
}

static void xterm_says_what_other_keys_were(void **state)
{
    (void)state;
    CHECK("\033[27;5;99~\033[27;2;13~\033[27;5;13~\033[27;2;9~\033[27;5;9~", "^c S-Enter C-Enter Backtab C-Tab");
    CHECK("\033[27;3;97~\033[27;3;127~\033[27;2;81~\033[27;2;63~\033[27;5;67~", "M-a M-Backspace Q ? ^c");
    CHECK("\033[27;5;32~\033[27;5;105~\033[27;5;109~\033[27;5;91~\033[27;5;104~", "Tab Enter Escape Backspace");
    CHECK("\033[27~\033[27;5~z", "z");
}

static void rxvt_says_modifiers_by_the_last_byte(void **state)
{
    (void)state;
    CHECK("\033[a\033[b\033[c\033[d", "S-Up S-Down S-Right S-Left");
    CHECK("\033Oa\033Ob\033Oc\033Od", "C-Up C-Down C-Right C-Left");
    CHECK("\033[7$\033[7^\033[7@\033[3$q\033[11^", "S-Home C-Home S-C-Home S-Delete q C-F1");
    CHECK("\033[2@\033[@\033[1;2$yz\033[?2026;2$yz", "S-C-Insert Insert z z");
}

static void a_key_held_in_windows_mode_comes_with_its_count(void **state)
{
    (void)state;
    CHECK("\033[40;80;0;1;256;3_\033[74;36;106;1;0;2_\033[74;36;106;0;0;1_", "Down Down Down j j");
    CHECK("\033[74;36;106;1;0;9999_z", "j j j j j j j j z");
    CHECK("\033[_\033[1_\033[0;0;0;1;0;1_\033[0;0;57344;1;0;1_\033[32;57;32;1;8;1_z", "z");
}

static void modifiers_stand_in_application_mode_too(void **state)
{
    (void)state;
    CHECK("\033O5A\033O2P\033O1;5D\033O2;3Bq", "C-Up S-F1 C-Left M-Down q");
    CHECK("\033OI\033OX\033Oo\033Oj", "Tab = / *");
    CHECK("\033O123456789Aq\033O qa", "9 A q   q a");
}

static void what_the_terminal_says_of_itself_is_no_key(void **state) /* (H58) */
{
    (void)state;
    CHECK("\033[I\033[O\033[?1u\033[?0uz", "z");
    CHECK("\033[?62;22c\033[>41;379;0c\033[62;22c\033[0n\033[?997;1nz", "z");
    CHECK("\033[?1;2R\033[8;24;80t\033[48;24;80;480;960t\033[>4;2mz", "z");
    CHECK("\033]10;rgb:ffff/ffff/ffff\033\\\033]11;rgb:0000/0000/0000\007z", "z");
    CHECK("\033P>|XTerm(379)\033\\\033P1+r544e=787465726d\033\\\033[4;1$yz", "z");
    CHECK("\033_Gi=1;OK\033\\\033[32;10;5M\033[1;2;3&wz", "z");
}

static void arrows_come_in_both_modes(void **state) /* (H55, H56) */
{
    (void)state;
    CHECK("\033[A\033[B\033[C\033[D", "Up Down Right Left");
    CHECK("\033OA\033OB\033OC\033OD", "Up Down Right Left");
    CHECK("\033[1;5A\033[1;2C\033[1;3D", "C-Up S-Right M-Left");
}

static void the_keypad_gives_its_digits(void **state) /* (H55) */
{
    (void)state;
    CHECK("\033Op\033Oq\033Oy", "0 1 9");
    CHECK("\033OM\033Ok\033Om\033On", "Enter + - .");
}

static void home_and_end_are_known_in_all_dialects(void **state) /* (H55) */
{
    (void)state;
    CHECK("\033[1~\033[7~\033[H\033OH", "Home Home Home Home");
    CHECK("\033[4~\033[8~\033[F\033OF\033[K", "End End End End End");
    CHECK("\033[5~\033[6~\033[V\033[U\033[2~\033[@\033[Z", "PgUp PgDn PgUp PgDn Insert Insert Backtab");
}

static void function_keys_are_known_in_all_dialects(void **state)
{
    (void)state;
    CHECK("\033OP\033OQ\033OR\033OS", "F1 F2 F3 F4");
    CHECK("\033[11~\033[14~\033[15~\033[17~\033[21~\033[23~\033[24~", "F1 F4 F5 F6 F10 F11 F12");
    CHECK("\033[[A\033[[E", "F1 F5");
}

static void control_letters_are_keys_of_their_own(void **state)
{
    (void)state;
    CHECK("\x01\x03\x1a\t\0\x1c", "^a ^c ^z Tab");
}

static void text_beyond_ascii_comes_by_charset(void **state)
{
    (void)state;
    CHECK("\xc3\xa9\xe2\x99\xa5\xf0\x9f\x91\x8d", "é ♥ 👍");
    begin(CHARSET_CP437);
    INPUT(0, "\x82\xe1\x9b");
    assert_string_equal(seen.buf, "é ß ¢");
    begin(CHARSET_ASCII);
    INPUT(0, "a\x82\xc3\xa9z");
    assert_string_equal(seen.buf, "a z");
}

static void broken_utf8_and_unclean_characters_are_left_out(void **state) /* (H63, H64) */
{
    (void)state;
    CHECK("a\xff\xfe\x80z", "a unreadable unreadable unreadable z");
    CHECK("a\xe2\x99z", "a unreadable z");
    CHECK("a\xc0\x80\xed\xa0\x80z", "a unreadable unreadable unreadable z");
    CHECK("\xe9\xe9\xe9z", "unreadable unreadable unreadable z"); /* Latin-1 */
    CHECK("\033[200~caf\xe9!\033[201~caf\xe9 au lait\r",
          "paste:c paste:a paste:f paste:! paste:c paste:a paste:f paste:  paste:a paste:u paste:  paste:l paste:a "
          "paste:i paste:t paste:\\r");
    CHECK("\xc2\x9b\x41", "A");
    CHECK("a\xe2\x80\x8b\xe2\x80\xae\xe3\x85\xa4\xc2\xadz", "a z");
    CHECK("\xe2\r\x99", "unreadable Enter unreadable");
}

static void unknown_sequences_are_swallowed_whole(void **state)
{
    (void)state;
    CHECK("\033[?2026;2$ya", "a");
    CHECK("\033[=67;84;101;114;109;1;3ca", "a");
    CHECK("\033[99~\033[1;2;3;4;5;6;7;8;9Aa", "a");
    CHECK("\033]0;title\007a", "a");
    CHECK("\033]0;title\033\\a", "a");
    CHECK("\033P1$r0m\033\\b", "b");
    CHECK("\033_x\033\\\033^x\033\\\033Xx\007c", "c");
    CHECK("\033[12\033[Aa", "Up a");
    CHECK("\033[12\ra", "Enter a");
    CHECK("\033]oops\ra", "Enter a");
}

static void an_endless_sequence_is_swallowed_to_its_end(void **state)
{
    (void)state;
    begin(CHARSET_UTF8);
    INPUT(0, "\033[");
    for (int i = 0; i < 5000; i++) INPUT(0, "1;");
    INPUT(0, "Aq");
    assert_string_equal(seen.buf, "q");
}

static void a_mouse_reports_press_drag_release_and_wheel(void **state)
{
    (void)state;
    CHECK("\033[<0;3;5M\033[<32;4;5M\033[<0;4;5m", "mouse:0+2,4 mouse:0~3,4 mouse:0-3,4");
    CHECK("\033[<64;1;1M\033[<65;1;1M\033[<66;1;1M", "mouse:64+0,0 mouse:65+0,0");
    CHECK("\033[<16;500;200M\033[<6;1;2M", "C-mouse:0+499,199 S-mouse:2+0,1");
    CHECK("\033[<35;3;5M\033[<0;0;5M\033[<0;3M\033[<300;1;1M", "");
    CHECK("\033[M !!\033[M#\"#", "mouse:0+0,0 mouse:0-1,2");
}

static void a_cursor_report_is_a_key_and_eats_no_other(void **state) /* (H39, H58) */
{
    (void)state;
    CHECK("ab\033[25;80Rc", "a b report:80,25 c");
    CHECK("\033[1;3R\033[R", "report:3,1 F3");
}

static void a_bracketed_paste_comes_as_paste_only(void **state) /* (H59) */
{
    (void)state;
    CHECK("\033[200~qqqy\r\033[201~", "paste:q paste:q paste:q paste:y paste:\\r");
    CHECK("\033[200~a\x03\033[Ab\033\x7f\tc\r\nd\033[201~e",
          "paste:a paste:b paste:\\t paste:c paste:\\r paste:d paste:e");
    begin(CHARSET_UTF8);
    INPUT(0, "\033[200~ab\r");
    INPUT(100, "cd\r");
    INPUT(200, "\033[201~");
    INPUT(200 + KEYS_TAIL_MS, "e\r");
    assert_string_equal(seen.buf, "paste:a paste:b paste:\\r paste:c paste:d paste:\\r e Enter");
}

/* What is pasted may hold the end of a paste (H59). */
static void the_end_of_a_paste_in_a_paste_lets_no_key_out(void **state)
{
    (void)state;
    CHECK("\033[200~zz\033[201~\r\033[201~", "paste:z paste:z paste:\\r");
    CHECK("\033[200~a\033[201~\r\ta\033[A\x03\x7f\033q\033OP\033[201~", "paste:a paste:\\r paste:\\t paste:a paste:q");
    CHECK("\033[200~\033[201~\033[201~y\033[201~\xc3\xa9\xff", "paste:y paste:é");
    CHECK("\033[201~\r", "paste:\\r");
    begin(CHARSET_UTF8);
    INPUT(0, "\033[200~a\033[20");
    INPUT(50, "1~");
    INPUT(50 + KEYS_TAIL_MS - 1, "\r");
    INPUT(50 + KEYS_TAIL_MS, "\r");
    assert_string_equal(seen.buf, "paste:a paste:\\r Enter");
    begin(CHARSET_UTF8);
    INPUT(0, "\033[200~\033[201~");
    for (int now = 90; now < 900; now += 90) INPUT(now, "y\ry\ry\ry\r"); /* packet by packet */
    INPUT(899, "y\r");
    assert_null(strstr(seen.buf, "Enter"));
    assert_null(strstr(seen.buf, "\\n"));
    INPUT(1000, "n");
    assert_string_equal(seen.buf + seen.len - 2, " n");
}

static void a_paste_whose_end_is_lost_gives_the_keyboard_back(void **state)
{
    (void)state;
    begin(CHARSET_UTF8);
    INPUT(0, "\033[200~a");
    assert_int_equal(keys.deadline, KEYS_PASTE_MS);
    timeout_at(KEYS_PASTE_MS);
    INPUT(KEYS_PASTE_MS + 1, "q");
    assert_string_equal(seen.buf, "paste:a q");
}

static void eight_characters_in_one_read_are_a_paste_too(void **state) /* (H59) */
{
    (void)state;
    CHECK("1234567\r", "1 2 3 4 5 6 7 Enter");
    CHECK("dora2\thunter2\r", "paste:d paste:o paste:r paste:a paste:2 paste:\\t paste:h paste:u paste:n paste:t "
                              "paste:e paste:r paste:2 paste:\\n");
    CHECK("12345678\r\n\033[A", "paste:1 paste:2 paste:3 paste:4 paste:5 paste:6 paste:7 paste:8 paste:\\n Up");
    CHECK("\033[A\033[A\033[A\033[A\033[A", "Up Up Up Up Up");
    CHECK("\033[200~qqqy what is this\033[201~e",
          "paste:q paste:q paste:q paste:y paste:  paste:w paste:h paste:a paste:t paste:  "
          "paste:i paste:s paste:  paste:t paste:h paste:i paste:s paste:e");
    CHECK("no no no", "paste:n paste:o paste:  paste:n paste:o paste:  paste:n paste:o");
    CHECK("eeeeeeee\r", "paste:e paste:e paste:e paste:e paste:e paste:e paste:e paste:e paste:\\n");
    CHECK("qqqqqqqy\r", "paste:q paste:q paste:q paste:q paste:q paste:q paste:q paste:y paste:\\n");
    CHECK("ok\rok\rok\rok",
          "paste:o paste:k paste:\\n paste:o paste:k paste:\\n paste:o paste:k paste:\\n paste:o paste:k");
}

static void a_key_that_is_held_down_is_no_paste(void **state) /* (H59) */
{
    (void)state;
    CHECK("lllllllll", "l l l l l l l l l");
    CHECK("hhhhhhlllllljjjjjj", "h h h h h h l l l l l l j j j j j j");
    CHECK("llll\033[C\033[C\033[Cllllll\033[B", "l l l l Right Right Right l l l l l l Down");
    CHECK("hlhlhlhlhl", "h l h l h l h l h l");
    CHECK("lllllll\r", "l l l l l l l Enter");
    CHECK("lllllllll\033[C\033OM", "l l l l l l l l l Right Enter");
    CHECK("e\re\re\re\re\re\re\r", "e Enter e Enter e Enter e Enter e Enter e Enter e Enter");
    CHECK("\xd0\xb9\xd0\xb9\xd0\xb9\xd0\xb9\xd0\xb9\xd0\xb9\xd0\xb9\xd0\xb9", "й й й й й й й й");
    CHECK("\033[49u\033[50u\033[51u\033[52u\033[53u\033[54u\033[55u\033[56u", "1 2 3 4 5 6 7 8");
    CHECK("\033a\033b\033c\033d\033e\033f\033g\033h", "M-a M-b M-c M-d M-e M-f M-g M-h");
}

static void more_than_anybody_types_at_once_is_a_paste(void **state) /* (H59) */
{
    (void)state;
    char many[KEYS_HELD_MAX + 1];
    memset(many, 'e', sizeof many);
    begin(CHARSET_UTF8);
    input_at(0, many, KEYS_HELD_MAX);
    assert_null(strstr(seen.buf, "paste"));
    begin(CHARSET_UTF8);
    input_at(0, many, sizeof many);
    assert_null(strstr(seen.buf, " e"));
}

static void the_rest_of_a_long_paste_is_a_paste(void **state) /* (H59) */
{
    (void)state;
    char prose[KEYS_TAIL_BYTES];
    for (size_t i = 0; i < sizeof prose; i++) prose[i] = "a page of prose "[i % 16];
    begin(CHARSET_UTF8);
    input_at(0, prose, sizeof prose);
    text_clear(&seen);
    INPUT(50, "end");
    INPUT(149, ".");
    INPUT(150, "e\r");
    assert_string_equal(seen.buf, "paste:e paste:n paste:d paste:. e Enter");
    begin(CHARSET_UTF8);
    input_at(0, prose, sizeof prose);
    text_clear(&seen);
    for (int now = 40; now <= 240; now += 40) INPUT(now, "l");
    assert_string_equal(seen.buf, "paste:l paste:l l l l l");
    begin(CHARSET_UTF8);
    input_at(0, prose, sizeof prose - 1);
    text_clear(&seen);
    INPUT(1, "e");
    assert_string_equal(seen.buf, "e");
}

/* --- any split gives the same keys --- */

static const char *const pieces[] = {
    "a",
    "Q",
    "\r",
    "\n",
    "\r\n",
    "\033[A",
    "\033OB",
    "\033[1;5C",
    "\033[3~",
    "\033[<0;12;7M",
    "\t",
    "\x7f",
    "\033[M !!",
    "\xc3\xa9",
    "\xe2\x99\xa5",
    "\xf0\x9f\x91\x8d",
    "\xff",
    "\033]0;x\007",
    "\033a",
    "\033[24;80R",
    "\033[200~",
    "\033[201~",
    "\033",
    "[",
    "\033[[B",
    "\x01",
    "\xe2",
    "\033[99;99;99",
    "\033[113;2u",
    "\033[1081:1049:113;2:1;1049u",
    "\033[27;5;99~",
    "\033[3$",
    "\033O5A",
    "\033P",
    "\033\\",
    "O",
    "7",
};

static size_t random_input(struct random *r, char *out, size_t size)
{
    size_t n = 0, count = random_below(r, 40);
    for (size_t i = 0; i < count; i++) {
        const char *piece = pieces[random_below(r, sizeof pieces / sizeof *pieces)];
        size_t len = random_below(r, 30) == 0 ? 1 : strlen(piece);
        if (n + len > size) break;
        memcpy(out + n, piece, len);
        n += len;
        if (random_below(r, 25) == 0 && n < size) out[n++] = '\0';
    }
    return n;
}

/* Reads of less than KEYS_BURST bytes are never a burst, which is what a read, not the stream, makes. */
static void any_split_of_the_input_gives_the_same_keys(void **state)
{
    (void)state;
    struct random r = seed_random(__func__);
    static const enum charset charsets[] = { CHARSET_UTF8, CHARSET_CP437, CHARSET_ASCII };
    for (int round = 0; round < 3000; round++) {
        char bytes[512], whole[sizeof seen_bytes];
        size_t n = random_input(&r, bytes, sizeof bytes);
        enum charset cs = charsets[random_below(&r, 3)];
        begin(cs);
        for (size_t i = 0; i < n; i++) input_at(7, bytes + i, 1);
        strcpy(whole, seen.buf);
        begin(cs);
        for (size_t i = 0, step; i < n; i += step) {
            step = 1 + random_below(&r, KEYS_BURST - 1);
            if (step > n - i) step = n - i;
            input_at(7, bytes + i, step);
        }
        assert_string_equal(seen.buf, whole);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_way_to_say_enter_is_one_enter),
        cmocka_unit_test(an_enter_may_be_split_over_two_packets),
        cmocka_unit_test(both_backspaces_and_the_deleting_key_are_known),
        cmocka_unit_test(a_lone_escape_waits_a_tenth_of_a_second),
        cmocka_unit_test(a_begun_sequence_may_take_a_second),
        cmocka_unit_test(escape_before_anything_is_one_key_with_alt),
        cmocka_unit_test(alt_may_come_in_pieces),
        cmocka_unit_test(alt_and_what_begins_a_sequence_eats_no_letter_typed_behind_it),
        cmocka_unit_test(letters_typed_into_a_string_are_given_back_before_Enter),
        cmocka_unit_test(no_typing_renews_a_string_for_ever),
        cmocka_unit_test(an_answer_of_the_terminal_may_come_in_packets),
        cmocka_unit_test(escapes_in_a_row_are_one_escape),
        cmocka_unit_test(alt_tab_is_shift_tab_where_the_console_says_it_so),
        cmocka_unit_test(what_a_key_means_with_modifiers),
        cmocka_unit_test(kitty_says_what_key_it_was),
        cmocka_unit_test(kitty_tells_capitals_in_several_ways),
        cmocka_unit_test(kitty_tells_the_key_of_another_layout),
        cmocka_unit_test(a_key_let_go_and_a_modifier_alone_are_no_keys),
        cmocka_unit_test(text_of_a_key_is_all_its_characters),
        cmocka_unit_test(xterm_says_what_other_keys_were),
        cmocka_unit_test(rxvt_says_modifiers_by_the_last_byte),
        cmocka_unit_test(a_key_held_in_windows_mode_comes_with_its_count),
        cmocka_unit_test(modifiers_stand_in_application_mode_too),
        cmocka_unit_test(what_the_terminal_says_of_itself_is_no_key),
        cmocka_unit_test(arrows_come_in_both_modes),
        cmocka_unit_test(the_keypad_gives_its_digits),
        cmocka_unit_test(home_and_end_are_known_in_all_dialects),
        cmocka_unit_test(function_keys_are_known_in_all_dialects),
        cmocka_unit_test(control_letters_are_keys_of_their_own),
        cmocka_unit_test(text_beyond_ascii_comes_by_charset),
        cmocka_unit_test(broken_utf8_and_unclean_characters_are_left_out),
        cmocka_unit_test(unknown_sequences_are_swallowed_whole),
        cmocka_unit_test(an_endless_sequence_is_swallowed_to_its_end),
        cmocka_unit_test(a_mouse_reports_press_drag_release_and_wheel),
        cmocka_unit_test(a_cursor_report_is_a_key_and_eats_no_other),
        cmocka_unit_test(a_bracketed_paste_comes_as_paste_only),
        cmocka_unit_test(the_end_of_a_paste_in_a_paste_lets_no_key_out),
        cmocka_unit_test(a_paste_whose_end_is_lost_gives_the_keyboard_back),
        cmocka_unit_test(eight_characters_in_one_read_are_a_paste_too),
        cmocka_unit_test(a_key_that_is_held_down_is_no_paste),
        cmocka_unit_test(more_than_anybody_types_at_once_is_a_paste),
        cmocka_unit_test(the_rest_of_a_long_paste_is_a_paste),
        cmocka_unit_test(any_split_of_the_input_gives_the_same_keys),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
