"""create, names, generateName, get, update, delete, deletecollection, dryRun, fieldValidation."""

from sequence import JSON, YAML, Sequence, delete, get, patch, post, put

MAPS = "/api/v1/namespaces/{ns}/configmaps"
PODS = "/api/v1/namespaces/{ns}/pods"
DEPLOYS = "/apis/apps/v1/namespaces/{ns}/deployments"


def config(name, data=None, **meta):
    return {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": name, **meta}, "data": data or {"k": "v"}}


def pod(name, **spec):
    return {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": name},
            "spec": {"containers": [{"name": "c", "image": "nginx"}], **spec}}


def deployment(name, replicas=1, **spec):
    return {"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": name},
            "spec": {"replicas": replicas, "selector": {"matchLabels": {"app": name}},
                     "template": {"metadata": {"labels": {"app": name}},
                                  "spec": {"containers": [{"name": "c", "image": "nginx"}]}}, **spec}}


NAMES = ["ok", "a.b-c", "Upper", "under_score", "-lead", "trail-", "a..b", "a" * 253, "a" * 254, "", "a/b", "1", "ä", "a b"]


def creates():
    for i, name in enumerate(NAMES):
        yield Sequence(f"create/name/{i}", post(MAPS, config(name)), get(MAPS))
    for i, prefix in enumerate(["pre-", "Pre", "a" * 60, "x", "a_", "a" * 300]):
        yield Sequence(f"create/generateName/{i}", post(MAPS, {"metadata": {"generateName": prefix}}),
                       post(MAPS, {"metadata": {"generateName": prefix, "name": "fixed"}}), get(MAPS + "/fixed"))
    yield Sequence("create/neither-name", post(MAPS, {"data": {"a": "b"}}), post(MAPS, {}))
    yield Sequence("create/exists", post(MAPS, config("a")), post(MAPS, config("a")))
    yield Sequence("create/no-kind", post(MAPS, {"metadata": {"name": "a"}}), get(MAPS + "/a"))
    for i, head in enumerate([{"kind": "Secret", "apiVersion": "v1"}, {"kind": "ConfigMap", "apiVersion": "v2"},
                              {"kind": "ConfigMap", "apiVersion": "apps/v1"}, {"kind": "Nope", "apiVersion": "v1"},
                              {"apiVersion": "v1"}, {"kind": "ConfigMap"}, {"kind": "configmap", "apiVersion": "v1"},
                              {"kind": "ConfigMap", "apiVersion": "a/b/c"}, {"kind": 5, "apiVersion": "v1"}]):
        yield Sequence(f"create/head/{i}", post(MAPS, {**head, "metadata": {"name": "a"}}))
    yield Sequence("create/other-namespace", post(MAPS, config("a", namespace="other")))
    yield Sequence("create/same-namespace", post(MAPS, config("a", namespace="{ns}")))
    yield Sequence("create/missing-namespace", post("/api/v1/namespaces/nope-{id}/configmaps", config("a")))
    yield Sequence("create/server-fields", post(MAPS, config(
        "a", uid="5a0d0c0e-0000-0000-0000-000000000000", creationTimestamp="2001-01-01T00:00:00Z", generation=7,
        selfLink="x", deletionTimestamp="2001-01-01T00:00:00Z", deletionGracePeriodSeconds=5)))
    yield Sequence("create/resource-version", post(MAPS, config("a", resourceVersion="5")))
    for i, body in enumerate(["", "{", "[]", "null", "5", '"x"', "{}x", '{"metadata":5}', '{"metadata":{"name":5}}',
                              '{"data":{"a":5}}', '{"data":[]}', '{"metadata":{"labels":{"a":1}}}', "a: b",
                              '{"metadata":{"name":"a","creationTimestamp":"nope"}}', '{"a":1,"a":2}']):
        yield Sequence(f"create/body/{i}", post(MAPS, body))
    for i, kind in enumerate(["application/yaml", "text/plain", "application/x-www-form-urlencoded", "application/json; charset=utf-8",
                              "application/merge-patch+json", "application/cbor"]):
        yield Sequence(f"create/content-type/{i}", post(MAPS, '{"metadata":{"name":"a"}}', type=kind))
    yield Sequence("create/yaml", post(MAPS, "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\ndata: {k: v}\n", type=YAML),
                   post(MAPS, "a: b\nc: [", type=YAML), post(MAPS, "metadata:\n  name: b\nfoo: 1\n", type=YAML))
    yield Sequence("create/with-name-in-path", post(MAPS + "/a", config("a")))
    for i, meta in enumerate([{"labels": {"a b": "c"}}, {"labels": {"a": "b c"}}, {"labels": {"a" * 64: "x"}},
                              {"annotations": {"A/B/C": "x"}}, {"annotations": {"big": "x" * 262145}},
                              {"finalizers": ["nope"]}, {"finalizers": ["example.com/a", "example.com/b"]},
                              {"ownerReferences": [{"apiVersion": "v1", "kind": "Pod", "name": "a"}]},
                              {"ownerReferences": [{"apiVersion": "v1", "kind": "Event", "name": "a", "uid": "u"}]},
                              {"ownerReferences": [{"apiVersion": "v1", "kind": "Pod", "name": n, "uid": n, "controller": True}
                                                   for n in "ab"]},
                              {"labels": None, "annotations": {}}, {"managedFields": [{"manager": "x"}]}]):
        yield Sequence(f"create/metadata/{i}", post(MAPS, config("a", **meta)), get(MAPS + "/a"))


