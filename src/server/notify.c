#include "server/notify.h"

#ifdef HAVE_SYSTEMD
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <systemd/sd-daemon.h>

static bool sort(struct notify_sockets *s, int fd, const char *name, int *ssh, int *telnet, struct err *e)
{
    bool is_ssh = strcmp(name, "ssh") == 0;
    int *n = is_ssh ? ssh : telnet;
    if (!is_ssh && strcmp(name, "telnet") != 0)
        return err_set(e, "a socket named \"%.40s\" was handed over: its FileDescriptorName must be ssh or telnet",
                       name);
    if (sd_is_socket(fd, AF_UNSPEC, SOCK_STREAM, 1) <= 0)
        return err_set(e, "the %s socket handed over does not listen", name);
    if (*n == CONFIG_ADDRESSES) return err_set(e, "more than %d %s sockets were handed over", CONFIG_ADDRESSES, name);
    (is_ssh ? s->ssh : s->telnet)[(*n)++] = fd;
    s->count++;
    return true;
}

bool notify_sockets_take(struct notify_sockets *s, struct err *e)
{
    char **names = NULL;
    bool ok = true;
    int ssh = 0, telnet = 0;
    *s = (struct notify_sockets){ .count = 0 };
    int n = sd_listen_fds_with_names(1, &names);
    if (n < 0) return err_set(e, "sockets handed over: %s", strerror(-n));
    for (int i = 0; i < n; i++) {
        ok = ok && sort(s, SD_LISTEN_FDS_START + i, names[i], &ssh, &telnet, e);
        free(names[i]);
    }
    free(names);
    s->ssh[ssh] = s->telnet[telnet] = -1;
    return ok;
}

void notify_ready(void)
{
    sd_notify(0, "READY=1");
}

void notify_stopping(void)
{
    sd_notify(0, "STOPPING=1");
}

int64_t notify_alive_ms(void)
{
    uint64_t us = 0;
    return sd_watchdog_enabled(0, &us) > 0 ? (int64_t)(us / 2000) : 0;
}

void notify_alive(void)
{
    sd_notify(0, "WATCHDOG=1");
}
#else
bool notify_sockets_take(struct notify_sockets *s, struct err *e)
{
    (void)e;
    *s = (struct notify_sockets){ .count = 0, .ssh = { -1 }, .telnet = { -1 } };
    return true;
}

void notify_ready(void)
{
}

void notify_stopping(void)
{
}

int64_t notify_alive_ms(void)
{
    return 0;
}

void notify_alive(void)
{
}
#endif
