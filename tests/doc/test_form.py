#!/usr/bin/python3
"""One width, obeyed: no line of Python is wider than 120 columns. clang-format holds C to the same."""
import pathlib
import unittest

TOP = pathlib.Path(__file__).resolve().parent.parent.parent
WIDTH = 120


def python_files():
    scripts = [path for path in (TOP / "script").iterdir() if path.read_bytes().startswith(b"#!/usr/bin/python3")]
    return sorted((TOP / "tests").rglob("*.py")) + scripts + [TOP / "tests" / "bench" / "run"]


class Form(unittest.TestCase):
    def test_no_line_of_python_is_too_wide(self):
        files = python_files()
        self.assertGreater(len(files), 20)
        wide = ["%s:%d" % (path.relative_to(TOP), number) for path in files
                for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), 1) if len(line) > WIDTH]
        self.assertEqual(wide, [], "wider than %d columns" % WIDTH)


if __name__ == "__main__":
    unittest.main()
