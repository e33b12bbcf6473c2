"""The rules that each kind has of its own: what may be created by an update, updated without a version, changed at all; its
generation, its status, its table, its methods. For the kinds whose rules this server has in tables of its own."""

from sequence import JSON, JSON_PATCH, MERGE, PARTIAL, STRATEGIC, TABLE, Sequence, apply, delete, get, patch, post, put
from sequences.custom import FOOS, GROUP, foo, served
from sequences.kinds import KINDS
from sequences.pod_certificates import OTHER_ANCHOR, outcome

CONDITION = {"type": "T", "status": "True", "reason": "R", "message": "m", "lastTransitionTime": "2001-01-01T00:00:00Z"}
CONDITIONS = [{"status": {"conditions": [CONDITION]}}, {"status": {"conditions": [{"type": "T"}, {"type": "T", "status": "x"}]}}]
STATUS = {"volumeattachments": [{"status": {"attached": True}}, {"status": {"attached": True, "attachError": {"message": "m"}}}], "flowschemas": CONDITIONS,
          "resourceclaims": [{"status": {"reservedFor": []}}, {"status": {"reservedFor": [{"resource": "pods", "name": "p", "uid": "u"}]}}],
          "podcertificaterequests": [{"status": {"conditions": [outcome("Denied")]}}, {"status": {"certificateChain": "x"}}],
          "storageversionmigrations": [{"status": {"resourceVersion": "5", "conditions": [outcome("Running")]}}, {"status": {"resourceVersion": "05"}}, {"status": {"resourceVersion": "6"}},
                                       {"status": {"resourceVersion": "5", "conditions": [outcome("Succeeded")]}}, {"status": {"conditions": [outcome("Succeeded"), outcome("Failed")]}}, *CONDITIONS]}

# Changes that are allowed, and changes that are not.
CHANGES = {
    "csidrivers": [{"spec": {"podInfoOnMount": False}}, {"spec": {"requiresRepublish": True}}, {"spec": {"tokenRequests": [{"audience": "a"}]}}, {"spec": {"storageCapacity": True}},
                   {"spec": {"nodeAllocatableUpdatePeriodSeconds": 20}}, {"spec": {"seLinuxMount": True}}, {"spec": {"fsGroupPolicy": "File"}}, {"spec": {"attachRequired": False}},
                   {"spec": {"volumeLifecycleModes": ["Ephemeral"]}}],
    "csistoragecapacities": [{"capacity": "2048Mi"}, {"maximumVolumeSize": "1.5"}, {"maximumVolumeSize": "-1"}, {"storageClassName": "t"}, {"nodeTopology": None}, {"capacity": None}],
    "volumeattachments": [{"spec": {"nodeName": "m"}}, {"spec": {"attacher": "b", "source": {"persistentVolumeName": "w"}}}],
    "volumeattributesclasses": [{"driverName": "x"}, {"parameters": {"a": "c"}}, {"parameters": None, "driverName": "y"}],
    "flowschemas": [{"spec": {"matchingPrecedence": 500}}, {"spec": {"distinguisherMethod": None}}, {"spec": {"rules": []}}],
    "prioritylevelconfigurations": [{"spec": {"limited": {"nominalConcurrencyShares": 5}}}, {"spec": {"limited": {"lendablePercent": 200}}}, {"spec": {"type": "Exempt"}}],
    "servicecidrs": [{"spec": {"cidrs": ["10.56.0.0/24"]}}, {"spec": {"cidrs": ["10.55.0.0/24", "fd55::/112"]}}, {"spec": {"cidrs": ["10.55.0.0/24"]}}, {"spec": {"cidrs": []}}],
    "ipaddresses": [{"spec": {"parentRef": {"name": "z"}}}, {"spec": None}],
    "deviceclasses": [{"spec": {"config": []}}, {"spec": {"extendedResourceName": "example.com/x"}}, {"spec": {"selectors": [{}], "extendedResourceName": "cpu"}}],
    "resourceclaims": [{"spec": {"devices": {"requests": []}}}, {"spec": {"devices": {"requests": [{"name": "s", "exactly": {"deviceClassName": "c.example.com"}}]}}}],
    "resourceclaimtemplates": [{"spec": {"metadata": {"labels": {"a": "c"}}}}, {"spec": {"spec": {"devices": {"requests": []}}}}],
    "resourceslices": [{"spec": {"pool": {"generation": 2}}}, {"spec": {"nodeName": "m"}}, {"spec": {"driver": "e.example.com", "pool": {"name": "q"}}}, {"spec": {"devices": None}}],
    "devicetaintrules": [{"spec": {"taint": {"effect": "NoExecute"}}}, {"spec": {"taint": {"value": "w", "timeAdded": None}}}, {"spec": {"deviceSelector": None}}, {"spec": {"taint": {"effect": "x"}}}],
    "clustertrustbundles": [{"spec": {"trustBundle": OTHER_ANCHOR}}, {"spec": {"trustBundle": "x"}}, {"spec": {"signerName": "example.com/s"}}, {"spec": {"trustBundle": None}}],
    "podcertificaterequests": [{"spec": {"podName": "q"}}, {"spec": {"maxExpirationSeconds": None}}, {"spec": {"maxExpirationSeconds": 5}}],
    "storageversionmigrations": [{"spec": {"resource": {"resource": "bars"}}}, {"spec": {"resource": {"group": "", "resource": ""}}}],
    "validatingadmissionpolicies": [{"spec": {"failurePolicy": "Ignore"}}, {"spec": {"validations": []}}, {"spec": {"matchConditions": [{"name": "a", "expression": "true"}]}}],
    "validatingadmissionpolicybindings": [{"spec": {"validationActions": ["Warn"]}}, {"spec": {"policyName": "q"}}, {"spec": {"validationActions": []}}],
    "mutatingadmissionpolicies": [{"spec": {"failurePolicy": "Ignore"}}, {"spec": {"reinvocationPolicy": "IfNeeded"}}, {"spec": {"mutations": []}}],
    "mutatingadmissionpolicybindings": [{"spec": {"policyName": "q"}}, {"spec": {"policyName": ""}}],
}


