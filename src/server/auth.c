#include "server/auth.h"

#include "base/clean.h"
#include "base/later.h"
#include "base/mem.h"
#include "net/net.h"
#include "store/account.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

/* One question of net on its way through the store. */
struct question {
    struct auth *auth;
    uint64_t ticket;
    char user[ACCOUNT_HANDLE];
    bool has_password, too_long;
    char password[PASSWORD_MAX + 1];
};

static void answer(struct question *q, enum verdict verdict, int64_t account)
{
    if (q->auth->net != NULL) net_answer(q->auth->net, q->ticket, verdict, account);
    sodium_memzero(q->password, sizeof q->password);
    free(q);
}

static void answer_guest(void *arg)
{
    answer(arg, VERDICT_GUEST, 0);
}

static void on_logged_in(void *arg, enum store_result result, const struct account *account)
{
    bool ok = result == STORE_OK;
    answer(arg, ok ? VERDICT_ACCOUNT : VERDICT_REFUSE, ok ? account->id : 0);
}

static void on_found(void *arg, enum store_result result, const struct account *account)
{
    struct question *q = arg;
    if (result == STORE_NONE || (result == STORE_OK && !account->has_password))
        answer(q, VERDICT_GUEST, 0);
    else if (!q->has_password)
        answer(q, VERDICT_ACCOUNT, 0);
    else if (result != STORE_OK || q->too_long)
        answer(q, VERDICT_REFUSE, 0);
    else
        account_log_in(q->auth->store, q->user, q->password, on_logged_in, q);
}

void auth_check(struct auth *a, uint64_t ticket, const char *user, const char *password)
{
    struct question *q = mem_new(sizeof *q);
    *q = (struct question){ .auth = a, .ticket = ticket, .has_password = password != NULL };
    if (clean_name_why(user) != NULL) {
        later(a->base, answer_guest, q);
        return;
    }
    memcpy(q->user, user, strlen(user) + 1);
    if (password != NULL) {
        q->too_long = strlen(password) > PASSWORD_MAX;
        if (!q->too_long) memcpy(q->password, password, strlen(password) + 1);
    }
    account_by_handle(a->store, q->user, on_found, q);
}
