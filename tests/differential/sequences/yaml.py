"""Bodies in YAML: scalars, keys, tags, merge keys, documents and encodings, and the error messages."""

from sequence import APPLY, JSON, MERGE, YAML, Sequence, apply, delete, get, patch, post, put
from sequences.custom import CRDS, FOOS, GROUP, definition, served

MAPS = "/api/v1/namespaces/{ns}/configmaps"
PODS = "/api/v1/namespaces/{ns}/pods"
DEPLOYS = "/apis/apps/v1/namespaces/{ns}/deployments"
HEAD = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n"

SCALARS = ["yes", "Yes", "on", "off", "y", "n", "N", "true", "TRUE", "tRUE", "null", "~", "", "1_000", "0b11", "-0b11", "0o17", "010", "08", "0x1F", "-0x1F",
           "1:30", "190:20:30", "1.0", "1.5", "1e3", "1e21", "1e-7", ".5", "5.", "+1", "-0", "-0.0", ".inf", "-.inf", ".nan", "1e400", "2001-12-14",
           "2001-12-14t21:59:43.10-05:00", "9007199254740993", "9223372036854775807", "9223372036854775808", "18446744073709551615", "18446744073709551616",
           "-9223372036854775809", "0xffffffffffffffff", "100000000000000000000000", "123456789.123456789", "'1'", "\"\\u00e9\\x41\\N\"", "!!str 1", "!!int '1'",
           "!!int x", "!!float 1", "!!bool 'yes'", "!!null ''", "!!binary aGk=", "!!binary x", "!!binary //8=", "!!timestamp 2001-01-01", "!!timestamp 2001-02-30", "!local 1",
           "<<", "=", "a b", "a: b", "[a, b", "*x", "&x 1", "|\n   x\n   y", ">-\n   x\n   y", "{on: 1}", "{1: a}", "{1.5: a}", "{null: a}", "{[a]: b}", "{yes: 1, true: 2}", "{a: 1, a: 2}",
           "[yes, {no: on}]", "\"\\/\"", "\"\\ud83d\\ude00\"", "[http://a/?b]", "{a:}", "{18446744073709551615: a}", "<tag>&amp;"]

