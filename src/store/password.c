#include "store/password.h"

#include <stddef.h>
#include <string.h>

const char *password_why(const char *password)
{
    size_t n = strnlen(password, PASSWORD_MAX + 1);
    if (n < PASSWORD_MIN) return "A password has at least 8 characters.";
    if (n > PASSWORD_MAX) return "A password has at most 128 bytes.";
    return NULL;
}
