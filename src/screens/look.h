/* How a person wants to see the house: the choice wins over what the terminal seems to be, and an account keeps it. */
#pragma once
#include "screens/visit.h"

/* "utf8", "cp437", "plain", or "" for what the terminal seems to be. Other words do nothing. At once, for this visit.
 */
void look_apply(struct visit *v, const char *look);

/* The choices in words, for a menu; NULL past the last. */
struct look_choice {
    const char *name; /* as an account keeps it */
    const char *about;
};
const struct look_choice *look_at(int k);
