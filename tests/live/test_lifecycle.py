"""The program from its first argument to its last line."""
import fcntl
import glob
import os
import pty
import re
import resource
import signal
import socket
import subprocess
import sys
import termios
import time
import unittest

import harness
from harness import Host, HostCase, Raw, Ssh, Telnet

GOODBYE = "The house closes for a moment. Your game is kept, unless you are a guest."


def run(*arguments):
    return subprocess.run([harness.PROGRAM, *arguments], stdin=subprocess.DEVNULL, capture_output=True, text=True,
                          timeout=harness.PATIENCE)


class CommandLine(unittest.TestCase):
    def test_version(self):
        done = run("--version")
        self.assertRegex(done.stdout, r"\Akingscorner \d+\.\d+\.\d+\n\Z")
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_help_names_every_command(self):
        done = run("--help")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        names = re.findall(r"(?m)^  (\w+) ", done.stdout)
        self.assertIn("serve", names)
        for name in names:
            with self.subTest(command=name):
                one = run(name, "--help")
                self.assertEqual((one.returncode, one.stderr), (0, ""))
                self.assertIn("usage: kingscorner " + name, one.stdout)

    def test_wrong_usage_ends_with_2_and_says_how(self):
        for arguments in ([], ["nonsense"], ["--nonsense"], ["serve", "--nonsense"], ["serve", "more"],
                          ["serve", "--config"], ["serve", "--ssh", "here"]):
            with self.subTest(arguments=arguments):
                done = run(*arguments)
                self.assertEqual((done.returncode, done.stdout), (2, ""))
                self.assertIn("usage: kingscorner", done.stderr)


class Starting(unittest.TestCase):
    def setUp(self):
        self.host = Host()
        self.addCleanup(self.host.close)

    def test_it_tells_how_to_connect(self):
        self.host.start()
        harness.until("the doors", lambda: len(self.host.doors) == 2)
        self.assertEqual(self.host.doors[0].decode(), "ssh -p %d play@127.0.0.1\n" % self.host.ssh_port)
        self.assertEqual(self.host.doors[1].decode(), "telnet 127.0.0.1 %d\n" % self.host.telnet_port)

    def test_the_command_line_stands_above_the_file(self):
        self.host.spawn("--ssh", "[::1]:0", "--state", self.host.state + "2")
        harness.until("a listening host", lambda: "listening on telnet" in self.host.log(), detail=self.host.log)
        self.assertIn("listening on ssh [::1]:", self.host.log())
        self.assertTrue(os.path.exists(self.host.state + "2/kingscorner.db"))

    def test_ipv6_callers_come_in(self):
        """(H73)"""
        self.host.configure(telnet='{ "[::1]:0" }')
        self.host.start()
        with socket.create_connection(("::1", self.host.telnet_port), harness.PATIENCE) as s:
            self.assertTrue(s.recv(100))

    def test_a_wrong_configuration_names_its_line(self):
        self.host.configure(login_s=1)
        with open(self.host.conf) as f:
            line = 1 + f.read().splitlines().index("login_s = 1")
        done = run("serve", "--config", self.host.conf)
        self.assertEqual(done.returncode, 1)
        self.assertEqual(done.stderr,
                         "kingscorner serve: %s:%d: login_s is 1: it must be 5 to 600\n" % (self.host.conf, line))

    def test_a_second_host_on_the_same_state_is_refused(self):
        self.host.start()
        done = run("serve", "--config", self.host.conf)
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, r"\A<3>.* is in use by another host\.\n\Z")
        Raw(self.host.telnet_port).close()

    def test_a_taken_address_is_refused(self):
        with socket.create_server(("127.0.0.1", 0)) as taken:
            self.host.configure(telnet='{ "127.0.0.1:%d" }' % taken.getsockname()[1])
            self.assertEqual(self.host.spawn().wait(), 1)
            self.assertIn("Address already in use", self.host.log())

    def test_a_state_directory_open_to_others_is_refused(self):
        os.mkdir(self.host.state, 0o755)
        self.assertEqual(self.host.spawn().wait(), 1)
        self.assertIn("chmod 700", self.host.log())


