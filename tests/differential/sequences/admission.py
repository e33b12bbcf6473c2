"""Admission webhooks: what they are told, what their answers do, and what happens if they fail."""

import copy

from sequence import JSON_PATCH, Sequence, apply, delete, get, patch, post, put, reviews
from sequences import conversion
from sequences.custom import CRDS, FOOS, GROUP, definition, foo
from sequences.objects import PODS, pod

MAPS = "/api/v1/namespaces/{ns}/configmaps"
MAP = MAPS + "/x"
DEPLOYMENTS = "/apis/apps/v1/namespaces/{ns}/deployments"
BASE = "/apis/admissionregistration.k8s.io/v1/"
MUTATING, VALIDATING = BASE + "mutatingwebhookconfigurations", BASE + "validatingwebhookconfigurations"
# No selector excludes the cluster-scoped objects of other sequences.
EVERYTHING = {"operations": ["*"], "apiGroups": ["*"], "apiVersions": ["*"], "resources": ["*/*"], "scope": "Namespaced"}
ONLY_HERE = {"matchLabels": {"kubernetes.io/metadata.name": "{ns}"}}


def rule(*resources, operations=("*",), groups=("*",), versions=("*",), **more):
    return {"operations": list(operations), "apiGroups": list(groups), "apiVersions": list(versions), "resources": list(resources), **more}


def hook(answer, *rules, name=None, **more):
    """Only in the namespace of the sequence. Without rules: for ConfigMaps, except for those that wait for the configuration."""
    if not rules:
        more = {"objectSelector": {"matchExpressions": [{"key": "probe", "operator": "DoesNotExist"}]}, **more}
    return {"name": f"{name or answer}.example.com", "clientConfig": {"url": "{webhook}/admit/{channel}/" + answer, "caBundle": "{ca}"}, "sideEffects": "None",
            "admissionReviewVersions": ["v1"], "rules": list(rules) or [rule("configmaps")], "namespaceSelector": ONLY_HERE, **more}


def configured(path, *hooks, name="{id}"):
    """Stored, and in force: the real server reads configurations from a cache."""
    kind = "m" if path == MUTATING else "v"
    probe = hook("probe", rule("configmaps", operations=["CREATE"]), name="probe-" + kind, objectSelector={"matchLabels": {"probe": kind + name}})
    yield post(path, {"metadata": {"name": name}, "webhooks": [*hooks, probe]}, ignore=True)
    yield post(MAPS + "?dryRun=All", {"metadata": {"name": "probe", "labels": {"probe": kind + name}}}, until=418, ignore=True)


def with_hooks(mutate, validate, *steps, before=()):
    made = [*(configured(MUTATING, *mutate) if mutate else ()), *(configured(VALIDATING, *validate) if validate else ())]
    return (*before, *made, *steps, *(delete(p + "/{id}", ignore=True) for p, hooks in ((MUTATING, mutate), (VALIDATING, validate)) if hooks))


def a_map(name="x", **more):
    return {"metadata": {"name": name}, **more}


def deployment(name="d"):
    return {"metadata": {"name": name}, "spec": {"replicas": 2, "selector": {"matchLabels": {"a": "b"}}, "template": {
        "metadata": {"labels": {"a": "b"}}, "spec": {"containers": [{"name": "c", "image": "i"}]}}}}


def told(name, *steps, before=(), rules=(EVERYTHING,)):
    """Each step, and the reviews that both kinds of webhooks got for it."""
    pairs = [s for step in steps for s in (step, reviews())]
    return Sequence("admission/told/" + name, *with_hooks([hook("allow", *rules, name="m")], [hook("allow", *rules, name="v")], *pairs, before=before))


