#include "load/packet.h"

#include <assert.h>
#include <string.h>

void put_u32(uint8_t out[4], uint32_t value)
{
    out[0] = (uint8_t)(value >> 24);
    out[1] = (uint8_t)(value >> 16);
    out[2] = (uint8_t)(value >> 8);
    out[3] = (uint8_t)value;
}

uint32_t get_u32(const uint8_t in[4])
{
    return (uint32_t)in[0] << 24 | (uint32_t)in[1] << 16 | (uint32_t)in[2] << 8 | in[3];
}

void packet_raw(struct packet *p, const void *bytes, size_t n)
{
    assert(n <= sizeof p->at - p->n);
    memcpy(p->at + p->n, bytes, n);
    p->n += n;
}

void packet_byte(struct packet *p, uint8_t byte)
{
    packet_raw(p, &byte, 1);
}

void packet_u32(struct packet *p, uint32_t value)
{
    uint8_t bytes[4];
    put_u32(bytes, value);
    packet_raw(p, bytes, sizeof bytes);
}

void packet_string(struct packet *p, const void *bytes, size_t n)
{
    packet_u32(p, (uint32_t)n);
    packet_raw(p, bytes, n);
}

void packet_text(struct packet *p, const char *text)
{
    packet_string(p, text, strlen(text));
}

struct reader reader_of(const uint8_t *payload, size_t n)
{
    return (struct reader){ .at = payload, .end = payload + n };
}

/* NULL when there are not n bytes left. */
static const uint8_t *take(struct reader *r, size_t n)
{
    const uint8_t *at = r->at;
    r->short_of = r->short_of || n > (size_t)(r->end - r->at);
    if (r->short_of) return NULL;
    r->at += n;
    return at;
}

uint8_t read_byte(struct reader *r)
{
    const uint8_t *at = take(r, 1);
    return at ? *at : 0;
}

uint32_t read_u32(struct reader *r)
{
    const uint8_t *at = take(r, 4);
    return at ? get_u32(at) : 0;
}

const uint8_t *read_string(struct reader *r, size_t *n)
{
    *n = read_u32(r);
    const uint8_t *at = take(r, *n);
    if (at == NULL) *n = 0;
    return at;
}
