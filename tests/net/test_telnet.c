/* Transcripts: what a peer sends, in hexadecimal, and what it is answered. Every one is played twice, in one piece and
 * byte by byte, and has to end the same. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "net/telnet.h"

struct end {
    struct telnet telnet;
    struct caller caller;
    uint8_t sent[65536], text[65536];
    size_t sent_length, text_length;
};

struct peer {
    struct end whole, split;
    int64_t now;
};

static void on_send(void *ctx, const uint8_t *bytes, size_t n)
{
    struct end *e = ctx;
    assert_true(e->sent_length + n <= sizeof e->sent);
    memcpy(e->sent + e->sent_length, bytes, n);
    e->sent_length += n;
}

static void end_input(struct end *e, int64_t now, const uint8_t *bytes, size_t n)
{
    uint8_t copy[4096];
    assert_true(n <= sizeof copy && e->text_length + n <= sizeof e->text);
    memcpy(copy, bytes, n);
    size_t length = telnet_input(&e->telnet, now, copy, n);
    assert_true(length <= n);
    memcpy(e->text + e->text_length, copy, length);
    e->text_length += length;
}

static void feed_bytes(struct peer *p, const uint8_t *bytes, size_t n)
{
    for (size_t at = 0; at < n; at += 4096) end_input(&p->whole, p->now, bytes + at, n - at < 4096 ? n - at : 4096);
    for (size_t i = 0; i < n; i++) end_input(&p->split, p->now, bytes + i, 1);
}

/* "FF FD 01" to bytes; a word in quotes stands for its letters: FF FA 18 00 'xterm' FF F0. */
static size_t from_hex(const char *hex, uint8_t *out)
{
    size_t n = 0;
    while (*hex != '\0') {
        if (*hex == '\'') {
            for (hex++; *hex != '\''; hex++) out[n++] = (uint8_t)*hex;
            hex++;
        } else if (*hex == ' ') {
            hex++;
        } else {
            char *end;
            out[n++] = (uint8_t)strtoul((char[]){ hex[0], hex[1], '\0' }, &end, 16);
            assert_true(*end == '\0');
            hex += 2;
        }
    }
    return n;
}

static void feed(struct peer *p, const char *hex)
{
    uint8_t bytes[4096];
    feed_bytes(p, bytes, from_hex(hex, bytes));
}

static void feed_times(struct peer *p, int times, const char *hex)
{
    while (times-- > 0) feed(p, hex);
}

static void end_expect_sent(struct end *e, const char *hex)
{
    uint8_t bytes[4096];
    size_t n = from_hex(hex, bytes);
    if (n != e->sent_length || memcmp(bytes, e->sent, n) != 0) {
        print_message("sent:");
        for (size_t i = 0; i < e->sent_length; i++) print_message(" %02X", e->sent[i]);
        print_message("\nnot:  %s\n", hex);
        fail();
    }
    e->sent_length = 0;
}

static void expect_sent(struct peer *p, const char *hex)
{
    end_expect_sent(&p->whole, hex);
    end_expect_sent(&p->split, hex);
}

static void forget_sent(struct peer *p)
{
    p->whole.sent_length = p->split.sent_length = 0;
}

static void expect_text(struct peer *p, const char *hex)
{
    uint8_t bytes[4096];
    size_t n = from_hex(hex, bytes);
    assert_int_equal(p->whole.text_length, n);
    assert_memory_equal(p->whole.text, bytes, n);
    assert_int_equal(p->split.text_length, n);
    assert_memory_equal(p->split.text, bytes, n);
    p->whole.text_length = p->split.text_length = 0;
}

static void expect_size(struct peer *p, int cols, int rows)
{
    assert_true(telnet_take_resize(&p->whole.telnet));
    assert_true(telnet_take_resize(&p->split.telnet));
    assert_false(telnet_take_resize(&p->whole.telnet));
    assert_int_equal(p->whole.caller.cols, cols);
    assert_int_equal(p->whole.caller.rows, rows);
    assert_int_equal(p->split.caller.cols, cols);
    assert_int_equal(p->split.caller.rows, rows);
}

static void finish(struct peer *p)
{
    telnet_finish(&p->whole.telnet);
    telnet_finish(&p->split.telnet);
}

static void end_begin(struct end *e)
{
    e->caller = (struct caller){ .charset_told = CHARSET_TOLD_NONE };
    telnet_init(&e->telnet, &e->caller, on_send, e);
    telnet_start(&e->telnet);
}

/* A peer that has been asked and has not spoken yet. */
static struct peer *begin(void)
{
    static struct peer p;
    p = (struct peer){ .now = 1000 };
    end_begin(&p.whole);
    end_begin(&p.split);
    expect_sent(&p, "FF FB 01 FF FB 03 FF FD 18 FF FD 1F FF FD 27");
    return &p;
}

/* A peer that has agreed to ECHO, SGA, TTYPE, NAWS and NEW-ENVIRON, and is not in yet. */
static struct peer *begin_agreed(void)
{
    struct peer *p = begin();
    feed(p, "FF FD 01 FF FD 03 FF FB 18 FF FB 1F FF FB 27");
    forget_sent(p);
    return p;
}

