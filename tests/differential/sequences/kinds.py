"""Every built-in kind: defaults, validation, status, table."""

from sequence import STRATEGIC, TABLE, Sequence, apply, delete, get, patch, post, put
from sequences.objects import pod

C = [{"name": "c", "image": "nginx"}]
POD = {"metadata": {"labels": {"a": "b"}}, "spec": {"containers": C}}
NEVER = {"spec": {"restartPolicy": "Never", "containers": C}}
SELECT = {"matchLabels": {"a": "b"}}
HOOK = {"name": "h.example.com", "clientConfig": {"url": "https://x.example.com/"}, "sideEffects": "None", "admissionReviewVersions": ["v1"],
        "rules": [{"operations": ["CREATE"], "apiGroups": [""], "apiVersions": ["v1"], "resources": ["pods"]}]}
RULE = {"apiGroups": [""], "resources": ["pods"], "verbs": ["get"]}

# (prefix, plural, namespaced, good object, bad changes)
KINDS = [
    ("api/v1", "configmaps", True, {"data": {"a": "b"}, "binaryData": {"c": "AAA="}}, [{"data": {"a b": "c"}}, {"binaryData": {"a": "!"}}, {"data": {"x": "1"}, "binaryData": {"x": "AAA="}}]),
    ("api/v1", "secrets", True, {"stringData": {"a": "b"}}, [{"type": "kubernetes.io/tls"}, {"data": {"a": "!"}}, {"type": "kubernetes.io/dockerconfigjson"}, {"data": {"a b": "YQ=="}}]),
    ("api/v1", "serviceaccounts", True, {}, [{"secrets": 5}]),
    ("api/v1", "services", True, {"spec": {"selector": {"a": "b"}, "ports": [{"port": 80}]}},
     [{"spec": {}}, {"spec": {"ports": [{"port": 0}]}}, {"spec": {"ports": [{"port": 80}, {"port": 81}]}}, {"spec": {"type": "ExternalName"}},
      {"spec": {"type": "Nope", "ports": [{"port": 80}]}}, {"spec": {"clusterIP": "x", "ports": [{"port": 80}]}}, {"spec": {"ports": [{"port": 80, "targetPort": "UPPER"}]}}]),
    ("api/v1", "endpoints", True, {"subsets": [{"addresses": [{"ip": "1.2.3.4"}], "ports": [{"port": 80}]}]}, [{"subsets": [{"addresses": [{"ip": "x"}], "ports": [{"port": 80}]}]}]),
    ("api/v1", "pods", True, {"spec": {"containers": C}},
     [{"spec": {}}, {"spec": {"containers": []}}, {"spec": {"containers": [{"name": "A", "image": "x"}]}}, {"spec": {"containers": C * 2}}, {"spec": {"containers": [{"name": "c"}]}},
      {"spec": {"containers": C, "restartPolicy": "Nope"}}, {"spec": {"containers": [{**C[0], "ports": [{"containerPort": 99999}]}]}},
      {"spec": {"containers": [{**C[0], "resources": {"limits": {"cpu": "x"}}}]}}, {"spec": {"containers": [{**C[0], "resources": {"limits": {"cpu": "1"}, "requests": {"cpu": "2"}}}]}},
      {"spec": {"containers": [{**C[0], "volumeMounts": [{"name": "v", "mountPath": "/x"}]}]}}, {"spec": {"containers": C, "volumes": [{"name": "v"}, {"name": "v"}]}},
      {"spec": {"containers": [{**C[0], "livenessProbe": {"httpGet": {"path": "/"}}}]}}, {"spec": {"containers": [{**C[0], "livenessProbe": {"httpGet": {"path": "/", "port": 80}}}]}},
      {"spec": {"containers": [{**C[0], "env": [{"name": "A=", "value": "x"}]}]}}, {"spec": {"containers": C, "terminationGracePeriodSeconds": -1}},
      {"spec": {"containers": C, "tolerations": [{"operator": "Nope"}]}}, {"spec": {"containers": C, "nodeSelector": {"a b": "c"}}}, {"spec": {"containers": C, "dnsPolicy": "x"}},
      {"spec": {"containers": [{**C[0], "imagePullPolicy": "x"}]}}, {"spec": {"containers": [{**C[0], "image": "nginx:1"}], "initContainers": [{"name": "c", "image": "i"}]}},
      {"spec": {"containers": [{**C[0], "securityContext": {"privileged": True, "runAsUser": -1}}]}}, {"spec": {"containers": C, "activeDeadlineSeconds": 0}},
      {"spec": {"containers": [{**C[0], "resources": {"requests": {"memory": "0.5Gi", "cpu": "0.1"}, "limits": {"memory": "1024Mi"}}}]}},
      {"spec": {"containers": C, "volumes": [{"name": "a", "configMap": {"name": "x"}}, {"name": "b", "secret": {"secretName": "y"}}, {"name": "e", "emptyDir": {}},
                                             {"name": "h", "hostPath": {"path": "/x"}}, {"name": "d", "downwardAPI": {"items": [{"path": "p", "fieldRef": {"fieldPath": "metadata.name"}}]}}]}}]),
    ("api/v1", "podtemplates", True, {"template": POD}, [{"template": {"spec": {}}}]),
    ("api/v1", "replicationcontrollers", True, {"spec": {"selector": {"a": "b"}, "template": POD}}, [{"spec": {}}, {"spec": {"selector": {"x": "y"}, "template": POD}}, {"spec": {"replicas": -1, "template": POD}}]),
    ("api/v1", "resourcequotas", True, {"spec": {"hard": {"pods": "5", "cpu": "0.5"}}}, [{"spec": {"hard": {"a b": "5"}}}, {"spec": {"hard": {"pods": "-1"}}}]),
    ("api/v1", "limitranges", True, {"spec": {"limits": [{"type": "Container", "default": {"cpu": "1"}}]}}, [{"spec": {"limits": [{"type": "Container", "min": {"cpu": "2"}, "max": {"cpu": "1"}}]}}]),
    ("api/v1", "persistentvolumeclaims", True, {"spec": {"accessModes": ["ReadWriteOnce"], "resources": {"requests": {"storage": "1Gi"}}}}, [{"spec": {}}, {"spec": {"accessModes": ["x"]}}]),
    ("api/v1", "events", True, {"involvedObject": {"kind": "Pod", "namespace": "{ns}", "name": "x"}, "reason": "R", "message": "m", "type": "Normal"},
     [{"involvedObject": {"namespace": "other"}}, {"involvedObject": {"namespace": "{ns}"}, "type": "Nope"}]),
    ("apis/events.k8s.io/v1", "events", True, {"eventTime": "2001-01-01T00:00:00.000000Z", "regarding": {"kind": "Pod", "namespace": "{ns}"}, "reason": "R", "type": "Normal", "action": "a",
                                               "reportingController": "c.example.com/x", "reportingInstance": "i"}, [{"reason": "R"}, {"eventTime": "2001-01-01T00:00:00.000000Z"}]),
    ("api/v1", "namespaces", False, {}, [{"metadata": {"name": "a.b"}}]),
    ("api/v1", "nodes", False, {"spec": {"podCIDR": "10.9.0.0/24"}}, [{"spec": {"taints": [{"key": "a", "effect": "x"}]}}, {"spec": {"podCIDRs": ["x"]}}]),
    ("api/v1", "persistentvolumes", False, {"spec": {"accessModes": ["ReadWriteOnce"], "capacity": {"storage": "1Gi"}, "hostPath": {"path": "/x"}}}, [{"spec": {}}]),
    ("apis/apps/v1", "deployments", True, {"spec": {"selector": SELECT, "template": POD}},
     [{"spec": {}}, {"spec": {"selector": {"matchLabels": {"x": "y"}}, "template": POD}}, {"spec": {"selector": {}, "template": POD}}, {"spec": {"replicas": -1, "selector": SELECT, "template": POD}},
      {"spec": {"selector": SELECT, "template": POD, "strategy": {"type": "Recreate", "rollingUpdate": {}}}}, {"spec": {"selector": SELECT, "template": POD, "strategy": {"rollingUpdate": {"maxSurge": 0, "maxUnavailable": 0}}}},
      {"spec": {"selector": SELECT, "template": POD, "strategy": {"rollingUpdate": {"maxSurge": "x"}}}}, {"spec": {"selector": SELECT, "template": {"metadata": {"labels": {"a": "b"}}, "spec": {"containers": C, "restartPolicy": "Never"}}}},
      {"spec": {"selector": SELECT, "template": POD, "progressDeadlineSeconds": 0}}, {"spec": {"selector": SELECT, "template": POD, "replicas": "x"}}]),
    ("apis/apps/v1", "replicasets", True, {"spec": {"selector": SELECT, "template": POD}}, [{"spec": {}}, {"spec": {"selector": SELECT}}]),
    ("apis/apps/v1", "statefulsets", True, {"spec": {"selector": SELECT, "serviceName": "s", "template": POD}}, [{"spec": {}}, {"spec": {"selector": SELECT, "template": POD, "podManagementPolicy": "x"}}]),
    ("apis/apps/v1", "daemonsets", True, {"spec": {"selector": SELECT, "template": POD}}, [{"spec": {}}, {"spec": {"selector": SELECT, "template": POD, "updateStrategy": {"type": "x"}}}]),
    ("apis/apps/v1", "controllerrevisions", True, {"revision": 1, "data": {"a": 1}}, [{"revision": -1}]),
    ("apis/batch/v1", "jobs", True, {"spec": {"template": NEVER}}, [{"spec": {}}, {"spec": {"template": POD}}, {"spec": {"template": NEVER, "parallelism": -1}}, {"spec": {"template": NEVER, "completionMode": "Indexed"}},
                                                                     {"spec": {"template": NEVER, "selector": SELECT}}, {"spec": {"template": NEVER, "backoffLimit": -1}}]),
    ("apis/batch/v1", "cronjobs", True, {"spec": {"schedule": "*/5 * * * *", "jobTemplate": {"spec": {"template": NEVER}}}},
     [{"spec": {}}, {"spec": {"schedule": "x", "jobTemplate": {"spec": {"template": NEVER}}}}, {"spec": {"schedule": "@daily", "concurrencyPolicy": "x", "jobTemplate": {"spec": {"template": NEVER}}}}]),
    ("apis/coordination.k8s.io/v1", "leases", True, {"spec": {"holderIdentity": "x", "leaseDurationSeconds": 5}}, [{"spec": {"leaseDurationSeconds": 0}}, {"spec": {"leaseTransitions": -1}}, {"spec": {"renewTime": "x"}}]),
    ("apis/discovery.k8s.io/v1", "endpointslices", True, {"addressType": "IPv4", "endpoints": [{"addresses": ["1.2.3.4"]}], "ports": [{"port": 80}]}, [{"endpoints": []}, {"addressType": "IPv4", "endpoints": [{"addresses": ["x"]}]}]),
    ("apis/policy/v1", "poddisruptionbudgets", True, {"spec": {"minAvailable": 1, "selector": SELECT}}, [{"spec": {"minAvailable": 1, "maxUnavailable": 1}}, {"spec": {"minAvailable": "x"}}]),
    ("apis/rbac.authorization.k8s.io/v1", "roles", True, {"rules": [RULE]}, [{"rules": [{"resources": ["a"]}]}, {"rules": [{**RULE, "nonResourceURLs": ["/x"]}]}]),
    ("apis/rbac.authorization.k8s.io/v1", "clusterroles", False, {"rules": [RULE]}, [{"rules": [{"verbs": []}]}]),
    ("apis/rbac.authorization.k8s.io/v1", "rolebindings", True, {"roleRef": {"apiGroup": "rbac.authorization.k8s.io", "kind": "Role", "name": "r"}, "subjects": [{"kind": "User", "name": "u"}]},
     [{}, {"roleRef": {"kind": "Nope", "name": "r"}}, {"roleRef": {"kind": "Role", "name": "r"}, "subjects": [{"kind": "Nope", "name": "u"}]}]),
    ("apis/rbac.authorization.k8s.io/v1", "clusterrolebindings", False, {"roleRef": {"kind": "ClusterRole", "name": "r"}, "subjects": [{"kind": "ServiceAccount", "name": "u", "namespace": "x"}]}, [{}]),
    ("apis/admissionregistration.k8s.io/v1", "validatingwebhookconfigurations", False, {"webhooks": [{**HOOK, "rules": []}]}, [{"webhooks": [{"name": "x"}]}, {"webhooks": [{**HOOK, "sideEffects": "Some"}]}, {"webhooks": [{**HOOK, "timeoutSeconds": 50}]}]),
    ("apis/admissionregistration.k8s.io/v1", "mutatingwebhookconfigurations", False, {"webhooks": [{**HOOK, "rules": []}]}, [{"webhooks": [{**HOOK, "clientConfig": {}}]}, {"webhooks": [{**HOOK, "reinvocationPolicy": "x"}]}]),
    ("apis/scheduling.k8s.io/v1", "priorityclasses", False, {"value": 5}, [{"value": 2000000000}, {"value": 5, "preemptionPolicy": "x"}]),
]