class Inherited(unittest.TestCase):
    """Whoever starts the program leaves it something: closed or blocked descriptors, ignored and blocked signals,
    limits."""

    def setUp(self):
        self.host = Host()
        self.addCleanup(self.host.close)

    def shell(self, script, **more):
        """Runs `exec "$@"` after script; "$@" is the host."""
        process = subprocess.Popen(["/bin/sh", "-c", script + '\nexec "$@"', "sh", harness.PROGRAM, "serve", "--config",
                                    self.host.conf],
                                   **more)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return process

    def doors(self, log):
        """The ports of ssh and telnet, once the host has written them to its log, a file."""
        def look():
            if not os.path.exists(log):
                return None
            with open(log) as f:
                found = re.findall(r"listening on \w+ \S+:(\d+)", f.read())
            return len(found) == 2 and found
        return [int(port) for port in harness.until("a listening host", look)]

    def visit(self, port):
        raw = Raw(port)
        raw.wait_for(rb"\xff\xfd")
        raw.close()

    def test_closed_standard_descriptors_become_nobodys(self):
        port = socket.create_server(("127.0.0.1", 0))
        number = port.getsockname()[1]
        port.close()
        self.host.configure(telnet='{ "127.0.0.1:%d" }' % number)
        process = self.shell("exec <&- >&- 2>&-")

        def listens():
            with socket.socket() as s:
                return s.connect_ex(("127.0.0.1", number)) == 0
        harness.until("a listening host", listens)
        for fd in range(3) if os.geteuid() == 0 else ():  # nobody else may look
            self.assertEqual(os.readlink("/proc/%d/fd/%d" % (process.pid, fd)), "/dev/null")
        self.visit(number)
        process.terminate()
        self.assertEqual(process.wait(harness.PATIENCE), 0)
        with open(os.path.join(self.host.state, "kingscorner.db"), "rb") as f:
            self.assertEqual(f.read(15), b"SQLite format 3")

    def test_closed_standard_descriptors_crash_no_command(self):
        for words in (["--version"], ["deal", "grid", "617"], ["verify", "-"]):
            with self.subTest(words=words):
                done = subprocess.run(["/bin/sh", "-c", '"$@" <&- >&- 2>&-; echo $?', "sh", harness.PROGRAM, *words],
                                      capture_output=True, text=True, timeout=harness.PATIENCE)
                self.assertEqual(done.stdout, "1\n")  # nobody got what was printed

    def test_a_house_without_doors_does_not_open(self):
        self.host.configure(ssh="{}", telnet="{}")
        for more, status in (([], 1), (["--telnet", "127.0.0.1:0"], 0)):
            self.host.spawn(*more)
            if status == 0:
                harness.until("a listening host", lambda: self.host._port("telnet"), detail=self.host.log)
                self.host.process.terminate()
            self.assertEqual(self.host.wait(), status)
            told = self.host.log()
            self.assertEqual("a host without doors: neither ssh nor telnet has an address" in told, status == 1, told)

    def test_what_somebody_made_non_blocking_is_waited_for(self):
        reading, writing = os.pipe()
        os.set_blocking(reading, False)
        process = subprocess.Popen([harness.PROGRAM, "verify", "-"], stdin=reading, stderr=subprocess.PIPE, text=True)
        harness.until("a reader that waits", lambda: self.state(process.pid) == "S")
        os.write(writing, b"not a record\n")
        os.close(writing)
        self.assertRegex(process.communicate(timeout=harness.PATIENCE)[1], r"\A-:1:1: ")
        self.assertFalse(os.get_blocking(reading))
        os.close(reading)
        reading, writing = os.pipe()
        fcntl.fcntl(writing, fcntl.F_SETPIPE_SZ, 4096)
        os.set_blocking(writing, False)
        path = sorted(glob.glob("data/vectors/*/*.kcr"))[0]
        process = subprocess.Popen([harness.PROGRAM, "replay", "--json", path], stdout=writing)
        os.close(writing)
        harness.until("a writer that waits", lambda: self.state(process.pid) == "S")
        with open(reading, "rb") as out:
            told = out.read()
        self.assertEqual(process.wait(harness.PATIENCE), 0)
        self.assertEqual(told, subprocess.run([harness.PROGRAM, "replay", "--json", path],
                                              stdout=subprocess.PIPE).stdout)
        self.assertGreater(len(told), 4096)

    @staticmethod
    def state(pid):
        with open("/proc/%d/stat" % pid) as f:
            return f.read().rpartition(")")[2].split()[0]

    def test_a_log_that_nobody_reads_stops_nobody(self):
        """The log counts the lines that were lost, and those that strangers caused beyond their share."""
        with open(self.host.conf, "a") as conf:  # nobody is turned away for calling too often
            conf.write("handshakes_per_s = 10000\nconnects_per_address = 10000\n")
        reading, writing = os.pipe()
        fcntl.fcntl(writing, fcntl.F_SETPIPE_SZ, 4096)
        process = self.shell("", stderr=writing, stdout=subprocess.PIPE)
        self.addCleanup(process.stdout.close)
        os.close(writing)
        port = int(re.search(rb"telnet 127\.0\.0\.1 (\d+)",
                             process.stdout.readline() + process.stdout.readline()).group(1))
        for _ in range(900):
            Raw(port).close()
        self.visit(port)
        # Nobody has read a byte. Now somebody does.
        with open(reading, "rb") as log:
            process.terminate()
            lines = log.read().decode().splitlines()
        self.assertEqual(process.wait(harness.PATIENCE), 0)
        left_out = sum(int(n) for n in re.findall(r"<5>(\d+) more lines about callers were left out", "\n".join(lines)))
        told = sum("telnet ended" in line for line in lines)
        self.assertGreater(left_out, 0)
        self.assertGreaterEqual(told + left_out, 900)
        self.assertIn("<5>closed", lines[-2:])
        for line in lines:
            self.assertRegex(line, r"\A<\d>[ -~]*\Z")

    def test_the_end_waits_for_no_reader(self):
        """Of the log or of standard output, full before the host came."""
        reading, writing = os.pipe()
        self.addCleanup(os.close, reading)
        os.set_blocking(writing, False)
        try:
            while True:
                os.write(writing, b"x" * 4096)
        except BlockingIOError:
            os.set_blocking(writing, True)
        port = socket.create_server(("127.0.0.1", 0))
        number = port.getsockname()[1]
        port.close()
        self.host.configure(telnet='{ "127.0.0.1:%d" }' % number)
        process = self.shell("", stderr=writing, stdout=writing)
        os.close(writing)
        harness.until("a host that answers", lambda: self.answers(number))
        began = time.monotonic()
        process.terminate()
        self.assertEqual(process.wait(harness.PATIENCE), 0)
        self.assertLess(time.monotonic() - began, 5)

    @staticmethod
    def answers(port):
        try:
            raw = Raw(port)
        except OSError:
            return False
        raw.pump(1)
        raw.close()
        return raw.raw.startswith(b"\xff")

    def test_a_terminal_stopped_by_control_s_stops_nobody(self):
        master, slave = pty.openpty()
        self.addCleanup(os.close, master)
        process = self.shell("", stdin=slave, stdout=slave, stderr=slave, start_new_session=True)
        os.close(slave)
        seen = b""
        while not re.search(rb"telnet 127\.0\.0\.1 (\d+)", seen):
            seen += os.read(master, 4096)
        port = int(re.search(rb"telnet 127\.0\.0\.1 (\d+)", seen).group(1))
        os.write(master, b"\x13")
        for _ in range(100):
            Raw(port).close()
        self.visit(port)
        process.terminate()
        self.assertEqual(process.wait(harness.PATIENCE), 0)

    def test_a_terminal_that_is_gone_closes_no_house(self):
        """The kernel's SIGHUP, and a log that cannot be written any more."""
        master, slave = pty.openpty()

        def own_terminal():
            os.setsid()
            fcntl.ioctl(0, termios.TIOCSCTTY, 0)
        process = subprocess.Popen([harness.PROGRAM, "serve", "--config", self.host.conf], stdin=slave, stdout=slave,
                                   stderr=slave, preexec_fn=own_terminal)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        os.close(slave)
        seen = b""
        while not re.search(rb"telnet 127\.0\.0\.1 (\d+)", seen):
            seen += os.read(master, 4096)
        port = int(re.search(rb"telnet 127\.0\.0\.1 (\d+)", seen).group(1))
        os.close(master)
        for _ in range(50):
            self.visit(port)
        process.terminate()
        self.assertEqual(process.wait(harness.PATIENCE), 0)

    def test_nohup_survives_a_hang_up(self):
        log = os.path.join(self.host.top, "log")
        process = self.shell("trap '' HUP INT; exec 2>%s >/dev/null" % log)
        _, telnet = self.doors(log)
        process.send_signal(signal.SIGHUP)
        process.send_signal(signal.SIGINT)
        self.visit(telnet)
        process.terminate()
        self.assertEqual(process.wait(harness.PATIENCE), 0)
        with open(log) as f:
            self.assertNotRegex(f.read(), "HUP|Hangup|Interrupt")

    def test_a_hang_up_is_no_order_to_close(self):
        log = os.path.join(self.host.top, "log")
        process = self.shell("exec 2>%s >/dev/null" % log)
        _, telnet = self.doors(log)
        for number in (signal.SIGHUP, signal.SIGUSR1, signal.SIGUSR2, signal.SIGPIPE, signal.SIGXFSZ, signal.SIGTTOU):
            process.send_signal(number)
        self.visit(telnet)
        process.send_signal(signal.SIGQUIT)
        self.assertEqual(process.wait(harness.PATIENCE), 0)
        with open(log) as f:
            text = f.read()
        self.assertEqual(re.findall(r"<5>SIG(\w+): the house stays open", text), ["HUP", "USR1", "USR2"])
        self.assertIn("<5>Quit: closing\n", text)

    def test_a_blocked_signal_is_heard(self):
        log = os.path.join(self.host.top, "log")
        with open(log, "wb") as out:
            process = subprocess.Popen([harness.PROGRAM, "serve", "--config", self.host.conf], stderr=out,
                                       stdout=subprocess.DEVNULL,
                                       preexec_fn=lambda: signal.pthread_sigmask(signal.SIG_BLOCK, range(1, 32)))
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        self.visit(self.doors(log)[1])
        process.terminate()
        self.assertEqual(process.wait(harness.PATIENCE), 0)

    def test_limits_are_answered_in_a_sentence(self):
        done = self.shell("ulimit -n 20", stderr=subprocess.PIPE, stdout=subprocess.DEVNULL)
        self.assertRegex(done.communicate(timeout=harness.PATIENCE)[1],
                         rb"<3>the house may open 20 files only \(ulimit -n\)")
        self.assertEqual(done.returncode, 1)
        log = os.path.join(self.host.top, "log")
        process = self.shell("ulimit -n 200; cd %s; exec 2>log >/dev/null; mkdir gone; cd gone; rmdir ../gone" %
                             self.host.top, env={})
        self.visit(self.doors(log)[1])
        with open(log) as f:
            self.assertIn("<4>the house may open 200 files only (ulimit -n): that is enough for 136 callers, not for "
                          "5000", f.read())
        process.terminate()
        self.assertEqual(process.wait(harness.PATIENCE), 0)

    def test_too_few_threads_are_answered_in_a_sentence(self):
        if os.geteuid() != 0:
            self.skipTest("another user has to be found")
        os.mkdir(self.host.state, 0o700)
        self.host.run_as(65534)
        limit = lambda: resource.setrlimit(resource.RLIMIT_NPROC, (1, 1))
        done = subprocess.run([self.host.program, "serve", "--config", self.host.conf], stderr=subprocess.PIPE,
                              user=65534, group=65534, preexec_fn=limit, timeout=harness.PATIENCE)
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, rb"<3>the system gives \d+ threads only")
        for words in (["sim", "grid", "--deals", "1..9", "--threads", "8"],
                      ["play", "grid", "--state", self.host.state]):
            with self.subTest(words=words):
                done = subprocess.run([self.host.program, *words], stdin=subprocess.DEVNULL, capture_output=True,
                                      user=65534, group=65534, preexec_fn=limit, timeout=harness.PATIENCE)
                self.assertEqual(done.returncode, 1)
                self.assertRegex(done.stderr,
                                 rb"kingscorner \w+: (the system gives \d+ threads only|Resource temporarily "
                                 rb"unavailable)")

    def test_a_file_that_may_not_grow_is_an_error_and_no_death(self):
        """SIGXFSZ"""
        path = sorted(glob.glob("data/vectors/*/*.kcr"))[0]
        done = subprocess.run(["/bin/sh", "-c", 'ulimit -f 1; "$@" >%s/out' % self.host.top, "sh", harness.PROGRAM,
                               "replay", "--json", path],
                              stderr=subprocess.PIPE, timeout=harness.PATIENCE)
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, rb"standard output: File too large\n\Z")
        process = self.shell("ulimit -f 8", stderr=subprocess.PIPE, stdout=subprocess.DEVNULL)
        _, errors = process.communicate(timeout=harness.PATIENCE)
        self.assertEqual(process.returncode, 1)
        self.assertRegex(errors, rb"<3>[^\n]+\n\Z")


