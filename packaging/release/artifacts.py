"""What a release is made of, and archives that are the same for the same content; for the scripts in this folder."""

import dataclasses
import datetime
import gzip
import hashlib
import io
import pathlib
import sys
import tarfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

import program as programs  # noqa: E402
from program import Wrong  # noqa: E402

ROOT = programs.ROOT
COMMAND = "setpoint"
OPERATORS = ("webserver-operator", "redis-operator", "podroute-operator", "jobwatcher-operator", "cronjob-operator")
ARCHES = tuple(programs.MACHINES.values())
HOMEPAGE = "https://github.com/setpoint/setpoint"
LICENSE = "Apache-2.0"


@dataclasses.dataclass
class Entry:
    """Of an archive. A folder has neither content nor the mode of a file."""
    name: str
    content: bytes = b""
    mode: int = 0o644
    is_folder: bool = False


def folder(name, mode=0o755):
    return Entry(name, mode=mode, is_folder=True)


def tar(entries, seconds):
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for entry in entries:
            info = tarfile.TarInfo(entry.name)
            info.mode, info.mtime = entry.mode, seconds
            if entry.is_folder:
                info.type = tarfile.DIRTYPE
                archive.addfile(info)
            else:
                info.size = len(entry.content)
                archive.addfile(info, io.BytesIO(entry.content))
    return out.getvalue()


def packed(content):
    return gzip.compress(content, 9, mtime=0)


def sha256(content):
    return hashlib.sha256(content).hexdigest()


def sha256_of_file(path):
    digest = hashlib.sha256()
    with open(path, "rb") as file:
        while block := file.read(1 << 20):
            digest.update(block)
    return digest.hexdigest()


def timestamp(seconds):
    return datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


def files_of(root):
    """All files below a folder by their paths in it, in the order of the paths."""
    return {str(path.relative_to(root)): path for path in sorted(root.rglob("*")) if path.is_file()}


def manual_page(name, version, seconds):
    """For an operator; the command has one of its own."""
    day, title = timestamp(seconds)[:10], name.upper()
    about = f"""{name} \\- Kubernetes operator
.SH SYNOPSIS
.B {name}
.RI [ OPTION ]...
.SH DESCRIPTION
.B {name} \\-\\-help
describes the options, and
.B {name} manifests
writes what a cluster needs to run it.
.SH EXIT STATUS
0 on success or after a signal asked it to stop, 1 after a failure, 2 for wrong usage."""
    if name == COMMAND:
        return (ROOT / "packaging/debian/setpoint.1.in").read_text().replace("@day@", day).replace("@PROJECT_VERSION@", version)
    return f'.TH {title} 1 "{day}" "setpoint {version}" "User Commands"\n.SH NAME\n{about}\n'


class Release:
    """The inputs: the version, the time of the sources, and the programs as arch -> name -> path."""

    def __init__(self, given):
        """given: arch -> folder with the programs"""
        self.version, self.seconds, self.programs = programs.version(), programs.time_of_sources(), {}
        for arch, path in given.items():
            found = {name: path / name for name in (COMMAND, *OPERATORS) if (path / name).is_file()}
            if COMMAND not in found:
                raise Wrong(f"{path} has no program {COMMAND}")
            for one in found.values():
                program = programs.Program(one)
                program.require(arch)
                if not program.is_static:
                    raise Wrong(f"{one} is linked dynamically: a release has static programs")
                # It cannot be asked if it is for another processor.
                if self.version.encode() not in program.content:
                    raise Wrong(f"{one} is not of version {self.version}, which is the version of the packages: build it again")
            self.programs[arch] = found

    def operators(self, arch):
        return [name for name in self.programs[arch] if name != COMMAND]
