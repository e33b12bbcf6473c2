"""LimitRanges: defaults of containers, and what pods and claims may ask for."""

from sequence import Sequence, delete, get, post
from sequences.objects import PODS, pod

RANGES = "/api/v1/namespaces/{ns}/limitranges"
CLAIMS = "/api/v1/namespaces/{ns}/persistentvolumeclaims"


def limits(kind="Container", name="l", **of):
    return post(RANGES, {"apiVersion": "v1", "kind": "LimitRange", "metadata": {"name": name}, "spec": {"limits": [{"type": kind, **of}]}})


def asks(name="p", more=(), **resources):
    containers = [{"name": "c", "image": "i", "resources": resources}, *more]
    return post(PODS, pod(name, containers=containers))


def init(request, restarts=False):
    return {"name": f"i{request}", "image": "i", "resources": {"requests": {"cpu": request}, "limits": {"cpu": request}}, **({"restartPolicy": "Always"} if restarts else {})}


def claim(size):
    return post(CLAIMS, {"apiVersion": "v1", "kind": "PersistentVolumeClaim", "metadata": {"name": "c"},
                         "spec": {"accessModes": ["ReadWriteOnce"], "resources": {"requests": {"storage": size}}}})


def sequences():
    yield Sequence("limits/defaults", limits(default={"cpu": "1", "memory": "64Mi"}, defaultRequest={"cpu": "100m"}), asks(), asks("q", limits={"cpu": "2"}), asks("r", requests={"cpu": "1"}),
                   asks("s", requests={"memory": "1Gi"}, limits={"memory": "1Gi"}), asks("t", more=[{"name": "d", "image": "i"}]))
    for i, (bound, resources) in enumerate([
            ({"min": {"cpu": "100m"}}, {}), ({"min": {"cpu": "100m"}}, {"requests": {"cpu": "50m"}}), ({"min": {"cpu": "100m"}}, {"requests": {"cpu": "0.1"}}),
            ({"min": {"memory": "64Mi"}}, {"requests": {"memory": "63Mi"}, "limits": {"memory": "64Mi"}}), ({"max": {"cpu": "1"}}, {}), ({"max": {"cpu": "1"}}, {"limits": {"cpu": "2"}}),
            ({"max": {"cpu": "1"}}, {"limits": {"cpu": "1000m"}}), ({"max": {"cpu": "1"}}, {"limits": {"cpu": "1.5"}, "requests": {"cpu": "1200m"}}),
            ({"maxLimitRequestRatio": {"cpu": "2"}}, {"limits": {"cpu": "3"}, "requests": {"cpu": "1"}}), ({"maxLimitRequestRatio": {"cpu": "2"}}, {"limits": {"cpu": "2"}, "requests": {"cpu": "1"}}),
            ({"maxLimitRequestRatio": {"cpu": "2"}}, {"requests": {"cpu": "1"}}), ({"maxLimitRequestRatio": {"cpu": "2"}}, {}), ({"maxLimitRequestRatio": {"memory": "1.5"}}, {"limits": {"memory": "1Gi"}, "requests": {"memory": "512Mi"}})]):
        # Without defaults of the server's own, which fill in what `max` and `min` say.
        own = {"default": {"example.com/x": "1"}, "defaultRequest": {"example.com/x": "1"}} if i in (0, 4) else {}
        yield Sequence(f"limits/container/{i}", limits(**bound, **own), asks(**resources))
        yield Sequence(f"limits/pod/{i}", limits("Pod", **bound), asks(**resources))
    for i, inits in enumerate([["1"], ["1", "3"], [("1", True), "2"], ["2", ("1", True)], [("1", True), ("2", True), "1"]]):
        more = [init(*(x if isinstance(x, tuple) else (x,))) for x in inits]
        for most in ("2", "3", "4"):
            yield Sequence(f"limits/pod-init/{i}/{most}", limits("Pod", max={"cpu": most}),
                           post(PODS, pod("p", initContainers=[{**c, "name": f"i{n}"} for n, c in enumerate(more)],
                                          containers=[{"name": "c", "image": "i", "resources": {"limits": {"cpu": "1500m"}}}])))
    for i, size in enumerate(["1Gi", "5Gi", "11Gi", "10Gi"]):
        yield Sequence(f"limits/claim/{i}", limits("PersistentVolumeClaim", min={"storage": "2Gi"}, max={"storage": "10Gi"}), claim(size))
    yield Sequence("limits/removed", limits(max={"cpu": "1"}), asks(limits={"cpu": "2"}), delete(RANGES + "/l"), asks(limits={"cpu": "2"}))
