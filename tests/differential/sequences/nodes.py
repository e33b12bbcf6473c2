"""Admission that needs an identity: NodeRestriction, owner references, certificate requests, parameters of policies."""

from sequence import JSON_PATCH, Sequence, delete, get, patch, post, put
from sequences.access import MAPS, NS, PODS, RBAC, REQUEST, binding, may, role, rule

NODE, LEASES = "/api/v1/nodes", "/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases"
ACCOUNTS, CLAIMS = "/api/v1/namespaces/{ns}/serviceaccounts", "/api/v1/namespaces/{ns}/persistentvolumeclaims"
REQUESTS = "/apis/certificates.k8s.io/v1/certificatesigningrequests"
POLICIES = "/apis/admissionregistration.k8s.io/v1"
# For system:node:n1 of system:nodes.
NODE_REQUEST = ("LS0tLS1CRUdJTiBDRVJUSUZJQ0FURSBSRVFVRVNULS0tLS0KTUlIck1JR1NBZ0VBTURBeEZUQVRCZ05WQkFvTURITjVjM1JsYlRwdWIyUmxjekVYTUJVR0ExVUVBd3dPYz"
                "NsegpkR1Z0T201dlpHVTZiakV3V1RBVEJnY3Foa2pPUFFJQkJnZ3Foa2pPUFFNQkJ3TkNBQVRKbmpma0VpS0JveWRtCldDOGpuc1RIdnljeHVvaEN1WjR5TDhjZ0pyN0Zm"
                "VXlZUDk5S05JNGdmamUyZWl3Z3p5OEpGY01UVVlBRDc4VzUKMFFEN21oemNvQUF3Q2dZSUtvWkl6ajBFQXdJRFNBQXdSUUloQUxaS0h3Qjh2VERpMTlBeGpGbUxNTjh5dG"
                "c2dwp3TWJibFhZTXA1Wmxpd1ZyQWlBV1B4MFZlYVFlcE1LUVNrNmxVVTFRdm1iUVIrZ3BmWTFXdFVpNVZleTdPdz09Ci0tLS0tRU5EIENFUlRJRklDQVRFIFJFUVVFU1Qt"
                "LS0tLQo=")
MASTER_REQUEST = ("LS0tLS1CRUdJTiBDRVJUSUZJQ0FURSBSRVFVRVNULS0tLS0KTUlIa01JR0tBZ0VBTUNneEZ6QVZCZ05WQkFvTURuTjVjM1JsYlRwdFlYTjBaWEp6TVEwd0N3WURWUVFERE"
                  "FScQpZVzVsTUZrd0V3WUhLb1pJemowQ0FRWUlLb1pJemowREFRY0RRZ0FFeVo0MzVCSWlnYU1uWmxndkk1N0V4NzhuCk1icUlRcm1lTWkvSElDYSt4WDFNbUQvZlNqU09J"
                  "SDQzdG5vc0lNOHZDUlhERTFHQUErL0Z1ZEVBKzVvYzNLQUEKTUFvR0NDcUdTTTQ5QkFNQ0Ewa0FNRVlDSVFEYk05alQ4VzJncURHTk0xTDF5N2ZxbmQ0ZllTVUxkYkZNRE"
                  "hzaQpBRHdtdkFJaEFOQ2hRbjdicnBFSkdMOU43U1hRN1RWQm5ERWNhQnhoby9JTHVoeUZ1M0RiCi0tLS0tRU5EIENFUlRJRklDQVRFIFJFUVVFU1QtLS0tLQo=")


def granted(who, *rules):
    return [post(RBAC + "/clusterroles", role("{id}", *rules), ignore=True),
            post(RBAC + "/clusterrolebindings", binding("{id}", "{id}", who, kind="ClusterRole"), ignore=True)]


def revoked():
    return [delete(RBAC + "/clusterrolebindings/{id}", ignore=True), delete(RBAC + "/clusterroles/{id}", ignore=True)]


def as_kubelet(name, seen, *steps):
    """Rights to everything, except tokens for any audience: what is refused, the plugin refuses."""
    rights = [rule("get,list,create,update,patch,delete,deletecollection", "*", "*")]
    return Sequence("nodes/" + name, *granted("kubelet", *rights), may("kubelet", *seen), *steps, *revoked())


