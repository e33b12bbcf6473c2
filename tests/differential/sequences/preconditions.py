"""UID and resourceVersion as preconditions of writes, for each endpoint and form. An object is deleted and created again, and late writes for the first object arrive."""

from sequence import JSON_PATCH, STRATEGIC, Sequence, apply, delete, get, patch, post, put
from sequences.custom import CRDS, FOOS, GROUP, definition, foo

LABELS = {"a": "b"}
TEMPLATE = {"metadata": {"labels": LABELS}, "spec": {"containers": [{"name": "c", "image": "i"}]}}
WORKLOAD = {"replicas": 1, "selector": {"matchLabels": LABELS}, "template": TEMPLATE}
APPS, CORE = "/apis/apps/v1/namespaces/{ns}/", "/api/v1/namespaces/{ns}/"
MAIN = ("", {"metadata": {"labels": {"late": "yes"}}})


def built_in(api, kind, path, spec, status, scaled=True):
    endpoints = [MAIN] + ([("/status", {"status": status})] if status else []) + ([("/scale", {"spec": {"replicas": 3}})] if scaled else [])
    return {"apiVersion": api, "kind": kind, "metadata": {"name": "x"}, **spec}, path, endpoints


KINDS = {
    "custom": (foo("x", size=2), FOOS, [MAIN, ("/status", {"status": {"size": 7}}), ("/scale", {"spec": {"replicas": 3}})]),
    "deployments": built_in("apps/v1", "Deployment", APPS + "deployments", {"spec": WORKLOAD}, {"replicas": 7}),
    "replicasets": built_in("apps/v1", "ReplicaSet", APPS + "replicasets", {"spec": WORKLOAD}, {"replicas": 7}),
    "statefulsets": built_in("apps/v1", "StatefulSet", APPS + "statefulsets", {"spec": {**WORKLOAD, "serviceName": "s"}}, {"replicas": 7}),
    "replicationcontrollers": built_in("v1", "ReplicationController", CORE + "replicationcontrollers", {"spec": {"replicas": 1, "selector": LABELS, "template": TEMPLATE}}, {"replicas": 7}),
    "daemonsets": built_in("apps/v1", "DaemonSet", APPS + "daemonsets", {"spec": {k: v for k, v in WORKLOAD.items() if k != "replicas"}},
                           {"currentNumberScheduled": 7, "numberMisscheduled": 0, "desiredNumberScheduled": 7, "numberReady": 1}, False),
    "pods": built_in("v1", "Pod", CORE + "pods", {"spec": TEMPLATE["spec"]}, {"message": "late"}, False),
    "jobs": built_in("batch/v1", "Job", "/apis/batch/v1/namespaces/{ns}/jobs", {"spec": {"suspend": True, "template": {"spec": {**TEMPLATE["spec"], "restartPolicy": "Never"}}}}, {"active": 7}, False),
    "services": built_in("v1", "Service", CORE + "services", {"spec": {"ports": [{"port": 80}]}}, {"loadBalancer": {"ingress": [{"ip": "192.0.2.1"}]}}, False),
    "balancers": built_in("v1", "Service", CORE + "services", {"spec": {"type": "LoadBalancer", "ports": [{"port": 80}]}},
                          {"loadBalancer": {"ingress": [{"ip": "192.0.2.1"}]}}, False),
    "claims": built_in("v1", "PersistentVolumeClaim", CORE + "persistentvolumeclaims",
                       {"spec": {"accessModes": ["ReadWriteOnce"], "resources": {"requests": {"storage": "1Gi"}}}}, {"phase": "Lost"}, False),
    "configmaps": built_in("v1", "ConfigMap", CORE + "configmaps", {"data": {"k": "v"}}, None, False),
}
# Of the existing object, of its predecessor, and of its state before the last change.
GUARDS = {"right-uid": {"uid": "{uid}"}, "old-uid": {"uid": "{old}"}, "stale-version": {"resourceVersion": "{stale}"}, "old-version": {"resourceVersion": "{oldrv}"},
          "old-uid-and-version": {"uid": "{old}", "resourceVersion": "{oldrv}"}, "right-uid-stale-version": {"uid": "{uid}", "resourceVersion": "{stale}"},
          "old-uid-right-version": {"uid": "{old}", "resourceVersion": "{now}"}, "right-uid-and-version": {"uid": "{uid}", "resourceVersion": "{now}"}}


