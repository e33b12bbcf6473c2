#!/usr/bin/env python3
"""elected_operator.py KUBECONFIG : makes a ConfigMap for each Gadget, while it holds a Lease of an hour."""

import json
import os
import re
import sys
import time
import urllib.error
import urllib.request

SERVER = re.search(r"server: (\S+)", open(sys.argv[1]).read()).group(1)
LEASES = "/apis/coordination.k8s.io/v1/namespaces/default/leases"
GADGETS = "/apis/example.com/v1/gadgets"
ME = f"operator-{os.getpid()}"


def ask(method, path, body=None, kind="application/json"):
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(SERVER + path, data, {"Content-Type": kind}, method=method)
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.load(answer)


def lead():
    spec = {"holderIdentity": ME, "leaseDurationSeconds": 3600}
    while True:
        try:
            lease = ask("GET", f"{LEASES}/gadgets")
            if not lease["spec"].get("holderIdentity"):
                ask("PATCH", f"{LEASES}/gadgets", {"spec": spec}, "application/merge-patch+json")
                return
        except urllib.error.HTTPError as e:
            if e.code != 404:
                raise
            ask("POST", LEASES, {"metadata": {"name": "gadgets"}, "spec": spec})
            return
        time.sleep(0.2)


def reconcile(gadget):
    ns, name = gadget["metadata"]["namespace"], gadget["metadata"]["name"]
    try:
        ask("POST", f"/api/v1/namespaces/{ns}/configmaps", {"metadata": {"name": name}, "data": {"of": name}})
    except urllib.error.HTTPError as e:
        if e.code != 409:
            raise


def main():
    lead()
    listed = ask("GET", GADGETS)
    for gadget in listed["items"]:
        reconcile(gadget)
    path = f"{SERVER}{GADGETS}?watch=true&resourceVersion={listed['metadata']['resourceVersion']}"
    with urllib.request.urlopen(path, timeout=600) as events:
        for line in events:
            event = json.loads(line)
            if event["type"] in ("ADDED", "MODIFIED"):
                reconcile(event["object"])


main()
