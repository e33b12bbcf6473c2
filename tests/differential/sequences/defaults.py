"""Defaults of the status of a custom resource, and other details that only a sequence shows."""

import copy

from sequence import JSON_PATCH, STRATEGIC, TABLE, Sequence, apply, delete, get, patch, post, put, watch
from sequences.custom import CRDS, FOOS, GROUP, definition, foo, served
from sequences.kinds import EXACT, POOL

CONDITION = {"type": "Accepted", "status": "Unknown", "reason": "Pending", "message": "Waiting", "lastTransitionTime": "1970-01-01T00:00:00Z"}
STATUS = {"type": "object", "default": {"conditions": [CONDITION]}, "properties": {
    "conditions": {"type": "array", "maxItems": 8, "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["type"],
                   "items": {"type": "object", "required": ["type"], "properties": {k: {"type": "string"} for k in CONDITION}}},
    "phase": {"type": "string", "default": "New"}, "observed": {"type": "integer", "default": -1}}}


def with_status(status, **more):
    out = definition()
    version = out["spec"]["versions"][0]
    version["schema"]["openAPIV3Schema"]["properties"]["status"] = copy.deepcopy(status)
    version["subresources"] = {"status": {}}
    version.update(more)
    return out


def status_defaults():
    f, g = FOOS + "/f", FOOS + "/g"
    without_default = {k: v for k, v in STATUS.items() if k != "default"}
    yield Sequence("status-default/create", *served(post(FOOS, foo(size=2)), get(f), get(f, TABLE), post(FOOS, {**foo("g", size=2), "status": {"phase": "Mine"}}), get(g), get(FOOS),
                                                    post(FOOS + "?dryRun=All", foo("h", size=2)), get(f + "/status"), watch(FOOS, 1), crd=with_status(STATUS)))
    yield Sequence("status-default/update", *served(post(FOOS, foo(size=2), save={"rv": "metadata/resourceVersion"}),
                                                    put(f, {**foo(size=3), "metadata": {"name": "f", "resourceVersion": "{rv}"}, "status": {"phase": "Mine"}}), get(f),
                                                    patch(f, {"spec": {"size": 4}, "status": None}), patch(f, {}), get(f), crd=with_status(STATUS)))
    yield Sequence("status-default/status", *served(post(FOOS, foo(size=2), save={"rv": "metadata/resourceVersion"}), patch(f + "/status", {"status": {"phase": "Ready"}}),
                                                    patch(f + "/status", {"status": None}), patch(f + "/status", {"status": {"conditions": [], "observed": 3}}),
                                                    patch(f + "/status", [{"op": "remove", "path": "/status"}], JSON_PATCH), patch(f + "/status", {"status": {"phase": None}}),
                                                    put(f + "/status", foo(size=7)), get(f), crd=with_status(STATUS)))
    yield Sequence("status-default/apply", *served(apply(f, foo(size=2)), get(f), apply(f, {**foo(size=3), "status": {"phase": "Mine"}}), apply(f + "/status", {**foo(), "status": {"phase": "Ready"}}, "m2"),
                                                   apply(f + "/status", {**foo(), "status": {"observed": 5}}, "m2"), apply(f + "/status", foo(), "m2"), get(f), crd=with_status(STATUS)))
    yield Sequence("status-default/nested", *served(post(FOOS, {**foo(size=2), "status": {"phase": "Mine"}}), patch(f + "/status", {"status": {}}), get(f), crd=with_status(without_default)))
    yield Sequence("status-default/later", *served(post(FOOS, foo(size=2)), get(f), post(FOOS, foo("g", size=2)), patch(g + "/status", {"status": {"phase": "Ready"}}),
                                                   patch(CRDS + "/foos." + GROUP, {"spec": {"versions": with_status(STATUS)["spec"]["versions"]}}, ignore=True),
                                                   get(f, until=200, ignore=True, wait=1), get(f), patch(f, {"spec": {"size": 5}}), get(g), get(FOOS), crd=with_status(without_default)))
    yield Sequence("status-default/no-subresource", *served(post(FOOS, foo(size=2)), post(FOOS, {**foo("g", size=2), "status": {"phase": "Mine"}}), put(f, {**foo(size=3), "status": {}}),
                                                            crd=with_status(STATUS, subresources={})))


