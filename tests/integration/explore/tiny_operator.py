#!/usr/bin/env python3
"""tiny_operator.py KUBECONFIG [--status-first] [--repair-once] [--anonymous] [--leave-child] : an operator for Gadgets, each of which gets a ConfigMap of its name.

--status-first  reports the ConfigMap before it is there, and believes what it has reported: a crash between leaves none
--repair-once   the same, but creates a missing ConfigMap when it starts, once: it notes that before it does it, so that two crashes
                leave none
--anonymous     sends no credentials
--leave-child   starts a process in a session of its own, which outlives it
"""

import json
import re
import subprocess
import sys
import urllib.error
import urllib.request

KUBECONFIG = open(sys.argv[1]).read()
SERVER = re.search(r"server: (\S+)", KUBECONFIG).group(1)
TOKEN = None if "--anonymous" in sys.argv else re.search(r'token: "(\S+)"', KUBECONFIG)
CREDENTIALS = {"Authorization": "Bearer " + TOKEN.group(1)} if TOKEN else {}
GADGETS = "/apis/example.com/v1/gadgets"


def ask(method, path, body=None, kind="application/json"):
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(SERVER + path, data, {**CREDENTIALS, "Content-Type": kind}, method=method)
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.load(answer)


def create_part(ns, name):
    try:
        ask("POST", f"/api/v1/namespaces/{ns}/configmaps", {"metadata": {"name": name}, "data": {"of": name}})
    except urllib.error.HTTPError as e:
        if e.code != 409:
            raise


def report(ns, name):
    path = f"/apis/example.com/v1/namespaces/{ns}/gadgets/{name}/status"
    ask("PATCH", path, {"status": {"parts": 1}}, "application/merge-patch+json")


def reconcile(gadget):
    if gadget.get("status", {}).get("parts") == 1:
        return
    of = (gadget["metadata"]["namespace"], gadget["metadata"]["name"])
    is_report_first = "--status-first" in sys.argv or "--repair-once" in sys.argv
    for step in (report, create_part) if is_report_first else (create_part, report):
        step(*of)


def repair(gadget):
    ns, name = gadget["metadata"]["namespace"], gadget["metadata"]["name"]
    if gadget.get("status", {}).get("parts") != 1 or "repaired" in gadget["metadata"].get("annotations", {}):
        return
    try:
        ask("GET", f"/api/v1/namespaces/{ns}/configmaps/{name}")
    except urllib.error.HTTPError:
        note = {"metadata": {"annotations": {"repaired": "yes"}}}
        ask("PATCH", f"/apis/example.com/v1/namespaces/{ns}/gadgets/{name}", note, "application/merge-patch+json")
        create_part(ns, name)


def main():
    if "--leave-child" in sys.argv:
        subprocess.Popen(["sleep", "1000"], start_new_session=True)
    listed = ask("GET", GADGETS)
    for gadget in listed["items"]:
        reconcile(gadget)
        if "--repair-once" in sys.argv:
            repair(gadget)
    path = f"{SERVER}{GADGETS}?watch=true&resourceVersion={listed['metadata']['resourceVersion']}"
    with urllib.request.urlopen(urllib.request.Request(path, headers=CREDENTIALS), timeout=600) as events:
        for line in events:
            event = json.loads(line)
            if event["type"] in ("ADDED", "MODIFIED"):
                reconcile(event["object"])


main()
