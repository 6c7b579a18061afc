#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include "net/ssh_auth.h"
#include "net/ssh_house.h"
#include "net/ssh_key.h"
#include "net/ssh_stranger.h"

#include <sodium.h>

static void let_go(struct house *h)
{
    snprintf(h->last_words, sizeof h->last_words, "welcome and goodbye\r\n");
}

/* SHA-256 of a caller's key, as ssh-keygen prints it. */
static void fingerprint_of(const char *name, char out[64])
{
    char command[256], printed[512];
    snprintf(command, sizeof command, "ssh-keygen -lf %s/%s.pub", key_dir, name);
    assert_int_equal(run_command(printed, sizeof printed, command), 0);
    assert_int_equal(sscanf(printed, "%*d SHA256:%63s", out), 1);
}

static void assert_key_is(const struct caller *caller, const char *name)
{
    char want[64], got[64];
    fingerprint_of(name, want);
    sodium_bin2base64(got, sizeof got, caller->key, sizeof caller->key, sodium_base64_VARIANT_ORIGINAL_NO_PADDING);
    assert_true(caller->key_proven);
    assert_string_equal(got, want);
}

/* (H20) */
static void a_client_with_a_key_is_asked_for_it_and_is_somebody(void **state)
{
    struct house *h = *state;
    char out[32768], arguments[256];
    let_go(h);
    make_caller_key("h20", "-t ed25519");
    snprintf(arguments, sizeof arguments, "-v -tt -i %s/h20 play@127.0.0.1 </dev/null", key_dir);
    assert_int_equal(run_ssh(h, out, sizeof out, arguments), 0);
    assert_non_null(strstr(out, "Authentications that can continue: publickey,keyboard-interactive,password"));
    assert_non_null(strstr(out, "using \"publickey\""));
    assert_non_null(strstr(out, "welcome and goodbye"));
    WAIT_FOR(h, h->opened == 1);
    assert_key_is(&h->caller, "h20");
    assert_string_equal(h->caller.user, "play");
    assert_int_equal(h->checks, 0);
}

/* (H20) */
static void a_client_without_a_key_is_a_guest_and_sees_no_prompt(void **state)
{
    struct house *h = *state;
    char out[32768];
    let_go(h);
    assert_int_equal(run_ssh(h, out, sizeof out, "-q -tt -o PubkeyAuthentication=no play@127.0.0.1 </dev/null"), 0);
    assert_string_equal(out, "welcome and goodbye\r\n");
    WAIT_FOR(h, h->opened == 1);
    assert_false(h->caller.key_proven);
    assert_int_equal(h->caller.account, 0);
    assert_int_equal(h->passwords, 0);
}

/* (H22) */
static void eleven_keys_that_are_refused_do_not_spend_the_twelfth(void **state)
{
    struct house *h = *state;
    char out[65536], arguments[1024];
    int n = snprintf(arguments, sizeof arguments, "-tt -o RequiredRSASize=1024");
    let_go(h);
    for (int i = 0; i < 11; i++) {
        char name[16], options[64];
        snprintf(name, sizeof name, "weak%d", i);
        snprintf(options, sizeof options, "-t rsa -b 1024");
        make_caller_key(name, options);
        n += snprintf(arguments + n, sizeof arguments - (size_t)n, " -i %s/%s", key_dir, name);
    }
    make_caller_key("twelfth", "-t ed25519");
    snprintf(arguments + n, sizeof arguments - (size_t)n, " -i %s/twelfth play@127.0.0.1 </dev/null", key_dir);
    assert_int_equal(run_ssh(h, out, sizeof out, arguments), 0);
    WAIT_FOR(h, h->opened == 1);
    assert_key_is(&h->caller, "twelfth");
}

/* (H22) */
static void probes_without_end_are_cut_off(void **state)
{
    struct house *h = *state;
    char path[128];
    ssh_key key = NULL;
    make_caller_key("probe", "-t ed25519");
    snprintf(path, sizeof path, "%s/probe.pub", key_dir);
    assert_int_equal(ssh_pki_import_pubkey_file(path, &key), SSH_OK);
    ssh_session session = stranger_connect(h->port, "play");
    assert_int_equal(ssh_userauth_none(session, NULL), SSH_AUTH_DENIED);
    for (int i = 0; i < SSH_PROBES_MAX; i++)
        assert_int_equal(ssh_userauth_try_publickey(session, NULL, key), SSH_AUTH_SUCCESS);
    ssh_set_blocking(session, 0);
    assert_int_not_equal(ssh_userauth_try_publickey(session, NULL, key), SSH_AUTH_SUCCESS);
    WAIT_FOR(h, h->gone == 1);
    ssh_key_free(key);
    stranger_leave(session);
}

