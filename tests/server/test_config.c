#include "server/config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define CONF "../conf/kingscorner.conf"

static char path[64];

static int make_path(void **state)
{
    (void)state;
    strcpy(path, "/tmp/kingscorner-conf-XXXXXX");
    int fd = mkstemp(path);
    return fd < 0 ? -1 : close(fd);
}

static int remove_path(void **state)
{
    (void)state;
    return unlink(path);
}

static void write_file(const char *text)
{
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fputs(text, f);
    fclose(f);
}

/* What reading text says: "" when it is taken. */
static const char *reason(struct config *c, const char *text)
{
    static struct err e;
    e.text[0] = '\0';
    write_file(text);
    assert_true(config_read(c, path, &e) == (e.text[0] == '\0'));
    size_t n = strlen(path);
    if (e.text[0] == '\0') return "";
    assert_memory_equal(e.text, path, n);
    return e.text + n + 1;
}

/* clang-format off */
#define NUMBERS(X) \
    X(rsa_host_key) \
    X(old_clients) \
    X(telnet_keepalive_nop) \
    X(handshakes_per_s) \
    X(connects_per_address) \
    X(connects_per_network) \
    X(cpu_ms_per_address) \
    X(unready) \
    X(unready_per_address) \
    X(callers) \
    X(callers_per_address) \
    X(accounts_per_address) \
    X(login_s) \
    X(person_s) \
    X(silent_s) \
    X(keys_per_s) \
    X(keys_burst) \
    X(idle_s) \
    X(frame_ms) \
    X(tables) \
    X(tables_per_address) \
    X(turn_s) \
    X(grace_s) \
    X(pace_ms)
/* clang-format on */
#define ONE(name) +1
enum { KEYS = 4 NUMBERS(ONE) };

static void assert_same_list(char *const *a, char *const *b)
{
    for (; *a != NULL && *b != NULL; a++, b++) assert_string_equal(*a, *b);
    assert_null(*a);
    assert_null(*b);
}

/* The file with every commented key made a live one; counts them. */
static void uncomment(int *keys)
{
    char line[512], *equals;
    FILE *in = fopen(CONF, "r"), *out = fopen(path, "w");
    assert_non_null(in);
    assert_non_null(out);
    for (*keys = 0; fgets(line, sizeof line, in) != NULL;) {
        bool key = line[0] == '#' && line[1] >= 'a' && line[1] <= 'z' && (equals = strstr(line, " = ")) != NULL;
        fputs(key ? line + 1 : line, out);
        *keys += key;
    }
    fclose(in);
    fclose(out);
}

static void the_file_and_the_built_in_defaults_are_the_same(void **state)
{
    struct config defaults, c;
    struct err e;
    int keys;
    (void)state;
    config_init(&defaults);
    config_init(&c);
    config_set_text(&c.name, "x");
    config_set_text(&c.state_dir, "x");
    config_clear_addresses(c.ssh);
    config_clear_addresses(c.telnet);
#define SPOIL(name) c.name = !c.name;
    NUMBERS(SPOIL)
    uncomment(&keys);
    assert_int_equal(keys, KEYS);
    if (!config_read(&c, path, &e)) fail_msg("%s", e.text);
#define COMPARE(name) assert_int_equal(c.name, defaults.name);
    NUMBERS(COMPARE)
    assert_string_equal(c.name, defaults.name);
    assert_string_equal(c.state_dir, defaults.state_dir);
    assert_same_list(c.ssh, defaults.ssh);
    assert_same_list(c.telnet, defaults.telnet);
    config_clear(&c);
    config_clear(&defaults);
}

static void the_file_as_it_is_shipped_sets_nothing(void **state)
{
    struct config c = { .name = NULL };
    struct err e;
    (void)state;
    config_init(&c);
    c.login_s = 31;
    assert_true(config_read(&c, CONF, &e));
    assert_int_equal(c.login_s, 31);
    assert_false(c.ssh_chosen || c.telnet_chosen);
    assert_string_equal(reason(&c, "ssh = { \"0.0.0.0:2222\", \"[::]:2222\" }\n"),
                        ""); /* word for word the default, but chosen */
    assert_true(c.ssh_chosen && !c.telnet_chosen);
    config_clear(&c);
}

static void a_file_sets_what_it_names_and_leaves_the_rest(void **state)
{
    struct config c;
    (void)state;
    config_init(&c);
    assert_string_equal(
        reason(&c, "name = \"The Cellar\"\nturn_s = 0\nssh = { \"127.0.0.1:22\" }\ntelnet += { \"[::1]:0\" }\n"), "");
    assert_string_equal(c.name, "The Cellar");
    assert_int_equal(c.turn_s, 0);
    assert_int_equal(c.login_s, 30);
    assert_string_equal(c.ssh[0], "127.0.0.1:22");
    assert_null(c.ssh[1]);
    assert_string_equal(c.telnet[2], "[::1]:0");
    assert_true(c.ssh_chosen && c.telnet_chosen);
    assert_string_equal(reason(&c, "telnet = {}\nrsa_host_key = true\n"), "");
    assert_null(c.telnet[0]);
    assert_true(c.rsa_host_key);
    config_clear(&c);
}

