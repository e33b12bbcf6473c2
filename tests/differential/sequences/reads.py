"""list, limit and continue, selectors, resourceVersion and its match, watch, Table, PartialObjectMetadata."""

from sequence import PARTIAL, PARTIAL_LIST, TABLE, Sequence, delete, get, join, patch, post, put, start, watch
from sequences.objects import DEPLOYS, MAPS, PODS, config, deployment, pod

FIVE = [post(MAPS, config(n, labels={"tier": "x" if n in "ab" else "y", "n": n}), save={"rv" + n: "metadata/resourceVersion"})
        for n in "abcde"]


def lists():
    yield Sequence("list/plain", *FIVE, get(MAPS), get("/api/v1/namespaces/nope-{id}/configmaps"))
    yield Sequence("list/limit", *FIVE, get(MAPS + "?limit=2", save={"c": "metadata/continue"}),
                   get(MAPS + "?limit=2&continue={c}", save={"c": "metadata/continue"}), get(MAPS + "?limit=2&continue={c}"),
                   get(MAPS + "?limit=5"), get(MAPS + "?limit=0"), get(MAPS + "?limit=50"))
    yield Sequence("list/limit-selector", *FIVE, get(MAPS + "?limit=1&labelSelector=tier=y", save={"c": "metadata/continue"}),
                   get(MAPS + "?limit=1&labelSelector=tier=y&continue={c}", save={"c": "metadata/continue"}),
                   get(MAPS + "?labelSelector=tier=y&continue={c}"))
    yield Sequence("list/limit-deleted", *FIVE, get(MAPS + "?limit=2", save={"c": "metadata/continue"}), delete(MAPS + "/c"),
                   post(MAPS, config("cc")), get(MAPS + "?continue={c}"), get(MAPS))
    for i, q in enumerate(["limit=-1", "limit=x", "continue=x", "continue=eyJ9", "limit=1&resourceVersion=1&continue=x",
                           "resourceVersion=x", "resourceVersion=-1", "resourceVersion=99999999999999",
                           "resourceVersion=99999999999999&resourceVersionMatch=Exact", "resourceVersionMatch=Exact",
                           "resourceVersionMatch=NotOlderThan", "resourceVersion=0&resourceVersionMatch=Exact",
                           "resourceVersion=0&resourceVersionMatch=NotOlderThan", "resourceVersion=0&resourceVersionMatch=Nope",
                           "sendInitialEvents=true", "resourceVersion=0&limit=2", "resourceVersion=0", "timeoutSeconds=1",
                           "allowWatchBookmarks=true", "labelSelector=x", "labelSelector=!tier", "unknown=1", "pretty=true",
                           "watch=false", "continue=eyJ2IjoibWV0YS5rOHMuaW8vdjEiLCJydiI6LTEsInN0YXJ0IjoiYVx1MDAwMCJ9"]):
        yield Sequence(f"list/query/{i}", *FIVE, get(MAPS + "?" + q))
    yield Sequence("list/exact", *FIVE, get(MAPS + "?resourceVersion={rvb}&resourceVersionMatch=Exact"),
                   get(MAPS + "?resourceVersion={rvb}&resourceVersionMatch=NotOlderThan"),
                   get(MAPS + "?resourceVersion={rvb}&resourceVersionMatch=Exact&limit=1", save={"c": "metadata/continue"}),
                   get(MAPS + "?continue={c}"), get(MAPS + "?resourceVersion={rvb}"), get(MAPS + "?resourceVersion={rvb}&limit=1"))
    for i, q in enumerate(["tier=x", "tier==x", "tier!=x", "tier in (x,z)", "tier notin (x)", "tier", "!tier", "n in (a,b),tier=x",
                           "n>1", "n gt 1", "tier in ()", "=x", "tier=x,", "a b", "tier in x", "tier=x y", "T/x/y=1", "tier=-x"]):
        yield Sequence(f"selector/label/{i}", *FIVE, get(MAPS + "?labelSelector=" + q.replace(" ", "%20")))
    for i, q in enumerate(["metadata.name=a", "metadata.name!=a", "metadata.name=a,metadata.namespace={ns}", "metadata.namespace=x",
                           "data.k=v", "metadata.uid=x", "metadata.name", "a=b=c", "metadata.name==a", "=", "metadata.labels=x"]):
        yield Sequence(f"selector/field/{i}", *FIVE, get(MAPS + "?fieldSelector=" + q))
    two = [post(PODS, pod("p1", nodeName="n1")), post(PODS, pod("p2", restartPolicy="Never"))]
    for i, q in enumerate(["spec.nodeName=n1", "spec.nodeName=", "status.phase=Pending", "spec.restartPolicy=Never",
                           "spec.schedulerName=default-scheduler", "spec.serviceAccountName!=", "spec.hostNetwork=false", "status.nope=1",
                           "status.podIP="]):
        yield Sequence(f"selector/pods/{i}", *two, get(PODS + "?fieldSelector=" + q))
    told = [post(f"/apis/events.k8s.io/v1/namespaces/{{ns}}/events",
                 {"metadata": {"name": n}, "eventTime": "2026-01-01T00:00:00.000000Z", "type": "Normal", "reason": "Seen", "action": "Look",
                  "reportingController": f"example.com/{n}", "reportingInstance": "i", "note": "x",
                  "regarding": {"apiVersion": "v1", "kind": "Pod", "namespace": "{ns}", "name": f"of-{n}", "uid": f"uid-{n}"}})
            for n in "ab"]
    for i, (group, q) in enumerate([("/apis/events.k8s.io/v1", f"regarding.{f}") for f in
                                    ["name=of-a", "name!=of-a", "kind=Pod", "kind=Node", "uid=uid-b", "namespace={ns}", "apiVersion=v1"]] +
                                   [("/apis/events.k8s.io/v1", "reportingController=example.com/b"), ("/apis/events.k8s.io/v1", "reason=Seen"),
                                    ("/apis/events.k8s.io/v1", "involvedObject.name=of-a"), ("/api/v1", "involvedObject.name=of-a"),
                                    ("/api/v1", "regarding.name=of-a"), ("/api/v1", "reportingComponent=example.com/a"),
                                    ("/api/v1", "source=example.com/a")]):
        yield Sequence(f"selector/events/{i}", *told, get(f"{group}/namespaces/{{ns}}/events?fieldSelector={q}"))
    yield Sequence("get/version", *FIVE, get(MAPS + "/a?resourceVersion=0"), get(MAPS + "/a?resourceVersion={rve}"),
                   get(MAPS + "/a?resourceVersion=x"), get(MAPS + "/nope"), get(MAPS + "/a?resourceVersion=99999999999999"))


