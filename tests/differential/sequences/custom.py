"""CustomResourceDefinitions: validation, defaults, pruning, versions, subresources, selectable fields, columns."""

import copy

from sequence import JSON_PATCH, STRATEGIC, TABLE, YAML, Sequence, apply, delete, get, join, patch, post, put, start, watch

CRDS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions"
GROUP = "{id}.example.com"
FOOS = "/apis/" + GROUP + "/v1/namespaces/{ns}/foos"
SPEC = {"type": "object", "required": ["size"], "properties": {
    "size": {"type": "integer", "minimum": 1, "maximum": 9, "default": 3}, "name": {"type": "string", "pattern": "^[a-z]+$", "maxLength": 5},
    "mode": {"type": "string", "enum": ["A", "B"]}, "port": {"x-kubernetes-int-or-string": True},
    "tags": {"type": "array", "items": {"type": "string"}, "x-kubernetes-list-type": "set", "maxItems": 3},
    "items": {"type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["k"],
              "items": {"type": "object", "required": ["k"], "properties": {"k": {"type": "string"}, "v": {"type": "number", "default": 1.5}}}},
    "any": {"type": "object", "x-kubernetes-preserve-unknown-fields": True}, "when": {"type": "string", "format": "date-time"},
    "nul": {"type": "string", "nullable": True}, "map": {"type": "object", "additionalProperties": {"type": "integer"}},
    "nested": {"type": "object", "default": {}, "properties": {"flag": {"type": "boolean", "default": True}}},
    "template": {"type": "object", "x-kubernetes-embedded-resource": True, "x-kubernetes-preserve-unknown-fields": True}}}


def definition(plural="foos", kind="Foo", **change):
    version = {"name": "v1", "served": True, "storage": True, "subresources": {"status": {}, "scale": {
        "specReplicasPath": ".spec.size", "statusReplicasPath": ".status.size", "labelSelectorPath": ".status.selector"}},
        "schema": {"openAPIV3Schema": {"type": "object", "required": ["spec"], "properties": {
            "spec": copy.deepcopy(SPEC), "status": {"type": "object", "properties": {"size": {"type": "integer"}, "selector": {"type": "string"}}}}}},
        "selectableFields": [{"jsonPath": ".spec.mode"}],
        "additionalPrinterColumns": [{"name": "Size", "type": "integer", "jsonPath": ".spec.size"},
                                     {"name": "Mode", "type": "string", "jsonPath": ".spec.mode", "priority": 1},
                                     {"name": "Age", "type": "date", "jsonPath": ".metadata.creationTimestamp"}]}
    version.update(change.pop("version", {}))
    return {"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "metadata": {"name": f"{plural}.{GROUP}"},
            "spec": {"group": GROUP, "scope": "Namespaced", "names": {"plural": plural, "singular": kind.lower(), "kind": kind, "listKind": kind + "List"},
                     "versions": [version], **change}}


def foo(name="f", api="v1", /, **spec):
    return {"apiVersion": f"{GROUP}/{api}", "kind": "Foo", "metadata": {"name": name}, "spec": spec}


def served(*steps, crd=None, paths=(FOOS,)):
    d = crd or definition()
    return (post(CRDS, d, ignore=True), *(get(p, until=200, ignore=True) for p in paths), *steps, delete(CRDS + "/foos." + GROUP, ignore=True))


SPECS = [{}, {"size": 5}, {"size": 0}, {"size": 10}, {"size": "x"}, {"size": 1.5}, {"size": None}, {"name": "abc"}, {"name": "ABC"}, {"name": "abcdef"},
         {"mode": "C"}, {"mode": "A"}, {"port": 80}, {"port": "http"}, {"port": True}, {"tags": ["a", "a"]}, {"tags": ["a", "b", "c", "d"]},
         {"tags": "x"}, {"items": [{"k": "a"}, {"k": "a"}]}, {"items": [{"v": 1}]}, {"items": [{"k": "a", "z": 1}]}, {"any": {"x": {"y": 1}}},
         {"any": 5}, {"when": "2001-01-01T00:00:00Z"}, {"when": "nope"}, {"nul": None}, {"name": None}, {"map": {"a": 1}}, {"map": {"a": "x"}},
         {"nested": {}}, {"nested": {"flag": False, "u": 1}}, {"nested": None}, {"unknown": 1}, {"template": {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "x", "foo": 1}}},
         {"template": {"kind": "Pod"}}]


