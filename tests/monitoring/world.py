"""A control plane, three operators that it authorises to serve metrics, and the Prometheus that scrapes them."""

import contextlib
import json
import os
import shutil
import signal
import socket
import subprocess
import textwrap
import threading

from prometheus import Failed, Prometheus, await_that, find_tool, run  # noqa: F401, for run

from pages import served

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
CONTROL_PLANE = os.path.join(ROOT, "tests/cluster/control-plane")
NOT_BUILT = 3  # of the control plane
MEMORY_LIMIT = 512 << 20
ELECTION = ["--leader-elect", "--leader-election-namespace", "default"]


class Skipped(Exception):
    """The message is the reason."""


class Operator:
    def __init__(self, world, name, index, more):
        self.world, self.name = world, name
        self.port = free_port()
        self.instance = f"127.0.0.1:{self.port}"
        self.log = os.path.join(world.folder, f"{name}.{index}.log")
        self.command = [os.path.join(world.operators, name), "--metrics-bind-address", self.instance, "--metrics-secure",
                        "--metrics-cert-dir", world.certs, "--health-probe-bind-address", "0", *more]
        self.process = None

    def start(self):
        # The control group's file as a container with a memory limit sees it, where a mount namespace is allowed.
        shell = f'{self.world.with_limit} exec "$@"'
        with open(self.log, "ab") as out:
            self.process = subprocess.Popen([*self.world.unshare, "sh", "-c", shell, "sh", *self.command], stdin=subprocess.DEVNULL, stdout=out,
                                            stderr=out, env={**os.environ, "KUBECONFIG": self.world.kubeconfig})

    def kill(self, sig=signal.SIGKILL):
        if self.process and self.process.poll() is None:
            self.process.send_signal(sig)
            self.process.wait(30)


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


