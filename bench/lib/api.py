"""A minimal client for the Kubernetes API, with only the standard library."""

import base64
import http.client
import json
import os
import re
import ssl
import tempfile


class Refused(Exception):
    pass


class Api:
    """One connection to the server of a kubeconfig, with or without a certificate."""

    def __init__(self, kubeconfig):
        with open(kubeconfig) as f:
            text = f.read()
        scheme, self.host = re.search(r"server[\"']?:\s*[\"']?(https?)://([^\s\"',]+)", text).groups()
        self.context = self._tls(text, os.path.dirname(kubeconfig)) if scheme == "https" else None
        self.connection = None

    @staticmethod
    def _tls(text, folder):
        def material(name):
            """(file, is it temporary) of NAME: PATH or NAME-data: BASE64."""
            inline = re.search(name + r"-data:\s*(\S+)", text)
            if inline:
                with tempfile.NamedTemporaryFile("wb", delete=False) as f:
                    f.write(base64.b64decode(inline.group(1).strip("\"'")))
                return f.name, True
            return os.path.join(folder, re.search(name + r":\s*([^\s,}]+)", text).group(1).strip("\"'")), False

        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        ca, cert, key = material("certificate-authority"), material("client-certificate"), material("client-key")
        context.load_verify_locations(ca[0])
        context.load_cert_chain(cert[0], key[0])
        for path, temporary in (ca, cert, key):
            if temporary:
                os.remove(path)
        return context

    def _open(self, timeout):
        if self.context:
            return http.client.HTTPSConnection(self.host, context=self.context, timeout=timeout)
        return http.client.HTTPConnection(self.host, timeout=timeout)

    def ask(self, method, path, body=None, content_type="application/json"):
        """(status, parsed response)."""
        data = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
        for attempt in (1, 2):
            self.connection = self.connection or self._open(60)
            try:
                self.connection.request(method, path, data, {"Content-Type": content_type, "Accept": "application/json"})
                answer = self.connection.getresponse()
                text = answer.read()
                break
            except (http.client.HTTPException, OSError):
                # The server may have closed the persistent connection.
                self.connection.close()
                self.connection = None
                if attempt == 2:
                    raise
        try:
            return answer.status, json.loads(text)
        except ValueError:
            return answer.status, {"message": text.decode(errors="replace")}

    def must(self, method, path, body=None, content_type="application/json"):
        status, answer = self.ask(method, path, body, content_type)
        if status >= 300:
            raise Refused(f"{method} {path}: {status}: {answer.get('message')}")
        return answer

    def watch(self, path):
        """Events until the server ends the watch."""
        connection = self._open(None)
        connection.request("GET", path, headers={"Accept": "application/json"})
        answer = connection.getresponse()
        while line := answer.readline():
            yield json.loads(line)
