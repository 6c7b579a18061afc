"""The host is killed at random moments of play and started again: what a player was shown is still so, and no point is
lost or counted twice. The environment variable KILLS says how often, SEED repeats a run."""
import os
import random
import re
import time
import unittest

import harness
from harness import Host, Lines, Ssh, make_key, until

KILLS = int(os.environ.get("KILLS", 100))
SEED = int(os.environ.get("SEED", random.randrange(1 << 32)))


INDEX_HEADER = 48  # bytes; the file begins with two copies (SQLite's WAL-mode File Format, 2.1)


class Player(Lines):
    """One person in plain mode, who comes back after each crash."""

    def __init__(self, host, key):
        super().__init__(None)
        self.host, self.key = host, key

    def come(self):
        self.client = Ssh(self.host, key=self.key, term="dumb", size=(400, 200))
        first = self.client.wait_raw(rb"What shall we call you(?s:.*)Name: $|Type a number or a word").group()
        if first.startswith(b"What"):
            self.client.send("ann\r")
            self.client.wait_raw(rb"Welcome, ann(?s:.*)Type a number or a word")
        expected = b"Back to table" in self.client.raw
        self.client.send("table\r" if expected else "play\r")
        return expected


class Crash(unittest.TestCase):
    def setUp(self):
        self.host = Host(pace_ms=0, turn_s=0, frame_ms=10)
        self.addCleanup(self.host.close)
        self.host.start()
        self.player = Player(self.host, make_key(os.path.join(self.host.top, "key")))

    def round_now(self):
        """The round that is shown, once it is in the books: where there are no old cards to look at, a deal is shown
        while it is on its way to disk."""
        number = int(re.findall(rb"[Rr]ound (\d+)[.:]", bytes(self.player.client.raw))[-1])
        until("the round in the books", lambda: self.host.query("SELECT 1 FROM round WHERE number = ?", number))
        return number

    def moves(self, number):
        return [text for (text,) in self.host.query(
            "SELECT text FROM move JOIN round ON id = round_id WHERE number = ? ORDER BY ply", number)]

    def test_what_was_shown_is_kept(self):
        """(P14, P15, H62)"""
        chance = random.Random(SEED)
        print("SEED=%d KILLS=%d" % (SEED, KILLS), end=" ", flush=True)
        self.player.come()
        turn = self.player.wait_prompt()
        for _ in range(KILLS):
            while not turn:
                turn = self.next_round()
            hand, number = self.player.hand(), self.round_now()
            before = self.moves(number)
            move = chance.choice(self.player.legal())
            seen = self.move_and_kill(move, chance.random() * 0.04)
            self.host.start()
            self.assertTrue(self.player.come(), "the seat is gone")
            turn = self.player.wait_prompt()
            self.compare(number, before, harness.canonical(move), seen, hand, turn)
            self.reckon()

    def test_a_move_that_was_not_there_after_a_kill_does_not_come_back_after_the_next(self):
        """A backup reads while the host is killed between the write of a move and that of the log's index, so the next
        life does not see the move (P14)."""
        self.player.come()
        self.assertTrue(self.player.wait_prompt(), "ann begins")
        hand, number = self.player.hand(), self.round_now()
        with harness.database(self.host.state) as backup, open(self.host.state + "/kingscorner.db-shm", "r+b") as index:
            backup.execute("BEGIN")
            before = [text for (text,) in backup.execute("SELECT text FROM move ORDER BY ply")]
            header = index.read(2 * INDEX_HEADER)
            self.player.client.send(self.player.legal()[0] + "\r")
            until("the move in the books", lambda: len(self.moves(number)) > len(before))
            self.host.kill()
            index.seek(0)
            index.write(header)
            index.flush()
            self.look_again(number, before, hand)
            self.host.kill()
        self.look_again(number, before, hand)

    def look_again(self, number, moves, hand):
        self.player.client.close()
        self.host.start()
        self.player.come()
        self.player.wait_prompt()
        self.assertEqual(self.player.hand(), hand)
        self.assertEqual(self.moves(number), moves)

    def next_round(self):
        start = len(self.player.client.raw)
        self.player.client.send("next\r")
        return self.player.wait_prompt(start)

    def move_and_kill(self, move, after_s):
        """Returns what the player was shown of the move before the host died."""
        start = len(self.player.client.raw)
        self.player.client.send(move + "\r")
        end = time.monotonic() + after_s
        while time.monotonic() < end:
            self.player.client.pump(max(0, end - time.monotonic()))
        self.host.kill()
        self.player.client.pump(0.2)
        self.told = bytes(self.player.client.raw[-3000:])
        shown = bytes(self.player.client.raw[start:])
        self.player.client.close()
        found = re.search(rb"ann (plays|moves|draws|ends|passes)[^\r\n]*", shown)
        return found.group().decode() if found else ""

    def compare(self, number, before, move, seen, hand, on):
        """What stands in the books and is shown now is what was, and at most the one move more, with what computers
        did then."""
        after = self.moves(number)
        self.assertEqual(after[:len(before)], before)
        made = len(after) > len(before)
        if made:
            self.assertEqual(after[len(before)], move, (before, after, self.told))
        self.assertTrue(made or not seen, "shown, but not kept: %s, %s, %s" % (move, seen, after))
        if not on or self.round_now() != number:
            return
        expected = list(hand)
        if made and "@" in move:
            expected.remove(move[:2])
        now = self.player.hand()
        if made and move == "end":
            self.assertIn(len(now) - len(hand), (0, 1))
            self.assertEqual([card for card in now if card in hand], hand)
        else:
            self.assertEqual(now, expected)

    def reckon(self):
        """Every finished round has counted once, and the tally is what the scores come to (T13). All of it is one
        look at the books: the host may be writing the end of a round meanwhile."""
        with harness.database(self.host.state) as db:
            db.execute("BEGIN")
            ask = lambda sql: db.execute(sql).fetchall()
            self.assertEqual(ask("PRAGMA integrity_check"), [("ok",)])
            self.assertEqual(ask("PRAGMA foreign_key_check"), [])
            rounds = ask("SELECT id FROM round WHERE ended_s IS NOT NULL ORDER BY id")
            scores = ask("SELECT round_id, points FROM score JOIN account a ON a.id = account_id WHERE handle = 'ann' "
                         "ORDER BY round_id")
            tallies = ask("SELECT tally FROM account WHERE handle = 'ann'")
            losers = ask("SELECT count(*) FROM big_loser")
            total = ask("SELECT total FROM seat WHERE name = 'ann'")
        self.assertEqual([(r,) for r, _ in scores], rounds)
        tally = banners = 0
        for _, points in scores:
            tally += points
            if tally >= 50:
                tally, banners = 0, banners + 1
        self.assertEqual(tallies, [(tally,)])
        self.assertEqual(losers, [(banners,)])
        self.assertEqual(total, [(sum(points for _, points in scores),)])


if __name__ == "__main__":
    harness.main()
