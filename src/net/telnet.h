/* The telnet protocol, pure: bytes in, typed text and answers out. No sockets; time is handed in. Options are
 * negotiated by the queue method, so a peer cannot make it answer for ever. Takes any split of the input. Sources: RFC
 * 854, 855 (commands), 1143 (queue method), 856 BINARY, 857 ECHO, 858 SGA, 860 TIMING-MARK, 1073 NAWS, 1091 TTYPE and
 * MTTS, 1572 NEW-ENVIRON, 2066 CHARSET. */
#pragma once
#include "net/telnet_state.h"

/* caller and ctx must outlive t. send takes what goes to the wire as it is; it may be called from every function below
 * that takes a telnet that is not const. */
void telnet_init(struct telnet *t, struct caller *caller, void (*send)(void *ctx, const uint8_t *bytes, size_t n),
                 void *ctx);

/* Speaks first: some clients stay silent until they are asked (H2). */
void telnet_start(struct telnet *t);

/* Reads bytes[0..n), answers, and leaves the typed text at the front of bytes: returns its length, at most n. A line
 * end of the network terminal (CR LF, CR NUL) becomes CR, Interrupt Process Ctrl-C, Erase Character Backspace, and so
 * on. */
size_t telnet_input(struct telnet *t, int64_t now_ms, uint8_t *bytes, size_t n);

/* Everything that was asked is answered. */
bool telnet_settled(const struct telnet *t);

/* Settled, or no more waiting: fills caller->transport, character_mode and we_echo. Nothing heard at all: raw from
 * here, unless the peer speaks telnet later. */
void telnet_finish(struct telnet *t);

/* true once after each size that NAWS has told. */
bool telnet_take_resize(struct telnet *t);

/* true once after Are You There, when the peer was let in: something is to be seen (RFC 854). Before that it is
 * answered here. */
bool telnet_take_question(struct telnet *t);

/* The peer edits and shows lines by itself, though it may have agreed to be a terminal: ECHO and SGA are given back,
 * and ECHO is ours only around a password (H16). */
void telnet_use_lines(struct telnet *t);

/* Text on its way out: IAC is doubled, a bare CR becomes CR NUL outside BINARY. out has room for 2 * n + 1 bytes;
 * returns how many were written. Raw: a copy. */
size_t telnet_encode(struct telnet *t, uint8_t *out, const uint8_t *text, size_t n);

/* What was written last ends inside a line and input is awaited, as at a prompt: Go Ahead for those who need it (H16).
 * */
void telnet_go_ahead(struct telnet *t);

/* For a peer that shows itself what is typed: it shall not (WILL ECHO), or shall again. In character mode nothing to
 * do. */
void telnet_hide_typing(struct telnet *t, bool hide);

/* BINARY both ways: characters of eight bits follow. */
void telnet_eight_bit(struct telnet *t);

/* A byte pair that means nothing, to keep the line alive. Not for raw. */
void telnet_nop(struct telnet *t);
