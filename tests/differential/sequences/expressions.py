"""Rules in CEL: x-kubernetes-validations of definitions, and what they make of objects."""

from sequence import Sequence, apply, delete, get, patch, post, put
from sequences.custom import CRDS, FOOS, GROUP, definition, foo, served

STRING, INTEGER = {"type": "string"}, {"type": "integer"}


def rule(text, **more):
    return {"rule": text, **more}


def having(properties, *rules, root=(), status=None, **more):
    """A definition whose spec has these properties and rules."""
    schema = {"type": "object", "properties": {"spec": {"type": "object", "properties": properties, "x-kubernetes-validations": list(rules), **more}}}
    if not rules:
        del schema["properties"]["spec"]["x-kubernetes-validations"]
    if status:
        schema["properties"]["status"] = status
    if root:
        schema["x-kubernetes-validations"] = list(root)
    return definition(version={"schema": {"openAPIV3Schema": schema}, "selectableFields": None, "additionalPrinterColumns": None, "subresources": {"status": {}} if status else None})


def tried(*bodies):
    """Each definition is created, if it is accepted, and deleted."""
    return [step for body in bodies for step in (post(CRDS, body), delete(CRDS + "/foos." + GROUP, ignore=True), get(CRDS + "/foos." + GROUP, until=404, ignore=True))]


NUMBERS = {"min": INTEGER, "max": INTEGER, "name": STRING, "ratio": {"type": "number"}, "port": {"x-kubernetes-int-or-string": True}, "when": {"type": "string", "format": "date-time"},
           "span": {"type": "string", "format": "duration"}, "day": {"type": "string", "format": "date"}, "data": {"type": "string", "format": "byte"}, "flag": {"type": "boolean"},
           "nul": {"type": "string", "nullable": True}, "any": {"x-kubernetes-preserve-unknown-fields": True}, "a.b": INTEGER, "in": INTEGER, "namespace": STRING, "for": INTEGER, "mode": {"type": "string", "enum": ["A", "Bcd"]},
           "set": {"type": "array", "x-kubernetes-list-type": "set", "maxItems": 9, "items": {"type": "string", "maxLength": 9}},
           "map": {"type": "object", "maxProperties": 9, "additionalProperties": {"type": "integer"}},
           "list": {"type": "array", "maxItems": 9, "items": {"type": "object", "properties": {"k": {"type": "string", "maxLength": 9}, "v": INTEGER}}},
           "keyed": {"type": "array", "maxItems": 9, "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["k"],
                     "items": {"type": "object", "required": ["k"], "properties": {"k": {"type": "string", "maxLength": 9}, "v": INTEGER}}},
           "template": {"type": "object", "x-kubernetes-embedded-resource": True, "x-kubernetes-preserve-unknown-fields": True}}

