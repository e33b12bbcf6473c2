"""Query parameters: how Go reads a boolean, a number, a duration and a list of values, for each parameter and each verb."""

from sequence import TABLE, Sequence, apply, delete, get, patch, post, put, watch
from sequences.custom import FOOS, foo, served
from sequences.objects import MAPS, config

BOOLEANS = ["={}", "=0", "=1", "=false", "=False", "=FALSE", "=fAlSe", "=true", "=True", "=TRUE", "=f", "=F", "=no", "=off", "=00",
            "=-0", "=0.0", "=null", "=None", "=%20false", "=false%20", "=%66alse", "=+0", "=%2B0", "", "=false&{p}=true", "=true&{p}=false",
            "&{p}=false", "=&{p}=false"]
NUMBERS = ["=", "", "=0", "=-0", "=+0", "=%2B0", "=1", "=%2B1", "=-1", "=01", "=1.0", "=1e3", "=0x10", "=0b1", "=1_000", "=%201",
           "=1%20", "=x", "=-", "=%2B", "=--1", "=%2B-1", "=true", "=%D9%A1", "=9223372036854775807", "=9223372036854775808",
           "=-9223372036854775808", "=-9223372036854775809", "=99999999999999999999", "=1&{p}=x", "=x&{p}=1", "&{p}=1"]
DURATIONS = ["=", "", "=0", "=0s", "=-0", "=%2B0", "=1", "=30", "=x", "=s", "=.s", "=.5s", "=1.s", "=1.5s", "=-1s", "=%2B5s", "=5%20s", "=5S",
             "=1h1m", "=1h-1m", "=20s&{p}=x", "=x&{p}=20s", "=1000000h", "=10000000h", "=9223372036854775807ns", "=9223372036854775808ns",
             "=20000000us", "=20000000%C2%B5s", "=20000000%CE%BCs", "=20000000000ns", "=20000ms", "=1d", "=1w", "=%22", "=0x1s", "=1__s",
             "=0.3333333333333333333h", "=20s%00"]
TEXTS = {
    "resourceVersionMatch": ["", "Exact", "NotOlderThan", "exact", "x", "Exact&resourceVersionMatch=x"],
    "resourceVersion": ["", "0", "00", "x", "-1", "%2B1", "1.0", "18446744073709551615", "18446744073709551616", "0&resourceVersion=x"],
    "continue": ["", "x", "eyJ9"],
    "labelSelector": ["", "a=b", "a=b&labelSelector=((", "((", "%00"],
    "fieldSelector": ["", "metadata.name=a", "metadata.name=a&fieldSelector=x=y", "x=y", "metadata.name"],
    "fieldManager": ["", "m", "m%20n", "%01", "%C3%A9", "%E2%80%A8", "%C2%A0", "%C2%AD", "%FF", "%EF%BF%BD", "%7F", "%F0%9F%98%80", "%EE%80%80",
                     "%E3%80%80", "a" * 128, "a" * 129, "m&fieldManager=" + "a" * 129],
    "fieldValidation": ["", "Strict", "Warn", "Ignore", "strict", "x", "Strict&fieldValidation=x", "%20Strict"],
    "propagationPolicy": ["", "Orphan", "Background", "Foreground", "orphan", "x", "Orphan&propagationPolicy=x"],
    "dryRun": ["", "All", "all", "true", "All&dryRun=All", "All&dryRun=", "All&dryRun=x", "x&dryRun=All", "All,All"],
    "uid": ["", "x"],
    "includeObject": ["", "None", "Metadata", "Object", "none", "x"],
    "shardSelector": ["", "x"],
}
KINDS = {
    "bool": (BOOLEANS, ["watch", "allowWatchBookmarks", "sendInitialEvents", "force", "orphanDependents", "pretty",
                        "ignoreStoreReadErrorWithClusterBreakingPotential"]),
    "number": (NUMBERS, ["limit", "timeoutSeconds", "gracePeriodSeconds"]),
    "duration": (DURATIONS, ["timeout"]),
}
# The parameters of each verb.
KNOWN = {
    "list": ["allowWatchBookmarks", "sendInitialEvents", "limit", "timeoutSeconds", "resourceVersionMatch", "resourceVersion", "continue",
             "labelSelector", "fieldSelector", "shardSelector"],
    "create": ["fieldManager", "fieldValidation", "dryRun"],
    "update": ["fieldManager", "fieldValidation", "dryRun"],
    "patch": ["force", "fieldManager", "fieldValidation", "dryRun"],
    "apply": ["force", "fieldManager", "fieldValidation", "dryRun"],
    "delete": ["orphanDependents", "ignoreStoreReadErrorWithClusterBreakingPotential", "gracePeriodSeconds", "propagationPolicy", "dryRun", "uid",
               "resourceVersion"],
    "deletecollection": ["orphanDependents", "ignoreStoreReadErrorWithClusterBreakingPotential", "gracePeriodSeconds", "propagationPolicy", "dryRun",
                         "uid", "sendInitialEvents", "allowWatchBookmarks", "watch", "limit", "timeoutSeconds", "resourceVersionMatch", "resourceVersion",
                         "continue", "labelSelector", "fieldSelector"],
    "get": ["resourceVersion"],
}


