#include "base/utf8.h"

#include <string.h>
#include <utf8proc.h>

size_t utf8_decode(const char *bytes, size_t n, uint32_t *character)
{
    utf8proc_int32_t c;
    if (n > 0 && (unsigned char)bytes[0] < 0x80) {
        *character = (unsigned char)bytes[0];
        return 1;
    }
    utf8proc_ssize_t took = utf8proc_iterate((const utf8proc_uint8_t *)bytes, n < 4 ? (utf8proc_ssize_t)n : 4, &c);
    if (took <= 0 || c < 0) {
        *character = UTF8_REPLACEMENT;
        return 1;
    }
    *character = (uint32_t)c;
    return (size_t)took;
}

size_t utf8_encode(uint32_t character, char out[4])
{
    if (!utf8proc_codepoint_valid((utf8proc_int32_t)character)) character = UTF8_REPLACEMENT;
    return (size_t)utf8proc_encode_char((utf8proc_int32_t)character, (utf8proc_uint8_t *)out);
}

int utf8_width(uint32_t character)
{
    if (character < 0x7F) return character >= 0x20;
    int width = utf8proc_charwidth((utf8proc_int32_t)character);
    /* The tables give columns to the soft hyphen and the Hangul fillers, which show nothing. */
    if (character == 0xAD || character == 0x115F || character == 0x1160 || character == 0x3164) return 0;
    return width < 0 ? 0 : width > 2 ? 2 : width;
}

size_t utf8_ascii_run(const char *bytes, size_t n)
{
    size_t run = 0;
    while (run < n && bytes[run] >= 0x20 && bytes[run] < 0x7F) run++;
    return run;
}

int utf8_columns_of(const char *bytes, size_t n)
{
    int columns = 0;
    for (size_t took; n > 0; bytes += took, n -= took) {
        uint32_t c;
        took = utf8_ascii_run(bytes, n);
        columns += (int)took;
        if (took > 0) continue;
        took = utf8_decode(bytes, n, &c);
        columns += utf8_width(c);
    }
    return columns;
}

int utf8_columns(const char *string)
{
    return utf8_columns_of(string, strlen(string));
}

uint32_t utf8_upper(uint32_t character)
{
    return (uint32_t)utf8proc_toupper((utf8proc_int32_t)character);
}

uint32_t utf8_lower(uint32_t character)
{
    return (uint32_t)utf8proc_tolower((utf8proc_int32_t)character);
}
