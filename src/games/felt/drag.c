#include "games/felt/drag.h"

enum { OFF, PRESSED, AWAY }; /* AWAY: the mouse has been over something else than the source */

void drag_begin(struct drag *d, bool again)
{
    *d = (struct drag){ .state = PRESSED, .again = again };
}

bool drag_move(struct drag *d, bool on_source)
{
    if (d->state == PRESSED && !on_source) d->state = AWAY;
    return d->state != OFF;
}

enum drag_end drag_release(struct drag *d, bool on_source, bool on_place)
{
    struct drag was = *d;
    *d = (struct drag){ .state = OFF };
    if (was.state == OFF) return DRAG_NOTHING;
    if (!on_source) return on_place ? DRAG_PUT : DRAG_BACK;
    if (was.state == AWAY) return DRAG_BACK;
    return was.again ? DRAG_AGAIN : DRAG_TAKE;
}
