/* The bytes of each change of the screen, by our differ and by ncurses: rounds of the table game at 80x24 as one seat
 * sees them, in 256 colours. One line of JSON: for each kind of change how often it was, bytes by both and their ratio;
 * below 1 we send less. Also the microseconds of the processor that a frame took to be drawn and to be diffed. Exit
 * status 1 when over all we send more. */
#include <assert.h>
#include <sodium.h>
#include <stdalign.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/random.h"
#include "base/text.h"
#include "games/catalogue/game_list.h"
#include "ncurses_screen.h"
#include "term/terminal.h"

#define COLS 80
#define ROWS 24
#define ROUNDS 20
#define SEATS 4
#define VIEWER 1
#define LOG 20

enum change { FIRST, CURSOR, TICK, TAKEN, LET_GO, PLAYED, OTHERS, CHANGES };

static const char *const names[CHANGES] = {
    [FIRST] = "first",        [CURSOR] = "cursor_moved", [TICK] = "clock_tick",       [TAKEN] = "card_taken",
    [LET_GO] = "card_let_go", [PLAYED] = "card_played",  [OTHERS] = "computer_moved",
};

struct tally {
    int n;
    size_t ours, theirs;
};

struct bench {
    const struct game *game;
    struct terminal *terminal;
    struct canvas *canvas;
    struct text bytes;
    struct random random;
    struct tally tally[CHANGES];
    alignas(max_align_t) unsigned char state[GAME_STATE_MAX], seen[GAME_STATE_MAX], view[GAME_VIEW_MAX];
    char words[LOG][32], message[200];
    int plays, seconds;
    double us_draw, us_diff;
};

static const char *const people[SEATS + 1] = { NULL, "ann", "Edda", "Fritz", "Ilse" };

/* --- the frame --- */

static int log_lines(const struct bench *b, struct log_line lines[LOG])
{
    int n = b->plays < LOG ? b->plays : LOG;
    for (int k = 0; k < n; k++) {
        const char *line = b->words[(b->plays - n + k) % LOG];
        lines[k] = (struct log_line){ .who = line[0] == VIEWER ? "you" : people[(int)line[0]], .words = line + 1 };
    }
    return n;
}

static void look_again(struct bench *b)
{
    memcpy(b->seen, b->state, b->game->state_size);
    b->game->hide(b->seen, VIEWER);
    b->game->view_update(b->seen, VIEWER, b->view);
}

