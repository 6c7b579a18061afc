#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include "net/ssh_doors.h"
#include "net/ssh_guards.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct place {
    char dir[64]; /* does not exist yet */
    char parent[48];
    struct net_config config;
};

static int make_place(void **state)
{
    static struct place p;
    snprintf(p.parent, sizeof p.parent, "/tmp/ssh-doors-XXXXXX");
    if (mkdtemp(p.parent) == NULL) return 1;
    snprintf(p.dir, sizeof p.dir, "%s/keys", p.parent);
    p.config = (struct net_config){ .key_dir = p.dir };
    *state = &p;
    return 0;
}

static int remove_place(void **state)
{
    struct place *p = *state;
    char command[80];
    snprintf(command, sizeof command, "rm -r %s", p->parent);
    return system(command);
}

static const char *path_in(const struct place *p, const char *file)
{
    static char path[128];
    snprintf(path, sizeof path, "%s/%s", p->dir, file);
    return path;
}

static void *open_or_fail(const struct place *p)
{
    struct err e = { "" };
    void *doors = ssh_doors_open(&p->config, &e);
    if (doors == NULL) fail_msg("%s", e.text);
    return doors;
}

static void write_file(const char *path, const char *text, mode_t mode)
{
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fputs(text, f);
    assert_int_equal(fclose(f), 0);
    assert_int_equal(chmod(path, mode), 0);
}

static void assert_holds(const char *path, const char *text)
{
    char got[256] = "";
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    size_t n = fread(got, 1, sizeof got - 1, f);
    fclose(f);
    assert_int_equal(n, strlen(text));
    assert_string_equal(got, text);
}

static void assert_refused(const struct place *p, const char *because)
{
    struct err e = { "" };
    assert_null(ssh_doors_open(&p->config, &e));
    if (strstr(e.text, because) == NULL) fail_msg("\"%s\" does not say \"%s\"", e.text, because);
    assert_null(strchr(e.text, '\n'));
}

/* A P-256 key, as a house of before has one. */
static void make_old_key(struct place *p)
{
    char command[384];
    mkdir(p->dir, 0700);
    const char *path = path_in(p, "ssh_host_ecdsa_key");
    snprintf(command, sizeof command, "ssh-keygen -q -t ecdsa -b 256 -N '' -f %s </dev/null && rm %s.pub", path, path);
    assert_int_equal(system(command), 0);
}

/* (H25) */
static void keys_are_made_once_and_found_again(void **state)
{
    struct place *p = *state;
    make_old_key(p);
    char first[2][80];
    void *doors = open_or_fail(p);
    for (int k = 0; k < 2; k++) snprintf(first[k], sizeof first[k], "%s", ssh_doors_fingerprint(doors, k));
    ssh_doors_close(doors);
    doors = open_or_fail(p);
    for (int k = 0; k < 2; k++) assert_string_equal(ssh_doors_fingerprint(doors, k), first[k]);
    assert_null(ssh_doors_fingerprint(doors, 2));
    assert_null(ssh_doors_fingerprint(doors, -1));
    ssh_doors_close(doors);
}

/* (H25) */
static void nobody_else_may_read_the_keys_and_nothing_is_left_beside_them(void **state)
{
    struct place *p = *state;
    make_old_key(p);
    struct stat st;
    ssh_doors_close(open_or_fail(p));
    assert_int_equal(stat(p->dir, &st), 0);
    assert_int_equal(st.st_mode & 07777, 0700);
    static const char *const files[] = { "ssh_host_ed25519_key", "ssh_host_ecdsa_key" };
    for (int k = 0; k < 2; k++) {
        assert_int_equal(stat(path_in(p, files[k]), &st), 0);
        assert_int_equal(st.st_mode & 07777, 0600);
    }
    assert_int_not_equal(access(path_in(p, "ssh_host_ed25519_key.new"), F_OK), 0);
}

static void a_p256_key_is_kept_where_there_is_one_and_never_made(void **state)
{
    struct place *p = *state;
    void *doors = open_or_fail(p);
    assert_non_null(strstr(ssh_doors_fingerprint(doors, 0), "(ED25519)"));
    assert_null(ssh_doors_fingerprint(doors, 1));
    ssh_doors_close(doors);
    assert_int_not_equal(access(path_in(p, "ssh_host_ecdsa_key"), F_OK), 0);
    make_old_key(p);
    doors = open_or_fail(p);
    assert_non_null(strstr(ssh_doors_fingerprint(doors, 1), "(ECDSA)"));
    assert_null(ssh_doors_fingerprint(doors, 2));
    ssh_doors_close(doors);
}

/* (H24) */
static void an_rsa_key_is_made_only_when_asked_for(void **state)
{
    struct place *p = *state;
    ssh_doors_close(open_or_fail(p));
    assert_int_not_equal(access(path_in(p, "ssh_host_rsa_key"), F_OK), 0);
    p->config.rsa_host_key = true;
    void *doors = open_or_fail(p);
    assert_non_null(strstr(ssh_doors_fingerprint(doors, 1), "(RSA)"));
    ssh_doors_close(doors);
}

