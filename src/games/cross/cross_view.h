/* What a player of `cross` sees and does: struct game's key, mouse, view_update, show, draw, describe, move_words and
 * move_brief. */
#pragma once
#include "games/felt/felt.h"

struct cross_view {
    struct felt_view felt;
};

struct act_result cross_key(const void *state, int seat, void *view, const struct key *k);
struct act_result cross_mouse(const void *state, int seat, void *view, const struct mouse *m, int cols, int rows);
void cross_view_update(const void *state, int seat, void *view);
void cross_show(const void *state, int seat, void *view, const char *move);
void cross_draw(const void *state, int seat, const void *view, const struct frame_words *w, struct canvas *c);
bool cross_describe(const void *state, int seat, const struct frame_words *w, const char *topic, struct text *out);
void cross_move_words(const void *state, int seat, const struct move *m, struct text *out);
void cross_move_brief(const void *state, int seat, const struct move *m, struct text *out);
