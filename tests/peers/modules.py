"""Third-party Go modules: pinned, fetched once, and test programs built from them without a change."""

import json
import os
import shutil
import subprocess
import tempfile

from servers import HERE, ROOT

BUILD = os.path.join(ROOT, "build/peers")
# The flags of tests/cluster/build, so that both share what is compiled.
ENV = {**os.environ, "GOWORK": "off", "GOFLAGS": "-trimpath -buildvcs=false", "CGO_ENABLED": "0", "GO111MODULE": "on", "GOTOOLCHAIN": "local"}
BUILDING = 1800  # seconds


class Missing(Exception):
    """What a suite needs and this machine lacks."""


def need_go():
    if not shutil.which("go"):
        raise Missing("there is no Go")


def pinned():
    with open(os.path.join(HERE, "modules"), encoding="utf-8") as f:
        return {p: (v, s) for p, v, s in (line.split() for line in f if line.strip() and not line.startswith("#"))}


def folder(path):
    """The folder of a pinned module in Go's cache, which is read-only."""
    need_go()
    version, checksum = pinned()[path]
    with tempfile.TemporaryDirectory() as nowhere:  # without a go.mod
        done = subprocess.run(["go", "mod", "download", "-json", f"{path}@{version}"], cwd=nowhere, env=ENV, capture_output=True, text=True, check=False)
    got = json.loads(done.stdout or "{}")
    if got.get("Error") or done.returncode:
        raise Missing(f"{path}@{version}: {got.get('Error') or done.stderr}")
    if got.get("Sum") != checksum:
        raise SystemExit(f"{path}@{version}: its checksum is {got.get('Sum')}")
    return got["Dir"]


def copy(path):
    """A copy of a pinned module that can be written: tests write beside their sources."""
    source = folder(path)
    to = os.path.join(BUILD, "src", f"{path.replace('/', '-')}@{pinned()[path][0]}")
    if not os.path.exists(to):
        shutil.rmtree(to + ".new", ignore_errors=True)
        shutil.copytree(source, to + ".new", copy_function=shutil.copyfile)
        for root, _, files in os.walk(to + ".new"):
            os.chmod(root, 0o755)
            for name in files:  # module archives have no modes
                with open(os.path.join(root, name), "rb") as f:
                    if f.read(2) == b"#!":
                        os.chmod(os.path.join(root, name), 0o755)
        os.rename(to + ".new", to)
    return to


def test_program(module, package):
    """The tests of a package of `module` (a folder with a go.mod) as a program."""
    name = f"{os.path.relpath(module, os.path.join(BUILD, 'src'))}-{package.strip('./')}.test".replace("/", "-")
    out = os.path.join(BUILD, "bin", name)
    if os.path.exists(out):  # nothing of a pinned module changes
        return out
    os.makedirs(os.path.dirname(out), exist_ok=True)
    done = subprocess.run(["go", "test", "-c", "-p", "2", "-o", out + ".new", package], cwd=module, env=ENV, capture_output=True, text=True,
                          check=False, timeout=BUILDING)
    if done.returncode:
        raise Missing(f"{package} of {os.path.basename(module)} is not built: {(done.stdout + done.stderr).strip()[-2000:]}")
    os.rename(out + ".new", out)
    return out
