"""Requests to the server, by the standard library alone."""

from __future__ import annotations

import base64
import contextlib
import http.client
import json
import os
import re
import ssl
import tempfile
import urllib.parse
from typing import Any

from ._errors import Error

TIMEOUT = 60.0  # seconds


class Client:
    def __init__(self, url: str, kubeconfig: str) -> None:
        parts = urllib.parse.urlsplit(url)
        self._host, self._port = parts.hostname or "127.0.0.1", parts.port or 443
        self._tls = _tls(kubeconfig) if parts.scheme == "https" else None
        token = re.search(r'^ *token: "?([^\s"]+)', kubeconfig, re.MULTILINE)
        self._headers = {"Authorization": f"Bearer {token.group(1)}"} if token else {}

    def request(self, method: str, path: str, body: Any, content_type: str) -> Any:
        """On a connection of its own, so that any thread can call it."""
        if self._tls:
            connection: http.client.HTTPConnection = http.client.HTTPSConnection(self._host, self._port, timeout=TIMEOUT, context=self._tls)
        else:
            connection = http.client.HTTPConnection(self._host, self._port, timeout=TIMEOUT)
        with contextlib.closing(connection):
            headers = {**self._headers, "User-Agent": "setpoint-python", "Accept": "application/json", "Content-Type": content_type}
            try:
                connection.request(method, path, None if body is None else json.dumps(body), headers)
                response = connection.getresponse()
                text = response.read().decode()
            except (OSError, http.client.HTTPException) as error:
                raise Error(f"{method} {path}: {error or type(error).__name__}") from error
        if response.status >= 400:
            raise Error(f"{method} {path}: {response.status} {_message(text)}")
        return json.loads(text) if "json" in (response.getheader("Content-Type") or "") else text


def _message(text: str) -> str:
    try:
        return str(json.loads(text)["message"])
    except (ValueError, TypeError, LookupError):
        return text


def _tls(kubeconfig: str) -> ssl.SSLContext:
    def pem(key: str) -> str:
        found = re.search(rf"^ *{key}: (\S+)", kubeconfig, re.MULTILINE)
        return base64.b64decode(found.group(1)).decode() if found else ""

    context = ssl.create_default_context(cadata=pem("certificate-authority-data"))
    certificate = pem("client-certificate-data") + pem("client-key-data")
    if certificate:
        with _file(certificate) as path:
            context.load_cert_chain(path)
    return context


@contextlib.contextmanager
def _file(text: str) -> Any:
    """A path at which the text can be read; in memory where the system can do that."""
    if hasattr(os, "memfd_create"):
        fd = os.memfd_create("setpoint")
        try:
            os.write(fd, text.encode())
            yield f"/proc/self/fd/{fd}"
        finally:
            os.close(fd)
    else:
        with tempfile.NamedTemporaryFile("w") as file:
            file.write(text)
            file.flush()
            yield file.name
