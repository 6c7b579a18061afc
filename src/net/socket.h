/* What every socket of ours is set to, and how listening ones are made. */
#pragma once
#include "base/err.h"

#include <stdbool.h>

/* How it ended to listen on an address: SOCKET_NO_FAMILY where the machine has no such addresses at all, as IPv6 may be
 * missing from a kernel or be switched off. */
enum socket_end { SOCKET_LISTENS, SOCKET_FAILED, SOCKET_NO_FAMILY };

/* A bound, listening, non-blocking socket for "ADDRESS:PORT" in *fd. IPv6 takes IPv6 only, so that both can stand side
 * by side (H73). When it does not listen, e is set. */
enum socket_end socket_listen(const char *address, int *fd, struct err *e);

/* Makes a listening socket that was handed over ready for use. false with e set when it does not listen. */
bool socket_adopt(int fd, struct err *e);

/* Sets what a caller's socket needs: no delay for small frames; a peer that vanished is noticed within two minutes
 * (H45); at most 16 kB that the network has not taken wait in the kernel, so that a slow caller loses frames instead of
 * seeing old ones; urgent bytes in line. Of a listening socket: every socket that it accepts from now on inherits all
 * of it (accept(2) on Linux), which spares nine system calls a caller. */
void socket_tune(int fd);

/* close() that tells the peer at once and leaves nothing in the kernel. */
void socket_abort(int fd);
