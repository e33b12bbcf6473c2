"""The four patches: merge, JSON, strategic, apply; conflicts, force, managedFields, scale."""

from sequence import APPLY, JSON_PATCH, MERGE, STRATEGIC, Sequence, apply, get, patch, post, put
from sequences.custom import FOOS, foo, served
from sequences.objects import DEPLOYS, MAPS, PODS, config, deployment, pod

MERGES = [{"data": {"n": "1"}}, {"data": None}, {"data": {"k": None}}, {}, {"metadata": {"labels": {"a": "b"}}}, [], "x", None,
          {"data": {"a": {"b": None}}}, {"kind": "Secret"}, {"metadata": {"name": "b"}}, {"metadata": {"resourceVersion": "1"}},
          {"metadata": {"uid": "5a0d0c0e-0000-0000-0000-000000000000"}}, {"metadata": None}, {"data": 5}, {"metadata": {"namespace": "x"}},
          {"apiVersion": "v2"}]
JSON_PATCHES = [[{"op": "add", "path": "/data/n", "value": "1"}], [{"op": "remove", "path": "/data/k"}], [{"op": "remove", "path": "/data/none"}],
                [{"op": "replace", "path": "/data/k", "value": "2"}], [{"op": "replace", "path": "/data/none", "value": "2"}],
                [{"op": "move", "from": "/data/k", "path": "/data/m"}], [{"op": "copy", "from": "/data/k", "path": "/data/m"}],
                [{"op": "test", "path": "/data/k", "value": "v"}], [{"op": "test", "path": "/data/k", "value": "x"}],
                [{"op": "nope", "path": "/data/k"}], [{"path": "/data/k"}], [{"op": "add", "value": 1}], {}, [], [5], "x",
                [{"op": "add", "path": "/metadata/labels", "value": {"a": "b"}}, {"op": "add", "path": "/metadata/labels/c~1d", "value": "e"}],
                [{"op": "add", "path": "data", "value": {}}], [{"op": "remove", "path": "/metadata/name"}],
                [{"op": "add", "path": "/metadata/finalizers", "value": []}, {"op": "add", "path": "/metadata/finalizers/-", "value": "a/b"}],
                [{"op": "add", "path": "/a/b/c", "value": 1}], [{"op": "replace", "path": "", "value": {}}]]
CONTAINERS = "/spec/template/spec"


def template(containers=None, **spec):
    if containers is not None:
        spec["containers"] = containers
    return {"spec": {"template": {"spec": spec}}}


STRATEGICS = [template([{"name": "c", "image": "x"}]), template([{"name": "d", "image": "x"}]),
              template([{"name": "c", "$patch": "delete"}]), template([{"name": "d", "image": "y"}, {"$patch": "replace"}]),
              template([{"image": "x"}]), template([{"name": "c", "env": [{"name": "A", "value": "1"}], "ports": [{"containerPort": 80}]}]),
              template([], **{"$setElementOrder/containers": [{"name": "d"}, {"name": "c"}]}),
              template([{"name": "d", "image": "i"}], **{"$setElementOrder/containers": [{"name": "d"}, {"name": "c"}]}),
              template(**{"$setElementOrder/containers": ["zz"]}), template(**{"$setElementOrder/containers": [{"image": "x"}]}),
              template(**{"$setElementOrder/containers": [{"name": "c"}, "zz"]}),
              {"spec": {"strategy": {"$retainKeys": ["type"], "type": "Recreate"}}}, {"spec": {"strategy": {"type": "Recreate"}}},
              {"spec": {"template": {"$patch": "delete"}}}, {"metadata": {"finalizers": ["a/b"]}},
              {"metadata": {"$deleteFromPrimitiveList/finalizers": ["a/b"]}}, {"metadata": {"labels": {"$patch": "replace", "z": "1"}}},
              {"spec": {"$patch": "nope"}}, {"spec": {"replicas": None}}, template([{"name": 5}]), template("x"),
              template(tolerations=[{"key": "k", "operator": "Exists"}]), template(volumes=[{"name": "v", "emptyDir": {}}]),
              template([{"name": "c", "volumeMounts": [{"mountPath": "/a", "name": "v"}]}], volumes=[{"name": "v", "emptyDir": {}}])]