class Kind:
    def __init__(self, prefix, plural, namespaced, good, bad):
        self.path, self.plural, self.bad = f"/{prefix}/" + ("namespaces/{ns}/" if namespaced else "") + plural, plural, bad
        self.good = {k: v for k, v in good.items() if k != "metadata"}
        self.api, self.namespaced, self.addresses = prefix[len("apis/"):], namespaced, 0
        self.dry = "dryRun=All" if plural == "flowschemas" else ""  # its status is written a moment later
        self.name = ""

    def sequence(self, subject, steps):
        """With an object whose name is the sequence's own. `steps` makes them for this kind."""
        self.addresses += 1
        self.name = f"10.77.1.{self.addresses}" if self.plural == "ipaddresses" else "o" if self.namespaced else "o-{id}"
        clean = [] if self.dry else [patch(self.one(), {"metadata": {"finalizers": None}}, ignore=True), delete(self.one(), ignore=True)]
        return Sequence(f"rules/{self.plural}/{subject}", *steps(self), *clean)

    def one(self, more=""):
        return f"{self.path}/{self.name}{more}"

    def asked(self, path, more=""):
        query = "&".join(x for x in (self.dry, more) if x)
        return path + ("?" + query if query else "")

    def object(self, version=None, **metadata):
        if self.plural == "volumeattributesclasses":  # as the real server's admission adds it
            metadata["finalizers"] = [*metadata.get("finalizers", []), "kubernetes.io/vac-protection"]
        return {"metadata": {"name": self.name, **({"resourceVersion": version} if version is not None else {}), **metadata}, **self.good}

    def make(self, **metadata):
        return post(self.asked(self.path), self.object(**metadata), save={"rv": "metadata/resourceVersion", "uid": "metadata/uid"})


def updates(k):
    yield put(k.asked(k.one()), k.object())
    yield put(k.asked(k.one()), k.object("5"))
    yield k.make()
    yield k.make()
    for version in (None, "", "0", "{rv}", "{rv}", "1", "x", "99999999999999999999"):
        yield put(k.asked(k.one()), k.object(version, labels={"v": "v" + (version or "").strip("{}")}))
    yield put(k.asked(k.one()), {**k.object(), "metadata": {"name": "other"}})
    yield put(k.asked(k.one()), k.object(uid="1234"))
    yield put(k.asked(k.one()), k.object(generation=77, annotations={"a": "b"}))
    yield get(k.one())
    yield post(k.asked(k.path), k.object("5"))
    yield post(k.asked(k.path), {**k.object(), "metadata": {"generateName": "made-"}}) if k.plural == "ipaddresses" or k.dry else get(k.path + "/missing")


