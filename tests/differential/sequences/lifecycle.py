"""Behaviour over several requests: propagation and finalizers, apply with force, dry runs, pages, watches."""

import base64

from sequence import APPLY, JSON_PATCH, PARTIAL, STRATEGIC, Sequence, apply, delete, get, join, patch, post, put, start, watch
from sequences.custom import FOOS, foo, served
from sequences.objects import DEPLOYS, MAPS, PODS, config, deployment, pod

SERVICES = "/api/v1/namespaces/{ns}/services"
FREE = {"metadata": {"finalizers": None}}


def deletions():
    a = MAPS + "/a"
    for policy in ("Orphan", "Foreground", "Background"):
        o = {"propagationPolicy": policy}
        for kind, path, body in (("config", MAPS, config("a")), ("deployment", DEPLOYS, deployment("a")), ("pod", PODS, pod("a"))):
            held = {**body, "metadata": {"name": "a", "finalizers": ["example.com/x"]}}
            one = path + "/a"
            yield Sequence(f"propagation/{policy}/{kind}", post(path, held), delete(one, o), get(one), delete(one, o), delete(one),
                           patch(one, {"metadata": {"finalizers": ["example.com/x"]}}), get(one), patch(one, FREE), get(one))
        yield Sequence(f"propagation/{policy}/collection", post(MAPS, config("a", finalizers=["example.com/x"])), post(MAPS, config("b")),
                       delete(MAPS, o), get(MAPS), patch(a, FREE), patch(MAPS + "/b", FREE), get(MAPS))
        yield Sequence(f"propagation/{policy}/dry", post(MAPS, config("a")), delete(a + "?dryRun=All", o), get(a), delete(a + "?propagationPolicy=" + policy), get(a), patch(a, FREE))
    for first in ("Orphan", "Foreground", "Background"):
        for second in ("Orphan", "Foreground", "Background"):
            yield Sequence(f"propagation/{first}-{second}", post(MAPS, config("a", finalizers=["example.com/x"])), delete(a, {"propagationPolicy": first}),
                           delete(a, {"propagationPolicy": second}), get(a), patch(a, FREE), get(a))
    for name in ("orphan", "foregroundDeletion"):
        yield Sequence(f"propagation/sent-finalizer/{name}", post(MAPS, config("a", finalizers=[name])), delete(a), get(a), patch(a, FREE), get(a))
    yield Sequence("deleting/create-again", post(MAPS, config("a", finalizers=["example.com/x"])), delete(a), post(MAPS, config("a")), apply(a, config("a", {"k": "2"})),
                   patch(a, {"metadata": {"labels": {"x": "y"}}}), patch(a, {"metadata": {"deletionTimestamp": None}}), put(a, config("a", finalizers=["example.com/x", "example.com/y"])),
                   put(a, config("a")), get(a))
    yield Sequence("deleting/apply-timestamp", apply(a, config("a", deletionTimestamp="2001-01-01T00:00:00Z")), get(a),
                   apply(a, config("a", deletionTimestamp="2001-01-01T00:00:00Z", deletionGracePeriodSeconds=5)), get(a),
                   apply(MAPS + "/b", config("b", deletionTimestamp="nope")), apply(MAPS + "/c", config("c", creationTimestamp="2001-01-01T00:00:00Z", uid="x", generation=4)))
    yield Sequence("deleting/preconditions", post(MAPS, config("a", finalizers=["example.com/x"]), save={"u": "metadata/uid", "r": "metadata/resourceVersion"}),
                   delete(a, {"preconditions": {"uid": "{u}"}}), delete(a, {"preconditions": {"resourceVersion": "{r}"}}), patch(a, FREE))


