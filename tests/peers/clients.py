"""Suites of client libraries that run against a server of ours: kopf's end-to-end tests, and those tests of kube-rs that need a cluster."""

import json
import os
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree as xml

import modules
import processes
from bundles import Measured
from results import FAILED, PASSED, SKIPPED, Outcome
from servers import HERE

KOPF = "1.45.2"
KUBE = "5.0.0"
KUBE_CRATES = {"kube-client": "jsonpatch,rustls-tls,unstable-client,kubelet-debug", "kube-runtime": "", "kube": "derive,runtime,jsonpatch,kubelet-debug"}
LIMIT = 600  # seconds for a suite
RESULTS = {"ok": PASSED, "FAILED": FAILED}


def call(argv, what, cwd=None, limit=1800):
    done = subprocess.run(argv, cwd=cwd, capture_output=True, text=True, check=False, timeout=limit, stdin=subprocess.DEVNULL)
    if done.returncode:
        raise modules.Missing(f"{what}: {(done.stdout + done.stderr).strip()[-2000:]}")
    return done.stdout


def run_on(servers, folder, suite, argv, cwd, read, env=None):
    """Runs a program with the kubeconfig of a new server; read(outcome, log) adds its tests."""
    out, log = Outcome(suite, servers.side), os.path.join(folder, f"{suite.replace('/', '-')}-{servers.side}.log")
    with servers.start(controllers=True) as server:
        home = os.path.join(folder, f"home-{servers.side}")
        os.makedirs(home, exist_ok=True)
        env = {**os.environ, **(env or {}), "KUBECONFIG": server.kubeconfig, "KUBECACHEDIR": home, "PYTHONDONTWRITEBYTECODE": "1"}
        with Measured(server, out):
            done = processes.run(argv, log, LIMIT, cwd, env)
    out.test_cpu = done.servers + done.test
    with open(log, encoding="utf-8", errors="replace") as f:
        read(out, f.read())
    if done.code is None or not out.tests:
        out.broken = f"it did not end within {LIMIT} s: {log}" if done.code is None else f"exit code {done.code}, no tests: {log}"
    return [out]


def unpacked(name, version):
    """The sources of a package of PyPI."""
    to = os.path.join(modules.BUILD, "src", f"{name}-{version}")
    if not os.path.exists(to):
        folder = os.path.join(modules.BUILD, "src")
        os.makedirs(folder, exist_ok=True)
        call([sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--no-binary", name, "-d", folder, f"{name}=={version}"], f"{name} {version}")
        new = to + ".new"
        shutil.rmtree(new, ignore_errors=True)
        os.makedirs(new)
        call(["tar", "-xzf", to + ".tar.gz", "-C", new, "--strip-components=1"], f"{name} {version}")
        os.rename(new, to)
    return to


def kopf(_):
    """A suite of the main program."""
    try:
        import ensurepip  # noqa: F401, PLC0415
    except ImportError:
        raise modules.Missing("there is no module venv of Python") from None
    source, home = unpacked("kopf", KOPF), os.path.join(modules.BUILD, f"kopf-{KOPF}")
    if not os.path.exists(os.path.join(home, "complete")):
        call([sys.executable, "-m", "venv", home], "venv")
        call([os.path.join(home, "bin/pip"), "install", "-q", "--disable-pip-version-check", "-r", os.path.join(HERE, "kopf.requirements")], "kopf")
        with open(os.path.join(home, "complete"), "w", encoding="utf-8"):
            pass
    report = os.path.join(home, "report.xml")

    def read(out, _):
        for case in xml.parse(report).iter("testcase") if os.path.exists(report) else ():
            bad = case.find("failure") if case.find("failure") is not None else case.find("error")
            verdict = FAILED if bad is not None else SKIPPED if case.find("skipped") is not None else PASSED
            out.add(case.get("name"), verdict, "" if bad is None else bad.get("message", ""))

    def run(servers, folder):
        if os.path.exists(report):
            os.remove(report)
        # Its default timeout is for unit tests. Sockets that asyncio closes late depend on the time of a garbage collection.
        argv = [os.path.join(home, "bin/python"), "-m", "pytest", "-p", "no:cacheprovider", "--only-e2e", "--timeout=60", "-q",
                "-W", "ignore::pytest.PytestUnraisableExceptionWarning", f"--junitxml={report}", "tests/e2e", "examples"]
        return run_on(servers, folder, "kopf e2e", argv, source, read)
    return run


def workspace():
    """The sources of kube-rs' crates from cargo's cache, as a workspace: published crates lack it, and their dependencies on each other in
    tests."""
    to = os.path.join(modules.BUILD, "src", f"kube-rs-{KUBE}")
    if os.path.exists(to):
        return to
    new = to + ".new"
    shutil.rmtree(new, ignore_errors=True)
    os.makedirs(os.path.join(new, "src"))
    with open(os.path.join(new, "src/lib.rs"), "w", encoding="utf-8"):
        pass
    with open(os.path.join(new, "Cargo.toml"), "w", encoding="utf-8") as f:
        f.write(f'[package]\nname = "all"\nversion = "0.0.0"\n[dependencies]\nkube = {{ version = "={KUBE}", features = ["runtime"] }}\n')
    found = json.loads(call(["cargo", "metadata", "--format-version", "1"], "kube-rs", new))
    for package in found["packages"]:
        if package["name"] in KUBE_CRATES and package["version"] == KUBE:
            shutil.copytree(os.path.dirname(package["manifest_path"]), os.path.join(new, package["name"]), ignore=shutil.ignore_patterns("Cargo.lock"))
    for name in ("kube-client", "kube-runtime"):
        with open(os.path.join(new, name, "Cargo.toml"), "a", encoding="utf-8") as f:
            f.write(f'\n[dev-dependencies.kube]\nversion = "={KUBE}"\nfeatures = ["derive", "client", "runtime", "ws", "kubelet-debug"]\n')
    with open(os.path.join(new, "Cargo.toml"), "a", encoding="utf-8") as f:
        f.write(f"[workspace]\nmembers = {json.dumps(list(KUBE_CRATES))}\n[patch.crates-io]\n")
        f.writelines(f'{name} = {{ path = "{name}" }}\n' for name in KUBE_CRATES)
    os.rename(new, to)
    return to


def kube(_):
    """A suite of the main program: those tests of kube-rs that are ignored unless there is a cluster."""
    if not shutil.which("cargo"):
        raise modules.Missing("there is no cargo")
    root, programs = workspace(), []
    for name, features in KUBE_CRATES.items():
        argv = ["cargo", "test", "--lib", "--no-run", "--features", features, "--target-dir", os.path.join(modules.BUILD, "cargo")]
        built = [json.loads(line) for line in call([*argv, "--message-format", "json"], name, os.path.join(root, name)).splitlines() if line.startswith("{")]
        programs += [(os.path.join(root, name), m["executable"]) for m in built if m.get("executable") and m["target"]["name"] == name.replace("-", "_")]

    def read(out, log):
        for name, verdict in re.findall(r"^test (\S+)(?: - should panic)? \.\.\. (?:.*\n)*?(ok|FAILED)$", log, re.M):
            out.add(name, RESULTS[verdict], "see the log")

    def run(servers, folder):
        script = " && ".join(f"(cd '{source}' && '{program}' --ignored --test-threads 1 || true)" for source, program in programs)
        return run_on(servers, folder, "kube-rs", ["bash", "-c", script], None, read)
    return run