def versions_of_writes():
    maps, leases = "/api/v1/namespaces/{ns}/configmaps", "/apis/coordination.k8s.io/v1/namespaces/{ns}/leases"
    for name, version in (("number", "5"), ("zero", "0"), ("text", "x"), ("empty", ""), ("negative", "-1"), ("huge", "99999999999999999999999")):
        body = {"metadata": {"name": "a", "resourceVersion": version}}
        lease = {"metadata": {"name": "l", "resourceVersion": version}, "spec": {}}
        yield Sequence("dry-run-version/" + name, post(maps + "?dryRun=All", body), post(maps, body), post(maps + "?dryRun=All", body), get(maps + "/a"),
                       put(leases + "/l?dryRun=All", lease), put(leases + "/l", lease), post("/api/v1/namespaces/{ns}/pods?dryRun=All", {**body, "spec": {"containers": [{"name": "c", "image": "i"}]}}),
                       apply(maps + "/b?dryRun=All", {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "b", "resourceVersion": version}}))
        yield Sequence("dry-run-version/custom/" + name, *served(post(FOOS + "?dryRun=All", {**foo(size=2), "metadata": {"name": "f", "resourceVersion": version}}),
                                                                 post(FOOS, {**foo(size=2), "metadata": {"name": "f", "resourceVersion": version}})))


def removed_versions():
    """A version that stored objects is removed, after storedVersions was patched."""
    two = definition()
    second = copy.deepcopy(two["spec"]["versions"][0])
    second.update(name="v2", storage=False)
    two["spec"]["versions"].append(second)
    after = copy.deepcopy(two)
    after["spec"]["versions"][0]["storage"], after["spec"]["versions"][1]["storage"] = False, True
    d = CRDS + "/foos." + GROUP
    v2 = FOOS.replace("/v1/", "/v2/")
    only = [copy.deepcopy(after["spec"]["versions"][1])]
    yield Sequence("stored-version/removed", *served(post(FOOS, foo(size=2)), patch(d, {"spec": {"versions": after["spec"]["versions"]}}, ignore=True), get(v2, until=200, ignore=True),
                                                     patch(d, {"spec": {"versions": only}}), patch(d + "/status", {"status": {"storedVersions": ["v2"]}}, ignore=True),
                                                     patch(d, {"spec": {"versions": only}}, ignore=True), get(FOOS, until=404, ignore=True, wait=1), get(v2 + "/f"), get(v2),
                                                     post(v2, {**foo("g", size=3), "apiVersion": GROUP + "/v2"}), get(v2 + "/g"), patch(v2 + "/f", {"spec": {"size": 5}}), delete(v2 + "/f"), get(v2), crd=two))


def multiples():
    d = definition()
    d["spec"]["versions"][0]["schema"]["openAPIV3Schema"]["properties"]["spec"]["properties"]["size"] = {"type": "integer", "multipleOf": 3}
    f = FOOS + "/f"
    yield Sequence("scale/multiple", *served(post(FOOS, foo(size=3)), patch(f + "/scale", {"spec": {"replicas": 6}}), patch(f + "/scale", {"spec": {"replicas": 7}}),
                                             put(f + "/scale", {"metadata": {"name": "f"}, "spec": {"replicas": 8}}), put(f + "/scale", {"metadata": {"name": "f"}, "spec": {"replicas": 9}}), get(f), crd=d))


