"""null, nothing, a valid and an invalid value for each kind of schema, with and without `nullable` and a default."""

from sequence import Sequence, apply, get, post
from sequences.custom import CRDS, FOOS, definition, foo, served

# name: (schema, a valid value, an invalid one)
AB = ["A", "B"]
KINDS = {
    "enum": ({"type": "string", "enum": AB}, "A", "C"),
    "enumNull": ({"type": "string", "enum": [*AB, None]}, "A", "C"),
    # The schema that setpoint writes for an enum that may be null, and other forms of it.
    "anyEnum": ({"type": "string", "anyOf": [{"enum": AB}, {"enum": [None]}]}, "A", "C"),
    "oneEnum": ({"type": "string", "oneOf": [{"enum": AB}, {"enum": [None]}]}, "A", "C"),
    "allEnum": ({"type": "string", "allOf": [{"enum": AB}]}, "A", "C"),
    "notEnum": ({"type": "string", "not": {"enum": AB}}, "C", "A"),
    "numberEnum": ({"type": "integer", "enum": [1, 2]}, 1, 3),
    "pattern": ({"type": "string", "pattern": "^[a-z]+$", "maxLength": 5}, "abc", "ABC"),
    "minimum": ({"type": "integer", "format": "int32", "minimum": 1}, 5, 0),
    "ratio": ({"type": "number", "maximum": 1}, 0.5, 2),
    "flag": ({"type": "boolean"}, True, "x"),
    "object": ({"type": "object", "required": ["name"], "properties": {"name": {"type": "string"}, "size": {"type": "integer", "default": 1}}}, {"name": "a"}, {"size": 2}),
    "few": ({"type": "object", "minProperties": 1, "properties": {"name": {"type": "string"}}}, {"name": "a"}, {}),
    "list": ({"type": "array", "minItems": 1, "items": {"type": "string", "maxLength": 3}}, ["a"], []),
    "holes": ({"type": "array", "items": {"type": "string", "nullable": True}}, ["a", None], ["a", 5]),
    "enumHoles": ({"type": "array", "items": {"type": "string", "nullable": True, "anyOf": [{"enum": AB}, {"enum": [None]}]}}, ["A", None], ["C"]),
    "noHoles": ({"type": "array", "items": {"type": "string"}}, ["a"], ["a", None]),
    "defaultHoles": ({"type": "array", "items": {"type": "string", "default": "d"}}, ["a"], [5]),
    "set": ({"type": "array", "x-kubernetes-list-type": "set", "items": {"type": "string"}}, ["a", "b"], ["a", "a"]),
    "keyed": ({"type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["k"], "items": {
        "type": "object", "required": ["k"], "properties": {"k": {"type": "string"}}}}, [{"k": "a"}], [{"k": "a"}, {"k": "a"}]),
    "map": ({"type": "object", "additionalProperties": {"type": "integer", "minimum": 1}}, {"a": 1}, {"a": 0}),
    "gaps": ({"type": "object", "additionalProperties": {"type": "integer", "nullable": True}}, {"a": None}, {"a": "x"}),
    "noGaps": ({"type": "object", "additionalProperties": {"type": "integer"}}, {"a": 1}, {"a": "x"}),
    "port": ({"x-kubernetes-int-or-string": True, "anyOf": [{"type": "integer"}, {"type": "string"}]}, "http", True),
    "quantity": ({"x-kubernetes-int-or-string": True, "anyOf": [{"type": "integer"}, {"type": "string"}], "pattern": "^[0-9]+$"}, "5", "x"),
    "when": ({"type": "string", "format": "date-time"}, "2001-01-01T00:00:00Z", "x"),
    "any": ({"x-kubernetes-preserve-unknown-fields": True}, {"x": None}, None),
    "anyObject": ({"type": "object", "x-kubernetes-preserve-unknown-fields": True}, {"x": None}, 5),
}
FLAVOURS = {"plain": {}, "nullable": {"nullable": True}, "defaulted": {"default": ...}, "both": {"nullable": True, "default": ...}}
# Lists and maps with null entries that the schema does not allow: the type of the entries decides.
INSIDE = {"list": ["a", None], "noHoles": [None], "defaultHoles": ["a", None], "enum": [None], "noGaps": {"a": None}, "map": {"a": None, "b": 1}}


def schema(kind, flavour):
    s, valid, _ = KINDS[kind]
    extra = {k: valid if v is ... else v for k, v in FLAVOURS[flavour].items()}
    return {**s, **extra}


def crd(flavour):
    properties = {k: schema(k, flavour) for k in KINDS}
    return definition(version={"subresources": {}, "selectableFields": [], "additionalPrinterColumns": [], "schema": {"openAPIV3Schema": {"type": "object", "properties": {
        "spec": {"type": "object", "properties": {k: {"type": "object", "properties": {k: p}} for k, p in properties.items()}}}}}})


def body(kind, *value):
    return foo(kind.lower(), **{kind: dict.fromkeys([kind], *value) if value else {}})


def sequences():
    f = FOOS + "?dryRun=All"
    for flavour in FLAVOURS:
        steps = []
        for kind, (_, valid, invalid) in KINDS.items():
            steps += [post(f, body(kind)), post(f, body(kind, None)), post(f, body(kind, valid)), post(f, body(kind, invalid))]
            # An apply drops and keeps nulls by the schema too, and a merge patch with null removes.
            steps.append(apply(FOOS + "/" + kind.lower(), body(kind, None)))
        steps += [post(f, body(kind, value)) for kind, value in INSIDE.items()]
        yield Sequence("nulls/" + flavour, *served(*steps, get(FOOS), crd=crd(flavour)))
    # A default must satisfy its schema, and so must null.
    for kind in KINDS:
        for nullable in (False, True):
            d = definition(version={"subresources": {}, "selectableFields": [], "additionalPrinterColumns": [], "schema": {"openAPIV3Schema": {
                "type": "object", "properties": {"spec": {"type": "object", "properties": {"x": {**schema(kind, "plain"), "nullable": nullable, "default": None}}}}}}})
            yield Sequence(f"nulls/default/{kind}/{'nullable' if nullable else 'plain'}", post(CRDS + "?dryRun=All", d, ignore=False), namespace=False)
