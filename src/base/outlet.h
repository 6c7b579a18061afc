/* Lines for a descriptor that somebody else may not read: a pipe that is full, a terminal stopped by Ctrl-S, a journal
 * that hangs. A thread of its own writes and may have to wait; who puts a line never does. What finds no room is
 * dropped and counted, and said later. The descriptor's flags are left alone: they belong to whoever else has it open.
 */
#pragma once
#include <stdbool.h>
#include <stddef.h>

struct outlet;

#define OUTLET_LINE_MAX 2048 /* bytes of a line, with its newline */

/* lost: a format with one %llu that makes the line about the lines that were dropped, newline included; NULL: nothing
 * is said. size: the bytes that may wait, at least 2 * OUTLET_LINE_MAX. fd may be closed meanwhile, lost must live as
 * long as the outlet. NULL when the system gives no descriptor or no thread. */
struct outlet *outlet_open(int fd, size_t size, const char *lost);

/* Any thread, never waits. line ends in a newline and has at most OUTLET_LINE_MAX bytes. false: no room, it was
 * dropped. */
bool outlet_put(struct outlet *o, const char *line, size_t n);

/* Waits at most ms for what was put, then frees. false: not everything was written; the thread goes on, should a reader
 * come while the program still runs, and frees then. NULL is fine. */
bool outlet_close(struct outlet *o, int ms);

/* In a signal handler of a program that dies: writes what waits as far as nobody has to be waited for. */
void outlet_dump(const struct outlet *o);
