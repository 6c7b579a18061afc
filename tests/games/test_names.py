"""No file of src/ names a game but those of its own folder and the one list."""
import pathlib
import re
import unittest

SRC = pathlib.Path(__file__).resolve().parent.parent.parent / "src"
LIST = SRC / "games" / "catalogue" / "games.def"


def games():
    return re.findall(r"^GAME\((\w+)\)$", LIST.read_text(encoding="utf-8"), re.MULTILINE)


class Names(unittest.TestCase):
    def test_the_list_has_games_and_each_has_its_folder(self):
        self.assertGreaterEqual(len(games()), 3)
        for game in games():
            self.assertTrue((SRC / "games" / game).is_dir(), game)

    def test_a_game_is_named_in_its_folder_and_in_the_list_only(self):
        faults = []
        names = {game: r'\b%s_\w+|"%s[". -]|games/%s/' % (game, game, game) for game in games()}
        for game in ("king", "sort"):  # those of tests/games/
            names[game] = r"\b%s_(?:game|lesson)\b|games/%s/" % (game, game)
        for game, pattern in names.items():
            name = re.compile(pattern)
            for path in sorted(SRC.rglob("*.[ch]")):
                if path.parent == SRC / "games" / game:
                    continue
                code = re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
                faults += ["%s: %s" % (path.relative_to(SRC), found) for found in name.findall(code)]
        self.assertEqual(faults, [])


if __name__ == "__main__":
    unittest.main()