def updates():
    yield Sequence("update/plain", post(MAPS, config("a")), put(MAPS + "/a", config("a", {"k": "w"})), get(MAPS + "/a"))
    yield Sequence("update/same", post(MAPS, config("a")), put(MAPS + "/a", config("a")), get(MAPS + "/a"))
    yield Sequence("update/missing", put(MAPS + "/a", config("a")))
    yield Sequence("update/other-name", post(MAPS, config("a")), put(MAPS + "/a", config("b")))
    yield Sequence("update/other-namespace", post(MAPS, config("a")), put(MAPS + "/a", config("a", namespace="x")))
    yield Sequence("update/conflict", post(MAPS, config("a"), save={"rv": "metadata/resourceVersion"}),
                   put(MAPS + "/a", config("a", {"k": "1"}, resourceVersion="{rv}")),
                   put(MAPS + "/a", config("a", {"k": "2"}, resourceVersion="{rv}")),
                   put(MAPS + "/a", config("a", {"k": "2"}, resourceVersion="x")),
                   put(MAPS + "/a", config("a", {"k": "2"}, resourceVersion="0")))
    yield Sequence("update/uid", post(MAPS, config("a"), save={"uid": "metadata/uid"}),
                   put(MAPS + "/a", config("a", {"k": "1"}, uid="{uid}")),
                   put(MAPS + "/a", config("a", {"k": "2"}, uid="5a0d0c0e-0000-0000-0000-000000000000")))
    yield Sequence("update/immutable-config", post(MAPS, {**config("a"), "immutable": True}),
                   put(MAPS + "/a", {**config("a", {"k": "w"}), "immutable": True}), put(MAPS + "/a", config("a")),
                   patch(MAPS + "/a", {"metadata": {"labels": {"a": "b"}}}))
    yield Sequence("update/generation", post(DEPLOYS, deployment("d")), put(DEPLOYS + "/d", deployment("d", 2)),
                   patch(DEPLOYS + "/d", {"metadata": {"labels": {"a": "b"}}}), patch(DEPLOYS + "/d", {"spec": {"replicas": 2}}),
                   patch(DEPLOYS + "/d/status", {"status": {"replicas": 1}, "spec": {"replicas": 9}}), get(DEPLOYS + "/d"))
    yield Sequence("update/status-separate", post(DEPLOYS, {**deployment("d"), "status": {"replicas": 5}}),
                   put(DEPLOYS + "/d/status", {**deployment("d", 7), "status": {"replicas": 3, "observedGeneration": 1}}),
                   put(DEPLOYS + "/d", {**deployment("d", 4), "status": {"replicas": 9}}), get(DEPLOYS + "/d/status"))
    yield Sequence("update/selector-immutable", post(DEPLOYS, deployment("d")),
                   patch(DEPLOYS + "/d", {"spec": {"selector": {"matchLabels": {"app": "x"}}}}),
                   patch(DEPLOYS + "/d", {"spec": {"selector": {"matchLabels": {"app": "x"}},
                                                   "template": {"metadata": {"labels": {"app": "x"}}}}}))
    yield Sequence("update/pod-immutable", post(PODS, pod("p")),
                   patch(PODS + "/p", {"spec": {"nodeName": "n"}}),
                   patch(PODS + "/p", {"spec": {"containers": [{"name": "c", "image": "x", "command": ["y"]}]}}),
                   patch(PODS + "/p", {"spec": {"containers": [{"name": "c", "image": "other"}]}}, "application/strategic-merge-patch+json"),
                   patch(PODS + "/p", {"spec": {"activeDeadlineSeconds": 5}}),
                   patch(PODS + "/p", {"spec": {"activeDeadlineSeconds": 9}}))
    yield Sequence("update/pod-status", post(PODS, pod("p")),
                   patch(PODS + "/p/status", {"status": {"phase": "Running", "podIP": "1.2.3.4"}}),
                   get(PODS + "/p"), patch(PODS + "/p/status", {"status": {"phase": "Nope"}}),
                   patch(PODS + "/p/status", {"metadata": {"labels": {"a": "b"}, "finalizers": ["a/b"]}}))
    yield Sequence("update/creation-time", post(MAPS, config("a")),
                   patch(MAPS + "/a", {"metadata": {"creationTimestamp": "2001-01-01T00:00:00Z", "generation": 9, "uid": None}}))
    yield Sequence("update/lease-creates", put("/apis/coordination.k8s.io/v1/namespaces/{ns}/leases/l",
                                              {"metadata": {"name": "l"}, "spec": {"holderIdentity": "me"}}),
                   put("/apis/coordination.k8s.io/v1/namespaces/{ns}/leases/l", {"metadata": {"name": "l"}, "spec": {}}))


