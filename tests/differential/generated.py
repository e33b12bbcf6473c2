"""Random sequences of writes to a few objects, from a seed: sequence k of a seed is always the same."""

import random

from sequence import APPLY, JSON_PATCH, MERGE, STRATEGIC, Sequence, apply, delete, get, patch, post, put, watch
from sequences.custom import FOOS, definition, foo, CRDS, GROUP
from sequences.objects import DEPLOYS, MAPS, PODS, config, deployment, pod

VALUES = ["", "1", "x", "y", "long " * 3]
MANAGERS = ["m1", "m2", "m3"]
LABELS = [None, {}, {"a": "1"}, {"a": "2", "b": "x"}, {"b": None}]


class Maps:
    path, strategic, status = MAPS, True, False

    @staticmethod
    def make(r, name):
        return config(name, {k: r.choice(VALUES) for k in r.sample("abcd", r.randint(0, 3))}, **meta(r))

    @staticmethod
    def change(r):
        return {"data": {k: r.choice([None, *VALUES]) for k in r.sample("abcd", r.randint(0, 3))}}

    @staticmethod
    def operation(r):
        return {"op": r.choice(["add", "replace", "remove", "test"]), "path": "/data/" + r.choice("abcd"), "value": r.choice(VALUES)}


class Deploys:
    path, strategic, status = DEPLOYS, True, True

    @staticmethod
    def containers(r):
        out = []
        for n in r.sample(["c", "d", "e"], r.randint(1, 3)):
            c = {"name": n, "image": r.choice(["i:1", "i:2"])}
            if r.random() < 0.4:
                c["env"] = [{"name": k, "value": r.choice(VALUES)} for k in r.sample("ABC", r.randint(1, 3))]
            if r.random() < 0.4:
                c["ports"] = [{"containerPort": p} for p in r.sample([80, 81, 82], r.randint(1, 2))]
            out.append(c)
        return out

    @staticmethod
    def make(r, name):
        out = deployment(name, r.randint(0, 3))
        out["metadata"].update(meta(r))
        out["spec"]["template"]["spec"]["containers"] = Deploys.containers(r)
        return out

    @staticmethod
    def change(r):
        spec = {}
        if r.random() < 0.5:
            spec["replicas"] = r.choice([None, 0, 1, 5, -1])
        if r.random() < 0.6:
            spec["template"] = {"spec": {"containers": Deploys.containers(r)}}
        if r.random() < 0.3:
            spec["minReadySeconds"] = r.choice([0, 3, None])
        return {"spec": spec, **({"status": {"replicas": r.randint(0, 3)}} if r.random() < 0.3 else {})}

    @staticmethod
    def operation(r):
        return {"op": r.choice(["add", "replace", "test"]), "path": r.choice(["/spec/replicas", "/spec/paused"]), "value": r.choice([1, 2, True])}


class Foos:
    path, strategic, status = FOOS, False, True

    @staticmethod
    def spec(r):
        choices = {"size": [1, 5, 9, 12, None], "name": ["abc", "X"], "mode": ["A", "B", "C"], "port": [80, "http"],
                   "tags": [["a"], ["a", "b"], ["b", "b"], []], "items": [[{"k": "a"}], [{"k": "b", "v": 2}, {"k": "a"}]],
                   "map": [{"x": 1}, {"y": 2, "x": None}], "unknown": [1], "nested": [{}, {"flag": False}], "any": [{"q": [1]}]}
        return {k: r.choice(choices[k]) for k in r.sample(sorted(choices), r.randint(0, 3))}

    @staticmethod
    def make(r, name):
        out = foo(name, **Foos.spec(r))
        out["metadata"].update(meta(r))
        return out

    @staticmethod
    def change(r):
        return {"spec": Foos.spec(r), **({"status": {"size": r.randint(0, 3)}} if r.random() < 0.3 else {})}

    @staticmethod
    def operation(r):
        return {"op": r.choice(["add", "replace", "remove"]), "path": "/spec/" + r.choice(["size", "mode", "tags"]), "value": r.choice([1, "A", ["x"]])}


def meta(r):
    out = {}
    labels = r.choice(LABELS)
    if labels is not None:
        out["labels"] = {k: v for k, v in labels.items() if v is not None}
    if r.random() < 0.15:
        out["finalizers"] = r.sample(["example.com/x", "example.com/y"], r.randint(1, 2))
    return out


def write(r, kind, name):
    one = kind.path + "/" + name
    where = one + "/status" if kind.status and r.random() < 0.2 else one
    query = r.choice(["", "", "", "?dryRun=All", "?fieldManager=" + r.choice(MANAGERS), "?fieldValidation=Strict"])
    what = r.randrange(9)
    if what == 0:
        return post(kind.path + query, kind.make(r, name))
    if what == 1:
        return put(where + query, kind.make(r, name))
    if what == 2:
        return patch(where + query, {**kind.change(r), **({"metadata": {"labels": r.choice(LABELS)}} if r.random() < 0.5 else {})}, MERGE)
    if what == 3:
        return patch(where + query, [kind.operation(r) for _ in range(r.randint(1, 2))], JSON_PATCH)
    if what == 4 and kind.strategic:
        return patch(where + query, kind.change(r), STRATEGIC)
    if what in (5, 6):
        body = kind.make(r, name)
        if where != one:
            body = {k: v for k, v in body.items() if k != "spec"} | {"status": {"size" if kind is Foos else "replicas": 1}}
        return apply(where, body, r.choice(MANAGERS), r.random() < 0.4)
    if what == 7:
        return delete(one + ("?dryRun=All" if r.random() < 0.2 else ""), r.choice([None, {}, {"propagationPolicy": "Orphan"}, {"gracePeriodSeconds": 0}]))
    return get(kind.path + r.choice(["", "?labelSelector=a=1", "?labelSelector=!a", "?limit=1", "?fieldSelector=metadata.name=a"]))


def one(seed, k):
    r = random.Random(f"{seed}/{k}")
    kind = r.choice([Maps, Deploys, Foos])
    steps = [get(kind.path, save={"rv": "metadata/resourceVersion"})]
    for _ in range(r.randint(6, 14)):
        name = r.choice("ab")
        steps.append(write(r, kind, name))
        if r.random() < 0.4:
            steps.append(get(kind.path + "/" + name))
    steps.append(get(kind.path))
    selector = r.choice(["", "", "&labelSelector=a=1", "&labelSelector=!a", "&fieldSelector=metadata.name=a"])
    steps.append(watch(kind.path + "?watch=1&timeoutSeconds=1&resourceVersion={rv}" + selector))
    for name in "ab":
        steps.append(patch(kind.path + "/" + name, {"metadata": {"finalizers": None}}, ignore=True))
    if kind is Foos:
        steps = [post(CRDS, definition(), ignore=True), get(FOOS, until=200, ignore=True), *steps, delete(CRDS + "/foos." + GROUP, ignore=True)]
    return Sequence(f"generated/{seed}/{k}", *steps)


def sequences(seed, count):
    return [one(seed, k) for k in range(count)]
