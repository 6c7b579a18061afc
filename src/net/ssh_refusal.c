#include "net/ssh_refusal.h"

#include <assert.h>
#include <string.h>

#define WHY_MAX 200
#define MSG_DISCONNECT 1
#define TOO_MANY_CONNECTIONS 12
#define BLOCK 8 /* of a packet before there is a cipher */
#define PADDING_MIN 4

struct writer {
    uint8_t *at;
};

static void put_byte(struct writer *w, uint8_t byte)
{
    *w->at++ = byte;
}

static void put_number(struct writer *w, uint32_t n)
{
    for (int shift = 24; shift >= 0; shift -= 8) put_byte(w, (uint8_t)(n >> shift));
}

static void put_bytes(struct writer *w, const char *bytes, size_t n)
{
    memcpy(w->at, bytes, n);
    w->at += n;
}

static void put_string(struct writer *w, const char *text)
{
    put_number(w, (uint32_t)strlen(text));
    put_bytes(w, text, strlen(text));
}

/* Zeros: without a cipher there is nothing that padding could hide. */
static void put_padding(struct writer *w, size_t n)
{
    memset(w->at, 0, n);
    w->at += n;
}

size_t ssh_refusal(uint8_t out[SSH_REFUSAL_MAX], const char *why, bool greeted)
{
    static const char greeting[] = SSH_GREETING "\r\n";
    struct writer w = { out };
    assert(strlen(why) <= WHY_MAX);
    if (!greeted) put_bytes(&w, greeting, sizeof greeting - 1);
    size_t payload = 1 + 4 + 4 + strlen(why) + 4, head = 4 + 1;
    size_t padding = BLOCK - (head + payload) % BLOCK;
    if (padding < PADDING_MIN) padding += BLOCK;
    put_number(&w, (uint32_t)(1 + payload + padding));
    put_byte(&w, (uint8_t)padding);
    put_byte(&w, MSG_DISCONNECT);
    put_number(&w, TOO_MANY_CONNECTIONS);
    put_string(&w, why);
    put_string(&w, ""); /* language */
    put_padding(&w, padding);
    return (size_t)(w.at - out);
}
