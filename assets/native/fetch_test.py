"""Tests of fetch.py with two tiny wheels and no network."""

import hashlib
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest
import zipfile

HERE = pathlib.Path(__file__).resolve().parent


def wheel(folder, name, files):
    """Write a wheel that pip accepts and return its line for requirements.txt."""
    path = folder / f"{name}-1.0-py3-none-any.whl"
    info = f"{name}-1.0.dist-info"
    with zipfile.ZipFile(path, "w") as z:
        z.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
        z.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        z.writestr(f"{info}/RECORD", "")
        for member, text in files.items():
            z.writestr(member, text)
    return f"{name}==1.0 --hash=sha256:{hashlib.sha256(path.read_bytes()).hexdigest()}\n"


class FetchTest(unittest.TestCase):
    def setUp(self):
        self.top = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.top)
        self.script, self.wheels, self.root = self.top / "script", self.top / "wheels", self.top / "native"
        self.script.mkdir()
        self.wheels.mkdir()
        for name in ("fetch.py", "libevent-LICENSE.txt"):
            shutil.copy(HERE / name, self.script)
        self.requirements = wheel(self.wheels, "alpha", {"alpha/libalpha.so.1": "library", "alpha/junk.py": ""})
        self.requirements += wheel(self.wheels, "beta", {"beta/include/x/b.h": "header", "beta/include/b.txt": ""})
        self.write("requirements.txt", self.requirements)
        self.write("keep.txt", "alpha alpha/libalpha.so.1 lib/\nbeta beta/include/*.h include/\n")

    def write(self, name, text):
        (self.script / name).write_text(text)

    def start(self, *options):
        env = os.environ | {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(self.wheels)}
        return subprocess.Popen([sys.executable, self.script / "fetch.py", *options, self.root],
                                env=env, stderr=subprocess.PIPE, text=True)

    def fetch(self, *options):
        run = self.start(*options)
        _, said = run.communicate()
        return run.returncode, said

    def files(self):
        return sorted(str(p.relative_to(self.root)) for p in self.root.rglob("*") if not p.is_dir())

    def assert_nothing_left(self):
        self.assertEqual([p.name for p in self.top.glob("native.*") if p.is_dir()], [])

    def test_keeps_what_is_listed_and_reuses_it(self):
        self.assertEqual(self.fetch()[0], 0)
        self.assertEqual(self.files(), [".stamp", "MANIFEST", "include/x/b.h", "lib/libalpha.so", "lib/libalpha.so.1", "licenses/libevent/LICENSE"])
        shutil.rmtree(self.wheels)
        self.assertEqual(self.fetch(), (0, ""))
        self.assert_nothing_left()

    def test_remakes_a_damaged_folder(self):
        self.fetch()
        for damage in (lambda p: p.unlink(), lambda p: p.write_text("l"), lambda p: (self.root / ".stamp").write_text("")):
            damage(self.root / "lib/libalpha.so.1")
            self.assertEqual(self.fetch()[0], 0)
            self.assertEqual((self.root / "lib/libalpha.so.1").read_text(), "library")
        self.assert_nothing_left()

    def test_remakes_when_the_list_changed_and_after_a_killed_run(self):
        self.fetch()
        (self.top / "native.new" / "lib").mkdir(parents=True)
        self.write("keep.txt", "alpha alpha/libalpha.so.1 lib/\n")
        code, said = self.fetch()
        self.assertEqual(code, 0, said)
        self.assertIn("made from another list", said)
        self.assertNotIn("include/x/b.h", self.files())
        self.assert_nothing_left()

    def test_names_the_package_that_cannot_be_had(self):
        (self.wheels / "beta-1.0-py3-none-any.whl").unlink()
        code, said = self.fetch()
        self.assertEqual(code, 1)
        self.assertIn("cannot download beta==1.0", said)
        self.assertIn(str(self.top / "native.log"), said)
        self.assertFalse(self.root.exists())
        self.assert_nothing_left()

    def test_refuses_other_content_and_keeps_the_old_folder(self):
        self.fetch()
        wheel(self.wheels, "alpha", {"alpha/libalpha.so.1": "evil"})
        self.write("requirements.txt", self.requirements + "\n")
        code, said = self.fetch()
        self.assertEqual(code, 1)
        self.assertIn("alpha==1.0 came with other content", said)
        self.assertEqual((self.root / "lib/libalpha.so.1").read_text(), "library")

    def test_names_a_member_that_the_wheel_lacks(self):
        self.write("keep.txt", "alpha alpha/gone.so lib/\n")
        code, said = self.fetch()
        self.assertEqual(code, 1)
        self.assertIn("does not hold alpha/gone.so", said)

    def test_runs_side_by_side(self):
        runs = [self.start() for _ in range(3)]
        for run in runs:
            _, said = run.communicate()
            self.assertEqual(run.returncode, 0, said)
        self.assertEqual(self.fetch("--verify")[0], 0)

    def test_verify_finds_a_byte_that_size_and_time_hide(self):
        self.fetch()
        lib = self.root / "lib/libalpha.so.1"
        st = lib.stat()
        lib.write_text("LIBRARY")
        os.utime(lib, ns=(st.st_atime_ns, st.st_mtime_ns))
        self.assertEqual(self.fetch()[0], 0)
        code, said = self.fetch("--verify")
        self.assertEqual(code, 1)
        self.assertIn("lib/libalpha.so.1", said)


if __name__ == "__main__":
    unittest.main()