def requests():
    data = a_map(data={"k": "v"})
    yield told("map", post(MAPS, data), put(MAP, a_map(data={"k": "w"})), patch(MAP, {"data": {"l": "m"}}), patch(MAP, [{"op": "remove", "path": "/data/l"}], JSON_PATCH), get(MAP), get(MAPS),
               delete(MAP), delete(MAP))
    yield told("apply", apply(MAP, {"apiVersion": "v1", "kind": "ConfigMap", **data}), apply(MAP, {"apiVersion": "v1", "kind": "ConfigMap", **a_map(data={"k": "w"})}, force=True))
    yield told("options", post(MAPS + "?fieldManager=me&fieldValidation=Strict&dryRun=All", data), post(MAPS, data, ignore=True), put(MAP + "?fieldManager=me&fieldValidation=Ignore&dryRun=All", data),
               patch(MAP + "?fieldManager=me&fieldValidation=Warn", {"data": {"a": "b"}}), delete(MAP + "?dryRun=All"), delete(MAP + "?gracePeriodSeconds=5&propagationPolicy=Orphan"),)
    yield told("delete/options", delete(MAP, {"kind": "DeleteOptions", "apiVersion": "v1", "orphanDependents": False, "preconditions": {"uid": "{u}"}}),
               before=(post(MAPS, data, save={"u": "metadata/uid"}, ignore=True),))
    yield told("delete/refused", delete(MAP, {"preconditions": {"uid": "nope"}}), delete(MAP), delete(MAP), before=(post(MAPS, a_map(), ignore=True), patch(MAP, {"metadata": {"finalizers": ["example.com/x"]}}, ignore=True)))
    yield told("deletecollection", delete(MAPS + "?gracePeriodSeconds=3"), before=(post(MAPS, a_map(), ignore=True),))
    yield told("conflict", put(MAP, {"metadata": {"name": "x", "resourceVersion": "1"}}), post(MAPS, a_map()), put(MAPS + "/none", a_map("none")), patch(MAPS + "/none", {}), delete(MAPS + "/none"),
               before=(post(MAPS, a_map(), ignore=True),))
    yield told("invalid", post(MAPS, a_map("-")), post(MAPS, a_map(data={"-/-": "x"})), put(MAP, a_map(data={"-/-": "x"})), post(MAPS, a_map(data=5)), before=(post(MAPS, a_map(), ignore=True),))
    yield told("system-fields", post(MAPS, {"metadata": {"name": "x", "uid": "5a0d0c0e-0000-0000-0000-000000000000", "creationTimestamp": "2001-01-01T00:00:00Z", "selfLink": "/x", "generation": 7, "deletionGracePeriodSeconds": 5}}))
    yield told("generate", post(MAPS, {"metadata": {"generateName": "g-"}}))
    yield told("pod", post(PODS, pod("a")), patch(PODS + "/a/status", {"status": {"phase": "Running"}}))
    yield told("pod/grace", delete(PODS + "/a"), delete(PODS + "/a?gracePeriodSeconds=3"), before=(post(PODS, pod("a", nodeName="n"), ignore=True),))
    yield told("pod/subresources", post(PODS + "/a/binding", {"metadata": {"name": "a"}, "target": {"kind": "Node", "name": "n"}}), post(PODS + "/a/eviction", {"metadata": {"name": "a"}}),
               before=(post(PODS, pod("a"), ignore=True),))
    yield told("pod/binding/old", post("/api/v1/namespaces/{ns}/bindings", {"metadata": {"name": "a"}, "target": {"kind": "Node", "name": "n"}}), before=(post(PODS, pod("a"), ignore=True),))
    yield told("pod/evict/bad", post(PODS + "/a/eviction", {"metadata": {"name": "b"}}), post(PODS + "/b/eviction", {"metadata": {"name": "b"}}), before=(post(PODS, pod("a"), ignore=True),))
    yield told("scale", patch(DEPLOYMENTS + "/d/scale", {"spec": {"replicas": 5}}), put(DEPLOYMENTS + "/d/scale", {"metadata": {"name": "d"}, "spec": {"replicas": 6}}), get(DEPLOYMENTS + "/d/scale"),
               patch(DEPLOYMENTS + "/d/status", {"status": {"replicas": 1}}), before=(post(DEPLOYMENTS, deployment(), ignore=True),))
    yield told("deployment", post(DEPLOYMENTS, deployment()), patch(DEPLOYMENTS + "/d", {"spec": {"replicas": 3}}))
    yield told("token", post("/api/v1/namespaces/{ns}/serviceaccounts/robot/token", {"spec": {"audiences": ["a"]}}), before=(post("/api/v1/namespaces/{ns}/serviceaccounts", {"metadata": {"name": "robot"}}, ignore=True),))
    yield told("access", post("/apis/authorization.k8s.io/v1/namespaces/{ns}/localsubjectaccessreviews", {"metadata": {"namespace": "{ns}"}, "spec": {"user": "u", "resourceAttributes": {"namespace": "{ns}", "verb": "get", "resource": "pods"}}}, ignore=True))
    yield told("service", post("/api/v1/namespaces/{ns}/services", {"metadata": {"name": "s"}, "spec": {"ports": [{"port": 80}]}}), rules=(rule("services"),))
    yield told("lease", put("/apis/coordination.k8s.io/v1/namespaces/{ns}/leases/l", {"metadata": {"name": "l"}, "spec": {"holderIdentity": "x"}}))
    yield told("namespace", patch("/api/v1/namespaces/{ns}", {"metadata": {"labels": {"a": "b"}}}), patch("/api/v1/namespaces/{ns}/status", {"status": {"phase": "Active"}}), delete("/api/v1/namespaces/{ns}"), rules=(rule("namespaces", "namespaces/*"),))
    for name, query in (("attach", "?stdin=true&container=c"), ("exec", "?command=a&command=b&stdout=1"), ("portforward", "?ports=80"), ("proxy", "")):
        path = PODS + "/a/" + name + query
        yield Sequence("admission/told/connect/" + name, *with_hooks([hook("allow", EVERYTHING, name="m")], [hook("deny", EVERYTHING, name="v")], post(path, None), reviews(), get(path), reviews(),
                                                                      before=(post(PODS, pod("a", nodeName="n"), ignore=True),)))
    yield Sequence("admission/old-review", *with_hooks([hook("data", admissionReviewVersions=["v9", "v1beta1", "v1"])], [hook("deny", admissionReviewVersions=["v1beta1"])], post(MAPS, a_map()), reviews()))


