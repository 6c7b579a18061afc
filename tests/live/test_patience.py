"""The patiences over a real line: the host is killed at random moments and started again, and the same deal lies
there with the same cards and the same counter; the figures are right. The environment variable PATIENCE_KILLS says
how often, SEED repeats a run."""
import os
import random
import re
import time
import unittest

import harness
from harness import Host, HostCase, Ssh, make_key

KILLS = int(os.environ.get("PATIENCE_KILLS", 20))
SEED = int(os.environ.get("SEED", random.randrange(1 << 32)))


class Crash(unittest.TestCase):
    def setUp(self):
        self.host = Host(frame_ms=10)
        self.addCleanup(self.host.close)
        self.host.start()
        self.key = make_key(os.path.join(self.host.top, "key"))

    def come(self, game):
        """Sits down at the game in plain mode; everything that was said from there on is in client.raw."""
        self.client = Ssh(self.host, key=self.key, term="dumb", size=(400, 200))
        first = self.client.wait_raw(rb"What shall we call you(?s:.*)Name: $|Type a number or a word").group()
        if first.startswith(b"What"):
            self.client.send("ann\r")
            self.client.wait_raw(rb"Welcome, ann(?s:.*)Type a number or a word")
        start = len(self.client.raw)
        self.client.send(game + "\r")
        self.client.wait_raw(rb"  deal \d+(?s:.*)Type help for the words that work here\.\s+> ", start)

    def ask(self, word, pattern):
        start = len(self.client.raw)
        self.client.send(word + "\r")
        return self.client.wait_raw(pattern, start).group(1).decode()

    def position(self):
        """All that is to be seen of it."""
        board = self.ask("board", rb"(?s)board\r*\n(.*?)\s*> $")
        hand = self.ask("hand", rb"(?s)hand\r*\n(.*?)\s*> $")
        points = self.ask("points", rb"(?s)points\r*\n(.*?)\s*> $")
        return board, hand, points

    def legal(self):
        told = self.ask("legal", rb"You may:\s+([^.]*)\.\r")
        return [re.sub(r" \(.*", "", move) for move in re.split(r",\s+", told)]

    def moves(self, game):
        return [text for (text,) in self.host.query(
            "SELECT text FROM patience_move m JOIN patience p ON p.id = patience_id WHERE open = 1 AND game = ? "
            "ORDER BY ply", game)]

    def deal(self, game):
        return self.host.query("SELECT deal FROM patience WHERE open = 1 AND game = ?", game)[0][0]

    def act_and_kill(self, typed, after_s):
        """Returns whether the player was shown the change before the host died."""
        start = len(self.client.raw)
        self.client.send(typed + "\r")
        end = time.monotonic() + after_s
        while time.monotonic() < end:
            self.client.pump(max(0, end - time.monotonic()))
        self.host.kill()
        self.client.pump(0.2)
        shown = re.search(rb"ann (places|plays|moves|draws|removes|resumes)|Undone\.", bytes(self.client.raw[start:]))
        self.client.close()
        return shown is not None

    def test_what_was_shown_is_kept(self):
        """No move is lost (G15, P14, H62), and nothing counts twice (G18, P12)."""
        chance = random.Random(SEED)
        self.started = set()
        print("SEED=%d PATIENCE_KILLS=%d" % (SEED, KILLS), end=" ", flush=True)
        for turn in range(KILLS):
            game, row = (("grid", "grid"), ("cross", "solitaire"))[turn % 2]
            self.come(row)
            for _ in range(chance.randrange(4)):
                self.play_on(game, chance)
            self.kill_once(game, row, chance)
            self.reckon()

    def over(self, game):
        return self.host.query("SELECT won OR lost FROM patience WHERE open = 1 AND game = ?", game)[0][0]

    def play_on(self, game, chance):
        if self.over(game):
            self.ask("new", rb"(  deal \d+)(?s:.*)here\.\s+> $")
        move = chance.choice(self.legal())
        self.ask(move, rb"(ann [a-z]+ [^\n]*)(?s:.*)> $")
        self.started.add((game, self.deal(game)))

    def kill_once(self, game, row, chance):
        if self.over(game):
            self.ask("new", rb"(  deal \d+)(?s:.*)here\.\s+> $")
        deal, before, position = self.deal(game), self.moves(game), self.position()
        undoes = len(before) > 0 and chance.random() < 0.3
        typed = "undo" if undoes else chance.choice(self.legal())
        seen = self.act_and_kill(typed, chance.random() * 0.04)
        after = before[:-1] if undoes else before + [harness.canonical(typed)]
        self.host.start()
        self.come(row)
        self.assertEqual(self.deal(game), deal)
        now = self.moves(game)
        self.assertIn(now, (before, after))
        if now:
            self.started.add((game, deal))
        self.assertTrue(now == after or not seen, "shown, but not kept: " + typed)
        if now == before:
            self.assertEqual(self.position(), position)
        elif not self.over(game) and not undoes:
            self.ask("undo", rb"(Undone)(?s:.*)> $")
            self.assertEqual(self.strip(self.position()), self.strip(position))
        self.client.close()

    @staticmethod
    def strip(position):
        """Without the mark of the card drawn last, which an undone move does not bring back to the eye."""
        return tuple(re.sub(r" \(new\)|, new|\bnew\b", "", text) for text in position)

    def reckon(self):
        self.assertEqual(self.host.query("PRAGMA integrity_check"), [("ok",)])
        self.assertEqual(self.host.query("PRAGMA foreign_key_check"), [])
        self.assertEqual(set(self.host.query("SELECT game, deal FROM patience WHERE played")), self.started)
        self.assertEqual(self.host.query("SELECT count(*) FROM patience GROUP BY account_id, game, deal "
                                    "HAVING count(*) > 1"), [])
        self.assertEqual(self.host.query("SELECT count(*) FROM patience WHERE won AND NOT played "
                                    "OR open = 0 AND NOT played"), [(0,)])
        holes = "SELECT patience_id FROM patience_move GROUP BY patience_id HAVING max(ply) != count(*)"
        self.assertEqual(self.host.query(holes), [])


