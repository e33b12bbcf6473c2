"""Admission policies and match conditions: what they decide, with which messages, and which ones are refused."""

from sequence import Sequence, delete, patch, post, put
from sequences.admission import BASE, EVERYTHING, MAP, MAPS, MUTATING, ONLY_HERE, VALIDATING, a_map, deployment, hook, rule, with_hooks
from sequences.custom import CRDS

POLICIES, BINDINGS = BASE + "validatingadmissionpolicies", BASE + "validatingadmissionpolicybindings"
MUTATING_POLICIES, MUTATING_BINDINGS = BASE + "mutatingadmissionpolicies", BASE + "mutatingadmissionpolicybindings"
DEPLOYMENTS = "/apis/apps/v1/namespaces/{ns}/deployments"
MAP_RULE = rule("configmaps", operations=["CREATE", "UPDATE"])
NOT_PROBES = {"matchExpressions": [{"key": "probe", "operator": "DoesNotExist"}]}


def matching(*rules, **more):
    """Only in the namespace of the sequence, and not the probes."""
    return {"resourceRules": list(rules) or [MAP_RULE], "namespaceSelector": ONLY_HERE, "objectSelector": NOT_PROBES, **more}


def stored(path, bindings, name, spec, *bound):
    yield post(path, {"metadata": {"name": name}, "spec": {"matchConstraints": matching(), **spec}}, ignore=True)
    for i, binding in enumerate(bound or ({},)):
        yield post(bindings, {"metadata": {"name": f"{name}-{i}"}, "spec": {"policyName": name, **binding}}, ignore=True)


def probed(path, bindings, spec, status):
    """The real server reads policies from a cache: waits until the last one is in force."""
    match = {"resourceRules": [MAP_RULE], "objectSelector": {"matchLabels": {"probe": "{id}"}}}
    yield from stored(path, bindings, "probe-{id}", {**spec, "matchConstraints": match}, {"validationActions": ["Deny"]} if path == POLICIES else {})
    yield post(MAPS + "?dryRun=All", {"metadata": {"name": "probe", "labels": {"probe": "{id}"}}}, until=status, ignore=True)


def removed(path, bindings, names, bound):
    for name in names:
        yield delete(f"{path}/{name}", ignore=True)
        for i in range(bound):
            yield delete(f"{bindings}/{name}-{i}", ignore=True)


def in_force(name, policies, *steps, before=(), bound=1):
    """`policies`: pairs of a spec and bindings."""
    made = [s for i, (spec, bindings) in enumerate(policies) for s in stored(POLICIES, BINDINGS, f"{i}-{{id}}", spec, *({"validationActions": ["Deny"], **b} for b in bindings))]
    probe = probed(POLICIES, BINDINGS, {"validations": [{"expression": "false", "reason": "RequestEntityTooLarge"}]}, 413)
    names = ["probe-{id}", *(f"{i}-{{id}}" for i in range(len(policies)))]
    return Sequence("policies/" + name, *before, *made, *probe, *steps, *removed(POLICIES, BINDINGS, names, max(len(b) for _, b in policies)))


def mutating(name, policies, *steps, before=()):
    made = [s for i, (spec, bindings) in enumerate(policies)
            for s in stored(MUTATING_POLICIES, MUTATING_BINDINGS, f"{i}-{{id}}", {"reinvocationPolicy": "Never", **spec}, *bindings)]
    probe = probed(MUTATING_POLICIES, MUTATING_BINDINGS, {"reinvocationPolicy": "Never", "mutations": [json_patch("[JSONPatch{op: 'remove', path: '/none'}]")]}, 403)
    names = ["probe-{id}", *(f"{i}-{{id}}" for i in range(len(policies)))]
    return Sequence("policies/mutating/" + name, *before, *made, *probe, *steps, *removed(MUTATING_POLICIES, MUTATING_BINDINGS, names, max(len(b) for _, b in policies)))


def json_patch(expression):
    return {"patchType": "JSONPatch", "jsonPatch": {"expression": expression}}


