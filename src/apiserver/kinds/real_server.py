"""What a real kube-apiserver knows of its built-in kinds: schemas, resources, columns and the objects that it creates when it starts."""

import http.client
import json
import re
import sys
import urllib.parse

GROUPS = ["api/v1"] + ["apis/" + g for g in (
    "admissionregistration.k8s.io/v1 apiextensions.k8s.io/v1 apiregistration.k8s.io/v1 apps/v1 authentication.k8s.io/v1 "
    "authorization.k8s.io/v1 autoscaling/v1 autoscaling/v2 batch/v1 certificates.k8s.io/v1 coordination.k8s.io/v1 "
    "discovery.k8s.io/v1 events.k8s.io/v1 flowcontrol.apiserver.k8s.io/v1 networking.k8s.io/v1 node.k8s.io/v1 policy/v1 "
    "rbac.authorization.k8s.io/v1 resource.k8s.io/v1 scheduling.k8s.io/v1 storage.k8s.io/v1 storagemigration.k8s.io/v1").split()]
REF = "#/components/schemas/"
# These types have custom decoders: no field errors, or other messages.
OWN_DECODERS = ("Quantity", "IntOrString", "Time", "MicroTime", "Duration", "FieldsV1", "RawExtension", "JSON",
                "JSONSchemaPropsOrArray", "JSONSchemaPropsOrBool", "JSONSchemaPropsOrStringArray")
DELETE_OPTIONS = "io.k8s.apimachinery.pkg.apis.meta.v1.DeleteOptions"  # the body of a request, not a kind of object
ERROR = re.compile(r"json: cannot unmarshal (.+?) into Go struct field (\w+)\.(\S+) of type (\S+)")
TABLE = "application/json;as=Table;v=v1;g=meta.k8s.io"
# kinds/shared/columns.cpp fills in these descriptions.
FILLED_IN = ("Name must be unique within a namespace. ", "CreationTimestamp is a timestamp representing the server time ")
DEFAULT_COLUMNS = [{"name": "Name", "type": "string", "format": "name"}, {"name": "Created At", "type": "date"}]
INITIAL_KINDS = ["clusterroles", "clusterrolebindings", "roles", "rolebindings", "apiservices", "flowschemas", "prioritylevelconfigurations", "servicecidrs"]


class Server:
    def __init__(self, url):
        self.connection = http.client.HTTPConnection(urllib.parse.urlparse(url).netloc)

    def ask(self, method, path, body=None, accept="application/json"):
        self.connection.request(method, path, body and json.dumps(body), {"Content-Type": "application/json", "Accept": accept})
        return json.loads(self.connection.getresponse().read())


def last(name):
    return name.rsplit(".", 1)[-1]


# --- schemas ---

def target(schema):
    """The definition that a schema refers to, if any."""
    for s in [schema] + schema.get("allOf", []):
        if "$ref" in s:
            return s["$ref"][len(REF):]
    return None


def go_type(schema):
    """The type of a field that its schema alone suggests."""
    to = target(schema)
    if to:
        return ".".join(to.rsplit(".", 2)[-2:]) if not to.endswith("api.resource.Quantity") else "resource.Quantity"
    kind = schema.get("type")
    if kind == "array":
        return "[]" + go_type(schema["items"])
    if "additionalProperties" in schema:
        return "map[string]" + go_type(schema["additionalProperties"])
    if kind == "string":
        return "[]uint8" if schema.get("format") == "byte" else "string"
    return {"integer": schema.get("format", "int64"), "boolean": "bool", "number": "float64"}.get(kind, "")


def roots(server):
    """The URLs to which objects of each type can be sent: (URL, apiVersion, kind)."""
    for path in GROUPS:
        for r in server.ask("GET", "/" + path)["resources"]:
            if "create" in r["verbs"] and "/" not in r["name"]:
                url = "/" + path + ("/namespaces/default/" if r["namespaced"] else "/") + r["name"] + "?dryRun=All"
                yield url, path.split("/", 1)[1], r["kind"]


def definition_of(schemas, api_version, kind):
    group, _, version = api_version.rpartition("/")
    for name, s in schemas.items():
        for g in s.get("x-kubernetes-group-version-kind", []):
            if (g["group"], g["version"], g["kind"]) == (group, version, kind) and last(name) == kind:
                return name
    return None


def wrap(value, steps):
    for step in reversed(steps):
        value = [value] if step == "[]" else {step or "k": value}
    return value


def ask_for_type(server, schemas, at, url, field, schema):
    """Sends a value of a wrong type, and adds the type that the error names. `at`: (definition, steps, method, body)"""
    name, steps, method, head = at
    wrong = "x" if schema.get("type") not in ("string",) or target(schema) else 7
    answer = server.ask(method, url, {**head, **wrap(wrong, steps + [field])})
    found = ERROR.search(answer.get("message", ""))
    if not found or found.group(2) != last(name):
        print("no field error:", name, field, answer.get("message", "")[:150], file=sys.stderr)
        return
    path, got = found.group(3).split("."), found.group(4)
    if got != go_type(schema):
        schema["x-go-type"] = got
    if len(path) > 1 and path[-1] == field and path[-2][:1].isupper():
        schema["x-go-inline"] = path[-2]


