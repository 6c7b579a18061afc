/* Forms for names and passwords: the fields one after the other, checked as they are left, then one question to the
 * store. Passwords are drawn as stars, not echoed in plain mode, and wiped when the form goes. */
#pragma once

struct sign_form;

extern const struct sign_form sign_log_in;   /* name and password of an account */
extern const struct sign_form sign_new;      /* a new account by name and password */
extern const struct sign_form sign_handle;   /* a new account for the proven key: a name */
extern const struct sign_form sign_password; /* another password for one's account */
