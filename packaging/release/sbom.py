"""Bills of materials, as SPDX 2.3 and as CycloneDX 1.6: what an artifact of a release contains."""

import dataclasses
import hashlib
import json
import pathlib
import uuid

from artifacts import HOMEPAGE, LICENSE, ROOT, timestamp

PURL = {"debian-source": "pkg:deb/debian/{0}@{1}?arch=source", "debian": "pkg:deb/debian/{0}@{1}?arch=amd64", "crate": "pkg:cargo/{0}@{1}",
        "within": "pkg:generic/{2}@{1}", "npm": "pkg:npm/{0}@{1}", "pypi": "pkg:pypi/{0}@{1}"}
SPDX_PURPOSES = {"application": "APPLICATION", "container": "CONTAINER", "library": "LIBRARY", "file": "ARCHIVE"}


@dataclasses.dataclass
class Part:
    """A library, a package, or setpoint itself. sha256 is that of the file with this purl, if it is one file."""
    name: str
    version: str
    license: str
    purl: str
    sha256: str = None


@dataclasses.dataclass
class File:
    """A program in an artifact."""
    name: str
    sha1: str
    sha256: str

    @classmethod
    def of(cls, name, path):
        content = pathlib.Path(path).read_bytes()
        return cls(name, hashlib.sha1(content).hexdigest(), hashlib.sha256(content).hexdigest())


@dataclasses.dataclass
class Artifact:
    """kind: application, container, library or file"""
    part: Part
    kind: str
    files: list = dataclasses.field(default_factory=list)
    contains: list = dataclasses.field(default_factory=list)  # beyond what its programs contain
    needs: list = dataclasses.field(default_factory=list)


def libraries():
    """What each program contains: packaging/portable/dependencies."""
    out = []
    for line in (ROOT / "packaging/portable/dependencies").read_text().splitlines():
        if line.startswith("#"):
            continue
        name, version, registry, source, license, checksum = line.split()
        purl = PURL[registry].format(source, version.replace("+", "%2B"), name)
        # The .dsc of a source package is not the package, and the compiler brings libc++ and musl.
        out.append(Part(name, version, license.replace("-WITH-", " WITH "), purl,
                        None if registry in ("debian-source", "within") else checksum))
    return out


def of_programs(version, arch, paths, seconds):
    """The SPDX document of programs, for the archive that contains them."""
    part = Part("setpoint", version, LICENSE, f"pkg:generic/setpoint@{version}?arch={arch}&os=linux")
    files = [File.of(f"./bin/{pathlib.Path(path).name}", path) for path in paths]
    return spdx(Artifact(part, "application", files), f"setpoint-{version}-linux-{arch}", seconds)


def contents(artifact):
    return artifact.contains + (libraries() if artifact.files else [])


def digest_of(artifact):
    return hashlib.sha256(json.dumps(dataclasses.asdict(artifact), sort_keys=True).encode()).hexdigest()


def spdx_id(kind, name):
    return f"SPDXRef-{kind}-" + "".join(c if c.isalnum() and c.isascii() or c in ".-" else "-" for c in name.lstrip("./"))


def spdx_package(part):
    out = {"SPDXID": spdx_id("Package", part.name), "name": part.name, "versionInfo": part.version, "downloadLocation": "NOASSERTION",
           "licenseConcluded": part.license, "licenseDeclared": part.license, "copyrightText": "NOASSERTION", "filesAnalyzed": False,
           "externalRefs": [{"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl", "referenceLocator": part.purl}]}
    if part.sha256:
        out["checksums"] = [{"algorithm": "SHA256", "checksumValue": part.sha256}]
    return out


def spdx_file(file):
    sums = [{"algorithm": "SHA1", "checksumValue": file.sha1}, {"algorithm": "SHA256", "checksumValue": file.sha256}]
    return {"SPDXID": spdx_id("File", file.name), "fileName": file.name, "fileTypes": ["BINARY"], "checksums": sums,
            "licenseConcluded": "NOASSERTION", "licenseInfoInFiles": ["NOASSERTION"], "copyrightText": "NOASSERTION"}


def spdx(artifact, name, seconds):
    root = spdx_package(artifact.part)
    root["primaryPackagePurpose"] = SPDX_PURPOSES[artifact.kind]
    inside, needed = [spdx_package(p) for p in contents(artifact)], [spdx_package(p) for p in artifact.needs]
    files = [spdx_file(f) for f in artifact.files]
    relations = [("SPDXRef-DOCUMENT", "DESCRIBES", root["SPDXID"])]
    relations += [(root["SPDXID"], "CONTAINS", one["SPDXID"]) for one in inside]
    # A package that was not analyzed may contain no files, says the specification, so the document describes the programs.
    relations += [("SPDXRef-DOCUMENT", "DESCRIBES", one["SPDXID"]) for one in files]
    linked = [spdx_id("Package", part.name) for part in libraries()] if files else []
    relations += [(one["SPDXID"], "STATIC_LINK", other) for one in files for other in linked]
    relations += [(root["SPDXID"], "DEPENDS_ON", one["SPDXID"]) for one in needed]
    return {"spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": name,
            "documentNamespace": f"https://setpoint.invalid/sbom/{digest_of(artifact)}",
            "creationInfo": {"created": timestamp(seconds), "creators": [f"Tool: setpoint-release-{artifact.part.version}"]},
            "packages": [root, *inside, *needed], "files": files,
            "relationships": [{"spdxElementId": a, "relationshipType": kind, "relatedSpdxElement": b} for a, kind, b in relations]}


def cyclonedx_part(part, kind):
    license = {"expression": part.license} if " " in part.license else {"license": {"id": part.license}}
    out = {"type": kind, "bom-ref": part.purl, "name": part.name, "version": part.version, "licenses": [license], "purl": part.purl}
    if part.sha256:
        out["hashes"] = [{"alg": "SHA-256", "content": part.sha256}]
    return out


def cyclonedx_file(file):
    sums = [{"alg": "SHA-1", "content": file.sha1}, {"alg": "SHA-256", "content": file.sha256}]
    return {"type": "file", "bom-ref": file.name, "name": file.name, "hashes": sums}


def cyclonedx(artifact, seconds):
    inside = [cyclonedx_part(p, "library") for p in contents(artifact)]
    needed = [cyclonedx_part(p, "library") for p in artifact.needs]
    files = [cyclonedx_file(f) for f in artifact.files]
    root = cyclonedx_part(artifact.part, artifact.kind)
    root["externalReferences"] = [{"type": "website", "url": HOMEPAGE}]
    below = [one["bom-ref"] for one in inside + needed + files]
    return {"$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json", "bomFormat": "CycloneDX", "specVersion": "1.6",
            "serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, digest_of(artifact))}", "version": 1,
            "metadata": {"timestamp": timestamp(seconds), "component": root,
                         "tools": {"components": [{"type": "application", "name": "setpoint-release", "version": artifact.part.version}]}},
            "components": files + inside + needed,
            "dependencies": [{"ref": root["bom-ref"], "dependsOn": sorted(below)}, *({"ref": ref} for ref in sorted(below))]}