def changes(k):
    yield k.make(generation=5)
    for change in CHANGES[k.plural]:
        yield patch(k.asked(k.one()), change)
    for change in CHANGES[k.plural][:2]:
        yield patch(k.asked(k.one()), change, STRATEGIC)
    yield patch(k.asked(k.one()), [{"op": "add", "path": "/metadata/labels", "value": {"x": "y"}}, {"op": "test", "path": "/metadata/name", "value": "no"}], JSON_PATCH)
    yield patch(k.asked(k.one()), [{"op": "add", "path": "/metadata/annotations", "value": {"x": "y"}}], JSON_PATCH)
    yield patch(k.asked(k.one()), {"nope": 1, "metadata": {"labels": {"n": "1"}}})
    yield patch(k.asked(k.one(), "fieldValidation=Strict"), {"nope": 1})
    yield patch(k.asked(k.path + "/missing"), {"metadata": {"labels": {"n": "1"}}})
    yield get(k.one())


def applies(k, kind):
    body = {"apiVersion": k.api, "kind": kind, **k.object()}
    yield apply(k.asked(k.one()), body, "m1")
    yield apply(k.asked(k.one()), {**body, "metadata": {"name": k.name, "labels": {"a": "1"}}}, "m1")
    yield apply(k.asked(k.one()), {**body, "metadata": {"name": k.name, "labels": {"a": "2"}}}, "m2")
    yield apply(k.asked(k.one()), {**body, "metadata": {"name": k.name, "labels": {"a": "2"}}}, "m2", force=True)
    for i, change in enumerate(CHANGES[k.plural][:2]):
        yield apply(k.asked(k.one()), {"apiVersion": k.api, "kind": kind, "metadata": {"name": k.name}, **change}, f"n{i}")
    yield apply(k.asked(k.one("/status")), {"apiVersion": k.api, "kind": kind, "metadata": {"name": k.name}, **STATUS.get(k.plural, CONDITIONS)[0]}, "s")
    yield get(k.one())


def statuses(k):
    yield k.make(annotations={"a": "b"})
    yield get(k.one("/status"))
    for status in STATUS.get(k.plural, CONDITIONS):
        yield patch(k.asked(k.one("/status")), status)
        yield put(k.asked(k.one("/status")), {**k.object(), **status})
        yield put(k.asked(k.one("/status")), {**k.object("{rv}", labels={"s": "t"}), **status})
        yield patch(k.asked(k.one()), status)
    for change in CHANGES[k.plural][:1]:
        yield patch(k.asked(k.one("/status")), {**change, "metadata": {"labels": {"l": "1"}, "annotations": {"c": "d"}}})
    yield put(k.asked(k.path + "/missing/status"), k.object())
    yield get(k.one())


def dry_runs(k):
    yield post(k.path + "?dryRun=All", k.object())
    yield get(k.one())
    if k.dry:
        return
    yield k.make()
    yield put(k.one("?dryRun=All"), k.object(labels={"d": "1"}))
    yield patch(k.one("?dryRun=All"), CHANGES[k.plural][0])
    yield delete(k.one("?dryRun=All"))
    yield put(k.path + "/other?dryRun=All", {**k.object(), "metadata": {"name": "other"}})
    yield get(k.one())


def shows(k):
    yield k.make(labels={"only": "{id}"})
    # The quotes in an expression are escaped, or not, as the writer of YAML likes.
    for accept in (TABLE, PARTIAL, *([] if k.plural == "mutatingadmissionpolicies" else ["application/yaml"])):
        yield get(k.one(), accept)
    # Whether a page of a selection is the last one depends on the objects of others.
    for more in ("", *(["&limit=1"] if k.namespaced else []), "&fieldSelector=metadata.name=" + k.name, "&fieldSelector=spec.nope=1", "&resourceVersion=0"):
        yield get(k.path + "?labelSelector=only={id}" + more)
    yield get(k.path + "?labelSelector=only={id}", TABLE)
    yield get(k.path + "?labelSelector=only={id}", PARTIAL + "List")