def configuration(expression):
    return {"patchType": "ApplyConfiguration", "applyConfiguration": {"expression": expression}}


def one(*validations, **more):
    return [({"validations": [v if isinstance(v, dict) else {"expression": v} for v in validations], **more}, [{}])]


def labeled(name="x", **labels):
    return {"metadata": {"name": name, "labels": labels}}


def decisions():
    data = a_map(data={"k": "v", "n": "5"})
    yield in_force("message", one({"expression": "has(object.data)", "message": " no data "}, {"expression": "size(object.data) < 2 ", "messageExpression": "'has ' + string(size(object.data)) + ' entries'"},
                                  "object.metadata.name != 'bad'"),
                   post(MAPS, a_map()), post(MAPS, data), post(MAPS, a_map("bad", data={"k": "v"})), post(MAPS, a_map(data={"k": "v"})), put(MAP, data), patch(MAP, {"data": {"l": "m"}}), patch(MAP, {"data": None}))
    yield in_force("reason", one({"expression": "object.data.k != 'forbidden'", "reason": "Forbidden"}, {"expression": "object.data.k != 'large'", "reason": "RequestEntityTooLarge"},
                                 {"expression": "object.data.k != 'invalid'", "reason": "Invalid"}),
                   *(post(MAPS, a_map(data={"k": k})) for k in ("forbidden", "large", "invalid", "fine")), post(MAPS, a_map("none")))
    yield in_force("message/bad", one(*({"expression": f"object.data.k != '{i}'", "messageExpression": e, "message": "own"} for i, e in enumerate((
        "string(object.none)", "'a\\nb'", "'  '", "string(object.data.k) + 'x'.replace('x', ' y ')", "string(object.data.k == '4')", "'x' + variables.v", "variables.v"))), variables=[{"name": "v", "expression": "'from ' + object.data.k"}]),
        *(post(MAPS, a_map(data={"k": str(i)})) for i in range(7)))
    yield in_force("actions/warn", [({"validations": [{"expression": "false", "message": "first"}, {"expression": "false"}, {"expression": "object.none == 1"}]}, [{"validationActions": ["Warn", "Audit"]}, {"validationActions": ["Audit"]}])],
                   post(MAPS, a_map()), post(MAPS + "?dryRun=All", a_map("y")))
    yield in_force("actions/both", [({"validations": [{"expression": "false"}]}, [{"validationActions": ["Warn"]}, {"validationActions": ["Audit", "Deny"]}])], post(MAPS, a_map()))
    for policy in ("Fail", "Ignore"):
        yield in_force("errors/" + policy, one("object.data.none == 'x'", failurePolicy=policy, matchConditions=[{"name": "only", "expression": "!has(object.data.skip)"}, {"name": "b", "expression": "object.data.x == 'x'"}]),
                       post(MAPS, a_map()), post(MAPS, a_map("a", data={"skip": ""})), post(MAPS, a_map("b", data={"x": "x"})), post(MAPS, a_map("c", data={"x": "y"})))
    yield in_force("errors/kinds", one("object.data.k == 'a' ? 1 / (size(object.data) - 1) == 1 : true", "object.data.k == 'b' ? int(object.data.k) == 1 : true", "object.data.k == 'c' ? [1, 2][size(object.data) + 5] == 1 : true",
                                       "object.data.k == 'd' ? object.metadata > 1 : true", "object.data.k == 'e' ? bool(object.data.k) : true", "object.data.k == 'f' ? oldObject.data.k == 'x' : true", "object.data.k == 'g' ? namespaceObject.metadata.labels['none'] == '' : true"),
                   *(post(MAPS, a_map(data={"k": k})) for k in "abcdefg"))
    yield in_force("cost", one("[1, 2, 3, 4, 5, 6, 7, 8, 9, 10].all(a, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].all(b, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].all(c, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].all(d, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].all(e, "
                               "[1, 2, 3, 4, 5, 6, 7, 8, 9, 10].all(f, a + b + c + d + e + f > 0))))))"), post(MAPS, a_map()))


