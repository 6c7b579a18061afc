/* What all SSH callers share: the host keys, and the bind that callers are accepted with. One loop, one bind (it is
 * written to on errors). */
#pragma once
#include "base/err.h"
#include "net/config.h"

#include <libssh/server.h>

struct ssh_doors;

/* Reads the host keys of config->key_dir, or makes them. NULL with e set when a key cannot be read or made. Free with
 * ssh_doors_close(), which takes NULL. */
struct ssh_doors *ssh_doors_open(const struct net_config *config, struct err *e);
void ssh_doors_close(struct ssh_doors *d);

/* The k-th host key as OpenSSH prints it, "SHA256:..." with its type; NULL past the last. Lives as long as d. */
const char *ssh_doors_fingerprint(const struct ssh_doors *d, int k);

/* For ssh_bind_accept_fd(). Belongs to the doors. */
ssh_bind ssh_doors_bind(const struct ssh_doors *d);