def new_kinds():
    claims, slices, cidrs = "/apis/resource.k8s.io/v1/namespaces/{ns}/resourceclaims", "/apis/resource.k8s.io/v1/resourceslices", "/apis/networking.k8s.io/v1/servicecidrs"
    result = {"request": "r", "driver": "d.example.com", "pool": "p", "device": "d"}
    consumer = {"resource": "pods", "name": "p", "uid": "u"}
    device = {k: result[k] for k in ("driver", "pool", "device")}
    c = claims + "/c"
    yield Sequence("claim/status", post(claims, {"metadata": {"name": "c"}, "spec": {"devices": {"requests": [EXACT]}}}), *(patch(c + "/status", {"status": s}) for s in (
        {"reservedFor": [consumer]}, {"devices": [device]}, {"allocation": {"devices": {"results": [{**result, "request": "x"}]}}}, {"allocation": {"devices": {"results": [result]}}},
        {"reservedFor": [consumer, consumer]}, {"reservedFor": [consumer]}, {"devices": [{**device, "conditions": [{"type": "a b", "status": "x"}]}]}, {"devices": [device]},
        {"allocation": {"devices": {"results": [{**result, "device": "e"}]}}})), get(c, TABLE), patch(c, {"spec": {"devices": {"requests": [{**EXACT, "name": "q"}]}}}),
        patch(c + "/status", {"status": {"allocation": None, "reservedFor": None}}), get(c))
    yield Sequence("slice/select", *(post(slices, {"metadata": {"name": "{id}" + n, "labels": {"run": "{id}"}}, "spec": {**POOL, "nodeName": n, "pool": {**POOL["pool"], "name": n}}}) for n in "ab"),
                   *(get(slices + "?labelSelector=run={id}&fieldSelector=" + s) for s in ("spec.nodeName=a", "spec.nodeName!=a", "spec.driver=d.example.com", "spec.pool=a", "metadata.name={id}a")),
                   patch(slices + "/{id}a", {"spec": {"nodeName": "c"}}), patch(slices + "/{id}a", {"spec": {"driver": "D.example.com"}}), *(delete(slices + "/{id}" + n) for n in "ab"))
    yield Sequence("cidr/update", post(cidrs, {"metadata": {"name": "c-{id}"}, "spec": {"cidrs": ["10.66.0.0/24"]}}), *(patch(cidrs + "/c-{id}", {"spec": {"cidrs": v}}) for v in (
        ["10.67.0.0/24"], ["10.66.0.0/24", "10.67.0.0/24"], ["10.66.0.0/24", "fd66::/64"], ["10.66.0.0/24"])), get(cidrs + "/c-{id}", TABLE), delete(cidrs + "/c-{id}"))
    yield Sequence("address/service", post("/api/v1/namespaces/{ns}/services", {"metadata": {"name": "s"}, "spec": {"clusterIP": "10.96.77.77", "ports": [{"port": 80}]}}),
                   get("/apis/networking.k8s.io/v1/ipaddresses/10.96.77.77?includeObject=None", TABLE), delete("/api/v1/namespaces/{ns}/services/s"),
                   get("/apis/networking.k8s.io/v1/ipaddresses/10.96.77.77"))
    flows = "/apis/flowcontrol.apiserver.k8s.io/v1/"
    yield Sequence("flow/mandatory", *(get(flows + p + "?includeObject=None", TABLE) for p in ("flowschemas/exempt", "flowschemas/catch-all", "prioritylevelconfigurations/workload-high", "prioritylevelconfigurations/exempt")),
                   patch(flows + "flowschemas/exempt?dryRun=All", {"spec": {"matchingPrecedence": 2}}), patch(flows + "prioritylevelconfigurations/catch-all?dryRun=All", {"spec": {"limited": {"lendablePercent": 5}}}),
                   patch(flows + "prioritylevelconfigurations/exempt?dryRun=All", {"spec": {"exempt": {"lendablePercent": 5}}}), get(cidrs + "/kubernetes?includeObject=None", TABLE))
    attachments = "/apis/storage.k8s.io/v1/volumeattachments"
    yield Sequence("attachment/status", post(attachments, {"metadata": {"name": "a-{id}"}, "spec": {"attacher": "a", "nodeName": "n", "source": {"persistentVolumeName": "v"}}, "status": {"attached": True}}),
                   patch(attachments + "/a-{id}/status", {"status": {"attached": True, "attachError": {"message": "m", "errorCode": -1}}}), patch(attachments + "/a-{id}/status", {"status": {"attached": True}, "spec": {"nodeName": "x"}}),
                   patch(attachments + "/a-{id}", {"spec": {"nodeName": "x"}}), patch(attachments + "/a-{id}", {}, STRATEGIC), delete(attachments + "/a-{id}"))
    drivers = "/apis/storage.k8s.io/v1/csidrivers"
    yield Sequence("driver/update", post(drivers, {"metadata": {"name": "{id}.example.com"}, "spec": {}}), patch(drivers + "/{id}.example.com", {"spec": {"attachRequired": False}}),
                   patch(drivers + "/{id}.example.com", {"spec": {"requiresRepublish": True}}), patch(drivers + "/{id}.example.com", {"spec": {"tokenRequests": [{"audience": "a"}]}}),
                   get(drivers + "/{id}.example.com", TABLE), delete(drivers + "/{id}.example.com"))


