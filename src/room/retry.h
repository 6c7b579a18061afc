/* The last word about a table that is over: needs no answer, nothing is written of that table after it, and it is tried
 * again for a while when the store could not take it. */
#pragma once
#include "room/inside.h"

struct retries *retries_new(struct lobby *l); /* retries_free() frees it */
void retries_free(struct retries *all);       /* what has not been written is forgotten; NULL is ignored */

void retry_close(struct lobby *l, int64_t table); /* sends it to the store, and again until it is taken */
void retries_tick(struct lobby *l, int64_t now);
int64_t retries_due(const struct lobby *l); /* NEVER: nothing waits to be tried again */
