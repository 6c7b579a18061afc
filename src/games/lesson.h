/* A game taught by playing it: a deal, and a table of steps. Data only, so that a lesson for another game is one more
 * file, games/x/x_lesson.c, named in its struct game; screens/lesson.c plays it.
 * tests/games/catalogue/test_lesson.c holds every lesson to what is said here. */
#pragma once
#include "cards/deal.h"
#include "games/game.h"

/* One thing that the pupil does, or sees somebody else do. */
struct lesson_step {
    const char *about; /* what is to be learnt: two sentences at most, without keys */
    const char *keys;  /* which keys do it; with `about` at most two lines of 78 columns */
    const char *brief; /* both, in two lines of 38 columns */
    const char *
        moves; /* parted by blanks, as records have them, or the beginning of some and a * ("x*"). The pupil may make
                  any of them; the first that is legal is the one that is told. LESSON_ANY; NULL: a hint is asked for */
    int seat;  /* 0: the pupil moves; else the lesson does for this seat, as long as one of the moves is legal */
};
#define LESSON_ANY "*" /* whatever the pupil likes, until the game is over */

struct lesson {
    const struct game *game;
    const char *rules; /* as a record's [Rules] tag has them */
    const char *title;
    const char *art;  /* the name of a picture for the lobby; NULL: the house's own */
    const char *deck; /* the first cards, as they are dealt; the others follow in any order */
    int seats, dealer, pupil;
    const char *names[SEATS_MAX + 1]; /* of the other seats, which are computer players */
    const char *ending;       /* said when it is over, which of a patience it need not be; two lines of 78 columns */
    const char *ending_brief; /* two lines of 38 columns */
    int n;
    const struct lesson_step *steps;
};

/* The whole deck of a lesson. Asserts that its cards are cards, each once. */
void lesson_deck(const struct lesson *l, struct deck *d);

/* The first of the step's moves that is legal in that state, canonical; false: none is, or the step names none. */
bool lesson_move(const struct lesson *l, const struct lesson_step *step, const void *state, struct move *out);

/* Is the move, canonical, one that the step asks the pupil for? LESSON_ANY asks for any but the one that ends a turn.
 */
bool lesson_wants(const struct lesson *l, const struct lesson_step *step, const struct move *m);
