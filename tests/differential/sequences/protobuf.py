"""Requests and responses in protobuf: every kind, lists, watches, subresources, errors, negotiation."""

import protobuf
from sequence import JSON, PARTIAL, Sequence, delete, get, join, patch, post, put, start, watch
from sequences.custom import FOOS, definition, foo, served
from sequences.evictions import BUDGETS, budget, eviction, labelled, running
from sequences.kinds import KINDS, REVIEWS
from sequences.objects import DEPLOYS, MAPS, PODS, config, deployment, pod
from sequences.tokens import ACCOUNT, TOKEN

P = protobuf.TYPE
AS = ";g=meta.k8s.io;v=v1;as="


def sent(method, path, body, accept=P, **o):
    return (method, path, body, {"type": P, "accept": accept, **o})


def kind_of(version, plural):
    for name in protobuf.KINDS:
        of, _, kind = name.rpartition("/")
        k = kind.lower()
        if of == version and plural in (k, k + "s", k + "es", k[:-1] + "ies"):
            return kind
    raise KeyError(version + "/" + plural)


def kinds():
    for prefix, plural, namespaced, good, _ in KINDS:
        if "admissionpolic" in plural or plural == "volumeattributesclasses":  # differ in JSON too
            continue
        version = prefix.partition("/")[2]
        head = {"apiVersion": version, "kind": kind_of(version, plural)}
        path = f"/{prefix}/" + ("namespaces/{ns}/" if namespaced else "") + plural
        name = f"protobuf/kind/{plural}" + ("/events.k8s.io" if "events.k8s" in prefix else "")
        own = good.get("metadata", {}).get("name")
        o = own or ("p-{id}" if not namespaced else "o")
        # An object whose name others share must not be stored here too.
        query = "?dryRun=All" if own or plural == "flowschemas" else ""
        body = {**head, "metadata": {"name": o}, **good}
        one = path + "/" + o
        rest = [] if query else [get(one), get(one, P), get(one, P + AS + "PartialObjectMetadata"), *([get(path, P)] if namespaced else []), *([] if plural == "jobs" else [sent("PUT", one, body)]), delete(one)]
        yield Sequence(name, sent("POST", path + query, body), *rest)
    for i, (path, body) in enumerate(REVIEWS):
        if i in (2, 7, 8):  # differ in JSON too
            continue
        version, _, plural = path.rpartition("/")
        yield Sequence(f"protobuf/review/{i}", sent("POST", "/apis/" + path, {"apiVersion": version, "kind": kind_of(version, plural), **body}))


def reads():
    five = [post(MAPS, config(n, labels={"n": n}), **({"save": {"rv": "metadata/resourceVersion"}} if n == "b" else {})) for n in "abcde"]
    yield Sequence("protobuf/list", *five, get(MAPS, P), get(MAPS + "?limit=2", P, save={"c": "metadata/continue"}), get(MAPS + "?limit=2&continue={c}", P), get(MAPS + "?labelSelector=n=x", P),
                   get(MAPS, P + AS + "PartialObjectMetadataList"), get(MAPS, P + AS + "PartialObjectMetadata"), get(MAPS + "/a", P + AS + "PartialObjectMetadataList"), get(MAPS, P + AS + "Table"),
                   get(MAPS, P + AS.replace("v1", "v1beta1") + "PartialObjectMetadataList"), get(MAPS + "/nope", P), get(MAPS + "?limit=x", P))
    yield Sequence("protobuf/watch", *five, watch(MAPS + "?watch=1&timeoutSeconds=1&resourceVersion={rv}", accept=P), watch(MAPS + "?watch=1&timeoutSeconds=1&resourceVersion=0", accept=P),
                   watch(MAPS + "?watch=1&timeoutSeconds=1&resourceVersion={rv}", accept=P + AS + "PartialObjectMetadata"), watch(MAPS + "?watch=1&timeoutSeconds=1", accept=P + AS + "Table"),
                   watch(MAPS + "?watch=1&timeoutSeconds=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true", events=6, accept=P))
    yield Sequence("protobuf/watch-live", start("w", MAPS + "?watch=1&timeoutSeconds=5", accept=P), post(MAPS, config("a")), sent("PUT", MAPS + "/a", config("a", {"k": "w"})), delete(MAPS + "/a"), join("w", 3))
    accepts = [P, P + ",application/json", "application/json," + P, P + ";q=0.1,application/json", "application/*", "*/*", "application/yaml," + P, P + ";stream=watch", P + ";charset=x",
               P + AS + "Table,application/json", P + AS + "Nope", P + ";pretty=1", "application/vnd.kubernetes.*", P + ";sv=x", P + AS + "PartialObjectMetadata," + P]
    for i, accept in enumerate(accepts):
        yield Sequence(f"protobuf/accept/{i}", post(MAPS, config("a")), get(MAPS + "/a", accept), get(MAPS, accept), get(MAPS + "/nope", accept), watch(MAPS + "?watch=1&timeoutSeconds=1&resourceVersion=0", accept=accept))
    documents = ["/api", "/apis", "/api/v1", "/apis/apps", "/apis/apps/v1", "/version", "/apis/nope", "/healthz", "/apis/nope/v1/x"]
    yield Sequence("protobuf/discovery", *(get(d, P) for d in documents if d != "/apis"), get("/apis/nope", P + ",application/json"))


