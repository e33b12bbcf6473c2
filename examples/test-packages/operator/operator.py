#!/usr/bin/env python3
"""operator.py [--forgetful] --kubeconfig FILE : an operator for the examples, in Python without libraries. Each Greeting gets a ConfigMap
with its text. --forgetful: the names of ConfigMaps are generated, and it looks for them when it starts; if the answer to a creation is
lost, it creates another one."""

import http.client
import json
import re
import sys
import time
import urllib.parse

GREETINGS, CONFIGMAPS = "/apis/example.com/v1/greetings", "/api/v1/namespaces/%s/configmaps"
known = {}  # UID of a Greeting: name of its ConfigMap


class Api:
    def __init__(self, kubeconfig):
        with open(kubeconfig, encoding="utf-8") as f:
            self.address = urllib.parse.urlsplit(re.search(r"server: \"?([^\s\"]+)", f.read())[1]).netloc

    def send(self, verb, path, body=None, kind="application/json"):
        connection = http.client.HTTPConnection(self.address, timeout=60)
        connection.request(verb, path, body and json.dumps(body), {"Content-Type": kind, "User-Agent": "greeter"})
        response = connection.getresponse()
        if response.status >= 400:
            raise OSError(f"{verb} {path}: {response.status}")
        return response

    def call(self, *request):
        return json.load(self.send(*request))


def configmap(greeting, name):
    m = greeting["metadata"]
    owner = {"apiVersion": "example.com/v1", "kind": "Greeting", "name": m["name"], "uid": m["uid"], "controller": True}
    meta = {"labels": {"greeting": m["name"]}, "ownerReferences": [owner], **name}
    return {"apiVersion": "v1", "kind": "ConfigMap", "metadata": meta, "data": {"text": greeting["spec"]["text"]}}


def reconcile(api, greeting, forgetful):
    m = greeting["metadata"]
    all_of = CONFIGMAPS % m["namespace"]
    name = known.get(m["uid"]) if forgetful else m["name"]
    if not name:
        made = api.call("POST", all_of, configmap(greeting, {"generateName": m["name"] + "-"}))
        known[m["uid"]] = made["metadata"]["name"]
        return
    now = [c for c in api.call("GET", all_of)["items"] if c["metadata"]["name"] == name]
    if not now or now[0].get("data") != {"text": greeting["spec"]["text"]}:
        api.call("PATCH", f"{all_of}/{name}?fieldManager=greeter&force=true", configmap(greeting, {"name": name}),
                 "application/apply-patch+yaml")


def remember(api):
    for c in api.call("GET", "/api/v1/configmaps?labelSelector=greeting")["items"]:
        known[c["metadata"]["ownerReferences"][0]["uid"]] = c["metadata"]["name"]


def run(api, forgetful):
    listed = api.call("GET", GREETINGS)
    for greeting in listed["items"]:
        reconcile(api, greeting, forgetful)
    version = listed["metadata"]["resourceVersion"]
    for line in api.send("GET", f"{GREETINGS}?watch=true&resourceVersion={version}"):
        event = json.loads(line)
        if event["type"] == "ERROR":
            return
        if event["type"] in ("ADDED", "MODIFIED"):
            reconcile(api, event["object"], forgetful)


def main():
    api = Api(sys.argv[sys.argv.index("--kubeconfig") + 1])
    started = False
    while True:
        try:
            if not started:
                remember(api)
                started = True
            run(api, "--forgetful" in sys.argv)
        except (OSError, http.client.HTTPException, ValueError) as e:
            print(e, file=sys.stderr)
        time.sleep(0.1)


main()
