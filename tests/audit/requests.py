"""The requests whose audit events are compared: method, path, body, and options.

Options: who (an identity of tests/differential/identities.py, by default the administrator), type (Content-Type), headers, accept.
A body that is not bytes is sent as JSON."""

NS = "/api/v1/namespaces/audit"
SHORT = "/api/v1/namespaces/audit-short"
APPS = "/apis/apps/v1/namespaces/audit"
RBAC = "/apis/rbac.authorization.k8s.io/v1"
ADMISSION = "/apis/admissionregistration.k8s.io/v1"
MERGE, STRATEGIC = "application/merge-patch+json", "application/strategic-merge-patch+json"
APPLY, JSON_PATCH = "application/apply-patch+yaml", "application/json-patch+json"
PROTOBUF = "application/vnd.kubernetes.protobuf"


def containers(**more):
    return {"containers": [{"name": "c", "image": "i", **more}]}


def deployment(name, replicas=1):
    labels = {"app": name}
    return {"metadata": {"name": name}, "spec": {"replicas": replicas, "selector": {"matchLabels": labels},
                                                "template": {"metadata": {"labels": labels}, "spec": containers()}}}


POLICY = {"metadata": {"name": "audited"}, "spec": {
    "failurePolicy": "Fail",
    "matchConstraints": {"resourceRules": [{"apiGroups": [""], "apiVersions": ["v1"], "operations": ["CREATE"], "resources": ["configmaps"]}]},
    "validations": [{"expression": "true"}, {"expression": "object.metadata.name != 'checked'", "message": "not this one"}],
    "auditAnnotations": [{"key": "name", "valueExpression": "string(object.metadata.name)"}, {"key": "nothing", "valueExpression": "null"},
                         {"key": "spaces", "valueExpression": "'  a  '"}]}}
BINDING = {"metadata": {"name": "audited"}, "spec": {"policyName": "audited", "validationActions": ["Audit", "Warn"]}}

# Sent first, and not compared.
PREPARATION = [
    ("POST", "/api/v1/namespaces", {"metadata": {"name": "audit"}}),
    ("POST", "/api/v1/namespaces", {"metadata": {"name": "audit-short"}}),
    ("POST", "/api/v1/namespaces", {"metadata": {"name": "strict", "labels": {"pod-security.kubernetes.io/audit": "restricted"}}}),
    ("POST", "/api/v1/namespaces", {"metadata": {"name": "enforced", "labels": {"pod-security.kubernetes.io/enforce": "baseline"}}}),
    ("POST", "/api/v1/namespaces", {"metadata": {"name": "wrong", "labels": {}}}),
    ("POST", NS + "/serviceaccounts", {"metadata": {"name": "robot"}}),
    ("POST", RBAC + "/clusterroles", {"metadata": {"name": "reads-maps"}, "rules": [{"verbs": ["get", "list", "watch"], "apiGroups": [""], "resources": ["configmaps"]}]}),
    ("POST", RBAC + "/clusterrolebindings", {"metadata": {"name": "reads-maps"}, "roleRef": {"apiGroup": "rbac.authorization.k8s.io", "kind": "ClusterRole", "name": "reads-maps"},
                                             "subjects": [{"kind": "Group", "apiGroup": "rbac.authorization.k8s.io", "name": "readers"}]}),
    ("POST", ADMISSION + "/validatingadmissionpolicies", POLICY),
    ("POST", ADMISSION + "/validatingadmissionpolicybindings", BINDING),
]
# Answered with 200 once the rights and the policy of the preparation count.
READY = [("GET", NS + "/configmaps", None, {"who": "view"})]
# The warning of the policy appears once it is effective.
READY_WARNING = ("POST", NS + "/configmaps?dryRun=All", {"metadata": {"name": "checked"}})

