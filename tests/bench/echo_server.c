/* bench_echo_server: the least that a key's way there and back can take: one epoll loop that sends back what it reads.
 * Listens on a free port of 127.0.0.1, prints it, and ends with standard input. */
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#define EVENTS 64

static int listen_anywhere(void)
{
    struct sockaddr_in at = { .sin_family = AF_INET };
    socklen_t size = sizeof at;
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
    if (fd < 0 || bind(fd, (struct sockaddr *)&at, size) != 0 || listen(fd, 4096) != 0) return -1;
    getsockname(fd, (struct sockaddr *)&at, &size);
    printf("%d\n", ntohs(at.sin_port));
    fflush(stdout);
    return fd;
}

static void watch(int epoll, int fd)
{
    struct epoll_event wanted = { .events = EPOLLIN, .data.fd = fd };
    epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &wanted);
}

static void accept_all(int epoll, int listener)
{
    for (int fd; (fd = accept4(listener, NULL, NULL, SOCK_NONBLOCK)) >= 0;) {
        setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &(int){ 1 }, sizeof(int));
        watch(epoll, fd);
    }
}

static void echo(int fd)
{
    char buf[4096];
    ssize_t n = read(fd, buf, sizeof buf);
    if (n <= 0 || write(fd, buf, (size_t)n) != n) close(fd);
}

/* false: standard input has ended. */
static bool turn(int epoll, int listener)
{
    struct epoll_event events[EVENTS];
    int n = epoll_wait(epoll, events, EVENTS, -1);
    for (int i = 0; i < n; i++) {
        int fd = events[i].data.fd;
        if (fd == STDIN_FILENO) return false;
        if (fd == listener)
            accept_all(epoll, listener);
        else
            echo(fd);
    }
    return true;
}

int main(void)
{
    struct rlimit limit;
    getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
    int epoll = epoll_create1(0), listener = listen_anywhere();
    if (epoll < 0 || listener < 0) return 1;
    watch(epoll, listener);
    watch(epoll, STDIN_FILENO);
    while (turn(epoll, listener)) continue;
    return 0;
}
