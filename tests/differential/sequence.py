"""Sequences of requests: their data, and code that runs them on one server.

A step is a tuple (method, path, body, options). In paths and bodies {ns} is the sequence's namespace, {id} is unique
to the sequence, {webhook} and {ca} are those of the run's webhooks, and {name} is a value that an earlier step saved.
Methods in addition to those of HTTP:
  WATCH   reads a watch to its end, or until options["events"] events have arrived
  START   begins a watch in the background under the name options["as"]; JOIN collects it (path is that name)
  REVIEWS the reviews that the admission webhooks of this sequence received since the last REVIEWS
  SOCKET  opens a WebSocket, sends options["sends"] and reads options["frames"] frames, or all of them
options["who"] is the identity of the client (identities.py); "anonymous" has no credentials. options["audit_id"] compares the header Audit-Id, too.
"""

import http.client
import json
import re
import socket
import threading
import time

import admission
import identities
import protobuf
import websocket
from canonical import Canonical

JSON, YAML = "application/json", "application/yaml"
MERGE, JSON_PATCH = "application/merge-patch+json", "application/json-patch+json"
STRATEGIC, APPLY = "application/strategic-merge-patch+json", "application/apply-patch+yaml"
TABLE = "application/json;as=Table;v=v1;g=meta.k8s.io"
PARTIAL = "application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io"
PARTIAL_LIST = "application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io"
UUID = re.compile(r"^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$")
TIMEOUT = re.compile(r"(\btimeoutSeconds=)(\d+)\b")


class Sequence:
    def __init__(self, name, *steps, namespace=True):
        self.name, self.steps, self.namespace = name, steps, namespace


def get(path, accept=None, **o):
    return ("GET", path, None, {"accept": accept, **o})


def post(path, body, **o):
    return ("POST", path, body, o)


def put(path, body, **o):
    return ("PUT", path, body, o)


def patch(path, body, kind=MERGE, **o):
    return ("PATCH", path, body, {"type": kind, **o})


def apply(path, body, manager="m1", force=False, **o):
    path += ("&" if "?" in path else "?") + f"fieldManager={manager}" + ("&force=true" if force else "")
    return ("PATCH", path, body, {"type": APPLY, **o})


def delete(path, body=None, **o):
    return ("DELETE", path, body, o)


def watch(path, events=None, accept=None):
    return ("WATCH", path, None, {"events": events, "accept": accept})


def start(name, path, accept=None):
    return ("START", path, None, {"as": name, "accept": accept})


def over_socket(path, frames=None, sends=(), headers=None, **o):
    """`headers` override those of the handshake."""
    return ("SOCKET", path, None, {"frames": frames, "sends": sends, "headers": websocket.upgrade(headers), **o})


def join(name, events):
    return ("JOIN", name, None, {"events": events})


def reviews():
    return ("REVIEWS", "", None, {})


class Stream:
    def __init__(self, server, path, headers):
        self.lines, self.status = [], None
        self.connection, response = server.watch(path, headers)
        self.status, self.response = response.status, response
        self.type = response.getheader("content-type")
        self.thread = threading.Thread(target=self.read, daemon=True)
        self.thread.start()

    def read(self):
        try:
            frames = iter(self.frame, None) if (self.type or "").startswith(protobuf.TYPE + ";") else iter(self.response.readline, b"")
            for line in frames:
                if line.strip():
                    self.lines.append(line.decode("utf-8", "replace"))
        except (OSError, ValueError, AttributeError, http.client.HTTPException):
            pass

    def frame(self):
        """The next event in protobuf, as a line of JSON."""
        head = self.response.read(4)
        if len(head) < 4:
            return None
        return json.dumps(protobuf.decode_event(self.response.read(int.from_bytes(head, "big")))).encode()

    def close(self):
        # The reader in the other thread would block a plain close until data arrives.
        try:
            self.connection.sock.shutdown(socket.SHUT_RDWR)
        except (AttributeError, OSError):  # closed by the server
            pass
        self.connection.close()

    def collect(self, events, patience):
        if self.status != 200:
            self.thread.join(patience)
            return "".join(self.lines)
        end = time.monotonic() + patience
        while self.thread.is_alive() and time.monotonic() < end and (events is None or len(self.lines) < events):
            self.thread.join(0.01)
        lines = list(self.lines)
        if events is not None:
            self.close()
        return lines if events is None else lines[:events]