# One rule each, and objects that keep it or not. A definition that is refused answers in the first step.
RULES = [
    ("self.min <= self.max", [{"min": 1, "max": 2}, {"min": 3, "max": 2}, {"min": 1}, {}]),
    ("has(self.min) && has(self.max) && self.min <= self.max", [{}, {"min": 1, "max": 1}, {"min": 2, "max": 1}]),
    ("self.name.startsWith('a')", [{"name": "ab"}, {"name": "b"}]),
    ("self.ratio > 1.0", [{"ratio": 2}, {"ratio": 1}, {"ratio": 0.5}]),
    ("self.ratio > 1", [{"ratio": 2}]),
    ("type(self.port) == int ? self.port > 10 : self.port == 'http'", [{"port": 80}, {"port": 8}, {"port": "http"}, {"port": "x"}]),
    ("self.port + 1 > 10", [{"port": 80}, {"port": "x"}]),
    ("self.when > timestamp('2024-01-01T00:00:00Z') && self.when.getFullYear() < 2030", [{"when": "2025-01-01T00:00:00Z"}, {"when": "2020-01-01T00:00:00Z"}, {"when": "2025-01-01T00:00:00.5+02:00"}]),
    ("self.span < duration('1h')", [{"span": "5m"}, {"span": "2h"}, {"span": "1h30m"}]),
    ("self.day < timestamp('2024-01-02T00:00:00Z')", [{"day": "2024-01-01"}, {"day": "2025-01-01"}]),
    ("self.data == b'abc' && size(self.data) == 3", [{"data": "YWJj"}, {"data": "YWI="}]),
    ("!has(self.nul)", [{"nul": None}, {"nul": "x"}]),
    ("self.nul == 'x'", [{"nul": None}, {"nul": "x"}]),
    ("self.any == 1", []),
    ("has(self.any)", []),
    ("self.a__dot__b > 1 && self.__in__ > 1", [{"a.b": 2, "in": 2}, {"a.b": 1, "in": 2}]),
    ("self.namespace == 'x' && self.__namespace__ == 'x'", [{"namespace": "x"}, {"namespace": "y"}]),
    ("self.for > 1 && has(self.for)", [{"for": 2}, {"for": 1}, {}]),
    ("self.while == 1", []),
    ("self.set.exists(x, x == 'a') && 'b' in self.set", [{"set": ["b", "a"]}, {"set": ["a"]}, {"set": []}]),
    ("self.set == ['a', 'b']", [{"set": ["b", "a"]}, {"set": ["a", "b"]}, {"set": ["a"]}]),
    ("['a', 'b'] == self.set", [{"set": ["b", "a"]}, {"set": ["a", "b"]}]),
    ("self.set + ['a', 'c'] == ['c', 'a', 'b'] && size(self.set + self.set) == 2", [{"set": ["a", "b"]}, {"set": ["b"]}]),
    ("self.map.all(k, self.map[k] > 1)", [{"map": {"a": 2}}, {"map": {"a": 1}}, {"map": {}}]),
    ("self.map == {'a': 1}", [{"map": {"a": 1}}, {"map": {"a": 2}}, {"map": {"a": 1, "b": 1}}]),
    ("'a' in self.map && self.map.a == 1", [{"map": {"a": 1}}, {"map": {}}]),
    ("self.list.map(x, x.v).sum() < 5", [{"list": [{"v": 1}, {"v": 2}]}, {"list": [{"v": 5}]}, {"list": [{"k": "a"}]}]),
    ("self.list[0].k == 'a'", [{"list": []}, {"list": [{"k": "a"}]}]),
    ("self.keyed.exists_one(x, x.k == 'a')", [{"keyed": [{"k": "a"}, {"k": "b"}]}, {"keyed": []}]),
    ("self.keyed + self.keyed == self.keyed", [{"keyed": [{"k": "a", "v": 1}, {"k": "b"}]}]),
    ("self.template.metadata.name == 'n' && self.template.kind == 'Pod'", [{"template": {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "n"}}}, {"template": {"apiVersion": "v1", "kind": "Pod"}}]),
    ("self.template.spec.x == 1", []),
    ("self.mode == 'A'", [{"mode": "A"}, {"mode": "Bcd"}]),
    ("self == oldSelf", [{"min": 1}]),
    ("self.nope == 1", []), ("self.min == 'x'", []), ("self.min", []), ("", []), (" ", []), ("self.", []), ("1 / 0 == 1", [{}]), ("self.min / 0 == 1", [{"min": 1}]), ("int(self.name) == 1", [{"name": "x"}, {"name": "1"}]),
    ("self.name.matches('(')", []), ("self.name.matches('^[a-z]+$')", [{"name": "abc"}, {"name": "A"}]), ("self.name.find('[0-9]+') == '12'", [{"name": "a12"}]),
    ("isURL(self.name) && url(self.name).getHost() == 'a'", [{"name": "http://a/b"}, {"name": "x"}]), ("quantity(self.name).isGreaterThan(quantity('1Gi'))", [{"name": "2Gi"}, {"name": "x"}, {"name": "1"}]),
    ("ip(self.name).family() == 4", [{"name": "10.0.0.1"}, {"name": "::1"}, {"name": "x"}]), ("cidr('10.0.0.0/8').containsIP(self.name)", [{"name": "10.2.3.4"}, {"name": "11.0.0.0"}]),
    ("format.dns1123Label().validate(self.name).hasValue() == false", [{"name": "a"}, {"name": "A"}]), ("isSemver(self.name)", [{"name": "1.2.3"}, {"name": "1"}]),
    ("self.?name.orValue('d') == 'd'", [{}, {"name": "x"}]), ("self.all(k, k != 'a')", []), ("dyn(self).all(k, k != 'flag')", [{"min": 1}, {"flag": True}]), ("[1, 2].exists(x, x == self.min)", [{"min": 2}, {"min": 3}]),
    ("cel.bind(x, self.min, x + x == 4)", []), ("self.set.isSorted() && self.set.sum() == 'ab'", []), ("lists.range(self.min).all(x, x < 3)", [{"min": 3}, {"min": 5}]),
    ("math.greatest(self.min, self.max) < 3", []), ("self.name.format([1]) == 'x'", [{"name": "x"}, {"name": "%d"}]), ("sets.contains(self.set, ['a'])", [{"set": ["a"]}, {"set": []}]),
    ("self.min.foo()", []), ("foo(self)", []), ("self.min + self.name == 1", []), ("self.list.all(x, x.nope)", []), ("oldSelf.min == self.min", [{"min": 1}]), ("object.min == 1", []), ("request.name == ''", []), ("true || self.min", []),
    ("self.min >", []), ("self.name == \"a\\\"", []), ("[1, 'a'] == []", []), ("{1: 2, 'a': 3} == {}", []), ("duration('x') == self.span", []), ("timestamp('x') == self.when", []), ("has(self)", []), ("self['min'] == 1", []),
]