def pod(name, **spec):
    return {"metadata": {"name": name}, "spec": {"containers": [{"name": "c", "image": "i"}], **spec}}


def mirror(name, owners=(), **spec):
    out = pod(name, nodeName="n2", **spec)
    out["metadata"].update({"annotations": {"kubernetes.io/config.mirror": "x"}, "ownerReferences": list(owners)})
    return out


def kubelets():
    node = {"metadata": {"name": "n2"}}
    owner = {"apiVersion": "v1", "kind": "Node", "name": "n2", "uid": "{u}", "controller": True}
    env = [{"name": "c", "image": "i", "env": [{"name": "A", "valueFrom": {"secretKeyRef": {"name": "s", "key": "k"}}}]}]
    yield as_kubelet(
        "own", (NODE + "/missing", 404), post(NODE, {"metadata": {"name": "{id}"}}, who="kubelet"), post(NODE, node, who="kubelet", save={"u": "metadata/uid"}),
        patch(NODE + "/n2", {"metadata": {"labels": {"kubernetes.io/hostname": "n2", "example.com/a": "b"}}}, who="kubelet"),
        patch(NODE + "/n2", {"metadata": {"labels": {"node-restriction.kubernetes.io/a": "b", "x.k8s.io/c": "d"}}}, who="kubelet"),
        patch(NODE + "/n2", {"spec": {"taints": [{"key": "k", "effect": "NoSchedule"}]}}, who="kubelet"),
        patch(NODE + "/n2/status", {"status": {"phase": "Running"}}, who="kubelet"),
        patch(NODE + "/n2/status", {"metadata": {"labels": {"kubernetes.io/role": "x"}}}, who="kubelet"),
        patch(NODE + "/n2", {"metadata": {"ownerReferences": [{"apiVersion": "v1", "kind": "ConfigMap", "name": "a", "uid": "1"}]}}, who="kubelet"),
        post(NODE, {"metadata": {"name": "{id}x", "labels": {"kubernetes.io/role": "x"}}}, who="kubelet"), delete(NODE + "/missing", who="kubelet"),
        # The real server's plugin sees the node late.
        post(PODS, mirror("m", [owner]), who="kubelet", until=201), post(PODS, mirror("a"), who="kubelet"), post(PODS, pod("a", nodeName="n2"), who="kubelet"),
        post(PODS, mirror("a", [owner, owner]), who="kubelet"), post(PODS, mirror("a", [{**owner, "uid": "x"}]), who="kubelet"),
        post(PODS, mirror("a", [{**owner, "controller": False}]), who="kubelet"), post(PODS, mirror("a", [{**owner, "blockOwnerDeletion": True}]), who="kubelet"),
        post(PODS, mirror("a", [owner], serviceAccountName="default"), who="kubelet"), post(PODS, mirror("a", [owner], containers=env), who="kubelet"),
        *[post(PODS, mirror("a", [owner], volumes=[{"name": "v", **v}]), who="kubelet") for v in (
            {"configMap": {"name": "a"}}, {"csi": {"driver": "d.example"}}, {"persistentVolumeClaim": {"claimName": "c"}}, {"ephemeral": {"volumeClaimTemplate": {"spec": {
                "accessModes": ["ReadWriteOnce"], "resources": {"requests": {"storage": "1"}}}}}},
            {"projected": {"sources": [{"serviceAccountToken": {"path": "t"}}]}}, {"projected": {"sources": [{"configMap": {"name": "a"}}]}})],
        patch(PODS + "/m/status", {"status": {"message": "m"}}, who="kubelet"), patch(PODS + "/m/status", {"metadata": {"labels": {"a": "b"}}}, who="kubelet"),
        patch(PODS + "/m", {"metadata": {"labels": {"a": "b"}}}, who="kubelet"), delete(PODS + "/m?gracePeriodSeconds=0", who="kubelet", until=200, ignore=True),
        delete(NODE + "/n2", who="kubelet"), delete(NODE + "/n2", ignore=True))
    yield as_kubelet(
        "others", (NODE + "/missing", 404), post(PODS, pod("p", nodeName="n3")), patch(PODS + "/p/status", {"status": {"message": "m"}}, who="kubelet"),
        delete(PODS + "/p", who="kubelet", until=403), post(PODS + "/p/eviction", {"metadata": {"name": "p"}}, who="kubelet", until=403),
        post(PODS + "/missing/eviction", {"metadata": {"name": "missing"}}, who="kubelet"), post(PODS + "/p/binding", {"target": {"name": "n2"}}, who="kubelet"),
        patch(PODS + "/p/ephemeralcontainers", {"spec": {"ephemeralContainers": [{"name": "e", "image": "i"}]}}, who="kubelet"),
        post(LEASES, {"metadata": {"name": "n3"}}, who="kubelet"), post("/apis/coordination.k8s.io/v1/namespaces/{ns}/leases", {"metadata": {"name": "n2"}}, who="kubelet"),
        post("/apis/storage.k8s.io/v1/csinodes", {"metadata": {"name": "n3"}, "spec": {"drivers": []}}, who="kubelet"),
        post("/apis/resource.k8s.io/v1/resourceslices", {"metadata": {"name": "{id}"}, "spec": {"driver": "d.example", "nodeName": "n3", "pool": {
            "name": "p", "resourceSliceCount": 1}}}, who="kubelet"),
        post(CLAIMS, {"metadata": {"name": "c"}, "spec": {"accessModes": ["ReadWriteOnce"], "resources": {"requests": {"storage": "1Gi"}}}}),
        patch(CLAIMS + "/c", {"metadata": {"labels": {"a": "b"}}}, who="kubelet"), patch(CLAIMS + "/c/status", {"status": {"capacity": {"storage": "1Gi"}}}, who="kubelet"))
    to = {"apiVersion": "v1", "kind": "Pod", "name": "p", "uid": "{u}"}
    token = ACCOUNTS + "/robot/token"
    yield as_kubelet(
        "tokens", (NODE + "/missing", 404), post(ACCOUNTS, {"metadata": {"name": "robot"}}),
        post(PODS, pod("p", nodeName="n2", serviceAccountName="robot", volumes=[{"name": "v", "projected": {"sources": [{"serviceAccountToken": {"path": "t", "audience": "a"}}]}}]),
             save={"u": "metadata/uid"}),
        post(PODS, pod("q", nodeName="n3", serviceAccountName="robot"), save={"q": "metadata/uid"}),
        post(token, {"spec": {"audiences": ["a"], "boundObjectRef": to}}, who="kubelet", until=201), *[post(token, {"spec": s}, who="kubelet") for s in (
            {}, {"boundObjectRef": {**to, "uid": ""}}, {"boundObjectRef": {**to, "kind": "Secret"}}, {"boundObjectRef": {**to, "uid": "x"}}, {"boundObjectRef": {**to, "name": "missing"}},
            {"boundObjectRef": {**to, "name": "q", "uid": "{q}"}}, {"boundObjectRef": to}, {"audiences": ["b"], "boundObjectRef": to}, {"audiences": ["a", "b"], "boundObjectRef": to})])
    yield as_kubelet(
        "requests", (NODE + "/missing", 404), *[post(REQUESTS + "?dryRun=All", {"metadata": {"name": "{id}"}, "spec": {
            "signerName": "kubernetes.io/" + signer, "usages": ["digital signature", "client auth"], "request": request}}, who="kubelet")
            for signer in ("kubelet-serving", "kube-apiserver-client-kubelet", "kube-apiserver-client") for request in (NODE_REQUEST, REQUEST, "eA==")])


