"""Admission webhooks: what they answer, by path, and the reviews that they received.

The path of a call is /admit/CHANNEL/NAME: a channel belongs to one sequence on one server.
"""

import base64
import collections
import json
import threading
import time

RECEIVED, LOCK = collections.defaultdict(list), threading.Lock()


def received(channel):
    with LOCK:
        return RECEIVED.pop(channel, [])


def allow(**more):
    return lambda request: {"allowed": True, **more}


def deny(**status):
    return lambda request: {"allowed": False, **({"status": status} if status else {})}


def patched(*operations, **more):
    text = json.dumps(list(operations))
    return allow(patchType="JSONPatch", patch=base64.b64encode(text.encode()).decode(), **more)


def add(path, value):
    return {"op": "add", "path": path, "value": value}


def raw(text):
    return allow(patchType="JSONPatch", patch=base64.b64encode(text.encode()).decode())


def slow(request):
    time.sleep(3)
    return {"allowed": True}


PROBED = deny(message="probed", code=418)

# The response to a request, without its uid.
ANSWERS = {
    "probe": PROBED, "allow": allow(), "slow": slow,
    "deny": deny(message="no"), "deny-plain": deny(), "deny-reason": deny(reason="Odd"), "deny-success": deny(status="Success", code=200, message="m"),
    "deny-code": deny(code=409, reason="Conflict", message="m", details={"name": "n", "kind": "k", "causes": [{"reason": "r", "message": "m", "field": "f"}], "retryAfterSeconds": 3}),
    "warn": allow(warnings=["first", "second \"quoted\"", "first"]), "deny-warn": lambda r: {"allowed": False, "warnings": ["w"]},
    "long-warn": allow(warnings=["x" * 3000, "y" * 3000]), "audit": allow(auditAnnotations={"a": "b"}),
    "data": patched(add("/data", {"by": "webhook"})), "data-a": patched(add("/data/a", "1")), "data-b": patched(add("/data/b", "2")),
    "same": patched({"op": "test", "path": "/kind", "value": "ConfigMap"}), "label": patched(add("/metadata/labels", {"by": "webhook"})),
    "wrong-type": patched(add("/data", 5)), "wrong-data": patched(add("/data", {"-/-": "x"})), "missing": patched({"op": "remove", "path": "/data/nope"}),
    "test": patched({"op": "test", "path": "/kind", "value": "Nope"}), "name": patched({"op": "replace", "path": "/metadata/name", "value": "other"}),
    "namespace": patched({"op": "replace", "path": "/metadata/namespace", "value": "other"}), "managed": patched(add("/metadata/managedFields", [{"manager": "x"}])),
    "no-managed": patched({"op": "remove", "path": "/metadata/managedFields"}), "unknown": patched(add("/nope", 1)), "spec": patched(add("/spec", {"size": 4, "unknown": 1})),
    "spec-default": patched({"op": "remove", "path": "/spec/size"}), "replicas": patched({"op": "replace", "path": "/spec/replicas", "value": 7}),
    "image": patched({"op": "replace", "path": "/spec/containers/0/image", "value": "other"}), "finalizer": patched(add("/metadata/finalizers", ["example.com/x"])),
    "text": raw("["), "object": raw("{}"), "empty": raw("[]"), "null": raw("null"), "numbers": raw("[1]"),
    "merge": allow(patchType="MergePatch", patch=base64.b64encode(b'[{"op":"add","path":"/data","value":{}}]').decode()),
    "no-type": allow(patch="W10="), "only-type": allow(patchType="JSONPatch"), "no-base64": allow(patchType="JSONPatch", patch="?"),
    "allowed-text": lambda r: {"allowed": "yes"}, "warnings-text": lambda r: {"allowed": True, "warnings": "x"}, "uid": allow(uid="other"),
    "absent": lambda r: None, "generate": patched({"op": "replace", "path": "/metadata/generateName", "value": "other-"}),
}
# Changes to the whole response.
REVIEWS = {
    "no-kind": lambda v: (v.pop("kind"), v.pop("apiVersion")), "other-kind": lambda v: v.update(kind="Other"), "old-version": lambda v: v.update(apiVersion="admission.k8s.io/v1beta1"),
}
BODIES = {"error": (500, b"not here"), "gone": (404, b"gone"), "teapot": (418, b"tea"), "html": (200, b"<html>"), "nothing": (200, b""), "list": (200, b"[]")}


def shown(request):
    """Without what differs between any two servers."""
    out = {k: v for k, v in request.items() if k not in ("uid", "userInfo")}
    for name in ("object", "oldObject"):
        for entry in ((out.get(name) or {}).get("metadata") or {}).get("managedFields") or []:
            entry.pop("time", None)
    return out


def answer(target, review):
    path, _, query = target.partition("?")
    _, _, channel, name = path.split("/")
    request = review["request"]
    if "probe" not in (((request["object"] or {}).get("metadata") or {}).get("labels") or {}):  # sent until the configuration is in force
        with LOCK:
            RECEIVED[channel].append({"webhook": name, "query": query, "apiVersion": review["apiVersion"], "request": shown(request)})
    if name in BODIES:
        return BODIES[name]
    response = ANSWERS.get(name, allow())(request)
    if response is not None:
        response = {"uid": request["uid"], **response}
    out = {"kind": review["kind"], "apiVersion": review["apiVersion"], "response": response}
    REVIEWS.get(name, lambda v: None)(out)
    return 200, json.dumps(out).encode()