/* (H1) */
static void an_acknowledgement_or_a_repeated_refusal_is_never_answered(void **state)
{
    (void)state;
    struct peer *p = begin();
    feed_times(p, 100, "FF FE 01");
    expect_sent(p, "");
    feed_times(p, 100, "FF FC 22");
    expect_sent(p, "");
    p = begin();
    feed_times(p, 100, "FF FD 01");
    expect_sent(p, "");
}

/* (H1) */
static void a_change_is_answered_once(void **state)
{
    (void)state;
    struct peer *p = begin_agreed();
    feed(p, "FF FE 01");
    expect_sent(p, "FF FC 01");
    feed(p, "FF FE 01");
    expect_sent(p, "");
    feed(p, "FF FD 01");
    expect_sent(p, "FF FB 01");
}

static void options_that_are_not_ours_are_refused(void **state)
{
    (void)state;
    struct peer *p = begin();
    feed(p, "FF FB 22 FF FD 46 FF FD 56 FF FB C9");
    expect_sent(p, "FF FE 22 FF FC 46 FF FC 56 FF FE C9");
    feed(p, "FF FB 01"); /* his ECHO: we would see our own words */
    expect_sent(p, "FF FE 01");
    feed(p, "FF FD 06"); /* TIMING-MARK: a client throws its output away until this is answered */
    expect_sent(p, "FF FC 06");
}

static void at_most_32_requests_a_second_are_answered(void **state)
{
    (void)state;
    struct peer *p = begin();
    feed_times(p, 1000, "FF FB 22");
    assert_int_equal(p->whole.sent_length, 32 * 3);
    assert_int_equal(p->split.sent_length, 32 * 3);
    forget_sent(p);
    p->now += 999;
    feed(p, "FF FB 22");
    expect_sent(p, "");
    p->now += 1;
    feed(p, "FF FB 22");
    expect_sent(p, "FF FE 22");
}

static void an_option_flapping_on_and_off_is_answered_within_the_same_limit(void **state)
{
    (void)state;
    struct peer *p = begin_agreed();
    feed_times(p, 1000, "FF FC 27 FF FB 27 FF FE 03 FF FD 03");
    assert_true(p->whole.sent_length <= 32 * 100);
    assert_int_equal(p->whole.sent_length, p->split.sent_length);
}

static void an_option_may_not_flap_for_ever(void **state)
{
    (void)state;
    struct peer *p = begin_agreed();
    for (int i = 0; i < 200; i++, p->now += 1000) feed(p, "FF FE 03 FF FD 03");
    assert_int_equal(p->whole.sent_length, 3 * TELNET_CHANGES_MAX);
    forget_sent(p);
    feed(p, "FF FB 22"); /* a refusal changes nothing and is always given */
    expect_sent(p, "FF FE 22");
}

static void a_peer_that_sends_everything_back_is_no_endless_loop(void **state)
{
    (void)state;
    struct peer *p = begin();
    finish(p);
    uint8_t echo[4096];
    size_t n = from_hex("FF FB 01 FF FB 03 FF FD 18 FF FD 1F FF FD 27", echo);
    int rounds = 0;
    for (; n > 0; rounds++) {
        assert_true(rounds < 8);
        feed_bytes(p, echo, n);
        assert_int_equal(p->whole.sent_length, p->split.sent_length);
        n = p->whole.sent_length;
        memcpy(echo, p->whole.sent, n);
        forget_sent(p);
    }
    assert_true(rounds > 1);
}

/* (H2, H3) */
static void who_never_speaks_telnet_becomes_raw(void **state)
{
    (void)state;
    struct peer *p = begin();
    feed(p, "61 0d");
    expect_text(p, "61 0d");
    assert_false(telnet_settled(&p->whole.telnet));
    finish(p);
    assert_int_equal(p->whole.caller.transport, TRANSPORT_RAW);
    assert_false(p->whole.caller.character_mode);
    assert_false(p->whole.caller.we_echo);
    telnet_go_ahead(&p->whole.telnet);
    telnet_nop(&p->whole.telnet);
    telnet_hide_typing(&p->whole.telnet, true);
    telnet_eight_bit(&p->whole.telnet);
    expect_sent(p, "");
    uint8_t out[16];
    assert_int_equal(telnet_encode(&p->whole.telnet, out, (const uint8_t[]){ 0x0D, 0xFF, 'a' }, 3), 3);
    assert_memory_equal(out, ((const uint8_t[]){ 0x0D, 0xFF, 'a' }), 3);
}

/* (H2) */
static void a_telnet_client_that_answers_late_is_no_longer_raw(void **state)
{
    (void)state;
    struct peer *p = begin();
    finish(p);
    feed(p, "61 FF FD 01 FF FD 03 62");
    expect_text(p, "61 62");
    assert_int_equal(p->whole.caller.transport, TRANSPORT_TELNET);
    assert_true(p->whole.caller.character_mode);
    assert_true(p->whole.caller.we_echo);
}

/* (H4) */
static void every_line_end_is_one(void **state)
{
    (void)state;
    struct peer *p = begin_agreed();
    feed(p, "61 0D 0A 62 0D 00 63 0D 64 0A 65");
    expect_text(p, "61 0D 62 0D 63 0D 64 0A 65");
    feed(p, "0D 0D 0A 0A 0D 00 00");
    expect_text(p, "0D 0D 0A 0D 00");
    feed(p, "FF FB 00 0D 0A 0D 00"); /* BINARY: nothing is touched */
    expect_text(p, "0D 0A 0D 00");
}

