/* Scenes of the golden screens: positions of recorded rounds as a seat sees them after some keys. Include cmocka.h
 * before; tests run in tests/. */
#pragma once
#include <stdio.h>
#include <string.h>

#include "games/catalogue/record.h"
#include "games/contract.h"

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

static const int sizes[][2] = { { 80, 24 }, { 132, 50 }, { 40, 12 } };

static inline size_t read_file(const char *path, char bytes[FILE_MAX])
{
    FILE *f = fopen(path, "rb");
    size_t n = f != NULL ? fread(bytes, 1, FILE_MAX - 1, f) : 0;
    if (f != NULL) fclose(f);
    bytes[n] = '\0';
    return n;
}

struct stage {
    const struct game *game;
    char title[80]; /* of the screen */
    int seat;
    union any_state state; /* as the seat sees it */
    union any_view view;
};

static inline struct key key_of(char ch)
{
    static const struct {
        char ch;
        enum key_code code;
    } named[] = { { '\n', KEY_ENTER }, { '\t', KEY_TAB }, { '<', KEY_LEFT },
                  { '>', KEY_RIGHT },  { '^', KEY_UP },   { 'v', KEY_DOWN } };
    for (size_t i = 0; i < sizeof named / sizeof *named; i++)
        if (named[i].ch == ch) return (struct key){ .code = named[i].code };
    return (struct key){ .code = KEY_CHAR, .ch = (uint32_t)ch };
}

static inline void set_stage(const struct scene *scene, struct stage *stage)
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
    stage->seat = scene->seat == TO_MOVE    ? r.game->to_move(stage->state.bytes)
                  : scene->seat == WATCHING ? 0
                                            : scene->seat;
    const char *title = r.game->rules_title(&r.rules);
    snprintf(stage->title, sizeof stage->title, r.game->patience ? "%s" : "%s, %s  round 3", title,
             r.game->rules_words != NULL ? r.game->rules_words(&r.rules) : "");
    record_clear(&r);
    stage->game->hide(stage->state.bytes, stage->seat);
    stage->game->view_update(stage->state.bytes, stage->seat, stage->view.bytes);
    for (const char *k = scene->keys; *k != '\0'; k++) {
        struct key key = key_of(*k);
        struct act_result act = stage->game->key(stage->state.bytes, stage->seat, stage->view.bytes, &key);
        if (act.act != ACT_LOOK)
            fail_msg("%s: key %c: %s", scene->name, *k, act.act == ACT_REFUSE ? act.why : act.move.text);
    }
}

/* Fills in what a table, or a patience, tells the drawing. */
static inline struct frame_words words_of(const struct scene *scene, const struct stage *stage)
{
    struct frame_words w = test_words();
    w.message = scene->message;
    w.warning = scene->warning;
    static const struct log_line cross[] = { { "", "drew" }, { "", "Q♥ on SE" }, { "", "W onto N" }, { "", "drew" } };
    static const struct log_line grid[] = {
        { "", "b2, d4 gone" }, { "", "b3 gone" }, { "", "resumed" }, { "", "T♠ on b2" }
    };
    bool on_grid = strcmp(stage->game->id, "grid") == 0;
    w.title = stage->title;
    if (!stage->game->patience) return w;
    w.log = on_grid ? grid : cross;
    w.log_n = 4;
    w.keys = "p deal  r again  n new  q lobby  i hint  u undo  ? help";
    return w;
}
