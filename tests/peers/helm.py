"""Helm: the steps of the file 'helm.steps' with the charts in 'charts', on each server; exit codes and outputs are compared."""

import os
import re
import shlex
import subprocess
import time

import modules
from bundles import Measured
from control_plane import programs
from results import PASSED, Outcome
from servers import HERE, ROOT

LIMIT = 150  # seconds for a step
PATTERNS = (
    (re.compile(r"\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b"), "<uid>"),
    (re.compile(r"(Mon|Tue|Wed|Thu|Fri|Sat|Sun) \w{3} +\d+ \d\d:\d\d:\d\d \d{4}"), "<time>"),
    (re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?( ?\+0000 UTC|Z|\+00:00)?"), "<time>"),
    (re.compile(r"(\\n)?-----BEGIN CERTIFICATE.*?END CERTIFICATE-----(\\n)?"), "<certificate>"),
    (re.compile(r"\b(web-test|web)-[bcdfghjklmnpqrstvwxz0-9]{5}\b"), r"\1-<pod>"),
    (re.compile(r"127\.0\.0\.1:\d+"), "<server>"),
    (re.compile(r"([a-z]+)-[bcdfghjklmnpqrstvwxz0-9]{8,10}-[bcdfghjklmnpqrstvwxz0-9]{5}\b"), r"\1-<hash>-<pod>"),
    (re.compile(r"([a-z]+)-[bcdfghjklmnpqrstvwxz0-9]{8,10}\b"), r"\1-<hash>"),
    (re.compile(r"/\S*/charts/"), "<charts>/"),
    (re.compile(r" {2,}"), "  "),
)


def program(name):
    path = os.path.join(programs(), name)
    if not os.access(path, os.X_OK):
        made = subprocess.run([os.path.join(ROOT, "tests/cluster/build"), "helm" if name == "helm" else "api"], capture_output=True, text=True, check=False)
        if made.returncode:
            raise modules.Missing(f"{name} is not built: {(made.stdout + made.stderr).strip().splitlines()[-1]}")
    return path


def read_steps():
    with open(os.path.join(HERE, "helm.steps"), encoding="utf-8") as f:
        for line in f.read().splitlines():
            if line and not line.startswith("#"):
                kind = line[:2] if line[:2] in ("$ ", "? ") else ""
                name, _, arguments = line.removeprefix(kind).partition(": ")
                yield kind, name, shlex.split(arguments.replace("{charts}", os.path.join(HERE, "charts")))


def shown(done):
    text = f"exit status {done.returncode}\n{done.stdout}" + "".join(f"stderr: {line}\n" for line in done.stderr.splitlines())
    for pattern, to in PATTERNS:
        text = pattern.sub(to, text)
    return text


def steps(_):
    """A suite of the main program."""
    helm, kubectl = program("helm"), program("kubectl")

    def run(servers, folder):
        out = Outcome("helm", servers.side)
        home = os.path.join(folder, f"helm-{servers.side}")
        with servers.start(controllers=True) as server:
            env = {**os.environ, "KUBECONFIG": server.kubeconfig, "HOME": home, "HELM_CACHE_HOME": home, "HELM_CONFIG_HOME": home, "HELM_DATA_HOME": home,
                   "KUBECACHEDIR": home, "TZ": "UTC"}
            with Measured(server, out):
                own = os.times()
                for kind, name, arguments in read_steps():
                    begin = time.monotonic()
                    done = subprocess.run([kubectl if kind else helm, *arguments], env=env, capture_output=True, text=True, timeout=LIMIT, check=False,
                                          stdin=subprocess.DEVNULL)
                    out.add(name, PASSED)
                    out.answers[name] = f"exit status {done.returncode}" if kind == "? " else shown(done)
                    with open(os.path.join(folder, f"helm-{servers.side}.log"), "a" if len(out.tests) > 1 else "w", encoding="utf-8") as log:
                        log.write(f"== {name} ({time.monotonic() - begin:.1f} s)\n{shown(done)}")
                used = os.times()
            out.test_cpu = used.children_user + used.children_system - own.children_user - own.children_system
        return [out]
    return run
