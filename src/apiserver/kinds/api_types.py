"""The C++ types of the built-in kinds, from the catalogue: which types there are, in which file each is, and the rules for names,
members and attributes (catalogue/README.md). Used by `headers`."""

import glob
import json
import os
import re

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "catalogue")

# Packages without C++ types: CustomResourceDefinitions are written by crd_of() and read in part (apiextensions_v1.hpp).
NO_TYPES = {"api.resource", "apidiscovery.v2", "apiextensions.v1", "meta.v1beta1", "pkg.runtime", "util.intstr"}
# Types that are written by hand, with their headers.
BY_HAND = {
    "meta.v1.LabelSelector": ("label_selector", "setpoint/api/selector.hpp"),
    "meta.v1.LabelSelectorRequirement": ("match_expression", "setpoint/api/selector.hpp"),
    "meta.v1.Condition": ("condition", "setpoint/api/condition.hpp"),
}
# Fields that are left out: plugins that Kubernetes has removed or replaced by CSI drivers, and fields that it no longer uses.
REMOVED_VOLUMES = {"awsElasticBlockStore", "azureDisk", "azureFile", "cephfs", "cinder", "flexVolume", "flocker", "gcePersistentDisk",
                   "gitRepo", "glusterfs", "photonPersistentDisk", "portworxVolume", "quobyte", "rbd", "scaleIO", "storageos",
                   "vsphereVolume"}
LEFT_OUT = {
    "core.v1.Volume": REMOVED_VOLUMES,
    "core.v1.PersistentVolumeSpec": REMOVED_VOLUMES,
    "core.v1.PodSpec": {"serviceAccount"},  # the deprecated name of serviceAccountName
    "batch.v1.JobSpec": {"scheduling"},  # its types are those of an alpha version
    "core.v1.NodeSpec": {"configSource", "externalID"},
    "core.v1.NodeStatus": {"config"},
    "core.v1.Secret": {"stringData"},  # the server folds it into data
}
# Members whose name in JSON is a word of C++; others get an underscore. `ns` is also the name in object_meta.
MEMBER_NAMES = {"namespace": "ns", "operator": "op", "template": "pod_template"}
# Members with another type than the rules give. Texts of config maps are large and seldom the same.
MEMBER_TYPES = {
    "core.v1.Secret.data": "std::map<std::string, setpoint::secret>",
    "core.v1.ConfigMap.data": "std::map<std::string, std::string>",
}
# Other clients add ports with keys of their own; a Service must not serve them.
EXCLUSIVE = {"core.v1.ServiceSpec.ports"}
# Texts that differ in each object, by name in JSON: sharing them gains nothing.
UNIQUE = {"address", "containerID", "message", "note", "podCIDR", "podIP", "providerID", "resourceVersion", "token", "uid"}

PLAIN = {
    "string": ("interned_string", "setpoint/core/interned_string.hpp"),
    "bool": ("bool", ""),
    "int32": ("std::int32_t", "cstdint"),
    "int64": ("std::int64_t", "cstdint"),
    "float64": ("double", ""),
    "bytes": ("std::string", "string"),  # base64
    "Quantity": ("quantity", "setpoint/api/quantity.hpp"),
    "Time": ("timestamp", "setpoint/api/time.hpp"),
    "MicroTime": ("micro_timestamp", "setpoint/api/time.hpp"),
    "IntOrString": ("int_or_string", "setpoint/api/int_or_string.hpp"),
    "RawExtension": ("boost::json::value", "boost/json/value.hpp"),
    "JSON": ("boost::json::value", "boost/json/value.hpp"),
    "FieldsV1": ("boost::json::value", "boost/json/value.hpp"),
}
NUMBERS = ("bool", "int32", "int64", "float64")
# Framework types that are unset on their own, so that they need no std::optional.
UNSET = ("Quantity", "Time", "MicroTime", "IntOrString", "RawExtension", "JSON", "FieldsV1")

KEYWORDS = set("""alignas alignof and and_eq asm auto bitand bitor bool break case catch char class co_await co_return co_yield compl concept
const consteval constexpr constinit continue decltype default delete do double else enum explicit export extern false float for friend goto
if inline int linux long mutable namespace new noexcept not not_eq nullptr operator or or_eq private protected public register requires
return short signed sizeof static struct switch template this throw true try typedef typeid typename union unix unsigned using virtual void
volatile while xor xor_eq""".split())