def deletes():
    yield Sequence("delete/plain", post(MAPS, config("a")), delete(MAPS + "/a"), get(MAPS + "/a"), delete(MAPS + "/a"))
    for i, o in enumerate([{"preconditions": {"uid": "5a0d0c0e-0000-0000-0000-000000000000"}},
                           {"preconditions": {"resourceVersion": "1"}}, {"propagationPolicy": "Nope"},
                           {"propagationPolicy": "Orphan"}, {"propagationPolicy": "Foreground"},
                           {"propagationPolicy": "Background"}, {"orphanDependents": True},
                           {"orphanDependents": False, "propagationPolicy": "Background"}, {"gracePeriodSeconds": -1},
                           {"gracePeriodSeconds": 0}, {"gracePeriodSeconds": 5}, {"dryRun": ["All"]}, {"dryRun": ["Some"]},
                           {"kind": "DeleteOptions", "apiVersion": "v1"}, {"kind": "Pod", "apiVersion": "v1"}, {"foo": 1}]):
        yield Sequence(f"delete/options/{i}", post(MAPS, config("a")), delete(MAPS + "/a", o), get(MAPS + "/a"))
    for i, q in enumerate(["gracePeriodSeconds=0", "propagationPolicy=Orphan", "propagationPolicy=x", "dryRun=All", "dryRun=x",
                           "gracePeriodSeconds=x", "orphanDependents=true"]):
        yield Sequence(f"delete/query/{i}", post(MAPS, config("a")), delete(MAPS + "/a?" + q), get(MAPS + "/a"))
    yield Sequence("delete/finalizer", post(MAPS, config("a", finalizers=["example.com/f"])), delete(MAPS + "/a"), get(MAPS + "/a"),
                   delete(MAPS + "/a"), patch(MAPS + "/a", {"metadata": {"finalizers": ["example.com/f", "example.com/g"]}}),
                   put(MAPS + "/a", config("a")), patch(MAPS + "/a", {"data": {"k": "later"}}),
                   patch(MAPS + "/a", {"metadata": {"finalizers": None}}), get(MAPS + "/a"))
    yield Sequence("delete/foreground-orphan", post(MAPS, config("a", finalizers=["example.com/f"])),
                   delete(MAPS + "/a", {"propagationPolicy": "Foreground"}), get(MAPS + "/a"),
                   delete(MAPS + "/a", {"propagationPolicy": "Orphan"}), get(MAPS + "/a"),
                   patch(MAPS + "/a", {"metadata": {"finalizers": None}}))
    yield Sequence("delete/pod-grace", post(PODS, pod("p")), delete(PODS + "/p"), get(PODS + "/p"))
    yield Sequence("delete/pod-bound", post(PODS, pod("p", nodeName="n")), delete(PODS + "/p"), get(PODS + "/p"),
                   delete(PODS + "/p", {"gracePeriodSeconds": 5}), delete(PODS + "/p", {"gracePeriodSeconds": 50}),
                   delete(PODS + "/p", {"gracePeriodSeconds": 0}), get(PODS + "/p"))
    yield Sequence("delete/pod-ended", post(PODS, pod("p", nodeName="n", terminationGracePeriodSeconds=7)),
                   patch(PODS + "/p/status", {"status": {"phase": "Succeeded"}}), delete(PODS + "/p"), get(PODS + "/p"))
    yield Sequence("delete/precondition-holds", post(MAPS, config("a"), save={"u": "metadata/uid", "r": "metadata/resourceVersion"}),
                   delete(MAPS + "/a", {"preconditions": {"uid": "{u}", "resourceVersion": "{r}"}}))
    some = [post(MAPS, config(n, labels={"x": n})) for n in "abc"]
    yield Sequence("deletecollection/all", *some, delete(MAPS), get(MAPS))
    yield Sequence("deletecollection/labels", *some, delete(MAPS + "?labelSelector=x in (a,b)"), get(MAPS))
    yield Sequence("deletecollection/fields", *some, delete(MAPS + "?fieldSelector=metadata.name=b"), get(MAPS))
    yield Sequence("deletecollection/dry", *some, delete(MAPS + "?dryRun=All"), get(MAPS))
    yield Sequence("deletecollection/bad", *some, delete(MAPS + "?labelSelector=a=("), delete(MAPS + "?limit=1"), get(MAPS))
    yield Sequence("deletecollection/finalizer", post(MAPS, config("f", finalizers=["a/b"])), *some, delete(MAPS), get(MAPS),
                   patch(MAPS + "/f", {"metadata": {"finalizers": None}}), get(MAPS))
    yield Sequence("deletecollection/none", delete(MAPS), delete("/api/v1/namespaces?labelSelector=nope=nope"))
    yield Sequence("delete/dependents", post(MAPS, config("o"), save={"u": "metadata/uid"}),
                   post(MAPS, config("d", ownerReferences=[{"apiVersion": "v1", "kind": "ConfigMap", "name": "o", "uid": "{u}",
                                                            "controller": True, "blockOwnerDeletion": True}])), get(MAPS + "/d"))


