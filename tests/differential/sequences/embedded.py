"""Resources in other resources (x-kubernetes-embedded-resource): their apiVersion and kind, and metadata that is decoded and validated like any object's."""

import copy

from sequence import JSON_PATCH, Sequence, apply, get, patch, post, put
from sequences.custom import CRDS, FOOS, definition, foo, served

POD = {"apiVersion": "v1", "kind": "Pod"}
METADATA = [
    {"name": "x"}, {}, "x", 5, [], {"labels": {"a b": "c"}}, {"labels": {"a": "b c"}}, {"labels": {"a": 1}}, {"labels": "x"}, {"labels": None},
    {"annotations": {"a": "x" * 262145}}, {"annotations": {"A/B/C": "x"}}, {"generation": -1}, {"generation": "x"}, {"generation": 1.5}, {"name": "a/b"}, {"name": ".."}, {"name": 5},
    {"name": "A_b"}, {"generateName": "a/"}, {"generateName": "A-"}, {"namespace": "A"}, {"namespace": "other"}, {"creationTimestamp": "x"}, {"creationTimestamp": "2001-01-01T00:00:00Z"},
    {"creationTimestamp": None}, {"deletionTimestamp": "x"}, {"deletionTimestamp": "2001-01-01T00:00:00Z"}, {"deletionGracePeriodSeconds": 5}, {"uid": "x"}, {"resourceVersion": "x"},
    {"finalizers": ["nope"]}, {"finalizers": ["a b"]}, {"finalizers": ["orphan", "foregroundDeletion"]}, {"finalizers": "x"}, {"ownerReferences": [{"apiVersion": "v1", "kind": "Pod", "name": "a"}]},
    {"ownerReferences": [{"apiVersion": "a/b/c", "kind": "Pod", "name": "a", "uid": "u"}]}, {"ownerReferences": [{"apiVersion": "v1", "kind": "Event", "name": "a", "uid": "u"}]},
    {"ownerReferences": [{"apiVersion": "v1", "kind": "Pod", "name": n, "uid": n, "controller": True} for n in "ab"]}, {"managedFields": []}, {"managedFields": [{"manager": "x"}]},
    {"managedFields": [{"manager": "x", "operation": "Apply", "fieldsType": "No"}]}, {"clusterName": "x"}, {"labels": {}, "unknown": {"a": 1}}, {"selfLink": "/x"}, {"name": "", "labels": {"a": "b"}}]
TYPES = [{}, {"apiVersion": "v1"}, {"kind": "Pod"}, {"apiVersion": "", "kind": ""}, {"apiVersion": 5, "kind": "Pod"}, {"apiVersion": "v1", "kind": 5}, {"apiVersion": None, "kind": "Pod"},
         {"apiVersion": "a/b/c", "kind": "Pod"}, {"apiVersion": "v1", "kind": "a.b"}, {"apiVersion": "v1", "kind": "K" * 64}, {"apiVersion": "v1", "kind": "9Pod"}, {"apiVersion": "/v1", "kind": "Pod"},
         {"apiVersion": "a/", "kind": "Pod"}, {"apiVersion": {"a": "b"}, "kind": "Pod"}]
# SPEC's template preserves unknown fields; these do not: in a list, in a map, inside of another.
SHUT = {"type": "object", "x-kubernetes-embedded-resource": True, "properties": {"spec": {"type": "object", "properties": {"a": {"type": "string"}}}}}
SHAPES = {"shut": SHUT, "listed": {"type": "array", "items": SHUT}, "mapped": {"type": "object", "additionalProperties": SHUT},
          "outer": {"type": "object", "x-kubernetes-embedded-resource": True, "properties": {"inner": SHUT, "metadata": {"type": "object"}}}}


def shapes():
    out = definition()
    schema = out["spec"]["versions"][0]["schema"]["openAPIV3Schema"]["properties"]["spec"]
    schema["properties"].update(copy.deepcopy(SHAPES))
    return out


def writes(name, template, crd=None, where="template"):
    path, at = FOOS + "/f", f"/spec/{where}"
    body = foo(size=2, **{where: template})
    return Sequence(name, *served(post(FOOS, body), post(FOOS + "?fieldValidation=Strict", {**body, "metadata": {"name": "g"}}), get(FOOS + "/f"), apply(FOOS + "/h", {**body, "metadata": {"name": "h"}}),
                                  post(FOOS, {**foo(size=1), "metadata": {"name": "f"}}, ignore=True), patch(path, {"spec": {where: template}}), patch(path, [{"op": "add", "path": at, "value": template}], JSON_PATCH),
                                  apply(path, body, force=True), get(path), crd=crd))


def definitions():
    for i, metadata in enumerate(({"name": "x"}, {"labels": {"a": "b"}})):
        crd = shapes()
        crd["spec"]["versions"][0]["schema"]["openAPIV3Schema"]["properties"]["spec"]["properties"]["shut"]["default"] = {**POD, "metadata": metadata}
        yield Sequence(f"embedded/default/{i}", *served(post(CRDS + "?dryRun=All", {**crd, "metadata": {"name": "foos.{id}.example.com"}}), post(FOOS, foo(size=1)), get(FOOS + "/f"), crd=crd, paths=()))


def sequences():
    for i, metadata in enumerate(METADATA):
        yield writes(f"embedded/metadata/{i}", {**POD, "metadata": metadata})
    yield Sequence("embedded/metadata/null", *served(post(FOOS, foo(size=2, template={**POD, "metadata": None})), get(FOOS + "/f")))
    for i, head in enumerate(TYPES):
        yield writes(f"embedded/type/{i}", {**head, "metadata": {"name": "x"}})
    crd, bad = shapes(), [{"name": "x", "unknown": 1}, {"labels": {"a b": "c"}}, "x", {"annotations": {"a": 1}}]
    for i, metadata in enumerate(bad):
        # If there are several faults, the real server reports any one of them: each value has one.
        whole = {**POD, "metadata": metadata, "spec": {"a": "b"}}
        for where, value in (("shut", whole), ("listed", [{**POD}, whole]), ("mapped", {"k": whole}), ("outer", {**POD, "metadata": metadata}), ("outer/inner", {**POD, "inner": whole})):
            yield writes(f"embedded/{where}/{i}", value, crd, where.split("/")[0])
    for name, fault in (("field", {"z": 1}), ("spec", {"spec": {"a": "b", "z": 1}})):
        yield writes(f"embedded/shut/{name}", {**POD, **fault}, crd, "shut")
        yield writes(f"embedded/outer/{name}", {**POD, "inner": {**POD, **fault}}, crd, "outer")
    yield Sequence("embedded/mapped/unknown", *served(post(FOOS, foo(size=1, mapped={"k": {**POD, "metadata": {"nope": 1}, "z": 1}})), get(FOOS + "/f"), crd=crd))
    for where, value in (("shut", "x"), ("listed", [{}]), ("mapped", {"k": {}}), ("outer", {**POD, "inner": {}})):
        yield writes(f"embedded/{where}/bare", value, crd, where)
    f = FOOS + "/f"
    yield Sequence("embedded/status", *served(post(FOOS, foo(size=1, template={**POD, "metadata": {"name": "x"}})), put(f + "/status", {**foo(size=1, template={**POD, "metadata": "x"}), "status": {"size": 1}}),
                                              patch(f + "/status", {"spec": {"template": {"metadata": {"generation": -1}}}, "status": {"size": 2}}), get(f)))
    yield from definitions()