def validation():
    for i, spec in enumerate(SPECS):
        yield Sequence(f"custom/spec/{i}", *served(post(FOOS, foo(**spec)), get(FOOS + "/f"), post(FOOS + "?fieldValidation=Strict", foo("g", **spec))))
    yield Sequence("custom/body", *served(post(FOOS, {"metadata": {"name": "a"}}), post(FOOS, {**foo(), "kind": "Bar"}), post(FOOS, {**foo(), "spec": 5}),
                                          post(FOOS, {"apiVersion": GROUP + "/v2", "kind": "Foo", "metadata": {"name": "a"}, "spec": {}}),
                                          post(FOOS, {**foo(), "metadata": {"name": "a", "labels": {"a": 5}, "nope": 1}}), post(FOOS, {**foo("Bad")}), post(FOOS, "{")))


def life():
    f = FOOS + "/f"
    yield Sequence("custom/update", *served(post(FOOS, foo(size=2), save={"rv": "metadata/resourceVersion"}), put(f, foo(size=3)),
                                            put(f, {**foo(size=3), "metadata": {"name": "f", "resourceVersion": "{rv}"}}),
                                            patch(f, {"spec": {"size": 4, "extra": 1}}), patch(f, {"spec": None}), patch(f, {"spec": {"size": 99}}),
                                            patch(f, {}, STRATEGIC), patch(f, [{"op": "remove", "path": "/spec/size"}], JSON_PATCH), get(f)))
    yield Sequence("custom/status", *served(post(FOOS, {**foo(size=2), "status": {"size": 7}}), patch(f + "/status", {"status": {"size": 5}, "spec": {"size": 8}}),
                                            put(f + "/status", {**foo(size=1), "status": {"size": 6}}), patch(f, {"status": {"size": 9}}), get(f), get(f + "/status"),
                                            patch(f + "/status", {"status": {"size": "x"}})))
    yield Sequence("custom/scale", *served(post(FOOS, foo(size=2)), get(f + "/scale"), patch(f + "/scale", {"spec": {"replicas": 5}}),
                                           put(f + "/scale", {"metadata": {"name": "f"}, "spec": {"replicas": 6}}), patch(f + "/status", {"status": {"size": 5, "selector": "a=b"}}),
                                           get(f + "/scale"), get(f), patch(f + "/scale", {"spec": {"replicas": 50}}), patch(f + "/scale", {"spec": {"replicas": -1}})))
    scale = {"apiVersion": "autoscaling/v1", "metadata": {"name": "f"}}
    yield Sequence("custom/scale-owners", *served(post(FOOS, foo(size=2)), put(f + "/scale", {**scale, "spec": {"replicas": 6}}), get(f),
                                                  put(f + "/scale?fieldManager=x", {**scale, "kind": "Scale", "spec": {"replicas": 7}}), get(f),
                                                  put(f + "/scale", {"kind": "Scale", "metadata": {"name": "f"}, "spec": {"replicas": 8}}), get(f),
                                                  patch(f + "/scale?fieldManager=y", {"spec": {"replicas": 2}}), get(f), patch(f + "?fieldManager=z", {"spec": {"size": 3}}),
                                                  patch(f + "/scale?fieldManager=y", {"spec": {"replicas": 4}}), get(f)))
    yield Sequence("custom/apply", *served(apply(f, foo(size=2, items=[{"k": "a"}], tags=["x"])), apply(f, foo(size=2, items=[{"k": "b"}], tags=["y"]), "m2"), get(f),
                                           apply(f, foo(size=3), "m2"), apply(f, foo(size=3), "m2", True), apply(f, foo(unknown=1)), apply(f, foo(size="x")), get(f),
                                           apply(f + "/status", {"apiVersion": GROUP + "/v1", "kind": "Foo", "metadata": {"name": "f"}, "status": {"size": 2}}, "s"), get(f)))
    yield Sequence("custom/table", *served(post(FOOS, foo(size=2, mode="A")), get(FOOS, TABLE), get(f, TABLE), get(FOOS + "?includeObject=None", TABLE)))
    yield Sequence("custom/select", *served(post(FOOS, foo("a", mode="A")), post(FOOS, foo("b", mode="B")), post(FOOS, foo("c")),
                                            *(get(FOOS + "?fieldSelector=" + q) for q in ("spec.mode=A", "spec.mode!=A", "spec.mode=", "spec.size=3", "metadata.name=a"))))
    yield Sequence("custom/watch", *served(get(FOOS, save={"rv": "metadata/resourceVersion"}), post(FOOS, foo(mode="A")), patch(f, {"spec": {"mode": "B"}}), delete(f),
                                           watch(FOOS + "?watch=1&timeoutSeconds=1&resourceVersion={rv}"),
                                           watch(FOOS + "?watch=1&timeoutSeconds=1&resourceVersion={rv}&fieldSelector=spec.mode=A")))
    yield Sequence("custom/generation", *served(post(FOOS, foo(size=1)), patch(f, {"metadata": {"labels": {"a": "b"}}}), patch(f, {"spec": {"size": 2}}),
                                                patch(f + "/status", {"status": {"size": 1}}), get(f)))
    yield Sequence("custom/delete", *served(post(FOOS, foo()), post(FOOS, {**foo("g"), "metadata": {"name": "g", "finalizers": ["a/b"]}}), delete(f), delete(FOOS),
                                            get(FOOS), patch(FOOS + "/g", {"metadata": {"finalizers": None}}), get(FOOS)))
    yield Sequence("custom/list", *served(*(post(FOOS, foo(n)) for n in "abc"), get(FOOS + "?limit=2", save={"c": "metadata/continue"}), get(FOOS + "?continue={c}"),
                                          get("/apis/" + GROUP + "/v1/foos")))
    yield Sequence("custom/default-again", *served(post(FOOS, foo()), patch(f, [{"op": "remove", "path": "/spec/size"}], JSON_PATCH), get(f)))
    yield Sequence("custom/no-subresource", *served(post(FOOS, foo()), get(f + "/nope"), put(f + "/nope", foo()), delete(f + "/nope"), get(FOOS + "/g/nope")))
    two = definition()
    two["spec"]["versions"].append({"name": "v2", "served": True, "storage": False, "deprecated": True, "schema": {
        "openAPIV3Schema": {"type": "object", "x-kubernetes-preserve-unknown-fields": True}}})
    v2 = FOOS.replace("/v1/", "/v2/")
    yield Sequence("custom/versions", *served(post(FOOS, foo(size=2)), get(v2 + "/f"), post(v2, {**foo("g", "v2", size=99, more=1)}), get(FOOS + "/g"), get(v2, TABLE),
                                              patch(v2 + "/f", {"spec": {"extra": 1}}), get(f), get("/apis/" + GROUP), crd=two, paths=(FOOS, v2)))
    other = copy.deepcopy(two)
    other["spec"]["versions"][1]["schema"]["openAPIV3Schema"] = {"type": "object", "properties": {"spec": {"type": "object", "properties": {
        "size": {"type": "integer"}, "extra": {"type": "integer"}}}}}
    yield Sequence("custom/version-owners", *served(post(FOOS, foo(size=2)), patch(v2 + "/f?fieldManager=b", {"spec": {"size": 3}}), get(f),
                                                    patch(v2 + "/f?fieldManager=b", {"spec": {"extra": 1}}), get(f), patch(f + "?fieldManager=c", {"spec": {"size": 4}}),
                                                    apply(f, foo(size=5), "a", True), apply(v2 + "/f", foo("f", "v2", size=6), "z", True), get(f),
                                                    apply(FOOS + "/g", foo("g", size=2), "x"), apply(v2 + "/g", foo("g", "v2", extra=2), "y"),
                                                    apply(v2 + "/g", foo("g", "v2", extra=2), "x"), get(FOOS + "/g"), crd=other, paths=(FOOS, v2)))
    bodies = [foo("a", v, size=1, nope=1) for v in ("v2", "v3")] + [{**foo("a", size=1, nope=1), "kind": "Bar"}, {**foo("a", size=1, nope=1), "apiVersion": "other/v1"},
                                                                   {k: v for k, v in foo("a", size=1, nope=1).items() if k != "apiVersion"}]
    yield Sequence("custom/version-body", *served(*(post(FOOS + q, {**b, "status": {"x": 1}}) for b in bodies for q in ("", "?fieldValidation=Strict", "?fieldValidation=Ignore")),
                                                  post(FOOS, {**foo("a", "v3"), "metadata": {"name": 5}}), post(FOOS, foo(size=1)), put(f, foo("f", "v2", nope=1)),
                                                  *(patch(f, {**said, "spec": {"nope": 1}}) for said in ({"apiVersion": GROUP + "/v2"}, {"apiVersion": GROUP + "/v3"}, {"kind": "Bar"})),
                                                  crd=other, paths=(FOOS, v2)))
    yield Sequence("custom/unserved", post(CRDS, definition()), get(FOOS, until=200, ignore=True), delete(CRDS + "/foos." + GROUP, ignore=True),
                   get(CRDS + "/foos." + GROUP, until=404), get(FOOS, until=404), get("/apis/" + GROUP + "/v1", until=404))
    yield Sequence("custom/discovery", *served(get("/apis/" + GROUP), get("/apis/" + GROUP + "/v1"), get("/apis/" + GROUP + "/v1/nope"), get("/apis/" + GROUP + "/v7")))
    yield Sequence("custom/established", post(CRDS, definition(), ignore=True), get(FOOS, until=200, ignore=True), get(CRDS + "/foos." + GROUP),
                   patch(CRDS + "/foos." + GROUP, {"metadata": {"labels": {"a": "b"}}}), get(CRDS + "/foos." + GROUP, TABLE), delete(CRDS + "/foos." + GROUP))