class Systemd(unittest.TestCase):
    def setUp(self):
        self.host = Host()
        self.addCleanup(self.host.close)

    def spawn(self, env, sockets=()):
        """Starts the host as systemd would: the sockets from descriptor 3 on, LISTEN_PID its own number."""
        become = ("import os, sys\n"
                  "fds = [os.dup(int(fd)) for fd in sys.argv[1].split()]\n"
                  "for k, fd in enumerate(fds): os.dup2(fd, 3 + k); os.set_inheritable(3 + k, True)\n"
                  "os.environ['LISTEN_PID'] = str(os.getpid())\n"
                  "os.execv(sys.argv[2], sys.argv[2:])\n")
        numbers = [s.fileno() for s in sockets]
        self.process = subprocess.Popen([sys.executable, "-c", become, " ".join(map(str, numbers)), harness.PROGRAM,
                                         "serve",
                                         "--config", self.host.conf], stderr=subprocess.PIPE, stdout=subprocess.DEVNULL,
                                        env=dict(os.environ, **env), pass_fds=numbers)
        self.addCleanup(self.process.stderr.close)
        self.addCleanup(self.process.wait)
        self.addCleanup(self.process.terminate)

    def test_it_tells_the_manager_how_it_is(self):
        path = os.path.join(self.host.top, "notify")
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
            manager.bind(path)
            manager.settimeout(harness.PATIENCE)
            self.spawn({"NOTIFY_SOCKET": path, "WATCHDOG_USEC": "200000"})
            self.assertEqual(manager.recv(100), b"READY=1")
            began = time.monotonic()
            for _ in range(5):
                self.assertEqual(manager.recv(100), b"WATCHDOG=1")
            self.assertLess(time.monotonic() - began, 2)
            self.process.terminate()
            message = manager.recv(100)
            while message == b"WATCHDOG=1":
                message = manager.recv(100)
            self.assertEqual(message, b"STOPPING=1")
            self.assertEqual(self.process.wait(harness.PATIENCE), 0)

    def test_a_stopped_host_is_not_alive_and_a_manager_that_does_not_read_stops_nobody(self):
        path = os.path.join(self.host.top, "notify")
        with socket.socket(socket.AF_UNIX,
                           socket.SOCK_DGRAM) as manager, socket.create_server(("127.0.0.1", 0)) as telnet:
            manager.bind(path)
            manager.settimeout(harness.PATIENCE)
            self.spawn({"NOTIFY_SOCKET": path, "WATCHDOG_USEC": "20000", "LISTEN_FDS": "1", "LISTEN_FDNAMES": "telnet"},
                       (telnet,))
            while manager.recv(100) != b"WATCHDOG=1":
                pass
            self.process.send_signal(signal.SIGSTOP)
            os.waitid(os.P_PID, self.process.pid, os.WSTOPPED)
            manager.settimeout(0.2)
            with self.assertRaises(TimeoutError):
                for _ in range(1000):
                    manager.recv(100)
            self.process.send_signal(signal.SIGCONT)
            manager.settimeout(harness.PATIENCE)
            self.assertEqual(manager.recv(100), b"WATCHDOG=1")
            # Its queue is full after some hundred ms; a caller does not wait for that.
            time.sleep(1)
            with socket.create_connection(telnet.getsockname(), harness.PATIENCE) as s:
                s.settimeout(harness.PATIENCE)
                self.assertTrue(s.recv(100).startswith(b"\xff"))
            self.process.terminate()
            self.assertEqual(self.process.wait(harness.PATIENCE), 0)

    def test_it_takes_over_the_managers_sockets(self):
        with socket.create_server(("127.0.0.1", 0)) as ssh, socket.create_server(("127.0.0.1", 0)) as telnet:
            self.spawn({"LISTEN_FDS": "2", "LISTEN_FDNAMES": "telnet:ssh"}, (telnet, ssh))
            with socket.create_connection(ssh.getsockname(), harness.PATIENCE) as s:
                s.settimeout(harness.PATIENCE)
                self.assertTrue(s.recv(100).startswith(b"SSH-2.0-"))
            with socket.create_connection(telnet.getsockname(), harness.PATIENCE) as s:
                s.settimeout(harness.PATIENCE)
                self.assertTrue(s.recv(100).startswith(b"\xff"))

    def test_the_managers_sockets_are_doors_of_a_house_that_configures_none(self):
        self.host.configure(ssh="{}", telnet="{}")
        with socket.create_server(("127.0.0.1", 0)) as telnet:
            self.spawn({"LISTEN_FDS": "1", "LISTEN_FDNAMES": "telnet"}, (telnet,))
            with socket.create_connection(telnet.getsockname(), harness.PATIENCE) as s:
                s.settimeout(harness.PATIENCE)
                self.assertTrue(s.recv(100).startswith(b"\xff"))

    def test_a_socket_of_another_name_is_refused(self):
        with socket.create_server(("127.0.0.1", 0)) as gopher:
            self.spawn({"LISTEN_FDS": "1", "LISTEN_FDNAMES": "gopher"}, (gopher,))
            self.assertIn(b'"gopher"', self.process.stderr.readline())
            self.assertEqual(self.process.wait(harness.PATIENCE), 1)


