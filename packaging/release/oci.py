"""Images and charts in the layout of OCI (image specification 1.1), as a tar that skopeo, podman, docker and `ctr images import` read.

An archive contains several images, each with a name and the version as its reference, and each layer once. Nothing is fetched.
"""

import hashlib
import json
import pathlib
import subprocess

import sbom
from artifacts import COMMAND, HOMEPAGE, LICENSE, OPERATORS, ROOT, Entry, Wrong, folder, packed, sha256, tar, timestamp

MEDIA = "application/vnd.oci.image."
CHART_CONFIG = "application/vnd.cncf.helm.config.v1+json"
CHART_CONTENT = "application/vnd.cncf.helm.chart.content.v1.tar+gzip"
USER = "65532:65532"
# The certificates of Debian's package alone, without those that the administrator of this system has added.
CERTIFICATES = pathlib.Path("/usr/share/ca-certificates/mozilla")
LABELS = "org.opencontainers.image."
PLATFORMS = {"amd64": {"architecture": "amd64", "os": "linux"}, "arm64": {"architecture": "arm64", "os": "linux", "variant": "v8"}}


class Layout:
    """The content of the archive: blobs, and the list of what has a name."""

    def __init__(self):
        self.blobs, self.named = {}, []

    def add(self, content, media):
        digest = sha256(content)
        self.blobs[digest] = content
        return {"mediaType": media, "digest": f"sha256:{digest}", "size": len(content)}

    def add_json(self, value, media):
        return self.add(json.dumps(value, separators=(",", ":"), sort_keys=True).encode(), media)

    def name(self, descriptor, name, version):
        self.named.append({**descriptor, "annotations": {f"{LABELS}ref.name": f"{name}:{version}"}})

    def archive(self, seconds):
        index = {"schemaVersion": 2, "mediaType": MEDIA + "index.v1+json", "manifests": self.named}
        entries = [Entry("oci-layout", b'{"imageLayoutVersion":"1.0.0"}'), Entry("index.json", json.dumps(index, indent=1).encode()),
                   folder("blobs"), folder("blobs/sha256")]
        entries += [Entry(f"blobs/sha256/{digest}", self.blobs[digest]) for digest in sorted(self.blobs)]
        return tar(entries, seconds)


class Layer:
    """A compressed layer, with the digest of its uncompressed content."""

    def __init__(self, layout, entries, seconds):
        content = tar(entries, seconds)
        self.plain = "sha256:" + hashlib.sha256(content).hexdigest()
        self.descriptor = layout.add(packed(content), MEDIA + "layer.v1.tar+gzip")


def certificates():
    """Returns the version of Debian's package ca-certificates, and its certificates as one file."""
    found = subprocess.run(["dpkg-query", "-W", "-f", "${Version}", "ca-certificates"], capture_output=True, text=True, check=False)
    files = sorted(CERTIFICATES.glob("*.crt"))
    if found.returncode != 0 or not files:
        raise Wrong("the package ca-certificates is missing: its certificates are those of the images")
    return found.stdout, b"".join(f.read_bytes() for f in files)


def base_entries(trusted):
    """The root folder, for all programs and processors: the user 65532, /tmp, and trusted certificates."""
    users = "root:x:0:0:root:/:/nonexistent\nnonroot:x:65532:65532:nonroot:/:/nonexistent\n"
    return [folder("etc"), Entry("etc/group", b"root:x:0:\nnonroot:x:65532:\n"), Entry("etc/passwd", users.encode()),
            folder("etc/ssl"), folder("etc/ssl/certs"), Entry("etc/ssl/certs/ca-certificates.crt", trusted), folder("tmp", 0o1777)]


def program_entries(release, arch, name):
    document = f"usr/share/doc/{name}"
    path = release.programs[arch][name]
    bom = json.dumps(sbom.of_programs(release.version, arch, [path], release.seconds), indent=1) + "\n"
    return [folder("usr"), folder("usr/bin"), Entry(f"usr/bin/{name}", path.read_bytes(), 0o755), folder("usr/share"),
            folder("usr/share/doc"), folder(document), Entry(f"{document}/LICENSE", (ROOT / "LICENSE").read_bytes()),
            Entry(f"{document}/sbom.spdx.json", bom.encode())]


