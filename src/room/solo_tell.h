/* The upcalls of a patience: what its person has not heard yet. */
#pragma once
#include "room/solo_inside.h"

/* At the end of a tick. Each upcall may close the solo. */
void solo_deliver(struct solo *s);
