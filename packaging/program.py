#!/usr/bin/env python3
"""program.py --version | --arch FILE : prints the version of this checkout, or the processor that a program is for, amd64 or arm64

For the scripts that build packages around a program: what the file is, and archives that are the same for the same content.
"""

import gzip
import io
import os
import pathlib
import re
import struct
import subprocess
import sys
import tarfile
import zipfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
MACHINES = {62: "amd64", 183: "arm64"}  # e_machine
PT_INTERP = 3


class Wrong(Exception):
    """What is wrong with the input, as a sentence."""


def version():
    return re.search(r"^project\(setpoint VERSION (\S+)", (ROOT / "CMakeLists.txt").read_text(), re.MULTILINE).group(1)


def time_of_sources():
    """Seconds since 1970: SOURCE_DATE_EPOCH, otherwise the time of the last commit."""
    if "SOURCE_DATE_EPOCH" in os.environ:
        return int(os.environ["SOURCE_DATE_EPOCH"])
    done = subprocess.run(["git", "-C", ROOT, "log", "-1", "--format=%ct"], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise Wrong("this is not a git checkout: set SOURCE_DATE_EPOCH to the time of the sources, in seconds")
    return int(done.stdout)


class Program:
    """A setpoint for Linux: its bytes, its processor, and whether it runs on any Linux."""

    def __init__(self, path):
        try:
            self.content = pathlib.Path(path).read_bytes()
        except OSError as e:
            raise Wrong(f"the program {path} cannot be read: {e.strerror}") from None
        if len(self.content) < 64 or self.content[:6] != b"\x7fELF\x02\x01":
            raise Wrong(f"{path} is not a program for Linux of 64 bits")
        (machine,) = struct.unpack_from("<H", self.content, 18)
        if machine not in MACHINES:
            raise Wrong(f"{path} is for another processor than amd64 and arm64 (e_machine {machine})")
        self.arch = MACHINES[machine]
        (table,) = struct.unpack_from("<Q", self.content, 32)
        size, count = struct.unpack_from("<HH", self.content, 54)
        kinds = [struct.unpack_from("<I", self.content, table + i * size)[0] for i in range(count)]
        self.is_static = PT_INTERP not in kinds

    def require(self, arch):
        if arch is not None and arch != self.arch:
            raise Wrong(f"the program is for {self.arch}, not for {arch}")


def write_zip(path, files, compress=True):
    """files: name -> (content, is executable)"""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED if compress else zipfile.ZIP_STORED) as archive:
        for name, (content, executable) in files.items():
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.create_system = 3  # Unix, so that the mode counts
            entry.external_attr = (0o100755 if executable else 0o100644) << 16
            entry.compress_type = archive.compression
            archive.writestr(entry, content)


def write_tar_gz(path, files):
    """files: name -> (content, is executable)"""
    seconds = time_of_sources()
    with open(path, "wb") as out, gzip.GzipFile("", "wb", 9, out, mtime=0) as packed, \
            tarfile.open(fileobj=packed, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name, (content, executable) in files.items():
            entry = tarfile.TarInfo(name)
            entry.size, entry.mtime, entry.mode = len(content), seconds, 0o755 if executable else 0o644
            archive.addfile(entry, io.BytesIO(content))


def main():
    if sys.argv[1:] == ["--version"]:
        print(version())
    elif len(sys.argv) == 3 and sys.argv[1] == "--arch":
        print(Program(sys.argv[2]).arch)
    else:
        sys.exit(__doc__.strip())


if __name__ == "__main__":
    try:
        main()
    except Wrong as e:
        sys.exit(f"program.py: {e}")
