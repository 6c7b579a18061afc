/* Runs a program of the terminal in a process of its own, so that the terminal is restored even after a crash. */
#pragma once

/* Runs play(arg) in a child process and then restores the terminal in any case: modes, screen, cursor. Passes on
 * signals that end a program. Returns the exit status of the child; 1 when it crashed, which is printed on standard
 * error. */
int tty_keep(int (*play)(void *arg), void *arg);
