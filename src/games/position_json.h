/* The parts that positions of several games have in common, as replay prints them (records.md). */
#pragma once
#include "cards/pile.h"
#include "games/game.h"

#include <jansson.h>

/* Each returns a new reference: json_object_set_new() takes it, else json_decref() frees it. */
json_t *pile_json(const struct pile *p);
json_t *moves_json(const struct move_list *list);