/* (H6) */
static void the_byte_255_is_doubled_on_the_wire(void **state)
{
    (void)state;
    struct peer *p = begin_agreed();
    uint8_t out[16];
    assert_int_equal(telnet_encode(&p->whole.telnet, out, (const uint8_t[]){ 'a', 0xFF, 0xFB, 1 }, 4), 5);
    assert_memory_equal(out, ((const uint8_t[]){ 'a', 0xFF, 0xFF, 0xFB, 1 }), 5);
    feed(p, "FF FF FF FF 41");
    expect_text(p, "FF FF 41");
    expect_sent(p, "");
}

static void a_bare_carriage_return_goes_out_with_a_nul_even_across_writes(void **state)
{
    (void)state;
    struct peer *p = begin_agreed();
    struct telnet *t = &p->whole.telnet;
    uint8_t out[16];
    assert_int_equal(telnet_encode(t, out, (const uint8_t *)"\rx\r\n\r", 5), 6);
    assert_memory_equal(out, "\r\0x\r\n\r", 6);
    assert_int_equal(telnet_encode(t, out, (const uint8_t *)"\ny\r", 3), 3);
    assert_int_equal(telnet_encode(t, out, (const uint8_t *)"\x1b", 1), 2);
    assert_memory_equal(out, "\0\x1b", 2);
    telnet_eight_bit(t);
    feed(p, "FF FD 00");
    assert_int_equal(telnet_encode(t, out, (const uint8_t *)"\rx", 2), 2);
}

/* (H7) */
static void sizes_are_read_doubled_or_not(void **state)
{
    (void)state;
    static const struct {
        const char *in;
        int cols, rows;
    } sizes[] = {
        { "FF FA 1F 00 50 00 18 FF F0", 80, 24 },       { "FF FA 1F 00 FF FF 00 18 FF F0", 255, 24 },
        { "FF FA 1F 00 FF 00 18 FF F0", 255, 24 },                                                 /* not doubled */
        { "FF FA 1F 00 50 00 FF FF FF F0", 80, 255 },   { "FF FA 1F 00 50 00 FF FF F0", 80, 255 }, /* not doubled */
        { "FF FA 1F 00 FF FF FF FF F0", 255, 65535 },                                              /* not doubled */
        { "FF FA 1F 00 50 00 F0 FF F0", 80, 240 },      { "FF FA 1F FF FF FF FF FF FF FF FF FF F0", 65535, 65535 },
        { "FF FA 1F FF FF FF FF FF F0", 65535, 65535 }, /* not doubled */
        { "FF FA 1F 00 00 00 00 FF F0", 0, 0 },         /* as the client says; the reader clamps (H8) */
        { "FF FA 1F 00 01 00 01 FF F0", 1, 1 },
    };
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct peer *p = begin_agreed();
        feed(p, sizes[i].in);
        feed(p, "'ok'");
        expect_size(p, sizes[i].cols, sizes[i].rows);
        expect_text(p, "'ok'");
        expect_sent(p, "");
    }
}

/* (H7) */
static void a_size_that_is_none_is_ignored(void **state)
{
    (void)state;
    struct peer *p = begin_agreed();
    feed(p, "FF FA 1F FF F0 FF FA 1F 00 50 00 FF F0 FF FA 1F 00 50 00 18 00 FF F0 FF FA FF F0");
    assert_false(telnet_take_resize(&p->whole.telnet));
    assert_int_equal(p->whole.caller.cols, 0);
    p = begin();
    feed(p, "FF FA 1F 00 50 00 18 FF F0"); /* never agreed on */
    assert_false(telnet_take_resize(&p->whole.telnet));
}

/* (H9) */
static void an_endless_subnegotiation_takes_no_memory_and_ends(void **state)
{
    (void)state;
    struct peer *p = begin_agreed();
    uint8_t piece[4096];
    memset(piece, 0x41, sizeof piece);
    feed(p, "FF FA 27 00");
    for (int i = 0; i < 256; i++) feed_bytes(p, piece, sizeof piece);
    assert_int_equal(p->whole.telnet.sub_length, TELNET_SUB_MAX);
    expect_text(p, "");
    feed(p, "FF F0 61");
    expect_text(p, "61");
    expect_sent(p, "");
}

/* (H10) */
static void terminal_types_are_asked_for_until_one_repeats(void **state)
{
    (void)state;
    struct peer *p = begin();
    feed(p, "FF FB 18");
    expect_sent(p, "FF FB 2A FF FA 18 01 FF F0");
    feed(p, "FF FA 18 00 'XTERM-256COLOR' FF F0");
    expect_sent(p, "FF FA 18 01 FF F0");
    feed(p, "FF FA 18 00 'xterm-256color' FF F0");
    expect_sent(p, "");
    assert_string_equal(p->whole.caller.term, "XTERM-256COLOR");
    assert_string_equal(p->whole.caller.client, "XTERM-256COLOR");
    feed(p, "FF FA 18 00 'other' FF F0"); /* nobody asked any more */
    assert_string_equal(p->split.caller.term, "XTERM-256COLOR");
    expect_sent(p, "");
}

