#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "games/scene.h"

/* Golden screens: positions of recorded rounds as a seat sees them after some keys, at three sizes of window.
 * GENERATE=1 writes them anew; then look at them. */
#define GOLDEN "golden/games"

static const struct scene scenes[] = {
    { "corners-turn", "corners/corners-022", 15, TO_MOVE, "", "bea draws a card", false },
    { "corners-chosen", "corners/corners-022", 15, TO_MOVE, "Q", "", false },
    { "corners-place", "corners/corners-022", 15, TO_MOVE, "Q\t", "", false },
    { "corners-hint", "corners/corners-022", 15, TO_MOVE, "Q\t",
      "Hint: the house plays the queen of hearts on south-east (Qh se). It is gone, and the black jack may follow it.",
      false },
    { "corners-pile", "corners/corners-022", 15, TO_MOVE, "m", "", false },
    { "corners-nowhere", "corners/corners-022", 15, TO_MOVE, "<<\n", "", false },
    { "corners-refused", "corners/corners-022", 15, TO_MOVE, ">",
      "8d does not go on Jc: the next card there is a red 10.", true },
    { "corners-typing", "corners/corners-022", 15, TO_MOVE, ":9s n", "", false },
    { "corners-other", "corners/corners-022", 15, 1, "", "", false },
    { "corners-watching", "corners/corners-022", 15, WATCHING, "", "", false },
    { "corners-first", "corners/corners-038", 33, TO_MOVE, "", "", false },
    { "corners-first-king", "corners/corners-038", 33, TO_MOVE, "K", "", false },
    { "corners-hand", "corners/corners-025", 44, TO_MOVE, "s", "", false },
    { "corners-over", "corners/corners-017", -1, 1, "", "", false },
    { "corners-blocked", "corners/corners-022", -1, 1, "", "", false },
    { "cross-deal", "cross/cross-001", 0, TO_MOVE, "", "", false },
    { "cross-chosen", "cross/cross-000", 60, TO_MOVE, ">>>\n", "", false },
    { "cross-large-hand", "cross/cross-000", 38, TO_MOVE, "", "", false },
    { "cross-watching", "cross/cross-000", 38, WATCHING, "", "", false },
    { "cross-won", "cross/cross-000", -1, TO_MOVE, "", "", false },
    { "grid-deal", "grid/grid-001", 0, TO_MOVE, "", "", false },
    { "grid-placing", "grid/grid-001", 9, TO_MOVE, ">v", "", false },
    { "grid-removing", "grid/grid-001", 16, TO_MOVE, "\t", "", false },
    { "grid-taken", "grid/grid-001", 16, TO_MOVE, "\t\n", "", false },
    { "grid-refused", "grid/grid-001", 9, TO_MOVE, "", "A King goes to a King seat only: a1, d1, a4 or d4.", true },
    { "grid-lost", "grid/grid-000", -1, TO_MOVE, "", "", false },
};

/* --- files --- */

static void write_file(const char *path, const char *bytes)
{
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    fputs(bytes, f);
    fclose(f);
}

/* The rows, and where the cursor stands. */
static void draw_stage(const struct scene *scene, const struct stage *stage, int cols, int rows, struct text *out)
{
    struct canvas *c = canvas_new(cols, rows);
    struct frame_words w = words_of(scene, stage);
    stage->game->draw(stage->state.bytes, stage->seat, stage->view.bytes, &w, c);
    canvas_dump(c, out);
    text_add(out, "cursor %d,%d\n", c->cursor_x, c->cursor_y);
    canvas_free(c);
}

static void check_screen(const struct scene *scene, const struct stage *stage, int cols, int rows)
{
    char path[128], want[FILE_MAX];
    struct text out;
    text_init_growing(&out, FILE_MAX);
    draw_stage(scene, stage, cols, rows, &out);
    snprintf(path, sizeof path, GOLDEN "/%s-%dx%d.txt", scene->name, cols, rows);
    if (getenv("GENERATE") != NULL) write_file(path, out.buf);
    read_file(path, want);
    if (strcmp(out.buf, want) != 0) fail_msg("%s differs:\n%s", path, out.buf);
    text_free(&out);
}

static void the_screens_look_as_they_were_judged(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof scenes / sizeof *scenes; i++) {
        struct stage stage;
        set_stage(&scenes[i], &stage);
        for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
            check_screen(&scenes[i], &stage, sizes[k][0], sizes[k][1]);
    }
}

static int start(void **state)
{
    (void)state;
    return sodium_init() < 0 ? -1 : 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_screens_look_as_they_were_judged),
    };
    return cmocka_run_group_tests(tests, start, NULL);
}