TEXTS = [
    "", "---\n", "# nothing\n", "null", "~", "[]", "- a\n", "a", "5", "yes", "{}", "{\"metadata\": {\"name\": \"a\"}}", "a: b: c", "a: [", "a: b\nc: [", "\ta: 1", "a:\n\tb: 1", "a: *x", "a: &x [*x]", "%YAML 1.2\n---\na: 1",
    HEAD + "data: {k: v}\n---\n", HEAD + "data: {k: v}\n---\nmetadata: {name: b}\n", "---\n" + HEAD, "---\n---\n" + HEAD, HEAD + "...\nrest: [\n", "\ufeff" + HEAD, HEAD.replace("\n", "\r\n"),
    HEAD + "data:\n  on: 'x'\n", HEAD + "data:\n  1: x\n", HEAD + "data:\n  null: x\n", HEAD + "data:\n  k: yes\n", HEAD + "data:\n  k: 1\n", HEAD + "data:\n  k: 1.0\n", HEAD + "data:\n  k: ~\n", HEAD + "data:\n  k: 2001-01-01\n",
    HEAD + "data:\n  k: !!binary aGk=\n", HEAD + "data:\n  k: !!str 1\n", HEAD + "binaryData:\n  k: !!binary aGk=\n", HEAD + "binaryData:\n  k: aGk=\n", HEAD + "data: &d {k: v}\nx: *d\n", HEAD + "x: &d {k: v}\ndata:\n  <<: *d\n  l: w\n",
    HEAD + "data:\n  <<: {k: v}\n  k: w\n", HEAD + "data:\n  k: w\n  <<: {k: v}\n", HEAD + "data:\n  <<: 1\n", HEAD + "data:\n  <<: [{k: v}, {k: w, l: x}]\n", HEAD + "immutable: yes\n", HEAD + "immutable: 'yes'\n", HEAD + "immutable: 1\n",
    HEAD + "data: {k: v}\ndata: {k: w}\n", HEAD + "data:\n  k: v\n  k: w\n  k: x\nkind: ConfigMap\n", HEAD + "data:\n  1: v\n  1: w\n", HEAD + "data:\n  k:\n    v\n  k:\n    w\n", HEAD + "metadata:\n  name: a\n", "metadata:\n  name: b\n  name: a\nfoo: 1\nbar: 2\nbar: 3\n",
    HEAD + "zoo: {b: 1, a: 2}\n", HEAD + "data: {k: v}\nData: {k: w}\n", HEAD + "data:\n  k: \"\\q\"\n", HEAD + "data:\n  k: 'v\n", HEAD + "data:\n  k: |\n   v\n  w\n", HEAD + "data:\n  k: v\n l: w\n", "kind: 1\n", "kind: yes\napiVersion: v1\nmetadata: {name: a}\n",
    "apiVersion: v1\nkind: Secret\nmetadata: {name: a}\n", "apiVersion: v2\nkind: ConfigMap\nmetadata: {name: a}\n", "kind: ConfigMap\nmetadata: yes\n", "kind: ConfigMap\nmetadata: {name: 1}\n", "kind: ConfigMap\nmetadata: {name: a, labels: {a: yes}}\n",
    "kind: ConfigMap\nmetadata: {name: a, labels: {yes: b}}\n", "kind: ConfigMap\nmetadata: {name: a, annotations: {a: 0x10}}\n", "kind: ConfigMap\nmetadata: {name: a, generation: 1_0}\n", "kind: ConfigMap\nmetadata: {name: a, creationTimestamp: 2001-01-01}\n",
    HEAD.encode("utf-16-le"), b"\xff\xfe" + HEAD.encode("utf-16-le"), b"\xfe\xff" + HEAD.encode("utf-16-be"), HEAD.encode() + b"x: \xff\n", HEAD.encode() + b"x: \x01\n", b"\xff\xfea", HEAD + "x: " + "[" * 60 + "]" * 60 + "\n",
    "a0: &a0 [x,x,x,x,x,x,x,x,x]\n" + "".join("a%d: &a%d [%s]\n" % (i, i, ",".join(["*a%d" % (i - 1)] * 9)) for i in range(1, 7)),
]

DEPLOYMENT = """apiVersion: apps/v1
kind: Deployment
metadata: {name: d}
spec:
  replicas: REPLICAS
  paused: PAUSED
  selector: {matchLabels: &labels {app: d}}
  template:
    metadata: {labels: *labels}
    spec:
      containers:
      - name: c
        image: nginx
        ports: [{containerPort: PORT}]
        env: [{name: E, value: VALUE}]
"""


def deployment(replicas="1", paused="no", port="80", value="'1'"):
    return DEPLOYMENT.replace("REPLICAS", replicas).replace("PAUSED", paused).replace("PORT", port).replace("VALUE", value)


def texts():
    for i, text in enumerate(TEXTS):
        if isinstance(text, str):
            text = text.replace("{ns}", "ns")
        yield Sequence(f"yaml/create/{i}", post(MAPS, text, type=YAML), get(MAPS), put(MAPS + "/a", text, type=YAML))
        yield Sequence(f"yaml/apply/{i}", apply(MAPS + "/a", text), get(MAPS))
    modes = ("Ignore", "Warn", "Strict")
    for i, text in enumerate(TEXTS):
        if isinstance(text, str) and ("metadata" in text):
            yield Sequence(f"yaml/strict/{i}", *(step for m in modes for step in (
                post(MAPS + "?dryRun=All&fieldValidation=" + m, text, type=YAML), apply(MAPS + "/a?dryRun=All&fieldValidation=" + m, text))))