class World:
    def __init__(self, folder, operators):
        self.folder, self.operators = folder, operators
        self.certs = os.path.join(folder, "certs")
        self.name = f"monitoring-{os.getpid()}"
        self.kubeconfig = self.prometheus = None
        self.all, self.trouble = [], []
        for name in ("webserver-operator", "cronjob-operator"):
            if not os.access(os.path.join(operators, name), os.X_OK):
                raise Failed(f"{name} is not built in {operators}")
        if subprocess.run([CONTROL_PLANE, "have", "kcm"], capture_output=True, check=False).returncode == NOT_BUILT:
            raise Skipped("the control plane is not built: tests/cluster/build all")
        self.prometheus_program = find_tool("prometheus")
        self.unshare, self.with_limit = [], ""
        isolated = ["unshare", "--mount"] if os.getuid() == 0 else ["unshare", "--user", "--map-root-user", "--mount"]
        limit = os.path.join(folder, "cgroup")
        os.makedirs(limit, exist_ok=True)
        mounting = f'mount --bind "{limit}" /sys/fs/cgroup &&'
        if subprocess.run([*isolated, "sh", "-c", f"{mounting} true"], capture_output=True, check=False).returncode:
            raise Skipped("unshare and mount are not allowed: no memory limit can be shown to the operators")
        with open(os.path.join(limit, "memory.max"), "w", encoding="ascii") as f:
            f.write(f"{MEMORY_LIMIT}\n")
        self.unshare, self.with_limit = isolated, mounting

    def kubectl(self, *argv, text=None):
        return run([CONTROL_PLANE, "kubectl", "--name", self.name, *argv], text=text, output=True)

    def start(self):
        self.make_certificates()
        up = run([CONTROL_PLANE, "up", "--name", self.name, "--kcm", "--for-pid", str(os.getpid())], output=True)
        self.kubeconfig = up.strip().splitlines()[-1]
        self.install()
        url = f"https://127.0.0.1:{(port := free_port())}"
        self.all = [Operator(self, "webserver-operator", i, ELECTION) for i in (1, 2)]
        self.all.append(Operator(self, "cronjob-operator", 1, ["--webhook-port", str(port), "--webhook-url", url, "--webhook-cert-dir", self.certs,
                                                               "--otlp-endpoint", f"http://127.0.0.1:{free_port()}"]))
        for operator in self.all:
            operator.start()
        self.prometheus = Prometheus(self.prometheus_program, self.folder, free_port(), self.all, os.path.join(self.certs, "ca.crt"), self.token)

    def make_certificates(self):
        os.makedirs(self.certs, exist_ok=True)
        key, cert = (os.path.join(self.certs, f) for f in ("tls.key", "tls.crt"))
        run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "30", "-subj", "/CN=test",
             "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", cert])
        shutil.copy(cert, os.path.join(self.certs, "ca.crt"))

    def install(self):
        """Definitions, the roles of the readers of metrics, and a scraper with such a role."""
        self.kubectl("create", "serviceaccount", "scraper")
        for name in ("webserver-operator", "cronjob-operator"):
            program = os.path.join(self.operators, name)
            self.kubectl("create", "namespace", f"{name}-system")
            self.kubectl("apply", "-f", "-", text=run([program, "--print-crd"], output=True))
            self.kubectl("apply", "-f", "-", text=run([program, "--print-rbac", "--metrics-secure"], output=True))
            self.kubectl("create", "clusterrolebinding", f"{name}-scraper", f"--clusterrole={name}-metrics-reader", "--serviceaccount=default:scraper")
        self.token = os.path.join(self.folder, "token")
        with open(os.open(self.token, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="ascii") as f:
            f.write(self.kubectl("create", "token", "scraper").strip())

    def printed_rules(self):
        """The rule file in the PrometheusRule of webserver-operator."""
        folder = os.path.join(self.folder, "manifests")
        run([os.path.join(self.operators, "webserver-operator"), "manifests", "--image", "any", "--output", folder], output=True)
        with open(os.path.join(folder, "prometheus/rules.yaml"), encoding="utf-8") as f:
            spec = f.read().split("\nspec:\n")[1]
        path = os.path.join(self.folder, "printed.yaml")
        with open(path, "w", encoding="utf-8") as f:
            f.write(textwrap.dedent(spec))
        return path

    def all_up(self):
        return await_that(lambda: self.prometheus.value(f"sum(up) == {len(self.all)}"), 60, lambda: f"not all are up: {self.prometheus.targets()}")

    def leader(self):
        wrong = await_that(lambda: self.prometheus.value("leader_election_master_status == 1"), 60, "no leader")
        if wrong:
            raise Failed(wrong)
        led = self.prometheus.query("leader_election_master_status == 1")[0]["metric"]["instance"]
        return next(o for o in self.all if o.instance == led)

    def scrape(self, operator):
        with open(self.token, encoding="ascii") as f:
            token = f.read()
        argv = ["curl", "-sS", "--fail", "--cacert", os.path.join(self.certs, "ca.crt"), "-H", "@-", f"https://{operator.instance}/metrics"]
        return run(argv, text=f"Authorization: Bearer {token}", output=True)

    def served(self):
        """The metrics of all operators, for the page's table."""
        return served("\n".join(self.scrape(o) for o in self.all))

    def lint(self):
        return "; ".join(filter(None, (run([find_tool("promtool"), "check", "metrics"], text=self.scrape(o)) for o in self.all)))

    @contextlib.contextmanager
    def load(self):
        """Objects come, change, go and are refused, as long as the block runs."""
        end = threading.Event()
        worker = threading.Thread(target=self.change_objects, args=(end,))
        worker.start()
        try:
            yield
        finally:
            end.set()
            worker.join()
        if self.trouble:
            raise Failed(f"load: {self.trouble[0]}")

    def change_objects(self, end):
        n = 0
        while not end.is_set():
            n += 1
            try:
                if n == 1:
                    self.kubectl("apply", "-f", "-", text=json.dumps(held()))
                    self.kubectl("delete", "--wait=false", "webservers.my.domain", "held")
                self.kubectl("apply", "-f", "-", text=json.dumps({"apiVersion": "v1", "kind": "List", "items": objects(n)}))
                self.kubectl("delete", "--ignore-not-found", "--wait=false", "webservers.my.domain", f"site-{n % 5 + 1}")
                self.refused()
            except Failed as e:
                self.trouble.append(str(e))
                return
            end.wait(0.5)

    def refused(self):
        try:
            self.kubectl("create", "-f", "-", text=json.dumps(cron_job("refused", "not a schedule")))
        except Failed as e:
            if "spec.schedule" not in str(e):
                raise
            return
        raise Failed("a CronJob with an invalid schedule was accepted")

    @contextlib.contextmanager
    def broken_key(self):
        key = os.path.join(self.certs, "tls.key")
        with open(key, encoding="ascii") as f:
            before = f.read()
        try:
            with open(key, "w", encoding="ascii") as f:
                f.write("not a key\n")
            yield
        finally:
            with open(key, "w", encoding="ascii") as f:
                f.write(before)

    @contextlib.contextmanager
    def frozen(self):
        run([CONTROL_PLANE, "freeze", "apiserver", "--name", self.name], output=True)
        try:
            yield
        finally:
            run([CONTROL_PLANE, "thaw", "apiserver", "--name", self.name], output=True)

    def start_ended(self):
        """As a kubelet does."""
        for operator in self.all:
            if operator.process.poll() is not None:
                operator.start()

    def stop(self):
        if self.prometheus:
            self.prometheus.stop()
        for operator in self.all:
            operator.kill(signal.SIGTERM)
        if self.kubeconfig:
            run([CONTROL_PLANE, "down", "--name", self.name], output=True)


def cron_job(name, schedule):
    pod = {"restartPolicy": "Never", "containers": [{"name": "main", "image": "busybox"}]}
    return {"apiVersion": "batch.tutorial.kubebuilder.io/v1", "kind": "CronJob", "metadata": {"name": name, "namespace": "default"},
            "spec": {"schedule": schedule, "jobTemplate": {"spec": {"template": {"spec": pod}}}}}


def held():
    """Its deletion waits for a finalizer of another component."""
    return {"apiVersion": "my.domain/v1", "kind": "WebServer", "spec": {"image": "nginx:1", "replicas": 1},
            "metadata": {"name": "held", "namespace": "default", "finalizers": ["example.com/backup"]}}


def objects(n):
    """Five of each kind; each changes with n."""
    sites = [{"apiVersion": "my.domain/v1", "kind": "WebServer", "metadata": {"name": f"site-{i}", "namespace": "default"},
              "spec": {"image": f"nginx:{n}", "replicas": n % 3 + 1}} for i in range(1, 6)]
    return sites + [cron_job(f"job-{i}", f"{(n + i) % 60} 3 * * *") for i in range(1, 6)]