def values(parameter):
    """The text after the name of the parameter in a query."""
    for forms, names in KINDS.values():
        if parameter in names:
            return [f.replace("{p}", parameter).replace("{}", "") for f in forms]
    return [""] + ["=" + v for v in TEXTS[parameter]]


def every():
    return [p for _, names in KINDS.values() for p in names] + list(TEXTS)


def with_query(path, query, dry):
    more = "&dryRun=All" if dry and "dryRun" not in query else ""
    return path + "?" + query + more


def request(verb, query, dry=True, collection=MAPS, make=config):
    """One request of the verb with that query; what it would write, it does not, unless the query is about that."""
    one = collection + "/a"
    if verb == "list":
        return get(collection + "?" + query)
    if verb == "get":
        return get(one + "?" + query)
    if verb == "create":
        return post(with_query(collection, query, dry), make("new"), save={"made": "metadata/name"})
    if verb == "update":
        return put(with_query(one, query, dry), make("a"))
    if verb == "patch":
        return patch(with_query(one, query, dry), {"metadata": {"labels": {"x": "y"}}})
    if verb == "apply":
        manager = "" if query.startswith("fieldManager") else "&fieldManager=m2"
        return patch(with_query(one, query + manager, dry), {**make("a"), "metadata": {"name": "a", "labels": {"tier": "z"}}},
                     "application/apply-patch+yaml")
    if verb == "delete":
        return delete(with_query(one, query, dry))
    return delete(with_query(collection, query, dry))


def kept(verb, query):
    """Creates the object again, if the request may remove it and the next one needs it."""
    return [] if "dryRun" not in query or not verb.startswith("delete") else [post(MAPS, config("a"), ignore=True)]


def one_each():
    base = {**config("a"), "metadata": {"name": "a", "labels": {"tier": "x"}}}
    start = [apply(MAPS + "/a", {"apiVersion": "v1", "kind": "ConfigMap", **base})]
    for verb, known in KNOWN.items():
        for p in known:
            steps = []
            for v in values(p):
                # Not there, or there already: what is asked about it comes after the options are read.
                steps += [request(verb, p + v), *kept(verb, p + v)]
                if verb == "create" and p == "dryRun":
                    steps.append(delete(MAPS + "/new", ignore=True))
            yield Sequence(f"parameter/{verb}/{p}", *start, *steps)
        strange = [p for p in every() if p not in known and (verb, p) != ("list", "watch") and p != "timeout"]
        yield Sequence(f"parameter/{verb}/not-its-own", *start, *[request(verb, p + v) for p in strange for v in ("=x", "=", "", "=False")])


def timeouts():
    start = post(MAPS, config("a"))
    yield Sequence("parameter/timeout", start, *[request("list", "timeout" + v) for v in values("timeout")])
    for verb in KNOWN:
        yield Sequence(f"parameter/timeout/{verb}", start, *[request(verb, "timeout" + v) for v in ("=x", "=5", "=20s", "=", "=0")])
    yield Sequence("parameter/timeout/others", *[get(p + "?timeout=x") for p in (
        "/api", "/apis", "/api/v1", "/apis/apps", "/apis/apps/v1", "/version", "/healthz", "/openapi/v3", "/nope", "/api/v1/nope",
        "/apis/nope.example.org/v1/x", MAPS + "/nope")], get(MAPS + "?timeout=x", TABLE), get(MAPS + "?timeout=x", "text/html"), watch(MAPS + "?watch=1&timeout=x&timeoutSeconds=1"), watch(MAPS + "?watch=False&timeout=x", 1))


