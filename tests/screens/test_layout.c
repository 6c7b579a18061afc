#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include "base/text.h"
#include "screens/layout.h"

static void a_long_message_takes_a_second_line_above(void **state)
{
    (void)state;
    struct canvas *c = canvas_new(20, 6);
    struct text out;
    char buf[300];
    layout_message(c, "That name belongs to somebody.", true);
    text_init(&out, buf, sizeof buf);
    canvas_dump(c, &out);
    assert_string_equal(buf, "\n\n\n That name belongs\n to somebody.\n\n");
    canvas_free(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_long_message_takes_a_second_line_above),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
