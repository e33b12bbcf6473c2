"""Where the artifacts of a release come from: a statement of in-toto (v1) with SLSA's provenance (v1) as its predicate."""

import subprocess

import sbom
from artifacts import HOMEPAGE, ROOT, Wrong, sha256_of_file

STATEMENT = "https://in-toto.io/Statement/v1"
PREDICATE = "https://slsa.dev/provenance/v1"


def git(*words):
    done = subprocess.run(["git", "-C", ROOT, *words], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise Wrong(f"git {words[0]}: {done.stderr.strip()}")
    return done.stdout.strip()


def commit():
    return git("rev-parse", "HEAD")


def materials(release, given):
    """The sources, what packaging/portable/dependencies pins by a checksum, and programs that this run has not built."""
    out = [{"name": "setpoint", "uri": f"git+{HOMEPAGE}", "digest": {"gitCommit": commit(), "gitTree": git("rev-parse", "HEAD^{tree}")}}]
    for line in (ROOT / "packaging/portable/dependencies").read_text().splitlines():
        words = line.split()
        if line.startswith("#") or words[2] == "within":
            continue
        purl = sbom.PURL[words[2]].format(words[3], words[1].replace("+", "%2B"), words[0])
        out.append({"name": words[0], "uri": purl, "digest": {"sha256": words[5]}})
    if given:
        out += [{"name": f"{arch}/{name}", "digest": {"sha256": sha256_of_file(path)}}
                for arch, found in release.programs.items() for name, path in found.items()]
    return out


def statement(release, artifacts, builder, given):
    """artifacts: path in the folder -> file; given: the programs were built before"""
    subjects = [{"name": name, "digest": {"sha256": sha256_of_file(path)}} for name, path in artifacts.items()]
    parameters = {"version": release.version, "processors": list(release.programs), "programs": "given" if given else "built",
                  "checkoutHasChanges": bool(git("status", "--porcelain"))}
    return {"_type": STATEMENT, "subject": subjects, "predicateType": PREDICATE, "predicate": {
        "buildDefinition": {
            "buildType": f"{HOMEPAGE}/blob/v{release.version}/docs/releasing.md",
            "externalParameters": parameters,
            "internalParameters": {"SOURCE_DATE_EPOCH": release.seconds},
            "resolvedDependencies": materials(release, given)},
        "runDetails": {"builder": {"id": builder, "version": {"script/release": release.version}}}}}
