/* What a player of `corners` sees and does: struct game's key, mouse, view_update, show, draw, describe, move_words and
 * move_brief. All of it works on a state that hide() has been over and shows nothing else. */
#pragma once
#include "games/felt/felt.h"

struct corners_view {
    struct felt_view felt;
};

struct act_result corners_key(const void *state, int seat, void *view, const struct key *k);
struct act_result corners_mouse(const void *state, int seat, void *view, const struct mouse *m, int cols, int rows);
void corners_view_update(const void *state, int seat, void *view);
void corners_show(const void *state, int seat, void *view, const char *move);
void corners_draw(const void *state, int seat, const void *view, const struct frame_words *w, struct canvas *c);
bool corners_describe(const void *state, int seat, const struct frame_words *w, const char *topic, struct text *out);
void corners_move_words(const void *state, int seat, const struct move *m, struct text *out);
void corners_move_brief(const void *state, int seat, const struct move *m, struct text *out);