def shapes():
    objects = [post(MAPS, config("a", labels={"x": "y"})), post(MAPS, config("b"))]
    for name, accept in (("table", TABLE), ("partial", PARTIAL), ("partial-list", PARTIAL_LIST)):
        yield Sequence(f"shape/{name}", *objects, get(MAPS, accept), get(MAPS + "/a", accept), get(MAPS + "?limit=1", accept),
                       get(MAPS + "/nope", accept), get(MAPS + "?labelSelector=none", accept),
                       post(MAPS, config("c"), accept=accept), delete(MAPS + "/c", accept=accept))
        yield Sequence(f"shape/{name}/v1beta1", *objects, get(MAPS, accept.replace("v=v1", "v=v1beta1")),
                       get(MAPS + "/a", accept.replace("v=v1", "v=v1beta1")))
    for i, q in enumerate(["None", "Object", "Metadata", "", "Nope"]):
        yield Sequence(f"shape/include/{i}", *objects, get(MAPS + "?includeObject=" + q, TABLE))
    for i, accept in enumerate(["text/html", "application/*", "application/cbor", "application/json;as=Table;v=v2;g=meta.k8s.io",
                                "application/json;as=Nope;v=v1;g=meta.k8s.io", TABLE + ",application/json", TABLE + ";q=0.1,application/json",
                                "application/json;pretty=1", "*/*", "application/json;q=0.2,application/yaml", "application/yaml"]):
        yield Sequence(f"accept/{i}", *objects, get(MAPS + "/a", accept), get(MAPS + "/nope", accept))
    for path, body in ((PODS, pod("p")), (PODS, pod("q", nodeName="n", readinessGates=[{"conditionType": "a"}])),
                       (DEPLOYS, deployment("d")),
                       ("/api/v1/namespaces/{ns}/services", {"metadata": {"name": "s"}, "spec": {"ports": [{"port": 80}], "selector": {"a": "b"}}}),
                       ("/api/v1/namespaces/{ns}/secrets", {"metadata": {"name": "s"}, "stringData": {"a": "b"}}),
                       ("/apis/batch/v1/namespaces/{ns}/jobs", {"metadata": {"name": "j"}, "spec": {"template": {"spec": {
                           "restartPolicy": "Never", "containers": [{"name": "c", "image": "i"}]}}}})):
        yield Sequence("shape/table-of/" + path.rsplit("/", 1)[1] + "/" + body["metadata"]["name"], post(path, body), get(path, TABLE))
    yield Sequence("shape/pod-status", post(PODS, pod("p", nodeName="n")),
                   patch(PODS + "/p/status", {"status": {"phase": "Running", "podIP": "1.1.1.1", "containerStatuses": [
                       {"name": "c", "image": "i", "imageID": "", "ready": True, "restartCount": 3, "state": {"running": {}}}]}}),
                   get(PODS, TABLE), patch(PODS + "/p/status", {"status": {"phase": "Succeeded", "containerStatuses": [
                       {"name": "c", "image": "i", "imageID": "", "ready": False, "restartCount": 0,
                        "state": {"terminated": {"exitCode": 0, "reason": "Completed"}}}]}}), get(PODS, TABLE))


