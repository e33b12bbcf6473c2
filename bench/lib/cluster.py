"""The workloads for a storing API server: the embedded one, or kube-apiserver with etcd. As with the replay server, no
controller runs Deployments."""

import contextlib
import os
import random
import signal
import subprocess
import threading
import time

from . import machine
from .api import Api
from .machine import ROOT
from .process import Process, Window
from .workloads import Wrong, put_memory

PLANE = os.path.join(ROOT, "tests/cluster/control-plane")
SITES, DEPLOYMENTS, SERVICES = ("/apis/my.domain/v1/namespaces/default/webservers",
                                "/apis/apps/v1/namespaces/default/deployments", "/api/v1/namespaces/default/services")
ELECTION = {"lease-duration": "15s", "renew-deadline": "10s", "retry-period": "2s"}  # the defaults of both


@contextlib.contextmanager
def prepared(on, work):
    """The common part of both servers; a server is started for each case."""
    global start_server
    start_server = (lambda: Real(work)) if on == "real" else (lambda: Embedded(work))
    yield


start_server = None


class Embedded:
    def __init__(self, work, build="build/release", tls=False):
        self.kubeconfig = os.path.join(work, "embedded.kubeconfig")
        command = [os.path.join(ROOT, build, "bin/setpoint"), "apiserver", "--port", "0", "--without", "workloads,nodes",
                   "--write-kubeconfig", self.kubeconfig, *([] if tls else ["--insecure-http"])]
        self.process = Process("setpoint apiserver", command, 0, os.path.join(work, "embedded.log"))
        end = time.monotonic() + 30
        while not os.path.exists(self.kubeconfig) or os.path.getmtime(self.kubeconfig) * 1e9 < time.time_ns() - 60e9:
            self.process.check()
            if time.monotonic() > end:
                raise SystemExit("bench: the embedded API server has not started in 30 s")
            time.sleep(0.02)
        self.api = Api(self.kubeconfig)

    def stop(self):
        self.process.stop()
        with contextlib.suppress(FileNotFoundError):
            os.remove(self.kubeconfig)


class Real:
    def __init__(self, work):
        self.name = f"bench-{os.getpid()}"
        up = subprocess.run([PLANE, "up", "--name", self.name, "--for-pid", str(os.getpid())], capture_output=True, text=True,
                            preexec_fn=machine.pinned(0))
        if up.returncode:
            raise SystemExit(f"bench: the control plane has not started (tests/cluster/build all builds it):\n{up.stderr[-1500:]}")
        self.kubeconfig = up.stdout.strip().split("\n")[-1]
        self.api = Api(self.kubeconfig)

    def stop(self):
        subprocess.run([PLANE, "down", "--name", self.name], capture_output=True)


def define(api, build="build/release"):
    """Installs the definition that our operator prints."""
    text = subprocess.run([os.path.join(ROOT, build, "bin/webserver-operator"), "--print-crd"], capture_output=True,
                          check=True).stdout
    path = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/webservers.my.domain"
    api.must("PATCH", path + "?fieldManager=bench&force=true", text, "application/apply-patch+yaml")
    end = time.monotonic() + 30
    while api.ask("GET", SITES)[0] != 200:
        if time.monotonic() > end:
            raise SystemExit("bench: WebServers are not served after 30 s")
        time.sleep(0.1)


def site(number, replicas=2):
    return {"apiVersion": "my.domain/v1", "kind": "WebServer", "metadata": {"name": f"web-{number:06}", "namespace": "default"},
            "spec": {"image": "nginx:1.23.1", "replicas": replicas}}


def create_all(server, count, threads=8, replicas=2):
    numbers = iter(range(count))
    lock, failures = threading.Lock(), []

    def create():
        api = Api(server.kubeconfig)
        while True:
            with lock:
                number = next(numbers, None)
            if number is None or failures:
                return
            try:
                api.must("POST", SITES, site(number, replicas))
            except Exception as e:  # the thread that started this one reports it
                failures.append(e)

    running = [threading.Thread(target=create) for _ in range(threads)]
    for t in running:
        t.start()
    for t in running:
        t.join()
    if failures:
        raise failures[0]


