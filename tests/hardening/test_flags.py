"""The program as it is installed is hardened: what readelf and objdump find in it."""
import platform
import re
import subprocess
import sys
import unittest

PROGRAM = sys.argv.pop(1)
X86 = platform.machine() in ("x86_64", "i686")


def look(*command):
    return subprocess.run([*command, PROGRAM], capture_output=True, text=True, check=True).stdout


class Flags(unittest.TestCase):
    def test_it_lies_anywhere_in_memory(self):
        self.assertRegex(look("readelf", "-hW"), r"Type:\s+DYN")
        self.assertRegex(look("readelf", "-dW"), r"FLAGS_1.*\bPIE\b")

    def test_its_stack_is_no_code(self):
        self.assertRegex(look("readelf", "-lW"), r"GNU_STACK .* RW +0x")

    def test_its_table_of_foreign_functions_is_read_only(self):
        self.assertIn("GNU_RELRO", look("readelf", "-lW"))
        self.assertRegex(look("readelf", "-dW"), r"\bBIND_NOW\b")

    def test_calls_that_write_are_checked(self):
        names = set(re.findall(r"UND (__\w+_chk)", look("readelf", "--dyn-syms", "-W")))
        self.assertTrue(names & {"__strcpy_chk", "__memcpy_chk", "__snprintf_chk", "__vsnprintf_chk"}, names)

    @unittest.skipUnless("probe" in PROGRAM, "only the probe makes the mistake")
    def test_sizes_that_only_the_running_program_knows_are_checked(self):
        """Level 3: level 2 lets the copy into allocated memory pass."""
        self.assertEqual(subprocess.run([PROGRAM, "9 bytes"], capture_output=True, check=True).stdout, b"9 bytes\n")
        done = subprocess.run([PROGRAM, "7 bytes"], capture_output=True)
        self.assertEqual(done.returncode, -6)
        self.assertIn(b"buffer overflow detected", done.stderr)

    def test_frames_have_a_canary(self):
        self.assertIn("__stack_chk_fail", look("readelf", "--dyn-syms", "-W"))

    @unittest.skipUnless(X86, "its instructions are of x86")
    def test_large_frames_touch_every_page(self):
        self.assertRegex(look("objdump", "-d"), r"sub\s+\$0x1000,%[er]sp\s*\n.*(or[ql]?|mov[ql])\s+\$0x0,\(%[er]sp\)")

    @unittest.skipUnless(X86, "its instructions are of x86")
    def test_functions_begin_with_a_landing_place(self):
        self.assertRegex(look("objdump", "-d"), r"<main>:\n[^\n]*\bendbr(64|32)")


if __name__ == "__main__":
    unittest.main(verbosity=2)
