"""Which program runs, and why one cannot run."""

from __future__ import annotations

import errno
import os
import platform
import shutil
import sys
from typing import Union

from ._errors import StartError
from ._version import VERSION as VERSION

Path = Union[str, "os.PathLike[str]"]

MACHINES = {62: "x86_64", 183: "aarch64"}  # e_machine of ELF
GET = f"install the wheel of setpoint-apiserver {VERSION} for this platform, or set SETPOINT to a program of that version"


def find_program(program: Path | None = None) -> str:
    """The path of the program: the argument, otherwise the environment variable SETPOINT, otherwise the one in this package, otherwise
    `setpoint` on the PATH. Raises StartError if there is none."""
    for chosen, source in ((program, "program="), (os.environ.get("SETPOINT"), "SETPOINT=")):
        if chosen:
            found = shutil.which(os.fspath(chosen))
            if found is None:
                raise StartError(why_not_executable(os.fspath(chosen), source))
            return found
    packaged = os.path.join(os.path.dirname(os.path.abspath(__file__)), "bin", "setpoint")
    if os.path.exists(packaged):
        if not os.access(packaged, os.X_OK):  # unpacked by something that does not keep the modes of files
            try:
                os.chmod(packaged, 0o755)
            except OSError:
                raise StartError(f"{packaged} is not executable, and this user cannot change that: run chmod +x {packaged}") from None
        return packaged
    on_path = shutil.which("setpoint")
    if on_path is None:
        here = f"{sys.platform} {platform.machine()}"
        raise StartError(f"there is no program `setpoint` in this package for {here}, and none on the PATH: {GET}")
    return on_path


def why_not_executable(program: str, source: str) -> str:
    if not os.path.exists(program):
        return f"{source}{program}: there is no such program: name the file of `setpoint`, or leave it out to use the one in the package"
    if os.path.isdir(program):
        return f"{source}{program} is a folder: name the file of `setpoint` in it"
    return f"{source}{program} is not executable: run chmod +x {program}"


def why_not_started(program: str, error: OSError) -> str:
    """A sentence for an error of starting the program, which exists."""
    machine = machine_of(program)
    here = platform.machine()
    if error.errno == errno.ENOEXEC and machine is not None and machine != here:
        return f"{program} is for {machine}, and this machine is {here}: {GET}"
    if error.errno == errno.ENOEXEC:
        return f"{program} is not a program that this system can run: {GET}"
    if error.errno == errno.ENOENT and os.path.exists(program):
        return f"{program} needs a dynamic loader that this system lacks: {GET}; the released programs are static"
    if error.errno == errno.EACCES:
        return f"{program} may not be executed: is its file system mounted with noexec? Install the package elsewhere, or set SETPOINT"
    return f"{program} does not start: {error.strerror}"


def machine_of(program: str) -> str | None:
    try:
        with open(program, "rb") as file:
            head = file.read(20)
    except OSError:
        return None
    if head[:4] != b"\x7fELF" or len(head) < 20:
        return None
    number = int.from_bytes(head[18:20], "little" if head[5] == 1 else "big")
    return MACHINES.get(number, f"another processor (e_machine {number})")