def custom():
    everything = dict(rules=(rule("*/*", groups=[GROUP]),))
    before = (post(CRDS, definition(), ignore=True), get(FOOS, until=200, ignore=True))
    yield told("custom", post(FOOS, foo(size=5)), patch(FOOS + "/f", {"spec": {"size": 6}}), patch(FOOS + "/f/status", {"status": {"size": 1}}), patch(FOOS + "/f/scale", {"spec": {"replicas": 8}}), apply(FOOS + "/g", foo("g")),
               delete(FOOS + "/f"), delete(CRDS + "/foos." + GROUP), before=before, **everything)
    for answer in ("spec", "spec-default", "unknown", "wrong-type"):
        yield Sequence("admission/custom/" + answer, *with_hooks([hook(answer, rule("foos", groups=[GROUP]))], [hook("allow", rule("foos", groups=[GROUP]))], post(FOOS, foo(size=5)), reviews(), get(FOOS + "/f"), before=before),
                       delete(CRDS + "/foos." + GROUP, ignore=True))
    for policy in ("Equivalent", "Exact"):
        two = (post(CRDS, conversion.crd(), ignore=True), get(FOOS, until=200, ignore=True), get(conversion.V2, until=200, ignore=True))
        only = rule("foos", groups=[GROUP], versions=["v2"])
        yield Sequence("admission/custom/versions/" + policy, *with_hooks([hook("label", only, matchPolicy=policy)], [hook("allow", only, matchPolicy=policy)], post(FOOS, conversion.one()), reviews(), post(conversion.V2, conversion.two("g")), reviews(),
                                                                          patch(FOOS + "/f", {"spec": {"hostPort": "c:1"}}), reviews(), delete(FOOS + "/f"), reviews(), before=two), delete(CRDS + "/foos." + GROUP, ignore=True))