def snake_case(name):
    """As snake_case() of src/cli/describe/cpp_names.cpp: podIPs is pod_ips."""
    out = ""
    for i, c in enumerate(name):
        if c.isupper() and i > 0:
            after = name[i + 1] if i + 1 < len(name) else ""
            is_plural = after == "s" and not name[i + 2:i + 3].islower()
            if not name[i - 1].isupper() or (after.islower() and not is_plural):
                out += "_"
        out += c.lower() if c.isalnum() else "_"
    return re.sub("__+", "_", out).strip("_")


def identifier(name):
    out = snake_case(name)
    return out + "_" if out in KEYWORDS else out


def member_name(json_name):
    return MEMBER_NAMES.get(json_name) or identifier(json_name)


def first_sentence(text, most=160):
    """As first_sentence() of src/cli/describe/cpp_names.cpp."""
    line = " ".join(text.strip().split("\n\n")[0].split())
    line = re.sub(r"[;,.]? *More info: .*", ".", line)
    for at in re.finditer(r"[.!?](?= |$)", line):
        before, after = line[:at.end()], line[at.end() + 1:at.end() + 2]
        if not after or line[at.end() + 1:].startswith("http") or (
                not before.endswith(("e.g.", "i.e.", "etc.", "vs.", "cf.")) and not after.islower()):
            line = before
            break
    if len(line) <= most:
        return line
    end = line.rfind(" ", 0, most + 1)
    return line[:end if end > 0 else most] + " ..."


class Field:
    """A field of a Go struct: "5 *core.v1.Probe,omitempty"."""

    def __init__(self, owner, name, text, schema):
        self.owner, self.json = owner, name
        kind, options = re.match(r"(?:\d+ )?([^ ,]+)((?:,\w+)*)", text).groups()
        self.pointer = kind.startswith("*")
        self.go = kind.lstrip("*")
        self.omits = bool(options)
        self.inner = re.sub(r"^(\[\]|map\[string\]|\*)+", "", self.go)
        self.property = schema.get("properties", {}).get(name, {})
        self.required = name in schema.get("required", [])
        self.member = member_name(name)

    def path(self):
        return f"{self.owner}.{self.json}"

    def doc(self):
        return first_sentence(self.property.get("description", ""))


class Type:
    def __init__(self, go, schema, fields):
        self.go, self.schema, self.fields = go, schema, fields
        self.package, self.go_name = go.rsplit(".", 1)
        self.namespace = self.package.replace(".", "_")
        self.name = identifier(self.go_name)
        self.stem = snake_case(self.go_name)
        self.kind = None

    def doc(self):
        return first_sentence(self.schema.get("description", ""))


class Catalogue:
    def __init__(self):
        self.schemas, self.api_versions, self.entries = {}, {}, {}
        for path in sorted(glob.glob(os.path.join(FOLDER, "*.json"))):
            package = os.path.basename(path)[:-len(".json")]
            with open(path, encoding="utf-8") as f:
                try:
                    content = json.load(f)
                except ValueError as error:
                    raise SystemExit(f"headers: {os.path.basename(path)}: {error}") from None
            self.api_versions[package] = content.get("apiVersion", "")
            for name, schema in content.get("types", {}).items():
                self.schemas[f"{package}.{name.rsplit('.', 1)[1]}"] = schema
            for kind, entry in content.get("kinds", {}).items():
                self.entries[f"{package}.{kind}"] = entry

    def schema(self, go):
        if go not in self.schemas:
            raise SystemExit(f"headers: no file of the catalogue declares the type {go}")
        return self.schemas[go]

    def fields(self, go, schema=None, owner=None):
        """With those of embedded structs, in the order of Go."""
        schema, owner, out = schema or self.schema(go), owner or go, []
        for name, text in self.schema(go).get("x-go", {}).items():
            if ",inline" in text:
                embedded = re.match(r"(?:\d+ )?\*?([^ ,]+)", text).group(1)
                out += self.fields(embedded, schema, owner) if name != "TypeMeta" else []
            elif name not in LEFT_OUT.get(owner, ()):
                out.append(Field(owner, name, text, schema))
        return out

    def kinds(self):
        """The kinds with a resource of their own, and those of subresources, if they have metadata."""
        used = set()
        for go, entry in self.entries.items():
            resource = entry.get("resource")
            if resource is None:
                continue
            used.add(go)
            for api in resource.get("subresources", {}).values():
                version, _, kind = api.rpartition("/")
                package = next((p for p, v in self.api_versions.items() if v == version), go.rsplit(".", 1)[0])
                used.add(f"{package}.{kind}")
        out = [go for go in sorted(used) if go.rsplit(".", 1)[0] not in NO_TYPES and go in self.schemas]
        return [go for go in out if any(f.inner == "meta.v1.ObjectMeta" for f in self.fields(go))]

    def is_condition(self, go):
        fields = self.schema(go).get("x-go", {}) if go in self.schemas else {}
        return go.endswith("Condition") and {"type", "status", "reason", "message", "lastTransitionTime"} <= set(fields)

    def is_list(self, go):
        return self.schemas.get(go, {}).get("x-go-form") == "list"

    def is_generated(self, go):
        """Whether it is a struct that is written into a header."""
        if go in PLAIN or go in BY_HAND or go == "meta.v1.ObjectMeta" or self.is_condition(go) or self.is_list(go):
            return False
        return bool(self.schema(go).get("x-go"))

    def types(self):
        """All that the kinds contain, by Go name; kinds first."""
        out, open_types = {}, self.kinds()
        kinds = set(open_types)
        while open_types:
            go = open_types.pop(0)
            if go in out:
                continue
            out[go] = Type(go, self.schema(go), self.fields(go))
            if go in kinds:
                out[go].kind = self.entries.get(go, {})
            for f in out[go].fields:
                if f.inner not in PLAIN and f.inner not in self.schemas:
                    raise SystemExit(f"headers: {out[go].package}.json: {go}.{f.json}: no file of the catalogue declares the type {f.inner}")
            open_types += [f.inner for f in out[go].fields if self.is_generated(f.inner)]
        return out


