"""Conversion webhooks: objects of a definition whose versions differ, read, written, watched and owned through both."""

import copy

from sequence import JSON_PATCH, PARTIAL, TABLE, Sequence, apply, delete, get, join, patch, post, put, start
from sequences.custom import CRDS, FOOS, GROUP, definition

V2 = FOOS.replace("/v1/", "/v2/")
TEXT = {"type": "string"}


def version(name, storage, properties, fields, **more):
    return {"name": name, "served": True, "storage": storage, "subresources": {"status": {}},
            "schema": {"openAPIV3Schema": {"type": "object", "properties": {
                "spec": {"type": "object", "properties": {**properties, "mode": {"type": "string", "default": name}}},
                "status": {"type": "object", "properties": {"size": {"type": "integer"}}}}}},
            "selectableFields": [{"jsonPath": ".spec." + f} for f in fields],
            "additionalPrinterColumns": [{"name": f, "type": "string", "jsonPath": ".spec." + f} for f in fields], **more}


def crd(path="/convert", stored="v1", reviews=("v1", "v1beta1"), **client):
    out = definition()
    out["spec"]["versions"] = [version("v1", stored == "v1", {"hostPort": TEXT}, ["hostPort"]),
                               version("v2", stored == "v2", {"host": TEXT, "port": TEXT}, ["host", "port"])]
    out["spec"]["conversion"] = {"strategy": "Webhook", "webhook": {
        "conversionReviewVersions": list(reviews), "clientConfig": client or {"url": "{webhook}" + path, "caBundle": "{ca}"}}}
    return out


def one(name="f", **spec):
    return {"apiVersion": GROUP + "/v1", "kind": "Foo", "metadata": {"name": name}, "spec": spec or {"hostPort": "a:80"}}


def two(name="f", **spec):
    return {"apiVersion": GROUP + "/v2", "kind": "Foo", "metadata": {"name": name}, "spec": spec or {"host": "b", "port": "81"}}


def served(*steps, d=None):
    return (post(CRDS, d or crd(), ignore=True), get(FOOS, until=200, ignore=True), get(V2, until=200, ignore=True), *steps,
            delete(CRDS + "/foos." + GROUP, ignore=True))


