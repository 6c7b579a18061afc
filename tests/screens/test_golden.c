/* Every screen at three sizes, as text (golden/screens/); and that nothing is drawn that the other charsets lack.
 */
#include "screens/golden_screens.h"
#include "screens/loser.h"
#include "screens/patience_play.h"

#include "base/embedded.h"
#include "screens/help.h"
#include "screens/sign.h"
#include "term/art.h"
#include "term/art_files.h"
#include "term/charset.h"

#include "screens/own_house.h"

static void welcome_and_the_forms(void **state)
{
    (void)state;
    caller_telnet(&ann, &h);
    compare_screen(&ann, "welcome");
    type(&ann, "l");
    type_line(&ann, "ann");
    type_slowly(&ann, "secret");
    compare_screen(&ann, "log-in");
    type_escape(&ann);
    type(&ann, "n");
    type_line(&ann, "a");
    compare_screen(&ann, "new-account");
    caller_drop(&ann);
}

static void a_new_key(void **state)
{
    (void)state;
    caller_init(&ann, &h);
    ann.line.conn.caller.key_proven = true;
    strcpy(ann.line.conn.caller.user, "bea");
    caller_enter(&ann);
    await_screen(&ann, "sign");
    compare_screen(&ann, "handle");
    caller_drop(&ann);
}

static void lobby_account_figures_and_help(void **state)
{
    (void)state;
    caller_by_key(&ann, &h, "ann", false);
    await_words(&ann, "New here?");
    compare_screen(&ann, "lobby");
    type(&ann, "a");
    compare_screen(&ann, "account");
    type(&ann, "q");
    type(&ann, "f");
    await_words(&ann, "Nobody yet.");
    await_words(&ann, "All rounds");
    compare_screen(&ann, "figures");
    type(&ann, "q");
    type(&ann, "?");
    compare_screen(&ann, "help");
    type(&ann, "\r");
    type(&ann, "\r");
    compare_screen(&ann, "help-plays");
    type(&ann, "q");
    type(&ann, "q");
    compare_screen(&ann, "lobby-leaving");
    caller_drop(&ann);
}

static void the_table_and_coming_back_to_it(void **state)
{
    (void)state;
    caller_by_key(&ann, &h, "ann", false);
    type(&ann, "\r");
    await_turn(&ann);
    compare_screen(&ann, "table");
    type(&ann, "q");
    type(&ann, "k");
    compare_screen(&ann, "lobby-back");
    caller_drop(&ann);
}

/* Each patience dealt, some way on, and at its end. */
static void the_patiences(void **state)
{
    static const char *const names[] = { "grid", "cross" };
    (void)state;
    caller_by_key(&ann, &h, "ann", false);
    for (int k = 0; k < 2; k++) {
        char file[32];
        type(&ann, k == 0 ? "g" : "s");
        patience_deal(&ann, 617);
        patience_play(&ann, 20);
        if (k == 1) await_words(&ann, "par ");
        snprintf(file, sizeof file, "patience-%s", names[k]);
        compare_screen(&ann, file);
        type(&ann, "n");
        snprintf(file, sizeof file, "patience-%s-new", names[k]);
        compare_screen(&ann, file);
        type(&ann, "x");
        patience_play(&ann, 1000);
        await_words(&ann, "Played 1");
        snprintf(file, sizeof file, "patience-%s-end", names[k]);
        compare_screen(&ann, file);
        type(&ann, "q");
    }
    type(&ann, "g");
    patience_deal(&ann, 618);
    patience_play(&ann, 21);
    type(&ann, "p");
    compare_screen(&ann, "patience-number");
    type_escape(&ann);
    type(&ann, "?");
    compare_screen(&ann, "help-patience");
    type(&ann, "qq");
    await_words(&ann, "unfinished: ");
    compare_screen(&ann, "lobby-patience");
    caller_drop(&ann);
}

static void the_big_loser(void **state)
{
    (void)state;
    caller_by_key(&ann, &h, "ann", false);
    session_push(session_of(&ann), &screen_loser, "ann");
    compare_screen(&ann, "loser");
    caller_drop(&ann);
}

/* Every picture has a likeness in each charset. */
static void the_art_has_a_likeness_everywhere(void **state)
{
    (void)state;
    for (const struct embedded_file *file = ansi_files; file->name != NULL; file++) {
        char buf[16384];
        struct text text;
        struct canvas *c = canvas_new(80, 24);
        art_draw(c, 0, 0, file->bytes, file->length);
        text_init(&text, buf, sizeof buf);
        canvas_dump(c, &text);
        assert_has_likeness(buf, file->name);
        canvas_free(c);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(welcome_and_the_forms),
        TEST(a_new_key),
        TEST(lobby_account_figures_and_help),
        TEST(the_table_and_coming_back_to_it),
        TEST(the_big_loser),
        TEST(the_patiences),
        cmocka_unit_test(the_art_has_a_likeness_everywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