def grace():
    one = PODS + "/a"
    # The seconds of each delete, and how many events a watch gets for a pod without finalizers and for one with.
    cases = [((0,), 3, 3), ((30, 0), 4, 4), ((30, 0, 0), 4, 4), ((30, 5, 0), 5, 5), ((0, 30), 3, 3), ((30, 60), 2, 3), ((None, 0, None), 4, 4), ((1 << 40,), 2, 3),
             (((1 << 63) - 1, 0), 4, 4)]
    for i, (deletes, free, held) in enumerate(cases):
        for name, finalizers, events in (("free", None, free), ("held", ["example.com/x"], held)):
            body = {**pod("a", nodeName="n"), "metadata": {"name": "a", "finalizers": finalizers}}
            yield Sequence(f"grace/{name}/{i}", get(PODS, save={"rv": "metadata/resourceVersion"}), post(PODS, body),
                           *(delete(one, {} if seconds is None else {"gracePeriodSeconds": seconds}) for seconds in deletes), get(one), patch(one, FREE),
                           watch(PODS + "?watch=true&resourceVersion={rv}&timeoutSeconds=5", events))


def pages():
    items = [post(MAPS, config(f"c{i:02d}", labels={"odd": str(i % 2)})) for i in range(11)]
    yield Sequence("pages/walk", *items, get(MAPS + "?limit=4", save={"c": "metadata/continue"}), get(MAPS + "?limit=4&continue={c}", save={"c": "metadata/continue"}),
                   get(MAPS + "?limit=4&continue={c}"))
    yield Sequence("pages/labels", *items, get(MAPS + "?limit=2&labelSelector=odd=1", save={"c": "metadata/continue"}),
                   get(MAPS + "?limit=2&labelSelector=odd=1&continue={c}", save={"c": "metadata/continue"}), get(MAPS + "?limit=2&labelSelector=odd=1&continue={c}"))
    yield Sequence("pages/changed", *items, get(MAPS + "?limit=4", save={"c": "metadata/continue"}), delete(MAPS + "/c05"), patch(MAPS + "/c06", {"data": {"k": "new"}}),
                   post(MAPS, config("c055")), get(MAPS + "?limit=4&continue={c}"), get(MAPS + "?limit=4"))
    yield Sequence("pages/partial", *items, get(MAPS + "?limit=3", PARTIAL.replace("Metadata;", "MetadataList;"), save={"c": "metadata/continue"}),
                   get(MAPS + "?limit=30&continue={c}", PARTIAL.replace("Metadata;", "MetadataList;")))
    yield Sequence("pages/fields", *items, get(MAPS + "?limit=1&fieldSelector=metadata.name!=c00"), get(MAPS + "?limit=1&fieldSelector=metadata.name=c07"))
    yield Sequence("pages/version-zero", *items[:3], get(MAPS + "?limit=1&resourceVersion=0"), get(MAPS + "?limit=2&resourceVersion=0&labelSelector=odd=0"))
    for i, q in enumerate(["labelSelector=odd=1", "fieldSelector=metadata.name=c03", "labelSelector=odd=1&fieldSelector=metadata.name!=c03", "labelSelector=odd=7",
                           "gracePeriodSeconds=0", "propagationPolicy=Background&labelSelector=odd", "propagationPolicy=Nope", "resourceVersion=0&labelSelector=!odd"]):
        yield Sequence(f"pages/deletecollection/{i}", *items, delete(MAPS + "?" + q), get(MAPS))
    yield Sequence("pages/deletecollection/body", *items, delete(MAPS + "?labelSelector=odd=0", {"preconditions": {"uid": "x"}}), delete(MAPS, {"dryRun": ["All"]}), get(MAPS))
    yield Sequence("pages/deletecollection/pods", post(PODS, pod("p")), post(PODS, pod("q", nodeName="n")), delete(PODS), get(PODS), delete(PODS, {"gracePeriodSeconds": 0}), get(PODS))


def tokens(*texts):
    """Continue tokens as they are sent: base64 of URLs, without padding."""
    return [base64.urlsafe_b64encode(t if isinstance(t, bytes) else t.encode()).decode().rstrip("=") for t in texts]