def versions_and_generations():
    v1, v2 = ("/apis/autoscaling/%s/namespaces/{ns}/horizontalpodautoscalers" % v for v in ("v1", "v2"))
    note = "autoscaling.alpha.kubernetes.io/"
    spec = {"maxReplicas": 3, "scaleTargetRef": {"apiVersion": "apps/v1", "kind": "Deployment", "name": "d"}}
    rules = '{"ScaleUp":{"SelectPolicy":"Min","Policies":[{"Type":"Pods","Value":4,"PeriodSeconds":15}]}}'
    yield Sequence("autoscaler/versions", post(v1, {"metadata": {"name": "a", "annotations": {note + "behavior": rules}}, "spec": spec}), get(v1 + "/a"), get(v2 + "/a"),
                   patch(v1 + "/a/status", {"metadata": {"annotations": {note + "behavior": None}}, "status": {"currentCPUUtilizationPercentage": 4}}), get(v1 + "/a"),
                   patch(v1 + "/a", {"metadata": {"annotations": {note + "behavior": None}}}), get(v1 + "/a"))
    slices = "/apis/discovery.k8s.io/v1/namespaces/{ns}/endpointslices"
    endpoint = {"addresses": ["10.1.0.1"], "deprecatedTopology": {"a": "b"}}
    yield Sequence("slice/topology", post(slices, {"metadata": {"name": "s"}, "addressType": "IPv4", "endpoints": [endpoint], "ports": []}), get(slices + "/s"),
                   *(patch(slices + "/s", p) for p in ({"endpoints": [endpoint]}, {"metadata": {"labels": {"a": "b"}}}, {"metadata": {"annotations": {"a": "b"}}}, {"ports": []},
                                                       {"endpoints": [{"addresses": ["10.1.0.1"], "hints": {"forZones": [{"name": "a b"}, {"name": "a b"}]}}]})), get(slices + "/s"))
    quotas, classes = "/api/v1/namespaces/{ns}/resourcequotas", "/apis/scheduling.k8s.io/v1/priorityclasses"
    yield Sequence("quota/status", post(quotas, {"metadata": {"name": "q"}, "spec": {"hard": {"pods": "2"}}}),
                   *(patch(quotas + "/q/status", {"status": s}) for s in ({"hard": {"nope": "1"}}, {"used": {"pods": "-1"}}, {"used": {"pods": "500m"}}, {"hard": {"pods": "2"}, "used": {"pods": "1"}})))
    yield Sequence("priority/generation", post(classes, {"metadata": {"name": "p-{id}"}, "value": 5}), patch(classes + "/p-{id}", {"description": "d"}), delete(classes + "/p-{id}"))


def sequences():
    for part in (status_defaults, versions_of_writes, removed_versions, multiples, new_kinds, versions_and_generations):
        yield from part()