/* (H23) */
static void a_guest_may_give_any_password_and_an_empty_one(void **state)
{
    struct house *h = *state;
    static const char *const passwords[] = { "", "hunter2", "\xff\x01" };
    for (size_t i = 0; i < sizeof passwords / sizeof *passwords; i++) {
        ssh_session session = stranger_connect(h->port, "play");
        assert_int_equal(ssh_userauth_password(session, NULL, passwords[i]), SSH_AUTH_SUCCESS);
        stranger_leave(session);
    }
    assert_int_equal(h->passwords, 0);
}

static void an_account_name_needs_its_password_and_the_answer_may_come_later(void **state)
{
    struct house *h = *state;
    h->answering = ANSWER_LATER;
    ssh_session session = stranger_connect(h->port, "ann");
    assert_int_equal(ssh_userauth_password(session, NULL, "wrong"), SSH_AUTH_DENIED);
    assert_int_equal(ssh_userauth_password(session, NULL, ""), SSH_AUTH_DENIED);
    assert_int_equal(ssh_userauth_password(session, NULL, ANN_PASSWORD), SSH_AUTH_SUCCESS);
    stranger_sit(session, 80, 24);
    WAIT_FOR(h, h->opened == 1);
    assert_int_equal(h->caller.account, ANN_ACCOUNT);
    assert_string_equal(h->caller.user, "ann");
    stranger_leave(session);
}

static ssh_session ask_for_prompt(struct house *h, const char *user)
{
    ssh_session session = stranger_connect(h->port, user);
    assert_int_equal(ssh_userauth_kbdint(session, NULL, NULL), SSH_AUTH_INFO);
    return session;
}

static void an_account_name_is_prompted_for_a_password_that_is_not_shown(void **state)
{
    struct house *h = *state;
    char echo = 1;
    h->answering = ANSWER_LATER;
    ssh_session session = ask_for_prompt(h, "ann");
    assert_int_equal(ssh_userauth_kbdint_getnprompts(session), 1);
    assert_string_equal(ssh_userauth_kbdint_getprompt(session, 0, &echo),
                        "Password for ann (empty: come in as a guest): ");
    assert_int_equal(echo, 0);
    ssh_userauth_kbdint_setanswer(session, 0, ANN_PASSWORD);
    assert_int_equal(ssh_userauth_kbdint(session, NULL, NULL), SSH_AUTH_SUCCESS);
    stranger_sit(session, 80, 24);
    WAIT_FOR(h, h->opened == 1);
    assert_int_equal(h->caller.account, ANN_ACCOUNT);
    stranger_leave(session);
}

static void an_empty_answer_to_the_prompt_comes_in_as_a_guest(void **state)
{
    struct house *h = *state;
    ssh_session session = ask_for_prompt(h, "ann");
    ssh_userauth_kbdint_setanswer(session, 0, "");
    assert_int_equal(ssh_userauth_kbdint(session, NULL, NULL), SSH_AUTH_SUCCESS);
    stranger_sit(session, 80, 24);
    WAIT_FOR(h, h->opened == 1);
    assert_int_equal(h->caller.account, 0);
    assert_int_equal(h->passwords, 0);
    stranger_leave(session);
}

static void six_wrong_passwords_end_the_connection(void **state)
{
    struct house *h = *state;
    ssh_session session = stranger_connect(h->port, "ann");
    for (int i = 1; i < SSH_WRONG_MAX; i++)
        assert_int_equal(ssh_userauth_password(session, NULL, "wrong"), SSH_AUTH_DENIED);
    ssh_userauth_password(session, NULL, "wrong");
    WAIT_FOR(h, h->gone == 1);
    assert_int_equal(h->passwords, SSH_WRONG_MAX);
    stranger_leave(session);
}

static void a_response_nobody_asked_for_is_refused(void **state)
{
    struct house *h = *state;
    ssh_session session = ask_for_prompt(h, "ann");
    assert_int_equal(ssh_userauth_none(session, "bob"), SSH_AUTH_DENIED);
    begin_packet(61); /* USERAUTH_INFO_RESPONSE */
    put_u32(0);
    send_packet(session);
    assert_int_not_equal(ssh_userauth_none(session, "bob"), SSH_AUTH_SUCCESS);
    assert_int_equal(h->opened, 0);
    stranger_leave(session);
}