def owners():
    def owned(*references, name="a"):
        return {"metadata": {"name": name, "ownerReferences": list(references)}}

    def reference(kind="ConfigMap", version="v1", uid="1", **more):
        return {"apiVersion": version, "kind": kind, "name": "o", "uid": uid, **more}

    blocks = {"blockOwnerDeletion": True}
    rights = [post(NS + "/roles", role("r", rule("get,list,create,update,patch", "configmaps"))), post(NS + "/rolebindings", binding("b", "r", "owner")), may("owner", MAPS)]
    yield Sequence(
        "nodes/owners", *rights, post(MAPS, owned(reference()), who="owner"), post(MAPS, owned(reference(**blocks), name="b"), who="owner"),
        post(MAPS, owned(reference("Node", **blocks), name="b"), who="owner"), post(MAPS, owned(reference("Nope", **blocks), name="b"), who="owner"),
        post(MAPS, owned(reference("Deployment", "apps/v9", **blocks), name="b"), who="owner"), patch(MAPS + "/a", {"data": {"a": "b"}}, who="owner"),
        patch(MAPS + "/a", {"metadata": {"ownerReferences": []}}, who="owner"), put(MAPS + "/a", owned(reference(uid="2")), who="owner"),
        post(NS + "/roles", role("d", rule("delete", "configmaps", resourceNames=["a"]))), post(NS + "/rolebindings", binding("d", "d", "owner")),
        may("owner", MAPS + "/a", 200), put(MAPS + "/a", owned(reference(uid="3")), who="owner", until=200), put(MAPS + "/a", owned(reference(uid="3", **blocks)), who="owner"),
        post(NS + "/roles", role("f", rule("update", "configmaps/finalizers", resourceNames=["o"]))), post(NS + "/rolebindings", binding("f", "f", "owner")),
        put(MAPS + "/a", owned(reference(uid="3", **blocks)), who="owner", until=200), post(MAPS, owned(reference("Secret", **blocks), name="c"), who="owner"),
        post(MAPS, owned(reference("Nope", **blocks), name="c")))


