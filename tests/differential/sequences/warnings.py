"""What valid objects are warned of: ports, variables, labels, amounts, volumes, names, keys, addresses."""

from sequence import Sequence, post, put
from sequences.custom import FOOS, foo, served
from sequences.objects import DEPLOYS, PODS, deployment, pod

C = {"name": "c", "image": "i"}
CORE = "/api/v1/namespaces/{ns}/"


def ports(*ports):
    return {"containers": [{**C, "ports": list(ports)}]}


def env(*values):
    return {"containers": [{**C, "env": [{"name": "A", **v} for v in values]}]}


def volume(**source):
    return {"containers": [C], "volumes": [{"name": "v", **source}]}


def amounts(**resources):
    return {"containers": [{**C, "resources": resources}]}


def items(*paths):
    return [{"key": f"k{i}", "path": p} for i, p in enumerate(paths)]


ZONE = [{"matchExpressions": [{"key": "failure-domain.beta.kubernetes.io/zone", "operator": "In", "values": ["a"]}]}]
SPECS = [
    ports({"containerPort": 80}, {"containerPort": 80}), ports({"containerPort": 80}, {"containerPort": 80, "protocol": "UDP"}),
    ports({"containerPort": 80, "hostPort": 8080}, {"containerPort": 80}), ports({"containerPort": 80, "hostPort": 1}, {"containerPort": 80, "hostPort": 2}),
    ports({"containerPort": 80, "hostPort": 1}, {"containerPort": 80, "hostPort": 1, "hostIP": "1.2.3.4"}), ports({"containerPort": 80, "hostIP": "1.2.3.4"}),
    {"containers": [{**C, "ports": [{"containerPort": 80, "name": "x"}]}, {"name": "d", "image": "i", "ports": [{"containerPort": 81, "name": "x"}, {"containerPort": 80}]}]},
    env({"value": "1"}, {"value": "2"}), env({"value": "1"}, {"value": "$(A)"}), env({"value": "1"}, {"value": "x$(A)"}),
    env({"value": "1"}, {"valueFrom": {"fieldRef": {"fieldPath": "metadata.name"}}}),
    {"containers": [C], "nodeSelector": {"beta.kubernetes.io/os": "linux"}}, {"containers": [C], "terminationGracePeriodSeconds": -5},
    {"containers": [C], "affinity": {"nodeAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": {"nodeSelectorTerms": ZONE},
                                                      "preferredDuringSchedulingIgnoredDuringExecution": [{"weight": 1, "preference": ZONE[0]}]}}},
    {"containers": [C], "affinity": {"podAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": [{"topologyKey": "x"}]},
                                     "podAntiAffinity": {"preferredDuringSchedulingIgnoredDuringExecution": [{"weight": 1, "podAffinityTerm": {"topologyKey": "x"}}]}}},
    {"containers": [C], "topologySpreadConstraints": [{"maxSkew": 1, "topologyKey": "beta.kubernetes.io/arch", "whenUnsatisfiable": "ScheduleAnyway"}]},
    {"containers": [C], "imagePullSecrets": [{"name": "a"}, {"name": "a"}, {}]}, {"containers": [C], "hostAliases": [{"ip": "1.2.3.4", "hostnames": ["a"]}, {"ip": "1.2.3.4", "hostnames": ["b"]}]},
    amounts(limits={"memory": "1500m"}, requests={"memory": "0.5"}), amounts(limits={"ephemeral-storage": "100.5"}),
    volume(gitRepo={"repository": "x"}), volume(cephfs={"monitors": ["a"]}), volume(configMap={"name": "m", "items": items("a", "a/b", "ab")}),
    volume(secret={"secretName": "m", "items": items("a/b", "a")}), volume(downwardAPI={"items": [{"path": p, "fieldRef": {"fieldPath": "metadata.name"}} for p in ("x", "x")]}),
    volume(projected={"sources": [{"configMap": {"name": "m", "items": items("a")}}, {"secret": {"name": "s", "items": items("a/b")}}, {}]}),
    volume(emptyDir={}), {"containers": [C], "dnsPolicy": "None", "dnsConfig": {"nameservers": ["1.2.3.4"]}}]

SERVICES = [{"type": "ClusterIP", "clusterIP": "None", "externalIPs": ["1.2.3.4"]}, {"externalIPs": ["1.2.3.4"]}, {"externalName": "x.y"},
            {"clusterIP": "None", "sessionAffinity": "ClientIP"}, {"type": "ExternalName", "externalName": "x.y", "externalIPs": ["1.2.3.4"]},
            {"trafficDistribution": "PreferClose"}, {"type": "LoadBalancer", "loadBalancerIP": "1.2.3.4"}]
# Made for this test alone: keys that open nothing.
CERTIFICATE = """-----BEGIN CERTIFICATE-----
AAAA
-----END CERTIFICATE-----
"""
KEY = CERTIFICATE.replace("CERTIFICATE", "PRIVATE KEY")
OTHER = CERTIFICATE.replace("CERTIFICATE", "OTHER")
PAIRS = [("x", "y"), (CERTIFICATE, "y"), (KEY, CERTIFICATE), (CERTIFICATE, CERTIFICATE), (OTHER, KEY), (OTHER + KEY, KEY), (CERTIFICATE, OTHER)]


