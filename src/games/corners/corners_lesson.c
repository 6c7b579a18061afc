#include "games/corners/corners.h"
#include "games/lesson.h"

/* Two at the table, draw last. The pupil's hand goes out in the second turn, whatever the choices on the way. */
static const struct lesson_step steps[] = {
    {
        .about = "Whoever is rid of all cards first wins. A card goes on one a rank higher, of the other colour.",
        .keys = "Press 8 to take the 8♦, then the letter beside N.",
        .brief = "Red 8 goes on black 9: press 8, then the letter beside N.",
        .moves = "8d@n",
    },
    {
        .about = "And a black 7 goes on the red 8. The arrows choose a card as well.",
        .keys = "← and → to the 7♣; Enter takes it, and Enter puts it: there is one place.",
        .brief = "Arrows choose: go to the 7♣. Enter takes it, Enter puts it.",
        .moves = "7c@n",
    },
    {
        .about = "A pile moves whole, where its bottom card fits: here the 9♠ fits on the T♥.",
        .keys = "Press m to take a pile, then the letter beside S.",
        .brief = "Piles move whole: 9♠ fits on T♥. Press m, then the letter at S.",
        .moves = "n>s",
    },
    {
        .about = "Corners are for Kings. A King that you keep costs ten points, any other card one.",
        .keys = "Press K, then the letter of any corner.",
        .brief = "Corners are for Kings: press K, then any corner's letter.",
        .moves = "Kh@ne Kh@se Kh@sw Kh@nw",
    },
    {
        .about = "Now the Q♣ fits on your King, and its side comes free.",
        .keys = "Press m, then Enter: there is one place only.",
        .brief = "The Q♣ fits on your King: press m, then Enter.",
        .moves = "w>ne w>se w>sw w>nw",
    },
    {
        .about =
            "The J♦ could start an empty side, but it fits on the Queen: keep empty sides for cards that fit nowhere.",
        .keys = "Press J, then the letter at the Queen.",
        .brief = "The J♦ fits on the Queen: press J, then the letter there.",
        .moves = "Jd@ne Jd@se Jd@sw Jd@nw",
    },
    {
        .about = "Your 5♠ fits nowhere. Any card but a King may start an empty side.",
        .keys = "Press 5, then the letter of an empty side.",
        .brief = "5♠ fits nowhere, so it starts a side: press 5, then its letter.",
        .moves = "5s@n 5s@w",
    },
    {
        .about = "Nothing more fits well. You end your turn by drawing a card; you may do so without any play, too.",
        .keys = "Press e.",
        .brief = "Nothing more fits well. Press e: you draw a card and end.",
        .moves = "end",
    },
    {
        .about = "bea lays the 3♠ on the 4♦. The piles are everybody's: you may build there as well.",
        .keys = "Enter goes on.",
        .brief = "bea lays 3♠ on 4♦. Piles are everybody's. Enter goes on.",
        .moves = "3s@e",
        .seat = 2,
    },
    {
        .about = "bea draws, and it is your turn. What you drew is marked in your hand: the T♠.",
        .keys = "Enter goes on.",
        .brief = "bea draws. Your turn: you have drawn the T♠. Enter goes on.",
        .moves = "end",
        .seat = 2,
    },
    {
        .about = "Not sure what to play? The house knows something good, and tells you why.",
        .keys = "Press i for a hint.",
        .brief = "Not sure what to play? Press i for a hint.",
    },
    {
        .about = "The hint: lay the T♠ on the J♦, and your 9♥ can follow it.",
        .keys = "Press T, then the letter at the Jack.",
        .brief = "Hint: T♠ on the J♦, then 9♥ fits. Press T, then the letter.",
        .moves = "Ts@ne Ts@se Ts@sw Ts@nw",
    },
    {
        .about = "What is left can go now, in any order. Out of cards, you win the round at once, without drawing.",
        .keys = "Play as you like.",
        .brief = "What is left can go now. Play it: out of cards, you win at once.",
        .moves = LESSON_ANY,
    },
};

/* Dealt in turn to the pupil and to bea, then north, east, south, west, then the stock. */
const struct lesson corners_lesson = {
    .game = &corners_game,
    .rules = "last target=none mustking=no kingpile=yes",
    .title = "Kings Corner",
    .deck = "8d 3s Kh Ac Jd 8s 5s 6d 2h Qh 7c 2c 9h 4c 9s 4d Th Qc Ts Ks",
    .art = "corners.ans",
    .seats = 2,
    .dealer = 2,
    .pupil = 1,
    .names = { [2] = "bea" },
    .ending = "Well done, you are out: 0 points. What bea holds counts 16; points are bad, the lowest wins. "
              "? is help everywhere.",
    .ending_brief = "Well done! You have 0, bea 16: the lowest wins. Enter plays a round.",
    .n = sizeof steps / sizeof *steps,
    .steps = steps,
};