def dry_runs():
    q = "?dryRun=All"
    yield Sequence("dryRun/create", post(MAPS + q, config("a")), get(MAPS + "/a"), post(MAPS + q, {"metadata": {"generateName": "g-"}}))
    yield Sequence("dryRun/update", post(MAPS, config("a")), put(MAPS + "/a" + q, config("a", {"k": "w"})), get(MAPS + "/a"),
                   patch(MAPS + "/a" + q, {"data": {"n": "1"}}), get(MAPS + "/a"), delete(MAPS + "/a" + q), get(MAPS + "/a"))
    yield Sequence("dryRun/bad", post(MAPS + "?dryRun=Nope", config("a")), post(MAPS + "?dryRun=", config("a")))
    yield Sequence("dryRun/deployment", post(DEPLOYS + q, deployment("d")), get(DEPLOYS))


def field_validation():
    unknown = {**deployment("d"), "extra": 1}
    unknown["spec"] = {**unknown["spec"], "nope": {"a": 1}}
    twice = '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a","name":"b","labels":{"x":"1","x":"2"}},"data":{"k":"1","k":"2"},"foo":1}'
    for mode in ("Strict", "Warn", "Ignore", "Nope"):
        q = "?fieldValidation=" + mode
        yield Sequence(f"fieldValidation/{mode}/unknown", post(DEPLOYS + q, unknown), put(DEPLOYS + "/d" + q, unknown))
        yield Sequence(f"fieldValidation/{mode}/duplicate", post(MAPS + q, twice), get(MAPS))
        yield Sequence(f"fieldValidation/{mode}/yaml", post(MAPS + q, "metadata:\n  name: y\n  name: z\nfoo: 1\n", type=YAML))
        yield Sequence(f"fieldValidation/{mode}/patch", post(DEPLOYS, deployment("d")),
                       patch(DEPLOYS + "/d" + q, {"spec": {"nope": 1}}),
                       patch(DEPLOYS + "/d" + q, {"spec": {"template": {"spec": {"containers": [{"name": "c", "imag": "x"}]}}}},
                             "application/strategic-merge-patch+json"),
                       patch(DEPLOYS + "/d" + q, [{"op": "add", "path": "/spec/foo", "value": 1}], "application/json-patch+json"),
                       patch(DEPLOYS + "/d" + q + "&fieldManager=m", {**deployment("d"), "spec": {"foo": 1}}, "application/apply-patch+yaml"))
    yield Sequence("fieldValidation/deep", post(PODS + "?fieldValidation=Strict", pod("p", volumes=[{"name": "v", "emptydir": {}}],
                   containers=[{"name": "c", "image": "i", "ports": [{"containerport": 5}], "env": [{"nam": "x"}]}])))