class Rules:
    """How fields become members."""

    def __init__(self, catalogue, types):
        self.catalogue, self.types = catalogue, types
        # Parts of a kind that are there with it: what they require is not sent while it is unset. The same holds for what only
        # controllers write.
        self.always_there = self.reached(lambda f: f.go == f.inner and not self.is_boxed(f))
        self.written = self.reached(lambda f: f.json != "status")
        self.keys = {(f.inner, key) for t in types.values() for f in t.fields for key in list_keys(f)}

    def reached(self, follows):
        out, left = set(), [go for go, t in self.types.items() if t.kind is not None]
        while left:
            go = left.pop()
            if go not in out:
                out.add(go)
                left += [f.inner for f in self.types[go].fields if f.inner in self.types and follows(f)]
        return out

    def is_struct(self, f):
        return f.inner in self.types or f.inner in BY_HAND

    def is_boxed(self, f):
        """Optional structs, and the status of kinds that are only asked: requests have none."""
        kind = self.types[f.owner].kind
        is_answer = kind is not None and f.json == "status" and "watch" not in kind.get("resource", {}).get("verbs", [])
        return f.go == f.inner and self.is_struct(f) and (is_answer or (f.pointer and not f.required))

    def initial(self, f):
        """A key of a list is always sent, or entries would not be found by it: "" or its default."""
        default = f.property.get("default")
        return default if (f.owner, f.json) in self.keys and f.go == "string" and not f.pointer and default else ""

    def attributes(self, f):
        out = []
        is_text_or_number = f.go in ("string", "MicroTime", "IntOrString", *NUMBERS[1:])
        part = f.owner in self.written and f.owner not in self.always_there
        if is_text_or_number and f.required and part:
            out.append("required")
        keys, kind = list_keys(f), f.property.get("x-kubernetes-list-type")
        if keys:
            out.append("list_map(" + ", ".join(f'"{k}"' for k in keys) + ")")
        elif kind == "set":
            out.append("list_set")
        if f.path() in EXCLUSIVE or (f.go.startswith("map[") and f.property.get("x-kubernetes-map-type") == "atomic"):
            out.append("exclusive")
        if f.go == "string" and f.json in UNIQUE:
            out.append("unique")
        if f.go in NUMBERS and f.omits and not f.pointer and f.json != "observedGeneration":
            out.append("omitzero")
        return out


def list_keys(f):
    if not f.go.startswith("[]"):
        return []
    keys = f.property.get("x-kubernetes-list-map-keys")
    if keys:
        return keys
    is_merged = "merge" in f.property.get("x-kubernetes-patch-strategy", "").split(",")
    key = f.property.get("x-kubernetes-patch-merge-key")
    return [key] if is_merged and key and not f.property.get("x-kubernetes-list-type") else []
