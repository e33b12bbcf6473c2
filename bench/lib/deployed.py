"""The workloads on a cluster that runs the programs in pods, as their users do: the node of tests/cluster, or the cluster of a
kubeconfig context. The WebServers have no pods, so that the operators are measured, not nginx. CPU and memory are those of the
container, from the kubelet's cadvisor."""

import contextlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

from . import machine
from .api import Api
from .cluster import DEPLOYMENTS, SERVICES, SITES, Changes, Seen, create_all, define, percentile, site, what_is_wrong
from .machine import ROOT
from .workloads import Wrong

sys.path.append(os.path.join(ROOT, "tests/cluster"))

import control_plane  # noqa: E402

NODE = os.path.join(ROOT, "tests/cluster/node")
NAMESPACE = "setpoint-bench"
MIB = 1024 * 1024
cluster = None


@contextlib.contextmanager
def prepared(context, programs, out, say):
    global cluster
    cluster = Cluster(context, out)
    try:
        cluster.prepare(programs, say)
        yield
    finally:
        cluster.close()


class Cluster:
    def __init__(self, context, out):
        self.context, self.archives = context, out
        self.work = tempfile.mkdtemp(prefix="setpoint-bench-cluster-")
        self.proxy, self.packed = None, {}
        self.own_node = context is None
        if self.own_node:
            up = subprocess.run([NODE, "up", "--for-pid", str(os.getpid())], capture_output=True, text=True)
            if up.returncode:
                raise SystemExit("bench: the node has not started (tests/cluster/build api controllers node builds it; "
                                 f"--context NAME uses another cluster):\n{up.stderr[-1500:]}")
            kubectl = [os.path.join(control_plane.programs(), "kubectl"), "--kubeconfig", up.stdout.strip().split("\n")[-1]]
        else:
            kubectl = ["kubectl", "--context", context]
        self.proxy = subprocess.Popen([*kubectl, "proxy", "--port", "0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                      text=True, start_new_session=True)
        line = self.proxy.stdout.readline()
        if not line:
            self.close()
            raise SystemExit(f"bench: kubectl proxy does not start on {context or 'the node'}")
        # For Api, which knows certificates and no other credentials.
        self.kubeconfig = os.path.join(self.work, "kubeconfig")
        with open(self.kubeconfig, "w") as f:
            json.dump({"clusters": [{"cluster": {"server": "http://" + line.split()[-1]}}]}, f)
        self.api = Api(self.kubeconfig)

    def prepare(self, programs, say):
        if self.api.ask("GET", SITES)[0] == 200:
            raise SystemExit("bench: this cluster has WebServers already; the benchmark would delete them")
        os.makedirs(self.archives, exist_ok=True)
        for p in programs:
            self.packed[p.name] = self.image(p)
        if not self.own_node:
            say(f"each node needs the images in {os.path.relpath(self.archives)}: kind load image-archive FILE")
        define(self.api)
        apply(self.api, "/api/v1/namespaces", "v1", "Namespace", NAMESPACE, {})
        group = "/apis/rbac.authorization.k8s.io/v1/clusterroles"
        rules = [{"apiGroups": ["my.domain"], "resources": ["*"], "verbs": ["*"]},
                 {"apiGroups": ["apps"], "resources": ["deployments"], "verbs": ["*"]},
                 {"apiGroups": [""], "resources": ["services", "events"], "verbs": ["*"]},
                 {"apiGroups": ["events.k8s.io"], "resources": ["events"], "verbs": ["*"]}]
        apply(self.api, group, "rbac.authorization.k8s.io/v1", "ClusterRole", NAMESPACE, {"rules": rules})
        apply(self.api, group[:-len("roles")] + "rolebindings", "rbac.authorization.k8s.io/v1", "ClusterRoleBinding", NAMESPACE,
              {"roleRef": {"apiGroup": "rbac.authorization.k8s.io", "kind": "ClusterRole", "name": NAMESPACE},
               "subjects": [{"kind": "ServiceAccount", "name": "default", "namespace": NAMESPACE}]})

    def image(self, program):
        """Builds and loads the program's image; its packed size in bytes."""
        root = os.path.join(self.work, program.name)
        archive = os.path.join(self.archives, program.name + ".tar")
        named = os.path.join(self.work, os.path.basename(program.executable()))
        shutil.copy(program.executable(), named)
        subprocess.run(["strip", named], check=True)
        subprocess.run([os.path.join(ROOT, "script/image-root"), root, named], check=True, capture_output=True)
        subprocess.run([os.path.join(ROOT, "tests/cluster/images/archive"), archive, image_name(program), root, "{}"], check=True)
        shutil.rmtree(root)
        if self.own_node:
            subprocess.run([NODE, "load", archive], check=True, capture_output=True)
        return os.path.getsize(archive)

    def close(self):
        if self.proxy:
            if hasattr(self, "api"):
                for path in (f"/api/v1/namespaces/{NAMESPACE}", f"/apis/rbac.authorization.k8s.io/v1/clusterroles/{NAMESPACE}",
                             f"/apis/rbac.authorization.k8s.io/v1/clusterrolebindings/{NAMESPACE}",
                             "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/webservers.my.domain"):
                    with contextlib.suppress(Exception):
                        self.api.ask("DELETE", path)
            self.proxy.kill()
            self.proxy.wait()
        if self.own_node:
            subprocess.run([NODE, "down"], capture_output=True)
        shutil.rmtree(self.work, ignore_errors=True)


def image_name(program):
    return f"setpoint.test/bench-{program.name}:1"


def apply(api, path, version, kind, name, more, ns=None):
    o = {"apiVersion": version, "kind": kind, "metadata": {"name": name, **({"namespace": ns} if ns else {})}, **more}
    return api.must("PATCH", f"{path}/{name}?fieldManager=bench&force=true", o, "application/apply-patch+yaml")


def until(what, limit, holds, pause=0.2):
    end = time.monotonic() + limit
    while not (found := holds()):
        if time.monotonic() > end:
            raise Wrong(f"{what} after {limit} s")
        time.sleep(pause)
    return found


class Deployed:
    """One program as a Deployment of one replica; none while it is not measured."""

    PATH = f"/apis/apps/v1/namespaces/{NAMESPACE}/deployments"

    def __init__(self, program):
        self.program, self.api, self.pod = program, cluster.api, None
        labels = {"app": program.name}
        container = {"name": "manager", "image": image_name(program), "imagePullPolicy": "IfNotPresent",
                     "command": ["/usr/bin/" + os.path.basename(program.executable()), *program.pod_arguments],
                     "resources": {"requests": {"cpu": "10m", "memory": "64Mi"}}}
        apply(self.api, self.PATH, "apps/v1", "Deployment", program.name, {
            "spec": {"replicas": 1, "selector": {"matchLabels": labels},
                     "template": {"metadata": {"labels": labels},
                                  "spec": {"containers": [container], "terminationGracePeriodSeconds": 5}}}}, NAMESPACE)
        self.pod = until(f"{program.name}: no running pod", 90, self.running)
        self.node = self.pod["spec"]["nodeName"]

    def pods(self):
        return self.api.must("GET", f"/api/v1/namespaces/{NAMESPACE}/pods?labelSelector=app%3D{self.program.name}")["items"]

    def running(self):
        for pod in self.pods():
            for c in pod["status"].get("containerStatuses", []):
                waits = c["state"].get("waiting", {})
                if waits.get("reason") in ("ErrImagePull", "ImagePullBackOff", "ErrImageNeverPull", "CrashLoopBackOff"):
                    raise Wrong(f"{self.program.name}: {waits['reason']}: {waits.get('message', '')}")
                if c["state"].get("running"):
                    return pod
        return None

    def used(self):
        """CPU seconds and MiB of the container, sampled by cadvisor from now on."""
        begin = time.time() * 1000

        def sampled():
            status, text = self.api.ask("GET", f"/api/v1/nodes/{self.node}/proxy/metrics/cadvisor")
            if status != 200:
                raise Wrong(f"the kubelet does not serve cadvisor's metrics: {status}")
            found = {}
            for line in text["message"].splitlines():
                m = re.match(r'container_(\w+)\{[^}]*container="manager"[^}]*pod="([^"]+)"[^}]*\} (\S+) (\d+)$', line)
                if m and m[2] == self.pod["metadata"]["name"] and int(m[4]) >= begin:
                    found[m[1]] = float(m[3])
            return found if "cpu_usage_seconds_total" in found else None

        return until(f"{self.program.name}: no sample of cadvisor", 90, sampled, 1)

    def started_ns(self):
        """When its process was started, in boot_ns(); None on another cluster."""
        if not cluster.own_node:
            return None
        listed = subprocess.run([NODE, "in", "ctr", "-n", "k8s.io", "tasks", "ls"], capture_output=True, text=True, check=True).stdout
        container = self.pod["status"]["containerStatuses"][0]["containerID"].split("//")[1]
        pid = next(line.split()[1] for line in listed.splitlines() if line.startswith(container))
        stat = subprocess.run([NODE, "in", "cat", f"/proc/{pid}/stat"], capture_output=True, text=True, check=True).stdout
        return int(stat.rsplit(") ", 1)[1].split()[19]) * 1_000_000_000 // os.sysconf("SC_CLK_TCK")

    def stop(self):
        self.api.ask("DELETE", f"{self.PATH}/{self.program.name}?propagationPolicy=Foreground")
        until(f"{self.program.name}: its pods remain", 60, lambda: not self.pods())


def remove_all(api):
    api.must("DELETE", SITES)
    names = lambda path: [o for o in api.must("GET", path)["items"] if o["metadata"]["name"] != "kubernetes"]
    until("objects remain", 300, lambda: not any(names(path) for path in (SITES, DEPLOYMENTS, SERVICES)), 1)


def put_memory(put, used):
    put("rss_mib", used["memory_rss"] / MIB)
    put("working_set_mib", used["memory_working_set_bytes"] / MIB)


def storm(program, put, count):
    done = Seen(cluster, SITES, lambda o: o.get("status", {}).get("observedGeneration") == o["metadata"]["generation"])
    before, begin = program.used(), machine.boot_ns()
    create_all(cluster, count, replicas=0)
    all_done = [(site(n)["metadata"]["name"], True) for n in range(count)]
    done.wait(all_done, 300)
    if wrong := what_is_wrong(cluster.api, count):
        raise Wrong(f"{program.program.name}: {wrong}")
    used = program.used()
    put("seconds_to_done", (max(done.at[k] for k in all_done) - begin) / 1e9)
    put("cpu_s", used["cpu_usage_seconds_total"] - before["cpu_usage_seconds_total"])
    put_memory(put, used)


def open_loop(program, put, rate, seconds, seed, count):
    image = lambda o: o["spec"]["template"]["spec"]["containers"][0]["image"]
    seen, before = Seen(cluster, DEPLOYMENTS, image), program.used()
    changes = Changes(cluster, rate, seconds, seed, count, seed, lambda n: f"nginx:1.{n}", "image")
    changes.start()
    changes.join()
    seen.wait(list(changes.due), 60)
    latencies = [(seen.at[k] - due) / 1e6 for k, due in changes.due.items() if k in seen.at]
    if len(latencies) != len(changes.due):
        raise Wrong(f"{program.program.name}: {len(changes.due) - len(latencies)} changes were not answered")
    put("cpu_s", program.used()["cpu_usage_seconds_total"] - before["cpu_usage_seconds_total"])
    put("changes", len(latencies))
    for name, share in (("p50", 0.5), ("p90", 0.9), ("p99", 0.99)):
        put(f"child_{name}_ms", percentile(latencies, share))
    put("child_max_ms", max(latencies))


def deployed(program, work, put, size):
    count, first = size["objects"], "web-000000"
    remove_all(cluster.api)
    cluster.api.must("POST", SITES, site(0, 0))
    created = Seen(cluster)
    running = Deployed(program)
    try:
        begin = lambda name, value: put(name, value, workload="start")
        created.wait([(first, 0)], 60)
        if (first, 0) not in created.at:
            raise Wrong(f"{program.name}: no child after a minute in its pod")
        if started := running.started_ns():
            begin("start_to_first_write_ms", (created.at[(first, 0)] - started) / 1e6)
        begin("image_packed_mib", cluster.packed[program.name] / MIB)
        remove_all(cluster.api)
        storm(running, lambda name, value: put(name, value, workload="W2", case=f"{count} objects"), count)
        for i, rate in enumerate(size["rates"]):
            open_loop(running, lambda name, value: put(name, value, workload="W3", case=f"{rate}/s"), rate, size["seconds"],
                      300 + 100 * i, count)
    finally:
        running.stop()


# name: (function, what it is, rough seconds for one program)
DEPLOYED = {"W2-W3": (deployed, "(cluster) start, storm and open loop in pods", 150)}
FULL = {"objects": 500, "rates": [5, 10, 20], "seconds": 15}
QUICK = {"objects": 30, "rates": [5], "seconds": 3}