def writes():
    one = config("a", labels={"a": "ä\"\n<>&"}, annotations={}, finalizers=["example.com/x"])
    yield Sequence("protobuf/write", sent("POST", MAPS, one), sent("POST", MAPS, one), sent("PUT", MAPS + "/a", {**one, "data": {"k": "w"}}), patch(MAPS + "/a", {"data": {"z": "1"}}), get(MAPS + "/a"),
                   sent("POST", MAPS, one, JSON), sent("POST", MAPS, one, PARTIAL), sent("PATCH", MAPS + "/a", one), patch(MAPS + "/a", {"metadata": {"finalizers": None}}))
    yield Sequence("protobuf/write-deployment", sent("POST", DEPLOYS, deployment("a")), sent("PUT", DEPLOYS + "/a", deployment("a", 3)), sent("PUT", DEPLOYS + "/a/status", {**deployment("a"), "status": {"replicas": 2, "observedGeneration": 1}}),
                   get(DEPLOYS + "/a/scale", P), sent("PUT", DEPLOYS + "/a/scale", {"apiVersion": "autoscaling/v1", "kind": "Scale", "metadata": {"name": "a"}, "spec": {"replicas": 5}}), get(DEPLOYS + "/a"))
    for i, query in enumerate(["?fieldValidation=Strict", "?fieldValidation=Ignore", "?fieldValidation=Warn", "?dryRun=All", "?fieldManager=m", "?dryRun=x"]):
        yield Sequence(f"protobuf/write-query/{i}", sent("POST", MAPS + query, config("a")), sent("PUT", MAPS + "/a" + query, config("a", {"k": "w"})))
    for i, body in enumerate([pod("A"), pod("a", containers=[]), {**pod("a"), "kind": "ConfigMap"}, {**config("a"), "apiVersion": "v1", "kind": "Secret", "data": {}}, deployment("a")]):
        yield Sequence(f"protobuf/wrong-object/{i}", sent("POST", PODS, body), sent("POST", MAPS, body))
    yield Sequence("protobuf/eviction", post(PODS, labelled()), running(), sent("POST", PODS + "/a/eviction", eviction({"gracePeriodSeconds": 0})), get(PODS + "/a"), post(PODS, labelled("b")), sent("POST", BUDGETS, budget()),
                   sent("POST", PODS + "/b/eviction", eviction({"dryRun": ["All"]}, name="b")), sent("POST", PODS + "/b/eviction", {**eviction(name="b"), "apiVersion": "policy/v1beta1"}))
    binding = {"apiVersion": "v1", "kind": "Binding", "metadata": {"name": "a"}, "target": {"kind": "Node", "name": "n"}}
    yield Sequence("protobuf/binding", post(PODS, pod("a")), sent("POST", PODS + "/a/binding", binding), sent("POST", PODS + "/a/binding", binding), get(PODS + "/a"))
    token = {"apiVersion": "authentication.k8s.io/v1", "kind": "TokenRequest", "spec": {"expirationSeconds": 3600}}
    yield Sequence("protobuf/token", ACCOUNT, sent("POST", TOKEN, token), sent("POST", TOKEN, {**token, "spec": {"expirationSeconds": 5}}))
    options = [{"propagationPolicy": "Foreground"}, {"preconditions": {"uid": "x"}}, {"dryRun": ["All"]}, {"gracePeriodSeconds": 0}, {"propagationPolicy": "Nope"}, {"orphanDependents": False}]
    for i, body in enumerate(options):
        for version in ("v1", "apps/v1"):
            yield Sequence(f"protobuf/delete/{i}/{version}", post(MAPS, config("a")), sent("DELETE", MAPS + "/a", {"apiVersion": version, "kind": "DeleteOptions", **body}), get(MAPS + "/a", P),
                           sent("DELETE", MAPS, {"apiVersion": version, "kind": "DeleteOptions", **body}))


