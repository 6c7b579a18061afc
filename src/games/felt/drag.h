/* One drag with the mouse: from the press on a thing to the release of the button. It lies in a game's view: plain
 * data, and cleared memory is no drag. The game knows what is in hand, where that came from (its source), and what can
 * take it; this knows what press, way and release mean together (G17). */
#pragma once
#include <stdbool.h>
#include <stdint.h>

struct drag {
    uint8_t state; /* enum of drag.c; 0: no button is down */
    bool again;    /* the press was on what had been in hand before */
};

enum drag_end {
    DRAG_NOTHING, /* no drag was on */
    DRAG_TAKE,    /* a click: what it took stays in hand */
    DRAG_AGAIN,   /* a click on what had been in hand before */
    DRAG_BACK,    /* released where nothing takes it: it goes back */
    DRAG_PUT,     /* released over a place: it is put there */
};

/* The button was pressed on what is in hand now. again: it had been in hand before. */
void drag_begin(struct drag *d, bool again);

/* The mouse has moved. on_source: it is over the source. false: no drag is on. */
bool drag_move(struct drag *d, bool on_source);

/* The button was released over the source, over a place, or over neither. The drag is over. */
enum drag_end drag_release(struct drag *d, bool on_source, bool on_place);
