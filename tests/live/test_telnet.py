"""Coming in by telnet and by bare TCP, byte for byte."""
import signal
import socket
import struct
import threading
import time

import harness
from harness import HostCase, Raw

IAC, DONT, DO, WONT, WILL, SB, SE = 255, 254, 253, 252, 251, 250, 240
ECHO, SGA, TTYPE, NAWS = 1, 3, 24, 31
MENU = b"Type a number or a word"


class TelnetPeer(Raw):
    """A telnet client of this test's own: agrees to some options, refuses the rest."""

    def __init__(self, port, name=b"ANSI", size=(80, 24), agree=(ECHO, SGA, TTYPE, NAWS)):
        super().__init__(port)
        self.name, self.size, self.agree = name, size, agree
        self.at = 0
        self.data = bytearray()

    def pump(self, seconds=0.0):
        super().pump(seconds)
        while self.at < len(self.raw) and self._take():
            continue

    def _take(self):
        if self.raw[self.at] != IAC:
            self.data.append(self.raw[self.at])
            self.at += 1
        elif len(self.raw) < self.at + 2:
            return False
        elif self.raw[self.at + 1] == SB:
            end = self.raw.find(bytes([IAC, SE]), self.at)
            if end < 0:
                return False
            if self.raw[self.at + 2:self.at + 4] == bytes([TTYPE, 1]):
                self.send(bytes([IAC, SB, TTYPE, 0]) + self.name + bytes([IAC, SE]))
            self.at = end + 2
        elif self.raw[self.at + 1] in (DO, WILL, DONT, WONT):
            if len(self.raw) < self.at + 3:
                return False
            self._answer(self.raw[self.at + 1], self.raw[self.at + 2])
            self.at += 3
        else:
            self.at += 2
        return True

    def _answer(self, verb, option):
        yes = option in self.agree
        if verb == DO:
            self.send(bytes([IAC, WILL if yes else WONT, option]))
            if yes and option == NAWS:
                cols, rows = self.size
                self.send(bytes([IAC, SB, NAWS, cols >> 8, cols & 255, rows >> 8, rows & 255, IAC, SE]))
        elif verb == WILL:
            self.send(bytes([IAC, DO if yes else DONT, option]))


class Telnet(HostCase):
    def peer(self, **more):
        client = TelnetPeer(self.host.telnet_port, **more)
        self.addCleanup(client.close)
        return client

    def test_the_telnet_command_gets_a_picture_and_keys_one_by_one(self):
        """On this port the client says nothing until it is spoken to (H2)."""
        client = self.telnet_guest()
        self.assertIn(b"\x1b[", bytes(client.raw))
        client.send("q")
        client.wait_for("Leave the house")
        client.send("y")
        client.wait_for("Goodbye")
        client.wait_end()

    def test_a_peer_that_knows_no_telnet_sees_none_once_that_is_known(self):
        """(H2, H3)"""
        client = self.raw(b"a\r")
        client.wait_for(MENU)
        start = len(client.raw)
        client.send(b"\r")
        client.wait_for(MENU, start)
        self.assertNotIn(0xFF, client.raw[start:])
        self.assertNotIn(0x1B, client.raw)

    def test_every_enter_is_one_enter(self):
        """(H4)"""
        for enter in (b"\n", b"\r\n", b"\r\0", b"\r"):
            with self.subTest(enter=enter):
                self.assertEqual(self.menus_after([enter]), 1)
        self.assertEqual(self.menus_after([b"\r", b"\n"]), 1)
        self.assertEqual(self.menus_after([b"\r", b"\0"]), 1)

    def menus_after(self, parts):
        """How many menus answer these parts of an Enter, each sent when the one before has been answered."""
        client = self.raw()
        client.wait_for(MENU)
        start = len(client.raw)
        for part in parts:
            client.send(part)
            client.wait_for(MENU, start)
        client.send(b"guest\n")
        client.wait_for(b"guest-", start)
        return bytes(client.raw[start:]).count(MENU + b"; quit")  # the lobby has a list, too

    def test_a_peer_that_falls_silent_in_negotiation_still_gets_in(self):
        """(H11)"""
        began = time.monotonic()
        client = self.raw(bytes([IAC, WILL, TTYPE, IAC, WILL, NAWS]))
        client.wait_for(b"Come in as a guest")
        self.assertLess(time.monotonic() - began, 4)

    def test_a_line_mode_client_gets_lines(self):
        """(H16)"""
        client = self.raw(bytes([IAC, DONT, ECHO, IAC, DONT, SGA]))
        client.wait_for(MENU)
        start = len(client.raw)
        client.send(b"1\r\n")
        client.wait_for(b"guest-", start)
        start = len(client.raw)
        client.send(b"help\r\n")
        client.wait_for(b"(?i)corner", start)
        self.assertNotIn(0x1B, client.raw)

    def test_a_line_mode_client_hides_its_passwords(self):
        """WILL ECHO around a password, WONT after it (H16)."""
        client = self.raw(bytes([IAC, DONT, ECHO, IAC, DONT, SGA]))
        client.wait_for(MENU)
        client.send(b"2\r\n")
        client.wait_for(b"Name: ")
        start = len(client.raw)
        client.send(b"nobody\r\n")
        client.wait_for(b"Password: ", start)
        client.wait_for(bytes([IAC, WILL, ECHO]), start)
        start = len(client.raw)
        client.send(b"no such secret\r\n")
        client.wait_for(b"do not go together", start)
        self.assertNotIn(b"no such secret", bytes(client.raw))

    def test_an_ansi_terminal_gets_what_it_knows(self):
        """(H18)"""
        client = self.peer(name=b"ANSI")
        client.wait_for(rb"\x1b\[")
        client.wait_for(b"Come in as a guest")
        client.send(b"1")
        client.wait_for(b"Play Kings Corner now")
        client.quiet(0.5)
        for sequence in (b"?1049", b"[>", b"[<", b"?100", b"?2026", b"?2004", b"\x1b]", b"38;2", b"48;2", b"38;5"):
            self.assertNotIn(sequence, bytes(client.raw))

    def test_a_telnet_user_makes_an_account_and_comes_back_by_password(self):
        client = self.telnet()
        client.choose("Make an account")
        client.wait_for("not encrypted")
        client.send("gil\rcorrect horse\rcorrect horse\r")
        client.wait_for("Welcome, gil")
        self.assertNotIn("correct horse", client.text())
        client.close()
        again = self.telnet()
        again.choose("Log in")
        again.wait_for("The name and the password")
        again.send("gil\rwrong horse\r")
        again.wait_for("do not go together")
        again.send("correct horse\r")
        again.wait_for("Welcome back, gil")
        self.assertNotIn("horse", self.host.log())

    def test_a_flood_without_enter_disturbs_nobody(self):
        """(H9, H61)"""
        other = self.telnet_guest()
        before = self.host.rss_kb()
        flood = self.raw()
        endless = self.raw(bytes([IAC, SB, 39, 0]))
        try:
            for _ in range(16):
                flood.send(b"a" * 65536)
                endless.send(b"A" * 65536)
        except (BrokenPipeError, ConnectionResetError):
            pass
        start = len(other.raw)
        other.send("\x1b[B")
        other.wait_raw(b"(?s).", start)
        self.assertLess(self.host.rss_kb() - before, 8192)