# An apply of a custom resource stores another form than the one that is read, so the next write counts, whatever its content.
APPLIED = [{"labels": {}}, {"annotations": {}}, {"finalizers": []}, {"ownerReferences": []}, {"labels": None}, {"labels": {"a": None}}, {"labels": {"a": "b"}},
           {"generateName": ""}, {"creationTimestamp": None}, {"deletionGracePeriodSeconds": None}, {"selfLink": ""}]
EMBEDDED = [{"labels": {}, "name": "x"}, {"creationTimestamp": None}, {}, {"labels": {"a": "b"}, "nope": 1}]


def applied():
    f = FOOS + "/f"
    bodies = [({"name": "f", **meta}, {}) for meta in APPLIED]
    bodies += [({"name": "f"}, {"template": {"apiVersion": "v1", "kind": "Pod", "metadata": m}}) for m in EMBEDDED]
    for i, (meta, spec) in enumerate(bodies):
        body = {**foo(size=2, **spec), "metadata": meta}
        nothing = patch(f, {"spec": {"unknown": 1}})
        yield Sequence(f"custom/applied/{i}", *served(apply(f, foo(size=2), "m2"), apply(f, body), apply(f, body), nothing, nothing, apply(f, body), apply(f, foo(size=2)),
                                                      apply(f, foo(size=2)), get(f)))
        yield Sequence(f"custom/sent/{i}", *served(post(FOOS, body), patch(f, {"metadata": {k: v for k, v in meta.items() if k != "name"}, "spec": spec}), get(f)))
    # A write of the status does not change metadata.
    status = {"apiVersion": GROUP + "/v1", "kind": "Foo", "metadata": {"name": "f", "labels": {}}, "status": {"size": 1}}
    yield Sequence("custom/applied/status", *served(post(FOOS, foo(size=2)), apply(f + "/status", status), apply(f + "/status", status),
                                                    patch(f, {"spec": {"unknown": 1}}), get(f)))


