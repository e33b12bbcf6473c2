"""Normalises values that differ between any two servers or two runs: ids, times, versions, addresses."""

import json
import re

UID = re.compile(r"\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b")
TIME = re.compile(r"\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z")
# Fields of the response to a TokenRequest.
TOKEN = re.compile(r"^eyJ[\w-]+\.[\w-]+\.[\w-]+$")
AGE = re.compile(r"^(\d+[smhdy])+$")
IP = re.compile(r"\b10\.(96|0)\.\d+\.\d+\b")
# In messages: values of the record that did not match a precondition, or of an object in JSON.
INNER_VERSION = re.compile(r'(in record \(|in object meta: |ResourceVersion in the precondition \(|current: |resourceVersion\\?":\\?")\d+')
YAML_VERSION = re.compile(r'resourceVersion: "(\d+)"')
SELF_TYPE = re.compile(r"\bselfType\d+")  # in the errors of expressions: a number that kube-apiserver makes up
HEADERS = ("content-type", "warning", "retry-after", "allow")


class Canonical:
    """For one server and one sequence: equal values get the same name throughout."""

    def __init__(self):
        self.names = {}
        self.generated = []

    def name(self, what, value):
        seen = self.names.setdefault(what, {})
        return f"<{what}-{seen.setdefault(value, len(seen) + 1)}>"

    def text(self, s):
        for prefix, pattern in self.generated:
            s = pattern.sub(lambda m: prefix + self.name("generated", m.group(0)), s)
        s = IP.sub(lambda m: self.name("ip", m.group(0)), s)
        s = UID.sub(lambda m: self.name("uid", m.group(0)), s)
        s = SELF_TYPE.sub("selfType", s)
        s = re.sub(r"\b127\.0\.0\.1:\d+", "<address>", INNER_VERSION.sub(r"\1<version>", s))
        return TIME.sub(lambda m: "<microtime>" if m.group(1) else "<time>", s)

    def generates(self, prefix):
        """Declares a generateName of a request: names may begin with it."""
        pattern = re.compile(re.escape(prefix[:58]) + r"[bcdfghjklmnpqrstvwxz2456789]{5}\b")
        if all(p != prefix for p, _ in self.generated):
            self.generated.append((prefix, pattern))

    def value(self, v, key="", parent=None, of_list=False):
        if isinstance(v, dict):
            lists = isinstance(v.get("items"), list) or v.get("kind") in ("Table",) or str(v.get("kind", "")).endswith("List")
            return {self.text(k): self.value(x, k, v, lists) for k, x in sorted(v.items())}
        if isinstance(v, list):
            out = [self.value(x, key, parent) for x in v]
            if key in ("nonResourceRules", "resourceRules"):  # unordered on the real server
                out.sort(key=json.dumps)
            if key == "managedFields":  # by time in whole seconds, then by name: the order depends on the clock
                out.sort(key=lambda e: json.dumps([e.get(k) for k in ("manager", "operation", "subresource", "apiVersion")]
                                                  if isinstance(e, dict) else e))
            if key == "cells":
                out = ["<age>" if isinstance(x, str) and AGE.match(x) else x for x in out]
            return out
        if isinstance(v, str):
            if key == "resourceVersion" and v.isdigit() and v != "0":
                return self.name("version", v)
            if key == "continue" and v:
                return "<continue>"
            if key in ("serverAddress",):
                return "<address>"
            if key == "token" and TOKEN.match(v):
                return "<token>"
            return self.text(v)
        if key in ("nodePort", "healthCheckNodePort") and isinstance(v, int) and 30000 <= v < 32768:
            return "<port>"
        return v

    def lists(self, o):
        """The version of a list depends on all writes to the server: only its presence is compared."""
        if isinstance(o, dict) and isinstance(o.get("metadata"), dict) and "resourceVersion" in o["metadata"]:
            if "items" in o or o.get("kind") == "Table":
                o["metadata"]["resourceVersion"] = "<list>"
        return o

    def groups(self, o):
        """Omits the definitions of other sequences; sorts by name, and keeps the order separately."""
        if isinstance(o, dict) and o.get("kind") == "APIGroupList" and isinstance(o.get("groups"), list):
            groups = [g for g in o["groups"] if not g["name"].endswith(".example.com")]
            o["order"], o["groups"] = " ".join(g["name"] for g in groups), {g["name"]: g for g in groups}
        return o

    def causes(self, o):
        """The real server returns schema errors of a custom resource in random order."""
        details = o.get("details") if isinstance(o, dict) else None
        if isinstance(details, dict) and "example.com" in str(details.get("group")) and len(details.get("causes") or []) > 1:
            details["causes"].sort(key=json.dumps)
            o["message"] = o["message"].split(" is invalid: ")[0] + " is invalid: <causes>"
        return o

    def unordered(self, o):
        """Conflicts and type errors of an apply have the random order of a Go map."""
        message = o.get("message") if isinstance(o, dict) and o.get("kind") == "Status" else None
        if not isinstance(message, str):
            return o
        if message.startswith("Apply failed with ") and len((o.get("details") or {}).get("causes") or []) > 1:
            o["details"]["causes"].sort(key=json.dumps)
            o["message"] = message.split(": ")[0] + ": <conflicts>"
        if "): errors:\n" in message:
            head, lines = message.split("): errors:\n", 1)
            o["message"] = head + "): errors:\n" + "\n".join(sorted(lines.split("\n")))
        return o

    def body(self, text):
        try:
            o = json.loads(text)
        except ValueError:
            # YAML: folding and quoting depend on the writer, so only the words are compared.
            words = self.text(YAML_VERSION.sub("resourceVersion: <version>", text))
            return " ".join(re.findall(r"[^\s'\"]+", words))
        return self.value(self.groups(self.lists(self.unordered(self.causes(o)))))

    def event(self, line):
        try:
            o = json.loads(line)
        except ValueError:
            return self.text(line)
        self.lists(o)  # if it was a list, not a watch
        if o.get("type") == "BOOKMARK":
            o["object"].get("metadata", {}).pop("resourceVersion", None)
            for row in o["object"].get("rows") or []:
                ((row.get("object") or {}).get("metadata") or {}).pop("resourceVersion", None)
        return self.value(o)

    def answer(self, a):
        headers = {k: self.text(a.headers[k]) for k in HEADERS if k in a.headers}
        return {"status": a.status, "headers": headers, "body": self.body(a.text)}
