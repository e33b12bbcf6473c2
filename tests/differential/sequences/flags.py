"""What --oidc-*, the authorizer ABAC and admission plugins that are off by default do: servers that were started with --by-flags."""

from sequence import JSON_PATCH, Sequence, get, patch, post, put
from sequences.providers import TOKENS, review

NEEDS_FLAGS = "flags/"
REVIEWS = "/apis/authorization.k8s.io/v1"
MAPS = "/api/v1/namespaces/default/configmaps"
WHO = ("nobody", "view", "edit", "admin", "owner", "cluster", "robot", "node", "master", "anonymous")
SUBJECTS = (("admin", {}), ("by-policy", {}), ("by-policy", {"groups": ["writers", "system:authenticated"]}), ("x:jane", {"groups": ["g:a"]}), ("", {"groups": ["readers"]}))


SERVICES, PODS = "/api/v1/namespaces/{ns}/services", "/api/v1/namespaces/{ns}/pods"
DEVICE = {"key": "example.com/d", "operator": "Exists", "effect": "NoSchedule"}


def service(name, *ips):
    return {"metadata": {"name": name}, "spec": {"ports": [{"port": 80}], **({"externalIPs": list(ips)} if ips else {})}}


def container(name, **more):
    return {"name": name, "image": "x", **more}


def pod(name, **spec):
    return {"metadata": {"name": name}, "spec": {"containers": [container("c")], **spec}}


def requests(who):
    for path in (MAPS + "/missing", "/api/v1/namespaces/kube-system/configmaps/missing", "/api/v1/namespaces/default/pods/missing",
                 "/apis/apps/v1/namespaces/default/deployments/missing", "/api/v1/nodes/missing", "/readyz/ping", "/api", "/apis/apps", "/healthz/ping", "/logs", "/nowhere"):
        yield get(path, who=who)
    yield get(MAPS + "?watch=1&timeoutSeconds=1&fieldSelector=metadata.name=missing&resourceVersion=0", who=who)
    yield post(MAPS + "?dryRun=All", {"metadata": {"name": "a"}}, who=who)
    yield post("/readyz/ping", {}, who=who)
    yield ("DELETE", MAPS + "/missing", None, {"who": who})
    yield ("DELETE", MAPS + "/missing?dryRun=All", None, {"who": who})
    for namespace in ("default", "kube-system"):
        yield post(REVIEWS + "/selfsubjectrulesreviews", {"spec": {"namespace": namespace}}, who=who)
    yield post(REVIEWS + "/selfsubjectaccessreviews", {"spec": {"resourceAttributes": {"verb": "create", "resource": "configmaps", "namespace": "default"}}}, who=who)


def sequences():
    for name in TOKENS:
        yield Sequence(f"{NEEDS_FLAGS}oidc/{name}", review(name), review(name, audiences=["other"]))
    for who in WHO:
        yield Sequence(f"{NEEDS_FLAGS}abac/{who}", *requests(who))
    yield Sequence(f"{NEEDS_FLAGS}abac/reviews", *(
        post(REVIEWS + "/subjectaccessreviews", {"spec": {"user": user, **more, **asked}})
        for user, more in SUBJECTS for asked in (
            *({"resourceAttributes": {"verb": verb, "resource": resource, "group": group, "namespace": namespace}}
              for verb in ("get", "create", "*") for group, resource in (("", "configmaps"), ("", "pods"), ("apps", "deployments"), ("*", "*")) for namespace in ("default", "other", "")),
            *({"nonResourceAttributes": {"verb": verb, "path": path}} for verb in ("get", "post") for path in ("/logs", "/logs/x", "/", "*")))))
    yield Sequence(f"{NEEDS_FLAGS}plugins/external-ips", post(SERVICES, service("a")), post(SERVICES, service("b", "1.2.3.4")), patch(SERVICES + "/a", {"spec": {"externalIPs": ["1.2.3.4"]}}),
                   patch(SERVICES + "/a/status", {"spec": {"externalIPs": ["1.2.3.4"]}}), get(SERVICES + "/a"), post(SERVICES + "?dryRun=All", service("b", "1.2.3.4")))
    yield Sequence(f"{NEEDS_FLAGS}plugins/images", post(PODS, pod("a")), post(PODS, pod("b", initContainers=[container("i")], volumes=[{"name": "v", "image": {"reference": "x", "pullPolicy": "Never"}}])),
                   patch(PODS + "/a", {"metadata": {"labels": {"a": "b"}}}), patch(PODS + "/a", [{"op": "replace", "path": "/spec/containers/0/image", "value": "z"}], kind=JSON_PATCH),
                   get(PODS + "/a"))
    for key in ("kubernetes.io/hostname", "zone", ""):
        yield Sequence(f"{NEEDS_FLAGS}plugins/anti-affinity/{key or 'none'}", post(PODS, pod("a", affinity={"podAntiAffinity": {
            "requiredDuringSchedulingIgnoredDuringExecution": [{"topologyKey": "kubernetes.io/hostname"}, {"topologyKey": key}],
            "preferredDuringSchedulingIgnoredDuringExecution": [{"weight": 1, "podAffinityTerm": {"topologyKey": "zone"}}]}})))
    for i, own in enumerate(([], [DEVICE], [{**DEVICE, "tolerationSeconds": 3}], [{"key": "a", "operator": "Exists"}, DEVICE], [{**DEVICE, "effect": "NoExecute"}])):
        yield Sequence(f"{NEEDS_FLAGS}plugins/devices/{i}", *(post(PODS, pod(f"p{n}", tolerations=own, containers=[container("c", resources={"limits": limits})]))
                                                                 for n, limits in enumerate(({"example.com/d": "1"}, {"b.com/x": "1", "a.com/x": "2", "cpu": "1"}, {"hugepages-2Mi": "2Mi", "cpu": "1"}))))
    yield Sequence(f"{NEEDS_FLAGS}plugins/namespaces", post("/api/v1/namespaces/missing-{id}/configmaps", {"metadata": {"name": "a"}}), post("/api/v1/namespaces/missing-{id}/pods", pod("a")),
                   put("/api/v1/namespaces/missing-{id}/configmaps/a", {"metadata": {"name": "a"}}), ("DELETE", "/api/v1/namespaces/missing-{id}/configmaps/a", None, {}))
