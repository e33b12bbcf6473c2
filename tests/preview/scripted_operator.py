#!/usr/bin/env python3
"""scripted_operator.py MODE : an operator without a library, which finds the API server as any other does, by $KUBECONFIG. It
watches ConfigMaps, does what MODE names, and waits."""

import http.client
import json
import os
import re
import sys
import threading
import time

MAPS = "/api/v1/namespaces/default/configmaps"


def server():
    with open(os.environ["KUBECONFIG"], encoding="utf-8") as f:
        return re.search(r"server: http://([\d.:]+)", f.read()).group(1)


def ask(method, path, body=None, content="application/json"):
    connection = http.client.HTTPConnection(server(), timeout=30)
    connection.request(method, path, json.dumps(body) if body is not None else None,
                       {"Content-Type": content, "Accept": "application/json"})
    answer = connection.getresponse()
    text = answer.read()
    connection.close()
    return answer.status, json.loads(text or b"{}")


def apply(path, body):
    return ask("PATCH", path + "?fieldManager=scripted&force=true", body, "application/apply-patch+yaml")


def watch():
    connection = http.client.HTTPConnection(server())
    connection.request("GET", MAPS + "?watch=true", headers={"Accept": "application/json"})
    answer = connection.getresponse()
    while answer.read1(65536):
        pass


def config_map(name, **data):
    return {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": name}, "data": data}


def job(name):
    return {"apiVersion": "batch/v1", "kind": "Job", "metadata": {"name": name, "namespace": "default"},
            "spec": {"template": {"spec": {"restartPolicy": "Never", "containers": [{"name": "c", "image": "migrate"}]}}}}


def run(mode):
    if mode == "ends":
        apply(f"{MAPS}/half", config_map("half"))
        print("no such setting", flush=True)
        sys.exit(7)
    elif mode == "loops":
        for i in range(10 ** 6):
            apply(f"{MAPS}/loop", config_map("loop", turn=str(i)))
            time.sleep(0.05)
    elif mode == "invalid":
        ask("POST", MAPS, config_map("NOT valid"))
        ask("POST", "/apis/example.org/v1/namespaces/default/unknowns", {"metadata": {"name": "u"}})
    elif mode == "deletes":
        for claim in ("data-db-0", "kept"):
            ask("DELETE", f"/api/v1/namespaces/default/persistentvolumeclaims/{claim}")
        ask("DELETE", "/apis/apps/v1/namespaces/default/deployments/web")
        ask("DELETE", "/api/v1/namespaces/default/secrets/key")
    elif mode == "waits-for-job":  # an upgrade that migrates first
        ask("POST", "/apis/batch/v1/namespaces/default/jobs", job("migrate"))
        while not ask("GET", "/apis/batch/v1/namespaces/default/jobs/migrate")[1]["status"].get("succeeded"):
            time.sleep(0.05)
        apply(f"{MAPS}/done", config_map("done", migrated="yes"))
    elif mode == "restarts-pods":  # one after the other, as operators of databases do
        pods = "/api/v1/namespaces/default/pods"
        for name in [p["metadata"]["name"] for p in ask("GET", pods)[1]["items"]]:
            before = {p["metadata"]["uid"] for p in ask("GET", pods)[1]["items"]}
            ask("DELETE", f"{pods}/{name}")
            while not [p for p in ask("GET", pods)[1]["items"] if p["metadata"]["uid"] not in before
                       and p.get("status", {}).get("phase") == "Running"]:
                time.sleep(0.05)
    elif mode == "rolls":  # writes the status of a rollout that it waits for
        path = "/apis/apps/v1/namespaces/default/deployments/web"
        _, live = ask("GET", path)
        live["spec"]["template"]["spec"]["containers"][0]["image"] = "web:2"
        generation = ask("PUT", path, live)[1]["metadata"]["generation"]
        while ask("GET", path)[1]["status"]["observedGeneration"] < generation:
            time.sleep(0.05)
        apply(f"{MAPS}/done", config_map("done", rolled="out"))
    elif mode == "copies-secret":
        _, secret = ask("GET", "/api/v1/namespaces/default/secrets/key")
        apply(f"{MAPS}/copy", config_map("copy", value=secret["data"]["password"]))
        secret["data"]["user"] = "bmV3LXNlY3JldC12YWx1ZQ=="
        ask("PUT", "/api/v1/namespaces/default/secrets/key", secret)
    elif mode == "looks":
        assert not os.environ.get("KUBERNETES_SERVICE_HOST")


threading.Thread(target=watch, daemon=True).start()
run(sys.argv[1])
time.sleep(3600)