def scalars():
    crd = definition()
    whole = []
    for scalar in SCALARS:
        text = "apiVersion: " + GROUP + "/v1\nkind: Foo\nmetadata: {name: f}\nspec:\n  size: 3\n  any:\n    v: " + scalar + "\n"
        whole.append(text)
    for begin in range(0, len(whole), 12):
        steps = []
        for text in whole[begin:begin + 12]:
            steps += [post(FOOS + "?dryRun=All", text, type=YAML), apply(FOOS + "/f?dryRun=All", text)]
        yield Sequence(f"yaml/custom/{begin // 12}", *served(*steps, crd=crd))
    strange = ["metadata: {name: f}\nspec: {size: 3}\n", "kind: Foo\nmetadata: {name: f}\nspec: {size: 3}\n", "apiVersion: " + GROUP + "/v1\nmetadata: {name: f}\nspec: {size: 3}\n",
               "apiVersion: " + GROUP + "/v1\nkind: Foo\nmetadata: {name: f}\nspec: {size: 3.0}\n", "apiVersion: " + GROUP + "/v1\nkind: Foo\nmetadata: {name: f}\nspec: {size: 3.5}\n",
               "apiVersion: " + GROUP + "/v1\nkind: Foo\nmetadata: {name: f}\nspec: {size: 0b11, size: 4}\nspec2: 1\n", "apiVersion: " + GROUP + "/v1\nkind: Foo\nmetadata: {name: f, name: g}\nspec: {size: 3, foo: 1}\n",
               "apiVersion: " + GROUP + "/v1\nkind: Foo\nmetadata: {name: f}\nspec: {size: 3, map: {on: 1, 1: 2}}\n", "apiVersion: " + GROUP + "/v1\nkind: Foo\nmetadata: {name: f}\nspec: {size: 3, port: 0x50}\n", "[]", "", "a: ["]
    yield Sequence("yaml/custom/json-head", *served(*(post(FOOS + "?dryRun=All&fieldValidation=" + m, {"metadata": {"name": "f"}, "spec": {}}) for m in ("Ignore", "Strict", "Warn")), crd=crd))
    for m in ("Ignore", "Strict", "Warn"):
        q = "?dryRun=All&fieldValidation=" + m
        yield Sequence(f"yaml/custom/head/{m}", *served(*(step for t in strange for step in (post(FOOS + q, t, type=YAML), apply(FOOS + "/f" + q, t))), crd=crd))
    yield Sequence("yaml/definition", post(CRDS, "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: foos." + GROUP + "}\nspec:\n  group: " + GROUP +
                                           "\n  scope: Namespaced\n  names: {plural: foos, kind: Foo}\n  versions:\n  - name: v1\n    served: yes\n    storage: on\n    schema:\n      openAPIV3Schema:\n        type: object\n"
                                           "        properties: {y: {type: integer, default: 0x10}, n: {type: boolean, default: no}}\n", type=YAML), delete(CRDS + "/foos." + GROUP, ignore=True), namespace=False)


