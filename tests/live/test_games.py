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
                self.assertIn(final, b"ABCDHJKmn" if old else b"ABCDHJKmnXdG")
        self.assertNotIn(b"\x1b[3J", bytes(client.raw))  # H51: what was there before the visit stays to be scrolled to
        for looks in re.findall(rb"\x1b\[([0-9;]*)m", bytes(client.raw)):  # nothing blinks: where iCE is on it would be bright
            self.assertNotRegex(re.sub(rb"[34]8;(5;\d+|2;\d+;\d+;\d+)", b"", looks), rb"(^|;)[56](;|$)")
        rest = re.sub(SEQUENCE, b"", bytes(client.raw)).replace(b"\r\0", b"\r")  # as telnet says CR
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

    # --- by mouse ---

    @staticmethod
    def point(client, x, y, end):
        client.send("\x1b[<0;%d;%d%s" % (x + 1, y + 1, end))

    def click(self, client, at):
        """Presses and lets go; takes in what comes of it."""
        self.point(client, *at, "M")
        self.point(client, *at, "m")
        client.pump(0.3)
        client.pump(0.03)

    def drag(self, client, at, to):
        self.point(client, *at, "M")
        client.pump(0.1)
        self.point(client, *to, "m")
        client.pump(0.3)
        client.pump(0.03)

    def find(self, client, pattern, group=0):
        for y, line in enumerate(client.screen.display):
            found = re.search(pattern, line)
            if found:
                return found.start(group), y
        raise AssertionError("no %s\n%s" % (pattern, client.text()))

    def place(self, client, label):
        """Where to click for a place: under its label."""
        row = {"N": r"\bNW\b.*?\b(N)\b.*\bNE\b", "S": r"\bSW\b.*?\b(S)\b.*\bSE\b", "W": r"\b(W)\b.*\bstock\b", "E": r"\bstock\b.*?\b(E)\b",
               "stock": r"\bW\b.*\b(stock)\b.*\bE\b"}
        x, y = self.find(client, row.get(label, r"\b(%s)\b" % label), 1)
        return x + 1, y + 2

    def start_mouse(self, row, words):
        client = self.sit(row, WINDOWS["UTF-8, the wrap waits, 80x24"], words)
        client.press("o")
        client.wait_raw(rb"\x1b\[\?1006h")
        return client

    def felt_by_mouse(self, client, over, ends):
        """G17, S12: the cursor is put on what can be played; that is clicked, and so is its place, or it is dragged there."""
        missed = 0
        for n in range(500):
            if client.wait_for("your turn", "in hand", over) and re.search(over, client.text()):
                return
            client.press("\t")
            if "No card of your hand can be played" in re.sub(r"\s+", " ", client.text()):
                ends(client)
                continue
            at = client.screen.cursor.x, client.screen.cursor.y
            self.point(client, *at, "M")
            client.pump(0.3)
            client.pump(0.03)
            to = re.search(r"can go to: +a +" + PLACE, re.sub(r"\s+", " ", client.text()))
            if to is None:  # the line that tells of the last play has come over it
                missed += 1
                self.assertLess(missed, 10, client.text())
                self.point(client, *at, "m")
                client.press("\x1b")
                continue
            place = self.place(client, to.group(1))
            if n % 2 == 0:
                self.point(client, *at, "m")
                self.point(client, *place, "M")
            self.point(client, *place, "m")
            client.pump(0.3)
            client.pump(0.03)
        raise AssertionError("the game has no end\n" + client.text())

    def test_last_by_mouse(self):
        """A click on the stock draws, which ends the turn."""
        client = self.start_mouse("Play Kings Corner now", "your turn|'s turn")
        client.wait_for("your turn", "round over")
        self.felt_by_mouse(client, "round over", lambda c: self.click(c, self.place(c, "stock")))
        client.wait_for("Lowest wins")
        self.judge(client)

    def test_first_by_mouse(self):
        client = self.start_mouse("Match to 25 points", "your turn|'s turn")
        client.wait_for("your turn", "round over")
        self.felt_by_mouse(client, "round over", lambda c: c.press("e"))
        client.wait_for("Lowest wins")
        self.judge(client)

    def test_cross_by_mouse(self):
        client = self.start_mouse("Solitaire", "peak 7")

        def draw_or_move(c):
            if re.search(r"stock +0\b", c.text()):
                c.press("m")
                c.press("a")
            else:
                self.click(c, self.place(c, "stock"))
        self.felt_by_mouse(client, r"won, peak \d+", draw_or_move)
        client.wait_for("Won:|[Pp]eak hand")
        self.judge(client)

    SEATS = {"K": ["a1", "d1", "a4", "d4"], "Q": ["b1", "c1", "b4", "c4"], "J": ["a2", "a3", "d2", "d3"]}
    SQUARES = ["b2", "c2", "b3", "c3"] + [c + r for r in "1423" for c in "adbc" if not (c in "bc" and r in "23")]

    def squares(self, client):
        """Where each square is, and the rank that lies on it."""
        x0, y0 = self.find(client, r"\ba\s+b\s+c\s+d\b")
        line = client.screen.display[y0]
        columns = [line.index(c, x0) for c in "abcd"]
        rows = [next(y for y, text in enumerate(client.screen.display) if re.match(r"\s+%d\s" % n, text) and y > y0) for n in (1, 2, 3, 4)]
        at = {c + str(r + 1): (columns["abcd".index(c)], rows[r]) for c in "abcd" for r in range(4)}
        card = {name: re.search(CARD, client.screen.display[y][x - 3:x + 4]) for name, (x, y) in at.items()}
        return at, {name: found.group()[0] for name, found in card.items() if found}

    def place_by_mouse(self, client, n):
        at, lies = self.squares(client)
        visible = self.find(client, "to place.*?(" + CARD + ")", 1)
        rank = client.screen.display[visible[1]][visible[0]]
        to = next(name for name in self.SEATS.get(rank, self.SQUARES) if name not in lies)
        if n % 2:
            self.drag(client, visible, at[to])
        else:
            self.click(client, at[to])

    def remove_by_mouse(self, client, n):
        at, lies = self.squares(client)
        worth = {name: "?A23456789T".find(rank) for name, rank in lies.items()}
        for one in worth:
            if worth[one] == 10:
                return self.click(client, at[one])
            other = next((name for name in worth if name > one and worth[name] > 0 and worth[one] > 0 and worth[name] + worth[one] == 10), None)
            if other and n % 2:
                return self.drag(client, at[one], at[other])
            if other:
                self.click(client, at[one])
                return self.click(client, at[other])
        client.press("e")

    def test_grid_by_mouse(self):
        """G17: the visible card clicked to a square or dragged; both cards of a pair clicked, or one dragged onto the other."""
        client = self.start_mouse("Grid patience 4x4", "placing")
        for n in range(200):
            title = client.text().splitlines()[0]
            if re.search(r"(won|lost)$", title):
                break
            before = re.sub(r" *[│].*", "", client.text())
            if title.endswith("placing"):
                self.place_by_mouse(client, n)
            else:
                self.remove_by_mouse(client, n)
            if n == 20:
                self.judge(client)
        client.wait_for("(Won|Lost):|Counter")
        self.judge(client)

    # --- a hand of 48, windows that change ---

    def test_P73_every_card_of_a_hand_of_48_can_be_reached(self):
        for size in ((24, 80), (12, 40)):
            client = self.ssh(size=size)
            client.wait_for("Play")
            client.choose("Solitaire")
            client.wait_for("peak 7")
            for n in range(8, 49):
                self.step(client, "e")
            client.wait_for(r"\d+-\d+ of 48")
            client.press("\x1b[H")
            seen = []
            for _ in range(60):
                x, y = client.screen.cursor.x, client.screen.cursor.y
                card = re.search(CARD, client.screen.display[y][max(x - 1, 0):x + 4])
                if card and card.group() not in seen:
                    seen.append(card.group())
                client.press("\x1b[C")
                if len(seen) == 48:
                    break
            self.assertEqual(len(seen), 48, client.text())
            self.judge(client)

    def test_P70_a_window_that_changes_in_mid_turn(self):
        """With a card in hand, 80x24 to 132x50 to 40x12 and back: the turn goes on where it was."""
        self.change_windows(self.sit("Play Kings Corner now", WINDOWS["UTF-8, it wraps at once, 80x24"], "your turn|'s turn"))

    def test_P70_a_window_that_changes_over_telnet(self):
        """The same by NAWS."""
        client = self.telnet_guest()
        client.choose("Play Kings Corner now")
        self.change_windows(client)

    def change_windows(self, client):
        client.wait_for("your turn")
        client.press("\t")
        client.press("\r")
        self.settle(client)
        for rows, columns in ((50, 132), (12, 40), (24, 80)):
            client.resize(rows, columns)
            came = len(client.raw)
            until("a picture of that size", lambda: client.pump(0.02) or len(client.raw) > came + 100)
            client.wait_for("your turn")
            self.judge(client)

    def test_P74_red_and_black_by_text_alone(self):
        """In letters, without colours: red suits are small letters, black ones capitals, and the message says it in words."""
        for term, env, size in (("xterm-256color", {"NO_COLOR": "1", "COLORTERM": "truecolor", "LANG": "C"}, (24, 80)),
                                ("ansi", {"NO_COLOR": "1", "LANG": "C"}, (24, 80)), ("vt220", {"LANG": "C"}, (12, 40))):
            client = self.ssh(term=term, env=env, size=size, options=["SendEnv=LANG NO_COLOR COLORTERM"])
            client.wait_for("Play")
            client.choose("Solitaire")
            client.wait_for("peak 7")
            cards = re.findall(r"\b[A2-9TJQK]([shdcSHDC])", "\n".join(client.text().splitlines()[2:-2]))
            self.assertGreaterEqual(len(cards), 7)
            self.assertTrue(set(cards) <= set("SChd"), client.text())
            self.assertNotRegex(bytes(client.raw), rb"\x1b\[[0-9;]*[34][0-7]m|[\x80-\xff]")


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