static void a_client_that_changes_with_its_list_is_led_back_to_the_first(void **state)
{
    (void)state;
    struct peer *p = begin_agreed();
    feed(p, "FF FA 18 00 'ANSI' FF F0 FF FA 18 00 'VT100' FF F0 FF FA 18 00 'VTNT' FF F0");
    forget_sent(p);
    feed(p, "FF FA 18 00 'VTNT' FF F0");
    expect_sent(p, "FF FA 18 01 FF F0");
    feed(p, "FF FA 18 00 'ANSI' FF F0");
    expect_sent(p, "");
    assert_string_equal(p->whole.caller.term, "ANSI");
    p = begin_agreed(); /* or goes back by itself */
    feed(p, "FF FA 18 00 'ANSI' FF F0 FF FA 18 00 'VT100' FF F0");
    forget_sent(p);
    feed(p, "FF FA 18 00 'ansi' FF F0");
    expect_sent(p, "");
}

static void a_mud_client_names_itself_its_terminal_and_its_abilities(void **state)
{
    (void)state;
    struct peer *p = begin_agreed();
    feed(p, "FF FA 18 00 'TINTIN++' FF F0 FF FA 18 00 'xterm' FF F0 FF FA 18 00 'MTTS 137' FF F0");
    expect_sent(p, "FF FA 18 01 FF F0 FF FA 18 01 FF F0");
    assert_string_equal(p->whole.caller.client, "TINTIN++");
    assert_string_equal(p->whole.caller.term, "xterm");
    assert_int_equal(p->whole.caller.mtts, 137);
}

/* (H10) */
static void odd_terminal_types_do_no_harm(void **state)
{
    (void)state;
    struct peer *p = begin_agreed();
    feed(p, "FF FA 18 00 FF F0");
    expect_sent(p, "");
    p = begin_agreed();
    feed(p, "FF FA 18 FF F0");
    expect_sent(p, "");
    p = begin_agreed();
    feed(p, "FF FA 18 00 'mudlet' FF F0 FF FA 18 00 'MTTS13' FF F0");
    assert_int_equal(p->whole.caller.mtts, 13);
    assert_string_equal(p->whole.caller.term, "mudlet");
    p = begin_agreed();
    feed(p, "FF FA 18 00 'MTTS 99999999999999999999' FF F0");
    assert_int_equal(p->whole.caller.mtts, 0xFFFF);
    p = begin_agreed();
    feed(p, "FF FA 18 00 'a' 1B '[2Jb' 9B 0D 'c' FF FF FF F0");
    assert_string_equal(p->whole.caller.term, "a[2Jbc");
}

/* (H10) */
static void after_eight_terminal_types_nothing_more_is_asked(void **state)
{
    (void)state;
    struct peer *p = begin_agreed();
    for (int i = 0; i < 20; i++) {
        char hex[64];
        snprintf(hex, sizeof hex, "FF FA 18 00 'type-%d' FF F0", i);
        feed(p, hex);
    }
    assert_int_equal(p->whole.sent_length, 7 * 6);
    assert_true(p->whole.telnet.ttype_done);
    assert_string_equal(p->whole.caller.term, "type-0");
}

static void a_terminal_type_of_the_greatest_length_is_cut(void **state)
{
    (void)state;
    struct peer *p = begin_agreed();
    uint8_t name[600];
    memset(name, 'x', sizeof name);
    feed(p, "FF FA 18 00");
    feed_bytes(p, name, sizeof name);
    feed(p, "FF F0");
    assert_int_equal(strlen(p->whole.caller.term), sizeof p->whole.caller.term - 1);
}

#define ASK_ENVIRON "FF FA 27 01 00 'LANG' 00 'COLORTERM' 00 'NO_COLOR' 03 'LANG' 03 'COLORTERM' 03 'NO_COLOR' FF F0"

/* (H12) */
static void the_environment_is_asked_for_by_a_short_list_without_user(void **state)
{
    (void)state;
    struct peer *p = begin();
    feed(p, "FF FB 27");
    expect_sent(p, "FF FB 2A " ASK_ENVIRON);
    uint8_t bytes[256];
    assert_true(from_hex(ASK_ENVIRON, bytes) < 256);
}

/* (H12) */
static void environment_of_any_form_is_read(void **state)
{
    (void)state;
    struct peer *p = begin_agreed();
    feed(p, "FF FA 27 00 00 'LANG' 01 'de_DE.UTF-8' 03 'COLORTERM' 01 'truecolor' 03 'NO_COLOR' 00 'USER' 01 '-f root' "
            "FF F0");
    assert_string_equal(p->whole.caller.lang, "de_DE.UTF-8");
    assert_string_equal(p->whole.caller.colorterm, "truecolor");
    assert_false(p->whole.caller.no_color);
    assert_string_equal(p->whole.caller.user, "");
    feed(p, "FF FA 27 02 03 'NO_COLOR' 01 '1' FF F0");
    assert_true(p->whole.caller.no_color);
    p = begin_agreed();
    feed(p, "FF FA 27 00 03 'LA' 02 'NG' 01 'x' 02 01 'y' FF F0"); /* ESC makes the next byte a letter */
    assert_string_equal(p->whole.caller.lang, "xy");
    expect_sent(p, "");
}

