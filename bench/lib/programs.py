"""The measured programs, and how they are built and started."""

import os
import re
import signal
import socket
import subprocess
import time
import urllib.request

from .machine import ROOT
from .process import Process

PEERS = os.path.join(ROOT, "bench/peers")


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


class Program:
    """How to run a program. `where` lists the servers that it can run on."""

    name = ""
    where = ("replay", "embedded", "real", "webhooks", "cluster")
    elects = True
    converts = False  # whether its webhooks convert too
    optional = False  # measured only when --programs names it
    pod_arguments = ()  # in a pod, which runs one replica

    @property
    def source(self):
        """The name in golden.json of the program with this code."""
        return self.name

    def executable(self):
        raise NotImplementedError

    def command(self, port, election):
        raise NotImplementedError

    def build(self, say):
        raise NotImplementedError

    def webhooks(self):
        """The executable that serves the webhooks."""
        return self.executable()

    def webhooks_command(self, port, certs):
        raise NotImplementedError

    def build_webhooks(self, say):
        self.build(say)

    def start_webhooks(self, port, certs, kubeconfig, log, core=1):
        return Process(self.name, self.webhooks_command(port, certs), core, log, {"KUBECONFIG": kubeconfig, "GOMAXPROCS": "1"})

    def start(self, kubeconfig, log, election=None, core=1):
        port = free_port()
        p = Process(self.name, self.command(port, election), core, log, {"KUBECONFIG": kubeconfig, "GOMAXPROCS": "1"})
        p.metrics_port = port
        return p

    def reconciles(self, process):
        """The number of reconciles, or None if the program does not report it."""
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{process.metrics_port}/metrics", timeout=10) as r:
                text = r.read().decode()
        except OSError:
            return None
        return int(sum(float(v) for v in re.findall(r"^controller_runtime_reconcile_total\{[^}]*\} (\S+)", text, re.M)))

    def size(self):
        return os.path.getsize(self.executable())


def build(say, folder, what, target, options=()):
    # Configure each time: an existing folder may have been configured without the benchmarks.
    run(say, folder, ["cmake", "--preset", "release", "-B", folder, "-DSETPOINT_BUILD_BENCH=ON", *options], ROOT)
    run(say, what, ["cmake", "--build", folder, "--target", target], ROOT)


def run(say, what, command, cwd):
    say(f"building {what}: {' '.join(command)}")
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"bench: {what} cannot be built:\n{done.stdout[-1500:]}{done.stderr[-1500:]}")


class Setpoint(Program):
    name = "setpoint"
    pod_arguments = ("--metrics-bind-address=:8443", "--health-probe-bind-address=:8081", "--webhook-port=0")
    converts = True
    folder = "build/release"
    options = []

    def executable(self):
        return os.path.join(ROOT, self.folder, "bin/webserver-operator")

    def command(self, port, election):
        c = [self.executable(), "--metrics-bind-address", f"127.0.0.1:{port}", "--health-probe-bind-address", "0"]
        if election:
            c += ["--leader-elect", "--leader-election-namespace", "default"]
            for flag in ("lease-duration", "renew-deadline", "retry-period"):
                c += [f"--leader-election-{flag}", election[flag]]
        return c

    def build(self, say):
        build(say, self.folder, f"{self.name}'s operator", "webserver-operator", self.options)

    def webhooks(self):
        return os.path.join(ROOT, self.folder, "bin/webserver_webhooks")

    def webhooks_command(self, port, certs):
        return [self.webhooks(), "--webhook-port", str(port), "--webhook-cert-dir", certs, "--metrics-bind-address", "0",
                "--health-probe-bind-address", "0"]

    def build_webhooks(self, say):
        build(say, self.folder, f"{self.name}'s webhooks", "webserver_webhooks", self.options)


class SetpointTuned(Setpoint):
    """Built with the profile that script/tune has written."""

    name = "setpoint-tuned"
    source = Setpoint.name
    folder = "build/tuned"
    options = ["-DSETPOINT_PROFILE=build/operators.profdata"]
    optional = True  # needs one more build


class ControllerRuntime(Program):
    name = "controller-runtime"
    where = ("replay", "real", "webhooks", "cluster")  # protobuf for built-in kinds: the embedded server supports only JSON
    pod_arguments = ("-metrics-bind-address=:8443",)
    flags = []

    def executable(self):
        return os.path.join(PEERS, "go/webserver-operator-go")

    def command(self, port, election):
        c = [self.executable(), "-metrics-bind-address", f"127.0.0.1:{port}", *self.flags]
        if election:
            c += ["-leader-elect", "-release-on-cancel"]
            for flag in ("lease-duration", "renew-deadline", "retry-period"):
                c += [f"-{flag}", election[flag]]
        return c

    def webhooks_command(self, port, certs):
        return [self.executable(), "-webhook-port", str(port), "-webhook-cert-dir", certs]

    def build(self, say):
        if not os.path.exists(self.executable()):
            run(say, "the peer in Go", ["go", "build", "-trimpath", "-ldflags=-s -w", "-o", "webserver-operator-go", "."],
                os.path.join(PEERS, "go"))


class ControllerRuntimeJson(ControllerRuntime):
    name = "controller-runtime-json"
    where = ("replay", "embedded", "real")
    flags = ["-json"]


class KubeRs(Program):
    name = "kube-rs"
    elects = False  # kube-rs' runtime has no leader election

    def executable(self):
        return os.path.join(PEERS, "rust/target/release/webserver-operator-rs")

    def command(self, port, election):
        return [self.executable()]

    def webhooks(self):
        return os.path.join(PEERS, "rust-webhooks/target/release/webserver-webhooks-rs")

    def webhooks_command(self, port, certs):
        return [self.webhooks(), str(port), certs]

    def build(self, say):
        if not os.path.exists(self.executable()):
            run(say, "the peer in Rust (minutes)", ["cargo", "build", "--release", "--locked"], os.path.join(PEERS, "rust"))

    def build_webhooks(self, say):
        if not os.path.exists(self.webhooks()):
            run(say, "the peer's webhooks in Rust (minutes)", ["cargo", "build", "--release", "--locked"],
                os.path.join(PEERS, "rust-webhooks"))

    def reconciles(self, process):
        os.kill(process.pid, signal.SIGUSR1)
        time.sleep(0.3)  # it writes one line to its log
        with open(process.log, errors="replace") as f:
            told = re.findall(r"^reconciles (\d+)", f.read(), re.M)
        return int(told[-1]) if told else None


ALL = [Setpoint(), SetpointTuned(), ControllerRuntime(), ControllerRuntimeJson(), KubeRs()]