def one_rule():
    for i, (text, specs) in enumerate(RULES):
        d = having(NUMBERS, rule(text))
        objects = (post(FOOS, foo(f"f{j}", **spec)) for j, spec in enumerate(specs))
        yield Sequence(f"expressions/rule/{i}", post(CRDS, d), *(served(*objects, crd=d) if specs else tried(d)))


TEXTS = [{"message": "m"}, {"message": " m "}, {"message": "a\nb"}, {"messageExpression": "'min is ' + string(self.min)"}, {"messageExpression": "self.min"}, {"messageExpression": "'' + ''"},
         {"messageExpression": "'a\\nb'", "message": "own"}, {"messageExpression": "string(self.max)", "message": "own"}, {"messageExpression": "string(self.max)"}, {"messageExpression": "self.nope"},
         {"messageExpression": " "}, {"messageExpression": "'x'.repeat(3)"}, {"reason": "FieldValueForbidden", "message": "m"}, {"reason": "FieldValueRequired", "message": "m"}, {"reason": "FieldValueDuplicate", "message": "m"},
         {"reason": "FieldValueInvalid"}, {"reason": "Other"}, {"fieldPath": ".min"}, {"fieldPath": ".map['x.y']"}, {"fieldPath": ".list"}, {"fieldPath": ".nope"}, {"fieldPath": "min"}, {"fieldPath": ".min."},
         {"fieldPath": "['min']"}, {"fieldPath": ".map.a"}, {"fieldPath": ".map[a]"}, {"fieldPath": ".min\n"}, {"fieldPath": " "}, {"optionalOldSelf": True}, {"optionalOldSelf": False}]


def texts():
    for i, more in enumerate(TEXTS):
        d = having(NUMBERS, rule("self.min < 5", **more))
        yield Sequence(f"expressions/text/{i}", post(CRDS, d), *served(post(FOOS, foo(min=9)), post(FOOS, foo(min=1)), put(FOOS + "/f", foo(min=9)), crd=d, paths=(FOOS,) if "nope" not in str(more) else ()))