/* (H12) */
static void nonsense_environment_does_no_harm(void **state)
{
    (void)state;
    static const char *const odd[] = {
        "FF FA 27 00 FF F0",
        "FF FA 27 FF F0",
        "FF FA 27 00 00 00 03 03 01 01 02 FF F0",
        "FF FA 27 00 01 'x' FF F0",
        "FF FA 27 00 'x' FF F0",
        "FF FA 27 00 03 'LANG' 02 FF F0",
        "FF FA 27 01 00 'LANG' FF F0",
        "FF FA 27 07 00 'LANG' 01 'C' FF F0",
    };
    for (size_t i = 0; i < sizeof odd / sizeof *odd; i++) {
        struct peer *p = begin_agreed();
        feed(p, odd[i]);
        expect_sent(p, "");
        assert_string_equal(p->whole.caller.lang, "");
        assert_string_equal(p->split.caller.lang, "");
    }
}

static void our_list_of_charsets_is_offered_last_and_the_answer_kept(void **state)
{
    (void)state;
    struct peer *p = begin_agreed();
    feed(p, "FF FD 2A");
    expect_sent(p, "FF FA 2A 01 ';UTF-8;CP437' FF F0");
    feed(p, "FF FA 2A 02 'CP437' FF F0");
    assert_int_equal(p->whole.caller.charset_told, CHARSET_TOLD_CP437);
    p = begin_agreed();
    feed(p, "FF FD 2A FF FA 2A 03 FF F0");
    assert_int_equal(p->whole.caller.charset_told, CHARSET_TOLD_NONE);
    assert_true(p->whole.telnet.charset_answered);
}

static void a_list_of_the_peers_is_chosen_from(void **state)
{
    (void)state;
    struct peer *p = begin_agreed();
    feed(p, "FF FE 2A FF FB 2A");
    expect_sent(p, "FF FD 2A");
    feed(p, "FF FA 2A 01 ' KOI8-R utf-8 US-ASCII' FF F0");
    expect_sent(p, "FF FA 2A 02 'utf-8' FF F0");
    assert_int_equal(p->whole.caller.charset_told, CHARSET_TOLD_UTF8);
    feed(p, "FF FA 2A 01 '[TTABLE ]' 01 ';IBM437' FF F0");
    expect_sent(p, "FF FA 2A 02 'IBM437' FF F0");
    feed(p, "FF FA 2A 01 ';KOI8-R;;' FF F0 FF FA 2A 01 FF F0 FF FA 2A 01 '[TTABLE ]' FF F0");
    expect_sent(p, "FF FA 2A 03 FF F0 FF FA 2A 03 FF F0 FF FA 2A 03 FF F0");
    feed(p, "FF FA 2A 04 01 ';x' FF F0 FF FA 2A 09 FF F0 FF FA 2A FF F0");
    expect_sent(p, "FF FA 2A 05 FF F0");
}

static void an_answer_to_a_list_that_was_never_sent_is_ignored(void **state)
{
    (void)state;
    struct peer *p = begin_agreed();
    feed(p, "FF FE 2A FF FB 2A FF FA 2A 02 'UTF-8' FF F0");
    assert_int_equal(p->whole.caller.charset_told, CHARSET_TOLD_NONE);
}

static void of_crossing_lists_ours_stands(void **state)
{
    (void)state;
    struct peer *p = begin_agreed();
    feed(p, "FF FD 2A FF FB 2A");
    forget_sent(p);
    feed(p, "FF FA 2A 01 ';CP437' FF F0");
    expect_sent(p, "FF FA 2A 03 FF F0");
    feed(p, "FF FA 2A 02 'UTF-8' FF F0");
    assert_int_equal(p->whole.caller.charset_told, CHARSET_TOLD_UTF8);
}

/* (H11) */
static void nothing_is_awaited_once_all_is_answered(void **state)
{
    (void)state;
    static const char *const steps[] = {
        "FF FD 01 FF FD 03",          "FF FB 18",          "FF FB 1F",
        "FF FA 1F 00 50 00 18 FF F0", "FF FB 27",          "FF FA 18 00 'XTERM' FF F0",
        "FF FA 18 00 'XTERM' FF F0",  "FF FA 27 00 FF F0", "FF FE 2A",
    };
    struct peer *p = begin();
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        assert_false(telnet_settled(&p->whole.telnet));
        feed(p, steps[i]);
    }
    assert_true(telnet_settled(&p->whole.telnet));
    assert_true(telnet_settled(&p->split.telnet));
    finish(p);
    assert_true(p->whole.caller.character_mode);
    assert_true(p->whole.caller.we_echo);
    assert_int_equal(p->whole.caller.transport, TRANSPORT_TELNET);
}

/* (H11) */
static void who_agrees_and_then_is_silent_is_let_in_with_defaults(void **state)
{
    (void)state;
    struct peer *p = begin();
    feed(p, "FF FB 18 FF FB 1F");
    assert_false(telnet_settled(&p->whole.telnet));
    forget_sent(p);
    finish(p);
    assert_int_equal(p->whole.caller.transport, TRANSPORT_TELNET);
    assert_false(p->whole.caller.character_mode);
    assert_string_equal(p->whole.caller.term, "");
    expect_sent(p, "");
}

/* (H16) */
static void a_client_of_lines_gets_go_ahead_and_no_echo(void **state)
{
    (void)state;
    struct peer *p = begin();
    feed(p, "FF FE 01 FF FE 03 FF FC 18 FF FC 1F FF FC 27 'help' 0D 0A");
    expect_text(p, "'help' 0D");
    assert_true(telnet_settled(&p->whole.telnet));
    finish(p);
    assert_false(p->whole.caller.character_mode);
    assert_false(p->whole.caller.we_echo);
    expect_sent(p, "");
    telnet_go_ahead(&p->whole.telnet);
    telnet_go_ahead(&p->split.telnet);
    expect_sent(p, "FF F9");
}