static void fingerprints_are_as_ssh_keygen_prints_them(void **state)
{
    struct place *p = *state;
    make_old_key(p);
    char command[256], printed[512], sha[64], kind[16], want[128];
    static const char *const files[] = { "ssh_host_ed25519_key", "ssh_host_ecdsa_key" };
    void *doors = open_or_fail(p);
    for (int k = 0; k < 2; k++) {
        snprintf(command, sizeof command, "ssh-keygen -lf %s", path_in(p, files[k]));
        FILE *pipe = popen(command, "r");
        assert_non_null(fgets(printed, sizeof printed, pipe));
        assert_int_equal(pclose(pipe), 0);
        assert_int_equal(sscanf(printed, "%*d %63s", sha), 1);
        assert_int_equal(sscanf(strrchr(printed, '('), "%15s", kind), 1);
        snprintf(want, sizeof want, "%s %s", sha, kind);
        assert_string_equal(ssh_doors_fingerprint(doors, k), want);
    }
    ssh_doors_close(doors);
}

/* (H25) */
static void a_broken_key_is_a_refusal_and_is_left_as_it_is(void **state)
{
    struct place *p = *state;
    static const char *const broken[] = {
        "", "not a key\n", "-----BEGIN OPENSSH PRIVATE KEY-----\nAAAA\n-----END OPENSSH PRIVATE KEY-----\n"
    };
    ssh_doors_close(open_or_fail(p));
    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
        write_file(path_in(p, "ssh_host_ed25519_key"), broken[i], 0600);
        assert_refused(p, "ssh_host_ed25519_key is broken");
        assert_holds(path_in(p, "ssh_host_ed25519_key"), broken[i]);
    }
}

/* (H25) */
static void a_key_that_cannot_be_read_is_a_refusal(void **state)
{
    struct place *p = *state;
    make_old_key(p);
    ssh_doors_close(open_or_fail(p));
    assert_int_equal(unlink(path_in(p, "ssh_host_ecdsa_key")), 0);
    assert_int_equal(symlink("/nowhere/at/all", path_in(p, "ssh_host_ecdsa_key")), 0);
    assert_refused(p, "ssh_host_ecdsa_key cannot be read");
    assert_int_equal(unlink(path_in(p, "ssh_host_ecdsa_key")), 0);
    assert_int_equal(mkdir(path_in(p, "ssh_host_ecdsa_key"), 0700), 0);
    assert_refused(p, "ssh_host_ecdsa_key is not a file");
}

/* (H25) */
static void a_key_others_can_read_is_a_refusal(void **state)
{
    struct place *p = *state;
    make_old_key(p);
    ssh_doors_close(open_or_fail(p));
    assert_int_equal(chmod(path_in(p, "ssh_host_ecdsa_key"), 0644), 0);
    assert_refused(p, "chmod 600");
}

static void a_key_of_another_kind_is_a_refusal(void **state)
{
    struct place *p = *state;
    make_old_key(p);
    char from[128];
    ssh_doors_close(open_or_fail(p));
    snprintf(from, sizeof from, "%s", path_in(p, "ssh_host_ecdsa_key"));
    assert_int_equal(rename(from, path_in(p, "ssh_host_ed25519_key")), 0);
    assert_refused(p, "not of the kind ED25519");
}

static void a_key_locked_with_a_passphrase_is_a_refusal_without_a_question(void **state)
{
    struct place *p = *state;
    char command[256];
    ssh_doors_close(open_or_fail(p));
    snprintf(command, sizeof command, "ssh-keygen -q -p -P '' -N secret -f %s >/dev/null",
             path_in(p, "ssh_host_ed25519_key"));
    assert_int_equal(system(command), 0);
    assert_refused(p, "locked with a passphrase");
}

static void a_directory_that_cannot_be_made_is_a_refusal(void **state)
{
    struct place *p = *state;
    p->config.key_dir = "/proc/no/keys/here";
    assert_refused(p, "cannot be made");
    p->config.key_dir = "/proc";
    assert_refused(p, "cannot be written");
}

static void what_a_crash_left_aside_is_no_hindrance(void **state)
{
    struct place *p = *state;
    assert_int_equal(mkdir(p->dir, 0700), 0);
    write_file(path_in(p, "ssh_host_ed25519_key.new"), "half a ke", 0600);
    ssh_doors_close(open_or_fail(p));
}

static void the_guards_hold_in_this_program(void **state)
{
    (void)state;
    struct err e = { "" };
    if (!ssh_guards_check(&e)) fail_msg("%s", e.text);
}

#define IN_A_PLACE(test) cmocka_unit_test_setup_teardown(test, make_place, remove_place)

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_A_PLACE(keys_are_made_once_and_found_again),
        IN_A_PLACE(nobody_else_may_read_the_keys_and_nothing_is_left_beside_them),
        IN_A_PLACE(a_p256_key_is_kept_where_there_is_one_and_never_made),
        IN_A_PLACE(an_rsa_key_is_made_only_when_asked_for),
        IN_A_PLACE(fingerprints_are_as_ssh_keygen_prints_them),
        IN_A_PLACE(a_broken_key_is_a_refusal_and_is_left_as_it_is),
        IN_A_PLACE(a_key_that_cannot_be_read_is_a_refusal),
        IN_A_PLACE(a_key_others_can_read_is_a_refusal),
        IN_A_PLACE(a_key_of_another_kind_is_a_refusal),
        IN_A_PLACE(a_key_locked_with_a_passphrase_is_a_refusal_without_a_question),
        IN_A_PLACE(a_directory_that_cannot_be_made_is_a_refusal),
        IN_A_PLACE(what_a_crash_left_aside_is_no_hindrance),
        cmocka_unit_test(the_guards_hold_in_this_program),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
