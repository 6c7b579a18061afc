/* Each game at the deal, in the middle with a card taken, and at its end, as terminals show it: through the real
 * terminal layer to libvterm (UTF-8, 256 colours), to the model of a BBS terminal (CP437, 16 colours), and as the lines
 * of plain mode. script/screens makes a gallery of these files. */
#include "pictures.h"

#include "games/scene.h"

#include <sodium.h>

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

struct moment {
    const struct scene *scene;
    const struct stage *stage;
};

static void draw_moment(void *what, struct canvas *c)
{
    const struct moment *m = what;
    struct frame_words w = words_of(m->scene, m->stage);
    m->stage->game->draw(m->stage->state.bytes, m->stage->seat, m->stage->view.bytes, &w, c);
}

/* A whole frame at 80x24 fits into 4 kB on every kind of terminal that paints the felt. */
static void check_cost(const struct picture *p)
{
    static const struct {
        enum colours colours;
        bool erases_in_colour;
    } ways[] = { { COLOURS_256, true }, { COLOURS_256, false }, { COLOURS_TRUE, true } };
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        struct terminal_kind kind = picture_xterm;
        struct text bytes;
        kind.colours = ways[i].colours;
        kind.erases_in_colour = ways[i].erases_in_colour;
        picture_send(p, kind, 80, 24, &bytes);
        assert_in_range(bytes.len, 1000, 4096);
        text_free(&bytes);
    }
}

/* The text is the same in every number of colours, and signs or letters tell red from black (P74). */
static void check_colours(const struct picture *p)
{
    static const enum colours ways[] = { COLOURS_MONO, COLOURS_16, COLOURS_256, COLOURS_TRUE };
    static const enum charset charsets[] = { CHARSET_UTF8, CHARSET_ASCII };
    for (size_t k = 0; k < sizeof charsets / sizeof *charsets; k++) {
        uint32_t first[24][80];
        for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
            struct terminal_kind kind = { .charset = charsets[k], .colours = ways[i], .alt_screen = true };
            struct golden_screen g;
            struct text bytes;
            picture_send(p, kind, 80, 24, &bytes);
            golden_open(&g, 80, 24);
            golden_write(&g, &bytes);
            for (int y = 0; y < 24; y++)
                for (int x = 0; x < 80; x++)
                    if (i == 0)
                        first[y][x] = golden_character(&g, x, y);
                    else
                        assert_int_equal(first[y][x], golden_character(&g, x, y));
            golden_close(&g);
            text_free(&bytes);
        }
    }
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

/* The whole position and what may be done, in lines (H71, P75). */
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
        struct moment m = { &moments[i], &stage };
        struct picture p = { moments[i].name, draw_moment, &m };
        set_stage(&moments[i], &stage);
        for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
            picture_check_utf8(&p, sizes[k][0], sizes[k][1]);
            picture_check_cp437(&p, sizes[k][0], sizes[k][1]);
        }
        check_plain(&moments[i], &stage);
        check_cost(&p);
        check_colours(&p);
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