def broken():
    good = protobuf.encode(config("a"))
    head = len(protobuf.MAGIC)
    metadata = protobuf.field(1, protobuf.field(1, "a"))
    unknown = protobuf.field(99, "x") + protobuf.varint(98 << 3) + b"\x05" + protobuf.varint(97 << 3 | 1) + b"12345678" + protobuf.varint(96 << 3 | 5) + b"1234" + protobuf.varint(95 << 3 | 3) + protobuf.varint(95 << 3 | 4)

    def map_of(message, version="v1", kind="ConfigMap"):
        return protobuf.envelope(version, kind, message)

    bodies = [b"", b"k8s", b"k8s\0", b"{}", b"xk8s\0", good[head:], good[:-20], good[:-1], good + b"\x0a", b"k8s\0\x08\x01", map_of(b"\x0a\x05"), map_of(b"\x08\x01"), map_of(b"\x0c"), map_of(b"\x02\x00"),
              map_of(metadata + b"\x7e"), map_of(metadata + b"\x7b"), map_of(metadata + b"\xff" * 11), map_of(b"\x0a" + b"\xff" * 9 + b"\x01"), map_of(metadata + unknown), map_of(metadata, "", ""), map_of(metadata, "v1", ""),
              map_of(metadata, "", "ConfigMap"), map_of(metadata, "v2"), map_of(metadata, "apps/v1"), map_of(metadata, "v1", "Nope"), map_of(metadata, "v1", "Pod"), map_of(metadata, "a/b/c"), map_of(metadata, "v1", "Secret"),
              map_of(b""), map_of(metadata + protobuf.field(2, protobuf.field(1, "k") + protobuf.field(2, b"a\xff"))), map_of(protobuf.field(1, protobuf.field(1, b"a\xff"))), map_of(metadata + metadata), map_of(metadata + protobuf.field(2, "")),
              map_of(metadata + protobuf.field(4, "x")), map_of(metadata + b"\x20\x02"), map_of(protobuf.field(1, protobuf.field(1, "a") + protobuf.field(8, b"\x08\x01"))), protobuf.envelope("v1", "ConfigMap", metadata)[:-4]]
    for i, body in enumerate(bodies):
        yield Sequence(f"protobuf/body/{i:02}", sent("POST", MAPS, body, JSON), sent("PUT", MAPS + "/a", body, JSON), get(MAPS + "/a"), sent("DELETE", MAPS + "/a", body, JSON))
    quantity = protobuf.field(2, protobuf.field(2, protobuf.field(1, "c") + protobuf.field(2, "i") + protobuf.field(8, protobuf.field(1, protobuf.field(1, "cpu") + protobuf.field(2, protobuf.field(1, "x"))))))
    yield Sequence("protobuf/body/quantity", sent("POST", PODS, map_of(metadata + quantity, kind="Pod"), JSON))
    yield Sequence("protobuf/encoding", sent("POST", MAPS, protobuf.MAGIC + protobuf.field(1, protobuf.field(1, "v1") + protobuf.field(2, "ConfigMap")) + protobuf.field(2, metadata) + protobuf.field(3, "gzip") + protobuf.field(4, "application/json"), JSON))


def custom():
    message = protobuf.envelope("example.com/v1", "Foo", protobuf.field(1, protobuf.field(1, "f")))
    ignore = "?fieldValidation=Ignore"  # without it, the real server ends the connection
    yield Sequence("protobuf/custom", *served(sent("POST", FOOS + ignore, message, JSON), sent("POST", FOOS + ignore, b"xx", JSON), post(FOOS, foo(size=2)),
                                              get(FOOS + "/f", P), get(FOOS, P), get(FOOS, P + ",application/json"), get(FOOS + "/f", P + AS + "PartialObjectMetadata"), get(FOOS, P + AS + "PartialObjectMetadataList"),
                                              get(FOOS + "/nope", P + ",application/json"), get(FOOS + "/f/scale", P), sent("PUT", FOOS + "/f" + ignore, message, JSON),
                                              sent("PUT", FOOS + "/f/scale", {"apiVersion": "autoscaling/v1", "kind": "Scale", "metadata": {"name": "f"}, "spec": {"replicas": 3}}, JSON),
                                              watch(FOOS + "?watch=1&timeoutSeconds=1&resourceVersion=0", accept=P), watch(FOOS + "?watch=1&timeoutSeconds=1&resourceVersion=0", accept=P + AS + "PartialObjectMetadata"),
                                              sent("DELETE", FOOS + "/f", {"apiVersion": "v1", "kind": "DeleteOptions"}, JSON)))
    crds = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions"
    yield Sequence("protobuf/definition", sent("POST", crds, definition()), get(FOOS, until=200, ignore=True), get(crds + "/foos.{id}.example.com", P), post(FOOS, foo(size=2)), delete(crds + "/foos.{id}.example.com", ignore=True))


def sequences():
    for part in (kinds, reads, writes, broken, custom):
        yield from part()
