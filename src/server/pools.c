#include "server/pools.h"

#include "base/pool.h"

#include <unistd.h>

#define HASHES_SHARE 2 /* passwords of one origin in the queue */
#define HINTS_SHARE 4
#define PARS_SHARE 4
#define MOVES_SHARE 64 /* tables of one origin: more than it may have */

/* Niceness: the loop and the store come first, then the moves for which people wait at a table. */
enum { HINTS_NICE = 5, HASHES_NICE = 10, PARS_NICE = 19 };

/* One core is for the loop; a pool gets 1/share_of of the others, from 1 to 16 threads. */
static int threads_for(int share_of)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN), n = (cores - 1) / share_of;
    return n < 1 ? 1 : n > 16 ? 16 : (int)n;
}

int pools_threads(void)
{
    return 2 * threads_for(4) + threads_for(2) + 1;
}

void pools_open(struct pools *p, struct event_base *base)
{
    p->hashes = pool_new(base, &(struct pool_size){ threads_for(4), 256, HASHES_SHARE, HASHES_NICE });
    p->moves = pool_new(base, &(struct pool_size){ threads_for(2), 1024, MOVES_SHARE, 0 });
    p->hints = pool_new(base, &(struct pool_size){ threads_for(4), 256, HINTS_SHARE, HINTS_NICE });
    p->pars = pool_new(base, &(struct pool_size){ 1, 256, PARS_SHARE, PARS_NICE });
}

void pools_close(struct pools *p)
{
    pool_free(p->hashes);
    pool_free(p->moves);
    pool_free(p->hints);
    pool_free(p->pars);
}