def broken_pages():
    """Continue tokens that the server did not issue."""
    good = '{"v":"meta.k8s.io/v1","rv":%s,"start":"%s"}'
    texts = tokens("{}", "[]", "5", '"x"', "null", "true", "x", "\x01", "'", '"', "\x7f", b"\x80", b"\x9f", b"\xa0", b"\xad", b"\xc3\xa9", b"\xff", "{", '{"v":"x"}',
                   '{"v":5}', '{"v":null}', '{"v":"meta.k8s.io/v1"}', '{"v":"meta.k8s.io/v1","rv":"5"}', '{"v":"meta.k8s.io/v1","rv":1.5}', '{"v":"meta.k8s.io/v1","rv":true}',
                   '{"rv":[],"v":5}', '{"v":"meta.k8s.io/v1","rv":-1}', '{"v":"meta.k8s.io/v1","rv":-1,"start":7}', '{"v":"meta.k8s.io/v1","rv":-1,"start":{}}',
                   *(good % (-1, start) for start in ("", "..", "../a", "a/..", "/a/../b", "//a", "a//b", "a/", "./a", ".", "a/./b", "..a", "a..b", "\\u0000")))
    texts += ["%20", "A", "AAAAA", "e30=", "*"]
    for i in range(0, len(texts), 8):
        yield Sequence(f"pages/broken/{i // 8}", post(MAPS, config("a")), *(get(MAPS + "?limit=1&continue=" + t) for t in texts[i:i + 8]))


def container(name="c", **more):
    return {"name": name, "image": "i", **more}


def deploy(*containers, **spec):
    out = deployment("d", **spec)
    out["spec"]["template"]["spec"]["containers"] = list(containers) or [container()]
    return out