def equivalents():
    hpa = {"metadata": {"name": "h"}, "spec": {"maxReplicas": 3, "scaleTargetRef": {"apiVersion": "apps/v1", "kind": "Deployment", "name": "d"}, "targetCPUUtilizationPercentage": 70}}
    path = "/apis/autoscaling/v1/namespaces/{ns}/horizontalpodautoscalers"
    for policy in ("Equivalent", "Exact"):
        only = rule("horizontalpodautoscalers", "horizontalpodautoscalers/status", groups=["autoscaling"], versions=["v2"])
        yield Sequence("admission/equivalent/" + policy, *with_hooks([hook("label", only, matchPolicy=policy)], [hook("allow", only, matchPolicy=policy)], post(path, hpa), reviews(), patch(path + "/h/status", {"status": {"currentReplicas": 1}}), reviews(),
                                                                     delete(path + "/h"), reviews()))
    events = {"metadata": {"name": "e"}, "involvedObject": {"namespace": "{ns}", "name": "x"}}
    yield Sequence("admission/equivalent/events", *with_hooks([], [hook("allow", rule("events", groups=["events.k8s.io"]))], post("/api/v1/namespaces/{ns}/events", events), reviews()))


def rules():
    every = [rule("configmaps", operations=["UPDATE"]), rule("configmaps", scope="Cluster"), rule("configmaps", scope="Namespaced"), rule("*"), rule("*/*", scope="Cluster"), rule("configmaps", groups=["apps"]), rule("configmaps/*"),
                             rule("configmaps", versions=["v2"]), rule("configmaps", "nope", operations=["DELETE", "CREATE"])]
    yield cases("rules", VALIDATING, [hook("allow", one) for one in every],
                lambda i: (post(MAPS, labelled(i)), reviews(), patch(f"{MAPS}/x{i}", {"data": {"a": "b"}}), reviews(), delete(f"{MAPS}/x{i}"), reviews(), patch("/api/v1/namespaces/{ns}", {"metadata": {"labels": {"case": str(i)}}}), reviews()))
    yield Sequence("admission/two-rules", *with_hooks([], [hook("allow", rule("configmaps"), EVERYTHING)], post(MAPS, a_map()), reviews()))
    for i, selector in enumerate([{"matchLabels": {"a": "b"}}, {"matchExpressions": [{"key": "a", "operator": "DoesNotExist"}]}, {"matchExpressions": [{"key": "a", "operator": "NotIn", "values": ["b"]}]},
                                  {"matchExpressions": [{"key": "a", "operator": "In", "values": ["b", "c"]}]}, {}]):
        yield Sequence(f"admission/object-selector/{i}", *with_hooks([], [hook("allow", objectSelector=selector)], post(MAPS, a_map()), reviews(), patch(MAP, {"metadata": {"labels": {"a": "b"}}}), reviews(), patch(MAP, {"metadata": {"labels": None}}), reviews(),
                                                                     delete(MAP), reviews()))
    others = {"matchExpressions": [{"key": "kubernetes.io/metadata.name", "operator": "In", "values": ["{ns}"]}, {"key": "x", "operator": "Exists"}]}
    yield Sequence("admission/namespace-selector", *with_hooks([], [hook("deny", namespaceSelector=others), hook("allow", name="probed")], post(MAPS, a_map()), reviews(), patch("/api/v1/namespaces/{ns}", {"metadata": {"labels": {"x": "y"}}}, ignore=True),
                                                               post(MAPS + "?dryRun=All", a_map("y"), until=400, ignore=True), post(MAPS, a_map("y"))))
    yield Sequence("admission/exempt", *with_hooks([], [hook("allow", rule("*/*", groups=["admissionregistration.k8s.io"]))], post(VALIDATING, {"metadata": {"name": "{id}e"}}, ignore=True), reviews(), delete(VALIDATING + "/{id}e", ignore=True), reviews()))


