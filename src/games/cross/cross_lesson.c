#include "games/cross/cross.h"
#include "games/lesson.h"

static const struct lesson_step steps[] = {
    {
        .about = "All cards are to be laid out, with as few as can be in your hand. Red 8 goes on black 9.",
        .keys = "Press 8 to take the 8♦, then the letter beside N.",
        .brief = "Red 8 goes on black 9: press 8, then the letter beside N.",
        .moves = "8d@n",
    },
    {
        .about = "A pile moves whole, where its bottom card fits: here the 9♠ fits on the T♥.",
        .keys = "Press m to take a pile, then the letter beside S.",
        .brief = "Piles move whole: 9♠ fits on T♥. Press m, then the letter at S.",
        .moves = "n>s",
    },
    {
        .about = "A King may start a corner, and then its pile can grow down to the Ace.",
        .keys = "Press K, then the letter of any corner.",
        .brief = "A King may start a corner: press K, then its letter.",
        .moves = "Kh@ne Kh@se Kh@sw Kh@nw",
    },
    {
        .about = "Now the Q♣ fits on your King, and its side comes free.",
        .keys = "Press m, then Enter: there is one place only.",
        .brief = "The Q♣ fits on your King: press m, then Enter.",
        .moves = "w>ne w>se w>sw w>nw",
    },
    {
        .about = "The 3♠ fits on the 4♦.",
        .keys = "Press 3, then the letter at the 4♦.",
        .brief = "3♠ fits on the 4♦: press 3, then the letter there.",
        .moves = "3s@e",
    },
    {
        .about = "The 5♠ fits nowhere. Any card may start an empty side.",
        .keys = "Press 5, then the letter of an empty side.",
        .brief = "5♠ fits nowhere, so it starts a side: press 5, then its letter.",
        .moves = "5s@n 5s@w",
    },
    {
        .about = "When nothing is left that helps, draw. The most cards that you ever hold are your peak: the fewer, "
                 "the better.",
        .keys = "Press e to draw.",
        .brief = "Draw when nothing helps; hold few cards. Press e to draw.",
        .moves = "draw",
    },
    {
        .about = "Not sure what to play? The house knows something good, and tells you why.",
        .keys = "Press i for a hint.",
        .brief = "Not sure what to play? Press i for a hint.",
    },
    {
        .about = "The hint: the east pile fits whole on your 5♠, and a side comes free.",
        .keys = "Press m, then the letter at the 5♠.",
        .brief = "Hint: the E pile fits on your 5♠. Press m, then the letter there.",
        .moves = "e>n e>w",
    },
};

/* North, west, east and south, then the hand, then the stock. */
const struct lesson cross_lesson = {
    .game = &cross_game,
    .rules = "",
    .title = "the solitaire",
    .deck = "9s Qc 4d Th 8d Kh 9h 5s 2h 3s 7d As",
    .seats = 1,
    .dealer = 1,
    .pupil = 1,
    .ending =
        "That is all there is to it. You cannot lose: any plays lead to the end, and the peak hand is what counts. "
        "Enter deals a real game.",
    .ending_brief = "You cannot lose; hold few cards. Enter deals a real game.",
    .n = sizeof steps / sizeof *steps,
    .steps = steps,
};