def container(**fields):
    return template([{"name": "c", **fields}])


WRONG_TYPES = [{"spec": 5}, {"spec": "x"}, {"spec": [1]}, *({"spec": {"replicas": v}} for v in ("x", 1.5, 2.0, True, {}, [], 5000000000)),
               *({"spec": {"paused": v}} for v in ("x", 1, {})), {"spec": {"strategy": {"type": 5}}},
               *({"spec": {"strategy": {"rollingUpdate": {"maxSurge": v}}}} for v in ({}, 1.5, True)),
               *({"metadata": {"labels": v}} for v in (5, ["a"], {"a": 5}, {"a": True}, {"a": {}})), {"metadata": {"creationTimestamp": 5}},
               {"metadata": {"generation": "x"}}, {"metadata": {"ownerReferences": "x"}}, {"metadata": {"ownerReferences": [{"uid": 5}]}},
               {"metadata": 5}, container(resources=5), *(container(resources={"limits": v}) for v in (5, {"cpu": {}}, {"cpu": "x"}, {"cpu": True})),
               *(container(command=v) for v in ("x", [5], {"a": 1})), container(imagePullPolicy=5), container(ports=[{"containerPort": "x"}]),
               container(livenessProbe={"httpGet": {"port": {}}}), container(env=[{"name": "a", "value": 5}]), template(restartPolicy=1.5),
               template(terminationGracePeriodSeconds="x"), template({"name": "c"})]


