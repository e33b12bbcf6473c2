"""Metadata that belongs to the server, in every kind of write: create, PUT, the patches, apply, subresources; and on objects that are being deleted."""

from sequence import JSON_PATCH, STRATEGIC, Sequence, apply, delete, get, patch, post, put
from sequences.custom import FOOS, definition, foo, served
from sequences.objects import DEPLOYS, MAPS, PODS, config, deployment, pod

NAMESPACED = "/api/v1/namespaces/{ns}/"
CLAIM = {"apiVersion": "v1", "kind": "PersistentVolumeClaim", "metadata": {"name": "a"},
         "spec": {"accessModes": ["ReadWriteOnce"], "resources": {"requests": {"storage": "1"}}}}
ROLE = {"apiVersion": "rbac.authorization.k8s.io/v1", "kind": "Role", "metadata": {"name": "a"}, "rules": [{"apiGroups": [""], "resources": ["pods"], "verbs": ["get"]}]}
LEASE = {"apiVersion": "coordination.k8s.io/v1", "kind": "Lease", "metadata": {"name": "a"}, "spec": {}}
# name: (collection, object, whether it has a status, whether it has a scale)
KINDS = {
    "config": (MAPS, config("a"), False, False),
    "deployment": (DEPLOYS, deployment("a"), True, True),
    "pod": (PODS, pod("a"), True, False),
    "service": (NAMESPACED + "services", {"apiVersion": "v1", "kind": "Service", "metadata": {"name": "a"}, "spec": {"ports": [{"port": 80}]}}, True, False),
    "claim": (NAMESPACED + "persistentvolumeclaims", CLAIM, True, False),
    "role": ("/apis/rbac.authorization.k8s.io/v1/namespaces/{ns}/roles", ROLE, False, False),
    "lease": ("/apis/coordination.k8s.io/v1/namespaces/{ns}/leases", LEASE, False, False),
    "custom": (FOOS, foo("a", size=2), True, True),
}
TIME = "2020-01-01T00:00:00Z"
CHANGES = {
    "deletion": {"deletionTimestamp": TIME}, "deletion-malformed": {"deletionTimestamp": "x"}, "grace": {"deletionGracePeriodSeconds": 5},
    "grace-zero": {"deletionGracePeriodSeconds": 0}, "both": {"deletionTimestamp": TIME, "deletionGracePeriodSeconds": 5},
    "created": {"creationTimestamp": TIME}, "created-null": {"creationTimestamp": None}, "uid": {"uid": "x"}, "uid-empty": {"uid": ""},
    "uid-null": {"uid": None}, "generation": {"generation": 99}, "generation-zero": {"generation": 0}, "generation-negative": {"generation": -1},
    "generation-null": {"generation": None}, "version-zero": {"resourceVersion": "0"}, "version-empty": {"resourceVersion": ""},
    "version-malformed": {"resourceVersion": "abc"}, "version-negative": {"resourceVersion": "-1"}, "version-null": {"resourceVersion": None},
    "version-future": {"resourceVersion": "999999999"}, "self-link": {"selfLink": "/x"}, "cluster-name": {"clusterName": "x"},
    "managers-empty": {"managedFields": []}, "managers-blank": {"managedFields": [{}]}, "managers-wrong": {"managedFields": [{"manager": "x"}]},
    "managers-null": {"managedFields": None}, "generate-name": {"generateName": "abc-"}, "generate-name-wrong": {"generateName": "A_"},
    "namespace": {"namespace": "other"}, "namespace-empty": {"namespace": ""}, "namespace-null": {"namespace": None},
    "name": {"name": "b"},
    "annotations-large": {"annotations": {"a": "x" * 262144}}, "label-wrong": {"labels": {"a b": "c"}}, "finalizer-wrong": {"finalizers": ["nope"]},
    "owner-wrong": {"ownerReferences": [{"apiVersion": "v1", "kind": "Pod", "name": "a"}]},
}
DELETING = ("deletion", "deletion-malformed", "grace", "grace-zero", "both", "created", "uid", "generation", "generation-null", "version-zero")
DELETING_CHANGES = {**{k: CHANGES[k] for k in DELETING}, "deletion-null": {"deletionTimestamp": None}, "grace-null": {"deletionGracePeriodSeconds": None},
                    "finalizer-more": {"finalizers": ["example.com/x", "example.com/y"]}, "finalizer-other": {"finalizers": ["example.com/y"]},
                    "finalizer-orphan": {"finalizers": ["example.com/x", "orphan"]}, "label": {"labels": {"x": "y"}}}


# Kinds for which all cases run; for the others, only the cases that depend on the kind.
WHOLE = ("config", "deployment", "pod", "custom")
OWN = ("deletion", "finalizer-wrong", "generate-name-wrong", "managers-empty", "label-wrong", "version-malformed", "self-link")


def changes_of(kind):
    return CHANGES if kind in WHOLE else {k: CHANGES[k] for k in OWN}


def changed(body, meta):
    return {**body, "metadata": {**body["metadata"], **meta}}


def operations(meta):
    return [{"op": "add" if v is not None else "remove", "path": "/metadata/" + k, **({"value": v} if v is not None else {})} for k, v in meta.items()]


