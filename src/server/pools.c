#include "server/pools.h"

#include "base/pool.h"

#include <unistd.h>

#define HASHES_SHARE 2 /* passwords of one origin in the queue */
#define HINTS_SHARE 4
#define PARS_SHARE 4
#define MOVES_SHARE 64 /* tables of one origin that wait: more than it may have */

/* Where processors are scarce the loop and the store come first, then those whom people wait for at a table. */
enum { HINTS_NICE = 5, HASHES_NICE = 10, PARS_NICE = 19 };

/* One core is the loop's; the others are shared out where there are many. */
static int threads(int share_of)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN), n = (cores - 1) / share_of;
    return n < 1 ? 1 : n > 16 ? 16 : (int)n;
}

int pools_threads(void)
{
    return 2 * threads(4) + threads(2) + 1;
}

void pools_open(struct pools *p, struct event_base *base)
{
    p->hashes = pool_new(base, &(struct pool_size){ threads(4), 256, HASHES_SHARE, HASHES_NICE });
    p->moves = pool_new(base, &(struct pool_size){ threads(2), 1024, MOVES_SHARE, 0 });
    p->hints = pool_new(base, &(struct pool_size){ threads(4), 256, HINTS_SHARE, HINTS_NICE });
    p->pars = pool_new(base, &(struct pool_size){ 1, 256, PARS_SHARE, PARS_NICE });
}

void pools_close(struct pools *p)
{
    pool_free(p->hashes);
    pool_free(p->moves);
    pool_free(p->hints);
    pool_free(p->pars);
}
