"""The ways out (H48): whatever ends a visit, by whichever door, the terminal is left as it was found and a sentence
says why."""
import re
import signal
import socket
import subprocess

import harness
from harness import HostCase, Raw, ssh_command
from test_telnet import DONT, ECHO, IAC, MENU, SGA, TelnetPeer

LOBBY = "Play Kings Corner now"
XTERM = {"term": "xterm-256color"}


class Left:
    """What a terminal is left with by the bytes it got. Knows every switch that a program might leave on."""

    SWITCHES = {b"1049": "the other screen", b"1000": "clicks", b"1002": "drags", b"1003": "every move of the mouse",
                b"1006": "mouse reports", b"2004": "marked pastes", b"2026": "held pictures"}
    SEQUENCE = re.compile(rb"\x1b(?:\[([<-?]?)([0-9;:]*)([ -/]*)([@-~])|[()][0-9A-Za-z]|[=>78M])")

    def __init__(self, data):
        self.on, self.look, self.pushed, self.restored = set(), b"", 0, 0
        self.wraps = self.cursor = True
        at = 0
        while (at := data.find(b"\x1b", at)) >= 0:
            match = self.SEQUENCE.match(data, at)
            assert match, "half a sequence: %r" % data[at:at + 20]
            self.take(match.group(1) or b"", match.group(2) or b"", match.group(4) or b"")
            at = match.end()

    def take(self, mark, numbers, letter):
        if letter == b"m" and mark == b"":
            self.look = b"" if numbers in (b"", b"0") else self.look + b"[" + numbers
        elif letter == b"u" and mark in (b">", b"<"):
            self.pushed += 1 if mark == b">" else -1
        elif letter in (b"h", b"l") and mark == b"?":
            for number in numbers.split(b";"):
                self.switch(number, letter == b"h")

    def switch(self, number, on):
        if number == b"7":
            self.wraps = on
        elif number == b"25":
            self.cursor = on
        elif number in self.SWITCHES:
            self.restored += number == b"1049" and not on
            (self.on.add if on else self.on.discard)(number)


class EndsCase(HostCase):
    def assert_left_well(self, data, words, pictures=True):
        """The state of a terminal of this kind that got all these bytes."""
        data = bytes(data)
        left = Left(data)
        self.assertEqual({Left.SWITCHES[n] for n in left.on}, set(), data[-500:])
        self.assertEqual((left.wraps, left.cursor, left.look, left.pushed), (True, True, b"", 0), data[-500:])
        said = re.search(words, data[data.rfind(b"\x1b") + 1:])
        self.assertTrue(said, data[-500:])
        self.assertTrue(data.endswith((b"\n", b"\r\n")), data[-100:])
        if pictures:
            self.assertEqual(left.restored, 1, "the restore string comes once")
        else:
            self.assertNotIn(b"\x1b", data)

    # --- doors ---

    def peer(self, name=b"XTERM-256COLOR"):
        client = TelnetPeer(self.host.telnet_port, name=name)
        self.addCleanup(client.close)
        client.wait_for(rb"Come in as a guest")
        return client

    def peer_guest(self):
        client = self.peer()
        client.send(b"1")
        client.wait_for(LOBBY.encode())
        return client

    def piped(self, typed, *flags, words=(), term="xterm-256color"):
        """ssh with its input from a pipe that ends; returns its output and exit status."""
        done = subprocess.run(ssh_command(self.host, *words, flags=flags), input=typed, capture_output=True,
                              timeout=harness.PATIENCE, env=dict(harness.os.environ, TERM=term, LANG="C.UTF-8"))
        return done.stdout, done.returncode