/* (H63) */
static void the_name_is_cleaned_before_anybody_sees_it(void **state)
{
    struct house *h = *state;
    ssh_session session = stranger_enter(h->port, "x\n1.2.3.4 \x1b[2Jfail-and-much-longer-than-a-name-may-be");
    stranger_sit(session, 80, 24);
    WAIT_FOR(h, h->opened == 1);
    assert_string_equal(h->caller.user, "x1.2.3.4[2Jfail-and-much-longer-");
    stranger_leave(session);
}

/* A caller who has given ann's password and waits for the answer. */
static ssh_session wait_for_answer(struct house *h)
{
    h->answering = ANSWER_NEVER;
    ssh_session session = stranger_connect(h->port, "ann");
    assert_int_equal(ssh_userauth_none(session, NULL), SSH_AUTH_DENIED);
    ssh_set_blocking(session, 0);
    assert_int_equal(ssh_userauth_password(session, NULL, ANN_PASSWORD), SSH_AUTH_AGAIN);
    WAIT_FOR(h, h->checks == 1);
    return session;
}

/* (H37) */
static void others_come_in_while_an_answer_is_awaited_and_the_caller_may_die_meanwhile(void **state)
{
    struct house *h = *state;
    ssh_session waiting = wait_for_answer(h);
    uint64_t ticket = h->asked;
    h->answering = ANSWER_AT_ONCE;
    ssh_session other = stranger_enter(h->port, "play");
    stranger_leave(other);
    stranger_leave(waiting);
    struct answer *a = mem_new(sizeof *a);
    *a = (struct answer){ .house = h, .ticket = ticket, .verdict = VERDICT_ACCOUNT };
    inbox_post(h->inbox, answer_now, a);
    WAIT_FOR(h, h->gone == 2);
    assert_int_equal(h->opened, 0);
}

static void a_caller_killed_while_an_answer_is_awaited_leaves_nothing(void **state)
{
    struct house *h = *state;
    ssh_session waiting = wait_for_answer(h);
    house_do(h, do_kill_all, NULL);
    assert_int_equal(h->gone, 1);
    stranger_leave(waiting);
}

static void a_host_that_refuses_lets_nobody_in(void **state)
{
    struct house *h = *state;
    h->answering = ANSWER_REFUSE;
    ssh_session session = stranger_connect(h->port, "play");
    assert_int_equal(ssh_userauth_password(session, NULL, "x"), SSH_AUTH_DENIED);
    assert_int_equal(ssh_userauth_kbdint(session, NULL, NULL), SSH_AUTH_DENIED);
    stranger_leave(session);
}

/* (H40) */
static void neither_keys_that_were_offered_nor_passwords_get_into_the_log(void **state)
{
    struct house *h = *state;
    char out[65536], arguments[512], log[128], mark[64];
    let_go(h);
    snprintf(log, sizeof log, "%s/log", key_dir);
    int saved = dup(STDERR_FILENO), fd = open(log, O_CREAT | O_TRUNC | O_RDWR, 0600);
    dup2(fd, STDERR_FILENO);
    snprintf(arguments, sizeof arguments, "-tt -o RequiredRSASize=1024 -i %s/weak0 -i %s/h20 play@127.0.0.1 </dev/null",
             key_dir, key_dir);
    int status = run_ssh(h, out, sizeof out, arguments);
    ssh_session session = stranger_connect(h->port, "ann");
    ssh_userauth_password(session, NULL, "tell-nobody");
    stranger_leave(session);
    WAIT_FOR(h, h->gone == 2);
    dup2(saved, STDERR_FILENO);
    close(saved);
    assert_int_equal(status, 0);
    ssize_t n = pread(fd, out, sizeof out - 1, 0);
    close(fd);
    assert_true(n > 0);
    out[n] = '\0';
    assert_non_null(strstr(out, "logged in by key"));
    assert_null(strstr(out, "tell-nobody"));
    fingerprint_of("weak0", mark);
    assert_null(strstr(out, mark));
    fingerprint_of("h20", mark);
    assert_null(strstr(out, mark));
}

