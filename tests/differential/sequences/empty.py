"""Empty lists and maps in built-in objects: which become null when stored, which are omitted, which stay."""

from sequence import Sequence, apply, delete, get, patch, post, put

ROLES = "/apis/rbac.authorization.k8s.io/v1/namespaces/{ns}/roles"
DEPLOYS = "/apis/apps/v1/namespaces/{ns}/deployments"
TEMPLATE = {"metadata": {"labels": {"a": "b"}}, "spec": {"containers": [{"name": "c", "image": "i"}]}}


def rules():
    for i, x in enumerate([{}, {"rules": []}, {"rules": None}, {"rules": [{"verbs": [], "apiGroups": [], "resources": []}]}]):
        role = {"apiVersion": "rbac.authorization.k8s.io/v1", "kind": "Role", "metadata": {"name": "q"}, **x}
        yield Sequence(f"empty/rules/{i}", post(ROLES, {"metadata": {"name": "r"}, **x}), get(ROLES + "/r"), put(ROLES + "/r", {"metadata": {"name": "r"}, "rules": []}), get(ROLES + "/r"),
                       post(ROLES + "?dryRun=All", {"metadata": {"name": "d"}, **x}), apply(ROLES + "/q", role), get(ROLES), patch(ROLES + "/q", {"rules": []}), patch(ROLES + "/q", {"rules": None}))


def kinds():
    lists = {
        "endpoints": ("/api/v1/namespaces/{ns}/endpoints", [{"subsets": []}, {"subsets": None}]),
        "cm": ("/api/v1/namespaces/{ns}/configmaps", [{"data": {}}, {"metadata": {"name": "o", "labels": {}, "annotations": {}, "finalizers": [], "ownerReferences": []}}]),
        "sa": ("/api/v1/namespaces/{ns}/serviceaccounts", [{"secrets": [], "imagePullSecrets": []}]),
        "secrets": ("/api/v1/namespaces/{ns}/secrets", [{"data": {}, "stringData": {}}]),
        "clusterroles": ("/apis/rbac.authorization.k8s.io/v1/clusterroles", [{"metadata": {"name": "{id}"}, "rules": []}, {"metadata": {"name": "{id}x"}, "aggregationRule": {"clusterRoleSelectors": []}}]),
        "rolebindings": ("/apis/rbac.authorization.k8s.io/v1/namespaces/{ns}/rolebindings", [{"roleRef": {"kind": "Role", "name": "r", "apiGroup": "rbac.authorization.k8s.io"}, "subjects": []}]),
        "deploys": (DEPLOYS, [{"spec": {"selector": {"matchLabels": {"a": "b"}, "matchExpressions": []}, "template": {**TEMPLATE, "spec": {"containers": [{"name": "c", "image": "i", "env": [], "args": [], "command": [], "ports": [], "envFrom": [], "volumeMounts": []}], "volumes": [], "tolerations": [], "nodeSelector": {}, "imagePullSecrets": [], "initContainers": []}}}}]),
        "slices": ("/apis/discovery.k8s.io/v1/namespaces/{ns}/endpointslices", [{"addressType": "IPv4", "endpoints": None, "ports": None}, {"addressType": "IPv4", "endpoints": [{"addresses": ["1.2.3.4"], "conditions": {}, "deprecatedTopology": {}}]}]),
        "pvc": ("/api/v1/namespaces/{ns}/persistentvolumeclaims", [{"spec": {"accessModes": ["ReadWriteOnce"], "resources": {"requests": {"storage": "1Gi"}, "limits": {}}, "selector": {"matchLabels": {}}}}]),
        "quota": ("/api/v1/namespaces/{ns}/resourcequotas", [{"spec": {"hard": {}, "scopes": []}}]),
        "limits": ("/api/v1/namespaces/{ns}/limitranges", [{"spec": {"limits": []}}, {"spec": {}}]),
        "sc": ("/apis/storage.k8s.io/v1/storageclasses", [{"metadata": {"name": "{id}"}, "provisioner": "x/y", "parameters": {}, "mountOptions": [], "allowedTopologies": []}]),
        "pdb": ("/apis/policy/v1/namespaces/{ns}/poddisruptionbudgets", [{"spec": {"selector": {"matchLabels": {}, "matchExpressions": []}}}]),
        "hpa": ("/apis/autoscaling/v2/namespaces/{ns}/horizontalpodautoscalers", [{"spec": {"maxReplicas": 3, "scaleTargetRef": {"kind": "Deployment", "name": "d", "apiVersion": "apps/v1"}, "metrics": []}},
                *({"spec": {"maxReplicas": 3, "scaleTargetRef": {"kind": "Deployment", "name": "d", "apiVersion": "apps/v1"}, "behavior": {d: {"policies": []}}}} for d in ("scaleUp", "scaleDown"))]),
        "ing": ("/apis/networking.k8s.io/v1/namespaces/{ns}/ingresses", [{"spec": {"defaultBackend": {"service": {"name": "s", "port": {"number": 80}}}, "rules": [], "tls": []}}]),
        "vwc": ("/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations", [{"metadata": {"name": "{id}"}, "webhooks": []}]),
        "pods": ("/api/v1/namespaces/{ns}/pods", [{"spec": {"containers": [{"name": "c", "image": "i", "env": [], "resources": {"limits": {}, "requests": {}, "claims": []}}], "volumes": [], "readinessGates": [], "hostAliases": [], "topologySpreadConstraints": [], "securityContext": {"supplementalGroups": [], "sysctls": []}}}]),
    }
    for name, (path, bodies) in lists.items():
        for i, b in enumerate(bodies):
            b = {"metadata": {"name": "o"}, **b}
            n = b["metadata"]["name"]
            yield Sequence(f"empty/{name}/{i}", post(path, b), get(path + "/" + n), put(path + "/" + n, b), get(path + "/" + n), delete(path + "/" + n + "?gracePeriodSeconds=0"))


def sequences():
    yield from rules()
    yield from kinds()
