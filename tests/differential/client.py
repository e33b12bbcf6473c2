"""A client for the API server of a kubeconfig's current context, with persistent connections."""

import base64
import http.client
import json
import os
import re
import socket
import ssl
import tempfile
import threading
import urllib.parse

import protobuf


class Answer:
    def __init__(self, status, headers, text):
        self.status, self.headers, self.text = status, headers, text


class Server:
    """Each thread has its own connection."""

    def __init__(self, kubeconfig):
        text = open(kubeconfig, encoding="utf-8").read()

        def field(name):
            found = re.search(name + r""":\s*["']?([^\s"',}]+)""", text)
            return found and found.group(1)

        self.url = urllib.parse.urlparse(field("server"))
        self.token = field("token")
        self.local = threading.local()
        self.tls = None
        if self.url.scheme == "https":
            self.tls = ssl.create_default_context()
            self.tls.check_hostname = False
            ca = field("certificate-authority-data")
            if ca:
                self.tls.load_verify_locations(cadata=base64.b64decode(ca).decode())
            if field("client-certificate-data"):
                with tempfile.TemporaryDirectory() as folder:
                    paths = []
                    for name in ("client-certificate-data", "client-key-data"):
                        paths.append(os.path.join(folder, name))
                        with open(os.open(paths[-1], os.O_CREAT | os.O_WRONLY, 0o600), "wb") as out:
                            out.write(base64.b64decode(field(name)))
                    self.tls.load_cert_chain(*paths)

    def seen_as(self, token):
        """The same server for a client with that token, or without credentials."""
        out = Server.__new__(Server)
        out.url, out.token, out.local, out.tls = self.url, token, threading.local(), None
        if self.tls:
            out.tls = ssl.create_default_context()
            out.tls.check_hostname = False
            out.tls.verify_mode = ssl.CERT_NONE
        return out

    def open(self):
        if self.tls:
            return http.client.HTTPSConnection(self.url.hostname, self.url.port, context=self.tls, timeout=30)
        return http.client.HTTPConnection(self.url.hostname, self.url.port, timeout=30)

    def headers(self, more):
        out = {"User-Agent": "differential/1", "Accept": "application/json", **(more or {})}
        if self.token and "Authorization" not in out:
            out["Authorization"] = "Bearer " + self.token
        return {k: v for k, v in out.items() if v is not None}

    def ask(self, method, path, body=None, headers=None):
        for attempt in (1, 2):
            connection = getattr(self.local, "connection", None) or self.open()
            self.local.connection = connection
            try:
                connection.request(method, path, body, self.headers(headers))
                r = connection.getresponse()
                text = r.read()
            except (http.client.HTTPException, OSError):
                connection.close()
                self.local.connection = None
                if attempt == 2:
                    raise
                continue
            if r.will_close:
                connection.close()
                self.local.connection = None
            headers = {}
            for k, v in r.getheaders():  # there may be several warnings
                headers[k.lower()] = headers[k.lower()] + ", " + v if k.lower() in headers else v
            if headers.get("content-type", "").startswith(protobuf.TYPE):
                return Answer(r.status, headers, json.dumps(protobuf.decode(text)))
            return Answer(r.status, headers, text.decode("utf-8", "replace"))

    def socket(self):
        """A separate connection, with TLS if the server uses it."""
        raw = socket.create_connection((self.url.hostname, self.url.port), timeout=30)
        return self.tls.wrap_socket(raw, server_hostname=self.url.hostname) if self.tls else raw

    def watch(self, path, headers=None):
        """Status, headers, and lines one by one until the server ends the stream or nothing arrives for 30 seconds."""
        connection = self.open()
        connection.request("GET", path, None, self.headers(headers))
        return connection, connection.getresponse()
