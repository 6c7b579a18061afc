#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "term/key_words.h"

#define ROWS_MAX 2000
#define BYTES_MAX 64
#define NAME_COLS 21

/* One row of data/keys.txt. */
struct row {
    char terminal[80], key[32], word[32];
    uint8_t bytes[BYTES_MAX];
    size_t n;
    enum key_dialect dialect;
};

static struct row rows[ROWS_MAX];
static size_t row_count;

static enum key_dialect dialect_named(const char *name)
{
    static const char *const names[] = { [DIALECT_COMMON] = "common", [DIALECT_LINUX] = "linux", [DIALECT_ST] = "st" };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(name, names[i]) == 0) return (enum key_dialect)i;
    fail_msg("no such dialect: %s", name);
    return DIALECT_COMMON;
}

static size_t bytes_of(const char *hex, uint8_t out[BYTES_MAX])
{
    size_t n = strlen(hex) / 2;
    assert_true(n > 0 && n <= BYTES_MAX && strlen(hex) % 2 == 0);
    for (size_t i = 0; i < n; i++) {
        unsigned byte;
        assert_int_equal(sscanf(hex + 2 * i, "%2x", &byte), 1);
        out[i] = (uint8_t)byte;
    }
    return n;
}

static void read_part(char *line, struct row *part)
{
    char *save = NULL, *dialect = strrchr(line, '|');
    assert_non_null(dialect);
    part->dialect = dialect_named(dialect + 2);
    snprintf(part->terminal, sizeof part->terminal, "%s", strtok_r(line + 2, "|", &save));
}

/* "Up  1b5b41  Up": the key's name may hold blanks, the word is missing where it is no key. */
static void read_row(char *line, const struct row *part)
{
    struct row *r = &rows[row_count++];
    char hex[2 * BYTES_MAX + 1];
    assert_true(row_count < ROWS_MAX && strlen(line) > NAME_COLS);
    *r = *part;
    r->word[0] = '\0';
    snprintf(r->key, sizeof r->key, "%.20s", line);
    assert_true(sscanf(line + NAME_COLS, "%128s %31s", hex, r->word) >= 1);
    if (strcmp(r->word, "Space") == 0) strcpy(r->word, " ");
    r->n = bytes_of(hex, r->bytes);
}

static int read_all(void **state)
{
    (void)state;
    char line[512];
    struct row part = { .n = 0 };
    FILE *f = fopen("data/keys.txt", "r");
    if (f == NULL) return -1;
    while (fgets(line, sizeof line, f) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        if (line[0] == '=' && line[1] == ' ')
            read_part(line, &part);
        else if (line[0] != '#' && line[0] != '\0')
            read_row(line, &part);
    }
    fclose(f);
    return 0;
}

static struct text seen;
static char seen_bytes[1024];
static struct keys keys;

static void note_key(void *ctx, const struct key *k)
{
    (void)ctx;
    key_word(k, &seen);
}

static void begin(const struct row *r)
{
    text_init(&seen, seen_bytes, sizeof seen_bytes);
    keys_init(&keys, CHARSET_UTF8);
    keys.dialect = (uint8_t)r->dialect;
}

/* Then nothing comes any more. */
static void expect(const struct row *r, const char *word)
{
    for (int i = 0; keys.deadline != 0; i++) {
        assert_true(i < 3);
        keys_timeout(&keys, keys.deadline, note_key, NULL);
    }
    if (strcmp(seen.buf, word) != 0) fail_msg("%s: %s is \"%s\", and not \"%s\"", r->terminal, r->key, seen.buf, word);
}

/* (H55) */
static void every_key_is_the_key_it_is(void **state)
{
    (void)state;
    for (size_t i = 0; i < row_count; i++) {
        begin(&rows[i]);
        keys_input(&keys, rows[i].bytes, rows[i].n, 0, note_key, NULL);
        expect(&rows[i], rows[i].word);
    }
}

static void every_key_may_be_cut_anywhere(void **state) /* (H54) */
{
    (void)state;
    for (size_t i = 0; i < row_count; i++)
        for (size_t cut = 1; cut < rows[i].n; cut++) {
            begin(&rows[i]);
            keys_input(&keys, rows[i].bytes, cut, 0, note_key, NULL);
            keys_timeout(&keys, KEYS_ESCAPE_MS - 1, note_key, NULL);
            keys_input(&keys, rows[i].bytes + cut, rows[i].n - cut, KEYS_ESCAPE_MS - 1, note_key, NULL);
            expect(&rows[i], rows[i].word);
        }
}

static void every_key_may_come_byte_by_byte(void **state) /* (H54) */
{
    (void)state;
    for (size_t i = 0; i < row_count; i++) {
        int64_t now = 0;
        begin(&rows[i]);
        for (size_t k = 0; k < rows[i].n; k++) {
            keys_timeout(&keys, now, note_key, NULL);
            keys_input(&keys, rows[i].bytes + k, 1, now, note_key, NULL);
            now += KEYS_ESCAPE_MS - 1;
        }
        expect(&rows[i], rows[i].word);
    }
}

/* (H58) */
static void no_key_leaves_anything_to_the_next(void **state)
{
    (void)state;
    char both[64];
    for (size_t i = 0; i < row_count; i++) {
        if (rows[i].bytes[0] == 0x1B && rows[i].n == 1) continue; /* that with z is Alt-Z */
        begin(&rows[i]);
        keys_input(&keys, rows[i].bytes, rows[i].n, 0, note_key, NULL);
        keys_input(&keys, (const uint8_t *)"z", 1, 0, note_key, NULL);
        snprintf(both, sizeof both, "%s%sz", rows[i].word, rows[i].word[0] != '\0' ? " " : "");
        expect(&rows[i], both);
    }
}

static bool has(const char *terminal, const char *word)
{
    for (size_t i = 0; i < row_count; i++)
        if (strncmp(rows[i].terminal, terminal, strlen(terminal)) == 0 && strcmp(rows[i].word, word) == 0) return true;
    return false;
}

/* Of a file that lost its rows nothing could fail. */
static void every_terminal_tells_every_key(void **state)
{
    (void)state;
    static const char *const terminals[] = {
        "xterm 379",          "rxvt-unicode 9.30",    "st 0.9", "kitty 0.26.5", "foot 1.13.1",
        "tmux 3.3a in xterm", "screen 4.9.0 in xterm"
    };
    static const char *const words[] = { "Up",      "Down",        "Left",   "Right",  "Home",      "End",
                                         "PgUp",    "PgDn",        "Insert", "Delete", "Backspace", "Tab",
                                         "Backtab", "Enter",       " ",      "Escape", "F1",        "F2",
                                         "F3",      "F4",          "F12",    "^c",     "^d",        "^l",
                                         "M-q",     "M-Backspace", "M-Left", "C-Left", "q" };
    for (size_t i = 0; i < sizeof terminals / sizeof *terminals; i++)
        for (size_t j = 0; j < sizeof words / sizeof *words; j++)
            if (!has(terminals[i], words[j])) fail_msg("%s: no %s", terminals[i], words[j]);
    assert_true(has("kitty 0.26.5", "S-Enter") && has("xterm 379", "C-Enter") && has("kitty 0.26.5", "й"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_key_is_the_key_it_is),      cmocka_unit_test(every_key_may_be_cut_anywhere),
        cmocka_unit_test(every_key_may_come_byte_by_byte), cmocka_unit_test(no_key_leaves_anything_to_the_next),
        cmocka_unit_test(every_terminal_tells_every_key),
    };
    return cmocka_run_group_tests(tests, read_all, NULL);
}
