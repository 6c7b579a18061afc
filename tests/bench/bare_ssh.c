/* bench_bare_ssh: the least that a login by SSH can cost with libssh in one libevent loop. It exchanges keys, lets
 * everybody in by key or password, opens a channel with a terminal and a shell, writes one short text and then sends
 * back what it reads. It counts, limits, draws and logs nothing; the host's own costs are what it takes more than this
 * program. Listens on a free port of 127.0.0.1, prints it, and ends with standard input. */
#include <assert.h>
#include <event2/event.h>
#include <event2/listener.h>
#include <libssh/callbacks.h>
#include <libssh/server.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#define WORD "Bare" /* bench_load waits for it */
#define OUT_MAX 4096

struct bare {
    struct event_base *base;
    ssh_bind bind;
    char text[OUT_MAX];
    size_t text_n;
};

struct visit {
    struct bare *bare;
    ssh_session session;
    ssh_event poll;
    ssh_channel channel;
    struct event *readable, *writable;
    struct ssh_server_callbacks_struct on_session;
    struct ssh_channel_callbacks_struct on_channel;
    bool closed;
    char out[OUT_MAX]; /* visit_step() writes it when the callbacks have returned */
    size_t out_n;
};

/* --- the library's callbacks: they note, visit_pump() acts --- */

static int on_password(ssh_session session, const char *user, const char *password, void *arg)
{
    (void)session, (void)user, (void)password, (void)arg;
    return SSH_AUTH_SUCCESS;
}

/* NONE asks whether the key would do; libssh has checked the signature of VALID. */
static int on_key(ssh_session session, const char *user, struct ssh_key_struct *key, char state, void *arg)
{
    (void)session, (void)user, (void)key, (void)arg;
    return state == SSH_PUBLICKEY_STATE_NONE || state == SSH_PUBLICKEY_STATE_VALID ? SSH_AUTH_SUCCESS : SSH_AUTH_DENIED;
}

static int on_data(ssh_session session, ssh_channel channel, void *bytes, uint32_t n, int is_stderr, void *arg)
{
    (void)session, (void)channel, (void)is_stderr;
    struct visit *v = arg;
    size_t room = sizeof v->out - v->out_n, some = n < room ? n : room;
    memcpy(v->out + v->out_n, bytes, some);
    v->out_n += some;
    return (int)n;
}

static int on_pty(ssh_session session, ssh_channel channel, const char *term, int cols, int rows, int width, int height,
                  void *arg)
{
    (void)session, (void)channel, (void)term, (void)cols, (void)rows, (void)width, (void)height, (void)arg;
    return SSH_OK;
}

static int on_variable(ssh_session session, ssh_channel channel, const char *name, const char *value, void *arg)
{
    (void)session, (void)channel, (void)name, (void)value, (void)arg;
    return SSH_OK;
}

static int on_shell(ssh_session session, ssh_channel channel, void *arg)
{
    struct bare *b = ((struct visit *)arg)->bare;
    on_data(session, channel, b->text, (uint32_t)b->text_n, 0, arg);
    return SSH_OK;
}

static void on_close(ssh_session session, ssh_channel channel, void *arg)
{
    (void)session, (void)channel;
    ((struct visit *)arg)->closed = true;
}

static ssh_channel on_open(ssh_session session, void *arg)
{
    struct visit *v = arg;
    if (v->channel != NULL) return NULL;
    v->channel = ssh_channel_new(session);
    ssh_set_channel_callbacks(v->channel, &v->on_channel);
    return v->channel;
}

/* --- a visit --- */

static void visit_end(struct visit *v)
{
    event_free(v->readable);
    event_free(v->writable);
    if (v->channel != NULL) ssh_remove_channel_callbacks(v->channel, &v->on_channel);
    ssh_event_remove_session(v->poll, v->session);
    ssh_event_free(v->poll);
    ssh_disconnect(v->session);
    ssh_free(v->session);
    free(v);
}

static bool visit_lives(const struct visit *v)
{
    return !(ssh_get_status(v->session) & (SSH_CLOSED | SSH_CLOSED_ERROR)) && ssh_get_fd(v->session) >= 0;
}

static bool visit_step(struct visit *v)
{
    if (ssh_event_dopoll(v->poll, 0) == SSH_ERROR || !visit_lives(v) || v->closed) return false;
    if (v->out_n == 0) return true;
    size_t n = v->out_n;
    v->out_n = 0;
    return ssh_channel_write(v->channel, v->out, (uint32_t)n) == (int)n && visit_lives(v);
}

