/* Each game at the deal, in the middle with a card taken, and at its end, as terminals show it: through the real
 * terminal layer to libvterm (UTF-8, 256 colours), to the model of a BBS terminal (CP437, 16 colours), and as the lines
 * of plain mode. script/screens makes a gallery of these files. */
#include "golden.h"

#include "games/scene.h"
#include "term/bbs_screen.h"
#include "term/charset.h"
#include "term/sgr.h"
#include "term/terminal.h"

#include <sodium.h>

static const struct terminal_kind xterm = { .charset = CHARSET_UTF8, .colours = COLOURS_256, .alt_screen = true, .erases_in_colour = true };
static const struct terminal_kind bbs = {
    .charset = CHARSET_CP437, .colours = COLOURS_16, .wraps_at_once = true, .bold_is_bright = true, .shows_suits = true
};

static const struct scene moments[] = {
    { "corners-last-deal", "corners/corners-022", 0, TO_MOVE, "", "", false },
    { "corners-last-taken", "corners/corners-022", 15, TO_MOVE, "Q", "", false },
    { "corners-last-end", "corners/corners-017", -1, 1, "", "", false },
    { "corners-first-deal", "corners/corners-038", 0, TO_MOVE, "", "", false },
    { "corners-first-taken", "corners/corners-038", 33, TO_MOVE, "K", "", false },
    { "corners-first-end", "corners/corners-038", -1, 1, "", "", false },
    { "cross-deal", "cross/cross-001", 0, TO_MOVE, "", "", false },
    { "cross-taken", "cross/cross-000", 60, TO_MOVE, ">>>\n", "", false },
    { "cross-end", "cross/cross-000", -1, TO_MOVE, "", "", false },
    { "grid-deal", "grid/grid-001", 0, TO_MOVE, "", "", false },
    { "grid-taken", "grid/grid-001", 16, TO_MOVE, "\t\n", "", false },
    { "grid-lost", "grid/grid-000", -1, TO_MOVE, "", "", false },
    { "grid-won", "grid/grid-022", -1, TO_MOVE, "", "", false },
};

/* The bytes that a terminal of that kind and size gets for the scene. */
static void send(const struct scene *scene, const struct stage *stage, struct terminal_kind kind, const int size[2],
                 struct text *bytes)
{
    struct terminal *t = terminal_new(kind, size[0], size[1]);
    struct canvas *c = canvas_new(terminal_cols(t), terminal_rows(t));
    struct frame_words w = words_of(scene, stage);
    text_init_growing(bytes, GOLDEN_BYTES_MAX);
    stage->game->draw(stage->state.bytes, stage->seat, stage->view.bytes, &w, c);
    terminal_frame(t, c, bytes);
    canvas_free(c);
    terminal_free(t);
}

static void file_name(const struct scene *scene, const int size[2], const char *charset, char name[96])
{
    snprintf(name, 96, "terminals/%s-%dx%d-%s", scene->name, size[0], size[1], charset);
}

/* A whole frame at 80x24 fits into 4 kB on every kind of terminal that paints the felt. */
static void check_cost(const struct scene *scene, const struct stage *stage)
{
    static const int size[2] = { 80, 24 };
    static const struct {
        enum colours colours;
        bool erases_in_colour;
    } ways[] = { { COLOURS_256, true }, { COLOURS_256, false }, { COLOURS_TRUE, true } };
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        struct terminal_kind kind = xterm;
        struct text bytes;
        kind.colours = ways[i].colours;
        kind.erases_in_colour = ways[i].erases_in_colour;
        send(scene, stage, kind, size, &bytes);
        assert_in_range(bytes.len, 1000, 4096);
        text_free(&bytes);
    }
}

static void check_utf8(const struct scene *scene, const struct stage *stage, const int size[2])
{
    struct text bytes;
    char name[96];
    send(scene, stage, xterm, size, &bytes);
    file_name(scene, size, "utf8", name);
    golden_check(name, &bytes, size[0], size[1]);
    text_free(&bytes);
}

static void colour_name(int colour, char out[8])
{
    snprintf(out, 8, colour == COLOUR_DEFAULT ? "-" : "%d", colour);
}

static void bbs_golden_cell(const void *screen, int x, int y, struct golden_cell *out)
{
    const struct bbs_cell *cell = &((const struct bbs_screen *)screen)->cells[y][x];
    struct look l = cell->byte == ' ' ? look_of_space(cell->look) : cell->look;
    char fg[8], bg[8];
    colour_name(l.fg, fg);
    colour_name(l.bg, bg);
    out->ch = charset_cp437(cell->byte);
    snprintf(out->look, sizeof out->look, "fg:%s bg:%s%s%s", fg, bg, l.attributes & LOOK_BOLD ? " bold" : "",
             l.attributes & LOOK_REVERSE ? " reverse" : "");
}

/* H52: nothing that such a terminal does not know, and it never scrolls. */
static void check_cp437(const struct scene *scene, const struct stage *stage, const int size[2])
{
    static struct bbs_screen screen;
    struct text bytes, dump;
    char name[96];
    send(scene, stage, bbs, size, &bytes);
    bbs_open(&screen, size[0], size[1]);
    bbs_write(&screen, &bytes);
    assert_int_equal(screen.errors + screen.scrolled, 0);
    struct golden_source source = { size[0], size[1], screen.x, screen.y, bbs_golden_cell, &screen };
    text_init_growing(&dump, GOLDEN_BYTES_MAX);
    golden_dump_cells(&source, &dump);
    file_name(scene, size, "cp437", name);
    golden_compare(name, &dump);
    text_free(&dump);
    text_free(&bytes);
}

/* As plain mode sends it. */
static void add_ascii(struct text *out, const struct text *words)
{
    for (size_t at = 0, took; at < words->len; at += took) {
        uint32_t ch;
        char bytes[4];
        took = utf8_decode(words->buf + at, words->len - at, &ch);
        bytes[0] = '\n';
        if (ch != '\n') charset_encode(CHARSET_ASCII, ch, bytes);
        assert_true(ch == '?' || bytes[0] != '?');
        text_put(out, bytes, 1);
    }
}

/* H71, P75: the whole position and what may be done, in lines. */
static void check_plain(const struct scene *scene, const struct stage *stage)
{
    static const char *const topics[] = { "", "legal", "points" };
    struct frame_words w = words_of(scene, stage);
    struct text words, out;
    char name[96];
    text_init_growing(&words, GOLDEN_BYTES_MAX);
    for (size_t i = 0; i < sizeof topics / sizeof *topics; i++) {
        text_add(&words, "> %s\n", topics[i]);
        assert_true(stage->game->describe(stage->state.bytes, stage->seat, &w, topics[i], &words));
    }
    text_init_growing(&out, GOLDEN_BYTES_MAX);
    add_ascii(&out, &words);
    snprintf(name, sizeof name, "terminals/%s-plain", scene->name);
    golden_compare(name, &out);
    text_free(&words);
    text_free(&out);
}

static void each_game_looks_as_judged_on_every_kind_of_terminal(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof moments / sizeof *moments; i++) {
        struct stage stage;
        set_stage(&moments[i], &stage);
        for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
            check_utf8(&moments[i], &stage, sizes[k]);
            check_cp437(&moments[i], &stage, sizes[k]);
        }
        check_plain(&moments[i], &stage);
        check_cost(&moments[i], &stage);
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
        cmocka_unit_test(each_game_looks_as_judged_on_every_kind_of_terminal),
    };
    return cmocka_run_group_tests(tests, start, NULL);
}