def builtins():
    for i, text in enumerate([deployment(), deployment(replicas="0b11"), deployment(replicas="1.0"), deployment(replicas="1.5"), deployment(replicas="'1'"), deployment(replicas="1e1"), deployment(replicas="010"),
                              deployment(paused="on"), deployment(paused="'on'"), deployment(port="0x50"), deployment(port="80:80"), deployment(value="1"), deployment(value="yes"), deployment(value="~"), deployment(value="2001-01-01")]):
        yield Sequence(f"yaml/deployment/{i}", post(DEPLOYS, text, type=YAML), put(DEPLOYS + "/d", text, type=YAML), apply(DEPLOYS + "/d", text, force=True))
    scale = "apiVersion: autoscaling/v1\nkind: Scale\nmetadata: {name: d, namespace: '{ns}'}\nspec: {replicas: 0x3}\n"
    yield Sequence("yaml/scale", post(DEPLOYS, deployment(), type=YAML), put(DEPLOYS + "/d/scale", scale, type=YAML), apply(DEPLOYS + "/d/scale", scale, "s", True),
                   apply(DEPLOYS + "/d/scale?fieldValidation=Strict", scale + "spec: {replicas: 2}\n", "s", True), apply(DEPLOYS + "/d/scale", scale + "spec: {replicas: 2}\n", "s", True),
                   put(DEPLOYS + "/d/scale?fieldValidation=Strict", scale + "spec: {replicas: 2}\n", type=YAML), put(DEPLOYS + "/d/scale", scale + "spec: {replicas: 2}\n", type=YAML),
                   put(DEPLOYS + "/d/scale", "a: [", type=YAML), put(DEPLOYS + "/none/scale", "a: [", type=YAML), apply(DEPLOYS + "/d/scale", "a: [", "s"), apply(DEPLOYS + "/d/scale", "[]", "s"), apply(DEPLOYS + "/d/scale", "a: 1\na: 2\n", "s"))
    yield Sequence("yaml/options", post(MAPS, HEAD, type=YAML), delete(MAPS + "/a", "gracePeriodSeconds: 0x1\ndryRun: [All]\n", type=YAML), delete(MAPS + "/a", "preconditions: {uid: x}\n", type=YAML),
                   delete(MAPS + "/a", "a: [", type=YAML), delete(MAPS + "/a", "{"), delete(MAPS + "/a", "[]"), delete(MAPS + "/a", '{"kind": 5}'), delete(MAPS + "/a", "5", type=YAML), delete(MAPS + "/a", "kind: DeleteOptions\napiVersion: v1\norphanDependents: yes\norphanDependents: no\n", type=YAML), get(MAPS))


TYPES = ["text/yaml", "application/x-yaml", "text/x-yaml", "*/*", "application/*", "application/yaml; charset=utf-8", "application/yaml;charset=utf-8;charset=x", "Application/YAML", " application/yaml ", "application/yaml;", "application/yaml; a",
         "application/yaml; a=", "application/yaml; a=\"b", "application/yaml; a=\"b\"", "application/yaml,application/json", "application", "application/", "/yaml", "yaml", "application/yaml/x", "application /yaml", "application/vnd.a+yaml", "application/json+yaml", "text/plain", "a b/c",
         "application/json;", "APPLICATION/JSON", "application/json, text/plain", "application/json; =a", "application/json;charset", "text/json", "application/x-json"]


def types():
    for i, kind in enumerate(TYPES):
        yield Sequence(f"yaml/type/{i}", post(MAPS, '{"metadata":{"name":"a"}}', type=kind), put(MAPS + "/a", '{"metadata":{"name":"a"}}', type=kind), delete(MAPS + "/a", "{}", type=kind), get(MAPS))
    for i, kind in enumerate(["application/apply-patch+yaml; charset=utf-8", "Application/Apply-Patch+YAML", "application/apply-patch+yaml;", "application/apply-patch", "application/apply-patch+json", "application/yaml", "text/yaml", "application/merge-patch+yaml",
                              "application/merge-patch+json; charset=utf-8", "*/*", "", JSON]):
        yield Sequence(f"yaml/patch-type/{i}", post(MAPS, HEAD, type=YAML), ("PATCH", MAPS + "/a?fieldManager=m", HEAD + "data: {k: yes it is}\n", {"type": kind}))
    yield Sequence("yaml/order", *(post(MAPS + "?dryRun=All&fieldValidation=" + m, HEAD + "zoo: 1\nfoo: 2\nbar: {b: 1, a: 2}\ndata: {z: a, z: b, a: c, a: d}\n", type=YAML)
                                   for m in ("Ignore", "Warn", "Strict")))
    yield Sequence("yaml/merge-patch", post(MAPS, HEAD, type=YAML), patch(MAPS + "/a", "data: {k: v}\n", MERGE), patch(MAPS + "/a?fieldManager=m", "{\"apiVersion\": \"v1\", \"kind\": \"ConfigMap\"}", APPLY))