static void every_number_has_a_range(void **state)
{
    static const char *const texts[] = {
        "handshakes_per_s = 0",
        "connects_per_address = 0",
        "connects_per_network = 10001",
        "cpu_ms_per_address = 9",
        "unready = 10001",
        "person_s = 29",
        "person_s = 601",
        "unready_per_address = -1",
        "callers = 50001",
        "callers_per_address = 0",
        "accounts_per_address = 0",
        "login_s = 4",
        "silent_s = 3601",
        "keys_per_s = 4",
        "keys_burst = 9",
        "idle_s = -1",
        "frame_ms = 9",
        "tables = 0",
        "tables_per_address = 0",
        "turn_s = 3601",
        "grace_s = -1",
        "pace_ms = 10001",
        "pace_ms = 99999999999999999999",
        "pace_ms = fast",
        "pace_ms = 7x",
    };
    struct config c;
    (void)state;
    config_init(&c);
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        const char *why = reason(&c, texts[i]);
        char key[32];
        snprintf(key, sizeof key, "%.*s", (int)strcspn(texts[i], " "), texts[i]);
        if (strncmp(why, "1: ", 3) != 0 || strstr(why, key) == NULL) fail_msg("%s gives \"%s\"", texts[i], why);
    }
    config_clear(&c);
}

static void a_wrong_file_is_refused_with_its_line_and_changes_nothing(void **state)
{
    struct config c;
    (void)state;
    config_init(&c);
    assert_string_equal(reason(&c, "turn_s = 5\ncolour = 3\n"), "2: no such option 'colour'");
    assert_string_equal(reason(&c, "# words\n\nturn_s = 5\nlogin_s = 4\n"), "4: login_s is 4: it must be 5 to 600");
    assert_string_equal(reason(&c, "ssh = { \"0.0.0.0:2222\",\n \"localhost:22\" }\n"),
                        "2: ssh: \"localhost:22\" is no ADDRESS:PORT");
    assert_string_equal(reason(&c, "name = \"a\tb\"\n"), "1: name is not one line of at most 40 plain bytes");
    assert_string_equal(reason(&c, "rsa_host_key = maybe\n"), "1: invalid boolean value for option 'rsa_host_key'");
    assert_string_not_equal(reason(&c, "turn_s 5\n"), "");
    assert_int_equal(c.turn_s, 60);
    assert_string_equal(c.name, "");
    config_clear(&c);
}

static void what_a_reader_would_take_without_a_word_is_refused(void **state)
{
    static const char *const texts[][2] = {
        { "callers = 50\ncallers = 60\n", "2: callers is set a second time, after line 1: once is enough" },
        { "callers = 50 callers = 60", "1: callers is set a second time, after line 1: once is enough" },
        { "ssh = {}\n\nssh = { \"0.0.0.0:22\" }\n", "3: ssh is set a second time, after line 1: once is enough" },
        { "ssh = { \"0.0.0.0:22\" }\nssh += { \"[::]:22\" }\n",
          "2: ssh is set a second time, after line 1: once is enough" },
        { "rsa_host_key = true # or\nrsa_host_key # not\n= false\n",
          "2: rsa_host_key is set a second time, after line 1: once is enough" },
        { "name = \"a\\\nb\"\nname = \"c\"\n", "3: name is set a second time, after line 1: once is enough" },
        { "callers = 0x10\n", "1: callers is 0x10: it must be a decimal number without leading zeros" },
        { "\ncallers = 010\n", "2: callers is 010: it must be a decimal number without leading zeros" },
        { "callers = \"50 \"\n", "1: callers is 50 : it must be a decimal number without leading zeros" },
        { "callers = 5e3\n", "1: callers is 5e3: it must be a decimal number without leading zeros" },
        { "turn_s = -0x1\n", "1: turn_s is -0x1: it must be a decimal number without leading zeros" },
        { "turn_s = ''\n", "1: turn_s is : it must be a decimal number without leading zeros" },
        { "name = \"open\nturn_s = 5\n", "1: the quotation mark is never closed" },
        { "turn_s = 5\nname = 'open\n", "2: the quotation mark is never closed" },
        { "name = \"shut\"\nssh = { \"0.0.0.0:22\",\n  \"[::]:22 }\n", "3: the quotation mark is never closed" },
        { "name = \"a\" # \"\nstate_dir = \"\\\"\n", "2: the quotation mark is never closed" },
        { "turn_s = 5\n/* callers = 5\n", "2: a comment begins with #" },
        { "turn_s = 5 // seconds\n", "1: a comment begins with #" },
        { "name = \"x\"\nstate_dir = \"${NO_SUCH_VARIABLE}\"\n",
          "2: a variable, ${...}, is not replaced: write its value" },
        { "state_dir = /srv/${NO_SUCH_VARIABLE}\n", "1: a variable, ${...}, is not replaced: write its value" },
    };
    struct config c;
    (void)state;
    config_init(&c);
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        assert_string_equal(reason(&c, texts[i][0]), texts[i][1]);
    assert_string_equal(
        reason(&c, "# callers = 5\ncallers = 50 # \"\nname = '#${x}'\nturn_s = -0\nstate_dir = /srv//x\n"), "");
    assert_int_equal(c.callers, 50);
    assert_string_equal(c.name, "#${x}");
    assert_string_equal(c.state_dir, "/srv//x");
    config_clear(&c);
}