def inputs():
    shown = ["request.operation", "request.name", "request.namespace", "string(request.dryRun)", "request.kind.kind + request.kind.version + request.kind.group", "request.resource.resource + request.requestResource.version",
             "string(has(request.subResource)) + string(has(request.requestSubResource))", "string(has(request.options))", "string(request.options.kind)", "string(request.userInfo.username != '')", "namespaceObject.metadata.name == '' ? '' : 'named'",
             "namespaceObject.status.phase", "string(size(namespaceObject.spec.finalizers))", "string(has(namespaceObject.metadata.annotations))", "string(oldObject == null)", "string(object == null)", "string(has(object.metadata.managedFields))",
             "string(authorizer.group('').resource('pods').namespace('default').check('get').allowed())", "string(authorizer.requestResource.check('create').allowed())", "string(authorizer.path('/healthz').check('get').reason() == '')",
             "string(has(object.apiVersion)) + string(object.kind)", "string(has(object.metadata.creationTimestamp))", "string(has(object.data))", "string(type(object) == map)", "string(type(request) == map)"]
    # A message shows each value: variables may ask the authorizer, messages may not.
    checks = [{"expression": f"variables.v{i} == '?'", "messageExpression": f"variables.v{i}"} for i in range(len(shown)) if "authorizer" not in shown[i]]
    variables = [{"name": f"v{i}", "expression": e} for i, e in enumerate(shown)]
    everything = matching(EVERYTHING)
    for at in range(len(checks)):
        policy = [({"validations": [checks[at]], "variables": variables, "matchConstraints": everything}, [{"validationActions": ["Warn"]}])]
        if at % 6 == 0:
            policy = [({"validations": checks[at:at + 6], "variables": variables, "matchConstraints": everything}, [{"validationActions": ["Warn"]}])]
            yield in_force(f"input/{at}", policy, post(MAPS, a_map(data={"k": "v"})), put(MAP + "?dryRun=All", a_map()), patch(MAP, {"data": {"a": "b"}}), delete(MAP))
    asks = [e for e in shown if "authorizer" in e]
    yield in_force("input/authorizer", one(*(f"{e} == '?'" for e in asks)), post(MAPS, a_map()))
    yield in_force("input/scale", [({"validations": [{"expression": "object.spec.replicas < 5", "messageExpression": "request.subResource + ' ' + string(object.kind) + ' ' + request.kind.kind + ' ' + request.resource.resource"}],
                                     "matchConstraints": matching(rule("deployments/scale", operations=["UPDATE"]))}, [{}])],
                   patch(DEPLOYMENTS + "/d/scale", {"spec": {"replicas": 5}}), patch(DEPLOYMENTS + "/d/scale", {"spec": {"replicas": 3}}), before=(post(DEPLOYMENTS, deployment(), ignore=True),))
    yield in_force("input/status", [({"validations": [{"expression": "object.status.replicas < 5", "messageExpression": "request.subResource + ' ' + object.kind"}], "matchConstraints": matching(rule("deployments/status", operations=["UPDATE"]))}, [{}])],
                   patch(DEPLOYMENTS + "/d/status", {"status": {"replicas": 7}}), before=(post(DEPLOYMENTS, deployment(), ignore=True),))
    yield in_force("input/deployment", [({"validations": [{"expression": "object.spec.replicas > 2 && object.spec.template.spec.containers.all(c, c.image.contains(':'))", "messageExpression": "string(object.spec.replicas) + object.spec.strategy.type"}],
                                         "matchConstraints": matching(rule("deployments"))}, [{}])], post(DEPLOYMENTS, deployment()))