def methods():
    for i, (m, p) in enumerate([("POST", "/api/v1/nodes/x"), ("PUT", MAPS), ("PATCH", MAPS), ("DELETE", "/api/v1/namespaces/{ns}/pods/x/log"),
                                ("GET", "/apis/authorization.k8s.io/v1/subjectaccessreviews"), ("HEAD", "/api/v1/namespaces"),
                                ("OPTIONS", MAPS), ("GET", "/api/v1/nope"), ("GET", "/api/v1/namespaces/{ns}/nope"),
                                ("GET", "/apis/apps/v1/nope"), ("GET", "/apis/nope/v1/foos"), ("GET", MAPS + "/a/status"),
                                ("GET", DEPLOYS + "/a/nope"), ("POST", "/api/v1/configmaps"), ("DELETE", "/api/v1/namespaces")]):
        yield Sequence(f"errors/method/{i}", (m, p, "{}" if m in ("POST", "PUT", "PATCH") else None, {"type": JSON}))
    yield Sequence("errors/namespaced-path", get("/api/v1/namespaces/{ns}/nodes"), get("/api/v1/namespaces/{ns}/namespaces/x"))
    yield Sequence("errors/encoded-path", get(MAPS + "/a%2Fb"), get(MAPS + "//a"), get("//api/v1/namespaces/{ns}/configmaps"),
                   get(MAPS + "/"))
    yield Sequence("errors/field-manager", post(MAPS + "?fieldManager=" + "x" * 129, config("a")),
                   post(MAPS + "?fieldManager=a%0Ab", config("a")), post(MAPS + "?fieldManager=ok", config("a")))


def sequences():
    for part in (creates, updates, deletes, dry_runs, field_validation, methods):
        yield from part()
