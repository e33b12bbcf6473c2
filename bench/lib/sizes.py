"""What a program brings with it into a container image, derived from its executable: there need be no container runtime.

Not the size of an image, which is its base and what is added to it, and not of what is pulled, which is compressed: the bases
differ too. The executable is counted as it was built, stripped or not.
"""

import os
import re
import subprocess

MIB = 1024 * 1024

# The usual base of each image, and the packages in it that libraries come from: debian:12-slim is made of the packages that are
# required and those of apt; what is in the others stands in base/README.md and cc/README.md of GoogleContainerTools/distroless.
# A program in Go that is linked with the C library needs base-nossl, one that is not just static; its own part is the same.
BASES = {
    "setpoint": ("debian:12-slim", {"libc6", "libgcc-s1", "libstdc++6", "zlib1g", "libzstd1", "liblzma5"}),
    "controller-runtime": ("gcr.io/distroless/base-nossl-debian12", {"libc6"}),
    "kube-rs": ("gcr.io/distroless/cc-debian12", {"libc6", "libssl3", "libgcc-s1", "libstdc++6"}),
}


def output_of(*command):
    done = subprocess.run(command, capture_output=True, text=True, timeout=30, env={**os.environ, "LC_ALL": "C"})
    return done.stdout


def libraries(executable):
    """The files that the loader takes for it, itself included; none for what is linked statically."""
    named = re.findall(r"(?:=> |^\s+)(/\S+) \(0x", output_of("ldd", executable), re.M)
    return sorted({os.path.realpath(path) for path in named})


def owner(path):
    """The Debian package that a file belongs to, or None."""
    merged = [path, path.removeprefix("/usr")]  # packages of Debian 12 name some files without /usr
    found = re.match(r"([^:,\s]+)", output_of("dpkg-query", "-S", *merged))
    return found.group(1) if found else None


def installed(packages, base):
    """{package: bytes} of what apt-get adds to a base for them: they and, down to those of the base, what they depend on."""
    sizes, todo = {}, set(packages)
    while todo:
        package = todo.pop()
        if package in base or package in sizes:
            continue
        told = output_of("dpkg-query", "-W", "-f", "${Installed-Size}\t${Pre-Depends}, ${Depends}", package)
        size, _, needed = told.partition("\t")
        if not size:
            continue  # another one of several that would do, or a name that a package provides
        sizes[package] = int(size) * 1024
        todo |= set(re.findall(r"(?:^|[,|])\s*([a-z0-9][a-z0-9+.-]+)", needed))
    return sizes


def of(program, executable):
    """(base image, MiB that are added to it, MiB of the executable with every library that it loads)."""
    known = [name for name in BASES if program.startswith(name)]
    if not known:
        raise ValueError(f"bench: sizes.py does not know the base image of {program}: add it to BASES")
    base, has = BASES[known[0]]
    files = libraries(executable)
    owners = {path: owner(path) for path in files}
    own = os.path.getsize(executable)
    added = own + sum(installed(set(owners.values()) - {None}, has).values())
    added += sum(os.path.getsize(path) for path in files if not owners[path])
    return base, added / MIB, (own + sum(map(os.path.getsize, files))) / MIB