class Draining(HostCase):
    """Each test stops the host, so each starts it anew."""

    def setUp(self):
        if self.host.process is None:
            self.host.start()

    def assert_restored(self, client, start):
        """What a terminal was put into is undone, and then the last line is said (H48)."""
        tail = bytes(client.raw[start:])
        last = tail.rindex(b"The house closes")
        for sequence in (b"\x1b[0m|\x1b[m", b"\x1b\\[\\?25h", b"\x1b\\[<u", b"\x1b\\[\\?1049l",
                         b"\x1b\\[\\?1000l|\x1b\\[\\?1006l"):
            sequence = sequence.replace(b"\x1b[", b"\x1b\\[") if b"\\[" not in sequence else sequence
            self.assertTrue(re.search(sequence, tail[:last]), (sequence, tail))
        self.assertNotIn(b"\x1b", tail[last:])
        self.assertIn(GOODBYE, client.text())

    def test_everybody_is_told_and_gets_the_terminal_back(self):
        """(H48)"""
        clients = [self.guest(), self.newcomer("ann"), self.telnet_guest()]
        marks = [len(client.raw) for client in clients]
        plain = self.guest(term="dumb")
        status, took = self.host.stop()
        self.assertEqual(status, 0, self.host.log())
        self.assertLess(took, 5)
        self.assertEqual(clients[0].wait_end(), 1)
        for client in clients[1:] + [plain]:
            client.wait_end()
        for client, mark in zip(clients[:2], marks):
            self.assert_restored(client, mark)
        clients[2].wait_for(GOODBYE)
        plain.wait_for(GOODBYE)

    def test_a_caller_that_does_not_read_does_not_hold_it_up(self):
        """(H43)"""
        stuck = self.guest()
        stuck.signal(signal.SIGSTOP)
        raw = self.raw(port=self.host.ssh_port)
        status, took = self.host.stop()
        self.assertEqual(status, 0, self.host.log())
        self.assertLess(took, 5)

    def test_a_second_signal_cuts_it_short(self):
        self.guest().signal(signal.SIGSTOP)
        began = time.monotonic()
        self.host.process.send_signal(signal.SIGTERM)
        harness.until("the first word", lambda: "closing" in self.host.log())
        self.host.process.send_signal(signal.SIGINT)
        self.assertEqual(self.host.wait(), 0)
        self.assertLess(time.monotonic() - began, 3)

    def test_after_sigterm_nobody_new_is_let_in(self):
        self.guest().signal(signal.SIGSTOP)
        self.host.process.send_signal(signal.SIGTERM)
        harness.until("the first word", lambda: "closing" in self.host.log())
        with self.assertRaises(OSError):
            Raw(self.host.telnet_port)
        self.assertEqual(self.host.wait(), 0)


if __name__ == "__main__":
    harness.main()