def deletes(k):
    if k.dry:
        return
    yield k.make(labels={"only": "{id}"}, finalizers=["example.com/x"])
    yield delete(k.one(), {"preconditions": {"uid": "1234"}})
    yield delete(k.one(), {"preconditions": {"resourceVersion": "1"}})
    yield delete(k.one(), {"gracePeriodSeconds": 30})
    yield delete(k.one(), {"propagationPolicy": "Foreground"})
    yield put(k.one(), k.object(labels={"w": "w"}, finalizers=["example.com/y"]))
    yield patch(k.one(), {"metadata": {"finalizers": None}})
    yield get(k.one())
    yield delete(k.one())
    yield k.make(labels={"only": "{id}"}, finalizers=[])
    yield delete(k.path + "?labelSelector=only={id}&dryRun=All")
    yield delete(k.path + "?labelSelector=only={id}")
    yield get(k.path + "?labelSelector=only={id}")
    yield k.make(finalizers=[])
    yield delete(k.one(), {"propagationPolicy": "Orphan", "gracePeriodSeconds": 0})
    yield delete(k.one(), {"propagationPolicy": "Background", "orphanDependents": True})


def invalid(k):
    yield k.make()
    # Of several attributes of a device, the real server reports errors in random order.
    for change in k.bad[:4] if k.plural == "resourceslices" else k.bad:
        body = {key: v for key, v in change.items() if key != "metadata"}
        yield put(k.asked(k.one()), {"metadata": {"name": k.name, "labels": {"a b": "c"}}, **body})
        yield patch(k.asked(k.one()), body)
    yield put(k.asked(k.one()), "{")
    yield put(k.asked(k.one()), {**k.object(), "kind": "Nope"})
    yield put(k.asked(k.one()), {**k.object(), "apiVersion": "v9"})
    yield put(k.asked(k.one()), {**k.object(), "spec": 5})


def methods(path, one, body):
    for method, where in (("PUT", path), ("PATCH", path), ("HEAD", path), ("OPTIONS", path), ("POST", one), ("HEAD", one), ("OPTIONS", one), ("BREW", one), ("HEAD", one + "x"),
                          ("GET", one + "/nope"), ("PUT", one + "/nope"), ("POST", one + "/nope"), ("PATCH", one + "/nope"), ("DELETE", one + "/nope"), ("HEAD", one + "/nope"),
                          ("GET", one + "/status/x"), ("GET", one + "/nope/x"), ("POST", one + "/status"), ("DELETE", one + "/status"), ("GET", one + "/scale"), ("DELETE", one + "/scale"),
                          ("GET", path + "/?labelSelector=only=none"), ("GET", one + "/"), ("PUT", path + "?dryRun=All"), ("PATCH", path + "?fieldManager=m&force=true")):
        options = {"type": MERGE if method == "PATCH" else JSON}
        yield (method, where, body if method in ("PUT", "POST", "PATCH") else None, options)


def of_kind(k, kind):
    for subject, steps in (("update", updates), ("change", changes), ("apply", lambda one: applies(one, kind)), ("status", statuses), ("dry-run", dry_runs), ("show", shows), ("delete", deletes),
                           ("invalid", invalid), ("methods", lambda one: (one.make(), *methods(one.path, one.one(), one.object())))):
        yield k.sequence(subject, steps)


NAMES = {"csidrivers": "CSIDriver", "csistoragecapacities": "CSIStorageCapacity", "volumeattachments": "VolumeAttachment", "volumeattributesclasses": "VolumeAttributesClass",
         "flowschemas": "FlowSchema", "prioritylevelconfigurations": "PriorityLevelConfiguration", "servicecidrs": "ServiceCIDR", "ipaddresses": "IPAddress", "deviceclasses": "DeviceClass",
         "devicetaintrules": "DeviceTaintRule", "clustertrustbundles": "ClusterTrustBundle", "podcertificaterequests": "PodCertificateRequest", "storageversionmigrations": "StorageVersionMigration",
         "resourceclaims": "ResourceClaim", "resourceclaimtemplates": "ResourceClaimTemplate", "resourceslices": "ResourceSlice", "validatingadmissionpolicies": "ValidatingAdmissionPolicy",
         "validatingadmissionpolicybindings": "ValidatingAdmissionPolicyBinding", "mutatingadmissionpolicies": "MutatingAdmissionPolicy", "mutatingadmissionpolicybindings": "MutatingAdmissionPolicyBinding"}


