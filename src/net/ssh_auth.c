/* Two of libssh's getters are marked deprecated in favour of callbacks that must answer at once. They are in every
 * version up to 0.12. */
#define SSH_SUPPRESS_DEPRECATED
#include "net/ssh_auth.h"

#include "base/clean.h"
#include "net/ssh_guards.h"
#include "net/ssh_key.h"

#include <stdio.h>
#include <string.h>

static enum ssh_login finish(ssh_message m, enum ssh_login result)
{
    ssh_message_free(m);
    return result;
}

static enum ssh_login fail(struct ssh_auth *a, ssh_message m, const char *why)
{
    a->why = why;
    return finish(m, LOGIN_FAILED);
}

static enum ssh_login refuse(ssh_message m)
{
    ssh_message_reply_default(m);
    return finish(m, LOGIN_GOES_ON);
}

static enum ssh_login refuse_wrong(struct ssh_auth *a, ssh_message m)
{
    refuse(m);
    a->why = "Too many wrong passwords. Please call again.";
    return ++a->wrong < SSH_WRONG_MAX ? LOGIN_GOES_ON : LOGIN_FAILED;
}

static enum ssh_login admit(struct ssh_line *s, ssh_message m, int64_t account)
{
    struct caller *caller = &s->line.conn.caller;
    snprintf(caller->user, sizeof caller->user, "%s", s->auth.user);
    caller->account = account;
    return finish(m, ssh_message_auth_reply_success(m, 0) == SSH_OK ? LOGIN_DONE : LOGIN_FAILED);
}

/* Holds m and asks the host. The answer may come while check() runs. */
static enum ssh_login ask_host(struct ssh_line *s, ssh_message m, const char *password)
{
    struct ssh_auth *a = &s->auth;
    const struct net_host *host = &s->line.lines->host;
    a->held = m;
    a->question = password == NULL ? QUESTION_NAME : QUESTION_PASSWORD;
    a->answered = false;
    host->check(host->ctx, s->line.ticket, &s->line.conn.caller, a->user, password);
    return LOGIN_AWAITS;
}

static enum ssh_login check_password(struct ssh_line *s, ssh_message m, const char *password)
{
    if (password == NULL || strlen(password) > SSH_PASSWORD_MAX) return refuse_wrong(&s->auth, m);
    return ask_host(s, m, password);
}

/* A request with no prompts is a silent way in: the client shows nothing and answers by itself. */
static enum ssh_login invite(struct ssh_auth *a, ssh_message m)
{
    a->prompt = PROMPT_EMPTY;
    int failed = ssh_message_auth_interactive_request(m, "", "", 0, NULL, NULL);
    return finish(m, failed ? LOGIN_FAILED : LOGIN_GOES_ON);
}

static enum ssh_login prompt_password(struct ssh_auth *a, ssh_message m)
{
    char prompt[96], echo[] = { 0 };
    snprintf(prompt, sizeof prompt, "Password for %s (empty: come in as a guest): ", a->user);
    a->prompt = PROMPT_PASSWORD;
    int failed = ssh_message_auth_interactive_request(m, "", "", 1, (const char *[]){ prompt }, echo);
    return finish(m, failed ? LOGIN_FAILED : LOGIN_GOES_ON);
}

static enum ssh_login take_response(struct ssh_line *s, ssh_message m)
{
    enum ssh_prompt prompt = s->auth.prompt;
    s->auth.prompt = PROMPT_NONE;
    if (prompt == PROMPT_EMPTY) return admit(s, m, 0);
    if (prompt == PROMPT_NONE || ssh_userauth_kbdint_getnanswers(s->session) != 1) return refuse_wrong(&s->auth, m);
    const char *answer = ssh_userauth_kbdint_getanswer(s->session, 0);
    if (answer != NULL && answer[0] == '\0') return admit(s, m, 0);
    return check_password(s, m, answer);
}

/* RFC 4252 7: a client first asks whether a key would do, without a signature, and then comes again with one. Those
 * questions are counted, since each costs no proof. */
static enum ssh_login take_key(struct ssh_line *s, ssh_message m)
{
    struct ssh_key_facts facts;
    if (!ssh_key_read(ssh_message_auth_pubkey(m), &facts) || !facts.strong || !ssh_guard_signature(m)) return refuse(m);
    if (ssh_message_auth_publickey_state(m) == SSH_PUBLICKEY_STATE_NONE) {
        if (++s->auth.probes > SSH_PROBES_MAX)
            return fail(&s->auth, m, "Too many keys were offered: name one, by ssh -o IdentitiesOnly=yes -i FILE.");
        return finish(m, ssh_message_auth_reply_pk_ok_simple(m) == SSH_OK ? LOGIN_GOES_ON : LOGIN_FAILED);
    }
    /* libssh has checked the signature: a wrong one never gets here. */
    if (ssh_message_auth_publickey_state(m) != SSH_PUBLICKEY_STATE_VALID) return refuse_wrong(&s->auth, m);
    struct caller *caller = &s->line.conn.caller;
    memcpy(caller->key, facts.sha256, sizeof caller->key);
    caller->key_proven = true;
    return admit(s, m, 0);
}