/* (H16) */
static void echo_without_sga_is_given_back_as_it_looks_like_a_password(void **state)
{
    (void)state;
    struct peer *p = begin();
    feed(p, "FF FD 01 FF FE 03 FF FC 18 FF FC 1F FF FC 27");
    finish(p);
    expect_sent(p, "FF FC 01");
    feed(p, "FF FE 01");
    expect_sent(p, "");
    assert_false(p->whole.caller.we_echo);
}

static void a_peer_that_says_do_to_a_wont_is_not_believed(void **state)
{
    (void)state;
    struct peer *p = begin();
    feed(p, "FF FD 01 FF FE 03");
    finish(p);
    expect_sent(p, "FF FC 01");
    feed(p, "FF FD 01");
    expect_sent(p, "");
    assert_false(p->whole.caller.we_echo);
}

static void hide_typing(struct peer *p, bool hide)
{
    telnet_hide_typing(&p->whole.telnet, hide);
    telnet_hide_typing(&p->split.telnet, hide);
}

/* (H16) */
static void echo_is_taken_only_around_a_password_in_lines(void **state)
{
    (void)state;
    struct peer *p = begin();
    feed(p, "FF FE 01 FF FE 03");
    finish(p);
    hide_typing(p, true);
    hide_typing(p, true);
    expect_sent(p, "FF FB 01");
    feed(p, "FF FD 01");
    expect_sent(p, "");
    assert_false(p->whole.caller.we_echo);
    hide_typing(p, false);
    expect_sent(p, "FF FC 01");
    feed(p, "FF FE 01");
    expect_sent(p, "");
}

/* (H16) */
static void a_hidden_password_shown_before_the_peer_has_answered_is_queued(void **state)
{
    (void)state;
    struct peer *p = begin();
    feed(p, "FF FE 01 FF FE 03");
    finish(p);
    hide_typing(p, true);
    hide_typing(p, false);
    expect_sent(p, "FF FB 01");
    feed(p, "FF FD 01"); /* now it answers the WILL: what has become wrong is taken back */
    expect_sent(p, "FF FC 01");
    hide_typing(p, true);
    expect_sent(p, "");
    feed(p, "FF FE 01");
    expect_sent(p, "FF FB 01");
}

static void in_character_mode_typing_is_hidden_without_a_word(void **state)
{
    (void)state;
    struct peer *p = begin_agreed();
    finish(p);
    hide_typing(p, true);
    hide_typing(p, false);
    telnet_go_ahead(&p->whole.telnet);
    expect_sent(p, "");
}

static void eight_bit_characters_agree_on_binary_both_ways(void **state)
{
    (void)state;
    struct peer *p = begin_agreed();
    telnet_eight_bit(&p->whole.telnet);
    telnet_eight_bit(&p->split.telnet);
    expect_sent(p, "FF FB 00 FF FD 00");
    feed(p, "FF FD 00 FF FB 00");
    expect_sent(p, "");
}

/* (H15) */
static void the_keepalive_is_two_bytes(void **state)
{
    (void)state;
    struct peer *p = begin_agreed();
    telnet_nop(&p->whole.telnet);
    end_expect_sent(&p->whole, "FF F1");
}

static void commands_stand_for_keys_and_the_rest_vanish(void **state)
{
    (void)state;
    struct peer *p = begin_agreed();
    feed(p, "61 FF F4 FF F3 FF F7 FF F8 FF EC FF ED FF F1 FF F2 FF F5 FF F9 FF F0 FF EF FF 41 62");
    expect_text(p, "61 03 03 08 15 04 1A 62");
    expect_sent(p, "");
}

/* RFC 854: Are You There is answered by something to be seen; once there are screens, by them. */
static void who_asks_whether_anybody_is_there_is_answered_in_words(void **state)
{
    (void)state;
    struct peer *p = begin_agreed();
    feed(p, "FF F6");
    expect_sent(p, "'[Kings Corner: yes]' 0D 0A");
    feed_times(p, 1000, "FF F6");
    assert_int_equal(p->whole.sent_length, (TELNET_ANSWERS_PER_S - 1) * 21);
    forget_sent(p);
    assert_false(telnet_take_question(&p->whole.telnet));
    finish(p);
    p->now += 1000;
    feed_times(p, 1000, "FF F6");
    expect_sent(p, "");
    assert_true(telnet_take_question(&p->whole.telnet) && telnet_take_question(&p->split.telnet));
    assert_false(telnet_take_question(&p->whole.telnet));
    p = begin(); /* plain TCP: no command is one */
    finish(p);
    feed(p, "FF F6 61 FF F4 62");
    expect_text(p, "61 62");
    expect_sent(p, "");
    assert_false(telnet_take_question(&p->whole.telnet));
}