def matches():
    no = {"validations": [{"expression": "false", "message": "no"}]}
    yield in_force("match/names", [({**no, "matchConstraints": matching({**MAP_RULE, "resourceNames": ["a", "b"]})}, [{}])], post(MAPS, a_map("a")), post(MAPS, a_map("c")), post(MAPS, {"metadata": {"generateName": "a"}}))
    yield in_force("match/excluded", [({**no, "matchConstraints": matching(EVERYTHING, excludeResourceRules=[{**rule("configmaps"), "resourceNames": ["free"]}, rule("secrets")])}, [{}])],
                   post(MAPS, a_map("free")), post(MAPS, a_map("x")), post("/api/v1/namespaces/{ns}/secrets", a_map("s")), delete(MAPS + "/free"))
    yield in_force("match/binding", [(no, [{"matchResources": {"objectSelector": {"matchLabels": {"a": "b"}}}}, {"matchResources": {"resourceRules": [rule("secrets")]}}, {"matchResources": {"excludeResourceRules": [MAP_RULE]}}])],
                   post(MAPS, labeled()), post(MAPS, labeled(a="b")), patch(MAP, {"metadata": {"labels": {"a": "b"}}}))
    yield in_force("match/generated", one("object.metadata.name == 'x'"), post(MAPS, {"metadata": {"generateName": "x"}}, ignore=True), post(MAPS, {"metadata": {"generateName": "-"}}))
    # The real server's order is random: only one of them denies.
    yield in_force("match/many", one("true") + one({"expression": "false", "reason": "Forbidden"}) + one("true"), post(MAPS, a_map()))
    yield in_force("match/invalid", one("false"), post(MAPS, a_map("-")), post(MAPS, a_map(data=5)), put(MAPS + "/none", a_map("none")), patch(MAPS + "/none", {}))
    for policy in ("Exact", "Equivalent"):
        yield in_force("match/version/" + policy, [({"validations": [{"expression": "false", "messageExpression": "object.apiVersion + request.kind.version + request.resource.version + request.requestKind.version"}],
                                                     "matchConditions": [{"name": "c", "expression": "request.resource.version == 'v2' && request.kind.version == 'v1'"}],
                                                     "matchConstraints": matching(rule("foos", groups=["{id}.example.com"], versions=["v1"]), matchPolicy=policy)}, [{}])],
                       post("/apis/{id}.example.com/v2/namespaces/{ns}/foos", {"apiVersion": "{id}.example.com/v2", "kind": "Foo", "metadata": {"name": "f"}}), before=versions(), )


def versions():
    schema = {"openAPIV3Schema": {"type": "object", "x-kubernetes-preserve-unknown-fields": True}}
    yield post(CRDS, {"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "metadata": {"name": "foos.{id}.example.com"}, "spec": {
        "group": "{id}.example.com", "scope": "Namespaced", "names": {"plural": "foos", "singular": "foo", "kind": "Foo", "listKind": "FooList"},
        "versions": [{"name": v, "served": True, "storage": v == "v1", "schema": schema} for v in ("v1", "v2")]}}, ignore=True)
    yield post("/apis/{id}.example.com/v2/namespaces/{ns}/foos?dryRun=All", {"apiVersion": "{id}.example.com/v2", "kind": "Foo", "metadata": {"name": "wait"}}, until=201, ignore=True)


# kube-apiserver stops the informer of a kind that no policy refers to any more, and never starts it again: parameters are of kinds
# that it watches for itself.
LIMITS = {"apiVersion": "v1", "kind": "ResourceQuota"}
MOST = "count/foos.example.com"


def limit(name, most):
    return post("/api/v1/namespaces/{ns}/resourcequotas", {"metadata": {"name": name, "labels": {"limit": "yes"}}, "spec": {"hard": {MOST: most}}}, ignore=True)


