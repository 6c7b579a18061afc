/* What all SSH callers share: the host keys and the bind they are accepted with. Made once by ssh_doors_open() of
 * net/inside.h; one loop, one bind (it is written to on errors). */
#pragma once
#include <libssh/server.h>

struct ssh_doors;

/* For ssh_bind_accept_fd(). Belongs to the doors. */
ssh_bind ssh_doors_bind(const struct ssh_doors *doors);
