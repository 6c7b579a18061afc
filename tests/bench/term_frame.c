/* What a frame costs: time to draw a card table at 80x24 and to find the bytes, and how many bytes typical changes are.
 */
#include <malloc.h>
#include <stdio.h>
#include <time.h>

#include "base/text.h"
#include "term/sample.h"
#include "term/terminal.h"

#define FRAMES 20000

static double now_us(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

struct bench {
    struct terminal *terminal;
    struct canvas *canvas;
    struct text out;
};

static size_t frame(struct bench *b, int stock, const char *clock, int chosen)
{
    text_clear(&b->out);
    sample_table(b->canvas, stock, clock, chosen);
    terminal_frame(b->terminal, b->canvas, &b->out);
    return b->out.len;
}

/* Microseconds a frame; changes: how many different ones take turns. */
static double time_frames(struct bench *b, int changes)
{
    double start = now_us();
    for (int i = 0; i < FRAMES; i++) frame(b, 19, "0:41", i % changes);
    return (now_us() - start) / FRAMES;
}

static double time_whole_frames(struct bench *b)
{
    double start = now_us();
    for (int i = 0; i < FRAMES; i++) {
        terminal_forget(b->terminal);
        frame(b, 19, "0:41", 3);
    }
    return (now_us() - start) / FRAMES;
}

int main(void)
{
    struct terminal_kind kind = {
        .charset = CHARSET_UTF8, .colours = COLOURS_256, .alt_screen = true, .erases_in_colour = true
    };
    struct bench b = { .terminal = terminal_new(kind, 80, 24), .canvas = canvas_new(80, 24) };
    text_init_growing(&b.out, 64 * 1024);
    size_t first = frame(&b, 19, "0:41", 3), same = frame(&b, 19, "0:41", 3), tick = frame(&b, 19, "0:40", 3);
    size_t cursor = frame(&b, 19, "0:40", 4), draw = frame(&b, 18, "0:40", 4);
    size_t before = mallinfo2().uordblks;
    double unchanged = time_frames(&b, 1), moving = time_frames(&b, 8), whole = time_whole_frames(&b);
    size_t grown = mallinfo2().uordblks - before;
    printf("{\"bench\":\"term_frame\",\"us_unchanged\":%.1f,\"us_cursor_moved\":%.1f,\"us_whole\":%.1f,\"bytes_first\":"
           "%zu,"
           "\"bytes_unchanged\":%zu,\"bytes_clock_tick\":%zu,\"bytes_cursor_moved\":%zu,\"bytes_stock\":%zu,"
           "\"heap_grown\":%zu}\n",
           unchanged, moving, whole, first, same, tick, cursor, draw, grown);
    text_free(&b.out);
    canvas_free(b.canvas);
    terminal_free(b.terminal);
    return 0;
}