/* Before and after the moment at which the house knows that nobody speaks telnet. */
static void an_IAC_in_a_line_that_is_no_telnet_eats_nothing(void **state)
{
    (void)state;
    static const char *const lines[][2] = {
        { "'who' FF 0A", "'who' 0A" },
        { "'who' FF 0D 0A", "'who' 0D 0A" },
        { "'a' FF 'b' FF 00 'c' FF EB 0A", "'ab' 00 'c' EB 0A" },
        { "FF FF 'x' 0A", "FF 'x' 0A" },
        { "'a' FF FA 18 00 'b' 0A 'c' 0A", "'a' 18 00 'b' 0A 'c' 0A" },
        { "'a' FF F0 0A", "'a' 0A" },
        { "'a' FF F9 0A FF", "'a' 0A" },
    };
    for (size_t i = 0; i < 2 * sizeof lines / sizeof *lines; i++) {
        struct peer *p = begin();
        if (i % 2) finish(p);
        feed(p, lines[i / 2][0]);
        bool raw = p->whole.telnet.raw || strstr(lines[i / 2][1], "0D") == NULL;
        expect_text(p, raw ? lines[i / 2][1] : "'who' 0D");
        expect_sent(p, "");
        assert_false(p->whole.telnet.heard);
    }
    struct peer *p = begin();
    finish(p);
    feed(p, "FF FA");
    for (int i = 0; i < 100; i++) feed(p, "'line' 0A");
    assert_int_equal(p->whole.text_length, 500);
}

/* Letters of other charsets stand where telnet has WILL, WONT, DO and DONT. */
static void a_word_of_telnet_in_a_line_that_is_none_eats_no_Enter_and_no_letter(void **state)
{
    (void)state;
    static const char *const lines[][2] = {
        { "FF FB 0A 'who' 0A", "0A 'who' 0A" }, { "FF FB 0D FF FC 0D FF FD 0D FF FE 0D", "0D 0D 0D 0D" },
        { "FF FB 'guest' 0A", "'guest' 0A" },   { "F1 E8 FF FE F9 E8 E9 0A", "F1 E8 F9 E8 E9 0A" }, /* CP1251 */
        { "'a' FF FE FF FE FF 0A", "'a' 0A" },  { "'a' FF FE FF FF 'b' FF FB FF FA 'c'", "'a' FF 'b' 'c'" },
    };
    for (size_t i = 0; i < 2 * sizeof lines / sizeof *lines; i++) {
        struct peer *p = begin();
        if (i % 2 == 0)
            finish(p);
        else if (i / 2 >= 4)
            continue; /* IAC is an option as long as telnet is awaited */
        feed(p, lines[i / 2][0]);
        expect_text(p, lines[i / 2][1]);
        expect_sent(p, "");
        assert_false(p->whole.telnet.heard || p->split.telnet.heard);
    }
}

/* Once it has said a word about what was asked, every other is one too (H2). */
static void the_first_late_word_of_telnet_is_about_what_was_asked(void **state)
{
    (void)state;
    static const char *const words[] = { "FF FD 01", "FF FE 03", "FF FB 18", "FF FC 1F",
                                         "FF FB 27", "FF FD 00", "FF FC 2A" };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        struct peer *p = begin();
        finish(p);
        feed(p, "'a' FF FB 'o' FF FD 0A");
        expect_text(p, "'ao' 0A");
        feed(p, words[i]);
        forget_sent(p);
        feed(p, "FF FB 22 FF FD 46 FF FB 'x' 'b'");
        expect_text(p, "'b'");
        expect_sent(p, "FF FE 22 FF FC 46 FF FE 78");
        assert_int_equal(p->whole.caller.transport, TRANSPORT_TELNET);
    }
}

/* Mudlet agrees to everything, and shows lines (H16). */
static void a_line_client_gets_echo_back_and_keeps_it_but_around_a_password(void **state)
{
    (void)state;
    struct peer *p = begin_agreed();
    feed(p, "FF FA 1F 00 64 00 28 FF F0 FF FA 18 00 'MUDLET' FF F0 FF FA 18 00 'ANSI-TRUECOLOR' FF F0");
    feed(p, "FF FA 18 00 'MTTS 2349' FF F0 FF FA 27 00 FF F0 FF FD 2A FF FA 2A 02 'UTF-8' FF F0");
    finish(p);
    assert_int_equal(p->whole.caller.mtts, 2349);
    assert_true(p->whole.caller.character_mode);
    forget_sent(p);
    telnet_use_lines(&p->whole.telnet);
    telnet_use_lines(&p->split.telnet);
    expect_sent(p, "FF FC 01 FF FC 03");
    assert_false(p->whole.caller.character_mode || p->whole.caller.we_echo);
    feed(p, "FF FE 01 FF FE 03 FF FD 01");
    expect_sent(p, "FF FB 01");
    assert_false(p->whole.caller.we_echo);
    feed(p, "FF FE 01");
    forget_sent(p);
    telnet_hide_typing(&p->whole.telnet, true);
    telnet_hide_typing(&p->split.telnet, true);
    expect_sent(p, "FF FB 01");
    feed(p, "FF FD 01");
    telnet_hide_typing(&p->whole.telnet, false);
    telnet_hide_typing(&p->split.telnet, false);
    expect_sent(p, "FF FC 01");
    feed(p, "FF FE 01");
    assert_false(p->whole.caller.we_echo);
    telnet_go_ahead(&p->whole.telnet);
    telnet_go_ahead(&p->split.telnet);
    expect_sent(p, "FF F9");
}

static void compression_nobody_asked_for_is_not_begun(void **state)
{
    (void)state;
    struct peer *p = begin_agreed();
    feed(p, "FF FA 56 FF F0 78 9C");
    expect_text(p, "78 9C");
    expect_sent(p, "");
}

