"""What the host takes more than servers that do nothing else: logins against bench_bare_ssh, keys against it and
against bench_echo_server, in alternation and under the same load. See README.md beside it.
"""
import collections
import json
import os
import re
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time

from host import Host, Load, cpu_s
from scale import BACK_TO_TABLES, MEMORY_DISK, TO_OWN_TABLES

ROUNDS = 7
LOGINS, AT_ONCE = 300, 8
TRACED = 200  # logins while system calls are counted
SEATS, KEYS_PER_S, KEYS_S = 50, 20, 3
KNOWN = ["--key", "bench", "--user", "bench"]
OWN = ["--own", "--key", "seat", "--user", "seat", "--step", "call=enter", "--ready", "Play"]

# what, measured against what, how much it may be
TARGETS = {("login", "bare"): 1.1, ("key", "echo"): 3.5}
CALLS_MAX = 20


class Server:
    """A program of tests/bench that prints its port and ends with its standard input."""

    def __init__(self, build, name, *arguments):
        program = os.path.join(build, "tests/bench/bench_" + name)
        self.process = subprocess.Popen([program, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.port = int(self.process.stdout.readline())

    def stop(self):
        self.process.stdin.close()
        self.process.wait(10)


class Side:
    """One of the servers that are compared, with the load on it."""

    def __init__(self, name, server, load):
        self.name, self.server, self.load = name, server, load
        self.us = []

    def measure(self, command, count):
        """Appends the CPU time of one round, in microseconds a `count` of the load's answer."""
        cpu = cpu_s(self.server.process.pid)
        answer = self.load.do(command)
        self.us.append((cpu_s(self.server.process.pid) - cpu) * 1e6 / max(1, answer[count]))
        return answer


def tell(**row):
    print(json.dumps({"bench": "bare", **row}, separators=(",", ":")), flush=True)


def compare(what, sides, command, count):
    """The last of the sides is the host. Ratios are medians of those of each round, for what else the machine does
    changes from round to round."""
    for _ in range(ROUNDS):
        for side in sides:
            side.measure(command, count)
    host = sides[-1]
    ratios = {}
    for side in sides[:-1]:
        ratio = statistics.median(mine / other for mine, other in zip(host.us, side.us))
        ratios[what, side.name] = ratio
        tell(what=what, against=side.name, us=round(statistics.median(host.us), 1),
             against_us=round(statistics.median(side.us), 1), ratio=round(ratio, 3), rounds=ROUNDS)
    return ratios


def make_account(build, host):
    maker = Load(build, "ssh", host.port["ssh"], *KNOWN, "--step", "call=enter", "--ready", "Play")
    if maker.do("logins 1")["seated"] != 1:
        sys.exit("the account could not be made")
    maker.close()


def screen_bytes(build, host):
    """How much the terminal gets until the lobby stands."""
    load = Load(build, "ssh", host.port["ssh"], *KNOWN, "--ready", "Play")
    shown = load.do("open 1")["bytes"] + load.do("idle 1")["bytes"]
    load.close()
    return shown


def logins(build, host, bare, screen):
    def load(port, ready):
        return Load(build, "ssh", port, *KNOWN, "--inflight", str(AT_ONCE), "--ready", ready)
    sides = [Side("bare", bare, load(bare.port, "Bare")), Side("bare with a screen", screen, load(screen.port, "Bare")),
             Side("host", host, load(host.port["ssh"], "Play"))]
    for side in sides:
        side.load.do("logins 100")
    ratios = compare("login", sides, "logins %d" % LOGINS, "seated")
    calls = own_calls(sides[1], sides[-1])
    for side in sides:
        side.load.close()
    return ratios, calls


def calls_a_login(side):
    """From strace; None where that is missing."""
    with tempfile.NamedTemporaryFile("r") as out:
        trace = subprocess.Popen(["strace", "-c", "-f", "-q", "-p", str(side.server.process.pid), "-o", out.name],
                                 stderr=subprocess.DEVNULL)
        time.sleep(1)
        side.load.do("logins %d" % TRACED)
        time.sleep(0.5)
        trace.send_signal(signal.SIGINT)
        trace.wait(10)
        rows = re.findall(r"^ *[\d.]+ +[\d.]+ +\d+ +(\d+) +(?:\d+ +)?(\w+)$", out.read(), re.M)
    return collections.Counter({name: int(n) / TRACED for n, name in rows if name != "total"})


def own_calls(bare, host):
    """System calls a login beyond those of the bare server, of each kind; the threads' are counted too."""
    if shutil.which("strace") is None:
        print("strace is not installed: system calls are not counted", file=sys.stderr)
        return None
    theirs, ours = calls_a_login(bare), calls_a_login(host)
    own = {name: round(n, 1) for name, n in (ours - theirs).most_common() if round(n, 1) > 0}
    total = sum((ours - theirs).values())
    tell(what="system calls a login", host=round(sum(ours.values()), 1), bare=round(sum(theirs.values()), 1),
         own=round(total, 1), kinds=own)
    return total


def keys(build, host, bare, echo):
    def opened(protocol, port, *options):
        load = Load(build, protocol, port, *options)
        answer = load.do("open %d" % SEATS)
        if answer["seated"] != SEATS:
            sys.exit("not all are seated: %s" % answer)
        return load
    sides = [Side("echo", echo, opened("raw", echo.port)),
             Side("bare", bare, opened("ssh", bare.port, "--ready", "Bare")),
             Side("host", host, opened("ssh", host.port["ssh"], *OWN))]
    for command in (TO_OWN_TABLES["ssh"], BACK_TO_TABLES):
        if sides[-1].load.do(command)["seated"] != SEATS:
            sys.exit("not all are at their tables")
    sides[-1].load.do("settle 2")
    ratios = compare("key", sides, "keys %d %d" % (KEYS_PER_S, KEYS_S), "answered")
    for side in sides:
        side.load.close()
    return ratios


def show(name, value, most):
    missed = most is not None and value > most
    target = "" if most is None else "target %g" % most
    print("%-40s %6.2f   %s%s" % (name, value, target, "   MISSED" if missed else ""), file=sys.stderr)


def run(build):
    host = Host(build, MEMORY_DISK if os.path.isdir(MEMORY_DISK) else None)
    make_account(build, host)
    bare, echo = Server(build, "bare_ssh"), Server(build, "echo_server")
    screen = Server(build, "bare_ssh", str(screen_bytes(build, host)))
    ratios, calls = logins(build, host, bare, screen)
    ratios.update(keys(build, host, bare, echo))
    for program in (bare, screen, echo, host):
        program.stop()
    for (what, against), ratio in ratios.items():
        show("%s, times that of %s" % (what, against), ratio, TARGETS.get((what, against)))
    if calls is not None:
        show("own system calls a login", calls, CALLS_MAX)
