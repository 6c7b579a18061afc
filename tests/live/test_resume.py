"""A table that goes on where it was: the host is killed inside a computer's turn (P70), a line is cut at a question
(H62)."""
import os
import re
import unittest

import harness
from harness import Host, Ssh, make_key

CARDS = r"\d+ ([A2-9TJQK][shdc])\b"


class Resume(unittest.TestCase):
    def setUp(self):
        self.host = Host(frame_ms=10, turn_s=0, pace_ms=300)
        self.addCleanup(self.host.close)
        self.host.start()
        self.key = make_key(os.path.join(self.host.top, "key"))

    def come(self):
        self.client = Ssh(self.host, key=self.key, term="dumb", size=(400, 200))
        asked = self.client.wait_raw(rb"What shall we call you(?s:.*)Name: $|Type a number or a word")
        if asked.group().startswith(b"What"):
            self.ask("ann", rb"(Type a number or a word)")

    def ask(self, line, pattern):
        start = len(self.client.raw)
        self.client.send(line + "\r")
        return self.client.wait_raw(pattern, start).group(1).decode()

    def hand(self):
        return re.findall(CARDS, self.ask("hand", rb"(Hand, [^>]*)> \Z"))

    def sit(self, word):
        start = len(self.client.raw)
        self.ask(word, rb"(Type help for the words that work here)")
        while self.client.wait_raw(rb"(?s).*(Your turn\.|Type next for).*> \Z", start).group(1) != b"Your turn.":
            start = len(self.client.raw)
            self.client.send("next\r")

    def test_killed_inside_a_computers_turn(self):
        """(P70)"""
        while not self.killed_and_back():
            self.client.close()
            self.setUp()

    def killed_and_back(self):
        """False: the computers ended the round before the turn came back."""
        self.come()
        self.sit("play")
        before = self.hand()
        start = len(self.client.raw)
        self.client.send("end\r")
        self.client.wait_raw(rb"ann draws a card", start)
        self.client.wait_raw(rb"\n((?!ann)\w+ (?:plays|moves|draws) [^\r\n]*)\r\n", start)
        self.host.kill()
        self.client.close()
        self.host.start()
        self.come()
        self.client.wait_raw(rb"Back to table \d+ \(table\)")
        self.sit("table")
        if b"Type next for" in self.client.raw:
            return False
        after = self.hand()
        self.assertTrue(set(before) < set(after), (before, after))
        self.assertEqual(len(after), len(before) + 1)
        self.assertEqual(self.hand(), after)
        self.client.close()
        return True

    def test_cut_at_a_question(self):
        """Neither an answer nor a loss: the seat, the cards and the turn are there (H62, P69)."""
        self.come()
        self.sit("play")
        before = self.hand()
        self.ask("quit", rb"(Leave the table\? keep:)")
        self.client.close()
        self.come()
        self.client.wait_raw(rb"Back to table \d+ \(table\)")
        self.sit("table")
        self.assertEqual(self.hand(), before)
        self.client.close()


if __name__ == "__main__":
    harness.main()
