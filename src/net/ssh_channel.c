#include "net/ssh_channel.h"

#include "base/clean.h"

#include <event2/buffer.h>
#include <string.h>

/* Takes all bytes, always: libssh would keep what we leave, without limit. Little waits in s->in, because nothing is
 * read while it waits for the pump or for the owner, except what comes in with a write of ours. */
static int on_data(ssh_session session, ssh_channel channel, void *bytes, uint32_t n, int is_stderr, void *userdata)
{
    (void)session;
    (void)channel;
    struct ssh_line *s = userdata;
    if (is_stderr) return (int)n;
    size_t most = s->state < SSH_OPEN ? SSH_EARLY_MAX : CONN_HELD_MAX;
    if (evbuffer_get_length(s->in) + n > most) s->notes.flooded = true;
    if (!s->notes.flooded && s->state <= SSH_OPEN) evbuffer_add(s->in, bytes, n);
    return (int)n;
}

static void on_eof(ssh_session session, ssh_channel channel, void *userdata)
{
    (void)session;
    (void)channel;
    struct ssh_line *s = userdata;
    s->notes.eof = true;
}

static void on_close(ssh_session session, ssh_channel channel, void *userdata)
{
    (void)session;
    (void)channel;
    struct ssh_line *s = userdata;
    s->notes.closed = true;
}

static void on_signal(ssh_session session, ssh_channel channel, const char *name, void *userdata)
{
    (void)session;
    (void)channel;
    struct ssh_line *s = userdata;
    if (strcmp(name, "INT") == 0 || strcmp(name, "TERM") == 0 || strcmp(name, "HUP") == 0) s->notes.left = true;
}

static void note_size(struct ssh_line *s, int cols, int rows)
{
    s->line.conn.caller.cols = cols;
    s->line.conn.caller.rows = rows;
    s->notes.resized = true;
}

/* RFC 4254 6.2: refused once the shell has been asked for. */
static int on_pty(ssh_session session, ssh_channel channel, const char *term, int cols, int rows, int width, int height,
                  void *userdata)
{
    (void)session;
    (void)channel;
    (void)width;
    (void)height;
    struct ssh_line *s = userdata;
    struct caller *caller = &s->line.conn.caller;
    if (s->state != SSH_SETTING || s->notes.shell) return SSH_ERROR;
    clean_word(caller->term, sizeof caller->term, term, strlen(term));
    caller->character_mode = true;
    caller->we_echo = true;
    note_size(s, cols, rows);
    return SSH_OK;
}

static int on_window_change(ssh_session session, ssh_channel channel, int cols, int rows, int width, int height,
                            void *userdata)
{
    (void)session;
    (void)channel;
    (void)width;
    (void)height;
    note_size(userdata, cols, rows);
    return SSH_OK;
}

static int on_shell(ssh_session session, ssh_channel channel, void *userdata)
{
    (void)session;
    (void)channel;
    struct ssh_line *s = userdata;
    if (s->state != SSH_SETTING || s->notes.shell || s->notes.refused) return SSH_ERROR;
    s->notes.shell = true;
    return SSH_OK;
}

/* The variables that name a language: a later one in this list counts more (POSIX 8.2). */
static const char *const language_variables[] = { "LANG", "LC_CTYPE", "LC_ALL" };

static bool note_language(struct ssh_line *s, const char *name, const char *value)
{
    struct caller *caller = &s->line.conn.caller;
    for (int rank = 1; rank <= 3; rank++) {
        if (strcmp(name, language_variables[rank - 1]) != 0) continue;
        if (rank >= s->language_rank && value[0] != '\0') {
            clean_word(caller->lang, sizeof caller->lang, value, strlen(value));
            s->language_rank = rank;
        }
        return true;
    }
    return false;
}

static bool note_variable(struct ssh_line *s, const char *name, const char *value)
{
    struct caller *caller = &s->line.conn.caller;
    if (note_language(s, name, value)) return true;
    if (strcmp(name, "COLORTERM") == 0) {
        clean_word(caller->colorterm, sizeof caller->colorterm, value, strlen(value));
        return true;
    }
    if (strcmp(name, "NO_COLOR") != 0) return false;
    caller->no_color = value[0] != '\0';
    return true;
}

static int on_variable(ssh_session session, ssh_channel channel, const char *name, const char *value, void *userdata)
{
    (void)session;
    (void)channel;
    struct ssh_line *s = userdata;
    if (s->state != SSH_SETTING || s->notes.shell) return SSH_ERROR;
    if (s->variables >= SSH_VARIABLES_MAX || strlen(value) > SSH_VARIABLE_VALUE_MAX) return SSH_ERROR;
    s->variables++;
    return note_variable(s, name, value) ? SSH_OK : SSH_ERROR;
}

static int on_command(ssh_session session, ssh_channel channel, const char *command, void *userdata)
{
    (void)session;
    (void)channel;
    (void)command;
    struct ssh_line *s = userdata;
    if (!s->notes.shell) s->notes.refused = true;
    return SSH_ERROR;
}

/* One channel of one kind. libssh refuses what no callback asks for: X11, agent and every other forwarding; a second
 * session is refused here (H28). */
static ssh_channel on_channel(ssh_session session, void *userdata)
{
    struct ssh_line *s = userdata;
    if (s->channel != NULL) return NULL;
    s->channel = ssh_channel_new(session);
    if (s->channel != NULL) ssh_set_channel_callbacks(s->channel, &s->on_channel);
    return s->channel;
}

bool ssh_channel_expect(struct ssh_line *s)
{
    s->on_session =
        (struct ssh_server_callbacks_struct){ .userdata = s, .channel_open_request_session_function = on_channel };
    s->on_channel = (struct ssh_channel_callbacks_struct){
        .userdata = s,
        .channel_data_function = on_data,
        .channel_eof_function = on_eof,
        .channel_close_function = on_close,
        .channel_signal_function = on_signal,
        .channel_pty_request_function = on_pty,
        .channel_pty_window_change_function = on_window_change,
        .channel_shell_request_function = on_shell,
        .channel_env_request_function = on_variable,
        .channel_exec_request_function = on_command,
        .channel_subsystem_request_function = on_command,
    };
    ssh_callbacks_init(&s->on_session);
    ssh_callbacks_init(&s->on_channel);
    return ssh_set_server_callbacks(s->session, &s->on_session) == SSH_OK;
}
