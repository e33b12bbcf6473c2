"""The subresource resize of pods: reads, every kind of write, and what it refuses."""

from sequence import JSON_PATCH, STRATEGIC, Sequence, apply, get, patch, post, put
from sequences.objects import PODS

RESIZE = PODS + "/a/resize"


def container(name="c", cpu="1", **more):
    return {"name": name, "image": "i", "resources": {"requests": {"cpu": cpu}, "limits": {"cpu": "2"}}, **more}


def pod(*containers, **spec):
    return {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "a"}, "spec": {"containers": list(containers) or [container()], **spec}}


def change(**resources):
    return patch(RESIZE, {"spec": {"containers": [{"name": "c", "resources": resources}]}}, STRATEGIC)


def sequences():
    made, now = post(PODS, pod()), get(PODS + "/a")
    yield Sequence("resize/get", made, get(RESIZE), get(PODS + "/missing/resize"))
    for name, write in {
        "patch": change(requests={"cpu": "1500m"}), "merge": patch(RESIZE, {"spec": {"containers": [container(cpu="1500m")]}}),
        "json": patch(RESIZE, [{"op": "replace", "path": "/spec/containers/0/resources/requests/cpu", "value": "1500m"}], JSON_PATCH),
        "put": put(RESIZE, pod(container(cpu="1500m", image="other"))), "dry": put(RESIZE + "?dryRun=All", pod(container(cpu="1500m"))),
        "same": put(RESIZE, pod()), "labels": put(RESIZE, {**pod(container(cpu="1500m")), "metadata": {"name": "a", "labels": {"x": "y"}}}),
    }.items():
        yield Sequence(f"resize/write/{name}", made, write, now)
    yield Sequence("resize/create", made, post(RESIZE, pod()))
    for i, resources in enumerate([{"requests": {"memory": "1Gi"}}, {"limits": {"memory": "1Gi"}}, {"requests": {"ephemeral-storage": "1Gi"}}, {"requests": {"cpu": None}}, {"limits": None}, {"requests": {"cpu": "3"}},
                                   {"requests": {"cpu": "2"}, "limits": {"cpu": "2", "memory": "1Gi"}}, {"requests": {"cpu": "-1"}}, {"limits": {"cpu": "1000m"}}, {"requests": {"cpu": "1000m"}}]):
        yield Sequence(f"resize/resources/{i}", made, change(**resources), now)
    two = post(PODS, pod(container(), container("d"), initContainers=[container("e"), container("s", restartPolicy="Always")]))
    for i, body in enumerate([pod(container()), pod(container("d"), container()), pod(container(), container("x")), pod(container(cpu="500m"), container("d", cpu="600m"), initContainers=[container("e"), container("s", restartPolicy="Always")]),
                              pod(container(), container("d"), initContainers=[container("e", cpu="500m"), container("s", cpu="500m", restartPolicy="Always")]), pod(container(), container("d"), initContainers=[container("s", restartPolicy="Always"), container("e")])]):
        yield Sequence(f"resize/containers/{i}", two, put(RESIZE, body), now)
    policy = [{"resourceName": "cpu", "restartPolicy": "RestartContainer"}]
    yield Sequence("resize/policy", made, patch(RESIZE, {"spec": {"containers": [{"name": "c", "resizePolicy": policy}]}}, STRATEGIC), now)
    yield Sequence("resize/mirror", post(PODS, {**pod(nodeName="n"), "metadata": {"name": "a", "annotations": {"kubernetes.io/config.mirror": "x"}}}), change(requests={"cpu": "1500m"}))
    for i, state in enumerate([{"running": {}}, {"waiting": {}}]):
        status = {"status": {"phase": "Running", "containerStatuses": [{"name": "c", "image": "i", "imageID": "", "ready": True, "restartCount": 0, "state": state}]}}
        yield Sequence(f"resize/state/{i}", post(PODS, pod(nodeName="n")), patch(PODS + "/a/status", status), change(requests={"cpu": "1500m"}), now)
    yield Sequence("resize/apply", made, apply(RESIZE, {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "a"}, "spec": {"containers": [{"name": "c", "resources": {"requests": {"cpu": "1500m"}}}]}}, force=True), now)