def watches():
    start = post(MAPS, config("a"))
    initial = "watch=1&resourceVersionMatch=NotOlderThan&timeoutSeconds=1"
    yield Sequence("parameter/watch/watch", start, *[watch(MAPS + "?watch" + v, 1) for v in values("watch")])
    yield Sequence("parameter/watch/one", start, *[watch(MAPS + "/a?watch" + v, 1) for v in ("=1", "", "=", "=False")])
    yield Sequence("parameter/watch/bad-list", start, *[watch(MAPS + f"?{q}&timeoutSeconds=1") for q in (
        "watch=False&limit=x", "watch=1&limit=x", "watch&limit=x", "watch=False&sendInitialEvents=True", "watch=&sendInitialEvents=True")])
    # The last bookmark may be late.
    for p, q in (("allowWatchBookmarks", initial + "&sendInitialEvents=1"), ("sendInitialEvents", initial)):
        for i, v in enumerate(values(p)):
            yield Sequence(f"parameter/watch/{p}/{i}", start, watch(f"{MAPS}?{q}&{p}{v}", 2))
    bookmarks = "&allowWatchBookmarks=1"
    for i, q in enumerate((bookmarks, bookmarks + "&resourceVersion=0", "&resourceVersion={rv}", bookmarks + "&resourceVersionMatch=NotOlderThan",
                           bookmarks + "&continue=x", "&resourceVersion={rv}&continue=x", "&resourceVersion=0&resourceVersionMatch=Exact&continue=x")):
        yield Sequence(f"parameter/watch/default/{i}", post(MAPS, config("a"), save={"rv": "metadata/resourceVersion"}),
                       watch(MAPS + "?watch=1&timeoutSeconds=1" + q, 2))
    # With a time in the past the real server may or may not send what is there; the largest number is one, too.
    for i, v in enumerate(v for v in values("timeoutSeconds") if v not in ("=-1", "=9223372036854775807")):
        yield Sequence(f"parameter/watch/timeoutSeconds/{i}", start, watch(MAPS + "?watch=1&timeoutSeconds" + v, 1))
    yield Sequence("parameter/watch/limit", start, *[watch(MAPS + "?watch=1&limit" + v, 1) for v in values("limit")])
    strange = [p for p in every() if p not in KNOWN["list"] and p != "watch"]
    yield Sequence("parameter/watch/not-its-own", start, *[watch(f"{MAPS}?watch=1&{p}{v}", 1) for p in strange for v in ("=x", "=", "", "=False")])
    yield Sequence("parameter/watch/path", start, *[watch(f"/api/v1/watch/namespaces/{{ns}}/configmaps{q}", 1) for q in (
        "?watch=False", "?watch=0", "?watch", "?limit=x", "/a?watch=False", "?timeoutSeconds=x", "?sendInitialEvents=1",
        "?sendInitialEvents=1&watch=1", "?resourceVersionMatch=NotOlderThan", "?timeout=x", "/a?fieldSelector=metadata.name=a",
        "/a?fieldSelector=metadata.name=b", "/a?fieldSelector=metadata.namespace={ns}", "/a?fieldSelector=metadata.name!=b",
        "/a?fieldSelector=metadata.name=a,metadata.namespace={ns}", "/a?fieldSelector=x=y")])


def syntax():
    start = [post(MAPS, config(n, labels={"n": n})) for n in "abc"]
    queries = ["limit=1;x=y", "limit=1;", ";limit=1", "x=;&limit=1", "x=%3B&limit=1", "limit%3D1", "%6Cimit=1", "limit=%31", "limit=%zz",
               "limit=%", "limit=%3", "li%mit=1", "x=%zz&limit=1", "%zz&limit=1", "%&limit=1", "%=1&limit=1", "=1", "=", "&", "&&limit=1&&", "limit",
               "limit=", "limit=1&limit=x", "limit=x&limit=1", "limit=%zz&limit=1", "limit;=1&limit=2", "Limit=1", "LIMIT=1", "limit=%31%20", "limit==1",
               "limit=1=", "limit=1%26limit%3D2", "li+mit=1", "limit=1?", "?limit=1", "limit=1%23", "labelSelector=n+in+(a,b)", "labelSelector=n%2Bin",
               "labelSelector=n%20in%20(a,b)", "labelSelector=n=a;b=c", "labelSelector=n%3Da", "labelSelector=n%3da", "fieldSelector=metadata.name%3Db",
               "labelSelector=%ff", "labelSelector=n%00", "unknown=%ff&limit=1", "limit=1&" + "&".join(f"x{i}={i}" for i in range(200))]
    yield Sequence("parameter/syntax/list", *start, *[get(MAPS + "?" + q) for q in queries])
    yield Sequence("parameter/syntax/empty", *start, get(MAPS + "?"), get(MAPS + "/a?"), get(MAPS + "??limit=1"))
    queries = ["dryRun=All;x", "dryRun=%41ll", "dryRun=A%6cl", "dryRun=%zz", "dryRun=All&dryRun=%zz", "fieldManager=a+b&dryRun=All",
               "fieldManager=a%2Bb&dryRun=All", "fieldManager=a%20b&dryRun=All", "dryrun=All&fieldManager=%01", "dry%52un=All"]
    yield Sequence("parameter/syntax/write", *start, *[put(MAPS + "/a?" + q, config("a")) for q in queries])
    yield Sequence("parameter/syntax/verbose", get("/healthz?verbose;x"), get("/healthz?verbose=%zz"), get("/healthz?x=%zz"))