POD = "apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec:\n  terminationGracePeriodSeconds: 0x5\n  enableServiceLinks: off\n  containers: [{name: c, image: i}]\n"
EVERYWHERE = ["a: [", "[]", "", "5", "kind: Nope\napiVersion: v1\n", "a: 1\na: 2\n", "metadata: {name: 0x1}\n", "metadata: yes\n", "kind: yes\n"]


def subresources():
    """All requests with a body parse YAML in the same way."""
    token, account = "/api/v1/namespaces/{ns}/serviceaccounts/s/token", post("/api/v1/namespaces/{ns}/serviceaccounts", {"metadata": {"name": "s"}})
    pod = post(PODS, POD, type=YAML)
    good = {
        "eviction": (PODS + "/p/eviction", "metadata: {name: p}\ndeleteOptions: {gracePeriodSeconds: 0b1, dryRun: [All]}\n"),
        "binding": (PODS + "/p/binding", "target: {kind: Node, name: on}\n"),
        "token": (token, "spec: {expirationSeconds: 1_000, audiences: &a [a]}\n"),
        "review": ("/apis/authorization.k8s.io/v1/selfsubjectaccessreviews", "spec: {nonResourceAttributes: {verb: get, path: /x}}\n"),
        "namespace": ("/api/v1/namespaces", "metadata: {name: '{id}', labels: {a: 'on'}}\n"),
    }
    for name, (path, body) in good.items():
        steps = [post(path + "?dryRun=All", body, type=kind) for kind in (YAML, "text/yaml", "application/yaml; charset=utf-8")]
        for mode in ("Warn", "Strict"):
            for text in EVERYWHERE + [body, body + "foo: 1\n", body + body]:
                steps.append(post(path + "?dryRun=All&fieldValidation=" + mode, text, type=YAML))
        yield Sequence(f"yaml/subresource/{name}", account, pod, *steps)
        yield Sequence(f"yaml/subresource/{name}/missing", post(path + "?dryRun=All", "a: [", type=YAML), post(path + "?dryRun=All", "a: [", type="text/yaml"))
    for name, endpoint in (("status", PODS + "/p/status"), ("ephemeral", PODS + "/p/ephemeralcontainers"), ("finalize", "/api/v1/namespaces/{ns}/finalize")):
        body = POD if name != "finalize" else "metadata: {name: '{ns}'}\nspec: {finalizers: [kubernetes]}\n"
        yield Sequence(f"yaml/subresource/{name}", pod, *(put(endpoint + "?fieldValidation=" + mode, text, type=YAML)
                                                         for mode in ("Warn", "Strict") for text in [body, *EVERYWHERE, body + "foo: 1\n", body + "status: {message: 1, message: 2}\n"]),
                       put(endpoint, body, type="application/x-yaml"), put(endpoint.replace("/p/", "/none/"), "a: [", type=YAML))
    for i, text in enumerate(["gracePeriodSeconds: 0x0\n", "dryRun: [All]\n", "a: [", "[]", "5", "kind: Nope\n", "propagationPolicy: off\n", "orphanDependents: off\npropagationPolicy: Orphan\n", "gracePeriodSeconds: 1\ngracePeriodSeconds: 2\n"]):
        yield Sequence(f"yaml/collection/{i}", post(MAPS, HEAD, type=YAML), delete(MAPS + "?labelSelector=a%3Db", text, type=YAML), delete(MAPS, text, type="text/yaml"), delete(MAPS + "/a", text, type=YAML), get(MAPS + "/a"))


def sequences():
    yield from texts()
    yield from scalars()
    yield from builtins()
    yield from types()
    yield from subresources()
