#include "server/tty_keep.h"

#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

/* Mouse and paste off, the keyboard's mode popped, colours reset, line wrap on, alternate screen off, cursor shown. */
#define RESTORE "\033[?1003l\033[?1002l\033[?1000l\033[?1006l\033[?2004l\033[<u\033[0m\033[?7h\033[?1049l\033[?25h\r\n"

static const int passed_on[] = { SIGTERM, SIGHUP, SIGINT, SIGQUIT };

static void parent_signals(sigset_t *set)
{
    sigemptyset(set);
    sigaddset(set, SIGCHLD);
    for (size_t i = 0; i < sizeof passed_on / sizeof *passed_on; i++) sigaddset(set, passed_on[i]);
}

/* The child process, which does not outlive its parent. */
static _Noreturn void run_child(pid_t parent, int (*play)(void *arg), void *arg)
{
    sigset_t none; /* our parent may have blocked some */
    sigemptyset(&none);
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() != parent) _exit(1);
    sigprocmask(SIG_SETMASK, &none, NULL);
    exit(play(arg));
}

/* Waits until the child has ended. The kernel sends the signals of a keyboard or a hang-up to both processes. */
static int wait_for_child(pid_t child, const sigset_t *signals)
{
    int status = 0;
    while (waitpid(child, &status, WNOHANG) != child) {
        siginfo_t info;
        int number = sigwaitinfo(signals, &info);
        bool of_kernel = info.si_code == SI_KERNEL;
        if (number > 0 && number != SIGCHLD && !of_kernel) kill(child, number);
    }
    return status;
}

int tty_keep(int (*play)(void *arg), void *arg)
{
    struct termios modes;
    sigset_t mine, before;
    bool terminal = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) && tcgetattr(STDIN_FILENO, &modes) == 0;
    parent_signals(&mine);
    signal(SIGCHLD, SIG_DFL); /* it may be inherited as ignored, and then the end of the child would be missed */
    sigprocmask(SIG_BLOCK, &mine, &before);
    fflush(NULL);
    pid_t parent = getpid(), child = fork();
    if (child == 0) run_child(parent, play, arg);
    if (child < 0) {
        fprintf(stderr, "kingscorner play: %s\n", strerror(errno));
        sigprocmask(SIG_SETMASK, &before, NULL);
        return 1;
    }
    int status = wait_for_child(child, &mine);
    if (terminal) tcsetattr(STDIN_FILENO, TCSANOW, &modes);
    if (WIFSIGNALED(status)) {
        if (terminal) dprintf(STDOUT_FILENO, RESTORE);
        fprintf(stderr, "kingscorner play: ended by %s; every move that was shown is kept.\n",
                strsignal(WTERMSIG(status)));
    }
    sigprocmask(SIG_SETMASK, &before, NULL);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}
