/* What a player of `grid` sees and does: struct game's key, mouse, view_update, draw, describe, move_words and move_brief.
 *
 * Keys: arrows (or h j k l , .) move the cursor over the squares, Tab to the next square where something can be done; Enter
 * or Space places, or takes a card and then its partner (a 10 goes at once); x removes what can be removed, one removal a
 * press; e resumes; Escape lets go. Clicks and drags do the same (G17). */
#pragma once
#include "games/grid.h"

struct grid_view {
    uint8_t at;      /* the square the cursor is on */
    uint8_t taken;   /* 1 + the square of the card that waits for its partner; 0: none */
    bool dragging;   /* the mouse button is down since the visible card or a card was pressed */
    bool lifted;     /* ... the visible one */
    struct made made; /* memory for the sentence of a refusal */
};

struct act_result grid_key(const void *state, int seat, void *view, const struct key *k);
struct act_result grid_mouse(const void *state, int seat, void *view, const struct mouse *m, int cols, int rows);
void grid_view_update(const void *state, int seat, void *view);
void grid_draw(const void *state, int seat, const void *view, const struct frame_words *w, struct canvas *c);
bool grid_describe(const void *state, int seat, const struct frame_words *w, const char *topic, struct text *out);
void grid_move_words(const void *state, int seat, const struct move *m, struct text *out);
void grid_move_brief(const void *state, int seat, const struct move *m, struct text *out);