def clean_up():
    """A definition is deleted, and its objects before it, one by one."""
    crd, f = CRDS + "/foos." + GROUP, FOOS + "/f"
    name = "&fieldSelector=metadata.name=foos." + GROUP
    begin = (post(CRDS, definition(), ignore=True), get(FOOS, until=200, ignore=True))
    rv = get(FOOS, save={"rv": "metadata/resourceVersion"}, ignore=True)
    at = get(crd, save={"at": "metadata/resourceVersion"}, ignore=True)
    yield Sequence("definition/clean-up", *begin, post(FOOS, foo("a")), post(FOOS, foo("b")), post(FOOS, foo("c")), rv, at, start("d", CRDS + "?watch=1&resourceVersion={at}" + name),
                   start("o", FOOS + "?watch=1&resourceVersion={rv}"), delete(crd), join("o", 3), join("d", 3), get(crd, until=404), get(FOOS, until=404))
    yield Sequence("definition/clean-up/empty", *begin, at, start("d", CRDS + "?watch=1&resourceVersion={at}" + name), delete(crd), join("d", 3), get(crd, until=404))
    yield Sequence("definition/clean-up/held", *begin, post(FOOS, {**foo(), "metadata": {"name": "f", "finalizers": ["a/b"]}}), post(FOOS, foo("g")), rv,
                   start("o", FOOS + "?watch=1&resourceVersion={rv}"), delete(crd), join("o", 2), get(f), get(crd), post(FOOS, foo("h")), apply(FOOS + "/h", foo("h")),
                   patch(f, {"metadata": {"labels": {"a": "b"}}}), patch(f, {"metadata": {"finalizers": None}}))