REQUESTS = [
    # Objects and their levels.
    ("POST", NS + "/configmaps", {"metadata": {"name": "a"}, "data": {"k": "v<&>"}}),
    ("GET", NS + "/configmaps/a"),
    ("GET", NS + "/configmaps?limit=2"),
    ("HEAD", NS + "/configmaps/a"),
    ("GET", NS + "/configmaps/missing"),
    ("PUT", NS + "/configmaps/a", {"metadata": {"name": "a"}, "data": {"k": "w"}}),
    ("PATCH", NS + "/configmaps/a", {"data": {"k": "x"}}, {"type": MERGE}),
    ("PATCH", NS + "/configmaps/a", [{"op": "replace", "path": "/data/k", "value": "y"}], {"type": JSON_PATCH}),
    ("PATCH", NS + "/configmaps/b?fieldManager=m", {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "b"}}, {"type": APPLY}),
    ("PATCH", NS + "/configmaps/a", {"data": 1}, {"type": STRATEGIC}),
    ("DELETE", NS + "/configmaps/b"),
    ("DELETE", NS + "/configmaps/a", {"kind": "DeleteOptions", "apiVersion": "v1", "propagationPolicy": "Background"}),
    ("DELETE", NS + "/configmaps/missing"),
    ("POST", NS + "/configmaps", {"metadata": {"generateName": "made-"}}),
    ("DELETE", NS + "/configmaps?labelSelector=none%3Dnone"),
    ("POST", NS + "/configmaps", {"metadata": {"name": "BAD"}}),
    ("POST", NS + "/configmaps", {"metadata": {"name": "t", "unknown": 1}, "other": 2}),
    ("POST", NS + "/configmaps", b"{", {}),
    ("POST", NS + "/configmaps", {"metadata": {"name": "t", "namespace": "other"}}),
    ("POST", "/api/v1/namespaces/absent/configmaps", {"metadata": {"name": "t"}}),
    ("POST", NS + "/configmaps?dryRun=All", {"metadata": {"name": "dry"}}),
    # Secrets, and other rules of the policy.
    ("POST", NS + "/secrets", {"metadata": {"name": "s"}, "stringData": {"k": "hidden-text"}}),
    ("GET", NS + "/secrets/s"),
    ("DELETE", NS + "/secrets/s"),
    ("POST", SHORT + "/configmaps", {"metadata": {"name": "a"}}),
    ("GET", SHORT + "/configmaps"),
    ("GET", SHORT + "/configmaps/a", None, {"accept": "application/yaml"}),
    ("GET", SHORT + "/configmaps/a", None, {"accept": PROTOBUF}),
    ("GET", SHORT + "/configmaps", None, {"accept": "application/json;as=Table;v=v1;g=meta.k8s.io"}),
    ("GET", NS + "/events"),
    ("POST", NS + "/serviceaccounts/robot/token", {"spec": {"audiences": ["a"], "expirationSeconds": 600}}),
    # Kinds with defaults, and subresources.
    ("POST", NS + "/pods", {"metadata": {"name": "p"}, "spec": containers()}),
    ("PATCH", NS + "/pods/p/status", {"status": {"phase": "Running"}}, {"type": MERGE}),
    ("POST", NS + "/pods/p/eviction", {"metadata": {"name": "p"}}),
    ("POST", APPS + "/deployments", deployment("d")),
    ("GET", APPS + "/deployments/d/scale"),
    ("GET", APPS + "/deployments/d/scale", None, {"who": "view"}),
    ("PUT", APPS + "/deployments/d/scale", {"metadata": {"name": "d", "namespace": "audit"}, "spec": {"replicas": 2}}),
    ("PATCH", APPS + "/deployments/d/scale", {"spec": {"replicas": 3}}, {"type": MERGE}),
    ("GET", NS + "/endpoints?limit=1"),
    # Who asks.
    ("GET", NS + "/configmaps/missing", None, {"who": "nobody"}),
    ("GET", NS + "/configmaps/missing", None, {"who": "view"}),
    ("GET", NS + "/configmaps/missing", None, {"who": "anonymous"}),
    ("GET", NS + "/configmaps/missing", None, {"headers": {"Authorization": "Bearer wrong"}}),
    ("GET", NS + "/configmaps/missing", None, {"headers": {"Impersonate-User": "nobody"}}),
    ("GET", NS + "/configmaps/missing", None, {"headers": {"Impersonate-User": "jane", "Impersonate-Group": "readers"}}),
    ("GET", NS + "/configmaps/missing", None, {"headers": {"Impersonate-User": "joe"}, "who": "nobody"}),
    ("GET", NS + "/configmaps/missing", None, {"headers": {"Audit-ID": "mine", "X-Forwarded-For": "1.2.3.4, bad", "X-Real-Ip": "5.6.7.8"}}),
    ("POST", "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews", {"spec": {"resourceAttributes": {"verb": "get", "resource": "pods"}}}),
    # Paths without objects.
    ("GET", "/healthz"),
    ("GET", "/version"),
    ("GET", "/apis/apps/v1"),
    ("GET", "/nowhere"),
    ("GET", "/api/v1/namespaces/audit/things"),
    ("GET", "/apis/absent.example.com/v1/things"),
    ("GET", "/nowhere", None, {"who": "nobody"}),
    ("PATCH", "/version", {}, {"type": MERGE}),
    # Refused before anything is done.
    ("GET", NS + "/configmaps?timeout=soon"),
    ("GET", NS + "/configmaps", None, {"accept": "text/html"}),
    ("POST", NS + "/configmaps", b"a", {"type": "text/plain"}),
    ("GET", NS + "/configmaps?labelSelector=%21%21"),
    # Long-running.
    ("GET", NS + "/configmaps?watch=1&timeoutSeconds=1"),
    ("GET", NS + "/configmaps?watch=1&timeoutSeconds=1&resourceVersion=x"),
    # Admission.
    ("POST", NS + "/configmaps", {"metadata": {"name": "checked"}}),
    ("POST", "/api/v1/namespaces/strict/pods", {"metadata": {"name": "p"}, "spec": containers()}),
    ("POST", "/api/v1/namespaces/enforced/pods", {"metadata": {"name": "p"}, "spec": containers(securityContext={"privileged": True})}),
    ("POST", "/apis/apps/v1/namespaces/strict/deployments", deployment("d")),
    # Definitions.
    ("POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", {
        "metadata": {"name": "gauges.audit.example.com"}, "spec": {
            "group": "audit.example.com", "scope": "Namespaced", "names": {"plural": "gauges", "singular": "gauge", "kind": "Gauge", "listKind": "GaugeList"},
            "versions": [{"name": "v1", "served": True, "storage": True, "schema": {"openAPIV3Schema": {
                "type": "object", "properties": {"spec": {"type": "object", "properties": {"size": {"type": "integer", "default": 3}}}}}}}]}}),
]
# Sent after the definition is served.
CUSTOM = "/apis/audit.example.com/v1/namespaces/audit/gauges"
CUSTOM_REQUESTS = [
    ("POST", CUSTOM, {"apiVersion": "audit.example.com/v1", "kind": "Gauge", "metadata": {"name": "g"}, "spec": {"unknown": 1}}),
    ("GET", CUSTOM + "/g"),
    ("DELETE", CUSTOM + "/g"),
]
