"""Two people at one table, and a host that is killed, or told to end, at any moment: whatever a line said before is
still so when it starts again, and the points that are shown, those that are kept and the scores agree. The
environment variable KILLS says how often, SEED repeats a run."""
import collections
import hashlib
import os
import random
import re
import time
import unittest

import harness
from harness import Host, Lines, Ssh, make_key, until

KILLS = int(os.environ.get("KILLS", 22))
SEED = int(os.environ.get("SEED", random.randrange(1 << 32)))


class Person(Lines):
    def __init__(self, host, name):
        super().__init__(None)
        self.host, self.name = host, name
        self.key = make_key(os.path.join(host.top, name))
        self.at_table = False
        self.start = 0  # what came since then answers the last line that was typed

    def say(self, word):
        self.start = len(self.client.raw)
        self.client.send(word + "\r")

    def call(self):
        """To the lobby. Returns whether a seat is kept."""
        self.client = Ssh(self.host, key=self.key, term="dumb", size=(400, 200))
        self.start = 0
        first = self.client.wait_raw(rb"What shall we call you(?s:.*)Name: $|Type a number or a word").group()
        if first.startswith(b"What"):
            self.client.send(self.name + "\r")
            self.client.wait_raw(rb"Welcome, (?s:.*)Type a number or a word")
        return b"Back to table" in self.client.raw

    def sit(self, word):
        self.say(word)
        self.client.wait_raw(rb"Type help for the words that work here", self.start)
        self.at_table = True

    def status(self):
        """What there is to do: "turn", "over" or nothing."""
        self.client.pump(0.005)
        events = re.findall(self.EVENT, bytes(self.client.raw))
        if not self.at_table or not events or not self.client.raw[self.start:].endswith(b"> "):
            return None
        return {b"Your turn": "turn", b"Type next for": "over"}.get(events[-1])


