/* What a password may be. The hashing is in secret.h. */
#pragma once

#define PASSWORD_MIN 8 /* bytes */
#define PASSWORD_MAX 128

/* NULL when password may become somebody's new password; else why not, a whole sentence (a string constant). */
const char *password_why(const char *password);
