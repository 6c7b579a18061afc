/* The telnet transport, and the one of plain TCP: sockets and time around telnet.c. */
#pragma once
#include "net/line.h"

extern const struct transport_ops telnet_transport;
