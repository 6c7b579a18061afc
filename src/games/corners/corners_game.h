/* `corners` as others see it: the game, its lesson, and where its options lie. */
#pragma once
#include "games/lesson.h"

extern const struct game corners_game;
extern const struct lesson corners_lesson;

/* What the bytes of struct rules are. */
enum corners_option {
    CORNERS_LAST,     /* draw last, else draw first */
    CORNERS_MUSTKING, /* Kings may not stay in the hand (T7) */
    CORNERS_KINGPILE, /* King piles may move to corners (T4e) */
    CORNERS_TARGET,   /* 10, 25, 50, 100; 0 for none (T12) */
};
