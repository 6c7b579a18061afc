/* How a person wants to see the house: the choice wins over what the terminal seems to be, and an account keeps it. */
#pragma once
#include "screens/visit.h"

/* One way of seeing, for a menu. */
struct look_choice {
    const char *name; /* as an account keeps it; "": what the terminal seems to be */
    const char *about;
    enum charset charset;
    bool plain;
};

/* The choices in their order; NULL past the last. */
const struct look_choice *look_at(int k);

/* The choice of that name; the first, "", when there is none. */
const struct look_choice *look_find(const char *name);

/* At once, for this visit. Where single keys are not possible, it stays plain lines whatever was chosen. */
void look_apply(struct visit *v, const char *name);

/* Do both show the same? */
bool look_is_same(const struct terminal_kind *a, const struct terminal_kind *b);
