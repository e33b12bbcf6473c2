#!/usr/bin/env python3
"""broker_operator.py KUBECONFIG [--give-up] [--exec-only] : an operator for Gadgets, each of which is a broker: a pod and a Service. The Gadget is
reported when the broker was initialized by a command in its pod, answers PING at the name of its Service, and is healthy by HTTP.

--give-up    asks the broker once, and reports a failure that is never tried again
--exec-only  does not connect to its ports
"""

import base64
import json
import os
import re
import socket
import struct
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

SERVER = re.search(r"server: (\S+)", open(sys.argv[1]).read()).group(1)
GADGETS = "/apis/example.com/v1/gadgets"


def ask(method, path, body=None, kind="application/json"):
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(SERVER + path, data, {"Content-Type": kind}, method=method)
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.load(answer)


def create(path, body):
    try:
        ask("POST", path, body)
    except urllib.error.HTTPError as e:
        if e.code != 409:
            raise


def read_exactly(s, size):
    data = b""
    while len(data) < size:
        more = s.recv(size - len(data))
        if not more:
            raise OSError("the connection has ended")
        data += more
    return data


def execute(ns, pod, *command):
    """Standard output of a command in the pod, by v4.channel.k8s.io."""
    query = urllib.parse.urlencode([("command", c) for c in command] + [("stdout", "true"), ("stderr", "true")])
    host, port = SERVER.removeprefix("http://").split(":")
    out, key = b"", base64.b64encode(os.urandom(16)).decode()
    with socket.create_connection((host, int(port)), 30) as s:
        head = (f"GET /api/v1/namespaces/{ns}/pods/{pod}/exec?{query} HTTP/1.1\r\nHost: {host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
                f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Protocol: v4.channel.k8s.io\r\n\r\n")
        s.sendall(head.encode())
        answer = b""
        while not answer.endswith(b"\r\n\r\n"):
            answer += read_exactly(s, 1)
        if b" 101 " not in answer.splitlines()[0]:
            raise OSError(answer.decode())
        while True:
            opcode, size = read_exactly(s, 2)
            if size == 126:
                size, = struct.unpack(">H", read_exactly(s, 2))
            message = read_exactly(s, size)
            if opcode & 15 == 8:
                raise OSError("the command has no status")
            if message[0] == 1:
                out += message[1:]
            elif message[0] == 3:
                status = json.loads(message[1:])
                if status["status"] != "Success":
                    raise OSError(status["message"])
                return out.decode()


def check_broker(ns, name, pod):
    said = execute(ns, name + "-0", "broker-cli", "init", name)
    if said != f"{name}-0 is initialized\n":
        raise OSError("init: " + said)
    if "--exec-only" in sys.argv:
        return
    with socket.create_connection((f"{name}.{ns}.svc", 6379), 5) as s:
        s.sendall(b"PING\r\n")
        pong = s.recv(100)
        if pong != b"+PONG\r\n":
            raise OSError(f"PING: {pong}")
    with urllib.request.urlopen(f"http://{pod['status']['podIP']}:8080/health", timeout=5) as answer:
        if not json.load(answer)["healthy"]:
            raise OSError("it is not healthy")


def is_ready(pod):
    return any(c["type"] == "Ready" and c["status"] == "True" for c in pod.get("status", {}).get("conditions", []))


def reconcile(gadget):
    ns, name, status = gadget["metadata"]["namespace"], gadget["metadata"]["name"], gadget.get("status", {})
    if status.get("parts") or status.get("seen"):
        return
    labels = {"broker": name}
    probe = {"tcpSocket": {"port": 6379}}
    container = {"name": "broker", "image": "broker:1", "readinessProbe": probe}
    create(f"/api/v1/namespaces/{ns}/services", {"metadata": {"name": name}, "spec": {"selector": labels, "ports": [{"port": 6379}]}})
    create(f"/api/v1/namespaces/{ns}/pods", {"metadata": {"name": name + "-0", "labels": labels}, "spec": {"containers": [container]}})
    while True:
        pod = ask("GET", f"/api/v1/namespaces/{ns}/pods/{name}-0")
        try:
            if not is_ready(pod):
                raise OSError("it is not ready")
            check_broker(ns, name, pod)
            found = {"parts": 1}
            break
        except (OSError, ValueError) as e:
            print(e, flush=True)
            if "--give-up" in sys.argv and is_ready(pod):
                found = {"seen": "failed"}
                break
            time.sleep(0.2)
    ask("PATCH", f"/apis/example.com/v1/namespaces/{ns}/gadgets/{name}/status", {"status": found}, "application/merge-patch+json")


def main():
    listed = ask("GET", GADGETS)
    for gadget in listed["items"] or []:
        reconcile(gadget)
    path = f"{SERVER}{GADGETS}?watch=true&resourceVersion={listed['metadata']['resourceVersion']}"
    with urllib.request.urlopen(path, timeout=600) as events:
        for line in events:
            event = json.loads(line)
            if event["type"] in ("ADDED", "MODIFIED"):
                reconcile(event["object"])


main()
