"""Whole games of all four kinds by keyboard, in every kind of window; a hand of 48, windows that change in mid-turn."""
import re

import harness
from games import CARD, WINDOWS, Games
from harness import until


class Keyboard(Games):
    def corners_by_keys(self, client, old):
        """A card that can go somewhere, its place, until there is none; then the turn ends."""
        turns = 0
        while client.wait_for("your turn", "round over").group() != "round over":
            if self.take(client):
                client.send("a")
                client.wait_for("plays the", "round over")
                continue
            turns += 1
            if turns == 2:
                self.judge(client, old)
            client.send("e")
            client.wait_for("draws a", "ends the", "plays the", r"moves \w+ onto", "round over")

    def grid_by_keys(self, client, old):
        for n in range(400):
            title = client.text().splitlines()[0]
            if re.search(r"(won|lost)\s*$", title):
                return
            if "placing" in title:
                self.move(client, "\t\r")
            else:
                before = self.progress(client)
                client.send("x")
                until("an answer", lambda: client.pump(0.02) or self.progress(client) != before or
                      re.search(r"Nothing\s+(more\s+)?can\s+be\s+removed", client.text()), detail=client.text)
                if self.progress(client) == before:
                    self.move(client, "e")
            if n == 20:
                self.judge(client, old)
        raise AssertionError("the game has no end\n" + client.text())

    def cross_by_keys(self, client, old):
        """Plays what it can, then draws a card. The game always ends (S9)."""
        for n in range(400):
            if re.search(r"won, peak \d+", client.text()):
                return
            if self.take(client):
                self.move(client, "a")
            else:
                client.send("m")
                self.move(client, "a"
                          if client.wait_for("pile can go to", "No pile can move").group().endswith("to") else "e")
            if n == 60:
                self.judge(client, old)
        raise AssertionError("the game has no end\n" + client.text())

    GAMES = {
        "last": ("Play Kings Corner now", "your turn|'s turn", corners_by_keys, "Lowest wins"),
        "first": ("Match to 25 points", "your turn|'s turn", corners_by_keys, "Lowest wins"),
        "grid": ("Grid patience 4x4", "placing", grid_by_keys, "(Won|Lost):|Counter"),
        "cross": ("Solitaire", "peak 7", cross_by_keys, "Won:|[Pp]eak hand"),
    }

    def by_keys(self, game, name):
        window = WINDOWS[name]
        row, words, play, end = self.GAMES[game]
        client = self.sit(row, window, words)
        play(self, client, window["term"] == "syncterm")
        client.wait_for(end)
        self.judge(client, window["term"] == "syncterm")

    # --- a hand of 48, windows that change ---

    def test_every_card_of_a_hand_of_48_can_be_reached(self):
        """(P73)"""
        for size in ((24, 80), (12, 40)):
            client = self.ssh(size=size)
            client.wait_for("Play")
            client.choose("Solitaire")
            client.wait_for("peak 7")
            for n in range(8, 49):
                client.send("e")
                client.wait_for(r"hand +%d\b" % n)
            client.wait_for(r"\d+-\d+ of 48")
            client.send("\x1b[H")
            seen = []
            for _ in range(48):
                client.whole()
                x, y = client.screen.cursor.x, client.screen.cursor.y
                card = re.search(CARD, client.screen.display[y][max(x - 1, 0):x + 4])
                if card and card.group() not in seen:
                    seen.append(card.group())
                client.send("\x1b[C")
            self.assertEqual(len(seen), 48, client.text())
            self.judge(client)

    def test_a_window_that_changes_in_mid_turn(self):
        """(P70)"""
        """With a card in hand, 80x24 to 132x50 to 40x12 and back: the turn goes on where it was."""
        self.change_windows(self.sit("Play Kings Corner now", WINDOWS["UTF-8, it wraps at once, 80x24"],
                                     "your turn|'s turn"))

    def test_a_window_that_changes_over_telnet(self):
        """(P70)"""
        """The same by NAWS."""
        client = self.telnet_guest()
        client.choose("Play Kings Corner now")
        self.change_windows(client)

    def change_windows(self, client):
        self.wait_turn(client)
        self.take(client)
        for rows, columns in ((50, 132), (12, 40), (24, 80)):
            came = len(client.raw)
            client.resize(rows, columns)
            client.wait_raw(rb"\x1b\[2J\x1b\[H", came)
            client.wait_for("your turn")
            self.judge(client)

    def test_red_and_black_by_text_alone(self):
        """(P74)"""
        """In letters, without colours: red suits are small letters, black ones capitals, and the message says it in
        words."""
        for term, env, size in (("xterm-256color", {"NO_COLOR": "1", "COLORTERM": "truecolor", "LANG": "C"}, (24, 80)),
                                ("ansi", {"NO_COLOR": "1", "LANG": "C"}, (24, 80)), ("vt220", {"LANG": "C"}, (12, 40))):
            client = self.ssh(term=term, env=env, size=size, options=["SendEnv=LANG NO_COLOR COLORTERM"])
            client.wait_for("Play")
            client.choose("Solitaire")
            client.wait_for("peak 7")
            client.whole()
            cards = re.findall(r"\b[A2-9TJQK]([shdcSHDC])", "\n".join(client.text().splitlines()[2:-2]))
            self.assertGreaterEqual(len(cards), 7)
            self.assertTrue(set(cards) <= set("SChd"), client.text())
            self.assertNotRegex(bytes(client.raw), rb"\x1b\[[0-9;]*[34][0-7]m|[\x80-\xff]")


def add_keyboard_tests():
    pairs = [("last", "UTF-8, the wrap waits, 80x24"), ("last", "CP437, it wraps at once, 40x12"),
             ("first", "CP437, it wraps at once, 80x24"),
             ("first", "UTF-8, it wraps at once, 40x12"), ("grid", "UTF-8, it wraps at once, 80x24"),
             ("grid", "CP437, it wraps at once, 40x12"),
             ("cross", "CP437, the wrap waits, 80x24"), ("cross", "UTF-8, it wraps at once, 40x12")]
    for game, name in pairs:
        def test(self, game=game, name=name):
            self.by_keys(game, name)
        test.__doc__ = "%s by keyboard; %s (H51, H52, H66)." % (game, name)
        setattr(Keyboard, "test_%s_by_keyboard_in_%s" % (game, re.sub(r"\W+", "_", name)), test)


add_keyboard_tests()

if __name__ == "__main__":
    harness.main()
