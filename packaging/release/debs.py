"""Debian packages of the static programs: setpoint-static and setpoint-operators. One file serves all releases of Debian.

setpoint-static takes the place of the package setpoint of script/package, whose program needs the libraries of one release of Debian.
libsetpoint-dev can be installed with either.
"""

import dataclasses
import email.utils
import hashlib
import os
import pathlib
import subprocess
import tempfile

import sbom
from artifacts import COMMAND, HOMEPAGE, ROOT, Wrong, manual_page, packed

CONTACT = "setpoint maintainers <setpoint@users.noreply.github.com>"
REVISION = "1"


@dataclasses.dataclass
class Package:
    name: str
    section: str
    relations: str
    summary: str
    description: str


def packages(version):
    """Returns a function of the names of programs for each package."""
    command = Package(
        "setpoint-static", "devel", f"Provides: setpoint (= {version})\nConflicts: setpoint\nReplaces: setpoint\n",
        "Kubernetes API server in one process, as a static program", """\
The command setpoint serves the Kubernetes API from memory, with controllers
for Deployments, Jobs, Services and garbage collection and with nodes that
start no containers, so that an operator runs and is tested without a
cluster. It starts in well under a second.
.
This package contains a static program, which needs no library. The package
setpoint contains the same program for the libraries of one Debian release.""")
    operators = Package(
        "setpoint-operators", "admin", "Suggests: setpoint-static\n",
        "Kubernetes operators of the setpoint project, as static programs", """\
Operators for web servers, Redis, routes to pods, watches of Jobs, and
CronJobs. Each runs in a cluster or on the embedded API server of setpoint,
and prints the manifests that a cluster needs to run it.""")
    return [(command, lambda names: [n for n in names if n == COMMAND]), (operators, lambda names: [n for n in names if n != COMMAND])]


def documentation(release, package, paths):
    """Path in usr/share -> content."""
    doc, date = f"doc/{package.name}", email.utils.formatdate(release.seconds)
    version = f"{release.version}-{REVISION}"
    changes = (f"{package.name} ({version}) stable; urgency=medium\n\n  * Version {release.version}: changelog.gz has what changed.\n\n"
               f" -- {CONTACT}  {date}\n")
    out = {f"{doc}/copyright": copyright_text(), f"{doc}/changelog.gz": packed((ROOT / "CHANGELOG.md").read_bytes()),
           f"{doc}/changelog.Debian.gz": packed(changes.encode())}
    # lintian expects a static program in a package of that name.
    tags = ["embedded-library libyaml"] + ([] if package.name.endswith("-static") else ["statically-linked-binary"])
    overrides = [f"{package.name}: {tag} [usr/bin/{path.name}]" for tag in tags for path in paths]
    out[f"lintian/overrides/{package.name}"] = "\n".join([
        "# They run without the libraries of a release of Debian.", *overrides,
        "# Debian's own archive has no request for this package.", f"{package.name}: initial-upload-closes-no-bugs *", ""]).encode()
    for path in paths:
        out[f"man/man1/{path.name}.1.gz"] = packed(manual_page(path.name, release.version, release.seconds).encode())
    return out


def copyright_text():
    """With the licenses of the libraries in the programs."""
    text = (ROOT / "packaging/debian/copyright").read_text().rstrip() + "\n"
    for part in sbom.libraries():
        license = part.license.replace(" WITH ", "-with-")
        text += f"\nFiles: usr/bin/*\nCopyright: the authors of {part.name} {part.version}\nLicense: {license}\n" \
                f" {part.purl}: a library in the programs. /usr/share/doc/*/licenses contains its license.\n"
    return text.encode()


def write(release, arch, package, paths, licenses, out):
    with tempfile.TemporaryDirectory() as work:
        root = pathlib.Path(work) / "root"
        for path in paths:
            put(root / "usr/bin" / path.name, path.read_bytes(), 0o755)
        for name, content in documentation(release, package, paths).items():
            put(root / "usr/share" / name, content)
        for path in sorted(licenses.iterdir()):
            put(root / f"usr/share/doc/{package.name}/licenses" / path.name, path.read_bytes())
        installed = sum(p.stat().st_size for p in root.rglob("*") if p.is_file()) // 1024 + 1
        sums = "".join(f"{md5(p)}  {p.relative_to(root)}\n" for p in sorted(root.rglob("*")) if p.is_file())
        description = "".join(f" {line}\n" for line in package.description.splitlines())
        put(root / "DEBIAN/md5sums", sums.encode())
        put(root / "DEBIAN/control", (
            f"Package: {package.name}\nVersion: {release.version}-{REVISION}\nArchitecture: {arch}\nMaintainer: {CONTACT}\n"
            f"Installed-Size: {installed}\n{package.relations}Section: {package.section}\nPriority: optional\nHomepage: {HOMEPAGE}\n"
            f"Description: {package.summary}\n{description}").encode())
        path = out / f"{package.name}_{release.version}-{REVISION}_{arch}.deb"
        done = subprocess.run(["dpkg-deb", "--root-owner-group", "-Zxz", "--threads-max=1", "--build", root, path],
                              env={**os.environ, "SOURCE_DATE_EPOCH": str(release.seconds)}, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise Wrong(f"dpkg-deb: {done.stderr.strip()}")
    return path


def put(path, content, mode=0o644):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    path.chmod(mode)


def md5(path):
    return hashlib.md5(path.read_bytes()).hexdigest()


def build(release, licenses, out):
    """Writes all packages into the folder out. Yields each path with the programs in it."""
    out.mkdir(parents=True, exist_ok=True)
    os.umask(0o022)
    for arch, found in release.programs.items():
        for package, chosen in packages(f"{release.version}-{REVISION}"):
            paths = [found[name] for name in chosen(found)]
            if paths:
                yield write(release, arch, package, paths, licenses, out), arch, paths
