#!/usr/bin/env python3
"""ticket_operator.py KUBECONFIG PORT CERTIFICATES [--give-up] [--free] : an operator for Tickets, with webhooks over HTTPS on PORT: /convert between
v1 and v2, /price sets what is missing, and /check refuses what is negative. It prints each Ticket into a ConfigMap of its name, which /check sees, too.

CERTIFICATES  the folder of tls.crt and tls.key; default: that of controller-runtime in the folder for temporary files
--give-up     tries once to print, and never again
--free        sets no price, so that a test can see the difference
"""

import base64
import http.server
import json
import os
import re
import socketserver
import ssl
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request

SERVER = re.search(r"server: (\S+)", open(sys.argv[1]).read()).group(1)
TICKETS = "/apis/example.com/v2/tickets"


def ask(method, path, body=None, kind="application/json"):
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(SERVER + path, data, {"Content-Type": kind}, method=method)
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.load(answer)


def converted(ticket, wanted):
    ticket = dict(ticket, apiVersion=wanted)
    spec = dict(ticket.get("spec", {}))
    if wanted == "example.com/v2" and "seat" in spec:
        seat = spec.pop("seat")
        spec["row"], spec["number"] = seat[0], int(seat[1:])
    elif wanted == "example.com/v1" and "row" in spec:
        spec["seat"] = f"{spec.pop('row')}{spec.pop('number')}"
    if "spec" in ticket:
        ticket["spec"] = spec
    return ticket


def convert(request):
    objects = [converted(o, request["desiredAPIVersion"]) for o in request["objects"]]
    return {"result": {"status": "Success"}, "convertedObjects": objects}


def price(request):
    if "price" in request["object"].get("spec", {}) or "--free" in sys.argv:
        return {"allowed": True}
    patch = [{"op": "add", "path": "/spec/price", "value": 10}]
    return {"allowed": True, "patchType": "JSONPatch", "patch": base64.b64encode(json.dumps(patch).encode()).decode()}


def check(request):
    if request["object"].get("spec", {}).get("price", 0) < 0:
        return {"allowed": False, "status": {"code": 422, "message": "the price is negative"}}
    return {"allowed": True}


WEBHOOKS = {"/convert": convert, "/price": price, "/check": check}


class Handler(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        review = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        response = WEBHOOKS[self.path.split("?")[0]](review["request"])
        response["uid"] = review["request"]["uid"]
        body = json.dumps({"apiVersion": review["apiVersion"], "kind": review["kind"], "response": response}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args):
        pass


class Server(http.server.ThreadingHTTPServer):
    def server_bind(self):
        socketserver.TCPServer.server_bind(self)  # HTTPServer looks up the name of the machine
        self.server_name, self.server_port = "webhooks", self.server_address[1]


def serve():
    usual = os.path.join(tempfile.gettempdir(), "k8s-webhook-server", "serving-certs")
    named = [a for a in sys.argv[3:] if not a.startswith("--")]
    folder = named[0] if named else usual
    server = Server(("", int(sys.argv[2])), Handler)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(os.path.join(folder, "tls.crt"), os.path.join(folder, "tls.key"))
    server.socket = context.wrap_socket(server.socket, server_side=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()


def print_once(ticket):
    ns, name, spec = ticket["metadata"]["namespace"], ticket["metadata"]["name"], ticket["spec"]
    text = f"{spec['row']}{spec['number']} for {spec.get('price', 'nothing')}"
    maps = f"/api/v1/namespaces/{ns}/configmaps"
    try:
        if ask("GET", f"{maps}/{name}")["data"]["text"] != text:
            ask("PATCH", f"{maps}/{name}", {"data": {"text": text}}, "application/merge-patch+json")
    except urllib.error.HTTPError as e:
        if e.code != 404:
            raise
        ask("POST", maps, {"metadata": {"name": name}, "data": {"text": text}})
    if ticket.get("status", {}).get("printed") != text:
        path = f"/apis/example.com/v2/namespaces/{ns}/tickets/{name}/status"
        ask("PATCH", path, {"status": {"printed": text}}, "application/merge-patch+json")


def reconcile(ticket):
    while True:
        try:
            return print_once(ticket)
        except (OSError, urllib.error.HTTPError) as e:
            print(e, flush=True)
            if "--give-up" in sys.argv:
                return None
            time.sleep(0.2)
        ns, name = ticket["metadata"]["namespace"], ticket["metadata"]["name"]
        try:
            ticket = ask("GET", f"/apis/example.com/v2/namespaces/{ns}/tickets/{name}")
        except OSError as e:
            print(e, flush=True)


def run():
    listed = ask("GET", TICKETS)
    for ticket in listed["items"] or []:
        reconcile(ticket)
    path = f"{SERVER}{TICKETS}?watch=true&resourceVersion={listed['metadata']['resourceVersion']}"
    with urllib.request.urlopen(path, timeout=600) as events:
        for line in events:
            event = json.loads(line)
            if event["type"] == "ERROR":
                return
            if event["type"] in ("ADDED", "MODIFIED"):
                reconcile(event["object"])


serve()
while True:
    try:
        run()
    except (OSError, ValueError) as e:
        print(e, flush=True)
    time.sleep(0.1)