def signers():
    condition = {"type": "Approved", "status": "True", "reason": "r", "message": "m", "lastUpdateTime": "2026-01-01T00:00:00Z"}
    request = {"metadata": {"name": "{id}"}, "spec": {"signerName": "example.com/{id}", "usages": ["client auth"], "request": REQUEST}}
    approve = [{"op": "add", "path": "/status", "value": {"conditions": [condition]}}]
    fail = [{"op": "add", "path": "/status/conditions/-", "value": {**condition, "type": "Failed"}}]
    everything = rule("create,get,update,patch", "certificatesigningrequests,certificatesigningrequests/approval,certificatesigningrequests/status", "certificates.k8s.io")
    one = REQUESTS + "/{id}"
    yield Sequence(
        "nodes/signers", *granted("cluster", everything), may("cluster", REQUESTS + "/missing", 404), post(REQUESTS, request, who="cluster"),
        patch(one + "/approval", approve, JSON_PATCH, who="cluster"), patch(one + "/approval", {"metadata": {"labels": {"a": "b"}}}, who="cluster"),
        post(RBAC + "/clusterroles", role("{id}s", rule("approve", "signers", "certificates.k8s.io", resourceNames=["example.com/{id}"]))),
        post(RBAC + "/clusterrolebindings", binding("{id}s", "{id}s", "cluster", kind="ClusterRole")),
        patch(one + "/approval", approve, JSON_PATCH, who="cluster", until=200), patch(one + "/status", fail, JSON_PATCH, who="cluster"),
        patch(one + "/status", {"metadata": {"labels": {"a": "b"}}}, who="cluster"), patch(one + "/status", {"status": {"certificate": "eA=="}}, who="cluster"),
        post(RBAC + "/clusterroles", role("{id}t", rule("sign", "signers", "certificates.k8s.io", resourceNames=["example.com/*"]))),
        post(RBAC + "/clusterrolebindings", binding("{id}t", "{id}t", "cluster", kind="ClusterRole")),
        patch(one + "/status", fail, JSON_PATCH, who="cluster", until=200), delete(one),
        *[delete(RBAC + f"/{k}/{{id}}{x}", ignore=True) for x in "st" for k in ("clusterrolebindings", "clusterroles")], *revoked())
    yield Sequence("nodes/masters", *[post(REQUESTS + "?dryRun=All", {"metadata": {"name": "{id}"}, "spec": {
        "signerName": s, "usages": ["client auth"], "request": MASTER_REQUEST}}, who="master") for s in ("kubernetes.io/kube-apiserver-client", "example.com/a")])