def bad_definitions():
    def schema(s):
        return definition(version={"schema": {"openAPIV3Schema": s}, "selectableFields": []})

    bad = [schema({"type": "object", "properties": {"spec": {}}}), schema({"type": "string"}), schema({}),
           schema({"type": "object", "properties": {"a": {"type": "array"}}}), schema({"type": "object", "properties": {"a": {"type": "nope"}}}),
           schema({"type": "object", "properties": {"a": {"type": "string", "pattern": "("}}}), schema({"type": "object", "properties": {"a": {"type": "integer", "default": "x"}}}),
           schema({"type": "object", "properties": {"a": {"type": "object", "additionalProperties": True, "properties": {"b": {"type": "string"}}}}}),
           schema({"type": "object", "properties": {"metadata": {"type": "object", "properties": {"labels": {"type": "object"}}}}}),
           schema({"type": "object", "anyOf": [{"properties": {"x": {"type": "string"}}}]}),
           schema({"type": "object", "properties": {"a": {"type": "array", "x-kubernetes-list-type": "map", "items": {"type": "object"}}}}),
           schema({"type": "object", "x-kubernetes-preserve-unknown-fields": False}), schema({"type": "object", "$ref": "x"}),
           {**definition(), "metadata": {"name": "wrong"}}, definition(scope="Nope"), definition(versions=[]), definition(version={"storage": False}),
           definition(version={"name": "V1"}), definition(version={"additionalPrinterColumns": [{"name": "a", "type": "nope", "jsonPath": ".x"}]}),
           definition(version={"additionalPrinterColumns": [{"name": "a", "type": "string", "jsonPath": "x["}]}),
           definition(version={"selectableFields": [{"jsonPath": ".spec.nope"}]}), definition(names={"plural": "foos", "kind": "foo"}),
           definition(names={"plural": "Foos", "kind": "Foo"}), definition(names={"plural": "foos", "kind": "Foo", "shortNames": ["A_"]}),
           definition(preserveUnknownFields=True), definition(conversion={"strategy": "Webhook"}), definition(conversion={"strategy": "Nope"}),
           definition(version={"subresources": {"scale": {"specReplicasPath": "x"}}}), definition(version={"schema": None}),
           {"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "metadata": {"name": "foos." + GROUP}}]
    one_of = {"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "string"}}, "oneOf": [{"required": ["a"]}, {"required": ["b"]}]}
    bad += [schema(one_of), schema({"type": "object", "x-kubernetes-embedded-resource": True}), schema({"type": "object", "maxProperties": 3})]
    yield Sequence("definition/root-without-status", post(CRDS + "?dryRun=All", definition(version={"schema": {"openAPIV3Schema": one_of}, "selectableFields": [], "subresources": {}})))
    for i, d in enumerate(bad):
        yield Sequence(f"definition/bad/{i}", post(CRDS, d), delete(CRDS + "/" + d["metadata"]["name"], ignore=True))
    yield Sequence("definition/defaults", post(CRDS + "?dryRun=All", definition(names={"plural": "foos", "kind": "Foo"})))
    yield Sequence("definition/update", *served(patch(CRDS + "/foos." + GROUP, {"spec": {"scope": "Cluster"}}), patch(CRDS + "/foos." + GROUP, {"spec": {"group": "x"}}),
                                                patch(CRDS + "/foos." + GROUP, {"spec": {"names": {"kind": "Bar"}}}),
                                                patch(CRDS + "/foos." + GROUP, {"spec": {"versions": []}})))
    yield Sequence("definition/cluster", post(CRDS, definition(scope="Cluster"), ignore=True), get("/apis/" + GROUP + "/v1/foos", until=200, ignore=True),
                   post("/apis/" + GROUP + "/v1/foos", foo()), get("/apis/" + GROUP + "/v1/foos/f"), get(FOOS), delete(CRDS + "/foos." + GROUP, ignore=True))


def definition_lives():
    path, crd = CRDS + "/foos." + GROUP, definition()
    hide = patch(path, [{"op": "replace", "path": "/spec/versions/0/served", "value": False}], JSON_PATCH, ignore=True)
    yield Sequence("definition/unserved", *served(post(FOOS, foo(size=2)), hide, get(FOOS, until=404, ignore=True), delete(path, ignore=True), get(path, until=404, ignore=True),
                                                  post(CRDS, crd, ignore=True), get(FOOS, until=200, ignore=True), get(FOOS + "/f")))
    bars = definition("bars", names={"plural": "bars", "kind": "Foo", "listKind": "BarList"})
    yield Sequence("definition/freed-names", *served(post(CRDS, bars, ignore=True), delete(path, ignore=True), get(FOOS.replace("/foos", "/bars"), until=200, ignore=True),
                                                     get(FOOS.replace("/foos", "/bars")), delete(CRDS + "/bars." + GROUP, ignore=True)))


def scales():
    f = FOOS + "/f/scale"
    open_spec = {"type": "object", "properties": {"spec": {"type": "object", "properties": {"n": {"type": "integer"}}}, "status": {"type": "object", "properties": {"n": {"type": "integer"}}}}}
    crd = definition(version={"schema": {"openAPIV3Schema": open_spec}, "selectableFields": [], "subresources": {"status": {}, "scale": {"specReplicasPath": ".spec.n", "statusReplicasPath": ".status.n"}}})
    scale = {"apiVersion": "autoscaling/v1", "kind": "Scale", "metadata": {"name": "f"}, "spec": {"replicas": 2}}
    for i, body in enumerate([foo(), foo(n=0), {**foo(), "spec": None}, foo(n=None)]):
        yield Sequence(f"custom/scale-absent/{i}", *served(post(FOOS, body), get(f), patch(f, {"spec": {"replicas": 3}}), get(f), get(FOOS + "/f"), crd=crd))
        yield Sequence(f"custom/scale-absent/{i}/put", *served(post(FOOS, body), put(f, scale), get(f), put(f, {**scale, "spec": {}}), get(f), get(FOOS + "/f"), crd=crd))
    for i, (kind, body) in enumerate([(STRATEGIC, {"spec": {"replicas": 3}}), ("application/json", {"spec": {"replicas": 3}}), ("text/plain", {"spec": {"replicas": 3}}), (YAML, {"spec": {"replicas": 3}}),
                                      (JSON_PATCH, [{"op": "replace", "path": "/spec/replicas", "value": 3}]), (JSON_PATCH, [{"op": "add", "path": "/spec", "value": {"replicas": 3}}])]):
        yield Sequence(f"custom/scale-type/{i}", *served(post(FOOS, foo(n=1)), patch(f, body, kind), get(f), crd=crd))


# Numbers as a client may write them: raw JSON, which json.dumps would change.
NUMBERS = ["1.5", "1.50", "0.1", "15e-1", "1e3", "2.0", "1E21", "1e20", "123456789.123456789", "4.7020617033410455e-205", "1.7976931348623157e308", "5e-324", "0.000001", "0.0000001",
           "9223372036854775807", "9223372036854775808", "18446744073709551615", "123456789012345678901234567890", "-0", "-0.0"]


def nested(levels):
    return '{"d":' * levels + "1" + "}" * levels


def values():
    f = FOOS + "/f"

    def text(any_value, name="f"):
        return '{"apiVersion":"' + GROUP + '/v1","kind":"Foo","metadata":{"name":"' + name + '"},"spec":{"any":' + any_value + "}}"

    for i, n in enumerate(NUMBERS):
        body = '{"n":' + n + ',"of":[' + n + "]}"
        yield Sequence(f"custom/numbers/{i}", *served(post(FOOS, text(body)), get(f), patch(f, {"metadata": {"labels": {"a": "b"}}}), put(f, text(body)), get(f),
                                                      patch(f, '{"spec":{"any":{"more":' + n + "}}}"), patch(f, '[{"op":"add","path":"/spec/any/other","value":' + n + "}]", JSON_PATCH),
                                                      apply(f, text(body), "m", True), apply(f, text(body), "m"), get(f, TABLE), get(FOOS)))
    yield Sequence("custom/numbers/small", *served(post(FOOS, text('{"n":1e-400}')), get(f), patch(f, '{"spec":{"any":{"more":-1e-400}}}')))
    yield Sequence("custom/numbers/whole", *served(post(FOOS, text('{"n":2}')), patch(f, '{"spec":{"any":{"n":2.0}}}')))
    yield Sequence("custom/numbers/range", *served(post(FOOS, text('{"n":1e400}'))))
    yield Sequence("custom/numbers/test", *served(post(FOOS, text('{"n":1.50}')), *(patch(f, '[{"op":"test","path":"/spec/any/n","value":' + n + "}]", JSON_PATCH) for n in ("1.5", "1.6", "1.50"))))
    multiples = definition()
    multiples["spec"]["versions"][0]["schema"]["openAPIV3Schema"]["properties"]["spec"]["properties"].update(
        port={"type": "integer", "multipleOf": 3}, any={"type": "number", "multipleOf": 3})
    yield Sequence("custom/numbers/multiple", *served(*(post(FOOS + "?dryRun=All", foo(**{k: v})) for k in ("port", "any") for v in (2, 2.0, 3, 3.0, 4.5)), crd=multiples))
    yield Sequence("custom/large", *served(post(FOOS, foo(any={"s": "x" * 1_600_000})), get(f), post(FOOS, foo(any={"s": "x" * 1_560_000})), patch(f, {"spec": {"any": {"t": "x" * 20_000}}}),
                                           delete(f)))
    yield Sequence("custom/deep/over", *served(post(FOOS, text(nested(100)))))
    for levels in (20, 24, 26, 30, 40, 61):
        yield Sequence(f"custom/deep/{levels}", *served(post(FOOS, text(nested(levels))), get(f), get(FOOS), patch(f, {"metadata": {"labels": {"a": "b"}}}), put(f, text(nested(levels))),
                                                        apply(FOOS + "/g", text(nested(levels), "g")), apply(FOOS + "/g", text(nested(levels), "g")), get(FOOS + "/g"),
                                                        patch(f, '{"spec":{"any":' + nested(levels - 1) + "}}"), get(f, YAML), delete(f)))


def sequences():
    for part in (validation, life, scales, values, applied, clean_up, bad_definitions, definition_lives):
        yield from part()
