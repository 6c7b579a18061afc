/* Lines for a descriptor whose reader may not read: a full pipe, a terminal stopped by Ctrl-S, a journal that hangs. A
 * thread of its own writes and may wait; a caller of outlet_put() never waits. A line that finds no space is dropped
 * and counted, and the number is reported later. The flags of the descriptor stay as they are, because other programs
 * may have it open too. */
#pragma once
#include <stdbool.h>
#include <stddef.h>

struct outlet;

#define OUTLET_LINE_MAX 2048 /* bytes of a line, with its newline */

/* An outlet for fd, with size bytes that may wait, at least 2 * OUTLET_LINE_MAX: asserted. lost is the format of the
 * report on dropped lines, with one %llu and a newline, and must outlive the outlet; NULL: no report. The caller may
 * close fd meanwhile. outlet_close() frees it. NULL: the system gives no descriptor or no thread. */
struct outlet *outlet_open(int fd, size_t size, const char *lost);

/* Adds a line of at most OUTLET_LINE_MAX bytes that ends in a newline: asserted. Any thread may call it, and it never
 * waits. false: there was no space, and the line was dropped. */
bool outlet_put(struct outlet *o, const char *line, size_t n);

/* Waits at most ms until everything is written, then frees o. false: not everything is; then the thread continues in
 * case that a reader comes, and frees o itself. NULL is fine. */
bool outlet_close(struct outlet *o, int ms);

/* For the signal handler of a program that dies: writes the waiting lines as far as that needs no waiting. */
void outlet_dump(const struct outlet *o);