def cases(name, path, hooks, steps):
    """One configuration with a webhook for each case, which its label selects; `steps` makes the requests of a case from its number."""
    chosen = [{**h, "name": f"case{i}.example.com", "objectSelector": {"matchLabels": {"case": str(i)}}} for i, h in enumerate(hooks)]
    every = [s for i in range(len(chosen)) for s in steps(i)]
    both = (chosen, []) if path == MUTATING else ([], chosen)
    return Sequence(f"admission/{name}", *with_hooks(*both, *every))


def labelled(i, name=None, **more):
    return {"metadata": {"name": name or f"x{i}", "labels": {"case": str(i)}}, **more}


def answers():
    told_back = ("deny", "deny-plain", "deny-reason", "deny-success", "deny-code", "warn", "deny-warn", "long-warn", "audit")
    for path, kind in ((MUTATING, "m"), (VALIDATING, "v")):
        yield cases("answers/" + kind, path, [hook(n) for n in told_back], lambda i: (post(MAPS, labelled(i)), get(f"{MAPS}/x{i}")))
    changes = ("data", "same", "label", "wrong-type", "wrong-data", "missing", "test", "name", "namespace", "managed", "no-managed", "unknown", "text", "object", "empty", "null", "numbers", "merge", "no-type", "only-type",
               "no-base64", "finalizer")
    yield cases("patches", MUTATING, [hook(n) for n in changes],
                lambda i: (post(MAPS, labelled(i, data={"k": "v"})), reviews(), get(f"{MAPS}/x{i}"), patch(f"{MAPS}/x{i}", {"data": {"k": "w"}}), reviews(), get(f"{MAPS}/x{i}"), delete(f"{MAPS}/x{i}"), reviews()))
    updates = [s for n in range(len(changes)) for s in (post(MAPS, {"metadata": {"name": f"y{n}"}, "data": {"k": "v"}}, ignore=True),)]
    yield Sequence("admission/patches/update", *with_hooks([{**hook(n), "name": f"case{i}.example.com", "objectSelector": {"matchLabels": {"case": str(i)}}} for i, n in enumerate(changes)], [], *updates, *(
        s for i in range(len(changes)) for s in (patch(f"{MAPS}/y{i}", {"metadata": {"labels": {"case": str(i)}}, "data": {"k": "w"}}), get(f"{MAPS}/y{i}")))))
    yield Sequence("admission/patch/generate", *with_hooks([hook("generate")], [hook("allow")], post(MAPS, {"metadata": {"generateName": "g-"}}, ignore=True)))
    yield Sequence("admission/patch/pod", *with_hooks([hook("image", rule("pods"))], [hook("allow", rule("pods"))], post(PODS, pod("a")), reviews(), get(PODS + "/a")))
    yield Sequence("admission/patch/scale", *with_hooks([hook("replicas", rule("deployments/scale"))], [], patch(DEPLOYMENTS + "/d/scale", {"spec": {"replicas": 3}}), get(DEPLOYMENTS + "/d"), before=(post(DEPLOYMENTS, deployment(), ignore=True),)))
    yield Sequence("admission/two-deny", *with_hooks([], [hook("deny", name="a"), hook("allow", name="b")], post(MAPS, a_map())))
    yield Sequence("admission/apply/owners", *with_hooks([hook("data-a")], [], apply(MAP, {"apiVersion": "v1", "kind": "ConfigMap", **a_map(data={"k": "v"})}), get(MAP), apply(MAP, {"apiVersion": "v1", "kind": "ConfigMap", **a_map(data={"a": "z"})}), get(MAP)))