class Patience(HostCase):
    settings = {"keys_per_s": 1000, "keys_burst": 1000}

    def test_the_lobby_leads_back_to_an_unfinished_one(self):
        """By pictures, through a cut line (G15)."""
        key = self.key()
        client = self.newcomer("bea", key)
        client.send("s")
        client.wait_for(r"Solitaire deal \d+")
        for hand in range(8, 12):
            client.send("e")
            client.wait_for(r"in hand +%d" % hand)
        client.close()
        client = self.ssh(key=key)
        client.wait_for("unfinished: 48 cards left")
        client.send("s")
        client.wait_for(r"in hand +11")

    def test_clicks_and_drags_play(self):
        """A click on a square, the visible card dragged to one, a click on the stock (G17, S12)."""
        def mouse(x, y, end):
            client.send("\x1b[<0;%d;%d%s" % (x, y, end))

        def deal_a_number():
            for deal in range(1, 100):
                client.send("p%d\r" % deal)
                client.wait_for(r"deal %d +placing" % deal)
                if "any empty square" in client.text():
                    return

        client = self.newcomer("dot")
        client.send("g")
        client.wait_for(r"patience deal \d+")
        client.send("o")
        client.wait_for("The mouse is on")
        deal_a_number()
        mouse(19, 10, "M")
        mouse(19, 10, "m")
        client.wait_for(r"stock +51")
        deal = int(re.search(r"deal (\d+)", client.text()).group(1))
        client.send("u")
        client.wait_for(r"stock +52")
        mouse(63, 6, "M")
        mouse(27, 10, "m")
        client.wait_for(r"stock +51")
        self.assertIn("deal %d " % deal, client.text())
        client.send("q")
        client.wait_for("unfinished: 51 cards left")
        client.send("s")
        client.wait_for(r"in hand +7")
        mouse(21, 10, "M")
        mouse(21, 10, "m")
        client.wait_for(r"in hand +8")

    def test_figures_tell_of_a_finished_one(self):
        """Draws and hints lead to the end (S12, S9)."""
        client = self.newcomer("cy", term="dumb", size=(400, 200))
        start = len(client.raw)
        client.send("solitaire\r")
        client.wait_raw(rb"Type help for the words that work here\.\s+> $", start)
        for _ in range(200):
            start = len(client.raw)
            client.send("hint\r")
            move = client.wait_raw(rb"Hint: the house .* To type: ([^.]+)\.\s+> $", start).group(1).decode()
            start = len(client.raw)
            client.send(move + "\r")
            said = client.wait_raw(rb"cy (?:plays|moves|draws)(?s:.*)> $", start).group()
            if b"Won: " in said:
                break
        client.wait_raw(rb"Played 1, won 1 \(0 clean\), peak hand", start)
        self.assertRegex(bytes(client.raw), rb"Peak hand \d+(, par \d+)?, with hints\.")
        client.send("quit\r")
        client.wait_raw(rb"Type a number or a word")
        start = len(client.raw)
        client.send("figures\r")
        client.wait_raw(rb"Solitaire: Played 1, won 1 \(0 clean\)", start)


if __name__ == "__main__":
    harness.main()