/* (H40b) */
static void a_weak_key_makes_nobody(void **state)
{
    struct house *h = *state;
    char out[65536], arguments[512];
    let_go(h);
    snprintf(arguments, sizeof arguments, "-v -tt -o RequiredRSASize=1024 -i %s/weak0 play@127.0.0.1 </dev/null",
             key_dir);
    assert_int_equal(run_ssh(h, out, sizeof out, arguments), 0);
    assert_non_null(strstr(out, "Offering public key"));
    assert_non_null(strstr(out, "using \"keyboard-interactive\""));
    WAIT_FOR(h, h->opened == 1);
    assert_false(h->caller.key_proven);
}

/* (H40b) */
static void a_dsa_key_makes_nobody(void **state)
{
    struct house *h = *state;
    char out[65536], arguments[512];
    let_go(h);
    make_caller_key("dsa", "-t dsa");
    snprintf(arguments, sizeof arguments,
             "-v -tt -o PubkeyAcceptedAlgorithms=+ssh-dss -i %s/dsa play@127.0.0.1 </dev/null", key_dir);
    assert_int_equal(run_ssh(h, out, sizeof out, arguments), 0);
    assert_non_null(strstr(out, "using \"keyboard-interactive\""));
    WAIT_FOR(h, h->opened == 1);
    assert_false(h->caller.key_proven);
}

static void an_rsa_key_of_2048_bits_is_good_enough(void **state)
{
    struct house *h = *state;
    char out[65536], arguments[512];
    let_go(h);
    make_caller_key("rsa", "-t rsa -b 2048");
    snprintf(arguments, sizeof arguments, "-tt -i %s/rsa play@127.0.0.1 </dev/null", key_dir);
    assert_int_equal(run_ssh(h, out, sizeof out, arguments), 0);
    WAIT_FOR(h, h->opened == 1);
    assert_key_is(&h->caller, "rsa");
}

static void bits_are_counted_only_in_an_rsa_blob_that_is_whole(void **state)
{
    (void)state;
    static const uint8_t blob[] = {
        0, 0, 0, 7, 's', 's', 'h', '-', 'r', 's', 'a', 0, 0, 0, 1, 3, 0, 0, 0, 3, 0, 0x40, 1
    };
    assert_int_equal(ssh_key_rsa_bits(blob, sizeof blob), 15);
    for (size_t n = 0; n < sizeof blob; n++) assert_int_equal(ssh_key_rsa_bits(blob, n), 0);
    uint8_t other[sizeof blob];
    memcpy(other, blob, sizeof blob);
    other[4] = 'x';
    assert_int_equal(ssh_key_rsa_bits(other, sizeof other), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_A_HOUSE(a_client_with_a_key_is_asked_for_it_and_is_somebody),
        IN_A_HOUSE(a_client_without_a_key_is_a_guest_and_sees_no_prompt),
        IN_A_HOUSE(eleven_keys_that_are_refused_do_not_spend_the_twelfth),
        IN_A_HOUSE(probes_without_end_are_cut_off),
        IN_A_HOUSE(a_guest_may_give_any_password_and_an_empty_one),
        IN_A_HOUSE(an_account_name_needs_its_password_and_the_answer_may_come_later),
        IN_A_HOUSE(an_account_name_is_prompted_for_a_password_that_is_not_shown),
        IN_A_HOUSE(an_empty_answer_to_the_prompt_comes_in_as_a_guest),
        IN_A_HOUSE(six_wrong_passwords_end_the_connection),
        IN_A_HOUSE(a_response_nobody_asked_for_is_refused),
        IN_A_HOUSE(the_name_is_cleaned_before_anybody_sees_it),
        IN_A_HOUSE(others_come_in_while_an_answer_is_awaited_and_the_caller_may_die_meanwhile),
        IN_A_HOUSE(a_caller_killed_while_an_answer_is_awaited_leaves_nothing),
        IN_A_HOUSE(a_host_that_refuses_lets_nobody_in),
        IN_A_HOUSE(neither_keys_that_were_offered_nor_passwords_get_into_the_log),
        IN_A_HOUSE(a_weak_key_makes_nobody),
        IN_A_HOUSE(a_dsa_key_makes_nobody),
        IN_A_HOUSE(an_rsa_key_of_2048_bits_is_good_enough),
        cmocka_unit_test(bits_are_counted_only_in_an_rsa_blob_that_is_whole),
    };
    return cmocka_run_group_tests(tests, make_key_dir, remove_key_dir);
}