/* An address's share of what the house has not is what the house has. */
static void a_part_that_is_larger_than_its_whole_does_no_harm(void **state)
{
    struct config c;
    (void)state;
    config_init(&c);
    assert_string_equal(reason(&c, "callers = 5\ncallers_per_address = 6\nunready = 3\ntables = 2\n"), "");
    assert_int_equal(c.callers_per_address, 6);
    config_clear(&c);
}

static void a_missing_file_is_refused(void **state)
{
    struct config c;
    struct err e;
    (void)state;
    config_init(&c);
    assert_false(config_read(&c, "/nowhere/kingscorner.conf", &e));
    assert_string_equal(e.text, "/nowhere/kingscorner.conf: No such file or directory");
    config_clear(&c);
}

static void an_address_has_an_address_and_a_port(void **state)
{
    static const char *const good[] = { "0.0.0.0:2222", "127.0.0.1:0", "[::]:65535", "[2001:db8::1]:22" };
    static const char *const bad[] = { "",
                                       ":",
                                       ":22",
                                       "0.0.0.0",
                                       "0.0.0.0:",
                                       "0.0.0.0:65536",
                                       "0.0.0.0:-1",
                                       "0.0.0.0:2x",
                                       "::1:22",
                                       "[::1]",
                                       "host:22",
                                       "1.2.3:22",
                                       "1.2.3.4.5:22",
                                       "[::1:22",
                                       "0.0.0.0:00000000000000000000022" };
    char *list[CONFIG_ADDRESSES + 1] = { NULL };
    struct err e;
    (void)state;
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) assert_true(config_add_address(list, good[i], &e));
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        if (config_add_address(list, bad[i], &e)) fail_msg("takes \"%s\"", bad[i]);
    for (int i = 4; i < CONFIG_ADDRESSES; i++) assert_true(config_add_address(list, "1.2.3.4:5", &e));
    assert_false(config_add_address(list, "1.2.3.4:5", &e));
    assert_string_equal(e.text, "more than 8 addresses");
    config_clear_addresses(list);
    assert_null(list[0]);
}

static void what_editors_add_is_left_out_or_named_with_its_line(void **state)
{
    struct config c;
    (void)state;
    config_init(&c);
    assert_string_equal(reason(&c, "\xEF\xBB\xBFname = \"x\"\r\n# it\xE2\x80\x99s a comment\r\ntables\xC2\xA0=\xC2\xA0"
                                   "7\r\n"),
                        "");
    assert_string_equal(c.name, "x");
    assert_int_equal(c.tables, 7);
    assert_string_equal(reason(&c, "# old line ends\rtables = 8\r"), "");
    assert_int_equal(c.tables, 8);
    assert_string_equal(reason(&c, "\nname = \xE2\x80\x9Cx\xE2\x80\x9D\n"),
                        "2: a curly quotation mark: plain ones (\") are wanted");
    assert_string_equal(reason(&c, "name = \"it\xE2\x80\x99s\"\r\ntables = 0\r\n"),
                        "2: tables is 0: it must be 1 to 10000");
    config_clear(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_file_and_the_built_in_defaults_are_the_same),
        cmocka_unit_test(the_file_as_it_is_shipped_sets_nothing),
        cmocka_unit_test(a_file_sets_what_it_names_and_leaves_the_rest),
        cmocka_unit_test(every_number_has_a_range),
        cmocka_unit_test(a_wrong_file_is_refused_with_its_line_and_changes_nothing),
        cmocka_unit_test(what_a_reader_would_take_without_a_word_is_refused),
        cmocka_unit_test(a_part_that_is_larger_than_its_whole_does_no_harm),
        cmocka_unit_test(a_missing_file_is_refused),
        cmocka_unit_test(an_address_has_an_address_and_a_port),
        cmocka_unit_test(what_editors_add_is_left_out_or_named_with_its_line),
    };
    return cmocka_run_group_tests(tests, make_path, remove_path);
}
