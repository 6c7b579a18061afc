/* The state of the telnet protocol with one peer, for telnet.c and telnet_sub.c. */
#pragma once
#include "net/conn.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define TELNET_SUB_MAX 512      /* bytes of one subnegotiation; the rest is dropped */
#define TELNET_ANSWERS_PER_S 32 /* answers to the peer's requests; requests beyond it are ignored */
#define TELNET_CHANGES_MAX 64   /* times that a peer may switch options on and off; then it is ignored */
#define TELNET_TTYPE_MAX 8      /* terminal types that are asked for */
#define TELNET_RAW_MS 1200      /* nothing of telnet heard by then: plain TCP */
#define TELNET_SETTLE_MS 2500   /* what is not answered by then keeps its default */

enum telnet_option {
    TELNET_ECHO,
    TELNET_SGA,
    TELNET_BINARY,
    TELNET_TTYPE,
    TELNET_NAWS,
    TELNET_CHARSET,
    TELNET_ENVIRON,
    TELNET_OPTIONS
};
enum telnet_side { TELNET_US, TELNET_HIM };

/* Read only for others. */
struct telnet {
    struct caller *caller; /* what the peer tells of itself is written here */
    void (*send)(void *ctx, const uint8_t *bytes, size_t n);
    void *ctx;
    uint8_t queue[2][TELNET_OPTIONS]; /* RFC 1143: the state of each option on each side */
    uint8_t state, command;           /* of the parser */
    bool heard;                       /* the peer has sent a telnet command */
    bool raw;                         /* plain TCP: nothing of telnet is sent */
    bool resized;                     /* NAWS has told a size; telnet_take_resize() */
    bool asked;                       /* Are You There; telnet_take_question() */
    bool lines;    /* the peer's side edits and shows lines, whatever it agrees to; telnet_use_lines() */
    bool finished; /* telnet_finish() was called */
    bool hiding, after_cr, sent_cr;
    bool ttype_done, size_told, environ_told, charset_offered, charset_asked, charset_answered;
    uint8_t ttype_answers, changes;
    char ttype_last[41], ttype_second[41];
    uint8_t answers; /* in the second that began at answers_ms */
    int64_t answers_ms;
    uint16_t sub_length;
    uint8_t sub[TELNET_SUB_MAX]; /* between IAC SB and IAC SE, as it came */
};