def good():
    f, g = FOOS + "/f", V2 + "/f"
    for reviews in (("v1",), ("v1beta1",), ("v7", "v1beta1", "v1")):
        yield Sequence("conversion/read/" + reviews[0], *served(post(FOOS, one()), get(f), get(g), get(V2 + "?labelSelector=a"), get(g, TABLE), get(g, PARTIAL), d=crd(reviews=reviews)))
    yield Sequence("conversion/write", *served(post(V2, two()), get(f), get(g), put(g, two(host="c", port="82", mode="x")), patch(g, {"spec": {"host": "d"}}),
                                               patch(g, [{"op": "replace", "path": "/spec/port", "value": "9"}], JSON_PATCH), get(f), put(f, one(hostPort="e:1")), get(g)))
    yield Sequence("conversion/generate", *served(post(V2, {**two(), "metadata": {"generateName": "g-"}}), get(FOOS), get(V2)))
    yield Sequence("conversion/status", *served(post(V2, two()), patch(g + "/status", {"status": {"size": 3}}), get(f + "/status"), get(g)))
    yield Sequence("conversion/nothing", *served(post(V2, two()), patch(g, {"spec": {"host": "b"}}), put(g, two(mode="v2")), get(g), patch(g, {"metadata": {"labels": {"a": "b"}}}), get(f)))
    yield Sequence("conversion/dry-run", *served(post(V2 + "?dryRun=All", two()), get(g), post(FOOS, one()), patch(g + "?dryRun=All", {"spec": {"host": "z"}}), get(g)))
    yield Sequence("conversion/list", *served(*(post(FOOS, one(n, hostPort=f"{n}:1")) for n in "abc"), post(V2, two("d")), get(V2), get(V2 + "?limit=2", save={"c": "metadata/continue"}),
                                              get(V2 + "?limit=2&continue={c}"), get(V2, TABLE), get(FOOS, TABLE), get("/apis/" + GROUP + "/v2/foos")))
    yield Sequence("conversion/select", *served(*(post(FOOS, one(n, hostPort=f"{n}:1")) for n in "abc"), *(get(p + "?fieldSelector=" + q) for p, q in (
        (V2, "spec.host=a"), (V2, "spec.host=a,spec.port=1"), (V2, "spec.port!=1"), (V2, "spec.hostPort=a:1"), (FOOS, "spec.hostPort=a:1"), (FOOS, "spec.host=a")))))
    yield Sequence("conversion/watch", *served(get(V2, save={"rv": "metadata/resourceVersion"}, ignore=True), start("all", V2 + "?watch=1&resourceVersion={rv}"),
                                               start("some", V2 + "?watch=1&resourceVersion={rv}&fieldSelector=spec.host%3Da"), post(FOOS, one(hostPort="a:1")), post(V2, two("g")),
                                               patch(f, {"spec": {"hostPort": "b:2"}}), patch(V2 + "/g", {"spec": {"host": "a"}}), delete(f), delete(V2 + "/g"), join("all", 6), join("some", 4)))
    yield Sequence("conversion/watch/initial", *served(post(FOOS, one(hostPort="a:1")), post(V2, two("g")), start("w", V2 + "?watch=1&resourceVersion=0"), join("w", 2)))
    yield Sequence("conversion/delete", *served(post(FOOS, one()), delete(g), post(FOOS, {**one(), "metadata": {"name": "f", "finalizers": ["a/b"]}}), delete(g), get(f),
                                                patch(g, {"metadata": {"finalizers": None}}), get(f), post(FOOS, one("x")), post(V2, two("y")), delete(V2), get(FOOS)))
    yield Sequence("conversion/storage", *served(post(FOOS, one()), patch(CRDS + "/foos." + GROUP, [{"op": "replace", "path": "/spec/versions/0/storage", "value": False},
                                                                                                  {"op": "replace", "path": "/spec/versions/1/storage", "value": True}], JSON_PATCH, ignore=True),
                                                 post(V2, two("g")), get(f), get(g), get(FOOS + "/g"), get(V2 + "/g"), patch(f, {"spec": {"hostPort": "n:9"}}), get(g)))
    yield Sequence("conversion/labels", *served(post(V2, two()), get(f), get(g), d=crd("/labels")))


def owned():
    f, g = FOOS + "/f", V2 + "/f"
    yield Sequence("conversion/owners", *served(post(FOOS, one()), patch(g + "?fieldManager=b", {"spec": {"host": "x"}}), get(f), patch(f + "?fieldManager=c", {"spec": {"hostPort": "y:5"}}), get(g)))
    yield Sequence("conversion/apply", *served(apply(f, one(hostPort="a:1"), "a"), apply(g, two(host="b", port="2"), "b"), apply(g, two(host="b", port="2"), "b", True), get(f), get(g),
                                               apply(f, one(hostPort="b:2"), "a"), apply(f, one(hostPort="c:3"), "c"), apply(f, one(hostPort="c:3"), "c", True), get(f)))
    yield Sequence("conversion/apply/version", *served(apply(f, one(hostPort="a:1", mode="x"), "a"), apply(g, two(host="a", port="1"), "a"), get(f), apply(g, two(host="a"), "a"), get(g), get(f)))
    yield Sequence("conversion/apply/version/shared", *served(apply(f, one(hostPort="a:1", mode="x"), "a"), apply(g, two(mode="x"), "b"), apply(g, two(host="a", port="1"), "a", True), get(f)))
    yield Sequence("conversion/owners/failed", *served(post(FOOS, one()), patch(g + "?fieldManager=b", {"spec": {"host": "x"}}), patch(CRDS + "/foos." + GROUP, crd("/fail"), ignore=True),
                                                      get(g, until=500, ignore=True), patch(f + "?fieldManager=c", {"spec": {"hostPort": "y:5"}}), get(f), patch(f, {"metadata": {"labels": {"a": "b"}}}), get(f)))
    yield Sequence("conversion/apply/create", *served(apply(g, two(host="b", port="2"), "b"), get(f), apply(g, two(host="b", port="3"), "b"), get(g)))