def templates():
    for i, spec in enumerate(SPECS):
        yield Sequence(f"warnings/pod/{i}", post(PODS, {**pod("p"), "spec": spec}), put(PODS + "/p", {**pod("p"), "spec": spec}))
    for i in (0, 7, 11, 12, 18, 22):
        one, two = deployment("d"), deployment("d", 2)
        for d in (one, two):
            d["spec"]["template"]["spec"] = SPECS[i]
        yield Sequence(f"warnings/deployment/{i}", post(DEPLOYS, one), put(DEPLOYS + "/d", one), put(DEPLOYS + "/d", two))
    body = {"selector": {"matchLabels": {"a": "b"}}, "template": {"metadata": {"labels": {"a": "b"}}, "spec": SPECS[0]}}
    for kind in ("replicasets", "daemonsets", "statefulsets"):
        path = "/apis/apps/v1/namespaces/{ns}/" + kind
        more = {"minReadySeconds": 1, **({"revisionHistoryLimit": -1, "serviceName": "s"} if kind == "statefulsets" else {})}
        yield Sequence(f"warnings/{kind}", post(path, {"metadata": {"name": "a.b"}, "spec": body}), put(path + "/a.b", {"metadata": {"name": "a.b"}, "spec": {**body, **more}}),
                       post(path, {"metadata": {"name": "c"}, "spec": {**body, **more}}))
    job = {"template": {"spec": {**SPECS[0], "restartPolicy": "Never"}}}
    cron = {"schedule": "@daily", "jobTemplate": {"spec": job}}
    for kind, spec in (("jobs", job), ("cronjobs", cron)):
        path = "/apis/batch/v1/namespaces/{ns}/" + kind
        yield Sequence(f"warnings/{kind}", post(path, {"metadata": {"name": "a.b"}, "spec": spec}), put(path + "/a.b", {"metadata": {"name": "a.b"}, "spec": {**spec, "suspend": True}}))
    notes = {"seccomp.security.alpha.kubernetes.io/pod": "unconfined", "scheduler.alpha.kubernetes.io/critical-pod": "",
             "container.seccomp.security.alpha.kubernetes.io/c": "unconfined"}
    yield Sequence("warnings/annotations", post(PODS, {**pod("p"), "metadata": {"name": "p", "annotations": notes}}),
                   post(CORE + "podtemplates", {"metadata": {"name": "t"}, "template": {"metadata": {"annotations": notes}, "spec": {"containers": [C]}}}))
    many = {"containers": [{**C, "env": [{"name": "A", "value": f"{i}{'x' * 400}"} for i in range(50)]}]}
    yield Sequence("warnings/many", post(PODS, {**pod("p"), "spec": many}))


def kinds():
    for i, spec in enumerate(SERVICES):
        yield Sequence(f"warnings/service/{i}", post(CORE + "services", {"metadata": {"name": "s"}, "spec": {"ports": [{"port": 80}], **spec}}))
    for i, (certificate, key) in enumerate(PAIRS):
        yield Sequence(f"warnings/secret/{i}", post(CORE + "secrets", {"metadata": {"name": "s"}, "type": "kubernetes.io/tls",
                                                                       "stringData": {"tls.crt": certificate, "tls.key": key}}))
    claim = {"accessModes": ["ReadWriteOnce"], "resources": {"requests": {"storage": "1500m"}}}
    yield Sequence("warnings/claim", post(CORE + "persistentvolumeclaims", {
        "metadata": {"name": "c", "annotations": {"volume.beta.kubernetes.io/storage-class": "x"}}, "spec": claim}))
    yield Sequence("warnings/quota", post(CORE + "resourcequotas", {"metadata": {"name": "q"}, "spec": {"hard": {"cpu": "2", "limits.cpu": "1", "requests.memory": "1Gi", "limits.memory": "2Gi"}}}))
    yield Sequence("warnings/ingress", post("/apis/networking.k8s.io/v1/namespaces/{ns}/ingresses", {
        "metadata": {"name": "i", "annotations": {"kubernetes.io/ingress.class": "x"}}, "spec": {"defaultBackend": {"service": {"name": "s", "port": {"number": 80}}}}}))
    yield Sequence("warnings/slice", post("/apis/discovery.k8s.io/v1/namespaces/{ns}/endpointslices", {
        "metadata": {"name": "s"}, "addressType": "FQDN", "endpoints": [{"addresses": ["a.b"]}]}))
    yield Sequence("warnings/finalizers", *served(post(FOOS, {**foo(), "metadata": {"name": "f", "finalizers": ["plain", "a.b", "a.b/c"]}}),
                                                  put(FOOS + "/f", {**foo(), "metadata": {"name": "f", "finalizers": ["plain", "other"]}}),
                                                  put(FOOS + "/f", {**foo(), "metadata": {"name": "f"}})))


def sequences():
    yield from templates()
    yield from kinds()
