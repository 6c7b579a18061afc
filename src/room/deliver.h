/* The upcalls: what each member has not heard yet. */
#pragma once
#include "room/inside.h"

/* At the end of a tick: the lobby ticks, asserted. Members may be dropped by what they hear. */
void room_deliver(struct room *r);