class Strangers(HostCase):
    settings = {"unready_per_address": 12, "unready": 20}

    def test_many_silent_callers_keep_nobody_out_for_long(self):
        """The house turns callers over the limit away at once; those inside stay (H19, H27)."""
        inside = self.telnet_guest()
        crowd = [self.raw(port=self.host.ssh_port) for _ in range(16)]
        def turned_away():
            for client in crowd:
                client.pump(0.01)
            return sum(client.ended for client in crowd) >= 4
        harness.until("a caller turned away", turned_away)
        start = len(inside.raw)
        inside.send("\x1b[B")
        inside.wait_raw(b"(?s).", start)
        for client in crowd:
            client.close()
        self.telnet_guest()



def call_from(address, port):
    return socket.create_connection(("127.0.0.1", port), harness.PATIENCE, (address, 0))


def hang_up(client):
    """Closes with a reset, as a flooder does."""
    client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    client.close()


class FullDoors(HostCase):
    settings = {"callers_per_address": 3, "unready": 4, "unready_per_address": 4, "handshakes_per_s": 100}

    def refusal_by_ssh(self):
        return harness.run_ssh(self.host).stderr

    def test_both_doors_tell_why_nobody_gets_in(self):
        """A caller who is turned away before the keys are exchanged learns why, by ssh as by telnet (H19)."""
        inside = [self.raw() for _ in range(3)]
        for client in inside:
            client.wait_for(rb"\xff")
        self.assertIn("Too many callers from your address are here already.", self.refusal_by_ssh())
        late = self.raw(data=b"typed ahead, which must not turn the end into a reset\r\n")
        late.wait_for(rb"Too many callers from your address are here already\.\r\n")
        late.wait_end()

    def test_who_gives_way_and_who_is_late_when_the_house_closes_are_told_why(self):
        many = [call_from("127.0.0.5", self.host.ssh_port) for _ in range(3)]
        for client in many:
            self.assertIn(b"SSH-2.0-", client.recv(100))
        others = [call_from("127.0.0.%d" % k, self.host.ssh_port) for k in (6, 7)]
        got = b""
        while chunk := many[0].recv(4096):
            got += chunk
        self.assertIn(b"Too many are at the door just now. Please try again in a minute.", got)
        for client in many + others:
            client.close()

    def test_a_flood_from_one_address_keeps_nobody_out_and_fills_no_log(self):
        """(H19)"""
        over = threading.Event()
        def flood():
            while not over.is_set():
                try:
                    hang_up(call_from("127.0.0.5", self.host.ssh_port))
                except OSError:
                    pass
        floods = [threading.Thread(target=flood) for _ in range(2)]
        for thread in floods:
            thread.start()
        try:
            for _ in range(5):
                guest = self.ssh()
                guest.wait_for("Play Kings Corner now")
                guest.close()
        finally:
            over.set()
            for thread in floods:
                thread.join()
        self.assertLessEqual(self.host.log().count("refused: Too many connections"), 1)


class Closing(HostCase):
    def test_who_is_still_on_the_way_in_is_told_that_the_house_closes(self):
        host = harness.Host().start()
        self.addCleanup(host.close)
        client = socket.create_connection(("127.0.0.1", host.ssh_port), harness.PATIENCE)
        self.addCleanup(client.close)
        self.assertIn(b"SSH-2.0-", client.recv(100))
        host.process.send_signal(signal.SIGTERM)
        got = b""
        while chunk := client.recv(4096):
            got += chunk
        self.assertIn(b"The house closes for a moment. Please call again in a minute.", got)
        self.assertEqual(host.wait(), 0)


if __name__ == "__main__":
    harness.main()