def what_is_wrong(api, count):
    items = lambda path: {o["metadata"]["name"]: o for o in api.must("GET", path)["items"]}
    sites, deployments, services = items(SITES), items(DEPLOYMENTS), items(SERVICES)
    if len(sites) != count:
        return f"{len(sites)} WebServers instead of {count}"
    for name, o in sites.items():
        d, s = deployments.get(name), services.get(name + "-service")
        if not d or not s:
            return f"{name} has no {'Service' if d else 'Deployment'}"
        if d["spec"]["replicas"] != o["spec"]["replicas"]:
            return f"{name}: replicas differ"
        if any(child["metadata"]["ownerReferences"][0]["uid"] != o["metadata"]["uid"] for child in (d, s)):
            return f"{name}: a child belongs to another object"
        if o.get("status", {}).get("observedGeneration") != o["metadata"]["generation"]:
            return f"{name}: the status is of another generation"
    return ""


def wait_right(server, count, process, limit):
    end = time.monotonic() + limit
    while wrong := what_is_wrong(server.api, count):
        process.check()
        if time.monotonic() > end:
            raise Wrong(f"{process.name}: {wrong} after {limit} s; see {process.log}")
        time.sleep(0.25)


class Seen:
    """An independent watch: records when each Deployment gets its number of replicas, or another value of an object."""

    def __init__(self, server, path=DEPLOYMENTS, value=lambda o: o["spec"]["replicas"]):
        self.api, self.path, self.value = Api(server.kubeconfig), path, value
        self.at = {}
        version = self.api.must("GET", path + "?limit=1")["metadata"]["resourceVersion"]
        self.thread = threading.Thread(target=self._watch, args=(version,), daemon=True)
        self.thread.start()

    def _watch(self, version):
        for event in self.api.watch(f"{self.path}?watch=true&resourceVersion={version}"):
            o = event["object"]
            if event["type"] in ("ADDED", "MODIFIED"):
                self.at.setdefault((o["metadata"]["name"], self.value(o)), machine.boot_ns())

    def wait(self, keys, limit):
        end = time.monotonic() + limit
        while not all(k in self.at for k in keys) and time.monotonic() < end:
            time.sleep(0.05)