def applies():
    d, s, a = DEPLOYS + "/d", SERVICES + "/s", MAPS + "/a"
    port = {"containerPort": 80}
    yield Sequence("force/list-map", apply(d, deploy(container(ports=[port]))), apply(d, deploy(container(ports=[{**port, "name": "x"}])), "m2"),
                   apply(d, deploy(container(ports=[{**port, "name": "y"}])), "m1"), apply(d, deploy(container(ports=[{**port, "name": "y"}])), "m1", True), get(d),
                   apply(d, deploy(), "m2"), get(d), apply(d, deploy(), "m1"), get(d))
    yield Sequence("force/env", apply(d, deploy(container(env=[{"name": "A", "value": "1"}, {"name": "B", "value": "2"}]))),
                   apply(d, deploy(container(env=[{"name": "B", "value": "3"}, {"name": "C", "value": "4"}])), "m2"),
                   apply(d, deploy(container(env=[{"name": "B", "value": "3"}, {"name": "C", "value": "4"}])), "m2", True),
                   patch(d, {"spec": {"template": {"spec": {"containers": [container(env=[{"name": "A", "value": None}])]}}}}, STRATEGIC),
                   apply(d, deploy(container(env=[{"name": "A", "value": "1"}]))), get(d))
    yield Sequence("force/order", apply(d, deploy(container("x"), container("y"), container("z"))), apply(d, deploy(container("z"), container("w")), "m2"),
                   apply(d, deploy(container("z"), container("y"), container("x"))), get(d), apply(d, deploy(container("y"))), get(d))
    yield Sequence("force/volumes", apply(d, deploy(container(volumeMounts=[{"name": "v", "mountPath": "/a"}]))),
                   apply(d, {**deploy(), "spec": {**deploy()["spec"], "template": {**deploy()["spec"]["template"], "spec": {
                       "containers": [container(volumeMounts=[{"name": "v", "mountPath": "/a"}, {"name": "w", "mountPath": "/b"}])],
                       "volumes": [{"name": "v", "emptyDir": {}}, {"name": "w", "configMap": {"name": "m"}}]}}}}), get(d))
    service = {"apiVersion": "v1", "kind": "Service", "metadata": {"name": "s"}, "spec": {"selector": {"a": "b"}, "ports": [{"port": 80}]}}
    with_ports = {**service, "spec": {"ports": [{"port": 80, "name": "a"}, {"port": 81, "name": "b", "protocol": "UDP"}]}}
    yield Sequence("force/service", apply(s, service), apply(s, with_ports, "m2"), apply(s, with_ports, "m2", True), get(s), apply(s, service), get(s))
    yield Sequence("force/null", apply(a, config("a", {"k": None, "l": "v"})), get(a), apply(a, {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "a", "labels": None}, "data": None}), get(a),
                   apply(a, {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "a"}, "data": {}}), get(a))
    for i, bad in enumerate([{"data": {"a": 5}}, {"data": []}, {"metadata": {"name": "a", "labels": {"x": 1}}}, {"metadata": {"name": "a", "finalizers": "x"}},
                             {"metadata": {"name": "a", "finalizers": ["a/b", "a/b"]}}, {"metadata": {"name": "a", "ownerReferences": [{"name": "x"}]}}, {"nope": 1}, {"immutable": "x"},
                             {"data": {"a": 1}, "immutable": "x"}, {"data": {"a": 1, "b": 2}}, {"binaryData": {"a": "!"}}]):
        yield Sequence(f"force/typing/{i}", apply(a, {**config("a"), **bad}), post(MAPS, config("a")), apply(a, {**config("a"), **bad}, force=True), get(a))
    for i, bad in enumerate([{"replicas": "x"}, {"template": {"spec": {"containers": [{"image": "x"}]}}}, {"template": {"spec": {"containers": "x"}}}, {"selector": []},
                             {"template": {"spec": {"containers": [container(ports=[{"name": "x"}])]}}}, {"template": {"spec": {"containers": [container(ports=[port, port])]}}},
                             {"strategy": {"rollingUpdate": {"maxSurge": True}}}, {"replicas": None}, {"template": None}, {"template": {"spec": {"containers": [None]}}}]):
        body = deploy()
        body["spec"].update(bad)
        yield Sequence(f"force/deployment-typing/{i}", apply(d, body), post(DEPLOYS, body), get(d))
    yield Sequence("force/dry", apply(d + "?dryRun=All", deploy()), get(d), apply(d, deploy()), apply(d + "?dryRun=All", deploy(replicas=4), "m2"),
                   apply(d + "?dryRun=All", deploy(replicas=4), "m2", True), get(d))
    for mode in ("Strict", "Warn", "Ignore"):
        yield Sequence(f"force/validation/{mode}", patch(a + "?fieldManager=m&fieldValidation=" + mode, "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata:\n  k: v\n  k: w\n", APPLY), get(a),
                       patch(a + "?fieldManager=m&fieldValidation=" + mode, '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"},"data":{"k":"1","k":"2"}}', APPLY), get(a))
    f = FOOS + "/f"
    yield Sequence("force/custom", *served(apply(f, foo(size=2, map={"a": 1}, any={"x": {"y": 1}})), apply(f, foo(size=3, map={"b": 2}, any={"x": {"z": 1}}), "m2"),
                                           apply(f, foo(size=3, map={"a": 2}), "m2", True), get(f), apply(f, foo(map={"a": None})), apply(f, foo(map={"c": None})), get(f),
                                           apply(f, foo(items=[{"k": "a", "v": 1}, {"k": "a"}])), apply(f, foo(items=[{"v": 1}])), apply(f, foo(tags=["a", "a"])), get(f)))
    yield Sequence("force/custom-port", *served(apply(f, foo(port={}))))
    yield Sequence("force/custom-status", *served(apply(f, foo(size=2)), apply(f + "/status", {**foo(), "status": {"size": 1}}, "s"), patch(f + "/status", {"status": {"size": 2}}),
                                                  apply(f + "/status", {**foo(), "status": {"size": 3}}, "s"), apply(f + "/status", {**foo(), "status": {"size": 3}}, "s", True), get(f),
                                                  apply(f, {**foo(size=2), "status": {"size": 9}}), get(f)))


