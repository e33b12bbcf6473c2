"""The cluster under test: the one-node cluster of tests/cluster, which is built and started, or the one of a kubeconfig context."""

import glob
import os
import subprocess
import sys

from .steps import Unable

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
CLUSTER = os.path.join(ROOT, "tests/cluster")
sys.path.append(CLUSTER)

import control_plane  # noqa: E402

CACHE = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
HOME = os.environ.get("SETPOINT_CLUSTER_HOME") or os.path.join(CACHE, "setpoint-cluster")

AUDIT_POLICY = """apiVersion: audit.k8s.io/v1
kind: Policy
omitStages: [RequestReceived, ResponseStarted]
rules:
- {level: Metadata, userGroups: ["system:serviceaccounts"]}
- {level: None}
"""


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"{' '.join(command[:3])} failed:\n{(done.stdout + done.stderr)[-3000:]}")
    return done.stdout


class Node:
    """Can be broken, and records what the operators request."""

    can_break = True

    def __init__(self, work, keep):
        self.audit_log = os.path.join(work, "audit.log")
        self.keep = keep
        policy = os.path.join(work, "audit-policy.yaml")
        with open(policy, "w") as out:
            out.write(AUDIT_POLICY)
        done = subprocess.run([CLUSTER + "/node", "up", *([] if keep else ["--for-pid", str(os.getpid())]),
                               "--arg", "apiserver=--audit-log-path=" + self.audit_log,
                               "--arg", "apiserver=--audit-policy-file=" + policy], capture_output=True, text=True)
        if done.returncode:
            raise (Unable if done.returncode == 3 else RuntimeError)(done.stderr.strip())
        self.kubectl = os.path.join(os.environ.get("KUBEBUILDER_ASSETS") or control_plane.programs(), "kubectl")
        self.kubeconfig = done.stdout.strip()
        self.arguments = ["--kubeconfig", self.kubeconfig]

    @staticmethod
    def prepare():
        """Installs and builds what it needs. Unable says why this machine cannot."""
        if os.geteuid():
            raise Unable("only root can run a node with containers; --context NAME uses a cluster that is there")
        if not os.path.isdir("/sys/fs/cgroup/memory"):
            raise Unable("the node needs cgroup v1, and this machine has cgroup v2; --context NAME uses a cluster that is there")
        run(ROOT + "/script/bootstrap", "--node")
        run(CLUSTER + "/build", "api", "controllers", "node")
        run(CLUSTER + "/images/make", "workloads")
        done = subprocess.run([CLUSTER + "/node", "have"], capture_output=True, text=True)
        if done.returncode:
            raise Unable(done.stderr.strip())

    def load(self, *archives):
        run(CLUSTER + "/node", "load", *archives)

    def load_workloads(self):
        node = ("pause.tar", "coredns.tar")
        self.load(*(f for f in glob.glob(HOME + "/images/*.tar") if os.path.basename(f) not in node))

    def kill_container(self, container_id):
        """SIGKILL for the process of a container; True if it was there."""
        listed = run(CLUSTER + "/node", "in", "ctr", "-n", "k8s.io", "tasks", "ls")
        pids = [line.split()[1] for line in listed.splitlines() if line.startswith(container_id)]
        for pid in pids:
            run(CLUSTER + "/node", "in", "kill", "-9", pid)
        return bool(pids)

    def restart_apiserver(self):
        run(CLUSTER + "/node", "restart", "apiserver", "--kill")

    def close(self):
        if not self.keep:
            subprocess.run([CLUSTER + "/node", "down"], capture_output=True)


class Context:
    """A cluster that is there. Images must be loaded by its user."""

    can_break = False
    audit_log = None
    kubectl = "kubectl"

    def __init__(self, name):
        self.arguments = ["--context", name]

    def close(self):
        pass
