#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <dirent.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "games/catalogue/game_list.h"
#include "games/catalogue/record.h"

/* Each game's vectors: a record (.kcr) and what replay says of it, a line a position (.jsonl). */
#define VECTORS "data/vectors"
#define FILE_MAX 262144

static char *read_file(const char *path)
{
    FILE *f = fopen(path, "rb");
    if (f == NULL) fail_msg("%s: cannot be read", path);
    char *bytes = calloc(1, FILE_MAX);
    size_t n = fread(bytes, 1, FILE_MAX - 1, f);
    assert_true(n < FILE_MAX - 1);
    fclose(f);
    return bytes;
}

static void add_position(void *ctx, const struct record *r, const void *state, int ply)
{
    json_t *json = r->game->json(state, ply);
    char *line = json_dumps(json, JSON_COMPACT | JSON_PRESERVE_ORDER);
    text_add(ctx, "%s\n", line);
    free(line);
    json_decref(json);
}

static void check(const char *stem)
{
    char kcr[600], jsonl[600];
    snprintf(kcr, sizeof kcr, "%s.kcr", stem);
    snprintf(jsonl, sizeof jsonl, "%s.jsonl", stem);
    char *bytes = read_file(kcr), *want = read_file(jsonl);
    struct text out;
    struct record r;
    struct record_fault fault;
    text_init_growing(&out, FILE_MAX);
    const struct record_watch watch = { add_position, &out };
    if (!record_read(&r, bytes, strlen(bytes), &watch, &fault))
        fail_msg("%s:%d:%d: %s", kcr, fault.line, fault.column, fault.reason);
    if (strcmp(out.buf, want) != 0) fail_msg("%s: replay says something else", kcr);
    text_clear(&out);
    record_write(&r, &out);
    if (strcmp(out.buf, bytes) != 0) fail_msg("%s: is written as\n%s", kcr, out.buf);
    record_clear(&r);
    text_free(&out);
    free(bytes);
    free(want);
}

static int check_folder(const char *id)
{
    char folder[128];
    snprintf(folder, sizeof folder, VECTORS "/%s", id);
    DIR *dir = opendir(folder);
    if (dir == NULL) return 0;
    int checked = 0;
    for (const struct dirent *e; (e = readdir(dir)) != NULL;) {
        char stem[512];
        size_t n = strlen(e->d_name);
        if (n < 5 || strcmp(e->d_name + n - 4, ".kcr") != 0) continue;
        snprintf(stem, sizeof stem, "%s/%.*s", folder, (int)(n - 4), e->d_name);
        check(stem);
        checked++;
    }
    closedir(dir);
    return checked;
}

/* A record is the whole round; every position of every vector comes out byte for byte (T3, P32, P78). */
static void every_vector_replays_byte_for_byte_and_is_written_as_it_was_read(void **state)
{
    (void)state;
    for (const struct game *const *g = game_list; *g != NULL; g++) assert_int_equal(check_folder((*g)->id), 40);
}

static int start(void **state)
{
    (void)state;
    return sodium_init() < 0 ? -1 : 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_vector_replays_byte_for_byte_and_is_written_as_it_was_read),
    };
    return cmocka_run_group_tests(tests, start, NULL);
}