static void known_clients_end_in_character_mode(void **state)
{
    (void)state;
    static const struct {
        const char *client, *talk;
    } clients[] = {
        { "inetutils", "FF FD 01 FF FD 03 FF FB 18 FF FB 1F FF FA 1F 00 50 00 18 FF F0 FF FB 27 FF FE 2A "
                       "FF FA 18 00 'XTERM-256COLOR' FF F0 FF FA 27 00 FF F0 FF FA 18 00 'XTERM-256COLOR' FF F0" },
        { "PuTTY", "FF FB 1F FF FB 20 FF FB 18 FF FB 27 FF FD 01 FF FB 03 FF FD 03 FF FE 2A "
                   "FF FA 1F 00 50 00 18 FF F0 FF FA 18 00 'XTERM' FF F0 FF FA 27 00 FF F0 FF FA 18 00 'XTERM' FF F0" },
    };
    for (size_t i = 0; i < sizeof clients / sizeof *clients; i++) {
        struct peer *p = begin();
        feed(p, clients[i].talk);
        assert_true(telnet_settled(&p->whole.telnet));
        finish(p);
        assert_true(p->whole.caller.character_mode);
        assert_int_equal(p->whole.caller.cols, 80);
        expect_text(p, "");
    }
}

static void the_struct_is_small(void **state)
{
    (void)state;
    assert_true(sizeof(struct telnet) + sizeof(struct caller) < 1500);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_acknowledgement_or_a_repeated_refusal_is_never_answered),
        cmocka_unit_test(a_change_is_answered_once),
        cmocka_unit_test(options_that_are_not_ours_are_refused),
        cmocka_unit_test(at_most_32_requests_a_second_are_answered),
        cmocka_unit_test(an_option_flapping_on_and_off_is_answered_within_the_same_limit),
        cmocka_unit_test(an_option_may_not_flap_for_ever),
        cmocka_unit_test(a_peer_that_sends_everything_back_is_no_endless_loop),
        cmocka_unit_test(who_never_speaks_telnet_becomes_raw),
        cmocka_unit_test(a_telnet_client_that_answers_late_is_no_longer_raw),
        cmocka_unit_test(every_line_end_is_one),
        cmocka_unit_test(the_byte_255_is_doubled_on_the_wire),
        cmocka_unit_test(a_bare_carriage_return_goes_out_with_a_nul_even_across_writes),
        cmocka_unit_test(sizes_are_read_doubled_or_not),
        cmocka_unit_test(a_size_that_is_none_is_ignored),
        cmocka_unit_test(an_endless_subnegotiation_takes_no_memory_and_ends),
        cmocka_unit_test(terminal_types_are_asked_for_until_one_repeats),
        cmocka_unit_test(a_client_that_changes_with_its_list_is_led_back_to_the_first),
        cmocka_unit_test(a_mud_client_names_itself_its_terminal_and_its_abilities),
        cmocka_unit_test(odd_terminal_types_do_no_harm),
        cmocka_unit_test(after_eight_terminal_types_nothing_more_is_asked),
        cmocka_unit_test(a_terminal_type_of_the_greatest_length_is_cut),
        cmocka_unit_test(the_environment_is_asked_for_by_a_short_list_without_user),
        cmocka_unit_test(environment_of_any_form_is_read),
        cmocka_unit_test(nonsense_environment_does_no_harm),
        cmocka_unit_test(our_list_of_charsets_is_offered_last_and_the_answer_kept),
        cmocka_unit_test(a_list_of_the_peers_is_chosen_from),
        cmocka_unit_test(an_answer_to_a_list_that_was_never_sent_is_ignored),
        cmocka_unit_test(of_crossing_lists_ours_stands),
        cmocka_unit_test(nothing_is_awaited_once_all_is_answered),
        cmocka_unit_test(who_agrees_and_then_is_silent_is_let_in_with_defaults),
        cmocka_unit_test(a_client_of_lines_gets_go_ahead_and_no_echo),
        cmocka_unit_test(echo_without_sga_is_given_back_as_it_looks_like_a_password),
        cmocka_unit_test(a_peer_that_says_do_to_a_wont_is_not_believed),
        cmocka_unit_test(echo_is_taken_only_around_a_password_in_lines),
        cmocka_unit_test(a_hidden_password_shown_before_the_peer_has_answered_is_queued),
        cmocka_unit_test(in_character_mode_typing_is_hidden_without_a_word),
        cmocka_unit_test(eight_bit_characters_agree_on_binary_both_ways),
        cmocka_unit_test(the_keepalive_is_two_bytes),
        cmocka_unit_test(commands_stand_for_keys_and_the_rest_vanish),
        cmocka_unit_test(who_asks_whether_anybody_is_there_is_answered_in_words),
        cmocka_unit_test(an_IAC_in_a_line_that_is_no_telnet_eats_nothing),
        cmocka_unit_test(a_word_of_telnet_in_a_line_that_is_none_eats_no_Enter_and_no_letter),
        cmocka_unit_test(the_first_late_word_of_telnet_is_about_what_was_asked),
        cmocka_unit_test(a_line_client_gets_echo_back_and_keeps_it_but_around_a_password),
        cmocka_unit_test(compression_nobody_asked_for_is_not_begun),
        cmocka_unit_test(known_clients_end_in_character_mode),
        cmocka_unit_test(the_struct_is_small),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
