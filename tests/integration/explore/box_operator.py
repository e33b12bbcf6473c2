#!/usr/bin/env python3
"""box_operator.py KUBECONFIG [FAULT] : an operator for Boxes, each of which gets a ConfigMap and a Secret of its name.

--keep-removed    leaves labels on the ConfigMap that the Box does not have any more
--crash-on-empty  ends when a Box has no items
--new-secret      replaces the Secret when the size changes
--silent          does not report that the API server refuses the ConfigMap
--stuck           does nothing for a Box for which the API server has refused the ConfigMap once
"""

import base64
import json
import re
import sys
import urllib.error
import urllib.request

SERVER = re.search(r"server: (\S+)", open(sys.argv[1]).read()).group(1)
BOXES = "/apis/example.com/v1/boxes"
STUCK = set()


def has(fault):
    return "--" + fault in sys.argv


def ask(method, path, body=None, kind="application/json"):
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(SERVER + path, data, {"Content-Type": kind, "Accept": "application/json"}, method=method)
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.load(answer)


def get(path):
    try:
        return ask("GET", path)
    except urllib.error.HTTPError as e:
        if e.code != 404:
            raise
        return None


def desired(box):
    spec = box["spec"]
    data = {"size": str(spec["size"]), "items": ",".join(spec["items"])}
    if has("crash-on-empty"):
        data["first"] = spec["items"][0]
    if "color" in spec:
        data["color"] = spec["color"]
    return {"labels": {"box": box["metadata"]["name"], **spec.get("labels", {})}, "data": data}


def ensure_map(ns, name, want):
    path = f"/api/v1/namespaces/{ns}/configmaps"
    now = get(f"{path}/{name}")
    if now is None:
        ask("POST", path, {"metadata": {"name": name, "labels": want["labels"]}, "data": want["data"]})
        return
    labels = dict(want["labels"])
    if has("keep-removed"):
        labels = {**now["metadata"]["labels"], **labels}
    if now["metadata"]["labels"] == labels and now["data"] == want["data"]:
        return
    now["metadata"]["labels"], now["data"] = labels, want["data"]
    ask("PUT", f"{path}/{name}", now)


def ensure_secret(ns, name, size):
    path = f"/api/v1/namespaces/{ns}/secrets"
    now = get(f"{path}/{name}")
    made_for = str(size) if has("new-secret") else "any"
    if now is not None and now["metadata"]["annotations"]["size"] != made_for:
        ask("DELETE", f"{path}/{name}")
        now = None
    if now is None:
        meta = {"name": name, "annotations": {"size": made_for}}
        ask("POST", path, {"metadata": meta, "data": {"password": base64.b64encode(b"secret").decode()}})


def report(box, message):
    ns, name = box["metadata"]["namespace"], box["metadata"]["name"]
    condition = {"type": "Ready", "status": "False" if message else "True", "message": message}
    status = {"items": len(box["spec"]["items"]), "conditions": [condition]}
    if box.get("status") != status:
        ask("PATCH", f"/apis/example.com/v1/namespaces/{ns}/boxes/{name}/status", {"status": status}, "application/merge-patch+json")


def reconcile(box):
    ns, name = box["metadata"]["namespace"], box["metadata"]["name"]
    if name in STUCK:
        return
    message = ""
    ensure_secret(ns, name, box["spec"]["size"])
    try:
        ensure_map(ns, name, desired(box))
    except urllib.error.HTTPError as e:
        if e.code != 422:
            raise
        message = "the ConfigMap is refused"
        if has("stuck"):
            STUCK.add(name)
        if has("silent"):
            return
    report(box, message)


def main():
    listed = ask("GET", BOXES)
    for box in listed["items"] or []:
        reconcile(box)
    path = f"{SERVER}{BOXES}?watch=true&resourceVersion={listed['metadata']['resourceVersion']}"
    with urllib.request.urlopen(urllib.request.Request(path), timeout=600) as events:
        for line in events:
            event = json.loads(line)
            if event["type"] in ("ADDED", "MODIFIED"):
                current = get(f"/apis/example.com/v1/namespaces/{event['object']['metadata']['namespace']}/boxes/{event['object']['metadata']['name']}")
                if current is not None:
                    reconcile(current)


main()