def parameters():
    small = {"paramKind": LIMITS, "validations": [{"expression": f"params == null || size(object.data.k) <= int(params.spec.hard['{MOST}'])",
                                                   "messageExpression": f"string(params.metadata.name + params.kind + params.apiVersion + params.spec.hard['{MOST}'])"}]}
    limited, other = limit("limit", "2"), limit("other", "4")
    short, middle, long = (a_map(n, data={"k": n}) for n in ("ab", "abc", "abcde"))
    for action in ("Deny", "Allow"):
        missing = {"parameterNotFoundAction": action}
        yield in_force("params/name/" + action, [(small, [{"paramRef": {"name": "limit", **missing}}])], post(MAPS, short), post(MAPS, middle), before=(limited,))
        yield in_force("params/missing/" + action, [(small, [{"paramRef": {"name": "limit", **missing}}])], post(MAPS, middle))
        yield in_force("params/selector/missing/" + action, [(small, [{"paramRef": {"selector": {"matchLabels": {"limit": "no"}}, **missing}}])], post(MAPS, middle))
        yield in_force("params/ignored/" + action, [({**small, "failurePolicy": "Ignore"}, [{"paramRef": {"name": "limit", **missing}}])], post(MAPS, middle))
    yield in_force("params/selector", [(small, [{"paramRef": {"selector": {"matchLabels": {"limit": "yes"}}, "parameterNotFoundAction": "Deny"}}])], post(MAPS, short), post(MAPS, long), before=(limited, other))
    yield in_force("params/none", [(small, [{}])], post(MAPS, middle), before=(limited,))
    yield in_force("params/namespace", [(small, [{"paramRef": {"name": "limit", "namespace": "{ns}", "parameterNotFoundAction": "Deny"}}])], post(MAPS, middle), before=(limited,))
    yield in_force("params/elsewhere", [(small, [{"paramRef": {"name": "limit", "namespace": "kube-system", "parameterNotFoundAction": "Deny"}}])], post(MAPS, middle), before=(limited,))
    yield in_force("params/unknown", [({**small, "paramKind": {"apiVersion": "none.example.com/v1", "kind": "None"}}, [{"paramRef": {"name": "limit", "parameterNotFoundAction": "Deny"}}])], post(MAPS, middle))
    cluster = {**small, "paramKind": {"apiVersion": "v1", "kind": "Namespace"}}
    yield in_force("params/cluster", [({**cluster, "validations": [{"expression": "params.metadata.name != '{ns}'", "message": "found"}]}, [{"paramRef": {"name": "{ns}", "parameterNotFoundAction": "Deny"}}])], post(MAPS, middle))
    yield in_force("params/cluster/namespace", [(cluster, [{"paramRef": {"name": "{ns}", "namespace": "{ns}", "parameterNotFoundAction": "Deny"}}])], post(MAPS, middle))


def annotations():
    for policy in ("Fail", "Ignore"):
        yield in_force("annotations/" + policy, [({"failurePolicy": policy, "auditAnnotations": [{"key": "a", "valueExpression": "string(object.data.k)"}, {"key": "b", "valueExpression": "null"}]}, [{"validationActions": ["Audit"]}])],
                       post(MAPS, a_map()), post(MAPS, a_map("y", data={"k": "v"})))


