#include "screens/layout.h"

#include "base/embedded.h"
#include "base/utf8.h"
#include "term/art.h"
#include "term/wrap.h"

#define MESSAGE_ROWS 2

void layout_message(struct canvas *c, const char *message, bool warning)
{
    int lines = wrap_lines(message, c->cols - 2);
    if (lines > MESSAGE_ROWS) lines = MESSAGE_ROWS;
    struct area a = { 1, c->rows - 1 - lines, c->cols - 2, lines };
    canvas_fill(c, (struct area){ 0, a.y, c->cols, lines }, STYLE_PLAIN, ' ');
    wrap_draw(c, a, warning ? STYLE_WARNING : STYLE_MESSAGE, message, 0);
}

struct area layout_body(const struct canvas *c, int cols_max)
{
    int cols = c->cols - 2 < cols_max ? c->cols - 2 : cols_max;
    int top = c->rows >= 20 ? 2 : 1;
    return (struct area){ (c->cols - cols) / 2, top, cols, c->rows - 2 - top };
}

void layout_centre(struct canvas *c, int y, unsigned style, const char *text)
{
    int x = (c->cols - utf8_columns(text)) / 2;
    canvas_text(c, x > 1 ? x : 1, y, style, text);
}

#define ART_COLS 78

int layout_art(struct canvas *c, struct area a, const char *name, int spare)
{
    const struct embedded_file *file = art_find(name);
    struct sauce sauce;
    if (file == NULL || !sauce_read(&sauce, file->bytes, file->length)) return 0;
    if (sauce.rows + 1 + spare > a.rows || ART_COLS > c->cols) return 0;
    int rows = art_draw(c, (c->cols - ART_COLS) / 2, a.y, file->bytes, file->length);
    return rows + 1;
}
