"""Every built-in kind: defaults, validation, status, table."""

from sequence import STRATEGIC, TABLE, Sequence, apply, delete, get, patch, post, put
from sequences.objects import pod
from sequences.pod_certificates import ANCHOR, NO_ANCHOR, SPEC as POD_CERTIFICATE

C = [{"name": "c", "image": "nginx"}]
POD = {"metadata": {"labels": {"a": "b"}}, "spec": {"containers": C}}
NEVER = {"spec": {"restartPolicy": "Never", "containers": C}}
SELECT = {"matchLabels": {"a": "b"}}
HOOK = {"name": "h.example.com", "clientConfig": {"url": "https://x.example.com/"}, "sideEffects": "None", "admissionReviewVersions": ["v1"],
        "rules": [{"operations": ["CREATE"], "apiGroups": [""], "apiVersions": ["v1"], "resources": ["pods"]}]}
MATCH = {"resourceRules": [{k: HOOK["rules"][0][k] for k in ("operations", "apiGroups", "apiVersions", "resources")}]}
FLOW = {"subjects": [{"kind": "Group", "group": {"name": "g"}}], "nonResourceRules": [{"verbs": ["*"], "nonResourceURLs": ["/x/*"]}]}
LEVEL = {"priorityLevelConfiguration": {"name": "l"}}
QUEUE = {"type": "Limited", "limited": {"limitResponse": {"type": "Queue", "queuing": {}}}}
EXACT = {"name": "r", "exactly": {"deviceClassName": "c.example.com"}}
POOL = {"driver": "d.example.com", "pool": {"name": "p", "resourceSliceCount": 1, "generation": 1}, "nodeName": "n"}
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
    ("apis/storage.k8s.io/v1", "csidrivers", False, {"spec": {"podInfoOnMount": True}},
     [{"spec": {"fsGroupPolicy": "x"}}, {"spec": {"volumeLifecycleModes": ["Persistent", "x"]}}, {"spec": {"tokenRequests": [{"audience": "a"}, {"audience": "a"}, {"audience": "b", "expirationSeconds": 5}]}},
      {"spec": {"serviceAccountTokenInSecrets": True}}, {"spec": {"nodeAllocatableUpdatePeriodSeconds": 5}}, {"spec": {"preventPodSchedulingIfMissing": True, "tokenRequests": [{"audience": ""}]}}]),
    ("apis/storage.k8s.io/v1", "csistoragecapacities", True, {"storageClassName": "s", "capacity": "1Gi", "nodeTopology": SELECT},
     [{"storageClassName": ""}, {"storageClassName": "s", "capacity": "-1"}, {"storageClassName": "s", "nodeTopology": {"matchExpressions": [{"key": "beta.kubernetes.io/os", "operator": "In"}]}}]),
    ("apis/storage.k8s.io/v1", "volumeattachments", False, {"spec": {"attacher": "a.example.com", "nodeName": "n", "source": {"persistentVolumeName": "v"}}},
     [{"spec": {}}, {"spec": {"attacher": "A_b", "nodeName": "A", "source": {"persistentVolumeName": ""}}}, {"spec": {"attacher": "x" * 64, "nodeName": "n", "source": {"persistentVolumeName": "A"}}},
      {"spec": {"attacher": "a", "nodeName": "n", "source": {"inlineVolumeSpec": {"capacity": {"storage": "1"}, "hostPath": {"path": "/x"}}}}}]),
    ("apis/storage.k8s.io/v1", "volumeattributesclasses", False, {"driverName": "D.example.com", "parameters": {"a": "b"}}, [{}, {"driverName": "a b", "parameters": {"": "x"}}]),
    ("apis/flowcontrol.apiserver.k8s.io/v1", "flowschemas", False, {"spec": {**LEVEL, "distinguisherMethod": {"type": "ByUser"}, "rules": [FLOW]}},
     [{"spec": {}}, {"spec": {**LEVEL, "matchingPrecedence": 1, "distinguisherMethod": {"type": "x"}}}, {"spec": {**LEVEL, "matchingPrecedence": 20000, "rules": [{}]}},
      {"spec": {**LEVEL, "rules": [{"subjects": [{"kind": "User"}, {"kind": "Group", "group": {}, "user": {"name": "x"}}, {"kind": "x"}, {"kind": "ServiceAccount", "serviceAccount": {"name": "A"}, "group": {"name": "g"}}],
                                    "resourceRules": [{"verbs": ["x"]}, {"verbs": ["*", "get"], "apiGroups": ["*", ""], "resources": ["*", "x"], "namespaces": ["A"]}],
                                    "nonResourceRules": [{"verbs": [], "nonResourceURLs": ["x", "/a b", "//", "/a*", "/*/*", ""]}, {"verbs": ["get"], "nonResourceURLs": ["*", "/"]}]}]}}]),
    ("apis/flowcontrol.apiserver.k8s.io/v1", "prioritylevelconfigurations", False, {"spec": QUEUE},
     [{"spec": {}}, {"spec": {"type": "Exempt", "limited": {}}}, {"spec": {"type": "Limited", "exempt": {}}}, {"spec": {"type": "Limited", "limited": {"nominalConcurrencyShares": -1, "lendablePercent": 101, "borrowingLimitPercent": -1}}},
      {"spec": {"type": "Limited", "limited": {"limitResponse": {"type": "Reject", "queuing": {}}}}}, {"spec": {"type": "Limited", "limited": {"limitResponse": {"type": "Queue"}}}},
      {"spec": {"type": "Limited", "limited": {"limitResponse": {"type": "Queue", "queuing": {"queues": 10, "handSize": 20, "queueLengthLimit": -1}}}}},
      {"spec": {"type": "Limited", "limited": {"limitResponse": {"type": "Queue", "queuing": {"queues": 1000000, "handSize": 20}}}}}]),
    ("apis/networking.k8s.io/v1", "servicecidrs", False, {"spec": {"cidrs": ["10.55.0.0/24"]}},
     [{"spec": {}}, {"spec": {"cidrs": ["x", "10.0.0.0/8"]}}, {"spec": {"cidrs": ["10.0.0.1/8"]}}, {"spec": {"cidrs": ["010.0.0.0/8"]}}, {"spec": {"cidrs": ["::ffff:10.0.0.0/104"]}},
      {"spec": {"cidrs": ["FD00::/64", "10.0.0.0/08"]}}, {"spec": {"cidrs": ["10.0.0.0/8", "fd00::/64", "10.1.0.0/16"]}}]),
    ("apis/networking.k8s.io/v1", "ipaddresses", False, {"metadata": {"name": "10.77.0.1"}, "spec": {"parentRef": {"resource": "services", "namespace": "x", "name": "y"}}},
     [{}, {"metadata": {"name": "10.0.0.01"}, "spec": {"parentRef": {}}}, {"metadata": {"name": "FD00::1"}, "spec": {"parentRef": {"group": "A_", "resource": "a/b", "name": "..", "namespace": "%"}}},
      {"metadata": {"name": "::ffff:10.0.0.1"}, "spec": {"parentRef": {"resource": "services", "name": "y"}}}]),
    ("apis/resource.k8s.io/v1", "deviceclasses", False, {"spec": {"selectors": [{"cel": {"expression": 'device.driver == "d.example.com"'}}], "config": [{"opaque": {"driver": "d.example.com", "parameters": {"a": 1}}}]}},
     [{"spec": {"selectors": [{}]}}, {"spec": {"config": [{}, {"opaque": {"driver": "", "parameters": 5}}, {"opaque": {"driver": "d"}}], "extendedResourceName": "cpu"}}]),
    ("apis/resource.k8s.io/v1", "resourceclaims", True, {"spec": {"devices": {"requests": [EXACT]}}},
     [{"spec": {"devices": {"requests": [{"name": "A"}]}}}, {"spec": {"devices": {"requests": [{**EXACT, "firstAvailable": [{"name": "s", "deviceClassName": "c"}]}]}}}, {"spec": {"devices": {"requests": [EXACT, EXACT]}}},
      {"spec": {"devices": {"requests": [{"name": "r", "exactly": {"deviceClassName": "C", "allocationMode": "All", "count": 2, "tolerations": [{"key": "a b", "operator": "x"}, {"operator": "Exists", "value": "v", "effect": "x"}]}}]}}},
      {"spec": {"devices": {"requests": [{"name": "r", "firstAvailable": [{"name": "s"}, {"name": "s", "deviceClassName": "c", "count": -1}]}]}}},
      {"spec": {"devices": {"requests": [EXACT], "constraints": [{"requests": ["r", "r/s", "a/b/c", "q"], "matchAttribute": "x"}, {}], "config": [{"requests": ["r", "r"]}]}}},
      {"spec": {"devices": {"requests": [{"name": "r", "exactly": {"deviceClassName": "c", "adminAccess": True}}]}}}]),
    ("apis/resource.k8s.io/v1", "resourceclaimtemplates", True, {"spec": {"metadata": {"labels": {"a": "b"}}, "spec": {"devices": {"requests": [{"name": "r", "firstAvailable": [{"name": "s", "deviceClassName": "c"}]}]}}}},
     [{"spec": {"metadata": {"labels": {"a b": "c"}}, "spec": {"devices": {"requests": [{"name": "r"}]}}}}]),
    ("apis/resource.k8s.io/v1", "resourceslices", False, {"spec": {**POOL, "devices": [{"name": "d", "attributes": {"a": {"string": "x"}}, "capacity": {"m": {"value": "1Gi"}}}]}},
     [{"spec": {}}, {"spec": {**POOL, "allNodes": True}}, {"spec": {**POOL, "nodeName": "", "perDeviceNodeSelection": False}}, {"spec": {**POOL, "pool": {"name": "a//B", "generation": -1}}},
      {"spec": {**POOL, "devices": [{"name": "A", "attributes": {"a.b": {"int": 1, "string": "x"}, "x.example.com/y": {"version": "1.0"}}}, {"name": "d", "nodeName": "n"}, {"name": "d"}]}},
      {"spec": {**POOL, "devices": [{"name": "d", "capacity": {"m": {"value": "1", "requestPolicy": {"default": "1"}}}, "taints": [{"key": "a b", "value": "c d"}], "bindingConditions": ["x"]}]}},
      {"spec": {**POOL, "devices": [{"name": "d", "allowMultipleAllocations": True, "capacity": {"m": {"value": "1", "requestPolicy": {"default": "1", "validRange": {"min": "2", "max": "1", "step": "3"}}}}}]}},
      {"spec": {**POOL, "devices": [{"name": "d", "allowMultipleAllocations": True, "capacity": {"m": {"value": "1", "requestPolicy": {"default": "5", "validValues": ["2", "1"]}}}}]}},
      {"spec": {**POOL, "sharedCounters": [{"name": "A"}], "devices": [{"name": "d", "consumesCounters": [{"counterSet": "c"}]}]}},
      {"spec": {**POOL, "perDeviceNodeSelection": True, "nodeName": None, "devices": [{"name": "d"}, {"name": "e", "nodeName": "n", "allNodes": True}]}}]),
    ("apis/admissionregistration.k8s.io/v1", "validatingadmissionpolicies", False, {"spec": {"matchConstraints": MATCH, "validations": [{"expression": "true", "message": "m"}], "variables": [{"name": "v", "expression": "1"}]}},
     [{"spec": {}}, {"spec": {"failurePolicy": "x", "paramKind": {"apiVersion": "a/b/c"}, "matchConstraints": {"matchPolicy": "x"}, "validations": [{"expression": " ", "message": " ", "reason": "x"}]}},
      {"spec": {"paramKind": {"apiVersion": "A_/V", "kind": "a b"}, "matchConstraints": {"resourceRules": [{"resourceNames": ["a/b", "x", "x"]}]}, "variables": [{"name": "if"}], "auditAnnotations": [{"key": "a b"}]}},
      {"spec": {"matchConstraints": MATCH, "matchConditions": [{"name": "a b", "expression": "true"}], "validations": [{"expression": "true", "message": "a\nb", "messageExpression": " "}]}}]),
    ("apis/admissionregistration.k8s.io/v1", "validatingadmissionpolicybindings", False, {"spec": {"policyName": "p", "validationActions": ["Deny"], "paramRef": {"name": "x", "parameterNotFoundAction": "Deny"}}},
     [{"spec": {}}, {"spec": {"policyName": "A", "validationActions": ["Deny", "Warn", "x", "Deny"], "paramRef": {"name": "a/b", "selector": SELECT, "parameterNotFoundAction": "x"}}},
      {"spec": {"policyName": "p", "validationActions": ["Audit"], "paramRef": {}, "matchResources": {"resourceRules": [{}]}}}]),
    ("apis/admissionregistration.k8s.io/v1", "mutatingadmissionpolicies", False,
     {"spec": {"reinvocationPolicy": "Never", "matchConstraints": MATCH, "mutations": [{"patchType": "JSONPatch", "jsonPatch": {"expression": '[JSONPatch{op: "add", path: "/metadata/labels/a", value: "b"}]'}}]}},
     [{"spec": {}}, {"spec": {"reinvocationPolicy": "x", "matchConstraints": {"resourceRules": [{**MATCH["resourceRules"][0], "operations": ["DELETE"]}]},
                              "mutations": [{}, {"patchType": "x"}, {"patchType": "JSONPatch", "applyConfiguration": {"expression": "x"}}, {"patchType": "ApplyConfiguration", "applyConfiguration": {"expression": " "}}]}}]),
    ("apis/admissionregistration.k8s.io/v1", "mutatingadmissionpolicybindings", False, {"spec": {"policyName": "p", "paramRef": {"selector": SELECT, "parameterNotFoundAction": "Allow"}}},
     [{"spec": {}}, {"spec": {"policyName": "p", "matchResources": {"resourceRules": [{**MATCH["resourceRules"][0], "operations": ["DELETE"]}]}}}]),
    ("apis/resource.k8s.io/v1", "devicetaintrules", False,
     {"spec": {"deviceSelector": {"driver": "d.example.com", "pool": "p/q", "device": "d"}, "taint": {"key": "example.com/k", "value": "v", "effect": "NoSchedule", "timeAdded": "2001-01-01T00:00:00Z"}}},
     [{}, {"spec": {"taint": {"key": "a b", "value": "c d", "effect": "x"}}}, {"spec": {"deviceSelector": {"driver": "", "pool": "", "device": ""}, "taint": {"key": "k", "effect": ""}}},
      {"spec": {"deviceSelector": {"driver": "A_", "pool": "a//B", "device": "A."}, "taint": {"key": "k", "effect": "None"}}}, {"spec": {"taint": {"key": "k", "effect": "None", "timeAdded": "x"}}}]),
    ("apis/certificates.k8s.io/v1", "clustertrustbundles", False, {"spec": {"trustBundle": ANCHOR}},
     [{}, {"spec": {"trustBundle": NO_ANCHOR}}, {"spec": {"trustBundle": ANCHOR, "signerName": "example.com/s"}}, {"spec": {"trustBundle": "x", "signerName": "a"}}]),
    ("apis/certificates.k8s.io/v1", "podcertificaterequests", True, {"spec": POD_CERTIFICATE},
     [{}, {"spec": {**POD_CERTIFICATE, "signerName": "x", "podName": "A", "nodeUID": ""}}, {"spec": {**POD_CERTIFICATE, "stubPKCS10Request": "eA==", "maxExpirationSeconds": 5}}]),
    ("apis/storagemigration.k8s.io/v1", "storageversionmigrations", False, {"spec": {"resource": {"group": "example.com", "resource": "foos"}}},
     [{}, {"spec": {"resource": {"group": "A", "resource": "a.b"}}}, {"spec": {"resource": {"group": "", "resource": "9"}}}]),
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
        o = good.get("metadata", {}).get("name") or ("o-{id}" if not namespaced else "o")
        # The status of a flow schema is written a moment later.
        yield Sequence(name + "/dry", post(path + "?dryRun=All", {"metadata": {"name": o}, **good})) if plural == "flowschemas" else \
            Sequence(name + "/life", post(path, {"metadata": {"name": o}, **good}), get(path + "/" + o), get(path + "/" + o, TABLE),
                       patch(path + "/" + o, {"metadata": {"labels": {"x": "y"}}}), put(path + "/" + o, {"metadata": {"name": o}, **good}),
                       patch(path + "/" + o + "/status", {"status": {}}), delete(path + "/" + o))
        for i, change in enumerate(bad):
            # Sequences run side by side: a name that all of them share is deleted by its own only.
            clean_up = [] if "name" in good.get("metadata", {}) else [delete(path + "/" + o, ignore=True)]
            yield Sequence(f"{name}/bad/{i}", post(path, {"metadata": {"name": o}, **change}), *clean_up)
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
