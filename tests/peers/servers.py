"""The two servers: where their programs are, and running ones for suites that do not start their own."""

import contextlib
import os
import shutil
import subprocess
import sys

import processes

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.append(os.path.join(ROOT, "tests/cluster"))

from control_plane import CONTROL_PLANE, programs  # noqa: E402

REAL, EMBEDDED = "real", "embedded"


class Running:
    """A server: its kubeconfig, and what it has used so far."""

    def __init__(self, side, kubeconfig, pids):
        self.side, self.kubeconfig, self.pids = side, kubeconfig, pids

    def cpu(self):
        return processes.cpu_of(self.pids)

    def peak(self):
        return processes.peak_of(self.pids)


class Servers:
    """Starts servers of one side: `real` or `embedded`."""

    def __init__(self, side, setpoint, folder):
        self.side, self.setpoint, self.folder, self.count, self.assets_are_made = side, setpoint, folder, 0, False

    def missing(self):
        """Why it cannot run; nothing if it can."""
        if self.side == EMBEDDED:
            return "" if os.access(self.setpoint, os.X_OK) else f"{self.setpoint} is not built"
        done = subprocess.run([CONTROL_PLANE, "have"], capture_output=True, text=True, check=False)
        return "" if done.returncode == 0 else "the control plane is not built (tests/cluster/build all)"

    def assets(self):
        """A folder for KUBEBUILDER_ASSETS."""
        if self.side == REAL:
            return programs()
        folder = os.path.join(self.folder, "assets")
        if not self.assets_are_made:
            shutil.rmtree(folder, ignore_errors=True)  # of another program
            subprocess.run([self.setpoint, "assets", folder], check=True, capture_output=True)
            self.assets_are_made = True
        return folder

    @contextlib.contextmanager
    def start(self, controllers):
        """With controllers and fake nodes, or without either."""
        self.count += 1
        with (self.real if self.side == REAL else self.embedded)(controllers) as server:
            yield server

    @contextlib.contextmanager
    def real(self, controllers):
        name = f"peers-{os.getpid()}-{self.count}"
        more = ["--kcm", "--kwok", "2"] if controllers else []
        done = subprocess.run([CONTROL_PLANE, "up", "--name", name, "--for-pid", str(os.getpid()), *more], stdout=subprocess.PIPE, text=True, check=False)
        if done.returncode:
            sys.exit(done.returncode)
        kubeconfig = done.stdout.strip()
        try:
            run = os.path.join(os.path.dirname(kubeconfig), "run")
            pids = []
            for file in sorted(os.listdir(run)):
                with open(os.path.join(run, file), encoding="ascii") as f:
                    pids.append(int(f.read().split()[0]))
            yield Running(REAL, kubeconfig, pids)
        finally:
            subprocess.run([CONTROL_PLANE, "down", "--name", name], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)

    @contextlib.contextmanager
    def embedded(self, controllers):
        kubeconfig, log = (os.path.join(self.folder, f"{name}-{self.count}") for name in ("kubeconfig", "log"))
        more = ["--nodes", "2"] if controllers else ["--without", "garbage-collection,namespaces,workloads,nodes,endpoints,addresses",
                                                     "--disable-admission-plugins", "ServiceAccount,TaintNodesByCondition"]
        with open(log, "w", encoding="utf-8") as err:
            p = subprocess.Popen([self.setpoint, "apiserver", "--port", "0", "--authorization-mode", "RBAC", "--write-kubeconfig", kubeconfig, *more],
                                 stdout=subprocess.PIPE, stderr=err, text=True)
        try:
            if not p.stdout.readline().startswith("ready "):
                with open(log, encoding="utf-8") as f:
                    sys.exit(f"{self.setpoint} apiserver did not start: {f.read()}")
            yield Running(EMBEDDED, kubeconfig, [p.pid])
            if p.poll() is not None:
                with open(log, encoding="utf-8") as f:
                    sys.exit(f"{self.setpoint} apiserver has ended with exit code {p.returncode}: {f.read()}")
        finally:
            p.terminate()
            try:
                p.wait(20)
            except subprocess.TimeoutExpired:
                p.kill()
                p.wait()
            p.stdout.close()