def places():
    """Rules at every level, their paths, and the values in messages."""
    below = [rule("self > 2")]
    leaf = {"type": "integer", "x-kubernetes-validations": below}
    properties = {"leaf": leaf, "text": {"type": "string", "x-kubernetes-validations": [rule("size(self) > 2")]}, "list": {"type": "array", "items": leaf, "x-kubernetes-validations": [rule("size(self) < 3")]},
                  "map": {"type": "object", "additionalProperties": leaf, "x-kubernetes-validations": [rule("size(self) < 3")]}, "object": {"type": "object", "properties": {"leaf": leaf, "x y": leaf}},
                  "nul": {"type": "integer", "nullable": True, "x-kubernetes-validations": below}, "port": {"x-kubernetes-int-or-string": True, "x-kubernetes-validations": [rule("self == 80 || self == 'http'")]},
                  "nested": {"type": "array", "items": {"type": "array", "items": {"type": "object", "properties": {"m": {"type": "object", "additionalProperties": leaf}}}}},
                  "template": {"type": "object", "x-kubernetes-embedded-resource": True, "x-kubernetes-preserve-unknown-fields": True, "x-kubernetes-validations": [rule("self.metadata.name == 'n'")]}}
    d = having(properties, root=[rule("self.metadata.name.startsWith('f')"), rule("self.kind == 'Foo' && self.apiVersion.endsWith('v1')")])
    bad = [{"leaf": 1}, {"text": "a"}, {"list": [3, 1]}, {"list": [3, 3, 3]}, {"map": {"a": 1, "b.c": 2}}, {"object": {"leaf": 1, "x y": 1}}, {"nul": None}, {"nul": 1}, {"port": 81}, {"port": "x"},
           {"nested": [[{"m": {"a": 1}}], [{}, {"m": {"b": 3}}]]}, {"template": {"apiVersion": "v1", "kind": "X", "metadata": {"name": "m"}}}]
    yield Sequence("expressions/place/values", *served(*(post(FOOS, foo("f", **spec)) for spec in bad), post(FOOS, foo("g")), post(FOOS, foo("f", leaf=1, text="a")), crd=d))
    for i, node in enumerate([{"x-kubernetes-preserve-unknown-fields": True}, {"type": "object", "x-kubernetes-preserve-unknown-fields": True}, {"type": "array", "items": {"x-kubernetes-preserve-unknown-fields": True}},
                              {"type": "object", "additionalProperties": {"x-kubernetes-preserve-unknown-fields": True}}, {"type": "object", "additionalProperties": True}, {"type": "object"}, {"type": "string", "format": "int32"}]):
        yield Sequence(f"expressions/place/{i}", *tried(having({"x": {**node, "x-kubernetes-validations": [rule("true"), rule("size(self) >= 0")]}}), having({"x": node}, rule("has(self.x)"))))
    for key in ("allOf", "anyOf", "oneOf", "not"):
        inner = {"x-kubernetes-validations": [rule("true")]}
        yield Sequence(f"expressions/place/{key}", *tried(having({"x": {"type": "integer", key: inner if key == "not" else [inner]}})))


def costs():
    """Estimates of costs, and the limits of definitions."""
    text, items = {"type": "string"}, {"type": "array", "items": {"type": "string"}}
    shapes = [({"x": text}, "self.x.contains('a')"), ({"x": text}, "self.x.matches('^a+$')"), ({"x": items}, "self.x.all(y, y.contains('a'))"), ({"x": {**items, "maxItems": 10}}, "self.x.all(y, y.contains('a'))"),
              ({"x": {**items, "maxItems": 10}}, "self.x.all(y, self.x.all(z, y == z))"), ({"x": items}, "self.x.all(y, self.x.all(z, y == z))"), ({"x": {**items, "maxItems": 10, "items": {"type": "string", "maxLength": 5}}}, "self.x.all(y, self.x.all(z, y == z))"),
              ({"x": {"type": "object", "additionalProperties": text}}, "self.x.all(k, self.x[k] == 'a')"), ({"x": {"type": "object", "additionalProperties": text}}, "self.x.all(k, k.contains('a'))"),
              ({"x": {"type": "string", "format": "date-time"}}, "string(self.x).contains('a')"), ({"x": {"type": "string", "enum": ["a", "bcd"]}}, "self.x.contains('a')"), ({"x": items}, "self.x.sort() == self.x"),
              ({"x": items}, "self.x == oldSelf.x"), ({"x": {"x-kubernetes-int-or-string": True}}, "string(self.x).contains('a')"), ({"x": {"type": "integer"}}, "lists.range(self.x).all(y, lists.range(self.x).all(z, y != z))"),
              ({"x": items}, "self.x.map(y, y + y).exists(z, z.matches('a*'))"), ({"x": items, "y": items}, "self.x.all(a, a in self.y)"), ({"x": text}, "self.x.split(',').all(y, isIP(y))"), ({"x": {"type": "string", "maxLength": 3}}, "self.x.upperAscii() == self.x")]
    for i, (properties, text) in enumerate(shapes):
        inner = {"type": "object", "properties": properties, "x-kubernetes-validations": [rule(text)]}
        told = {"type": "object", "required": ["x"], "properties": properties, "x-kubernetes-validations": [rule("true", messageExpression=f"string({text})")]}
        yield Sequence(f"expressions/cost/{i}", *tried(having(properties, rule(text)), having({"in": {"type": "array", "items": inner}}), having({"in": {"type": "object", "additionalProperties": told}})))
    many = having({"x": items}, *(rule(f"self.x.all(y, y.contains('{i}'))") for i in range(3)))
    yield Sequence("expressions/cost/total", *tried(many))
    yield Sequence("expressions/cost/total-of-items", *tried(having({"in": {"type": "array", "items": {"type": "object", "properties": {"x": {"type": "string", "maxLength": 100}}, "x-kubernetes-validations": [rule(f"self.x != '{i}'") for i in range(30)]}}})))


