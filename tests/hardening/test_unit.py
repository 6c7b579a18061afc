"""systemd understands every line of the units, and they hold what protects the house and its people."""
import configparser
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

UNITS = sys.argv.pop(1)


class Unit(unittest.TestCase):
    def setting(self, key):
        class Keys(configparser.ConfigParser):
            optionxform = staticmethod(str)
        unit = Keys(strict=False, interpolation=None)
        unit.read(os.path.join(UNITS, "kingscorner.service"))
        return unit["Service"].get(key)

    def test_no_core_file_and_a_bound_of_memory(self):
        self.assertEqual(self.setting("LimitCORE"), "0")
        self.assertRegex(self.setting("MemoryMax"), r"\A\d+M\Z")
        self.assertIsNone(self.setting("MemoryHigh"))

    @unittest.skipUnless(shutil.which("systemd-analyze"), "systemd-analyze is not installed")
    def test_systemd_understands_every_line(self):
        with tempfile.TemporaryDirectory() as top:
            for name in os.listdir(UNITS):
                with open(os.path.join(UNITS, name)) as unit, open(os.path.join(top, name), "w") as copy:
                    copy.write(re.sub(r"^ExecStart=\S+", "ExecStart=/bin/true", unit.read(), flags=re.M))
            paths = [os.path.join(top, name) for name in os.listdir(top)]
            done = subprocess.run(["systemd-analyze", "verify", "--man=no", *paths], capture_output=True, text=True,
                                  timeout=60, env=dict(os.environ, SYSTEMD_LOG_LEVEL="warning"))
            ours = [line for line in done.stderr.splitlines() if top in line or "kingscorner" in line]
            self.assertEqual(ours, [])


if __name__ == "__main__":
    unittest.main(verbosity=2)
