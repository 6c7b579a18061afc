/* The forms for names and passwords, and what becomes of them in the store. */
#pragma once
#include "screens/form.h"

extern const struct screen screen_sign; /* arg: one of the forms below */

extern const struct form_kind sign_log_in;   /* name and password of an account */
extern const struct form_kind sign_new;      /* a new account by name and password */
extern const struct form_kind sign_handle;   /* a new account for the proven key: a name */
extern const struct form_kind sign_password; /* another password for one's account */
