#include "games/king/king.h"

/* The first King is the fourth card, and the pupil does not take it. */
static const struct lesson_step steps[] = {
    {
        .about = "Two players take cards from the stock. Whoever takes the first King has lost.",
        .keys = "Press t, which takes a card.",
        .brief = "Whoever takes the first King has lost. Press t: you take a card.",
        .moves = "take",
    },
    {
        .about = "bea takes a card, too: the 5♥.",
        .keys = "Enter goes on.",
        .brief = "bea takes a card, too: the 5♥. Enter goes on.",
        .moves = "take",
        .seat = 2,
    },
    {
        .about = "Not sure? The house knows something good, and tells you why.",
        .keys = "Press i for a hint.",
        .brief = "Not sure what to do? Press i for a hint.",
    },
    {
        .about = "The hint: once in a round you may pass, and pass the next card on to bea.",
        .keys = "Press p.",
        .brief = "Hint: once in a round you may pass. Press p.",
        .moves = "pass",
    },
    {
        .about = "bea takes the 9♣, and it is your turn.",
        .keys = "Enter goes on.",
        .brief = "bea takes the 9♣. Your turn: Enter goes on.",
        .moves = "take",
        .seat = 2,
    },
    {
        .about = "Now take cards until somebody has the King.",
        .keys = "Play as you like.",
        .brief = "Now take cards until somebody has the King.",
        .moves = LESSON_ANY,
    },
};

const struct lesson king_lesson = {
    .game = &king_game,
    .rules = "first pass=yes",
    .title = "Turn a King",
    .deck = "2s 5h 9c Kd",
    .seats = 2,
    .dealer = 2,
    .pupil = 1,
    .names = { [2] = "bea" },
    .ending = "That is the whole game: the King counts 10 points, and the lowest wins. Enter plays a round.",
    .ending_brief = "The King counts 10 points, the lowest wins. Enter plays a round.",
    .n = sizeof steps / sizeof *steps,
    .steps = steps,
};