def probe(server, schemas):
    """Asks for the type of every field of every definition that can be reached."""
    seen, queue = set(), []
    for url, api_version, kind in roots(server):
        name = definition_of(schemas, api_version, kind)
        if name:
            queue.append((name, [], "POST", url, {"apiVersion": api_version, "kind": kind}))
    queue.append((DELETE_OPTIONS, [], "DELETE", "/api/v1/namespaces/default/configmaps/none?dryRun=All", {}))
    while queue:
        name, steps, method, url, head = queue.pop(0)
        if name in seen or last(name) in OWN_DECODERS or len(steps) > 14:
            continue
        seen.add(name)
        for field, schema in schemas[name].get("properties", {}).items():
            if not steps and field in ("apiVersion", "kind"):
                continue
            inner, at = schema, steps + [field]
            if target(schema) is None or last(target(schema)) not in OWN_DECODERS:
                ask_for_type(server, schemas, (name, steps, method, head), url, field, schema)
            while target(inner) is None and ("items" in inner or "additionalProperties" in inner):
                at = at + (["[]"] if "items" in inner else [""])
                inner = inner.get("items") or inner["additionalProperties"]
            if target(inner):
                queue.append((target(inner), at, method, url, head))


def schemas(server):
    """The definitions of /openapi/v3 by name. Two additions to fields: x-go-type, if the schema suggests another type of Go
    (v1.RestartPolicy of a string), and x-go-inline, the embedded struct that contains the field (VolumeSource)."""
    out = {}
    for path in GROUPS:
        for name, schema in server.ask("GET", "/openapi/v3/" + path)["components"]["schemas"].items():
            out.setdefault(name, schema)
    probe(server, out)
    return out


# --- resources ---

def columns(server, path):
    out = []
    for c in server.ask("GET", f"/{path}?limit=1", accept=TABLE)["columnDefinitions"]:
        row = {"name": c["name"], "type": c["type"]}
        if c["format"]:
            row["format"] = c["format"]
        if c["priority"]:
            row["priority"] = c["priority"]
        if not c["description"].startswith(FILLED_IN):
            row["description"] = c["description"]
        out.append(row)
    return [] if out == DEFAULT_COLUMNS else out


def resources(server):
    """{apiVersion: {kind: {"resource": {...}, "columns": [...]}}}"""
    out = {}
    for path in GROUPS:
        kinds = out[path.split("/", 1)[1]] = {}
        plurals = {}
        for r in server.ask("GET", "/" + path)["resources"]:
            plural, _, sub = r["name"].partition("/")
            if sub:
                # Discovery names the group of a kind only if it is another one.
                other = r["group"] + "/" + r["version"] + "/" if r.get("version") else ""
                kinds[plurals[plural]]["resource"].setdefault("subresources", {})[sub] = other + r["kind"]
                continue
            plurals[plural] = r["kind"]
            one = {"plural": plural, "singular": r["singularName"], "shortNames": r.get("shortNames", []),
                   "categories": r.get("categories", []), "namespaced": r["namespaced"], "verbs": r["verbs"]}
            kinds[r["kind"]] = {"resource": {k: v for k, v in one.items() if v != []}}
            if "list" in r["verbs"]:
                kinds[r["kind"]]["columns"] = columns(server, f"{path}/{plural}")
    return out


# --- initial objects ---

def plain(o):
    status = o.get("status")
    o = {k: v for k, v in o.items() if k in ("apiVersion", "kind", "metadata", "spec", "rules", "aggregationRule", "roleRef", "subjects")}
    meta = o["metadata"]
    o["metadata"] = {k: meta[k] for k in ("name", "namespace", "generation", "labels", "annotations") if k in meta}
    if status is not None and o["kind"] != "APIService":
        o["status"] = {"conditions": [{k: v for k, v in c.items() if k != "lastTransitionTime"} for c in status["conditions"]]} if status else {}
    # Its rules are those of the roles that it selects.
    if "aggregationRule" in o:
        o["rules"] = o.get("rules") or []
    return o


def initial_objects(kubectl):
    """`kubectl`: a function that runs it with these arguments and returns its output."""
    # The server writes the conditions of these a moment later.
    for kind in ("flowschemas", "servicecidrs"):
        kubectl("wait", kind, "--all", "--for=jsonpath={.status.conditions[0].type}", "--timeout=60s")
    out = {}
    for kind in INITIAL_KINDS:
        items = json.loads(kubectl("get", kind, "--all-namespaces", "-o", "json"))["items"]
        out[kind] = sorted((plain(o) for o in items), key=lambda o: (o["metadata"].get("namespace", ""), o["metadata"]["name"]))
    return out
