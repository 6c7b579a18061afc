"""Whole games of all four kinds by mouse: by clicks and by drags (G17, S12)."""
import re

import harness
from games import CARD, PLACE, WINDOWS, Games
from harness import until


class Mouse(Games):
    @staticmethod
    def point(client, x, y, end):
        client.send("\x1b[<0;%d;%d%s" % (x + 1, y + 1, end))

    def click(self, client, at):
        self.point(client, *at, "M")
        self.point(client, *at, "m")

    def drag(self, client, at, to):
        self.point(client, *at, "M")
        self.point(client, *to, "m")

    def find(self, client, pattern, group=0, columns=80):
        for y, line in enumerate(client.screen.display):
            found = re.search(pattern, line[:columns])
            if found:
                return found.start(group), y
        raise AssertionError("no %s\n%s" % (pattern, client.text()))

    def place(self, client, label):
        """Where to click for a place: under its label on the table, left of the last plays."""
        row = {"N": r"\bNW\b.*?\b(N)\b.*\bNE\b", "S": r"\bSW\b.*?\b(S)\b.*\bSE\b", "W": r"\b(W)\b.*\bstock\b",
               "E": r"\bstock\b.*?\b(E)\b", "stock": r"\bW\b.*\b(stock)\b.*\bE\b"}
        x, y = self.find(client, row.get(label, r"\b(%s)\b" % label), 1, 54)
        return x + 1, y + 2

    def start_mouse(self, row, words):
        client = self.sit(row, WINDOWS["UTF-8, the wrap waits, 80x24"], words)
        client.press("o")
        client.wait_raw(rb"\x1b\[\?1006h")
        return client

    def until_made(self, client, before):
        until("a move", lambda: client.pump(0.02) or self.progress(client) != before, detail=client.text)

    def felt_by_mouse(self, client, over, ends):
        """The cursor is put on what can be played; that is clicked, and so is its place, or it is dragged there
        (G17, S12)."""
        for n in range(500):
            if client.wait_for("your turn", "in hand", over) and re.search(over, client.text()):
                return
            client.send("\t")
            client.whole()
            before = self.progress(client)
            if "No card of your hand can be played" in client.text():
                ends(client)
            else:
                self.play_by_mouse(client, n % 2 == 0)
            self.until_made(client, before)
        raise AssertionError("the game has no end\n" + client.text())

    def play_by_mouse(self, client, clicks):
        at = client.screen.cursor.x, client.screen.cursor.y
        self.point(client, *at, "M")
        place = self.place(client, client.wait_for("can go to: a " + PLACE).group(1))
        if clicks:
            self.point(client, *at, "m")
            self.point(client, *place, "M")
        self.point(client, *place, "m")

    def test_last_by_mouse(self):
        """A click on the stock draws, which ends the turn; of an empty one there is nothing to draw, and a key ends
        it."""
        def ends(client):
            if re.search(r"stock.*\n.*\n.*empty", client.text()):
                client.send("e")
            else:
                self.click(client, self.place(client, "stock"))
        client = self.start_mouse("Play Kings Corner now", "your turn|'s turn")
        self.felt_by_mouse(client, "round over", ends)
        client.wait_for("Lowest wins")
        self.judge(client)

    def test_first_by_mouse(self):
        client = self.start_mouse("Match to 25 points", "your turn|'s turn")
        self.felt_by_mouse(client, "round over", lambda c: c.send("e"))
        client.wait_for("Lowest wins")
        self.judge(client)

    def test_cross_by_mouse(self):
        client = self.start_mouse("Solitaire", "peak 7")

        def draw_or_move(c):
            if re.search(r"stock +0\b", c.text()):
                c.send("ma")
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
        rows = [next(y for y, text in enumerate(client.screen.display) if re.match(r"\s+%d\s" % n, text) and y > y0)
                for n in (1, 2, 3, 4)]
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
            other = next((name for name in worth if name > one and worth[name] > 0 and worth[one] > 0
                          and worth[name] + worth[one] == 10), None)
            if other and n % 2:
                return self.drag(client, at[one], at[other])
            if other:
                self.click(client, at[one])
                return self.click(client, at[other])
        client.send("e")

    def test_grid_by_mouse(self):
        """The visible card clicked to a square or dragged; both cards of a pair clicked, or one dragged onto the
        other (G17)."""
        client = self.start_mouse("Grid patience 4x4", "placing")
        for n in range(200):
            if n == 20:
                self.judge(client)
            client.whole()
            title, before = client.text().splitlines()[0], self.progress(client)
            if re.search(r"(won|lost)$", title):
                break
            if title.endswith("placing"):
                self.place_by_mouse(client, n)
            else:
                self.remove_by_mouse(client, n)
            self.until_made(client, before)
        client.wait_for("(Won|Lost):|Counter")
        self.judge(client)


if __name__ == "__main__":
    harness.main()