static void visit_pump(evutil_socket_t fd, short what, void *arg)
{
    (void)fd, (void)what;
    struct visit *v = arg;
    if (!visit_step(v))
        visit_end(v);
    else if (ssh_get_status(v->session) & SSH_WRITE_PENDING)
        event_add(v->writable, NULL);
}

static void visit_set_callbacks(struct visit *v)
{
    v->on_session = (struct ssh_server_callbacks_struct){
        .userdata = v,
        .auth_password_function = on_password,
        .auth_pubkey_function = on_key,
        .channel_open_request_session_function = on_open,
    };
    v->on_channel = (struct ssh_channel_callbacks_struct){
        .userdata = v,
        .channel_data_function = on_data,
        .channel_close_function = on_close,
        .channel_pty_request_function = on_pty,
        .channel_shell_request_function = on_shell,
        .channel_env_request_function = on_variable,
    };
    ssh_callbacks_init(&v->on_session);
    ssh_callbacks_init(&v->on_channel);
    ssh_set_server_callbacks(v->session, &v->on_session);
}

static void on_accepted(struct evconnlistener *listener, evutil_socket_t fd, struct sockaddr *from, int n, void *arg)
{
    (void)listener, (void)from, (void)n;
    struct bare *b = arg;
    struct visit *v = calloc(1, sizeof *v);
    assert(v != NULL);
    v->bare = b;
    v->session = ssh_new();
    ssh_options_set(v->session, SSH_OPTIONS_COMPRESSION, "none");
    if (ssh_bind_accept_fd(b->bind, v->session, fd) != SSH_OK) abort();
    ssh_set_blocking(v->session, 0);
    ssh_set_auth_methods(v->session, SSH_AUTH_METHOD_PUBLICKEY | SSH_AUTH_METHOD_PASSWORD);
    visit_set_callbacks(v);
    ssh_handle_key_exchange(v->session);
    v->poll = ssh_event_new();
    ssh_event_add_session(v->poll, v->session);
    v->readable = event_new(b->base, fd, EV_READ | EV_PERSIST, visit_pump, v);
    v->writable = event_new(b->base, fd, EV_WRITE, visit_pump, v);
    event_add(v->readable, NULL);
}

/* --- the program --- */

static ssh_bind make_bind(void)
{
    ssh_key key;
    ssh_bind bind = ssh_bind_new();
    ssh_bind_options_set(bind, SSH_BIND_OPTIONS_PROCESS_CONFIG, &(bool){ false });
    if (ssh_pki_generate(SSH_KEYTYPE_ED25519, 0, &key) != SSH_OK ||
        ssh_bind_options_set(bind, SSH_BIND_OPTIONS_IMPORT_KEY, key) != SSH_OK)
        abort();
    return bind;
}

static void set_text(struct bare *b, int n)
{
    assert(n >= (int)strlen(WORD) && n <= OUT_MAX);
    memset(b->text, ' ', sizeof b->text);
    b->text_n = (size_t)n;
    memcpy(b->text + n - strlen(WORD), WORD, strlen(WORD));
}

static void on_stdin(evutil_socket_t fd, short what, void *arg)
{
    (void)fd, (void)what;
    event_base_loopbreak(arg);
}

static void print_port(int fd)
{
    struct sockaddr_in at;
    socklen_t size = sizeof at;
    getsockname(fd, (struct sockaddr *)&at, &size);
    printf("%d\n", ntohs(at.sin_port));
    fflush(stdout);
}

int main(int argc, char **argv)
{
    struct rlimit limit;
    getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
    signal(SIGPIPE, SIG_IGN);
    struct bare b = { .base = event_base_new(), .bind = make_bind() };
    set_text(&b, argc > 1 ? atoi(argv[1]) : (int)strlen(WORD));
    struct sockaddr_in at = { .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    struct evconnlistener *listener =
        evconnlistener_new_bind(b.base, on_accepted, &b, LEV_OPT_CLOSE_ON_FREE | LEV_OPT_CLOSE_ON_EXEC, 4096,
                                (struct sockaddr *)&at, sizeof at);
    if (listener == NULL) return 1;
    setsockopt(evconnlistener_get_fd(listener), IPPROTO_TCP, TCP_NODELAY, &(int){ 1 }, sizeof(int));
    print_port(evconnlistener_get_fd(listener));
    struct event *stop = event_new(b.base, STDIN_FILENO, EV_READ, on_stdin, b.base);
    event_add(stop, NULL);
    event_base_dispatch(b.base);
    return 0;
}