static double now_us(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

/* Draws it for both. */
static void show(struct bench *b, enum change change)
{
    struct log_line lines[LOG];
    char clock[16];
    snprintf(clock, sizeof clock, "0:%02d", b->seconds);
    struct frame_words w = {
        .names = { NULL, people[1], people[2], people[3], people[4] },
        .computer = { false, false, true, true, true },
        .title = "Kings Corner, draw last  round 3",
        .clock = clock,
        .message = b->message,
        .log = lines,
        .log_n = log_lines(b, lines),
        .keys = "w why  c talk  q leave  i hint  ? help",
    };
    double began = now_us();
    b->game->draw(b->seen, VIEWER, b->view, &w, b->canvas);
    double drawn = now_us();
    text_clear(&b->bytes);
    terminal_frame(b->terminal, b->canvas, &b->bytes);
    b->us_diff += now_us() - drawn;
    b->us_draw += drawn - began;
    b->tally[change].n++;
    b->tally[change].ours += b->bytes.len;
    b->tally[change].theirs += ncurses_show(b->canvas);
}

/* --- what happens --- */

static void press(struct bench *b, struct key k, enum change change)
{
    if (b->game->key(b->seen, VIEWER, b->view, &k).act == ACT_LOOK) show(b, change);
}

static void tick(struct bench *b)
{
    b->seconds = b->seconds > 1 ? b->seconds - 1 : 59;
    show(b, TICK);
}

/* What a person does before a move: looks along the hand, takes a card, lets it go, takes what will be played. */
static void deliberate(struct bench *b, const struct move *m)
{
    b->message[0] = '\0';
    for (int i = 0; i < 3; i++) press(b, (struct key){ .code = KEY_RIGHT }, CURSOR);
    press(b, (struct key){ .code = KEY_LEFT }, CURSOR);
    press(b, (struct key){ .code = KEY_ENTER }, TAKEN);
    tick(b);
    press(b, (struct key){ .code = KEY_ESCAPE }, LET_GO);
    press(b, (struct key){ .code = KEY_UP }, CURSOR);
    press(b, (struct key){ .code = KEY_DOWN }, CURSOR);
    if (strchr(m->text, '@') != NULL) press(b, (struct key){ .code = KEY_CHAR, .ch = (uint32_t)m->text[0] }, TAKEN);
}

static void move(struct bench *b, int seat)
{
    struct thought thought;
    struct made made;
    struct text t;
    char words[100];
    memcpy(b->seen, b->state, b->game->state_size);
    b->game->hide(b->seen, seat);
    b->game->think(b->seen, seat, 1, &b->random, 1, &thought);
    look_again(b);
    if (seat == VIEWER) deliberate(b, &thought.move);
    char *line = b->words[b->plays++ % LOG];
    line[0] = (char)seat;
    text_init(&t, line + 1, sizeof b->words[0] - 1);
    b->game->move_brief(b->state, seat, &thought.move, &t);
    text_init(&t, words, sizeof words);
    b->game->move_words(b->state, seat, &thought.move, &t);
    snprintf(b->message, sizeof b->message, "%s %s.", people[seat], words);
    const char *why = b->game->apply(b->state, seat, thought.move.text, &made);
    assert(why == NULL);
    b->seconds = 59;
    look_again(b);
    show(b, seat == VIEWER ? PLAYED : OTHERS);
}

static void play_round(struct bench *b, int number)
{
    struct rules rules;
    struct result result;
    struct deck deck;
    uint8_t key[DEAL_KEY_BYTES];
    deal_key(key, b->game->id, (uint32_t)number);
    deal_deck(&deck, key);
    const char *why = b->game->rules_parse(&rules, "last");
    assert(why == NULL);
    b->game->deal(b->state, &deck, &rules, SEATS, VIEWER);
    memset(b->view, 0, sizeof b->view);
    look_again(b);
    if (number == 1) show(b, FIRST);
    for (b->game->result(b->state, &result); !result.over; b->game->result(b->state, &result))
        move(b, b->game->to_move(b->state));
}

/* --- the figures --- */

static void print_tally(const char *name, const struct tally *t)
{
    printf(",\"%s\":{\"n\":%d,\"ours\":%.1f,\"ncurses\":%.1f,\"ratio\":%.2f}", name, t->n, (double)t->ours / t->n,
           (double)t->theirs / t->n, (double)t->ours / (double)t->theirs);
}

static bool report(const struct bench *b)
{
    struct tally all = { 0 };
    printf("{\"bench\":\"term_ncurses\"");
    for (int i = 0; i < CHANGES; i++) {
        print_tally(names[i], &b->tally[i]);
        all.n += b->tally[i].n;
        all.ours += b->tally[i].ours;
        all.theirs += b->tally[i].theirs;
    }
    print_tally("all", &all);
    printf(",\"us_draw\":%.1f,\"us_diff\":%.1f}\n", b->us_draw / all.n, b->us_diff / all.n);
    return all.ours <= all.theirs;
}

int main(void)
{
    static struct bench b;
    struct terminal_kind kind = {
        .charset = CHARSET_UTF8, .colours = COLOURS_256, .alt_screen = true, .erases_in_colour = true
    };
    if (sodium_init() < 0 || !ncurses_open(COLS, ROWS)) return 2;
    b.game = game_find("corners");
    b.random = random_seeded(1);
    b.terminal = terminal_new(kind, COLS, ROWS);
    b.canvas = canvas_new(COLS, ROWS);
    b.seconds = 59;
    text_init_growing(&b.bytes, 64 * 1024);
    for (int number = 1; number <= ROUNDS; number++) play_round(&b, number);
    ncurses_close();
    text_free(&b.bytes);
    canvas_free(b.canvas);
    terminal_free(b.terminal);
    return report(&b) ? 0 : 1;
}