class SharedCrash(unittest.TestCase):
    def setUp(self):
        self.chance = random.Random(SEED)
        self.host = Host(pace_ms=0, turn_s=0, frame_ms=10)
        self.addCleanup(self.host.close)
        self.host.start()
        self.ann, self.bea = Person(self.host, "ann"), Person(self.host, "bea")
        self.seals = {}
        self.points = {"ann": [], "bea": []}  # as told at the ends of rounds
        self.left = []                        # the points with which bea left a round, as told
        self.expected = {False}               # may the lobby say that bea is expected back?
        self.asked = []                       # what she asked for, a seat or none, and how much ann had heard then

    # --- what ann has heard ---

    def hear(self, person):
        """Takes in the lines of one life of the host."""
        told = bytes(person.client.raw)
        for number, seal in re.findall(rb"Round (\d+): the deck's seal is ([0-9a-f]+)\.", told):
            self.assertEqual(len(seal), 32)
            self.assertEqual(self.seals.setdefault(int(number), seal), seal, "another seal of round %d" % int(number))
        if person is self.ann:  # who is always there: what she heard is all there was to hear
            self.hear_all(told)

    def hear_all(self, told):
        for line in re.findall(rb"[^\r\n]+", told):
            found = re.search(rb"The round is over[^\r\n]* Points: (.*)\.$|Points: (.*)\.$", line)
            for name, points in re.findall(rb"(ann|bea) (\d+)", (found.group(1) or found.group(2)) if found else b""):
                self.points[name.decode()].append(int(points))
            self.left += [int(points) for points in re.findall(rb"^bea leaves with (\d+) points?; ", line)]

    def bea_may_be_expected(self):
        """After what ann was told last of her in this life of the host, and what she asked for that has not been
        told yet: she is answered in the order in which she asked."""
        found = [(line.start(), line.group(1) in (b"takes the seat", b"sits down")) for line in re.finditer(
            rb"bea (takes the seat|sits down|leaves|does not wait|has not come back;)", bytes(self.ann.client.raw))]
        answered = 0
        for at, told in found:
            self.expected = {told}
            rest = enumerate(self.asked[answered:], answered + 1)
            answered = next((after for after, (seat, heard) in rest if seat == told and heard <= at), answered)
        self.expected = self.expected | {seat for seat, _ in self.asked[answered:]}

    # --- what the database has ---

    def scores(self, name, where=""):
        return [p for (p,) in self.host.query(
            "SELECT points FROM score JOIN account a ON a.id = account_id WHERE handle = ? " + where, name)]

    def compare(self):
        """Waits until the jobs are done that were under way when the host ended."""
        for number, key in self.host.query("SELECT number, deal_key FROM round"):
            if number in self.seals:
                self.assertEqual(hashlib.blake2b(key, digest_size=32).hexdigest()[:32].encode(), self.seals[number])
        kept = lambda name: collections.Counter(self.scores(name, "AND seat > 0"))
        for name, told in self.points.items():
            until("%s's points in the books" % name, lambda: not collections.Counter(told) - kept(name),
                  detail=lambda: "%s, kept %s" % (told, kept(name)))
        left = collections.Counter(self.scores("bea", "AND seat = 0"))
        self.assertFalse(collections.Counter(self.left) - left, "told to have left, but not counted")
        self.assertEqual(self.host.query("PRAGMA integrity_check"), [("ok",)])
        self.compare_totals()

    def compare_totals(self):
        def look():
            start = len(self.ann.client.raw)
            self.ann.client.send("who\r")
            told = self.ann.client.wait_raw(rb"(?s)Seat 1: .*?Seat 4: [^\r\n]*", start).group()
            shown = [(int(seat), int(points))
                     for seat, points in re.findall(rb"Seat (\d): [^\r\n]*?, (\d+) points?\.", told)]
            kept = self.host.query(
                "SELECT seat, total FROM seat JOIN card_table t ON t.id = table_id WHERE closed_s IS NULL "
                "ORDER BY seat")
            mine = [points for seat, points in shown if re.search(rb"Seat %d: ann" % seat, told)]
            self.found = shown, kept, sum(self.scores("ann"))
            return len(shown) == 4 and shown == kept and mine == [self.found[2]]
        until("points that agree", look, detail=lambda: "shown %s, kept %s, ann's scores %s\n%r" % (
            *self.found, bytes(self.ann.client.raw[-3000:])))

    # --- a life of the host ---

    def come_back(self):
        self.assertTrue(self.ann.call(), "ann's seat is gone")
        self.ann.sit("table")
        expected = self.bea.call()
        self.assertIn(expected, self.expected, "the lobby %s bea back" % ("expects" if expected else "does not expect"))
        self.expected = {expected}
        self.asked = []
        self.bea.at_table = False
        if expected:
            self.bea.sit("table")

    def do_something(self):
        """A move, a word, a coming or a going of one of them."""
        if not self.bea.at_table and self.chance.random() < 0.5:
            self.ask_for_bea(True)
            self.bea.sit("play") if self.chance.random() < 0.5 else self.bea.say("play")
            self.bea.at_table = True
        elif self.bea.at_table and self.chance.random() < 0.15:
            self.ask_for_bea(False)
            self.bea.client.send("quit\r")
            self.bea.say("leave")
            self.bea.at_table = False
        else:
            self.go_on()

    def ask_for_bea(self, seat):
        self.bea_may_be_expected()
        self.ann.client.pump()
        self.asked.append((seat, len(self.ann.client.raw)))

    def go_on(self):
        def look():
            return [(p, s) for p, s in ((p, p.status()) for p in (self.ann, self.bea)) if s]
        for person, status in until("something to do", look, detail=lambda: "%r\n\n%r" % (
                bytes(self.ann.client.raw[-1500:]), bytes(self.bea.client.raw[-1500:]))):
            if status == "over":
                person.say("next")
            else:
                person.say("end" if self.chance.random() < 0.6 else self.some_move(person))

    def some_move(self, person):
        """One that is legal, if it is still that person's turn: what others do may come between a line and its
        answer."""
        start = len(person.client.raw)
        person.client.send("legal\r")
        found = person.client.wait_raw(rb"You may: ([^.]*)\.|[^\r\n]*(turn|over)[^\r\n]*\.\r", start)
        return self.chance.choice(re.split(r",\s+", found.group(1).decode())) if found.group(1) else "look"

    def end_of_host(self):
        """Ends the host, suddenly or by SIGTERM; bytes on their way to the people still arrive."""
        until_s = time.monotonic() + self.chance.random() * 0.03
        while time.monotonic() < until_s:
            self.ann.client.pump(0.002)
            self.bea.client.pump(0.002)
        if self.chance.random() < 0.75:
            self.host.kill()
        else:
            self.host.stop()
        for person in (self.ann, self.bea):
            person.client.pump(0.2)
            self.hear(person)
        self.bea_may_be_expected()
        for person in (self.ann, self.bea):
            person.client.close()

    def test_what_was_told_at_a_shared_table_is_so(self):
        """(P12, P14, P15, H62)"""
        print("SEED=%d KILLS=%d" % (SEED, KILLS), end=" ", flush=True)
        self.ann.call()
        self.ann.sit("play")
        self.bea.call()
        for _ in range(KILLS):
            for _ in range(self.chance.randrange(1, 8)):
                self.do_something()
            self.end_of_host()
            self.host.start()
            self.come_back()
            self.compare()


if __name__ == "__main__":
    harness.main()
