/* The keeper of the terminal: it waits for the process that plays, and does nothing else, so it is there when that one
 * crashes. */
#include "server/tty.h"

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

/* Mouse and paste off, the keyboard's mode given back, colours, line wrap, the other screen left, the cursor shown. */
#define RESTORE "\033[?1003l\033[?1002l\033[?1000l\033[?1006l\033[?2004l\033[<u\033[0m\033[?7h\033[?1049l\033[?25h\r\n"

static const int passed_on[] = { SIGTERM, SIGHUP, SIGINT, SIGQUIT };

static void signals_of_keeper(sigset_t *set)
{
    sigemptyset(set);
    sigaddset(set, SIGCHLD);
    for (size_t i = 0; i < sizeof passed_on / sizeof *passed_on; i++) sigaddset(set, passed_on[i]);
}

/* The player's process: it does not outlive its keeper. */
static _Noreturn void be_player(pid_t keeper, int (*play)(void *arg), void *arg)
{
    sigset_t none; /* whatever was blocked where we were started */
    sigemptyset(&none);
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() != keeper) _exit(1);
    sigprocmask(SIG_SETMASK, &none, NULL);
    exit(play(arg));
}

/* Until the player has ended; what a keyboard or a hang-up sends to both is the player's already. */
static int wait_for(pid_t player, const sigset_t *signals)
{
    int status = 0;
    while (waitpid(player, &status, WNOHANG) != player) {
        siginfo_t info;
        int number = sigwaitinfo(signals, &info);
        bool of_kernel = info.si_code == SI_KERNEL;
        if (number > 0 && number != SIGCHLD && !of_kernel) kill(player, number);
    }
    return status;
}

int tty_keep(int (*play)(void *arg), void *arg)
{
    struct termios modes;
    sigset_t mine, before;
    bool terminal = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) && tcgetattr(STDIN_FILENO, &modes) == 0;
    signals_of_keeper(&mine);
    signal(SIGCHLD, SIG_DFL); /* ignored, as it may be inherited, nobody would hear of the player's end */
    sigprocmask(SIG_BLOCK, &mine, &before);
    fflush(NULL);
    pid_t keeper = getpid(), player = fork();
    if (player == 0) be_player(keeper, play, arg);
    if (player < 0) {
        fprintf(stderr, "kingscorner play: %s\n", strerror(errno));
        sigprocmask(SIG_SETMASK, &before, NULL);
        return 1;
    }
    int status = wait_for(player, &mine);
    if (terminal) tcsetattr(STDIN_FILENO, TCSANOW, &modes);
    if (WIFSIGNALED(status)) {
        if (terminal) dprintf(STDOUT_FILENO, RESTORE);
        fprintf(stderr, "kingscorner play: ended by %s; every move that was shown is kept.\n",
                strsignal(WTERMSIG(status)));
    }
    sigprocmask(SIG_SETMASK, &before, NULL);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}