def pretty():
    start = post(MAPS, config("a"))
    yield Sequence("parameter/pretty", start, *[get(MAPS + "/nope?pretty" + v) for v in values("pretty")])


def bodies():
    """Options in a body: the query's options are then ignored."""
    start = post(MAPS, config("a"))
    yield Sequence("parameter/delete/body", start, *[delete(MAPS + "/a?" + q, body) for q in (
        "gracePeriodSeconds=x", "dryRun=x", "propagationPolicy=x", "orphanDependents=False") for body in (
        {"dryRun": ["All"]}, {"dryRun": ["All"], "orphanDependents": False}, {"dryRun": ["All"], "orphanDependents": True, "propagationPolicy": "Orphan"})])
    for one in ({"ignoreStoreReadErrorWithClusterBreakingPotential": True}, {"ignoreStoreReadErrorWithClusterBreakingPotential": "x"},
                {"orphanDependents": "False"}, {"orphanDependents": 0}, {"orphanDependents": None, "propagationPolicy": None},
                {"gracePeriodSeconds": "0"}, {"gracePeriodSeconds": 1.5}, {"gracePeriodSeconds": None},
                {"dryRun": "All"}, {"dryRun": []}, {"dryRun": [""]}, {"dryRun": None}, {"dryRun": ["All", "All"]}, {"dryRun": [1]}, {"propagationPolicy": 5}, {"preconditions": "x"},
                {"preconditions": {"uid": 5}}, {"preconditions": {"resourceVersion": 5}}, {"unknown": 5}, {"gracePeriodSeconds": -1}, {"gracePeriodSeconds": 1e300}):
        yield Sequence(f"parameter/delete/body/{'-'.join(one)}/{list(one.values())[0]}", start, delete(MAPS + "/a", {"dryRun": ["All"], **one}))


def customs():
    start = post(FOOS, foo("a"))
    yield Sequence("parameter/custom", *served(start, *[
        request(verb, p + v, collection=FOOS, make=foo) for verb in KNOWN for p in KNOWN[verb] if p not in ("uid", "resourceVersion", "fieldSelector")
        for v in ("", "=", "=x", "=False")]))
    yield Sequence("parameter/custom/watch", *served(start, *[watch(FOOS + "?watch" + v, 1) for v in ("=False", "=0", "", "=", "=x")]))


def below():
    scale = "/apis/apps/v1/namespaces/{ns}/deployments/d/scale"
    from sequences.objects import DEPLOYS, PODS, deployment, pod
    start = [post(DEPLOYS, deployment("d")), post(PODS, pod("p"))]
    steps = [get(scale + "?" + q) for q in ("resourceVersion=x", "pretty=x", "limit=x", "timeout=x")]
    for q in ("dryRun=x", "dryRun=", "fieldValidation=x", "fieldManager=%01", "force=x", "force=False", "gracePeriodSeconds=x", "timeout=x"):
        steps += [patch(scale + "?" + q, {"spec": {"replicas": 2}}), patch(DEPLOYS + "/d/status?" + q, {"status": {"replicas": 1}}),
                  post(PODS + "/p/eviction?dryRun=All&" + q, {"metadata": {"name": "p"}}),
                  post(PODS + "/p/binding?" + q, {"metadata": {"name": "nope"}, "target": {"name": "n"}}),
                  post("/api/v1/namespaces/{ns}/serviceaccounts/nope/token?" + q, {"spec": {}})]
    yield Sequence("parameter/below", *start, *steps)


def sequences():
    for each in (one_each, timeouts, watches, syntax, pretty, bodies, customs, below):
        yield from each()
