#include "store/job.h"

#include "base/clock.h"
#include "base/mem.h"
#include "store/inside.h"

void *job_new(struct store *s, size_t size, enum store_result (*run)(struct job *j, struct db *db),
              void (*answer)(struct job *j), void *arg)
{
    struct job *j = mem_new(size);
    *j = (struct job){ .store = s, .now_s = clock_wall_s(s->clock), .run = run, .answer = answer, .arg = arg };
    return j;
}

void *job_new_plain(struct store *s, size_t size, enum store_result (*run)(struct job *j, struct db *db),
                    store_done *done, void *arg)
{
    struct job *j = job_new(s, size, run, job_answer, arg);
    j->done = done;
    return j;
}

void job_write(struct job *j)
{
    worker_submit(j->store->writer, j);
}

void job_read(struct job *j)
{
    worker_submit(j->store->reader, j);
}

void job_read_page(struct job *j)
{
    worker_submit(j->store->pages, j);
}

void job_refuse(struct job *j, enum store_result result)
{
    worker_refuse(j->store->writer, j, result);
}
