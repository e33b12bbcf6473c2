"""Third-party suites that use controller-runtime's envtest: each starts its own servers from KUBEBUILDER_ASSETS."""

import json
import os
import re

import modules
import processes
from results import FAILED, PASSED, SKIPPED, Outcome

LIMIT = 600  # seconds for a suite
CONTROLLER_RUNTIME = "sigs.k8s.io/controller-runtime"
# Its packages whose tests start a server.
PACKAGES = ("client", "client/apiutil", "cache", "controller", "controller/controllerutil", "builder", "manager", "manager/internal/integration",
            "webhook", "handler", "source", "reconcile", "cluster", "envtest", "metrics/filters", "internal/controller", "internal/recorder",
            "internal/testing/controlplane")
VERDICTS = {"passed": PASSED, "skipped": SKIPPED, "pending": SKIPPED}


def specs(report, outcome):
    """Adds the specs of a report by Ginkgo."""
    for suite in report:
        for spec in suite["SpecReports"] or []:
            failure = spec.get("Failure") or {}
            problem = f"{failure.get('Message', '')}\n{(failure.get('Location') or {}).get('FileName', '')}:{(failure.get('Location') or {}).get('LineNumber', '')}"
            verdict = VERDICTS.get(spec["State"], FAILED)
            if spec["LeafNodeType"] == "It":
                name = " ".join([*(spec["ContainerHierarchyTexts"] or []), spec["LeafNodeText"]])
                outcome.add(re.sub(r"\s+", " ", name), verdict, problem if verdict == FAILED else "")
            elif verdict == FAILED:
                outcome.broken = f"{spec['LeafNodeType']}: {problem}"


def plain_tests(log, outcome):
    """Adds the tests that are not of Ginkgo, or their subtests: a suite of Ginkgo's begins with 'Running Suite'."""
    of_ginkgo = set(re.findall(r"^=== (?:RUN|CONT) +(\S+)\nRunning Suite: ", log, re.M))
    ended = re.findall(r"^ *--- (PASS|FAIL|SKIP): (\S+)", log, re.M)
    for verdict, name in ended:
        if name not in of_ginkgo and not any(other.startswith(name + "/") for _, other in ended):
            outcome.add(name, {"PASS": PASSED, "SKIP": SKIPPED}.get(verdict, FAILED), "see the log" if verdict == "FAIL" else "")


def run(name, program, cwd, servers, folder):
    """One program on one side. A suite that ends without a report is run once more: in controller-runtime/webhook, specs start their
    server on the port of the one before, which may not be free yet, and panic."""
    out = run_once(name, program, cwd, servers, folder)
    if not out.broken or out.tests:
        return out
    print(f"{name} on the {servers.side} server ended without a report, and is run again: {out.broken}", flush=True)
    log = os.path.join(folder, f"{name.replace('/', '-')}-{servers.side}.log")
    os.replace(log, log + ".1")
    return run_once(name, program, cwd, servers, folder)


def run_once(name, program, cwd, servers, folder):
    out = Outcome(name, servers.side)
    report, log = (os.path.join(folder, f"{name.replace('/', '-')}-{servers.side}.{end}") for end in ("json", "log"))
    env = {**modules.ENV, "KUBEBUILDER_ASSETS": servers.assets()}
    env.pop("USE_EXISTING_CLUSTER", None)
    done = processes.run([program, "-test.v", "-test.timeout", "0", "-ginkgo.no-color", "-ginkgo.seed", "1", "-ginkgo.json-report", report], log, LIMIT, cwd, env)
    out.wall, out.cpu, out.test_cpu, out.peak = done.wall, done.servers, done.test, done.peak
    if os.path.exists(report):
        with open(report, encoding="utf-8") as f:
            specs(json.load(f), out)
        os.remove(report)
    with open(log, encoding="utf-8", errors="replace") as f:
        text = f.read()
    plain_tests(text, out)
    if done.code is None:
        out.broken = f"it did not end within {LIMIT} s: {log}"
    elif not out.tests or (done.code and not out.broken and FAILED not in out.tests.values()):
        out.broken = f"exit code {done.code}: {log}"
    return out


def controller_runtime(package):
    """A suite of the main program: a function that builds it, and returns one that runs it on servers of one side."""
    def build(_):
        module = modules.copy(CONTROLLER_RUNTIME)
        program = modules.test_program(module, f"./pkg/{package}")
        return lambda servers, folder: [run(f"controller-runtime/{package}", program, os.path.join(module, "pkg", package), servers, folder)]
    return build
