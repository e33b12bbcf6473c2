"""The size that a program adds to a container image, computed from its executable without a container runtime.

"Added to the base image" is the executable, and the installed size of the Debian packages of its libraries and their dependencies, if
the usual base image lacks them. It is not the size of the image, since the bases differ, and not the download, which is compressed.
"With its libraries" is the executable and every library that it loads, whatever the base: the minimum for an image without anything
else.
"""

import os
import re
import shutil
import subprocess

MIB = 1024 * 1024

# The packages with libraries in the usual base image of each program:
BASES = {
    # debian:12-slim, which contains the required packages, apt, and their dependencies;
    "setpoint": {"libc6", "libgcc-s1", "libstdc++6", "liblzma5", "libzstd1", "zlib1g"},
    # distroless/static, or distroless/base-nossl if linked with the C library: the program's part is the same;
    "controller-runtime": {"libc6"},
    # distroless/cc, which contains distroless/base (their README.md in github.com/GoogleContainerTools/distroless).
    "kube-rs": {"libc6", "libssl3", "libgcc-s1", "libstdc++6"},
}


def output_of(*command):
    done = subprocess.run(command, capture_output=True, text=True, timeout=30, env={**os.environ, "LC_ALL": "C"})
    return done.stdout


def libraries(executable):
    """The files that the loader loads, including itself; none for a statically linked program."""
    told = output_of("ldd", executable)
    missing = re.findall(r"(\S+) => not found", told)
    if missing:
        raise SystemExit(f"bench: {executable} cannot be started, and its size not told: {', '.join(missing)} not found")
    return sorted({os.path.realpath(path) for path in re.findall(r"(?:=> |^\s+)(/\S+) \(0x", told, re.M)})


def owner(path):
    """The Debian package that a file belongs to, or None."""
    # Some packages of Debian 12 list their files without the /usr prefix.
    found = re.match(r"([^:,\s]+)", output_of("dpkg-query", "-S", path, path.removeprefix("/usr")))
    return found.group(1) if found else None


def installed(packages, base):
    """{package: bytes} that apt-get adds to a base: the packages and their dependencies that the base lacks."""
    sizes, todo = {}, set(packages)
    while todo:
        package = todo.pop()
        if package in base or package in sizes:
            continue
        kib, _, needed = output_of("dpkg-query", "-W", "-f", "${Installed-Size}\t${Pre-Depends}, ${Depends}", package).partition("\t")
        if not kib:
            continue  # an alternative that another installed package satisfies
        sizes[package] = int(kib) * 1024
        todo |= set(re.findall(r"(?:^|[,|])\s*([a-z0-9][a-z0-9+.-]+)", needed))
    return sizes


def in_image(program, executable):
    """{metric: MiB}; empty without dpkg."""
    base = next((has for name, has in BASES.items() if program.startswith(name)), None)
    if base is None:
        raise SystemExit(f"bench: the base image of {program} is not known: add what it has to BASES in bench/lib/sizes.py")
    if not shutil.which("dpkg-query"):
        return {}
    own = os.path.getsize(executable)
    loaded = {path: os.path.getsize(path) for path in libraries(executable)}
    owners = {path: owner(path) for path in loaded}
    packaged = sum(installed(set(owners.values()) - {None}, base).values())
    loose = sum(size for path, size in loaded.items() if not owners[path])
    return {"added_to_base_mib": (own + packaged + loose) / MIB, "with_libraries_mib": (own + sum(loaded.values())) / MIB}
