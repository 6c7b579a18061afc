#include "net/ssh_line.h"

#include "base/clock.h"

#include <assert.h>
#include <event2/buffer.h>

int64_t ssh_line_now(const struct ssh_line *s)
{
    return clock_mono_ms(s->line.lines->clock);
}

void ssh_line_set_state(struct ssh_line *s, enum ssh_state state, int64_t deadline_ms)
{
    bool again = s->state == SSH_CHECKING && state == SSH_LOGIN;
    assert(state > s->state || again);
    assert(state != SSH_LEAVING || s->guarded);
    s->state = state;
    s->deadline_ms = deadline_ms;
}

bool ssh_line_lives(const struct ssh_line *s)
{
    return !(ssh_get_status(s->session) & (SSH_CLOSED | SSH_CLOSED_ERROR)) && ssh_get_fd(s->session) >= 0;
}

bool ssh_line_is_sending(const struct ssh_line *s)
{
    return ssh_get_status(s->session) & SSH_WRITE_PENDING;
}

bool ssh_line_is_ready(const struct conn *c)
{
    const struct ssh_line *s = (const struct ssh_line *)c;
    return s->state == SSH_OPEN && !s->overrun && evbuffer_get_length(s->out) == 0 && !ssh_line_is_sending(s) &&
           ssh_channel_window_size(s->channel) > 0;
}