def applied(name="a", data=None, **meta):
    return {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": name, **meta}, "data": data or {"k": "v"}}


def deploy(name="d", **spec):
    out = deployment(name, **spec)
    return out


def applies():
    typed = {"apiVersion": "apps/v1", "kind": "Deployment"}
    yield Sequence("apply/types", *(apply(DEPLOYS + "/d", {**typed, "metadata": {"name": "d"}, **p}) for p in WRONG_TYPES if "spec" in p))
    yield Sequence("apply/other-name", *(apply(DEPLOYS + "/d", {**typed, "metadata": m, "spec": {"paused": v}}) for v in (5, True)
                                         for m in ({"name": "e"}, {"name": "d", "namespace": "x"}, {})),
                   *(apply(MAPS + "/" + n, {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "b"}}) for n in "ac"))
    a, d = MAPS + "/a", DEPLOYS + "/d"
    yield Sequence("apply/create", apply(a, applied()), get(a), apply(a, applied()), get(a))
    yield Sequence("apply/change", apply(a, applied(data={"k": "v", "l": "w"})), apply(a, applied(data={"l": "x"})), get(a),
                   apply(a, {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "a"}}), get(a))
    yield Sequence("apply/conflict", apply(a, applied()), apply(a, applied(data={"k": "w"}), "m2"), apply(a, applied(data={"k": "v"}), "m2"),
                   apply(a, applied(data={"k": "x"}), "m2"), apply(a, applied(data={"k": "x"}), "m2", True), apply(a, applied()), get(a),
                   apply(a, applied(data={"o": "1"})), get(a))
    yield Sequence("apply/over-update", post(MAPS, applied()), apply(a, applied(data={"k": "w"})), apply(a, applied(data={"k": "w"}), force=True),
                   get(a), put(a, applied(data={"k": "z"})), apply(a, applied(data={"k": "w"})), get(a))
    yield Sequence("apply/two-updates", post(MAPS + "?fieldManager=u1", applied()), patch(a + "?fieldManager=u2", {"data": {"m": "1"}}),
                   patch(a + "?fieldManager=u2", {"data": {"k": "2"}}), patch(a + "?fieldManager=u3", {"data": {"k": None}}), get(a))
    yield Sequence("apply/no-manager", ("PATCH", a, applied(), {"type": APPLY}), patch(a + "?fieldManager=", applied(), APPLY))
    yield Sequence("apply/managed-fields", apply(a, applied(managedFields=[])), apply(a, applied(managedFields=[{"manager": "x"}])),
                   apply(a, applied(uid="x")), apply(a, applied(resourceVersion="1")), apply(a, applied()),
                   patch(a, {"metadata": {"managedFields": [{}]}}), get(a), patch(a, {"metadata": {"managedFields": []}}), get(a))
    yield Sequence("apply/head", apply(a, {"metadata": {"name": "a"}}), apply(a, {**applied(), "kind": "Secret"}),
                   apply(a, {**applied(), "apiVersion": "apps/v1"}), apply(a, applied(name="b")), apply(a, "x: [", ), apply(a, "[]"), apply(a, "5"))
    yield Sequence("apply/unknown-field", apply(a, {**applied(), "foo": 1}), apply(a + "?fieldValidation=Strict", {**applied(), "foo": 1}),
                   apply(a + "?fieldValidation=Ignore", {**applied(), "foo": 1}))
    yield Sequence("apply/yaml", apply(a, "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata:\n  k: v\n"), get(a))
    yield Sequence("apply/deployment", apply(d, deploy()), apply(d, deploy(replicas=3)), apply(d, deploy(replicas=5), "m2"),
                   patch(d, {"spec": {"replicas": 7}}), apply(d, deploy(replicas=3)), apply(d, deploy(replicas=3), force=True), get(d))
    two = deploy()
    two["spec"]["template"]["spec"]["containers"].append({"name": "side", "image": "s", "ports": [{"containerPort": 1, "protocol": "UDP"},
                                                                                                {"containerPort": 1}]})
    yield Sequence("apply/list-items", apply(d, deploy()), apply(d, two), apply(d, deploy()), apply(d, two, "m2", True), apply(d, deploy()), get(d))
    double = deploy()
    double["spec"]["template"]["spec"]["containers"] *= 2
    yield Sequence("apply/duplicate-items", apply(d, double), post(DEPLOYS, double))
    yield Sequence("apply/status", apply(d, deploy()), apply(d + "/status", {"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "d"},
                                                                            "status": {"replicas": 3, "conditions": [{"type": "A", "status": "True"}]}}, "s"),
                   get(d), apply(d + "/status", {"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "d"},
                                                 "status": {"conditions": [{"type": "B", "status": "True"}]}}, "s2"), get(d))
    yield Sequence("apply/atomic", apply(d, deploy()), patch(d, {"spec": {"template": {"spec": {"nodeSelector": {"a": "b"}}}}}),
                   apply(d, {**deploy(), "spec": {**deploy()["spec"], "template": {**deploy()["spec"]["template"], "spec": {
                       "nodeSelector": {"c": "d"}, "containers": [{"name": "c", "image": "nginx"}]}}}}), get(d))
    yield Sequence("apply/dry-run", apply(a + "?dryRun=All", applied()), get(a), apply(a, applied()), apply(a + "?dryRun=All", applied(data={"k": "9"})), get(a))
    yield Sequence("apply/missing-status", apply(d + "/status", {"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "d"}, "status": {}}))
    yield Sequence("apply/finalizers", apply(a, applied(finalizers=["a/b"])), apply(a, applied(finalizers=["c/d"]), "m2"), get(a), apply(a, applied()), get(a),
                   apply(a, applied(), "m2"), get(a))
    yield Sequence("apply/owners", apply(a, applied(ownerReferences=[{"apiVersion": "v1", "kind": "Pod", "name": "p", "uid": "u1"}])),
                   apply(a, applied(ownerReferences=[{"apiVersion": "v1", "kind": "Pod", "name": "q", "uid": "u2"}]), "m2"), get(a))
    many = [patch(a + f"?fieldManager=u{i:02d}", {"data": {f"k{i}": "x"}}) for i in range(12)]
    yield Sequence("apply/many-updaters", post(MAPS, applied()), *many)


def scales():
    s = DEPLOYS + "/d/scale"
    yield Sequence("scale/get-put", post(DEPLOYS, deployment("d", 2)), get(s), put(s, {"metadata": {"name": "d"}, "spec": {"replicas": 5}}), get(s),
                   get(DEPLOYS + "/d"), put(s, {"metadata": {"name": "d", "resourceVersion": "1"}, "spec": {"replicas": 6}}),
                   put(s, {"metadata": {"name": "x"}, "spec": {"replicas": 6}}), put(s, {"metadata": {"name": "d"}, "spec": {"replicas": -1}}))
    yield Sequence("scale/patch", post(DEPLOYS, deployment("d", 2)), patch(s, {"spec": {"replicas": 4}}), patch(s, {"spec": {"replicas": 0}}, STRATEGIC),
                   patch(s, [{"op": "replace", "path": "/spec/replicas", "value": 3}], JSON_PATCH), patch(s, {"spec": {"replicas": "x"}}),
                   apply(s, {"apiVersion": "autoscaling/v1", "kind": "Scale", "metadata": {"name": "d"}, "spec": {"replicas": 8}}, "m"),
                   apply(s, {"apiVersion": "autoscaling/v1", "kind": "Scale", "metadata": {"name": "d"}, "spec": {"replicas": 8}}, "m", True),
                   get(DEPLOYS + "/d"))
    yield Sequence("scale/missing", get(s), put(s, {"metadata": {"name": "d"}, "spec": {"replicas": 5}}))


def sequences():
    for kind, name, patches in ((MERGE, "merge", MERGES), (JSON_PATCH, "json", JSON_PATCHES)):
        for i, p in enumerate(patches):
            body = p if isinstance(p, (dict, list)) else ("null" if p is None else f'"{p}"')
            yield Sequence(f"patch/{name}/{i}", post(MAPS, config("a")), patch(MAPS + "/a", body, kind), get(MAPS + "/a"))
    for i, p in enumerate(STRATEGICS):
        yield Sequence(f"patch/strategic/{i}", post(DEPLOYS, {**deployment("d"), "metadata": {"name": "d", "finalizers": ["a/b"], "labels": {"y": "1"}}}),
                       patch(DEPLOYS + "/d", p, STRATEGIC), get(DEPLOYS + "/d"), patch(DEPLOYS + "/d", {"metadata": {"finalizers": None}}))
    yield Sequence("patch/strategic-types", post(DEPLOYS, deployment("d")), *(patch(DEPLOYS + "/d", p, STRATEGIC) for p in WRONG_TYPES))
    yield Sequence("patch/strategic-data", post(MAPS, config("a")), *(patch(MAPS + "/a", {key: v}, STRATEGIC) for key in ("data", "binaryData", "immutable")
                                                                      for v in (5, {"a": 5}, {"a": "!"}, {"a": {}}, {"a": True})))
    yield Sequence("patch/missing", patch(MAPS + "/a", {}), patch(MAPS + "/a", [], JSON_PATCH), patch(MAPS + "/a", {}, STRATEGIC))
    yield Sequence("patch/content-type", post(MAPS, config("a")), patch(MAPS + "/a", {}, "application/json"), patch(MAPS + "/a", {}, "text/plain"),
                   patch(MAPS + "/a", "data: {x: y}", MERGE), patch(MAPS + "/a", "{", MERGE), patch(MAPS + "/a", "{", STRATEGIC),
                   patch(MAPS + "/a", "{", JSON_PATCH))
    # The content type is checked before the options, for every kind of resource.
    options = ("force=true", "dryRun=x", "fieldValidation=x", "fieldManager=%01", "force=true&fieldManager=m")
    yield Sequence("patch/content-type-first", post(MAPS, config("a")), post(DEPLOYS, deployment("d")),
                   *(patch(p + "?" + q, {}, kind) for q in options for p in (MAPS + "/a", MAPS + "/nope", DEPLOYS + "/d/status", DEPLOYS + "/d/scale")
                     for kind in ("application/json", "application/yaml", "text/plain", "", "application/apply-patch+cbor")))
    yield Sequence("patch/content-type-first/custom", *served(post(FOOS, foo("a")), *(patch(p + "?" + q, {}, kind) for q in options for p in (FOOS + "/a", FOOS + "/nope")
                                                                                   for kind in ("application/json", STRATEGIC))))
    yield Sequence("patch/force", post(MAPS, config("a")), patch(MAPS + "/a?force=true", {}, MERGE))
    yield Sequence("patch/strategic-pod", post(PODS, pod("p")), patch(PODS + "/p", {"metadata": {"labels": {"a": "b"}}}, STRATEGIC),
                   patch(PODS + "/p", {"spec": {"tolerations": [{"key": "x", "operator": "Exists"}]}}, STRATEGIC), get(PODS + "/p"))
    yield from applies()
    yield from scales()