def mutations():
    set_k = configuration("Object{data: {'k': 'v'}}")
    yield mutating("apply", [({"mutations": [set_k]}, [{}])], post(MAPS, a_map()), post(MAPS, a_map("y", data={"k": "w", "l": "m"})), patch(MAPS + "/y", {"data": {"k": "z"}}), delete(MAPS + "/y"))
    yield mutating("patch", [({"mutations": [json_patch("[JSONPatch{op: 'test', path: '/metadata/name', value: 'x'}, JSONPatch{op: 'add', path: '/data', value: {'a/b': 'c'}}, JSONPatch{op: 'replace', path: '/data/' + jsonpatch.escapeKey('a/b'), value: 'd'}, "
                                                     "JSONPatch{op: 'copy', from: '/data/a~1b', path: '/data/e'}]")]}, [{}])], post(MAPS, a_map(), ), post(MAPS, a_map("y")))
    yield mutating("deployment", [({"matchConstraints": matching(rule("deployments", operations=["CREATE"])), "mutations": [
        configuration("Object{metadata: Object.metadata{labels: Object.metadata.labels{env: 'test'}}, spec: Object.spec{replicas: 7, template: Object.spec.template{spec: Object.spec.template.spec{containers: [Object.spec.template.spec.containers{name: 'side', image: 'i2'}]}}}}"),
        json_patch("[JSONPatch{op: 'add', path: '/spec/template/spec/containers/0/env', value: [{'name': 'N', 'value': string(object.spec.replicas)}]}]")]}, [{}])],
        post(DEPLOYMENTS, deployment()))
    for i, m in enumerate((json_patch("[JSONPatch{op: 'remove', path: '/data/none'}]"), json_patch("[JSONPatch{op: 'add', path: '/none/x', value: 1}]"), json_patch("[JSONPatch{op: 'add', path: '/data', value: 5}]"),
                           json_patch("[JSONPatch{op: 'add', path: '/unknown', value: 5}]"), json_patch("[JSONPatch{op: 'sing', path: '/data', value: 5}]"), json_patch("[JSONPatch{op: 'add', path: 'data', value: {'a': 'b'}}]"),
                           json_patch("[JSONPatch{op: 'add', path: object.none}]"), json_patch("[JSONPatch{op: 'add', path: '/data', value: Object.data{a: Object.b{}}}]"), json_patch("[JSONPatch{op: 'add', path: '/data', value: {1: 'x'}}]"),
                           configuration("Object{none: 1}"), configuration("Object{data: 5}"), configuration("Object{data: {'k': 5}}"), configuration("Object{metadata: Object.meta{}}"), configuration("Object{metadata: Object.metadata{managedFields: []}}"),
                           configuration("Object{data: object.none}"), configuration("has(object.data) ? Object{immutable: object.data.none} : Object{}"), configuration("Object{immutable: true}"), configuration("Object{metadata: Object.metadata{name: 'other'}}"),
                           configuration("Object{metadata: Object.metadata{namespace: 'other'}}"), configuration("Object{metadata: Object.metadata{finalizers: ['a.b/c'], ownerReferences: [Object.metadata.ownerReferences{uid: 'u', kind: 'K', name: 'n', apiVersion: 'v1'}]}}"))):
        for policy in ("Fail", "Ignore") if i in (0, 6, 9) else ("Fail",):
            yield mutating(f"one/{i}/{policy}", [({"failurePolicy": policy, "mutations": [m, set_k]}, [{}])], post(MAPS, a_map(data={"a": "b"})), put(MAP, a_map(data={"c": "d"})))
    for name, spec in (("map", "selector: Object.spec.selector{matchLabels: {'a': 'b'}}"),
                       ("list", "template: Object.spec.template{spec: Object.spec.template.spec{containers: [Object.spec.template.spec.containers{name: 'c', command: ['x']}]}}")):
        yield mutating("atomic/" + name, [({"matchConstraints": matching(rule("deployments", operations=["CREATE"])), "mutations": [configuration(f"Object{{spec: Object.spec{{{spec}}}}}")]}, [{}])], post(DEPLOYMENTS, deployment()))
    seen = configuration("Object{data: {'seen': has(object.data) && has(object.data.later) ? 'yes' : 'no'}}")
    # With Never, the result depends on the order, which is random on the real server.
    yield mutating("again", [({"reinvocationPolicy": "IfNeeded", "mutations": [seen]}, [{}])] + [({"mutations": [configuration("Object{data: {'later': '1'}}")]}, [{}])], post(MAPS, a_map()))
    yield mutating("conditions", [({"matchConditions": [{"name": "a", "expression": "object.metadata.name != 'skip'"}, {"name": "b", "expression": "object.data.x == 'y'"}], "variables": [{"name": "v", "expression": "object.metadata.name + '!'"}],
                                    "mutations": [configuration("Object{data: {'v': variables.v}}")]}, [{}])], post(MAPS, a_map("skip")), post(MAPS, a_map("bad")), post(MAPS, a_map(data={"x": "y"})), post(MAPS, a_map("z", data={"x": "z"})))
    yield mutating("params", [({"paramKind": LIMITS, "mutations": [configuration(f"Object{{data: {{'p': string(params.spec.hard['{MOST}']), 'kind': string(has(params.kind))}}}}")]}, [{"paramRef": {"name": "limit", "parameterNotFoundAction": "Deny"}}])],
                   post(MAPS, a_map()), before=(limit("limit", "3"),))
    yield mutating("params/missing", [({"paramKind": LIMITS, "mutations": [set_k]}, [{"paramRef": {"name": "none", "parameterNotFoundAction": "Deny"}}])], post(MAPS, a_map()))
    yield mutating("params/unknown", [({"paramKind": {"apiVersion": "none.example.com/v1", "kind": "None"}, "mutations": [set_k]}, [{"paramRef": {"name": "none", "parameterNotFoundAction": "Deny"}}])], post(MAPS, a_map()))
    yield mutating("custom", [({"matchConstraints": matching(rule("foos", groups=["{id}.example.com"], operations=["CREATE"])), "mutations": [configuration("Object{spec: Object.spec{added: 'x'}}"), json_patch("[JSONPatch{op: 'add', path: '/spec/more', value: [dyn(1), dyn(2.5)]}]")]}, [{}])],
                   post("/apis/{id}.example.com/v1/namespaces/{ns}/foos", {"apiVersion": "{id}.example.com/v1", "kind": "Foo", "metadata": {"name": "f"}, "spec": {"own": 1}}, until=201), before=tuple(versions()))


