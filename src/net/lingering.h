/* Lingering close: a socket gets one sentence and is shut for writing, then its input is read and dropped until the
 * caller hangs up. If it were closed at once, input that nobody has read would make the kernel reset the connection,
 * and the caller might never see the sentence. */
#pragma once
#include <stddef.h>

#define LINGERING_MAX 64       /* sockets at a time; one more closes the oldest */
#define LINGER_MS 1000         /* for a program to hang up */
#define LINGER_PERSON_MS 60000 /* for a program that reads nothing before its person has answered it */

struct event_base;
struct lingering;

/* The sockets of one net that linger. lingering_free() closes them and frees l. base must outlive l. */
struct lingering *lingering_new(struct event_base *base);
void lingering_free(struct lingering *l);

/* Sends n bytes without waiting, shuts the socket for writing, and closes it when the caller hangs up or after ms. fd
 * is a non-blocking socket, which l owns from here on. n may be 0: then nothing is sent. */
void lingering_add(struct lingering *l, int fd, const void *bytes, size_t n, int ms);
