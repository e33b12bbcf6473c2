"""A cluster as its users reach it: kubectl for what they do, and the API through `kubectl proxy` for what is checked often."""

import http.client
import json
import subprocess


class Refused(Exception):
    """kubectl or the API server refused; the text is their message."""


class Kube:
    def __init__(self, kubectl, arguments, work):
        self.kubectl = [kubectl, *arguments]
        self.proxy = subprocess.Popen([*self.kubectl, "proxy", "--port=0", "--accept-hosts=.*"], stdout=subprocess.PIPE,
                                      stderr=open(work + "/proxy.log", "w"), text=True, start_new_session=True)
        line = self.proxy.stdout.readline()
        if not line:
            raise RuntimeError(f"kubectl proxy does not start; {work}/proxy.log")
        self.port = int(line.rsplit(":", 1)[1])

    def close(self):
        self.proxy.kill()
        self.proxy.wait()

    def run(self, *arguments, stdin=None, timeout=180):
        """kubectl's output."""
        done = subprocess.run([*self.kubectl, *arguments], input=stdin, capture_output=True, text=True, timeout=timeout)
        if done.returncode:
            raise Refused(done.stderr.strip() or done.stdout.strip())
        return done.stdout

    def apply(self, *objects, ns=None):
        together = {"apiVersion": "v1", "kind": "List", "items": objects}
        self.run("apply", *(["-n", ns] if ns else []), "-f", "-", stdin=json.dumps(together))

    def ask(self, method, path, body=None, content_type="application/json", accept="application/json", more=()):
        """(status, bytes), of one request."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        try:
            connection.request(method, path, None if body is None else json.dumps(body),
                               {"Content-Type": content_type, "Accept": accept, **dict(more)})
            answer = connection.getresponse()
            return answer.status, answer.read()
        finally:
            connection.close()

    def call(self, method, path, body=None, **headers):
        status, text = self.ask(method, path, body, **headers)
        if status >= 300:
            raise Refused(f"{method} {path}: {message_of(status, text)}")
        return json.loads(text)

    def get(self, path):
        """The object, or None if there is none."""
        status, text = self.ask("GET", path)
        if status == 404:
            return None
        if status >= 300:
            raise Refused(f"GET {path}: {message_of(status, text)}")
        return json.loads(text)

    def items(self, path, selector=""):
        return self.call("GET", path + (f"?labelSelector={selector}" if selector else ""))["items"]

    def merge(self, path, body):
        return self.call("PATCH", path, body, content_type="application/merge-patch+json")

    def pods(self, ns, selector=""):
        return self.items(f"/api/v1/namespaces/{ns}/pods", selector)


def message_of(status, text):
    """The message of a Status, which ends with the cause."""
    try:
        return f"{status} {json.loads(text)['message']}"
    except (ValueError, KeyError):
        return f"{status} {text.decode(errors='replace')[:300]}"


def is_ready(pod):
    return "deletionTimestamp" not in pod["metadata"] and condition(pod, "Ready").get("status") == "True"


def condition(o, kind):
    """The condition of this type, or {}."""
    return next((c for c in (o or {}).get("status", {}).get("conditions", []) if c["type"] == kind), {})


def namespace(name, level):
    """A namespace in which this Pod Security level is enforced."""
    return {"apiVersion": "v1", "kind": "Namespace",
            "metadata": {"name": name, "labels": {"pod-security.kubernetes.io/enforce": level}}}
