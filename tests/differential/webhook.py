"""The webhooks for the servers of one run: HTTPS on loopback, with a certificate of its own.

Conversion is between v1, which has spec.hostPort, and any other version, which has spec.host and spec.port. The path of the
call says what it does wrong: see ANSWERS. For admission see admission.py.
"""

import base64
import http.server
import json
import os
import ssl
import subprocess
import tempfile
import threading

import admission


def converted(o, version):
    out = json.loads(json.dumps(o))
    out["apiVersion"] = version
    spec = out.get("spec") or {}
    if version.endswith("/v1") and "host" in spec:
        spec["hostPort"] = f"{spec.pop('host')}:{spec.pop('port', '')}"
    elif not version.endswith("/v1") and "hostPort" in spec:
        spec["host"], _, spec["port"] = spec.pop("hostPort").partition(":")
    return out


def renamed(o, field, value):
    o["metadata"][field] = value
    return o


def without(o, *path):
    for key in path[:-1]:
        o = o[key]
    o.pop(path[-1], None)


def meta(change):
    """Converts, and changes the metadata of the converted objects."""
    def answer(response):
        for o in response["convertedObjects"]:
            change(o["metadata"])
    return answer


def each(change):
    def answer(response):
        for o in response["convertedObjects"]:
            change(o)
    return answer


# Changes to a valid response, by path.
ANSWERS = {
    "/convert": lambda r: None,
    "/fail": lambda r: r.update(result={"status": "Failure", "message": "no luck"}),
    "/silent": lambda r: r.update(result={"status": "Failure"}),
    "/uid": lambda r: r.update(uid="other"),
    "/few": lambda r: r["convertedObjects"].pop(),
    "/version": each(lambda o: o.update(apiVersion="other.example.com/v9")),
    "/kind": each(lambda o: o.update(kind="Bar")),
    "/name": meta(lambda m: m.update(name="other")),
    "/labels": meta(lambda m: m.update(labels={"made": "here"}, annotations={"a/b": "c"}, finalizers=["x/y"], generation=77)),
    "/bad-labels": meta(lambda m: m.update(labels={"-": "here"})),
    "/odd-labels": meta(lambda m: m.update(labels={"a": 5})),
    "/no-metadata": each(lambda o: o.pop("metadata")),
}


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def do_POST(self):  # noqa: N802
        body = self.rfile.read(int(self.headers["Content-Length"]))
        path = self.path.split("?")[0]
        if path.startswith("/admit/"):
            return self.send(*admission.answer(self.path, json.loads(body)))
        if path not in ANSWERS:
            return self.send(500 if path == "/error" else 404, b"not here")
        review = json.loads(body)
        request = review.pop("request")
        response = {"uid": request["uid"], "result": {"status": "Success"},
                    "convertedObjects": [converted(o, request["desiredAPIVersion"]) for o in request["objects"]]}
        ANSWERS[path](response)
        return self.send(200, json.dumps({**review, "response": response}).encode())

    def send(self, status, body):
        self.send_response(status)
        self.send_header("Content-Type", "application/json" if status == 200 else "text/plain")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *_):
        """Clients may disconnect: some get a certificate that they must not trust."""


class Webhook:
    """with Webhook() as w: w.saved() returns the values that sequences may use."""

    def __enter__(self):
        self.folder = tempfile.TemporaryDirectory(prefix="webhook-")
        key, cert = (os.path.join(self.folder.name, n) for n in ("key", "cert"))
        subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj", "/CN=webhook",
                        "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", cert], check=True, stderr=subprocess.DEVNULL)
        self.server = Server(("127.0.0.1", 0), Handler)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(cert, key)
        self.server.socket = context.wrap_socket(self.server.socket, server_side=True, do_handshake_on_connect=False)
        self.ca = base64.b64encode(open(cert, "rb").read()).decode()
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def saved(self):
        return {"webhook": f"https://127.0.0.1:{self.server.server_address[1]}", "ca": self.ca}

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()
        self.folder.cleanup()
