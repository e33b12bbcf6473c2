"""WebServers: nginx answers through the Service's NodePort, also during rolling updates."""

from ..asker import asking, nginx_answers
from ..kube import condition, is_ready, namespace
from ..story import Story

API = "my.domain/v1"
FIRST, SECOND = "nginx:1.23.1", "nginx:1.23.0"


def web_server(name, **spec):
    return {"apiVersion": API, "kind": "WebServer", "metadata": {"name": name}, "spec": spec}


class WebServerStory(Story):
    program = "webserver-operator"

    def get(self, name="web"):
        return self.kube.get(self.path(API, "webservers", name))

    def follows(self, name, replicas):
        w = self.get(name)
        return (w["status"].get("observedGeneration") == w["metadata"]["generation"]
                and w["status"].get("readyReplicas") == replicas and condition(w, "Available")["status"] == "True")

    def rolled_out(self, replicas, image):
        pods = self.kube.pods(self.ns, "app.kubernetes.io/instance=web")
        return len(pods) == replicas and all(is_ready(p) and p["spec"]["containers"][0]["image"] == image for p in pods)

    def address(self):
        """Of a node, and the NodePort."""
        port = self.kube.get(self.core("services", "web-service"))["spec"]["ports"][0]["nodePort"]
        node = self.kube.items("/api/v1/nodes")[0]
        return next(a["address"] for a in node["status"]["addresses"] if a["type"] == "InternalIP"), port

    def answers(self):
        return nginx_answers(*self.address())

    def play(self):
        s = self.steps
        self.kube.apply(web_server("web", image=FIRST, replicas=3), ns=self.ns)
        s.until(f"WebServer with {FIRST}: 3 pods are ready, Available=True", lambda: self.follows("web", 3), 90)
        s.until("nginx answers through the Service's NodePort", self.answers, 15)
        self.roll()
        self.mend()
        self.kube.apply(namespace(self.ns + "-restricted", "restricted"))
        self.kube.apply(web_server("refused", image=FIRST), ns=self.ns + "-restricted")
        refused = f"/apis/{API}/namespaces/{self.ns}-restricted/webservers/refused"
        s.until("where Pod Security refuses the pods, Degraded=True says so",
                lambda: "PodSecurity" in condition(self.kube.get(refused), "Degraded").get("message", ""), 30)
        why = self.refused(web_server("wrong", image="Not An Image"))
        s.check("a wrong image is refused, with the field's path", "spec.image" in why, why or "it was accepted")

    def roll(self):
        s, (host, port) = self.steps, self.address()
        with asking(lambda: nginx_answers(host, port)) as asker:
            self.kube.run("scale", "-n", self.ns, "webserver/web", "--replicas=4")
            s.until("kubectl scale to 4: 4 pods are ready", lambda: self.follows("web", 4))
            self.kube.merge(self.path(API, "webservers", "web"), {"spec": {"image": SECOND}})
            s.until(f"image {SECOND}: a rolling update replaces all pods", lambda: self.rolled_out(4, SECOND), 120)
            self.kube.run("scale", "-n", self.ns, "webserver/web", "--replicas=2")
            s.until("kubectl scale to 2: two pods are gone", lambda: self.rolled_out(2, SECOND))
        if self.cluster.can_break:
            asker.check(s, "requests of a client meanwhile", 50)
        else:  # other images may stop listening before the node's rules lead elsewhere
            s.note(f"{asker.asked} requests of a client meanwhile, {len(asker.failures)} failed")

    def mend(self):
        s = self.steps
        uid = self.kube.get(self.core("services", "web-service"))["metadata"]["uid"]
        self.kube.run("delete", "-n", self.ns, "service/web-service")
        s.until("Service deleted by hand: it is created again",
                lambda: self.kube.get(self.core("services", "web-service"))["metadata"]["uid"] != uid, 20)
        s.until("nginx answers through its new NodePort", self.answers, 15)
        self.kube.run("scale", "-n", self.ns, "deployment/web", "--replicas=5")
        s.until("Deployment scaled by hand: the operator sets it back", lambda: self.kube.get(
            self.path("apps/v1", "deployments", "web"))["spec"]["replicas"] == 2, 20)

    def example(self):
        return self.path(API, "webservers"), web_server("example", image=FIRST)

    def prepare_changes(self):
        self.kube.apply(web_server("changing", image=FIRST, replicas=1), ns=self.ns)

    def change(self, n):
        replicas = 1 + n % 2
        self.kube.merge(self.path(API, "webservers", "changing"), {"spec": {"replicas": replicas}})
        return lambda: self.follows("changing", replicas)

    def clean(self):
        for ns in (self.ns, self.ns + "-restricted"):
            self.kube.run("delete", "-n", ns, "webservers", "--all")
        children = (self.core("pods"), self.core("services"), self.path("apps/v1", "deployments"))
        self.steps.until("WebServers deleted: their Deployments, Services and pods are gone",
                         lambda: not any(self.kube.items(path) for path in children))
        self.kube.run("delete", "namespace", self.ns + "-restricted")
