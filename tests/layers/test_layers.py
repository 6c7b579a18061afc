#!/usr/bin/python3
"""What src/layers.cmake lets pass and what it refuses, each told of a small tree of files."""
import pathlib
import subprocess
import tempfile
import unittest

CHECK = pathlib.Path(__file__).resolve().parent.parent.parent / "src" / "layers.cmake"
LAYERS = "ground\nhouse ground\nhouse/attic ground house\n"
TREE = {
    "ground/stone.h": "#include <stdio.h>\n",
    "ground/stone.c": '#include "ground/stone.h"\n',
    "ground/inside.h": "",
    "house/door.h": '#include "ground/stone.h"\n',
    "house/door.c": '#include "house/door.h"\n#include "house/lock.h"\n#include <event2/event.h>\n',
    "house/lock.h": "",
    "house/attic/box.c": '#include "house/door.h"\n',
}


def refused(changes, layers=LAYERS):
    """What the check says of TREE with those files changed; "" when it lets it pass."""
    with tempfile.TemporaryDirectory() as top:
        for name, text in {**TREE, **changes, "LAYERS": layers}.items():
            path = pathlib.Path(top, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        run = subprocess.run(["cmake", "-DSRC=" + top, "-P", str(CHECK)], capture_output=True, text=True)
        assert run.returncode == 0 or run.stderr, "refused without a word"
        return " ".join(run.stderr.replace(top + "/", "").split())


class Layers(unittest.TestCase):
    def test_a_tree_that_stands_on_what_is_below_it_passes(self):
        self.assertEqual(refused({}), "")

    def test_a_folder_that_includes_what_is_above_it_is_refused(self):
        self.assertIn('ground/stone.h: includes "house/door.h", which ground may not',
                      refused({"ground/stone.h": '#include "house/door.h"\n'}))
        self.assertIn('house/door.h: includes "house/attic/box.h", which house may not',
                      refused({"house/door.h": '#include "house/attic/box.h"\n', "house/attic/box.h": ""}))

    def test_a_line_that_stands_on_a_later_one_is_refused(self):
        self.assertIn("LAYERS: ground may not stand on house, which is not below it",
                      refused({}, LAYERS.replace("ground\n", "ground house\n", 1)))

    def test_a_folder_without_a_line_is_refused(self):
        self.assertIn("shed: no line in LAYERS", refused({"shed/rake.c": ""}))
        self.assertIn("house/cellar: no line in LAYERS", refused({"house/cellar/coal.c": ""}))

    def test_two_headers_that_include_each_other_are_a_circle(self):
        self.assertIn("house: a circle: door -> lock -> door", refused({"house/lock.h": '#include "house/door.h"\n'}))

    def test_a_header_and_its_source_are_one_node_of_a_circle(self):
        circle = refused({"house/lock.c": '#include "house/key.h"\n', "house/key.h": '#include "house/ring.h"\n',
                          "house/ring.h": "", "house/ring.c": '#include "house/lock.h"\n'})
        self.assertIn("house: a circle: lock -> key -> ring -> lock", circle)
        self.assertNotIn("door", circle)

    def test_a_circle_in_a_nested_folder_is_found(self):
        self.assertIn("house/attic: a circle: box -> lid -> box", refused({
            "house/attic/box.c": '#include "house/attic/lid.h"\n',
            "house/attic/lid.h": '#include "house/attic/box.h"\n', "house/attic/box.h": ""}))

    def test_the_same_name_in_two_folders_is_no_circle(self):
        self.assertEqual(refused({"house/stone.h": '#include "ground/stone.h"\n',
                                  "house/attic/door.h": '#include "house/door.h"\n#include "house/stone.h"\n'}), "")

    def test_a_header_of_ours_in_angle_brackets_is_refused(self):
        self.assertIn("house/lock.h: includes <ground/stone.h>: a header of ours stands in quotes",
                      refused({"house/lock.h": "# include <ground/stone.h>\n"}))

    def test_an_include_that_is_not_written_plainly_is_refused(self):
        for line in ('#include/**/"house/door.h"', '#define UP "house/door.h"\n#include UP', '#import "house/door.h"',
                     '%:include "house/door.h"', '/* up */ #include_next "house/door.h"',
                     "#/**/include <ground/stone.h>"):
            with self.subTest(line):
                self.assertIn("an include is #include and a name", refused({"ground/stone.h": line + "\n"}))

    def test_a_word_that_only_begins_like_an_include_passes(self):
        self.assertEqual(refused({"ground/stone.h": "#ifdef include\n#endif\n#define included 1\n"}), "")

    def test_the_inside_of_another_folder_is_refused(self):
        self.assertIn('house/lock.h: includes "ground/inside.h", which only ground may',
                      refused({"house/lock.h": '#include "ground/inside.h"\n'}))
        self.assertIn('house/attic/box.c: includes "house/door_inside.h", which only house may',
                      refused({"house/attic/box.c": '#include "house/door_inside.h"\n', "house/door_inside.h": ""}))

    def test_the_inside_of_the_own_folder_is_free(self):
        self.assertEqual(refused({"ground/stone.c": '#include "ground/inside.h"\n'}), "")


if __name__ == "__main__":
    unittest.main()