def writes(one, body, meta, custom, strategic=True):
    yield put(one, changed(body, meta))
    yield patch(one, {"metadata": meta})
    yield patch(one, operations(meta), JSON_PATCH)
    if not custom and strategic:
        yield patch(one, {"metadata": meta}, STRATEGIC)
    yield apply(one, changed({k: body[k] for k in ("apiVersion", "kind", "metadata")} | ({} if "spec" not in body else {"spec": body["spec"]}), meta), force=True)


def sequence(name, custom, *steps):
    return Sequence(name, *(served(*steps) if custom else steps))


def live():
    for kind, (path, body, status, scale) in KINDS.items():
        custom, one = kind == "custom", path + "/a"
        for change, meta in changes_of(kind).items():
            steps = [post(path, body)]
            for write in writes(one, body, meta, custom):
                steps += [write, get(one)]
            yield sequence(f"metadata/live/{kind}/{change}", custom, *steps)
            if status:
                steps = [post(path, body)]
                for write in writes(one + "/status", body, meta, custom):
                    steps += [write, get(one)]
                yield sequence(f"metadata/status/{kind}/{change}", custom, *steps)
            # The output of an unreadable Scale, and whether a patch sees its managers, differ.
            if scale and change not in ("deletion-malformed", "managers-null"):
                to = {"apiVersion": "autoscaling/v1", "kind": "Scale", "metadata": {"name": "a", "namespace": "{ns}"}, "spec": {"replicas": 2}}
                steps = [post(path, body)]
                for write in list(writes(one + "/scale", to, meta, custom))[:-1]:
                    steps += [write, get(one)]
                yield sequence(f"metadata/scale/{kind}/{change}", custom, *steps)


def creations():
    for kind, (path, body, _, _) in KINDS.items():
        custom, one = kind == "custom", path + "/a"
        for change, meta in {**changes_of(kind), "finalizer-orphan": {"finalizers": ["orphan"]}, "finalizer-foreground": {"finalizers": ["foregroundDeletion"]}}.items():
            made = changed(body, meta)
            steps = [post(path, made), get(one), delete(one + "?gracePeriodSeconds=0"), post(path + "?dryRun=All", made), apply(one, made), get(one)]
            if kind == "lease":
                steps += [delete(one), put(one, made), get(one)]
            yield sequence(f"metadata/create/{kind}/{change}", custom, *steps)


def deleting():
    free = patch("", {"metadata": {"finalizers": None}})[2]
    for kind in WHOLE:
        path, body, status, _ = KINDS[kind]
        custom, one = kind == "custom", path + "/a"
        held = changed(body, {"finalizers": ["example.com/x"]})
        for change, meta in DELETING_CHANGES.items():
            for where in ("", "/status") if status else ("",):
                steps = [post(path, held), delete(one), get(one)]
                for write in writes(one + where, held, meta, custom):
                    steps += [write, get(one)]
                yield sequence(f"metadata/deleting{where}/{kind}/{change}", custom, *steps, patch(one, free), get(one))


def subresources():
    space, spare = "/api/v1/namespaces/space-{id}", {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "space-{id}"}}
    for change, meta in CHANGES.items():
        finalize = put(space + "/finalize", {**changed(spare, meta), "spec": {"finalizers": ["kubernetes"]}})
        yield Sequence(f"metadata/finalize/{change}", post("/api/v1/namespaces", spare), finalize, get(space), put(space, changed(spare, meta)), get(space), delete(space),
                       finalize, get(space), put(space + "/finalize", {**spare, "spec": {"finalizers": []}}), get(space), namespace=False)
        for name, body in (("ephemeralcontainers", changed(pod("a"), meta)), ("binding", {"apiVersion": "v1", "kind": "Binding", "metadata": {"name": "a", **meta}, "target": {"name": "n"}}),
                           ("eviction", {"apiVersion": "policy/v1", "kind": "Eviction", "metadata": {"name": "a", **meta}})):
            way = put if name == "ephemeralcontainers" else post
            yield Sequence(f"metadata/{name}/{change}", post(PODS, pod("a")), way(PODS + "/a/" + name, body), get(PODS + "/a"))


def definitions():
    crds, one = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/foos.{id}.example.com"
    for change, meta in CHANGES.items():
        if "name" not in change:  # wait until it is served before changing it: its conditions appear later
            yield sequence(f"metadata/definition/{change}", True, patch(one, {"metadata": meta}), put(one, changed(definition(), meta)),
                           post(crds + "?dryRun=All", changed(definition("bars", "Bar"), meta)))


def owners():
    one = {"apiVersion": "v1", "kind": "Pod", "name": "a", "uid": "u"}
    for i, refs in enumerate(([one, one], [one, {**one, "controller": True}], [one, {**one, "name": "b"}, one], [{**one, "controller": False}, one], [{**one, "apiVersion": "a/b/c"}], [{**one, "apiVersion": "/v1"}],
                              [{**one, "apiVersion": "apps/"}], [{**one, "apiVersion": "", "kind": ""}])):
        for kind in ("config", "custom"):
            path, body, _, _ = KINDS[kind]
            meta = {"ownerReferences": refs}
            steps = [post(path + "?dryRun=All", changed(body, meta)), post(path, body)]
            for write in writes(path + "/a", body, meta, kind == "custom"):
                steps += [write, patch(path + "/a", {"metadata": {"ownerReferences": None}})]
            yield sequence(f"metadata/owners/{kind}/{i}", kind == "custom", *steps)


def sequences():
    yield from owners()
    yield from live()
    yield from creations()
    yield from deleting()
    yield from subresources()
    yield from definitions()