def slices():
    """Amounts that a division or a number of 64 bits does not bear."""
    path = "/apis/resource.k8s.io/v1/resourceslices"
    pool = {"driver": "d.example.com", "pool": {"name": "p", "resourceSliceCount": 1, "generation": 1}, "nodeName": "n"}
    big, least = "9223372036854775807", "-9223372036854775808"
    ranges = [{"min": "0", "step": "1"}, {"min": "0", "step": "3"}, {"min": "0", "max": "4", "step": "2"}, {"min": "1", "max": "4", "step": "2"}, {"min": "0", "step": "1m"}, {"min": "1500m", "step": "1"},
              {"min": "0", "step": big}, {"min": "0", "max": big, "step": "1"}, {"max": "1"}, {"min": "5", "max": "1"}, {"min": "0.5", "step": "0.25"}]
    for i, r in enumerate(ranges):
        device = {"name": "d", "allowMultipleAllocations": True, "capacity": {"m": {"value": "10", "requestPolicy": {"default": "4", "validRange": r}}}}
        yield Sequence(f"rules/resourceslices/range/{i}", post(path + "?dryRun=All", {"metadata": {"name": "s-{id}"}, "spec": {**pool, "devices": [device]}}))
    for i, amount in enumerate(["0." + "0" * 128, "0." + "0" * 128 + "1", "1e101", "1e-101", big, least, "1" + "0" * 20, "1.0000000000000000001Gi", "0.000000000000000001E"]):
        counters = [{"name": "s", "counters": {"c": {"value": amount}}}]
        yield Sequence(f"rules/resourceslices/amount/{i}", post(path + "?dryRun=All", {"metadata": {"name": "s-{id}"}, "spec": {**pool, "sharedCounters": counters}}),
                       post("/api/v1/namespaces/{ns}/resourcequotas", {"metadata": {"name": "q"}, "spec": {"hard": {"cpu": amount, "pods": "1"}}}),
                       post("/api/v1/namespaces/{ns}/limitranges", {"metadata": {"name": "r"}, "spec": {"limits": [{"type": "Container", "max": {"memory": amount}}]}}))


def services():
    """Addresses of Services: given, taken, outside of the range, given up, and taken by others."""
    path = "/api/v1/namespaces/{ns}/services"

    def service(name, **spec):
        return {"metadata": {"name": name}, "spec": {"ports": [{"port": 80}], **spec}}
    for i, ip in enumerate(["10.96.0.77", "10.96.0.077", "010.96.0.77", "::ffff:10.96.0.77", "10.96.0.0", "10.96.255.255", "10.97.0.1", "0.0.0.0", "::1", "10.96.0", "None", "none", " 10.96.0.77"]):
        yield Sequence(f"rules/services/ip/{i}", *(post(path + "?dryRun=All", service("s", **spec)) for spec in ({"clusterIP": ip}, {"clusterIPs": [ip]}, {"clusterIP": ip, "clusterIPs": [ip, ip]})))
    families = [{"ipFamilies": ["IPv4", "IPv4"]}, {"ipFamilies": ["IPv6"]}, {"ipFamilies": ["IPv4", "IPv6"], "ipFamilyPolicy": "PreferDualStack"}, {"ipFamilyPolicy": "RequireDualStack"},
                {"ipFamilyPolicy": "x"}, {"ipFamilies": ["x"]}, {"clusterIP": "None", "ipFamilyPolicy": "RequireDualStack"}, {"clusterIP": "None", "selector": {"a": "b"}, "ipFamilies": ["IPv6", "IPv4"]},
                {"type": "ExternalName", "externalName": "x.y", "ipFamilies": ["IPv4"]}, {"type": "ExternalName", "externalName": "x.y", "clusterIP": "10.96.0.78"}]
    for i, spec in enumerate(families):
        yield Sequence(f"rules/services/family/{i}", post(path + "?dryRun=All", service("s", **spec)))
    address = {"metadata": {"name": "10.96.0.79"}, "spec": {"parentRef": {"resource": "services", "namespace": "{ns}", "name": "other"}}}
    yield Sequence("rules/services/reserved", post("/apis/networking.k8s.io/v1/ipaddresses", address), post(path, service("a", clusterIP="10.96.0.79")), delete("/apis/networking.k8s.io/v1/ipaddresses/10.96.0.79"),
                   post(path, service("a", clusterIP="10.96.0.79")), post(path, service("b", clusterIP="10.96.0.79")), patch(path + "/a", {"spec": {"type": "ExternalName", "externalName": "x.y"}}),
                   patch(path + "/a", {"spec": {"type": "ExternalName", "externalName": "x.y", "clusterIP": None, "clusterIPs": None}}), get("/apis/networking.k8s.io/v1/ipaddresses/10.96.0.79"),
                   post(path, service("b", clusterIP="10.96.0.79")), patch(path + "/a", {"spec": {"type": "ClusterIP"}}), patch(path + "/b", {"spec": {"clusterIP": "10.96.0.80"}}), delete(path + "/b"),
                   get("/apis/networking.k8s.io/v1/ipaddresses/10.96.0.79"))


