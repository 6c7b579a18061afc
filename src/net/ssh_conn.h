/* The SSH transport: one libssh session on the loop for each caller. */
#pragma once
#include "net/line.h"

extern const struct transport_ops ssh_transport;
