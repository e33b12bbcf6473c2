"""Definitions of custom resources that others publish, and their samples: created on each server, and the responses compared."""

import glob
import json
import os
import re
import time

import canonical
import client
import modules
import mutations
import offline
from results import PASSED, Outcome

DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions"
PATIENCE = 30  # seconds for a definition to be served
MUTATIONS, QUICK_MUTATIONS = 50, 10  # of each sample
QUICK = 3  # this many bundles are for CI: tests/describe_kind fetches them too
# The module, its definitions, and files with samples.
BUNDLES = (
    ("sigs.k8s.io/gateway-api", "config/crd/experimental/*_*s.yaml", ("examples/**", "hack/invalid-examples/**")),
    ("github.com/cert-manager/cert-manager", "deploy/crds/*.yaml", ("test/fixtures/*",)),
    ("github.com/prometheus-operator/prometheus-operator", "example/prometheus-operator-crd/*.yaml", ("example/**",)),
    ("sigs.k8s.io/cluster-api", "{core,bootstrap/kubeadm,controlplane/kubeadm,cmd/clusterctl}/config/crd/bases/*.yaml", ()),
    ("github.com/fluxcd/source-controller", "config/crd/bases/*.yaml", ("config/samples/*", "config/testdata/**")),
    ("github.com/fluxcd/kustomize-controller", "config/crd/bases/*.yaml", ("config/samples/*", "config/testdata/**")),
    ("knative.dev/serving", "config/core/300-resources/*.yaml", ("test/test_images/**", "test/performance/**")),
    ("github.com/kedacore/keda/v2", "config/crd/bases/*.yaml", ("config/samples/*",)),
    ("istio.io/api", "kubernetes/*.yaml", ()),
    ("sigs.k8s.io/kueue", "config/components/crd/bases/*.yaml", ("cmd/kueueviz/examples/*",)),
    ("github.com/ray-project/kuberay/ray-operator", "config/crd/bases/*.yaml", ("config/samples/**",)),
    ("github.com/external-secrets/external-secrets", "config/crds/bases/*_*.yaml", ("docs/snippets/**",)),
    ("github.com/kyverno/kyverno", "config/crds/*/*.yaml", ("test/cli/**",)),
)


def braces(pattern):
    """A pattern with one {a,b} as several patterns."""
    m = re.match(r"(.*)\{(.*)\}(.*)$", pattern)
    return [m[1] + word + m[3] for word in m[2].split(",")] if m else [pattern]


def documents(folder, pattern):
    """(file, text) of each document of the YAML files; templates are left out."""
    for one in braces(pattern):
        for path in sorted(glob.glob(os.path.join(folder, one), recursive=True)):
            if path.endswith((".yaml", ".yml")) and os.path.isfile(path):
                with open(path, encoding="utf-8", errors="replace") as f:
                    for text in re.split(r"^---.*$", f.read(), flags=re.M):
                        if not re.search(r"\{\{|\$\{", text):
                            yield os.path.relpath(path, folder), text


def field(text, pattern):
    m = re.search(pattern + r": *['\"]?([^\s'\"#]+)", text, re.M)
    return m[1] if m else ""


class Definition:
    def __init__(self, text):
        self.text, self.group, self.plural, self.kind = text, *(field(text, p) for p in (r"^  group", r"^    plural", r"^    kind"))
        self.namespaced = field(text, r"^  scope") == "Namespaced"
        self.name = f"{self.plural}.{self.group}"


class Sample:
    def __init__(self, file, text, definition):
        self.text, self.version, self.object = text, field(text, r"^apiVersion"), field(text, r"^metadata:\n(?:^ .*\n|\n|#.*\n)*?^ +name")
        self.namespace = field(text, r"^metadata:\n(?:^ .*\n|\n|#.*\n)*?^ +namespace") or "default" if definition.namespaced else ""
        within = f"namespaces/{self.namespace}/" if self.namespace else ""
        self.path = f"/apis/{self.version}/{within}{definition.plural}"
        self.name = f"{file}: {definition.kind} {self.object}"


def collect(quick):
    """The definitions and samples of all bundles, or of few."""
    definitions, samples = {}, {}
    folders = [(modules.folder(path), files, of) for path, files, of in (BUNDLES[:QUICK] if quick else BUNDLES)]
    for folder, files, _ in folders:
        for _, text in documents(folder, files):
            if field(text, "^kind") == "CustomResourceDefinition":
                d = Definition(text)
                definitions.setdefault((d.group, d.kind), d)
    for folder, _, patterns in folders:
        for file, text in [d for p in patterns for d in documents(folder, p)]:
            of = definitions.get((field(text, "^apiVersion").split("/")[0], field(text, "^kind")))
            if of:
                s = Sample(f"{os.path.basename(folder).partition('@')[0]}/{file}", text, of)
                if s.object:
                    samples.setdefault(s.name, s)
    return list(definitions.values()), list(samples.values())


def is_served(definition):
    """Whether its controllers have seen it: names, and for groups of Kubernetes the approval."""
    found = {c["type"]: c["status"] for c in (definition.get("status") or {}).get("conditions") or []}
    of_kubernetes = definition["spec"]["group"].endswith((".k8s.io", ".kubernetes.io"))
    return found.get("Established") == "True" and (not of_kubernetes or "KubernetesAPIApprovalPolicyConformant" in found)