def parameters():
    def policy(version="v1", of="ConfigMap"):
        spec = {"matchConstraints": {"resourceRules": [{"apiGroups": [""], "apiVersions": ["v1"], "operations": ["CREATE"], "resources": ["nodes"]}]}}
        if of:
            spec["paramKind"] = {"apiVersion": version, "kind": of}
        return {"metadata": {"name": "{id}"}, "spec": {**spec, "validations": [{"expression": "true"}], "failurePolicy": "Ignore"}}

    def bound(to="{id}", name="{id}", **ref):
        return {"metadata": {"name": name}, "spec": {"policyName": to, "validationActions": ["Warn"], "paramRef": {"parameterNotFoundAction": "Allow", **ref}}}

    writes = rule("create,get,update,patch", "validatingadmissionpolicies,validatingadmissionpolicybindings", "admissionregistration.k8s.io")
    many, bindings = POLICIES + "/validatingadmissionpolicies", POLICIES + "/validatingadmissionpolicybindings"
    yield Sequence(
        "nodes/parameters", *granted("cluster", writes), may("cluster", many + "/missing", 404), post(many, policy(), who="cluster"),
        post(many, policy("example.com/v1", "Nope"), who="cluster"), post(many, policy("a/b/c"), who="cluster"), post(many, policy(of=None), who="cluster"),
        patch(many + "/{id}", {"spec": {"paramKind": {"apiVersion": "v1", "kind": "ConfigMap"}}}, who="cluster"),
        patch(many + "/{id}", {"spec": {"paramKind": {"apiVersion": "v1", "kind": "ConfigMap"}}}), patch(many + "/{id}", {"metadata": {"labels": {"a": "b"}}}, who="cluster"),
        *[post(bindings, b, who="cluster") for b in (bound(name="{id}a", namespace="{ns}", selector={}), bound(to="missing", name="{id}a"),)],
        post(bindings, bound(namespace="{ns}", to="missing", **{"name": "p"}) | {"metadata": {"name": "{id}a"}}, who="cluster"),
        # The real server reads policies from its cache, here after the last step that waits.
        post(NS + "/roles", role("r", rule("get", "configmaps", resourceNames=["p"]))), post(NS + "/rolebindings", binding("b", "r", "cluster")), may("cluster", MAPS + "/p", 404),
        post(bindings, {"metadata": {"name": "{id}"}, "spec": {**bound()["spec"], "paramRef": {"name": "p", "namespace": "{ns}", "parameterNotFoundAction": "Allow"}}}, who="cluster"),
        patch(bindings + "/{id}", {"spec": {"paramRef": {"name": "q"}}}, who="cluster"), patch(bindings + "/{id}", {"metadata": {"labels": {"a": "b"}}}, who="cluster"),
        delete(NS + "/rolebindings/b"), may("cluster", MAPS + "/p", 403), patch(bindings + "/{id}", {"metadata": {"labels": {"a": "c"}}}, who="cluster"),
        delete(bindings + "/{id}"), delete(many + "/{id}"), *revoked())


def allocations():
    claims = "/apis/resource.k8s.io/v1/namespaces/{ns}/resourceclaims"
    device = {"driver": "d.example", "pool": "p", "device": "x"}
    allocated = {"status": {"allocation": {"devices": {"results": [{"request": "r", **device}]}}}}
    yield Sequence(
        "nodes/allocations", post(claims, {"metadata": {"name": "c"}, "spec": {"devices": {"requests": [{"name": "r", "exactly": {"deviceClassName": "d.example"}}]}}}),
        post(NS + "/roles", role("r", rule("get,list,patch", "resourceclaims,resourceclaims/status", "resource.k8s.io"))), post(NS + "/rolebindings", binding("b", "r", "owner")),
        may("owner", claims), patch(claims + "/c/status", allocated, who="owner"), patch(claims + "/c/status", {"metadata": {"labels": {"a": "b"}}}, who="owner"),
        patch(claims + "/c/status", allocated, who="master"), patch(claims + "/c/status", {"status": {"devices": [device]}}, who="owner"),
        patch(claims + "/c/status", {"status": {"devices": [device]}}, who="master"), patch(claims + "/c/status", {"status": {"devices": []}}, who="owner"))


def sequences():
    for each in (kubelets, owners, signers, parameters, allocations):
        yield from each()
