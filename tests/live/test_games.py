"""Whole games of all four kinds by keyboard, by mouse and in plain mode, through terminals that wrap at once in the last
column and such that wait, in UTF-8 and in code page 437. After each: nothing has scrolled (H52), no byte was sent that the
terminal does not know (H18, H71), and the screen is what a redraw from nothing shows."""
import re

import harness
from harness import AtOnce, Cp437, HostCase, Lines, Screen
from harness import until

SETTINGS = {"turn_s": 0, "pace_ms": 5, "frame_ms": 10, "keys_per_s": 1000, "keys_burst": 1000}
CARD = r"[A2-9TJQK][♠♥♦♣]"
PLACE = r"(NW|NE|SW|SE|N|E|S|W)\b"

UTF8 = {"term": "xterm-256color"}
CODE_PAGE = {"term": "syncterm", "env": {"LANG": "en_US.CP437"}, "screen": AtOnce, "stream": Cp437}
WINDOWS = {
    "UTF-8, the wrap waits, 80x24": dict(UTF8, size=(24, 80)),
    "UTF-8, it wraps at once, 80x24": dict(UTF8, size=(24, 80), screen=AtOnce),
    "UTF-8, it wraps at once, 40x12": dict(UTF8, size=(12, 40), screen=AtOnce),
    "CP437, it wraps at once, 80x24": dict(CODE_PAGE, size=(24, 80)),
    "CP437, it wraps at once, 40x12": dict(CODE_PAGE, size=(12, 40)),
    "CP437, the wrap waits, 80x24": dict(CODE_PAGE, size=(24, 80), screen=Screen),
}
SEQUENCE = rb"\x1b\[(\??)([0-9;]*)([@-~])"
MODES_KNOWN = {b"25", b"7", b"1049", b"1000", b"1002", b"1003", b"1006", b"2004", b"2026"}


class Games(HostCase):
    settings = SETTINGS

    # --- what is asserted of every picture ---

    def judge_bytes(self, client, old):
        for private, value, final in re.findall(SEQUENCE, bytes(client.raw)):
            if private:
                self.assertIn(value, {b"25"} if old else MODES_KNOWN)
                self.assertIn(final, b"hl")
            else:
                self.assertIn(final, b"ABCDHJKm" if old else b"ABCDHJKmXdG")
        rest = re.sub(SEQUENCE, b"", bytes(client.raw))
        self.assertNotRegex(rest, rb"[\x00-\x02\x07\x09\x0b\x0c\x0e-\x1f\x7f]" if old else rb"[\x00-\x07\x09\x0b\x0c\x0e-\x1f\x7f]")

    def settle(self, client):
        before = -1
        while before != len(client.raw):
            before = len(client.raw)
            client.pump(0.12)

    def judge(self, client, old=False):
        """What is believed to be shown is what is shown: Ctrl-L draws all of it anew, and nothing changes."""
        self.settle(client)
        before, text, came = client.screen.cells(), client.text(), len(client.raw)
        client.send("\x0c")
        until("the redraw", lambda: client.pump(0.02) or len(client.raw) > came + 200)
        self.settle(client)
        self.assertEqual(client.text(), text)
        other = [(x, y, was, cell) for y, rows in enumerate(zip(before, client.screen.cells())) for x, (was, cell) in enumerate(zip(*rows))
                 if was != cell]
        self.assertEqual(other, [])
        self.assertEqual(client.screen.scrolled, 0)
        self.judge_bytes(client, old)

    # --- coming in, and what all games share ---

    def sit(self, row, window, words):
        client = self.ssh(**window)
        client.wait_for("Play")
        client.choose(row)
        client.wait_for(words)
        return client

    def step(self, client, keys, patience=20):
        """Keys that change the picture."""
        before = client.text()
        client.send(keys)
        until("another picture after %r" % keys, lambda: client.pump(0.02) or client.text() != before, patience, client.text)
        client.pump(0.015)

    # --- by keyboard ---

    @staticmethod
    def put(client):
        """Takes the card under the cursor and puts it on the first place it may go to."""
        client.press("\r")
        if "can go to" in re.sub(r"\s+", " ", client.text()):
            client.press("a")

    def corners_by_keys(self, client, old):
        """A card that can go somewhere, its place, until there is none; then the turn ends."""
        turns = 0
        while client.wait_for("your turn", "round over").group() != "round over":
            client.press("\t")
            if "No card of your hand can be played" not in re.sub(r"\s+", " ", client.text()):
                self.put(client)
                continue
            turns += 1
            if turns == 2:
                self.judge(client, old)
            client.press("e")

    def grid_by_keys(self, client, old):
        for n in range(400):
            text = client.text()
            if re.search(r"(won|lost)\s*$", text.splitlines()[0]):
                return
            if "placing" in text.splitlines()[0]:
                client.press("\t")
                self.step(client, "\r")
            else:
                client.press("x")
                if "Nothing more can be removed" in re.sub(r"\s+", " ", client.text()):
                    client.press("e")
            if n == 20:
                self.judge(client, old)
        raise AssertionError("the game has no end\n" + client.text())

    def cross_by_keys(self, client, old):
        """What can be played is; then a card is drawn. It always comes to an end (S9)."""
        for n in range(400):
            if re.search(r"won, peak \d+", client.text()):
                return
            client.press("\t")
            if "No card of your hand can be played" in re.sub(r"\s+", " ", client.text()):
                client.press("m")
                client.press("e" if "No pile can move" in client.text() else "a")
            else:
                self.put(client)
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


def add_keyboard_tests():
    pairs = [("last", "UTF-8, the wrap waits, 80x24"), ("last", "CP437, it wraps at once, 40x12"), ("first", "CP437, it wraps at once, 80x24"),
             ("first", "UTF-8, it wraps at once, 40x12"), ("grid", "UTF-8, it wraps at once, 80x24"), ("grid", "CP437, it wraps at once, 40x12"),
             ("cross", "CP437, the wrap waits, 80x24"), ("cross", "UTF-8, it wraps at once, 40x12")]
    for game, name in pairs:
        def test(self, game=game, name=name):
            self.by_keys(game, name)
        test.__doc__ = "H52, H66: %s by keyboard; %s." % (game, name)
        setattr(Games, "test_%s_by_keyboard_in_%s" % (game, re.sub(r"\W+", "_", name)), test)


add_keyboard_tests()

if __name__ == "__main__":
    harness.main()