REVIEWS = [("authentication.k8s.io/v1/tokenreviews", {"spec": {"token": "nope"}}), ("authentication.k8s.io/v1/tokenreviews", {"spec": {}}),
           ("authorization.k8s.io/v1/subjectaccessreviews", {"spec": {"user": "u", "resourceAttributes": {"verb": "get", "resource": "pods"}}}),
           ("authorization.k8s.io/v1/subjectaccessreviews", {"spec": {}}),
           ("authorization.k8s.io/v1/selfsubjectaccessreviews", {"spec": {"resourceAttributes": {"verb": "get", "resource": "pods"}}}),
           ("authorization.k8s.io/v1/selfsubjectaccessreviews", {"spec": {"nonResourceAttributes": {"verb": "get", "path": "/x"}}}),
           ("authorization.k8s.io/v1/selfsubjectaccessreviews", {"spec": {}}), ("authorization.k8s.io/v1/selfsubjectrulesreviews", {"spec": {"namespace": "x"}}),
           ("authentication.k8s.io/v1/selfsubjectreviews", {})]


def sequences():
    for prefix, plural, namespaced, good, bad in KINDS:
        path = f"/{prefix}/" + ("namespaces/{ns}/" if namespaced else "") + plural
        name = f"kind/{plural}" + ("/events.k8s.io" if "events.k8s" in prefix else "")
        o = "o-{id}" if not namespaced else "o"
        yield Sequence(name + "/life", post(path, {"metadata": {"name": o}, **good}), get(path + "/" + o), get(path + "/" + o, TABLE),
                       patch(path + "/" + o, {"metadata": {"labels": {"x": "y"}}}), put(path + "/" + o, {"metadata": {"name": o}, **good}),
                       patch(path + "/" + o + "/status", {"status": {}}), delete(path + "/" + o))
        for i, change in enumerate(bad):
            yield Sequence(f"{name}/bad/{i}", post(path, {"metadata": {"name": o}, **change}), delete(path + "/" + o, ignore=True))
    for i, (path, body) in enumerate(REVIEWS):
        yield Sequence(f"review/{i}", post("/apis/" + path, body))
    pods = "/api/v1/namespaces/{ns}/pods"
    yield Sequence("pod/binding", post(pods, pod("p")), post(pods + "/p/binding", {"target": {"kind": "Node", "name": "n"}}),
                   post(pods + "/p/binding", {"target": {"kind": "Node", "name": "n"}}), post(pods + "/p/binding", {}), post(pods + "/q/binding", {"target": {"name": "n"}}), get(pods + "/p"))
    more = pods + "/p/ephemeralcontainers"
    debugger = {"name": "d", "image": "i"}
    yield Sequence("pod/ephemeral", post(pods, pod("p")), get(more), patch(more, {"spec": {"ephemeralContainers": [debugger]}}, STRATEGIC),
                   patch(more, {"spec": {"ephemeralContainers": [{**debugger, "name": "e"}], "nodeName": "n"}}, STRATEGIC), patch(more, {"spec": {"ephemeralContainers": []}}),
                   patch(more, {"spec": {"ephemeralContainers": [{"name": "A"}]}}, STRATEGIC), patch(pods + "/p", {"spec": {"ephemeralContainers": [{**debugger, "name": "f"}]}}, STRATEGIC),
                   get(pods + "/p"), post(pods, pod("q", ephemeralContainers=[debugger])))
    revisions = "/apis/apps/v1/namespaces/{ns}/controllerrevisions"
    spaced = '{"metadata": {"name": "s"}, "revision": 1, "data": {"a": 1}}'
    yield Sequence("controllerrevision/spaces", post(revisions, spaced), patch(revisions + "/s", {"metadata": {"labels": {"x": "y"}}}))
    yield Sequence("controllerrevision/labels", post(revisions, {"metadata": {"name": "o"}, "revision": 1, "data": {"a": 1}}), patch(revisions + "/o", {"metadata": {"labels": {"x": "y"}}}),
                   patch(revisions + "/o", {"data": {"a": 2}}), patch(revisions + "/o", {"revision": 2}), get(revisions + "/o"))
    jobs = "/apis/batch/v1/namespaces/{ns}/jobs"
    own, labelled = {"labels": {"x": "y"}}, {"spec": {"template": {**NEVER, "metadata": {"labels": {"x": "y"}}}}}
    yield Sequence("job/labels", post(jobs, {"metadata": {"name": "a"}, **labelled}), get(jobs + "/a"), post(jobs, {"metadata": {"name": "b", **own}, **labelled}),
                   post(jobs, {"metadata": {"name": "c", "labels": {}}, **labelled}), post(jobs + "?dryRun=All", {"metadata": {"name": "d"}, **labelled}),
                   post(jobs, {"metadata": {"name": "e"}, "spec": {**labelled["spec"], "manualSelector": True, "selector": {"matchLabels": {"x": "y"}}}}),
                   *(apply(jobs + "/" + n, {"apiVersion": "batch/v1", "kind": "Job", "metadata": {"name": n, **m}, **labelled}) for n, m in (("f", {}), ("g", own), ("f", {}))),
                   patch(jobs + "/a", {"metadata": {"labels": None}}), patch(jobs + "/b", {"metadata": {"labels": None}}), get(jobs + "/b"),
                   post(jobs, {"metadata": {"name": "h"}, "spec": {"template": {**NEVER, "metadata": {"labels": {"job-name": "other"}}}}}))
    yield Sequence("job/delete-warning", *(post(jobs, {"metadata": {"name": n}, "spec": {"template": NEVER}}) for n in "abc"), delete(jobs + "/a"),
                   delete(jobs + "/b", {"propagationPolicy": "Background"}), delete(jobs))
    yield Sequence("pod/eviction", post(pods, pod("p")), post(pods + "/p/eviction", {"metadata": {"name": "p"}}), get(pods + "/p"), post(pods + "/q/eviction", {"metadata": {"name": "q"}}))
    for kind, spec in (("balancer", {"type": "LoadBalancer"}), ("plain", {})):
        ingresses = [{"ip": "192.0.2.1"}, {"ip": "192.0.2.1", "ipMode": "Proxy"}, {"ip": "192.0.2.1", "ipMode": "Nope"}, {"ip": "192.0.2.1", "ipMode": ""}, {"ip": "192.0.2.1", "ipMode": None},
                     {"ipMode": "VIP"}, {"ip": "192.0.2.01"}, {"ip": "192.0.2"}, {"ip": "::ffff:192.0.2.1"}, {"ip": "2001:DB8::1"}, {"ip": ""}, {},
                     {"hostname": "a.example.com"}, {"hostname": "A_b"}, {"hostname": "192.0.2.1"}, {"hostname": "2001:db8::1"}, {"ip": "x", "hostname": "192.0.2.1", "ipMode": "x"}]
        yield Sequence(f"service/ingress/{kind}", post("/api/v1/namespaces/{ns}/services", {"metadata": {"name": "s"}, "spec": {"ports": [{"port": 80}], **spec}}),
                       *(patch("/api/v1/namespaces/{ns}/services/s/status", {"status": {"loadBalancer": {"ingress": v}}}) for v in [*([i] for i in ingresses), ingresses[5:8], [], None]),
                       patch("/api/v1/namespaces/{ns}/services/s", {"spec": {"type": "NodePort"}}))
    addresses = ["192.0.2.1", "192.0.2.01", "010.0.0.0", "192.0.2.00", "192.0.2.0x1", "192.0.2", "192.0.2.1.1", "192.0.2.256", "::ffff:192.0.2.1", "::ffff:c000:201", "::FFFF:192.0.2.01", "2001:DB8::1", "2001:db8::01", "fe80::1%2", "::",
                 "127.0.0.1", " 192.0.2.1", ""]
    yield Sequence("addresses/pod", *(post(pods, pod("p", **spec)) for a in addresses for spec in ({"hostAliases": [{"ip": a, "hostnames": ["x"]}]}, {"dnsPolicy": "None", "dnsConfig": {"nameservers": [a]}})))
    yield Sequence("addresses/endpoints", *(post("/api/v1/namespaces/{ns}/endpoints", {"metadata": {"name": "e"}, "subsets": [{"addresses": [{"ip": a, "hostname": "a.b"}], "ports": [{"port": 80}]}]}) for a in addresses))
    yield Sequence("addresses/slice", *(post("/apis/discovery.k8s.io/v1/namespaces/{ns}/endpointslices", {"metadata": {"name": "e"}, "addressType": t, "endpoints": [{"addresses": [a]}]}) for t in ("IPv4", "IPv6") for a in addresses))
    yield Sequence("addresses/service", *(post("/api/v1/namespaces/{ns}/services?dryRun=All", {"metadata": {"name": "s"}, "spec": {"ports": [{"port": 80}], "externalIPs": [a]}}) for a in addresses))
    yield Sequence("service/types", *(post("/api/v1/namespaces/{ns}/services", {"metadata": {"name": n}, "spec": {"ports": [{"port": 80}], **s}}) for n, s in
                                      (("a", {"type": "NodePort"}), ("b", {"type": "LoadBalancer"}), ("c", {"clusterIP": "None"}), ("d", {"type": "ExternalName", "externalName": "x.y"}))))
    yield Sequence("namespace/finalize", post("/api/v1/namespaces", {"metadata": {"name": "x-{id}"}}), delete("/api/v1/namespaces/x-{id}"), get("/api/v1/namespaces/x-{id}"),
                   post("/api/v1/namespaces/x-{id}/configmaps", {"metadata": {"name": "a"}}), delete("/api/v1/namespaces/x-{id}"),
                   put("/api/v1/namespaces/x-{id}/finalize", {"metadata": {"name": "x-{id}"}, "spec": {"finalizers": []}}), get("/api/v1/namespaces/x-{id}"), namespace=False)
