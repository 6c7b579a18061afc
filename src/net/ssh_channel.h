/* The one channel that an SSH caller may open, with its terminal, environment and shell. */
#pragma once
#include "net/ssh_line.h"

/* After login: from now on the caller may open the one channel. false: libssh has failed, and the line has to end. */
bool ssh_channel_expect(struct ssh_line *s);