/* A new request ends a dialogue that was under way (RFC 4252 5), and may come with another name. */
static enum ssh_login take_request(struct ssh_line *s, ssh_message m)
{
    struct ssh_auth *a = &s->auth;
    const char *user = ssh_message_auth_user(m);
    a->prompt = PROMPT_NONE;
    clean_word(a->user, sizeof a->user, user != NULL ? user : "", user != NULL ? strlen(user) : 0);
    switch (ssh_message_subtype(m)) {
    case SSH_AUTH_METHOD_PUBLICKEY: return take_key(s, m);
    case SSH_AUTH_METHOD_INTERACTIVE:
    case SSH_AUTH_METHOD_PASSWORD: return ask_host(s, m, NULL);
    default: return refuse(m); /* `none` too: whoever gets in with it never offers a key (H20) */
    }
}

/* RFC 4253 10: there is one service to be had, and who wants another is told so by the end. */
static enum ssh_login take_service(struct ssh_auth *a, ssh_message m)
{
    const char *service = ssh_message_service_service(m);
    if (service == NULL || strcmp(service, "ssh-userauth") != 0)
        return fail(a, m, "The service you ask for is not offered here: log in first, by ssh-userauth.");
    return refuse(m); /* of a service request this is the yes */
}

static enum ssh_login take(struct ssh_line *s, ssh_message m)
{
    if (++s->auth.requests > SSH_REQUESTS_MAX)
        return fail(&s->auth, m, "Too many requests to log in. Please call again.");
    if (ssh_message_type(m) == SSH_REQUEST_SERVICE) return take_service(&s->auth, m);
    if (ssh_message_type(m) != SSH_REQUEST_AUTH) return refuse(m);
    if (!s->auth.asked) line_answered(&s->line);
    s->auth.asked = true;
    if (ssh_message_subtype(m) == SSH_AUTH_METHOD_INTERACTIVE && ssh_message_auth_kbdint_is_response(m))
        return take_response(s, m);
    return take_request(s, m);
}

static enum ssh_login use_answer_about_name(struct ssh_line *s, ssh_message m, enum verdict verdict)
{
    bool dialogue = ssh_message_subtype(m) == SSH_AUTH_METHOD_INTERACTIVE;
    switch (verdict) {
    case VERDICT_GUEST: return dialogue ? invite(&s->auth, m) : admit(s, m, 0);
    case VERDICT_ACCOUNT:
        return dialogue ? prompt_password(&s->auth, m) : check_password(s, m, ssh_message_auth_password(m));
    default: return refuse_wrong(&s->auth, m);
    }
}

static enum ssh_login use_answer(struct ssh_line *s)
{
    struct ssh_auth *a = &s->auth;
    ssh_message m = a->held;
    enum ssh_question question = a->question;
    a->held = NULL;
    a->question = QUESTION_NONE;
    if (question == QUESTION_NAME) return use_answer_about_name(s, m, a->verdict);
    if (a->verdict == VERDICT_REFUSE) return refuse_wrong(a, m);
    return admit(s, m, a->verdict == VERDICT_ACCOUNT ? a->account : 0);
}

enum ssh_login ssh_auth_step(struct ssh_line *s)
{
    struct ssh_auth *a = &s->auth;
    enum ssh_login login = LOGIN_GOES_ON;
    while (login == LOGIN_GOES_ON || (login == LOGIN_AWAITS && a->answered)) {
        if (a->held != NULL) {
            if (!a->answered) return LOGIN_AWAITS;
            login = use_answer(s);
        } else {
            ssh_message m = ssh_message_get(s->session);
            if (m == NULL) break;
            a->taken_in = s->packets.in_bytes;
            login = take(s, m);
        }
        a->replied_out = s->packets.out_packets;
    }
    return login;
}

void ssh_auth_answer(struct ssh_auth *a, enum verdict verdict, int64_t account)
{
    if (a->held == NULL || a->answered) return;
    a->answered = true;
    a->verdict = verdict;
    a->account = account;
}

void ssh_auth_clear(struct ssh_auth *a)
{
    if (a->held != NULL) ssh_message_free(a->held);
    a->held = NULL;
}

void ssh_auth_drop_rest(struct ssh_line *s)
{
    for (ssh_message m; (m = ssh_message_get(s->session)) != NULL;) ssh_message_free(m);
}