def scales():
    for plural, body in (("replicasets", {"selector": {"matchLabels": {"a": "b"}}, "template": {"metadata": {"labels": {"a": "b"}}, "spec": {"containers": [container()]}}}),
                         ("statefulsets", {"serviceName": "s", "selector": {"matchLabels": {"a": "b"}}, "template": {"metadata": {"labels": {"a": "b"}}, "spec": {"containers": [container()]}}})):
        path = "/apis/apps/v1/namespaces/{ns}/" + plural
        s = path + "/x/scale"
        yield Sequence(f"scale/{plural}", post(path, {"metadata": {"name": "x"}, "spec": body}), get(s), patch(s, {"spec": {"replicas": 3}}), put(s, {"metadata": {"name": "x"}, "spec": {"replicas": 4}}),
                       patch(s + "?dryRun=All", {"spec": {"replicas": 9}}), get(s), patch(s, {"spec": {"replicas": -3}}), patch(s, {"metadata": {"labels": {"a": "b"}}}),
                       put(s, {"kind": "Scale", "apiVersion": "autoscaling/v1", "metadata": {"name": "x"}}), get(path + "/x"))
        yield Sequence(f"scale/other-kind/{plural}", post(path, {"metadata": {"name": "x"}, "spec": body}), patch(s, {"kind": "Nope"}), patch(s, {"apiVersion": "v7"}),
                       patch(s, {"kind": "Pod", "apiVersion": "v1"}), patch(s, {"kind": None}), patch(s, [{"op": "replace", "path": "/kind", "value": "Nope"}], JSON_PATCH),
                       patch(s, {"kind": "Nope"}, STRATEGIC), put(s, {"kind": "Nope", "apiVersion": "autoscaling/v1", "metadata": {"name": "x"}, "spec": {"replicas": 1}}),
                       put(s, {"kind": "Scale", "apiVersion": "apps/v1", "metadata": {"name": "x"}, "spec": {"replicas": 1}}),
                       apply(s, {"kind": "Nope", "apiVersion": "autoscaling/v1", "metadata": {"name": "x"}, "spec": {"replicas": 1}}))
        for mode in ("Strict", "Warn", "Ignore"):
            q = s + "?fieldValidation=" + mode
            yield Sequence(f"scale/unknown-field/{plural}/{mode}", post(path, {"metadata": {"name": "x"}, "spec": body}), patch(q, {"spec": {"nope": 1}}),
                           put(q, {"kind": "Scale", "apiVersion": "autoscaling/v1", "metadata": {"name": "x"}, "spec": {"replicas": 1, "nope": 1}}))
    controllers = "/api/v1/namespaces/{ns}/replicationcontrollers"
    s = controllers + "/x/scale"
    yield Sequence("scale/controllers", post(controllers, {"metadata": {"name": "x"}, "spec": {"template": {"metadata": {"labels": {"a": "b"}}, "spec": {"containers": [container()]}}}}),
                   get(s), patch(s, {"spec": {"replicas": 3}}), get(s), get(controllers + "/x"))


def watches():
    rv = get(MAPS, save={"rv": "metadata/resourceVersion"})
    changes = [post(MAPS, config("a", labels={"t": "x"})), post(MAPS, config("b", labels={"t": "y"})), patch(MAPS + "/a", {"metadata": {"labels": {"t": "y"}}}),
               patch(MAPS + "/b", {"metadata": {"labels": {"t": None}}}), patch(MAPS + "/a", {"data": {"k": "2"}}), patch(MAPS + "/a", {"metadata": {"labels": {"t": "x"}}}),
               delete(MAPS + "/b"), delete(MAPS + "/a")]
    for i, s in enumerate(["labelSelector=t=x", "labelSelector=t in (x,y)", "labelSelector=t!=x", "labelSelector=!t", "fieldSelector=metadata.name=b", "labelSelector=t&fieldSelector=metadata.name=a"]):
        yield Sequence(f"watching/selector/{i}", rv, *changes, watch(MAPS + "?watch=1&timeoutSeconds=1&resourceVersion={rv}&" + s))
    yield Sequence("watching/pods", get(PODS, save={"rv": "metadata/resourceVersion"}), post(PODS, pod("p", nodeName="n")), patch(PODS + "/p/status", {"status": {"phase": "Running"}}),
                   patch(PODS + "/p/status", {"status": {"phase": "Failed"}}), delete(PODS + "/p"),
                   *(watch(PODS + "?watch=1&timeoutSeconds=1&resourceVersion={rv}&fieldSelector=" + q) for q in ("status.phase=Running", "status.phase!=Running", "spec.nodeName=n,status.phase=Pending")))
    yield Sequence("watching/live", rv, start("w", MAPS + "?watch=1&resourceVersion={rv}&labelSelector=t=x"), start("v", MAPS + "?watch=1&resourceVersion={rv}"), *changes, join("w", 4), join("v", 8))


def sequences():
    for part in (deletions, grace, pages, broken_pages, applies, scales, watches):
        yield from part()