def merged(a, b):
    return {**a, **{k: merged(a[k], v) if isinstance(a.get(k), dict) and isinstance(v, dict) else v for k, v in b.items()}}


def additions(value, path=""):
    """The steps of a JSON patch that set the fields below path."""
    for key, v in value.items():
        yield {"op": "add", "path": f"{path}/{key}", "value": v}


def write(form, path, endpoint, body, late, guard):
    """One write of `late` under the guard."""
    p, metadata = path + "/x" + endpoint, {"name": "x", **guard}
    if endpoint == "/scale":
        body = {"apiVersion": "autoscaling/v1", "kind": "Scale"}
    if form == "apply":
        return apply(p, merged({"apiVersion": body["apiVersion"], "kind": body["kind"], "metadata": metadata}, late), "late", force=True)
    if form == "put":
        return put(p, merged({**body, "metadata": metadata}, late))
    if form in ("merge", "strategic"):
        kind = {} if form == "merge" else {"kind": STRATEGIC}
        return patch(p, merged({"metadata": guard}, late), **kind)
    fields = late["metadata"] if endpoint == "" else late if endpoint == "/status" else late["spec"]
    steps = list(additions(fields, {"": "/metadata", "/status": "", "/scale": "/spec"}[endpoint]))
    op = "add" if form == "json-add" else "test"
    return patch(p, [{"op": op, "path": f"/metadata/{k}", "value": v} for k, v in guard.items()] + steps, JSON_PATCH)


def guarded(path, body, endpoint, late, form):
    x = path + "/x"
    first = (post(path, body, save={"old": "metadata/uid", "oldrv": "metadata/resourceVersion"}, ignore=True),
             delete(x + "?gracePeriodSeconds=0", ignore=True), patch(x, {"metadata": {"finalizers": None}}, ignore=True), get(x, until=404, ignore=True))
    yield from first
    # The object does not exist.
    for guard in ({"uid": "{old}"}, {"resourceVersion": "{oldrv}"}):
        if form == "apply" and "uid" not in guard and not endpoint:
            continue  # it creates
        yield write(form, path, endpoint, body, late, guard)
    yield post(path, body, save={"uid": "metadata/uid", "stale": "metadata/resourceVersion"}, ignore=True)
    yield patch(x, {"metadata": {"annotations": {"a": "1"}}}, ignore=True)
    for name, guard in GUARDS.items():
        # Each after the same change, so that one write does not hide the effect of the next.
        yield patch(x, {"metadata": {"annotations": {"a": name}, "labels": {"late": None}}}, save={"now": "metadata/resourceVersion"}, ignore=True)
        yield write(form, path, endpoint, body, late, guard)
        yield get(x)
    yield delete(x + "?gracePeriodSeconds=0", ignore=True)


def sequences():
    for name, (body, path, endpoints) in KINDS.items():
        for endpoint, late in endpoints:
            for form in ("apply", "merge", "strategic", "put", "json-add", "json-test"):
                if name == "custom" and form == "strategic":
                    continue
                steps = tuple(guarded(path, body, endpoint, late, form))
                if name == "custom":
                    steps = (post(CRDS, definition(), ignore=True), get(FOOS, until=200, ignore=True), *steps, delete(CRDS + "/foos." + GROUP, ignore=True))
                yield Sequence(f"preconditions/{name}{endpoint.replace('/', '-')}/{form}", *steps)
    yield Sequence("preconditions/delete", *deletions())


def deletions():
    path, x = CORE + "configmaps", CORE + "configmaps/x"
    body = KINDS["configmaps"][0]
    yield post(path, body, save={"old": "metadata/uid", "oldrv": "metadata/resourceVersion"}, ignore=True)
    yield delete(x, ignore=True)
    yield delete(x, {"preconditions": {"uid": "{old}"}})
    yield post(path, body, save={"uid": "metadata/uid", "stale": "metadata/resourceVersion"}, ignore=True)
    yield patch(x, {"metadata": {"annotations": {"a": "1"}}}, save={"now": "metadata/resourceVersion"}, ignore=True)
    for name, guard in GUARDS.items():
        if name not in ("right-uid", "right-uid-and-version"):
            yield delete(x, {"preconditions": guard})
    yield delete(x, {"preconditions": GUARDS["right-uid-and-version"]})