class Ends(EndsCase):

    def test_who_leaves(self):
        by_ssh, by_telnet, raw = self.guest(), self.peer_guest(), self.raw(b"guest\r\n")
        by_ssh.send("qy")
        self.assertEqual(by_ssh.wait_end(), 0)
        self.assert_left_well(by_ssh.raw, rb"Goodbye, guest-")
        by_telnet.send(b"q")
        by_telnet.wait_for(rb"Leave the house")
        by_telnet.send(b"y")
        by_telnet.wait_end()
        self.assert_left_well(by_telnet.data, rb"Goodbye, guest-")
        raw.wait_for(rb"guest-")
        raw.send(b"quit\r\n")
        raw.wait_end()
        self.assertRegex(bytes(raw.raw), rb"Goodbye, guest-[^\r]*\r\n\Z")

    def test_the_end_of_the_input(self):
        """A terminal whose input ends: nothing, one key, half an escape sequence before it."""
        for typed in (b"", b"5", b"1", b"?", b"\x1b", b"\x1b[", b"qn", b"\xe2\x99"):
            with self.subTest(typed=typed):
                data, status = self.piped(typed, "-tt")
                self.assertEqual(status, 0)
                self.assert_left_well(data, rb"Your input has ended")

    def test_what_was_typed_before_the_end_of_the_input_acts(self):
        data, _ = self.piped(b"1", "-tt")
        self.assertIn(b"stock", data)
        data, _ = self.piped(b"qy", "-tt")
        self.assert_left_well(data, rb"Goodbye, guest-")

    def test_the_end_of_a_pipe_in_lines(self):
        """The house answers every line, and its last word arrives (H29, H33)."""
        data, status = self.piped(b"who\nfigures\nback\nwho", "-T")
        self.assertEqual(status, 0)
        self.assert_left_well(data, rb"Your input has ended", pictures=False)
        data, status = self.piped(b"", "-T")
        self.assertEqual(status, 0)
        self.assert_left_well(data, rb"Your input has ended", pictures=False)
        self.assertIn(b"Type a number or a word", data)
        data, status = self.piped(b"who\nquit\n", "-T")
        self.assert_left_well(data, rb"Goodbye, guest-", pictures=False)

    def test_half_a_connection_shut_by_telnet(self):
        client = self.peer_guest()
        client.send(b"\x1b[B")
        client.socket.shutdown(socket.SHUT_WR)
        client.wait_end()
        self.assert_left_well(client.data, rb"Your input has ended")

    def test_half_a_connection_shut_by_plain_tcp(self):
        """printf guest | nc: the words come before anybody knows what kind of line it is."""
        client = self.raw(b"guest\nwho\n")
        client.socket.shutdown(socket.SHUT_WR)
        client.wait_end()
        self.assertRegex(bytes(client.raw), rb"(?s)guest-.*You are guest-.*Your input has ended[^\r]*\r\n\Z")
        client = self.raw(bytes([IAC, DONT, ECHO, IAC, DONT, SGA]))
        client.wait_for(MENU)
        client.send(b"guest\r\nwho\r\n")
        client.socket.shutdown(socket.SHUT_WR)
        client.wait_end()
        self.assertRegex(bytes(client.raw), rb"(?s)guest-.*You are guest-.*Your input has ended[^\r]*\r\n")

    def test_who_shuts_a_connection_and_never_said_a_word_is_gone_at_once(self):
        client = self.raw()
        client.socket.shutdown(socket.SHUT_WR)
        client.wait_end()
        self.assertNotIn(MENU, bytes(client.raw))

    def test_three_wrong_passwords(self):
        client = self.peer()
        client.send(b"2")
        client.wait_for(rb"The name and the password")
        client.send(b"nobody\r")
        for _ in range(20):  # one that comes while another is looked at does not count
            if not client.ended:
                client.send(b"no such secret\r")
            client.quiet(1)
        client.wait_end()
        self.assert_left_well(client.data, rb"third time")

    def test_the_host_closes(self):
        host = harness.Host().start()
        self.addCleanup(host.close)
        mine, type(self).host = self.host, host
        try:
            by_ssh, by_telnet, raw = self.guest(), self.peer_guest(), self.raw(b"guest\r\n")
            raw.wait_for(rb"guest-")
            host.process.send_signal(signal.SIGTERM)
            self.assertEqual(by_ssh.wait_end(), 1)
            by_telnet.wait_end()
            raw.wait_end()
            host.wait()
            host.judge()
        finally:
            type(self).host = mine
        self.assert_left_well(by_ssh.raw, rb"The house closes for a moment")
        self.assert_left_well(by_telnet.data, rb"The house closes for a moment")
        self.assertRegex(bytes(raw.raw), rb"The house closes for a moment[^\r]*\r\n\Z")


class Idle(EndsCase):
    settings = {"idle_s": 5, "silent_s": 5}

    def test_the_idle(self):
        by_ssh, by_telnet = self.guest(), self.peer_guest()
        self.assertEqual(by_ssh.wait_end(), 1)
        by_telnet.wait_end()
        self.assert_left_well(by_ssh.raw, rb"quiet for long")
        self.assert_left_well(by_telnet.data, rb"quiet for long")

    def test_who_never_sends_a_byte(self):
        """(H19)"""
        client = self.raw()
        client.wait_end()
        self.assertRegex(bytes(client.raw), rb"(Nothing came from your side|You have been quiet for long)[^\r]*\r\n")


if __name__ == "__main__":
    harness.main()
