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
#include "games/contract.h"
#include "games/record.h"

/* Golden screens: positions of recorded rounds as a seat sees them after some keys, at three sizes of window.
 * GENERATE=1 writes them anew; then look at them. */
#define GOLDEN "golden/games"
#define FILE_MAX 65536
#define WATCHING -1
#define TO_MOVE 0

struct scene {
    const char *name;
    const char *record; /* of data/vectors */
    int plies;          /* moves made; -1: all */
    int seat;           /* 1 to 4, TO_MOVE or WATCHING */
    const char *keys;   /* \n Enter, \t Tab, < > Left and Right, ^ Up, v Down, others as they are */
    const char *message;
    bool warning;
};

static const struct scene scenes[] = {
    { "corners-turn", "corners/corners-022", 15, TO_MOVE, "", "bea draws a card", false },
    { "corners-chosen", "corners/corners-022", 15, TO_MOVE, "Q", "", false },
    { "corners-place", "corners/corners-022", 15, TO_MOVE, "Q\t", "", false },
    { "corners-pile", "corners/corners-022", 15, TO_MOVE, "m", "", false },
    { "corners-nowhere", "corners/corners-022", 15, TO_MOVE, "<<\n", "", false },
    { "corners-refused", "corners/corners-022", 15, TO_MOVE, ">", "8d does not go on Jc: the next card there is a red 10.", true },
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

static const int sizes[][2] = { { 80, 24 }, { 132, 50 }, { 40, 12 } };

/* --- files --- */

static size_t read_file(const char *path, char bytes[FILE_MAX])
{
    FILE *f = fopen(path, "rb");
    size_t n = f != NULL ? fread(bytes, 1, FILE_MAX - 1, f) : 0;
    if (f != NULL) fclose(f);
    bytes[n] = '\0';
    return n;
}

static void write_file(const char *path, const char *bytes)
{
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    fputs(bytes, f);
    fclose(f);
}

/* --- a scene --- */

struct stage {
    const struct game *game;
    int seat;
    union any_state state; /* as the seat sees it */
    union any_view view;
};

static struct key key_of(char ch)
{
    static const struct {
        char ch;
        enum key_code code;
    } named[] = { { '\n', KEY_ENTER }, { '\t', KEY_TAB }, { '<', KEY_LEFT }, { '>', KEY_RIGHT }, { '^', KEY_UP }, { 'v', KEY_DOWN } };
    for (size_t i = 0; i < sizeof named / sizeof *named; i++)
        if (named[i].ch == ch) return (struct key){ .code = named[i].code };
    return (struct key){ .code = KEY_CHAR, .ch = (uint32_t)ch };
}

static void set_stage(const struct scene *scene, struct stage *stage)
{
    char path[128], bytes[FILE_MAX];
    struct record r;
    struct record_fault fault;
    struct made made;
    snprintf(path, sizeof path, "data/vectors/%s.kcr", scene->record);
    assert_true(record_read(&r, bytes, read_file(path, bytes), NULL, &fault));
    memset(stage, 0, sizeof *stage);
    stage->game = r.game;
    assert_null(record_replay(&r, stage->state.bytes, scene->plies < 0 ? r.n : scene->plies, &made));
    stage->seat = scene->seat == TO_MOVE ? r.game->to_move(stage->state.bytes) : scene->seat == WATCHING ? 0 : scene->seat;
    record_clear(&r);
    stage->game->hide(stage->state.bytes, stage->seat);
    stage->game->view_update(stage->state.bytes, stage->seat, stage->view.bytes);
    for (const char *k = scene->keys; *k != '\0'; k++) {
        struct key key = key_of(*k);
        struct act_result act = stage->game->key(stage->state.bytes, stage->seat, stage->view.bytes, &key);
        if (act.act != ACT_LOOK) fail_msg("%s: key %c: %s", scene->name, *k, act.act == ACT_REFUSE ? act.why : act.move.text);
    }
}

/* The rows, and where the cursor stands. */
static void draw_stage(const struct scene *scene, const struct stage *stage, int cols, int rows, struct text *out)
{
    struct canvas *c = canvas_new(cols, rows);
    struct frame_words w = test_words();
    w.message = scene->message;
    w.warning = scene->warning;
    if (stage->game->patience) w.title = stage->game->title;
    if (stage->game->patience) w.keys = "h hint  u undo  r restart  q leave  ? help";
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
        for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) check_screen(&scenes[i], &stage, sizes[k][0], sizes[k][1]);
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
