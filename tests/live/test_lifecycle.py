"""The program from its first argument to its last line."""
import os
import re
import signal
import socket
import subprocess
import sys
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
        for arguments in ([], ["nonsense"], ["--nonsense"], ["serve", "--nonsense"], ["serve", "more"], ["serve", "--config"],
                          ["serve", "--ssh", "here"]):
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
        """H73"""
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
        self.assertEqual(done.stderr, "kingscorner serve: %s:%d: login_s is 1: it must be 5 to 600\n" % (self.host.conf, line))

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
        self.process = subprocess.Popen([sys.executable, "-c", become, " ".join(map(str, numbers)), harness.PROGRAM, "serve",
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

    def test_it_takes_over_the_managers_sockets(self):
        with socket.create_server(("127.0.0.1", 0)) as ssh, socket.create_server(("127.0.0.1", 0)) as telnet:
            self.spawn({"LISTEN_FDS": "2", "LISTEN_FDNAMES": "telnet:ssh"}, (telnet, ssh))
            with socket.create_connection(ssh.getsockname(), harness.PATIENCE) as s:
                s.settimeout(harness.PATIENCE)
                self.assertTrue(s.recv(100).startswith(b"SSH-2.0-"))
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
        """H48: what a terminal was put into is undone, and then the last line is said."""
        tail = bytes(client.raw[start:])
        last = tail.rindex(b"The house closes")
        for sequence in (b"\x1b[0m|\x1b[m", b"\x1b\\[\\?25h", b"\x1b\\[<u", b"\x1b\\[\\?1049l", b"\x1b\\[\\?1000l|\x1b\\[\\?1006l"):
            sequence = sequence.replace(b"\x1b[", b"\x1b\\[") if b"\\[" not in sequence else sequence
            self.assertTrue(re.search(sequence, tail[:last]), (sequence, tail))
        self.assertNotIn(b"\x1b", tail[last:])
        self.assertIn(GOODBYE, client.text())

    def test_everybody_is_told_and_gets_the_terminal_back(self):
        """H48"""
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
        """H43"""
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
