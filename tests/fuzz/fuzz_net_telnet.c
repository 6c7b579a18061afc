/* Any bytes at all against the telnet protocol. The first byte says what the host does in between and how the rest is
 * cut. What must hold: text never grows, answers stay within the limit of a second, another cut of the same bytes
 * gives the same text, the same answers and the same caller, strings are clean, and a peer that sends back all it is
 * sent falls silent. */
#include "net/telnet.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* The longest answer is the list of variables; an agreed option can bring three messages: yes, a question, the offer
 * of charsets. */
#define ANSWER_MAX 160
#define SENT_MAX (64 + TELNET_ANSWERS_PER_S * ANSWER_MAX)

struct end {
    struct telnet telnet;
    struct caller caller;
    uint8_t sent[2 * SENT_MAX], *text;
    size_t sent_length, text_length;
};

static void on_send(void *ctx, const uint8_t *bytes, size_t n)
{
    struct end *e = ctx;
    assert(e->sent_length + n <= SENT_MAX);
    memcpy(e->sent + e->sent_length, bytes, n);
    e->sent_length += n;
}

static void host_acts(struct end *e, uint8_t how)
{
    if (how & 1) telnet_finish(&e->telnet);
    if (how & 2) telnet_hide_typing(&e->telnet, true);
    if (how & 4) telnet_eight_bit(&e->telnet);
    if (how & 8) telnet_hide_typing(&e->telnet, false);
    if (how & 16) telnet_go_ahead(&e->telnet);
}

static void feed(struct end *e, const uint8_t *bytes, size_t n, size_t piece)
{
    for (size_t at = 0; at < n; at += piece) {
        size_t length = n - at < piece ? n - at : piece;
        uint8_t *copy = malloc(length); /* of its own, so that a byte too far is seen */
        assert(copy != NULL);
        memcpy(copy, bytes + at, length);
        size_t typed = telnet_input(&e->telnet, 0, copy, length);
        assert(typed <= length);
        memcpy(e->text + e->text_length, copy, typed);
        e->text_length += typed;
        free(copy);
    }
}

/* Half of the bytes come before the host acts, half after. */
static void play(struct end *e, uint8_t how, const uint8_t *bytes, size_t n, size_t piece)
{
    memset(e, 0, sizeof *e);
    e->caller.charset_told = CHARSET_TOLD_NONE;
    e->text = malloc(n + 1);
    assert(e->text != NULL);
    telnet_init(&e->telnet, &e->caller, on_send, e);
    telnet_start(&e->telnet);
    feed(e, bytes, n / 2, piece);
    host_acts(e, how);
    feed(e, bytes + n / 2, n - n / 2, piece);
}

static void assert_clean(const char *word, size_t size)
{
    assert(memchr(word, '\0', size) != NULL);
    for (; *word != '\0'; word++) assert(*word > 0x20 && *word < 0x7F);
}

static void assert_caller(const struct caller *c)
{
    assert_clean(c->client, sizeof c->client);
    assert_clean(c->term, sizeof c->term);
    assert_clean(c->lang, sizeof c->lang);
    assert_clean(c->colorterm, sizeof c->colorterm);
    assert(c->user[0] == '\0' && c->cols >= 0 && c->cols <= 65535 && c->rows >= 0 && c->rows <= 65535);
    assert(c->charset_told >= CHARSET_TOLD_NONE && c->charset_told <= CHARSET_TOLD_ASCII);
}

static void assert_same(const struct end *a, const struct end *b)
{
    assert(a->text_length == b->text_length && memcmp(a->text, b->text, a->text_length) == 0);
    assert(a->sent_length == b->sent_length && memcmp(a->sent, b->sent, a->sent_length) == 0);
    assert(memcmp(&a->caller, &b->caller, sizeof a->caller) == 0);
}

/* What the encoder writes for the text, a peer that speaks telnet reads as that text again. */
static void assert_round_trip(struct end *e)
{
    bool raw = e->telnet.raw, binary = e->telnet.queue[TELNET_US][TELNET_BINARY] == 1, after_cr = false;
    uint8_t *wire = malloc(2 * e->text_length + 1);
    assert(wire != NULL);
    e->telnet.sent_cr = false;
    size_t n = telnet_encode(&e->telnet, wire, e->text, e->text_length), at = 0;
    for (size_t i = 0; i < n; i++) {
        if (!raw && wire[i] == 255) assert(++i < n && wire[i] == 255);
        bool filler = after_cr && wire[i] == 0;
        assert(!after_cr || filler || wire[i] == '\n');
        after_cr = wire[i] == '\r' && !raw && !binary;
        if (!filler) assert(at < e->text_length && wire[i] == e->text[at++]);
    }
    assert(at == e->text_length);
    free(wire);
}

static void assert_falls_silent(struct end *e)
{
    uint8_t back[SENT_MAX];
    for (int round = 0; e->sent_length > 0; round++) {
        assert(round < 2 * TELNET_CHANGES_MAX);
        size_t n = e->sent_length;
        memcpy(back, e->sent, n);
        e->sent_length = 0;
        telnet_input(&e->telnet, (round + 1) * 1000, back, n);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct end whole, split;
    if (size < 2 || size > 65536) return 0;
    play(&whole, data[0], data + 1, size - 1, size);
    play(&split, data[0], data + 1, size - 1, 1 + (data[0] >> 5));
    assert_same(&whole, &split);
    assert_caller(&whole.caller);
    assert_round_trip(&whole);
    assert_falls_silent(&split);
    free(whole.text);
    free(split.text);
    return 0;
}