def watches():
    rv = get(MAPS, save={"rv": "metadata/resourceVersion"})
    life = [post(MAPS, config("a", labels={"x": "1"})), patch(MAPS + "/a", {"data": {"k": "2"}}),
            patch(MAPS + "/a", {"metadata": {"labels": {"x": "2"}}}), delete(MAPS + "/a")]
    end = "&timeoutSeconds=1"
    yield Sequence("watch/from-version", rv, *life, watch(MAPS + "?watch=1&resourceVersion={rv}" + end))
    yield Sequence("watch/live", rv, start("w", MAPS + "?watch=1&resourceVersion={rv}&timeoutSeconds=9"), *life, join("w", 4))
    yield Sequence("watch/no-version", post(MAPS, config("z")), watch(MAPS + "?watch=true" + end))
    yield Sequence("watch/version-zero", post(MAPS, config("z")), watch(MAPS + "?watch=1&resourceVersion=0" + end))
    yield Sequence("watch/other-namespace", rv, *life, watch("/api/v1/namespaces/nope-{id}/configmaps?watch=1&resourceVersion={rv}" + end))
    for i, s in enumerate(["labelSelector=x=1", "labelSelector=x=2", "labelSelector=!x", "fieldSelector=metadata.name=a",
                           "fieldSelector=metadata.name!=a"]):
        yield Sequence(f"watch/selector/{i}", rv, *life, watch(MAPS + "?watch=1&resourceVersion={rv}&" + s + end))
        yield Sequence(f"watch/selector-live/{i}", rv, start("w", MAPS + "?watch=1&resourceVersion={rv}&timeoutSeconds=1&" + s),
                       *life, join("w", None))
    initial = "?watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true"
    yield Sequence("watch/initial", *FIVE, watch(MAPS + initial, 6), watch(MAPS + initial + "&resourceVersion={rve}", 6),
                   watch(MAPS + initial + "&labelSelector=tier=x", 3))
    yield Sequence("watch/initial-empty", watch(MAPS + initial, 1))
    yield Sequence("watch/initial-live", *FIVE, start("w", MAPS + initial), join("w", 6))
    for i, q in enumerate(["sendInitialEvents=true", "sendInitialEvents=true&resourceVersionMatch=NotOlderThan", "resourceVersion=x",
                           "resourceVersionMatch=NotOlderThan", "resourceVersionMatch=Exact&resourceVersion=5", "timeoutSeconds=x",
                           "labelSelector=a=(", "fieldSelector=nope=x", "sendInitialEvents=false&resourceVersionMatch=NotOlderThan" + end,
                           "limit=1&continue=x" + end]):
        yield Sequence(f"watch/bad/{i}", watch(MAPS + "?watch=1&" + q + ("" if "timeout" in q else end)))
    yield Sequence("watch/one", *FIVE, watch(MAPS + "/a?watch=1&resourceVersion={rva}" + end), delete(MAPS + "/a"),
                   watch(MAPS + "/a?watch=1&resourceVersion={rva}" + end))
    yield Sequence("watch/deprecated-path", *FIVE, watch("/api/v1/watch/namespaces/{ns}/configmaps?resourceVersion=0" + end),
                   watch("/api/v1/watch/namespaces/{ns}/configmaps/a?resourceVersion=0" + end))
    for name, accept in (("table", TABLE), ("partial", PARTIAL)):
        yield Sequence(f"watch/shape/{name}", rv, *life, watch(MAPS + "?watch=1&resourceVersion={rv}" + end, accept=accept),
                       watch(MAPS + initial, 1, accept))
    yield Sequence("watch/shape/yaml", watch(MAPS + "?watch=1" + end, accept="application/yaml"),
                   watch(MAPS + "?watch=1" + end, accept="text/html"))
    yield Sequence("watch/finalizer", rv, post(MAPS, config("f", finalizers=["a/b"])), delete(MAPS + "/f"),
                   patch(MAPS + "/f", {"metadata": {"finalizers": None}}), watch(MAPS + "?watch=1&resourceVersion={rv}" + end))
    yield Sequence("watch/no-change", rv, post(MAPS, config("f")), put(MAPS + "/f", config("f")), patch(MAPS + "/f", {}),
                   watch(MAPS + "?watch=1&resourceVersion={rv}" + end))
    yield Sequence("watch/pods-by-node", get(PODS, save={"rv": "metadata/resourceVersion"}), post(PODS, pod("p")),
                   post(PODS + "/p/binding", {"target": {"kind": "Node", "name": "n1"}}), get(PODS + "/p"),
                   watch(PODS + "?watch=1&resourceVersion={rv}&fieldSelector=spec.nodeName=n1" + end),
                   watch(PODS + "?watch=1&resourceVersion={rv}&fieldSelector=spec.nodeName=" + end))


def sequences():
    for part in (lists, shapes, watches):
        yield from part()
