/* An SSH packet's payload being put together or taken apart (RFC 4251 5). */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PACKET_MAX 2048

struct packet {
    uint8_t at[PACKET_MAX];
    size_t n;
};

/* What does not fit is our own bug: asserted. */
void packet_byte(struct packet *p, uint8_t byte);
void packet_u32(struct packet *p, uint32_t value);
void packet_raw(struct packet *p, const void *bytes, size_t n);
void packet_string(struct packet *p, const void *bytes, size_t n);
void packet_text(struct packet *p, const char *text);

void put_u32(uint8_t out[4], uint32_t value);
uint32_t get_u32(const uint8_t in[4]);

struct reader {
    const uint8_t *at, *end;
    bool short_of; /* more was asked for than there is; what was answered then is 0 or empty */
};

struct reader reader_of(const uint8_t *payload, size_t n);
uint8_t read_byte(struct reader *r);
uint32_t read_u32(struct reader *r);
/* A string's bytes, where they lie; *n is how many. */
const uint8_t *read_string(struct reader *r, size_t *n);
