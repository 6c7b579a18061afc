/* The smallest whole game: a template to copy for a new one. Every build compiles it and test_contract.c holds it to
 * the contract, but the list of games does not have it. It is a table game without options, lesson and pages of help:
 * CONTRIBUTING.md names the games that have them. */
#pragma once
#include "games/game.h"

extern const struct game null_game;
