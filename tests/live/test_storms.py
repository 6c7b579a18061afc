"""Storms of sizes and lines, requests for an answer, callers without a terminal: by the real doors."""
import re
import subprocess
import time

import harness
from harness import HostCase, ssh_command
from test_telnet import DO, ECHO, IAC, MENU, NAWS, SB, SE, SGA, TTYPE, WILL, TelnetPeer

CHARSET, ENVIRON, AYT = 42, 39, 246


class Storms(HostCase):
    def peer(self, **more):
        client = TelnetPeer(self.host.telnet_port, **more)
        self.addCleanup(client.close)
        return client

    def size(self, cols, rows):
        return bytes([IAC, SB, NAWS, 0, cols, 0, rows, IAC, SE])

    def test_a_window_that_is_dragged_is_drawn_a_few_times(self):
        """(H8)"""
        client = self.peer(name=b"XTERM-256COLOR")
        client.wait_for(rb"Come in as a guest")
        client.send(b"1")
        client.wait_for(rb"Play Kings Corner now")
        client.quiet(0.5)
        start = len(client.data)
        for i in range(500):
            client.send(self.size(80 + i % 40, 24 + i % 20))
            client.pump(0.002)
        client.send(self.size(100, 30))
        client.quiet(1)
        drawn = bytes(client.data[start:]).count(b"\x1b[2J")
        self.assertLessEqual(drawn, 12)
        self.assertGreaterEqual(drawn, 1)
        start = len(client.data)
        client.send(self.size(0, 0) + self.size(0, 30))
        client.quiet(0.5)
        self.assertNotIn(b"\x1b[2J", bytes(client.data[start:]))

    def test_a_window_that_is_dragged_over_ssh(self):
        client = self.guest()
        client.press("\x1b[B")
        start = len(client.raw)
        for i in range(200):
            client.resize(24 + i % 10, 80 + i % 30)
            client.pump(0.005)
        client.resize(30, 100)
        end = time.monotonic() + 1.5
        while time.monotonic() < end:
            client.pump(0.1)
        drawn = bytes(client.raw[start:]).count(b"\x1b[2J")
        self.assertTrue(1 <= drawn <= 12, drawn)

    def test_are_you_there_is_answered_in_words(self):
        """RFC 854: in lines after the typed text, in pictures on the message line."""
        client = self.raw(bytes([IAC, 254, ECHO, IAC, 254, SGA]))
        client.wait_for(MENU)
        client.send(b"gue" + bytes([IAC, AYT]))
        client.wait_for(rb"\[Kings Corner: yes\]\r\n")
        client.send(b"st\r\n")
        client.wait_for(rb"You are guest-")
        self.assertNotIn(b"\x07", bytes(client.raw))
        client = self.peer(name=b"XTERM-256COLOR")
        client.wait_for(rb"Come in as a guest")
        client.quiet(0.3)
        start = len(client.raw)
        client.send(bytes([IAC, AYT]) * 1000)
        client.wait_for(rb"\[Kings Corner: yes\]", start)
        client.quiet(1.5)
        self.assertLess(len(client.raw) - start, 2000)

    def test_mudlet_gets_lines_and_its_echo_back(self):
        """It agrees to ECHO, SGA and a size, and says that it is no VT100 (H16)."""
        client = MudClient(self.host.telnet_port)
        self.addCleanup(client.close)
        client.wait_for(rb"Type a number or a word")
        self.assertIn(bytes([IAC, 252, ECHO]), bytes(client.raw))
        client.send(b"guest\r\n")
        client.wait_for(rb"You are guest-")
        client.send(b"play\r\n")
        client.wait_for(rb"Type help for the words that work here")
        self.assertNotIn(b"\x1b", bytes(client.data))
        self.assertNotIn(b"guest\r\n", bytes(client.data).replace(b"guest-", b""))

    def test_an_IAC_in_plain_tcp_eats_no_enter(self):
        """(H3)"""
        client = self.raw(b"guest\n")
        client.wait_for(rb"You are guest-")
        for line in (b"who\xff\n", b"\xffwho\n", b"w\xffho\n", b"\xff\xfawho\n"):
            start = len(client.raw)
            client.send(line)
            client.wait_for(rb"guest-\w+\r\n", start)

    def test_a_script_of_many_lines_is_played_to_its_end(self):
        """Far more lines than keys may come: none is lost, in the order they were typed, and others are served
        meanwhile (H61)."""
        other = self.guest()
        script = b"".join(b"word%d is no word\n" % i for i in range(350)) + b"quit\n"
        began = time.monotonic()
        process = subprocess.Popen(ssh_command(self.host, flags=["-T"]), stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.addCleanup(process.stdout.close)
        process.stdin.write(script)
        process.stdin.close()
        start = len(other.raw)
        other.send("\x1b[B")
        other.wait_raw(b"(?s).", start)
        heard = process.stdout.read()
        process.wait(harness.PATIENCE)
        found = [int(n) for n in re.findall(rb'There is no word "word(\d+)', heard)]
        self.assertEqual(found, list(range(350)))
        self.assertIn(b"Goodbye, guest-", heard.rstrip().split(b"\n")[-1])
        self.assertGreater(time.monotonic() - began, 7)

    def test_fast_typing_in_lines_loses_no_letter(self):
        client = self.raw(b"guest\n")
        client.wait_for(rb"You are guest-")
        start = len(client.raw)
        typed = b"".join(b"nosuchword%d\n" % i for i in range(120))
        for letter in typed:
            client.send(bytes([letter]))
        client.wait_for(rb"nosuchword119", start)
        found = [int(n) for n in re.findall(rb'There is no word "nosuchword(\d+)"', bytes(client.raw[start:]))]
        self.assertEqual(found, list(range(120)))
        start = len(client.raw)
        client.send(b"x" * 600 + b"\nwho\n")
        client.wait_for(rb"longer than 511 bytes, so nothing of it was done\.(?s:.*)guest-\w+\r\n", start)


class MudClient(TelnetPeer):
    """Mudlet, as it answers."""

    NAMES = [b"MUDLET", b"ANSI-TRUECOLOR", b"MTTS 2349", b"MTTS 2349"]

    def __init__(self, port):
        self.asked = 0
        super().__init__(port, size=(100, 40), agree=(ECHO, SGA, TTYPE, NAWS, CHARSET))

    def send(self, data):
        if data.startswith(bytes([IAC, SB, TTYPE, 0])):
            data = bytes([IAC, SB, TTYPE, 0]) + self.NAMES[min(self.asked, 3)] + bytes([IAC, SE])
            self.asked += 1
        super().send(data)


if __name__ == "__main__":
    harness.main()