class Run:
    """One sequence on one server."""

    def __init__(self, server, sequence, run, index, patience=1, saved=(), side="a"):
        self.server, self.sequence, self.canonical, self.patience = server, sequence, Canonical(), patience
        self.saved = {**dict(saved), "ns": f"d{run}-{index}", "id": f"d{run}x{index}"}
        # A channel for each of the two servers, whose sequences have the same names.
        self.saved["channel"] = f"{side}-{self.saved['id']}"
        self.streams = {}
        self.clients = {None: server}

    def client(self, who):
        if who not in self.clients:
            self.clients[who] = self.server.seen_as(identities.token(who))
        return self.clients[who]

    def fill(self, s):
        for name, value in self.saved.items():
            s = s.replace("{" + name + "}", value)
        return s

    def prepare(self):
        if self.sequence.namespace:
            body = json.dumps({"metadata": {"name": self.saved["ns"]}})
            self.server.ask("POST", "/api/v1/namespaces", body, {"Content-Type": JSON})

    def clean(self):
        if self.sequence.namespace:
            self.server.ask("DELETE", "/api/v1/namespaces/" + self.saved["ns"])

    def close(self):
        for s in self.streams.values():
            s.close()

    def save(self, options, text):
        for name, path in (options.get("save") or {}).items():
            try:
                v = json.loads(text)
                for key in path.split("/"):
                    v = v[int(key)] if isinstance(v, list) else v[key]
            except (ValueError, KeyError, IndexError, TypeError):
                v = "missing"
            self.saved[name] = v if isinstance(v, str) else json.dumps(v)

    def stream_answer(self, stream, events):
        got = stream.collect(events, 5.0 * self.patience)
        if isinstance(got, str):
            return {"status": stream.status, "body": self.canonical.body(got)}
        return {"status": stream.status, "type": stream.type, "events": [self.canonical.event(e) for e in got]}

    def step(self, step):
        method, path, body, options = step
        path = TIMEOUT.sub(lambda m: m.group(1) + str(int(m.group(2)) * self.patience), self.fill(path).replace(" ", "%20"))
        headers = {k: v if v is None else self.fill(v) for k, v in (options.get("headers") or {}).items()}
        if options.get("accept"):
            headers["Accept"] = options["accept"]
        if method == "REVIEWS":
            return {"reviews": [self.canonical.value(r) for r in admission.received(self.saved["channel"])]}
        if method == "JOIN":
            return self.stream_answer(self.streams.pop(path), options["events"])
        if method == "SOCKET":
            return websocket.exchange(self.server, self.canonical, path, {**options, "headers": headers}, 5.0 * self.patience)
        if method in ("WATCH", "START"):
            stream = Stream(self.client(options.get("who")), path, headers)
            if method == "WATCH":
                return self.stream_answer(stream, options["events"])
            self.streams[options["as"]] = stream
            return {"status": stream.status}
        if body is not None:
            headers.setdefault("Content-Type", options.get("type", JSON))
            meta = body.get("metadata") if isinstance(body, dict) else None
            if isinstance(meta, dict) and isinstance(meta.get("generateName"), str) and meta["generateName"]:
                self.canonical.generates(meta["generateName"])
            # Without spaces, as most programs write JSON. Bytes are sent unchanged.
            if not isinstance(body, bytes):
                body = self.fill(body if isinstance(body, str) else json.dumps(body, separators=(",", ":"))).encode()
                if headers["Content-Type"] == protobuf.TYPE:
                    body = protobuf.encode(json.loads(body))
        if options.get("wait"):
            time.sleep(options["wait"])
        client = self.client(options.get("who"))
        a = client.ask(method, path, body, headers)
        for _ in range(100 * self.patience if "until" in options else 0):
            if a.status == options["until"]:
                break
            time.sleep(0.05)
            a = client.ask(method, path, body, headers)
        self.save(options, a.text)
        if options.get("ignore"):
            return None
        answer = self.canonical.answer(a)
        if options.get("audit_id"):
            answer["audit-id"] = UUID.sub("<uuid>", a.headers.get("audit-id", "none"))
        return answer
