#!/usr/bin/env python3
"""tiny_operator.py KUBECONFIG [--status-first] [--repair-once] [--anonymous] [--leave-child] : an operator for Gadgets, each of which gets a ConfigMap of its name.

--status-first  reports the ConfigMap before it is there, and believes what it has reported: a crash between leaves none
--repair-once   the same, but creates a missing ConfigMap when it starts, once: it notes that before it does it, so that two crashes
                leave none
--anonymous     sends no credentials
--leave-child   starts a process in a session of its own, which outlives it
--made-up-name  gives the ConfigMap a name with a random part
--at-times FILE creates one more ConfigMap in each second run of the story: FILE has the number of its starts
--later-watch   opens a watch of ConfigMaps when there is a Gadget, which a new process does not know
--metadata      watches only the metadata of Gadgets, and ends if it gets more; prefers protobuf
--uid-name      gives the ConfigMap a name with the UID of its Gadget, as volumes have that of their claim
--slow-start    needs two seconds until its first request
"""

import json
import re
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
import uuid

KUBECONFIG = open(sys.argv[1]).read()
SERVER = re.search(r"server: (\S+)", KUBECONFIG).group(1)
TOKEN = None if "--anonymous" in sys.argv else re.search(r'token: "(\S+)"', KUBECONFIG)
CREDENTIALS = {"Authorization": "Bearer " + TOKEN.group(1)} if TOKEN else {}
GADGETS = "/apis/example.com/v1/gadgets"
UIDS = {}  # by name


def accept(form):
    if "--metadata" not in sys.argv:
        return "application/json"
    form = f";as={form};g=meta.k8s.io;v=v1"
    return f"application/vnd.kubernetes.protobuf{form},application/json{form}"


def ask(method, path, body=None, kind="application/json", accepted="application/json"):
    data = None if body is None else json.dumps(body).encode()
    headers = {**CREDENTIALS, "Content-Type": kind, "Accept": accepted}
    request = urllib.request.Request(SERVER + path, data, headers, method=method)
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.load(answer)


def create_part(ns, name):
    if "--uid-name" in sys.argv:
        name = f"{name}-{UIDS[name]}"
    if "--made-up-name" in sys.argv:
        name = f"{name}-{uuid.uuid4().hex[:10]}"
    try:
        ask("POST", f"/api/v1/namespaces/{ns}/configmaps", {"metadata": {"name": name}, "data": {"of": name}})
    except urllib.error.HTTPError as e:
        if e.code != 409:
            raise


def report(ns, name):
    path = f"/apis/example.com/v1/namespaces/{ns}/gadgets/{name}/status"
    ask("PATCH", path, {"status": {"parts": 1}}, "application/merge-patch+json")


def watch_parts():
    path = f"{SERVER}/api/v1/configmaps?watch=true"
    with urllib.request.urlopen(urllib.request.Request(path, headers=CREDENTIALS), timeout=600) as events:
        for _ in events:
            pass


def reconcile(gadget):
    if "--later-watch" in sys.argv and threading.active_count() == 1:
        threading.Thread(target=watch_parts, daemon=True).start()
    if "--metadata" in sys.argv:
        assert "spec" not in gadget, gadget
        name = (gadget["metadata"]["namespace"], gadget["metadata"]["name"])
        gadget = ask("GET", "/apis/example.com/v1/namespaces/%s/gadgets/%s" % name)
    if gadget.get("status", {}).get("parts") == 1:
        return
    of = (gadget["metadata"]["namespace"], gadget["metadata"]["name"])
    UIDS[of[1]] = gadget["metadata"]["uid"]
    is_report_first = "--status-first" in sys.argv or "--repair-once" in sys.argv
    if "--at-times" in sys.argv and is_extra():
        ask("POST", f"/api/v1/namespaces/{of[0]}/configmaps", {"metadata": {"name": "extra"}})
    for step in (report, create_part) if is_report_first else (create_part, report):
        step(*of)


def is_extra():
    """In each second start."""
    with open(sys.argv[sys.argv.index("--at-times") + 1], "a+") as file:
        file.write("x")
        file.flush()
        return file.tell() % 2 == 0


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
    if "--slow-start" in sys.argv:
        time.sleep(2)
    listed = ask("GET", GADGETS, accepted=accept("PartialObjectMetadataList"))
    for gadget in listed["items"] or []:
        reconcile(gadget)
        if "--repair-once" in sys.argv:
            repair(gadget)
    path = f"{SERVER}{GADGETS}?watch=true&resourceVersion={listed['metadata']['resourceVersion']}"
    request = urllib.request.Request(path, headers={**CREDENTIALS, "Accept": accept("PartialObjectMetadata")})
    with urllib.request.urlopen(request, timeout=600) as events:
        for line in events:
            event = json.loads(line)
            if event["type"] in ("ADDED", "MODIFIED"):
                reconcile(event["object"])


main()
