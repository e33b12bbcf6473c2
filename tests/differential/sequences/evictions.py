"""Evictions: their bodies, dry runs, preconditions, and the disruption budgets that they respect."""

from sequence import STRATEGIC, Sequence, delete, get, join, patch, post, put, start
from sequences.objects import PODS, pod

BUDGETS = "/apis/policy/v1/namespaces/{ns}/poddisruptionbudgets"
EVICT = PODS + "/a/eviction"


def eviction(options=None, name="a", **more):
    return {"apiVersion": "policy/v1", "kind": "Eviction", "metadata": {"name": name}, **({} if options is None else {"deleteOptions": options}), **more}


def labelled(name="a", **meta):
    body = pod(name, nodeName="n")
    body["metadata"].update(labels={"app": "web"}, **meta)
    return body


def running(ready="True", phase="Running", name="a"):
    return put(PODS + f"/{name}/status", {**labelled(name), "status": {"phase": phase, "conditions": [{"type": "Ready", "status": ready}]}})


def budget(name="b", **spec):
    return {"apiVersion": "policy/v1", "kind": "PodDisruptionBudget", "metadata": {"name": name}, "spec": {"selector": {"matchLabels": {"app": "web"}}, "minAvailable": 1, **spec}}


def status(generation=1, name="b", **counts):
    return patch(BUDGETS + f"/{name}/status", {"status": {"observedGeneration": generation, "currentHealthy": 0, "desiredHealthy": 0, "expectedPods": 0, "disruptionsAllowed": 0, **counts}})


def bodies():
    yield Sequence("eviction/plain", post(PODS, labelled()), post(EVICT, eviction()), get(PODS + "/a"))
    yield Sequence("eviction/missing", post(EVICT, eviction()))
    for i, body in enumerate([{}, {"metadata": {"name": "b"}}, eviction(name="b"), eviction(namespace="x"), {**eviction(), "metadata": {"name": "a", "namespace": "other"}}, {**eviction(), "apiVersion": "policy/v1beta1"},
                              {**eviction(), "apiVersion": "v1"}, {**eviction(), "kind": "Pod"}, eviction({"gracePeriodSeconds": "x"}), eviction({"dryRun": "All"}), eviction({"nope": 1}), eviction("x"), eviction(None, nope=1),
                              eviction({"ignoreStoreReadErrorWithClusterBreakingPotential": True}), eviction({"propagationPolicy": "Nope"}), eviction({"gracePeriodSeconds": -5}), "{", "[]"]):
        yield Sequence(f"eviction/body/{i}", post(PODS, labelled(finalizers=["example.com/x"])), post(EVICT, body), post(EVICT + "?fieldValidation=Strict", body), get(PODS + "/a"))


def options():
    for i, (query, dry) in enumerate([("", ["All"]), ("?dryRun=All", None), ("?dryRun=All", ["All"]), ("?dryRun=All", ["x"]), ("", ["x"]), ("", []), ("?dryRun=x", None), ("?dryRun=All", [])]):
        yield Sequence(f"eviction/dry/{i}", post(PODS, labelled()), running(), post(EVICT + query, eviction({} if dry is None else {"dryRun": dry})), get(PODS + "/a"))
    for policy in ("Foreground", "Background", "Orphan"):
        yield Sequence(f"eviction/propagation/{policy}", post(PODS, labelled(finalizers=["example.com/x"])), post(EVICT, eviction({"propagationPolicy": policy})), get(PODS + "/a"))
    yield Sequence("eviction/orphan-dependents", post(PODS, labelled(finalizers=["example.com/x"])), post(EVICT, eviction({"orphanDependents": True})), get(PODS + "/a"))
    for grace in (0, 1, 60):
        yield Sequence(f"eviction/grace/{grace}", post(PODS, labelled()), running(), post(EVICT, eviction({"gracePeriodSeconds": grace})), get(PODS + "/a"))
    made = post(PODS, labelled(finalizers=["example.com/x"]), save={"u": "metadata/uid"})
    now = {**get(PODS + "/a")[3], "save": {"r": "metadata/resourceVersion"}}
    for i, wanted in enumerate([{"uid": "x"}, {"uid": "{u}"}, {"resourceVersion": "{r}"}, {"resourceVersion": "1"}, {"uid": "{u}", "resourceVersion": "{r}"}, {"uid": ""}, {"resourceVersion": ""}]):
        yield Sequence(f"eviction/precondition/{i}", made, running(), get(PODS + "/a", save=now["save"]), post(EVICT, eviction({"preconditions": wanted})), get(PODS + "/a"))
        yield Sequence(f"eviction/precondition/{i}/dry", made, running(), get(PODS + "/a", save=now["save"]), post(EVICT, eviction({"preconditions": wanted, "dryRun": ["All"]})), get(PODS + "/a"))
    yield Sequence("eviction/watched", post(PODS, labelled()), running(), start("w", PODS + "?watch=true&resourceVersion=0&timeoutSeconds=5"), post(EVICT, eviction({"gracePeriodSeconds": 0})), join("w", 4))