def failures():
    wrong = ("uid", "absent", "no-kind", "other-kind", "old-version", "allowed-text", "warnings-text", "error", "gone", "teapot", "html", "nothing", "list", "no-type", "data", "only-type")
    closed = {**hook("allow"), "clientConfig": {"url": "https://127.0.0.1:1/"}}
    service = {**hook("allow"), "clientConfig": {"service": {"namespace": "{ns}", "name": "nope", "path": "/x"}}}
    trust = {**hook("allow"), "clientConfig": {"url": "{webhook}/admit/any/allow"}}
    for policy in ("Fail", "Ignore"):
        for path, kind in ((MUTATING, "m"), (VALIDATING, "v")):
            hooks = [{**hook(n), "failurePolicy": policy} for n in wrong]
            yield cases(f"failures/{policy}/{kind}", path, hooks, lambda i: (post(MAPS, labelled(i)), get(f"{MAPS}/x{i}")))
        yield cases("unreachable/" + policy, VALIDATING, [{**h, "failurePolicy": policy} for h in (closed, service, trust)], lambda i: (post(MAPS, labelled(i)),))
        slow = {**hook("slow", timeoutSeconds=1, failurePolicy=policy), "clientConfig": {"url": "{webhook}/admit/any/slow", "caBundle": "{ca}"}}
        yield Sequence("admission/timeout/" + policy, *with_hooks([slow], [slow], post(MAPS, a_map())))
    yield Sequence("admission/timeout/request", *with_hooks([], [hook("slow", timeoutSeconds=20, failurePolicy="Ignore")], post(MAPS + "?timeout=1s", a_map(), ignore=True), get(MAP)))
    yield Sequence("admission/timeout/query", *with_hooks([], [hook("allow", timeoutSeconds=20)], post(MAPS + "?timeout=1500ms", a_map()), reviews()))


def reinvoked():
    def chain(*hooks):
        return [hook(answer, name=f"h{i}", reinvocationPolicy=policy) for i, (answer, policy) in enumerate(hooks)]
    again, never = "IfNeeded", "Never"
    for i, hooks in enumerate([(("data-a", again), ("data-b", never)), (("data-a", again), ("data-b", again)), (("data-a", never), ("data-b", again)), (("data-a", again), ("allow", again)), (("allow", again), ("data-b", never)),
                               (("data-b", never), ("allow", again), ("data-a", again)), (("same", again), ("same", never))]):
        yield Sequence(f"admission/again/{i}", *with_hooks(chain(*hooks), [], post(MAPS, a_map(data={"k": "v"})), reviews(), patch(MAP, {"data": {"k": "w"}}), reviews()))


def dry():
    for effects in ("None", "NoneOnDryRun"):
        yield Sequence("admission/dry/" + effects, *with_hooks([hook("data", sideEffects=effects)], [hook("allow", sideEffects=effects)], post(MAPS + "?dryRun=All", a_map()), reviews(), get(MAP), delete(MAP + "?dryRun=All")))


def stored():
    for path in (MUTATING, VALIDATING):
        kind = "m" if path == MUTATING else "v"
        meta = {"name": "{id}"}
        base = {**hook("allow"), "clientConfig": {"url": "https://example.com/x"}}
        def one(**more):
            return {"metadata": meta, "webhooks": [{**copy.deepcopy(base), **more}]}
        for i, more in enumerate([{}, {"timeoutSeconds": 0}, {"clientConfig": {"service": {"name": "s", "namespace": "n"}}}, {"admissionReviewVersions": ["v2"]}, {"rules": [rule("a", "*/*")]}, {"rules": [rule("*/*", operations=[])]}, {"name": "a.b"},
                                  {"matchConditions": [{"name": "a", "expression": "true"}]}, {"matchConditions": [{"name": "", "expression": ""}]}, {"matchConditions": [{"name": "a", "expression": "true"}, {"name": "a", "expression": "true"}]},
                                  {"matchConditions": [{"name": "-/-", "expression": "true"}]}, {"matchConditions": [{"name": f"n{n}", "expression": "true"} for n in range(65)]}]):
            yield Sequence(f"admission/stored/{kind}/{i}", post(path, one(**more)), get(path + "/{id}"), patch(path + "/{id}", {"metadata": {"labels": {"a": "b"}}}), delete(path + "/{id}"))


def sequences():
    for part in (requests, custom, equivalents, rules, answers, failures, reinvoked, dry, stored):
        yield from part()