def refusals():
    """Policies that are not stored."""
    bad = ("", " ", "object.x +", "1", "object.x", "nope", "params.x == 1", "variables.v == 1", "variables.none == 1", "request.none == 1", "request.kind.kind == 1", "namespaceObject.x == 1", "'a'.matches('(')", "duration('x') > duration('1s')", "oldObject == null ||\n  1",
           "authorizer.nope()", "object.all(x, x", "[1, 'a'].size() == 1", "Object{} == null", "true")
    base = {"matchConstraints": {"resourceRules": [MAP_RULE]}}
    variables = [{"name": "v", "expression": "object.v"}]

    def steps(path, *specs):
        return [post(path + "?dryRun=All", {"metadata": {"name": "p-{id}"}, "spec": {**base, **s}}) for s in specs]
    yield Sequence("policies/refused/validations", *steps(POLICIES, *({"validations": [{"expression": e}]} for e in bad), *({"variables": variables, "validations": [{"expression": e}]} for e in bad),
                                                          *({"paramKind": {"apiVersion": "v1", "kind": "ConfigMap"}, "validations": [{"expression": e}]} for e in bad)), namespace=False)
    yield Sequence("policies/refused/messages", *steps(POLICIES, *({"validations": [{"expression": "true", "messageExpression": e}]} for e in (*bad, "'a'", "authorizer.path('/').check('get').reason()", "null"))), namespace=False)
    yield Sequence("policies/refused/conditions", *steps(POLICIES, *({"matchConditions": [{"name": "c", "expression": e}], "variables": variables, "validations": [{"expression": "true"}]} for e in bad)), namespace=False)
    yield Sequence("policies/refused/annotations", *steps(POLICIES, *({"auditAnnotations": [{"key": "k", "valueExpression": e}]} for e in (*bad, "'a'", "null", " 'a' ", "x" * 5121))), namespace=False)
    yield Sequence("policies/refused/variables", *steps(POLICIES, *({"variables": [{"name": "v", "expression": e}, {"name": "w", "expression": "variables.v"}], "validations": [{"expression": "variables.w == 1"}]} for e in (*bad, "[1]", "{'a': [1u]}", "timestamp('2020-01-01T00:00:00Z')", "b'a'", "1.5", "ip('::1')",
                                                                                                                                                                                                        "optional.of(1)", "Object{}"))), namespace=False)
    patches = (*bad, "[]", "[JSONPatch{}]", "[JSONPatch{op: 1}]", "[JSONPatch{none: 'x'}]", "Object{}", "Object{a: 1}", "Object.spec{}", "[JSONPatch{op: 'add', path: jsonpatch.escapeKey(1)}]", "JSONPatch{op: 'add'}", "Object{} == Object{} ? [JSONPatch{op: 'x'}] : []")
    yield Sequence("policies/refused/patches", *steps(MUTATING_POLICIES, *({"reinvocationPolicy": "Never", "mutations": [json_patch(e)]} for e in patches)), namespace=False)
    yield Sequence("policies/refused/configurations", *steps(MUTATING_POLICIES, *({"reinvocationPolicy": "Never", "variables": variables, "mutations": [configuration(e)]} for e in patches)), namespace=False)
    for path, name in ((MUTATING, "m"), (VALIDATING, "v")):
        url = {"url": "https://h.example.com/x"}
        yield Sequence("policies/refused/webhooks/" + name, *(post(path + "?dryRun=All", {"metadata": {"name": "w-{id}"}, "webhooks": [{"name": "a.example.com", "clientConfig": url, "sideEffects": "None", "admissionReviewVersions": ["v1"],
                                                                                                                                   "matchConditions": [{"name": "c", "expression": e}]}]}) for e in bad), namespace=False)