def established(api, name):
    """Waits until a definition is served; the definition then."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        connection, stream = api.watch(f"{DEFINITIONS}?watch=1&fieldSelector=metadata.name%3D{name}&timeoutSeconds={PATIENCE}")
        try:
            for line in stream:
                o = json.loads(line)["object"]
                if is_served(o):
                    return o
        finally:
            connection.close()
    raise TimeoutError(f"{name} is not served after {PATIENCE} s")


def ordered(body):
    """The real server returns schema errors in random order, names any one of the undeclared fields of an applied map, and sets the
    conditions of a definition in the order of its controllers."""
    if isinstance(body, dict):
        causes = (body.get("details") or {}).get("causes") if body.get("kind") == "Status" else None
        if causes and len(causes) > 1:
            causes.sort(key=json.dumps)
            body["message"] = body["message"].split(" is invalid: ")[0] + " is invalid: <causes>"
        if isinstance(body.get("message"), str):
            body["message"] = re.sub(r"\.\w+: field not declared in schema", ".<field>: field not declared in schema", body["message"])
        if body.get("kind") == "CustomResourceDefinition":
            ((body.get("status") or {}).get("conditions") or []).sort(key=lambda c: c["type"])
    return body


def shown(answer, names):
    """A response as text, without what differs between any two runs."""
    more = {h: answer.headers[h] for h in ("content-type", "warning") if h in answer.headers}
    return json.dumps([answer.status, more, ordered(names.body(answer.text))], indent=1, sort_keys=True)


class Measured:
    """with Measured(server, outcome): what the server uses is added to the outcome."""

    def __init__(self, server, outcome):
        self.server, self.outcome = server, outcome

    def __enter__(self):
        self.begin, self.cpu, self.own = time.monotonic(), self.server.cpu(), time.process_time()

    def __exit__(self, *_):
        self.outcome.wall += time.monotonic() - self.begin
        self.outcome.cpu += self.server.cpu() - self.cpu
        self.outcome.test_cpu += time.process_time() - self.own
        self.outcome.peak = self.server.peak()


def create_definitions(api, out, definitions):
    for d in definitions:
        names = canonical.Canonical()  # one for each test: one that differs does not change the names of the others
        made = api.ask("POST", DEFINITIONS, d.text.encode(), {"Content-Type": "application/yaml"})
        out.add(d.name, PASSED)
        out.answers[d.name] = shown(made, names)
        if made.status == 201:
            out.answers[d.name] += json.dumps(ordered(names.value(established(api, d.name))), indent=1, sort_keys=True)


def create_namespaces(api, samples):
    for namespace in sorted({s.namespace for s in samples} - {"", "default"}):
        api.ask("POST", "/api/v1/namespaces", json.dumps({"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": namespace}}),
                {"Content-Type": "application/json"})


def apply_samples(api, out, samples):
    for s in samples:
        names = canonical.Canonical()
        applied = api.ask("PATCH", f"{s.path}/{s.object}?fieldManager=peers&fieldValidation=Strict&force=true", s.text.encode(),
                          {"Content-Type": "application/apply-patch+yaml"})
        table = api.ask("GET", f"{s.path}/{s.object}", None, {"Accept": "application/json;as=Table;g=meta.k8s.io;v=v1"})
        out.add(s.name, PASSED)
        out.answers[s.name] = shown(applied, names) + shown(table, names)


def try_mutations(api, out, samples, count):
    """Each sample with one value changed, as a new object and as an update in turn; nothing is stored."""
    for s in samples:
        live = api.ask("GET", f"{s.path}/{s.object}", None, {})
        if live.status != 200:
            continue
        out.add(s.name, PASSED)
        answers = []
        for i, (what, changed) in enumerate(mutations.mutations(json.loads(live.text), s.name, count)):
            names = canonical.Canonical()
            method, path, body = ("POST", s.path, mutations.as_new(changed)) if i % 2 else ("PUT", f"{s.path}/{s.object}", changed)
            tried = api.ask(method, path + "?dryRun=All&fieldManager=peers", json.dumps(body).encode(), {"Content-Type": "application/json"})
            answers.append(f"{method} {what}\n{shown(tried, names)}")
        out.answers[s.name] = "\n".join(answers)


def definitions_and_samples(quick):
    """A suite of the main program."""
    definitions, samples = collect(quick)

    def run(servers, _):
        made, applied = Outcome("third-party definitions", servers.side), Outcome("third-party samples", servers.side)
        mutated, checked = Outcome("third-party mutations", servers.side), Outcome("third-party validate", servers.side)
        with servers.start(controllers=False) as server:
            api = client.Server(server.kubeconfig)
            with Measured(server, made):
                create_definitions(api, made, definitions)
            create_namespaces(api, samples)
            with Measured(server, checked):
                if servers.side == "real":
                    offline.dry_runs(api, checked, samples)
                else:
                    offline.validated(servers.setpoint, checked, definitions, samples)
            with Measured(server, applied):
                apply_samples(api, applied, samples)
            with Measured(server, mutated):
                try_mutations(api, mutated, samples, QUICK_MUTATIONS if quick else MUTATIONS)
        return [made, checked, applied, mutated]
    return run
