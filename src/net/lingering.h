/* Sockets that have been told why they are turned away. Our end is shut and theirs is read away for a while: were it
 * closed at once, what they have sent meanwhile would make the kernel reset the connection and take the sentence back.
 */
#pragma once
#include <stddef.h>

#define PARTINGS_MAX 64         /* at a time; of more the oldest is cut */
#define PARTING_MS 1000         /* for a program to hang up */
#define PARTING_PERSON_MS 60000 /* for a program that reads nothing before its person has answered it */

struct event_base;
struct partings;

/* Free with partings_free(), which closes what is left. */
struct partings *partings_new(struct event_base *base);
void partings_free(struct partings *p);

/* Sends n bytes without waiting, shuts our end and closes fd as soon as they have hung up, or after ms. fd is
 * non-blocking and belongs to the partings from here on. n may be 0. */
void partings_add(struct partings *p, int fd, const void *bytes, size_t n, int ms);
