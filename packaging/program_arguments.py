"""The arguments of the scripts that build a package around the programs of several processors: go/build, rust/build, java/build."""

import argparse
import hashlib
import pathlib
import sys

import program

ARCHES = tuple(program.MACHINES.values())


def read(usage):
    """Returns out, version, and programs, each with path, content, arch and sha256. Ends with a sentence if they are wrong."""
    p = argparse.ArgumentParser(prog=pathlib.Path(sys.argv[0]).parent.name + "/build", description=usage, usage=argparse.SUPPRESS,
                                formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--program", action="append", required=True, help=argparse.SUPPRESS)
    p.add_argument("--arch", action="append", default=[], choices=ARCHES, help=argparse.SUPPRESS)
    p.add_argument("--out", type=pathlib.Path, required=True, help=argparse.SUPPRESS)
    given = p.parse_args()
    if given.arch and len(given.arch) != len(given.program):
        p.error("give an --arch for each --program, or for none")
    try:
        given.version = program.version()
        given.programs = [one(path, arch) for path, arch in zip(given.program, given.arch or [None] * len(given.program))]
    except program.Wrong as e:
        sys.exit(f"{p.prog}: {e}")
    if len({x.arch for x in given.programs}) != len(given.programs):
        p.error("two programs are for the same processor")
    given.out = given.out.absolute()
    given.out.mkdir(parents=True, exist_ok=True)
    return given


def one(path, arch):
    found = program.Program(path)
    found.require(arch)
    found.path, found.sha256 = pathlib.Path(path).absolute(), hashlib.sha256(found.content).hexdigest()
    return found
