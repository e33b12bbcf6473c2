"""What differs between any two servers, or two runs on one, made the same: ids, times, versions, addresses."""

import json
import re

UID = re.compile(r"\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b")
TIME = re.compile(r"\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z")
AGE = re.compile(r"^(\d+[smhdy])+$")
IP = re.compile(r"^10\.\d+\.\d+\.\d+$")
HEADERS = ("content-type", "warning", "retry-after", "allow", "cache-control")


class Canonical:
    """Of one server and one sequence: the same value gets the same name throughout."""

    def __init__(self):
        self.names = {}
        self.generated = {}

    def name(self, what, value):
        seen = self.names.setdefault(what, {})
        return f"<{what}-{seen.setdefault(value, len(seen) + 1)}>"

    def text(self, s):
        for real, shown in self.generated.items():
            s = s.replace(real, shown)
        s = UID.sub(lambda m: self.name("uid", m.group(0)), s)
        return TIME.sub(lambda m: "<microtime>" if m.group(1) else "<time>", s)

    def learn(self, o):
        """Generated names, wherever in the answer they stand."""
        if isinstance(o, dict):
            prefix, name = o.get("generateName"), o.get("name")
            if isinstance(prefix, str) and isinstance(name, str) and name.startswith(prefix) and len(name) == len(prefix) + 5:
                self.generated.setdefault(name, f"{prefix}<generated-{len(self.generated) + 1}>")
            for v in o.values():
                self.learn(v)
        elif isinstance(o, list):
            for v in o:
                self.learn(v)

    def value(self, v, key="", parent=None, of_list=False):
        if isinstance(v, dict):
            lists = isinstance(v.get("items"), list) or v.get("kind") in ("Table",) or str(v.get("kind", "")).endswith("List")
            return {self.text(k): self.value(x, k, v, lists) for k, x in sorted(v.items())}
        if isinstance(v, list):
            out = [self.value(x, key, parent) for x in v]
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
            if key in ("clusterIP", "clusterIPs") and IP.match(v):
                return self.name("ip", v)
            return self.text(v)
        if key in ("nodePort", "healthCheckNodePort") and isinstance(v, int) and 30000 <= v < 32768:
            return "<port>"
        return v

    def lists(self, o):
        """The version of a list says how far the whole server is: only that it is there counts."""
        if isinstance(o, dict) and isinstance(o.get("metadata"), dict) and "resourceVersion" in o["metadata"]:
            if "items" in o or (o.get("kind") == "Table" and len(o.get("rows") or []) != 1):
                o["metadata"]["resourceVersion"] = "<list>"
        return o

    def body(self, text):
        try:
            o = json.loads(text)
        except ValueError:
            return self.text(text)
        self.learn(o)
        return self.value(self.lists(o))

    def event(self, line):
        try:
            o = json.loads(line)
        except ValueError:
            return self.text(line)
        if o.get("type") == "BOOKMARK":
            o["object"].get("metadata", {}).pop("resourceVersion", None)
            for row in o["object"].get("rows") or []:
                ((row.get("object") or {}).get("metadata") or {}).pop("resourceVersion", None)
        self.learn(o)
        return self.value(o)

    def answer(self, a):
        headers = {k: self.text(a.headers[k]) for k in HEADERS if k in a.headers}
        return {"status": a.status, "headers": headers, "body": self.body(a.text)}