class Changes(threading.Thread):
    """An open loop: changes of the number of replicas, or of another field, at times that are fixed beforehand."""

    def __init__(self, server, rate, seconds, seed, count, first, value=lambda n: n, field="replicas"):
        super().__init__(daemon=True)
        self.api, self.due, self.field = Api(server.kubeconfig), {}, field
        chance, at = random.Random(seed), 0.0
        self.plan = []
        while (at := at + chance.expovariate(rate)) < seconds:
            self.plan.append((at, f"web-{len(self.plan) % count:06}", value(first + len(self.plan) // count)))

    def run(self):
        begin = machine.boot_ns()
        for at, name, value in self.plan:
            due = begin + int(at * 1e9)
            time.sleep(max(0, (due - machine.boot_ns()) / 1e9))
            self.due[(name, value)] = due
            self.api.must("PATCH", f"{SITES}/{name}", {"spec": {self.field: value}}, "application/merge-patch+json")


def percentile(values, share):
    return sorted(values)[min(len(values) - 1, int(share * len(values)))] if values else float("nan")


def open_loop(server, process, put, rate, seconds, seed, count, replicas):
    seen, changes, window = Seen(server), Changes(server, rate, seconds, seed, count, replicas), Window(process)
    changes.start()
    changes.join()
    seen.wait(list(changes.due), 30)
    process.wait_quiet(30)
    latencies = [(seen.at[k] - due) / 1e6 for k, due in changes.due.items() if k in seen.at]
    if len(latencies) != len(changes.due):
        raise Wrong(f"{process.name}: {len(changes.due) - len(latencies)} changes were not answered")
    for name, value in window.end().items():
        put(name, value)
    put("changes", len(latencies))
    for name, share in (("p50", 0.5), ("p90", 0.9), ("p99", 0.99)):
        put(f"child_{name}_ms", percentile(latencies, share))
    put("child_max_ms", max(latencies))


def w0_to_w3(program, work, put, size):
    count, log = size["objects"], os.path.join(work, f"{program.name}.log")
    server, process = start_server(), None
    try:
        define(server.api)
        process = program.start(server.kubeconfig, log)
        process.wait_quiet(60)
        window = Window(process)
        create_all(server, count)
        wait_right(server, count, process, 300)
        process.wait_quiet(60)
        storm = lambda name, value: put(name, value, workload="W2", case=f"{count} objects")
        for name, value in window.end().items():
            storm(name, value)
        put_memory(storm, process)
        for i, rate in enumerate(size["rates"]):
            case = lambda name, value: put(name, value, workload="W3", case=f"{rate}/s")
            open_loop(server, process, case, rate, size["seconds"], 300 + i, count, 3 + 20 * i)
        process.stop()
        process = program.start(server.kubeconfig, log)
        rested = process.wait_quiet(60, calm=1.5)
        cold = lambda name, value: put(name, value, workload="W1", case=f"{count} objects")
        cold("exec_to_synced_s", (rested - process.started) / 1e9)
        cold("cpu_s", process.cpu()[0])
        put_memory(cold, process)
        window = Window(process)
        time.sleep(size["idle_seconds"])
        end = window.end()
        put("cpu_ms_per_minute", end["cpu_s"] * 60e3 / end["seconds"], workload="W0")
        put("wake_ups_per_second", end["wake_ups"] / end["seconds"], workload="W0")
        put_memory(lambda name, value: put(name, value, workload="W0"), process)
        if wrong := what_is_wrong(server.api, count):
            raise Wrong(f"{program.name}: {wrong}")
    finally:
        if process:
            process.stop()
        server.stop()


def created_before_start(program, work, put, size):
    """WebServers exist when the program starts: it lists them, creates all children and writes all statuses."""
    count, server, process = size["objects"], start_server(), None
    case = lambda name, value: put(name, value, workload="W2", case=f"{count} before start")
    try:
        define(server.api)
        create_all(server, count)
        process = program.start(server.kubeconfig, os.path.join(work, f"{program.name}-before.log"))
        # List only while the program rests: otherwise the list would load the server and the program's core.
        rested = process.wait_quiet(300, also=lambda: not what_is_wrong(server.api, count))
        case("seconds", (rested - process.started) / 1e9)
        case("cpu_s", process.cpu()[0])
        put_memory(case, process)
    finally:
        if process:
            process.stop()
        server.stop()


def gap_after(program, work, sig, seconds):
    """Two instances; the leader is ended. Seconds from then until the next child is written."""
    server, instances = start_server(), []
    count = 200
    try:
        define(server.api)
        create_all(server, count)
        for i in range(2):
            instances.append(program.start(server.kubeconfig, os.path.join(work, f"{program.name}-{i}.log"), ELECTION))
            if i == 0:
                wait_right(server, count, instances[0], 60)
        time.sleep(3)  # the second has seen the lease
        seen, changes = Seen(server), Changes(server, 10, seconds, 6, count, 3)
        changes.start()
        time.sleep(3)
        ended = machine.boot_ns()
        instances[0].popen.send_signal(sig)
        changes.join()
        seen.wait(list(changes.due), 30)
        instances[1].check()
        wait_right(server, count, instances[1], 30)
        # The last writes of the old leader come before the gap.
        times = sorted(t for t in seen.at.values() if t > ended - 1_000_000_000)
        gaps = [(b - a, b) for a, b in zip(times, times[1:])]
        if not gaps:
            raise Wrong(f"{program.name}: nothing was written after the leader had ended")
        return max(gaps)[0] / 1e9
    finally:
        for p in instances:
            p.stop()
        server.stop()


def w6(program, work, put, size):
    if not program.elects:
        return
    put("gap_s", gap_after(program, work, signal.SIGKILL, size["fail_over"]), case="kill -9")
    put("gap_s", gap_after(program, work, signal.SIGTERM, size["fail_over"]), case="SIGTERM")


# name: (function, what it is, rough seconds for one program)
ON_CLUSTER = {
    "W0-W3": (w0_to_w3, "(embedded, real) storm, low rates, cold sync and idle with 1,000 WebServers", 130),
    "W2-start": (created_before_start, "(embedded, real) 1,000 WebServers that are there before the program starts", 40),
    "W6": (w6, "(embedded, real) fail-over", 110),
}
FULL = {"objects": 1000, "rates": [5, 10], "seconds": 15, "idle_seconds": 60, "fail_over": 35}
QUICK = {"objects": 50, "rates": [5], "seconds": 3, "idle_seconds": 3, "fail_over": 30}