def without_webhook():
    f, g = FOOS + "/f", V2 + "/f"
    number, extra = {"type": "integer"}, {"type": "string", "default": "B2"}

    def versions(*, v1=True, stored="v1", size=number):
        one, two = version("v1", stored == "v1", {"size": size}, []), version("v2", stored == "v2", {"size": size, "extra": extra}, [])
        return [{**one, "served": v1}, two]

    def plain():
        return {**definition(), "spec": {**definition()["spec"], "versions": versions()}}

    def become(**how):
        return patch(CRDS + "/foos." + GROUP, {"spec": {"versions": versions(**how)}}, ignore=True)

    def label(n):
        return {"metadata": {"labels": {"n": n}}}

    yield Sequence("conversion/none/defaults", *served(post(FOOS, one(size=1)), get(g), get(V2), patch(g, label("1")), patch(g, label("2")), get(f), put(g, two(size=2, extra="x")), get(g),
                                                       delete(g), post(V2, two(size=1, extra="x")), get(g), apply(g, two(size=3, extra="y"), "a"), get(g), get(f), d=plain()))
    yield Sequence("conversion/none/unserved", *served(apply(f, one(size=1), "a"), become(v1=False, stored="v2"), get(FOOS, until=404, ignore=True), get(g), apply(g, two(size=9), "b"), get(g),
                                                       apply(g, two(size=9), "b", True), get(g), d=plain()))
    yield Sequence("conversion/none/unserved/stored", *served(post(FOOS, one(size=1)), become(v1=False), get(FOOS, until=404, ignore=True), get(g), patch(g, label("1")), get(g), d=plain()))
    yield Sequence("conversion/none/type", *served(post(FOOS, one(size=1)), become(size=TEXT), apply(f, one(mode="x"), "a", until=500), get(f), patch(f, label("1")), get(f), d=plain()))


def bad():
    for path in ("fail", "silent", "uid", "few", "version", "kind", "name", "bad-labels", "odd-labels", "no-metadata", "error", "nowhere"):
        yield Sequence("conversion/bad/" + path, *served(post(FOOS, one()), post(V2, two("g")), get(FOOS + "/g"), patch(FOOS + "/f", {"spec": {"hostPort": "z:1"}}), d=crd("/" + path)))


def unreachable():
    yield Sequence("conversion/unreachable/url", *served(post(FOOS, one()), post(V2, two("g")), d=crd(url="https://127.0.0.1:1/convert", caBundle="{ca}")))
    yield Sequence("conversion/unreachable/service", *served(post(FOOS, one()), post(V2, two("g")), d=crd(service={"namespace": "default", "name": "nobody", "path": "/x"}, caBundle="{ca}")))
    yield Sequence("conversion/unreachable/port", *served(post(V2, two("g")), d=crd(service={"namespace": "default", "name": "kubernetes", "port": 7}, caBundle="{ca}")))
    yield Sequence("conversion/unreachable/trust", *served(post(V2, two("g")), d=crd(url="{webhook}/convert")))


def definitions():
    def webhook(**w):
        out = crd()
        out["spec"]["conversion"]["webhook"] = w
        return out

    client = {"url": "{webhook}/convert", "caBundle": "{ca}"}
    service = {"namespace": "n", "name": "s"}
    versions = ["v1"]
    none = copy.deepcopy(crd())
    none["spec"]["conversion"]["strategy"] = "None"
    rows = [webhook(), webhook(clientConfig=client), webhook(clientConfig=client, conversionReviewVersions=[]), webhook(clientConfig=client, conversionReviewVersions=["v7"]),
            webhook(clientConfig=client, conversionReviewVersions=["v1", "v1", "A_"]), webhook(conversionReviewVersions=versions), webhook(clientConfig={}, conversionReviewVersions=versions),
            webhook(clientConfig={**client, "service": service}, conversionReviewVersions=versions), webhook(clientConfig={"url": "http://a"}, conversionReviewVersions=versions),
            webhook(clientConfig={"service": {"namespace": "n"}}, conversionReviewVersions=versions), webhook(clientConfig={"service": {**service, "port": 0}}, conversionReviewVersions=versions),
            webhook(clientConfig={"service": service}, conversionReviewVersions=versions), none]
    for i, row in enumerate(rows):
        yield Sequence(f"conversion/definition/{i}", post(CRDS, row), delete(CRDS + "/foos." + GROUP, ignore=True))


def sequences():
    for part in (good, owned, without_webhook, bad, unreachable, definitions):
        yield from part()