def updates():
    """Transition rules, correlation, ratcheting."""
    properties = {"a": {"type": "string", "x-kubernetes-validations": [rule("self == oldSelf", message="a is immutable")]}, "b": {"type": "integer", "x-kubernetes-validations": [rule("self >= oldSelf")]},
                  "opt": {"type": "integer", "x-kubernetes-validations": [rule("!oldSelf.hasValue() || self > oldSelf.value()", optionalOldSelf=True)]}, "low": {"type": "integer", "x-kubernetes-validations": [rule("self < 5")]},
                  "keyed": {**NUMBERS["keyed"], "items": {**NUMBERS["keyed"]["items"], "x-kubernetes-validations": [rule("self.v >= oldSelf.v"), rule("self.v < 100")]}},
                  "map": {"type": "object", "additionalProperties": {"type": "integer", "x-kubernetes-validations": [rule("self >= oldSelf")]}}}
    d = having(properties, rule("!has(oldSelf.a) || has(self.a)"), rule("size(self) >= 0", message="size"))
    yield Sequence("expressions/update/transition", *served(
        post(FOOS, foo(a="x", b=1, opt=1, keyed=[{"k": "a", "v": 1}, {"k": "b", "v": 2}], map={"x": 1})), patch(FOOS + "/f", {"spec": {"a": "y"}}), patch(FOOS + "/f", {"spec": {"a": None}}), patch(FOOS + "/f", {"spec": {"b": 0}}),
        patch(FOOS + "/f", {"spec": {"b": 2, "opt": 1}}), patch(FOOS + "/f", {"spec": {"opt": 2}}), patch(FOOS + "/f", {"spec": {"keyed": [{"k": "b", "v": 1}, {"k": "a", "v": 1}]}}), patch(FOOS + "/f", {"spec": {"keyed": [{"k": "b", "v": 2}, {"k": "c", "v": 0}]}}),
        patch(FOOS + "/f", {"spec": {"map": {"x": 0, "y": 0}}}), patch(FOOS + "/f", {"spec": {"b": None}}), patch(FOOS + "/f", {"spec": {"b": 0}}), apply(FOOS + "/f", {**foo(a="z"), "metadata": {"name": "f"}}, "m1", force=True), get(FOOS + "/f"), crd=d))
    loose = having({"low": {"type": "integer"}, "x": {"type": "integer"}, "keyed": NUMBERS["keyed"], "list": NUMBERS["list"], "o": {"type": "object", "properties": {"p": INTEGER, "q": INTEGER}}})
    item = {**NUMBERS["keyed"]["items"], "x-kubernetes-validations": [rule("self.v < 5", messageExpression="'v is ' + string(self.v)")]}
    strict = having({"low": properties["low"], "x": {"type": "integer"}, "keyed": {**NUMBERS["keyed"], "items": item}, "list": {**NUMBERS["list"], "items": {**NUMBERS["list"]["items"], "x-kubernetes-validations": [rule("self.v < 5")]}},
                     "o": {"type": "object", "properties": {"p": INTEGER, "q": INTEGER}, "x-kubernetes-validations": [rule("self.p < 5", fieldPath=".p", reason="FieldValueForbidden")]}})
    old = foo(low=9, keyed=[{"k": "a", "v": 9}, {"k": "b", "v": 1}], list=[{"k": "a", "v": 9}], o={"p": 9})
    tightened = {"spec": {"versions": strict["spec"]["versions"]}}
    yield Sequence("expressions/update/ratchet", *served(
        post(FOOS, old), patch(CRDS + "/foos." + GROUP, tightened), post(FOOS, foo("g", low=9), until=422), patch(FOOS + "/f", {"spec": {"x": 1}}), patch(FOOS + "/f", {"metadata": {"labels": {"a": "b"}}}), patch(FOOS + "/f", {"spec": {"low": 8}}),
        patch(FOOS + "/f", {"spec": {"keyed": [{"k": "b", "v": 1}, {"k": "a", "v": 9}]}}), patch(FOOS + "/f", {"spec": {"keyed": [{"k": "a", "v": 9}, {"k": "c", "v": 7}]}}), patch(FOOS + "/f", {"spec": {"list": [{"k": "a", "v": 9}, {"k": "b", "v": 1}]}}),
        patch(FOOS + "/f", {"spec": {"o": {"q": 1}}}), patch(FOOS + "/f", {"spec": {"o": {"p": 3}}}), get(FOOS + "/f"), crd=loose))
    status = {"type": "object", "properties": {"n": {"type": "integer", "x-kubernetes-validations": [rule("self >= oldSelf")]}}, "x-kubernetes-validations": [rule("self.n < 9")]}
    d = having({"x": INTEGER}, rule("self.x < 5"), root=[rule("!has(self.status) || self.status.n <= self.spec.x")], status=status)
    yield Sequence("expressions/update/status", *served(
        post(FOOS, foo(x=4)), patch(FOOS + "/f/status", {"status": {"n": 3}}), patch(FOOS + "/f/status", {"status": {"n": 2}}), patch(FOOS + "/f/status", {"status": {"n": 20}}), patch(FOOS + "/f", {"spec": {"x": 1}}), put(FOOS + "/f/status", {**foo(x=9), "status": {"n": 4}}), get(FOOS + "/f"), crd=d))
    for i, text in enumerate(["self.all(x, x == oldSelf[0])", "self == oldSelf"]):
        for kind in ("atomic", "set", "map"):
            if kind == "map":
                lists = {"type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["k"], "maxItems": 4, "items": {**NUMBERS["keyed"]["items"], "x-kubernetes-validations": [rule("self == oldSelf")]}}
            else:
                lists = {"type": "array", "x-kubernetes-list-type": kind, "maxItems": 4, "items": {"type": "string", "maxLength": 4, "x-kubernetes-validations": [rule("self == oldSelf")]}}
            yield Sequence(f"expressions/update/correlation/{kind}/{i}", *tried(having({"l": lists}), having({"l": {**lists, "items": {k: v for k, v in lists["items"].items() if k != "x-kubernetes-validations"}, "x-kubernetes-validations": [rule(text)]}})))


def defaults():
    """Defaults keep the rules, and rules see defaults."""
    for i, (value, text) in enumerate([(3, "self < 5"), (7, "self < 5"), (3, "self == oldSelf"), (3, "oldSelf.hasValue()")]):
        more = {"optionalOldSelf": True} if "hasValue" in text else {}
        yield Sequence(f"expressions/default/{i}", *tried(having({"x": {"type": "integer", "default": value, "x-kubernetes-validations": [rule(text, **more)]}})))
    nested = {"o": {"type": "object", "default": {"p": 9}, "properties": {"p": {"type": "integer", "x-kubernetes-validations": [rule("self < 5", message="p is small")]}}, "x-kubernetes-validations": [rule("has(self.p)")]}}
    yield Sequence("expressions/default/nested", *tried(having(nested)))
    d = having({"x": {"type": "integer", "default": 3}, "y": INTEGER}, rule("self.x < self.y"))
    yield Sequence("expressions/default/seen", *served(post(FOOS, foo(y=4)), post(FOOS, foo("g", y=2)), post(FOOS, foo("h", x=1, y=2)), crd=d))


def budgets():
    """Objects whose rules cost too much, and objects that are too wrong for rules."""
    big = {"l": {"type": "array", "maxItems": 3000, "items": {"type": "integer"}}}
    d = having(big, rule("self.l.all(x, self.l.all(y, x + y < 100000))"))
    yield Sequence("expressions/budget/call", *tried(d), *served(post(FOOS, foo(l=[1] * 10)), post(FOOS, foo("g", l=list(range(1200)))), crd=having({"l": {**big["l"], "maxItems": 1300}}, rule("self.l.all(x, self.l.all(y, x + y < 100000))")), paths=()))
    item = {"type": "object", "properties": {"v": {"type": "string", "maxLength": 20000}}, "x-kubernetes-validations": [rule("self.v.matches('^a*b*c*$')"), rule("!self.v.contains('zz')")]}
    d = having({"l": {"type": "array", "maxItems": 50, "items": item}})
    yield Sequence("expressions/budget/object", *tried(d))
    d = having(NUMBERS, rule("self.min < 5"), rule("self.name == 'x'", reason="FieldValueRequired", fieldPath=".name"))
    yield Sequence("expressions/budget/blocked", *served(post(FOOS, foo(min="x")), post(FOOS, foo(min=9, mode="no")), post(FOOS, foo(min=9, name="y")), post(FOOS + "?dryRun=All", foo(min=9, name="x")), post(FOOS, foo(min=9, name="x", unknown=1)), crd=d))


def definitions():
    """Updates of definitions with rules."""
    good, bad = having(NUMBERS, rule("self.min < 5")), having(NUMBERS, rule("self.nope < 5"))
    where = CRDS + "/foos." + GROUP
    yield Sequence("expressions/definition/update", *served(put(where, bad), patch(where, {"spec": {"versions": bad["spec"]["versions"]}}), patch(where, {"metadata": {"labels": {"a": "b"}}}), apply(where, bad, "m1", force=True), get(where), crd=good))
    two = having(NUMBERS, rule("self.min < 5"))
    other = {**having(NUMBERS, rule("self.nope > 5"))["spec"]["versions"][0], "name": "v2", "storage": False}
    two["spec"]["versions"].append(other)
    yield Sequence("expressions/definition/versions", *tried(two))
    wrong = having({"x": {"type": "nope"}, "y": {"type": "integer", "x-kubernetes-validations": [rule("self.z")]}}, rule("self.nope"))
    yield Sequence("expressions/definition/schema", *tried(wrong))


# Literal text in patterns: accepted ones, with texts that match or not, and refused ones.
QUOTING = [(r"^\Qa.b\E$", ("a.b", "axb")), (r"^\Q(", ("(", "a")), (r"\Q[a]\E+$", ("[a]]", "a")), (r"^(\Qa|b\E)$", ("a|b", "a")), (r"a\Q\E*b", ("b", "aab", "c")), (r"^\Qa\b\E$", ("a\\b", "ab")), (r"^\Qa\\E$", ("a\\", "a"))]
NOT_QUOTING = [r"a\E", r"[\Qa]\E]", r"\Q\E*", r"\q"]


def quoting():
    for i, (pattern, texts) in enumerate(QUOTING):
        d = having({"x": {"type": "string", "pattern": pattern}, "y": STRING}, rule(f"!has(self.y) || self.y.matches(r'{pattern}')"))
        yield Sequence(f"expressions/quoting/{i}", post(CRDS, d), *served(*(post(FOOS, foo(f"f-{field}-{j}", **{field: text})) for field in "xy" for j, text in enumerate(texts)), crd=d))
    yield Sequence("expressions/quoting/refused", *tried(*(having({"x": {"type": "string", "pattern": pattern}}) for pattern in NOT_QUOTING), *(having({"y": STRING}, rule(f"self.y.matches(r'{pattern}')")) for pattern in NOT_QUOTING)))


def sequences():
    for part in (one_rule, texts, places, costs, updates, defaults, budgets, definitions, quoting):
        yield from part()