def selectors():
    """Expressions that select devices."""
    all_attributes = "device.attributes.all({0}, {1})"
    nested = lambda depth: "a0 == 'x'" if depth == 0 else all_attributes.format(f"a{depth - 1}", nested(depth - 1))  # noqa: E731
    expressions = ("true", "1", "device.driver", "device.driver == 'a'", "device.none", "device.attributes['a'].x", "device.attributes['a'].x == 1", "device.capacity['a'].m.isGreaterThan(quantity('1'))", "device.capacity['a'].m > 1", "driver == 'a'",
                   "device.attributes", "device.attributes['a']", "cel.bind(d, device.attributes['a'], d.x && d.y)", "device.attributes['a'].v.isGreaterThan(semver('1.0.0'))", "device.allowMultipleAllocations", "device.attributes['a'].x.includes('y')", "'x' in device.attributes",
                   "device.attributes['a'].text.matches('(')", "", *(nested(n) for n in range(1, 6)), "device.driver.matches('" + "a" * 300 + "')", "device.attributes.exists(d, device.attributes[d].exists(i, device.attributes[d][i] == 'x' || device.driver.contains(i)))", "x" * 10241)
    yield Sequence("policies/selectors/class", *(post("/apis/resource.k8s.io/v1/deviceclasses?dryRun=All", {"metadata": {"name": "c-{id}"}, "spec": {"selectors": [{"cel": {"expression": e}}]}}) for e in expressions), namespace=False)
    yield Sequence("policies/selectors/claim", *(post("/apis/resource.k8s.io/v1/namespaces/{ns}/resourceclaims?dryRun=All", {"metadata": {"name": "c"}, "spec": {"devices": {"requests": [{"name": "r", "exactly": {"deviceClassName": "c", "selectors": [{"cel": {"expression": e}}]}}]}}})
                                                 for e in expressions[:8]))


def conditions():
    for policy in ("Fail", "Ignore"):
        for kind in ("mutate", "validate"):
            hooks = [hook("deny" if kind == "validate" else "allow", matchConditions=[{"name": "a", "expression": "object.metadata.name != 'skip'"}, {"name": "b", "expression": "request.operation == 'CREATE' && object.data.x == 'y'"}], failurePolicy=policy)]
            yield Sequence(f"policies/webhooks/{kind}/{policy}", *with_hooks(hooks if kind == "mutate" else [], hooks if kind == "validate" else [],
                                                                            post(MAPS, a_map("skip")), post(MAPS, a_map("none")), post(MAPS, a_map("other", data={"x": "z"})), post(MAPS, a_map(data={"x": "y"})), post(MAPS, {"metadata": {"generateName": "g"}})))


def sequences():
    for part in (decisions, inputs, matches, parameters, annotations, mutations, refusals, selectors, conditions):
        yield from part()