def budgets():
    base = [post(PODS, labelled(finalizers=["example.com/x"]))]
    full = [*base, running()]
    tail = [post(EVICT, eviction()), get(PODS + "/a"), get(BUDGETS + "/b")]
    dry = post(EVICT + "?dryRun=All", eviction())
    for i, counts in enumerate([None, {}, {"currentHealthy": 2, "desiredHealthy": 1, "expectedPods": 2, "disruptionsAllowed": 1}, {"currentHealthy": 3, "desiredHealthy": 1, "expectedPods": 3, "disruptionsAllowed": 2},
                                {"currentHealthy": 1, "desiredHealthy": 1, "expectedPods": 1}, {"currentHealthy": 2, "desiredHealthy": 1, "expectedPods": 2}, {"generation": 0, "disruptionsAllowed": 3},
                                {"disruptionsAllowed": 1, "disruptedPods": {"z": "2001-01-01T00:00:00Z"}}, {"disruptionsAllowed": 1, "conditions": [{"type": "DisruptionAllowed", "status": "True", "reason": "SufficientPods", "message": "", "lastTransitionTime": "2001-01-01T00:00:00Z"}]}]):
        set_status = [] if counts is None else [status(**counts)]
        yield Sequence(f"eviction/budget/{i}", *full, post(BUDGETS, budget()), *set_status, dry, *tail, post(EVICT, eviction()))
    for i, condition in enumerate([{"reason": "SyncFailed", "message": "because"}, {"reason": "InsufficientPods", "message": "few"}, {"reason": "InsufficientPods", "message": ""}]):
        whole = {"type": "DisruptionAllowed", "status": "False", "lastTransitionTime": "2001-01-01T00:00:00Z", **condition}
        for j, counts in enumerate(({"currentHealthy": 1, "desiredHealthy": 1}, {"currentHealthy": 2, "desiredHealthy": 1})):
            yield Sequence(f"eviction/refusal/{i}{j}", *full, post(BUDGETS, budget()), status(conditions=[whole], **counts), *tail)
    for phase in ("Pending", "Succeeded", "Failed", "Unknown"):
        yield Sequence(f"eviction/phase/{phase}", *base, running(phase=phase), post(BUDGETS, budget()), status(), *tail)
    for i, policy in enumerate((None, "AlwaysAllow", "IfHealthyBudget")):
        spec = {} if policy is None else {"unhealthyPodEvictionPolicy": policy}
        for j, counts in enumerate(({}, {"currentHealthy": 1, "desiredHealthy": 1, "expectedPods": 2}, {"currentHealthy": 0, "desiredHealthy": 1}, {"currentHealthy": 0, "desiredHealthy": 0, "disruptionsAllowed": 1})):
            yield Sequence(f"eviction/unhealthy/{i}{j}", *base, running("False"), post(BUDGETS, budget(**spec)), status(**counts), *tail)
    yield Sequence("eviction/several", *full, post(BUDGETS, budget()), post(BUDGETS, budget("c")), status(disruptionsAllowed=1), status(name="c", disruptionsAllowed=1), post(EVICT, eviction()), get(PODS + "/a"), delete(BUDGETS + "/c"), *tail)
    for i, selector in enumerate(({}, None, {"matchLabels": {"app": "other"}}, {"matchExpressions": [{"key": "app", "operator": "Exists"}]})):
        yield Sequence(f"eviction/selector/{i}", *full, post(BUDGETS, budget(selector=selector)), *tail)
    yield Sequence("eviction/deleting", *full, post(BUDGETS, budget()), delete(PODS + "/a?gracePeriodSeconds=30"), post(EVICT, eviction()), get(PODS + "/a"), patch(PODS + "/a", {"metadata": {"finalizers": None}}, STRATEGIC))


def sequences():
    yield from bodies()
    yield from options()
    yield from budgets()