def quotas():
    """Limits and quotas of the admission plugins: nothing counts the usage here, so only what is refused without it. One bad
    amount at a time: the real server reports several in random order."""
    pods, ranges = "/api/v1/namespaces/{ns}/pods", "/api/v1/namespaces/{ns}/limitranges"

    def pod(name, *resources):
        return {"metadata": {"name": name}, "spec": {"containers": [{"name": f"c{i}", "image": "i", "resources": r} for i, r in enumerate(resources)]}}
    for i, spec in enumerate([{"hard": {"pods": "1.5", "cpu": "1.5"}}, {"hard": {"example.com/x": "1m"}}, {"hard": {"requests.example.com/x": "1500m"}}, {"hard": {"pods": "1", "configmaps": "1"}, "scopes": ["BestEffort"]},
                              {"hard": {"pods": "1"}, "scopes": ["BestEffort", "NotBestEffort", "x"]}, {"hard": {"requests.storage": "1"}, "scopes": ["VolumeAttributesClass"]},
                              *({"hard": {"pods": "1"}, "scopeSelector": {"matchExpressions": e}} for e in (
                                  [{"scopeName": "PriorityClass", "operator": "In", "values": ["a"]}], [{"scopeName": "PriorityClass", "operator": "In"}], [{"scopeName": "x", "operator": "y"}],
                                  [{"scopeName": "Terminating", "operator": "Exists", "values": ["a"]}, {"scopeName": "NotTerminating", "operator": "DoesNotExist"}])),
                              {"hard": {"cpu": "1"}, "scopeSelector": {"matchExpressions": [{"scopeName": "BestEffort", "operator": "Exists"}]}}]):
        yield Sequence(f"rules/resourcequotas/{i}", post("/api/v1/namespaces/{ns}/resourcequotas", {"metadata": {"name": "q"}, "spec": spec}),
                       patch("/api/v1/namespaces/{ns}/resourcequotas/q", {"spec": {"scopes": ["Terminating"]}}))
    limit = {"type": "Container", "min": {"cpu": "100m"}, "max": {"cpu": "1"}, "maxLimitRequestRatio": {"cpu": "2"}}
    asked = [{"limits": {"cpu": "2"}}, {"requests": {"cpu": "10m"}, "limits": {"cpu": "1"}}, {"requests": {"cpu": "0"}}, {"limits": {"cpu": "1000000000000"}}]
    yield Sequence("rules/limitranges/container", post(ranges, {"metadata": {"name": "l"}, "spec": {"limits": [limit]}}),
                   *(post(pods + "?dryRun=All", pod("p", *resources)) for resources in ([{}], *([a] for a in asked), [asked[0], asked[0]])))
    yield Sequence("rules/limitranges/pod", post(ranges, {"metadata": {"name": "l"}, "spec": {"limits": [{"type": "Pod", "max": {"cpu": "1"}}, {"type": "PersistentVolumeClaim", "min": {"storage": "1Gi"}}]}}),
                   *(post(pods + "?dryRun=All", pod("p", *resources)) for resources in ([{}], [asked[0], asked[1]])),
                   *(post("/api/v1/namespaces/{ns}/persistentvolumeclaims?dryRun=All", {"metadata": {"name": "c"}, "spec": {"accessModes": ["ReadWriteOnce"], "resources": {"requests": {"storage": s}}}})
                     for s in ("1Mi", "2Gi", "0.1", "1500m")))


def sequences():
    for row in KINDS:
        if row[1] in NAMES:
            yield from of_kind(Kind(*row), NAMES[row[1]])
    yield from slices()
    yield from services()
    yield from quotas()
    yield Sequence("rules/custom/methods", *served(post(FOOS, foo()), *methods(FOOS, FOOS + "/f", foo()), *methods("/apis/" + GROUP + "/v1/foos", "/apis/" + GROUP + "/v1/foos/f", foo())))
