"""The files of a pod's volumes, as a kubelet writes them: Secrets, ConfigMaps, fields of the pod, and tokens of its service account,
which are renewed before they expire."""

import base64
import json
import os
import sys
import threading
import time

import containers

TRIES, PAUSE = 50, 0.1  # for objects that controllers are about to create
RENEWED_AFTER = 0.8  # of the lifetime of a token
FIELDS = ("name", "namespace", "uid")  # those of a pod's metadata that specs use


class Volumes:
    def __init__(self, server, pod, root):
        self.server, self.pod, self.root, self.renew_at = server, pod, root, None
        context = pod["spec"].get("securityContext") or {}
        self.user, self.group = context.get("runAsUser"), context.get("fsGroup")

    def place(self):
        """Writes the files of all mounts; volumes of other types are empty folders. LookupError: an object is missing."""
        self.renew_at = None
        volumes = {v["name"]: v for v in self.pod["spec"].get("volumes") or []}
        for container in self.pod["spec"]["containers"]:
            for mount in container.get("volumeMounts") or []:
                os.makedirs(containers.inside(self.root, mount["mountPath"]), exist_ok=True)
                for path, content, mode in self.files(volumes[mount["name"]]):
                    self.write(os.path.join(mount["mountPath"], path), content, mode)

    def keep(self, ended):
        """Renews tokens in the background, until `ended` is set."""
        if self.renew_at is not None:
            threading.Thread(target=self.renew, args=(ended,), daemon=True).start()

    def renew(self, ended):
        try:
            while not ended.wait(max(0, self.renew_at - time.time())):
                self.place()
        except LookupError as e:  # the namespace is being deleted
            print(e, file=sys.stderr)

    def write(self, path, content, mode):
        """At once: a process may be reading."""
        to = containers.inside(self.root, path)
        containers.write(self.root, path + ".new", content)
        token = mode is None
        if self.group is not None:
            os.chown(to + ".new", -1, self.group)
        if token and self.user is not None:
            os.chown(to + ".new", self.user, -1)
        if token:
            mode = 0o644 if self.user is None and self.group is None else 0o600
        os.chmod(to + ".new", mode if self.group is None else mode | 0o440)
        os.replace(to + ".new", to)

    def files(self, volume):
        """Paths, contents and modes; no mode for tokens, whose mode depends on the users of the pod."""
        for kind, mode in (("secret", "defaultMode"), ("configMap", "defaultMode"), ("downwardAPI", "defaultMode")):
            if kind in volume:
                source = volume[kind]
                yield from self.files_of(kind, {"name": source.get("secretName"), **source}, source.get(mode, 0o644))
        projected = volume.get("projected") or {}
        for source in projected.get("sources") or []:
            for kind in source:
                yield from self.files_of(kind, source[kind], projected.get("defaultMode", 0o644))

    def files_of(self, kind, source, mode):
        if kind == "serviceAccountToken":
            yield source["path"], self.token(source), None
        elif kind == "downwardAPI":
            for item in source.get("items") or []:
                field = (item.get("fieldRef") or {}).get("fieldPath", "").removeprefix("metadata.")
                yield item["path"], (self.pod["metadata"][field] if field in FIELDS else "").encode(), item.get("mode", mode)
        elif kind in ("secret", "configMap"):
            found = self.object({"secret": "secrets", "configMap": "configmaps"}[kind], source)
            values = {k: base64.b64decode(v) for k, v in (found.get("binaryData" if kind == "configMap" else "data") or {}).items()}
            if kind == "configMap":
                values.update({k: v.encode() for k, v in (found.get("data") or {}).items()})
            for item in source.get("items") or [{"key": k, "path": k} for k in values]:
                yield item["path"], values[item["key"]], item.get("mode", mode)

    def object(self, resource, source):
        path = f"/api/v1/namespaces/{self.pod['metadata']['namespace']}/{resource}/{source['name']}"
        for _ in range(TRIES):
            answer = self.server.ask("GET", path)
            if answer.status == 200:
                return json.loads(answer.text)
            if source.get("optional"):
                return {}
            time.sleep(PAUSE)
        raise LookupError(f"node-agent: {path}: {answer.text}")

    def token(self, source):
        meta, spec = self.pod["metadata"], self.pod["spec"]
        bound = {"apiVersion": "v1", "kind": "Pod", "name": meta["name"], "uid": meta["uid"]}
        request = {"expirationSeconds": source.get("expirationSeconds", 3600), "boundObjectRef": bound}
        if source.get("audience"):
            request["audiences"] = [source["audience"]]
        path = f"/api/v1/namespaces/{meta['namespace']}/serviceaccounts/{spec['serviceAccountName']}/token"
        answer = self.server.ask("POST", path, json.dumps({"spec": request}), {"Content-Type": "application/json"})
        if answer.status != 201:
            raise LookupError(f"node-agent: {path}: {answer.text}")
        due = time.time() + RENEWED_AFTER * request["expirationSeconds"]
        self.renew_at = due if self.renew_at is None else min(due, self.renew_at)
        return json.loads(answer.text)["status"]["token"].encode()
