"""Redis: every pod answers PING."""

from ..kube import is_ready
from ..story import Story

API = "myapp.demo.kubebuilder.io/v1"


class RedisStory(Story):
    program = "redis-operator"
    name = "redis-sample"

    def get(self, name):
        return self.kube.get(self.path(API, "redis", name))

    def pods_of(self, name):
        return [p for p in self.kube.pods(self.ns) if p["metadata"]["name"].rsplit("-", 1)[0] == name]

    def answer(self, name, num, port):
        """Whether exactly the pods 0 to num-1 exist, and each answers on this port."""
        pods = self.pods_of(name)
        names = sorted(p["metadata"]["name"] for p in pods)
        return (names == [f"{name}-{i}" for i in range(num)] and all(is_ready(p) for p in pods)
                and all(self.ping(pod, port) == "PONG" for pod in names))

    def ping(self, pod, port):
        return self.kube.run("exec", "-n", self.ns, pod, "--", "redis-cli", "-p", str(port), "ping").strip()

    def play(self):
        s, redis = self.steps, self.path(API, "redis", self.name)
        self.apply_sample()
        s.until("the sample: each of its 3 pods answers PING", lambda: self.answer(self.name, 3, 6379), 90)
        uid = self.kube.get(self.core("pods", self.name + "-1"))["metadata"]["uid"]
        self.kube.run("delete", "-n", self.ns, "pod", self.name + "-1", "--wait=false")
        s.until("a pod deleted by hand is created again and answers", lambda: self.kube.get(
            self.core("pods", self.name + "-1"))["metadata"]["uid"] != uid and self.answer(self.name, 3, 6379))
        self.kube.run("scale", "-n", self.ns, "redis.myapp.demo.kubebuilder.io/" + self.name, "--replicas=4")
        s.until("kubectl scale to 4: the new pod answers too", lambda: self.answer(self.name, 4, 6379))
        self.kube.merge(redis, {"spec": {"num": 2}})
        s.until("num 2: the pods 2 and 3 are gone", lambda: self.answer(self.name, 2, 6379))
        self.kube.merge(redis, {"spec": {"port": 6380}})
        s.until("port 6380: the pods are replaced, and answer there", lambda: self.answer(self.name, 2, 6380), 120)
        why = self.refused({"apiVersion": API, "kind": "Redis", "metadata": {"name": "wrong"}, "spec": {"port": 6390}})
        s.check("port 6390 is refused, with the field's path", "spec.port" in why, why or "it was accepted")

    def prepare_changes(self):
        self.kube.apply({"apiVersion": API, "kind": "Redis", "metadata": {"name": "changing"}, "spec": {"num": 1}}, ns=self.ns)

    def change(self, n):
        num = 1 + n % 2
        self.kube.merge(self.path(API, "redis", "changing"), {"spec": {"num": num}})
        return lambda: (len(self.pods_of("changing")) == num and all(is_ready(p) for p in self.pods_of("changing"))
                        and self.get("changing")["status"].get("readyReplicas") == num)

    def clean(self):
        self.kube.run("delete", "-n", self.ns, "redis.myapp.demo.kubebuilder.io", "--all", "--wait=false")

        def pods_first():
            if self.kube.items(self.path(API, "redis")):
                return False
            left = [p for p in self.kube.pods(self.ns) if "deletionTimestamp" not in p["metadata"]]
            if left:
                raise RuntimeError("the Redis is gone before its pods")
            return True
        self.steps.until("Redis deleted: its pods are gone first", pods_first)
