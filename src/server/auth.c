#include "server/auth.h"

#include "base/clean.h"
#include "base/later.h"
#include "base/mem.h"
#include "net/net.h"
#include "store/account.h"

#include <stdlib.h>

/* One check on its way through the store. */
struct question {
    struct auth *auth;
    uint64_t ticket;
};

static void answer(struct question *q, enum verdict verdict, int64_t account)
{
    if (q->auth->net != NULL) net_answer(q->auth->net, q->ticket, verdict, account);
    free(q);
}

static void answer_guest(void *arg)
{
    answer(arg, VERDICT_GUEST, 0);
}

static void on_found(void *arg, enum store_result result, const struct account *account)
{
    bool guest = result == STORE_NONE || (result == STORE_OK && !account->has_password);
    answer(arg, guest ? VERDICT_GUEST : VERDICT_ACCOUNT, 0);
}

static void on_logged_in(void *arg, enum store_result result, const struct account *account)
{
    bool ok = result == STORE_OK;
    answer(arg, ok ? VERDICT_ACCOUNT : VERDICT_REFUSE, ok ? account->id : 0);
}

void auth_check(struct auth *a, uint64_t ticket, const char *address, const char *user, const char *password)
{
    struct question *q = mem_new(sizeof *q);
    *q = (struct question){ .auth = a, .ticket = ticket };
    if (password != NULL)
        account_log_in(a->store, user, password, address, on_logged_in, q);
    else if (clean_name_why(user) == NULL)
        account_by_handle(a->store, user, on_found, q);
    else
        later(a->base, answer_guest, q);
}