def settings(names):
    """What an image runs, and the ports that it listens on."""
    if names == [COMMAND]:
        return {"Entrypoint": ["/usr/bin/setpoint"], "Cmd": ["apiserver", "--bind-address", "0.0.0.0"], "ExposedPorts": {"6443/tcp": {}}}
    return {"Cmd": [f"/usr/bin/{names[0]}"], "ExposedPorts": {"8443/tcp": {}, "8081/tcp": {}, "9443/tcp": {}}}


def image(layout, release, title, names, layers, commit):
    """names: the programs; layers: arch -> layers from the lowest"""
    labels = {f"{LABELS}title": title, f"{LABELS}version": release.version, f"{LABELS}revision": commit, f"{LABELS}licenses": LICENSE,
              f"{LABELS}source": HOMEPAGE, f"{LABELS}created": timestamp(release.seconds)}
    manifests = []
    for arch, stack in layers.items():
        config = {**PLATFORMS[arch], "created": timestamp(release.seconds),
                  "config": {"User": USER, "Env": ["PATH=/usr/bin"], "WorkingDir": "/", "Labels": labels, **settings(names)},
                  "rootfs": {"type": "layers", "diff_ids": [layer.plain for layer in stack]},
                  "history": [{"created": timestamp(release.seconds), "created_by": "setpoint"} for _ in stack]}
        manifest = {"schemaVersion": 2, "mediaType": MEDIA + "manifest.v1+json", "annotations": labels,
                    "config": layout.add_json(config, MEDIA + "config.v1+json"), "layers": [layer.descriptor for layer in stack]}
        manifests.append({**layout.add_json(manifest, MEDIA + "manifest.v1+json"), "platform": PLATFORMS[arch]})
    index = {"schemaVersion": 2, "mediaType": MEDIA + "index.v1+json", "manifests": manifests, "annotations": labels}
    layout.name(layout.add_json(index, MEDIA + "index.v1+json"), title, release.version)


def images(release, commit):
    """Returns an archive with an image of the command, one of each operator, and one of all operators, each for all processors; and the
    version of the certificates."""
    layout = Layout()
    version, trusted = certificates()
    base = Layer(layout, base_entries(trusted), release.seconds)
    layers = {(arch, name): Layer(layout, program_entries(release, arch, name), release.seconds)
              for arch, names in release.programs.items() for name in names}

    def add(title, names):
        stacks = {arch: [base, *(layers[arch, name] for name in names)] for arch in release.programs
                  if all((arch, name) in layers for name in names)}
        if names and stacks:
            image(layout, release, title, names, stacks, commit)

    add(COMMAND, [COMMAND])
    for name in OPERATORS:
        add(name, [name])
    add("operators", [name for name in OPERATORS if all(name in found for found in release.programs.values())])
    return layout.archive(release.seconds), version


def chart_metadata(path):
    """Of a Chart.yaml that an operator has written: one `key: value` a line."""
    out = {}
    for line in path.read_text().splitlines():
        if not line.startswith("#"):
            key, value = line.split(": ", 1)
            out[key] = json.loads(value) if value.startswith('"') else value
    return out


def chart(release, root):
    """Returns the name of the chart in the folder root, its metadata, and its archive as `helm package` writes it."""
    metadata = chart_metadata(root / "Chart.yaml")
    for key in ("version", "appVersion"):
        if metadata[key] != release.version:
            raise Wrong(f"{root}/Chart.yaml has {key} {metadata[key]}, and this is {release.version}: run script/golden --update")
    name = metadata["name"]
    entries = [Entry(f"{name}/{path.relative_to(root)}", path.read_bytes()) for path in sorted(root.rglob("*")) if path.is_file()]
    return name, metadata, packed(tar(entries, release.seconds))


def charts(release, roots):
    """Returns name -> archive of each chart, and an archive of them all in the layout of OCI."""
    layout, out = Layout(), {}
    for root in roots:
        name, metadata, content = chart(release, root)
        labels = {f"{LABELS}title": name, f"{LABELS}version": release.version, f"{LABELS}description": metadata["description"],
                  f"{LABELS}created": timestamp(release.seconds)}
        manifest = {"schemaVersion": 2, "mediaType": MEDIA + "manifest.v1+json", "annotations": labels,
                    "config": layout.add_json(metadata, CHART_CONFIG), "layers": [layout.add(content, CHART_CONTENT)]}
        layout.name(layout.add_json(manifest, MEDIA + "manifest.v1+json"), name, release.version)
        out[name] = content
    return out, layout.archive(release.seconds)
