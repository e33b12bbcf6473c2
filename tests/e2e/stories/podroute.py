"""Podroutes: pods behind a Service, and a Route once the cluster serves Routes."""

from ..kube import condition
from ..story import Story

API, ROUTES = "quay.io/v1alpha1", "route.openshift.io/v1"
NAME = "podroute-sample"
ROUTE = NAME + "-podroute-route"

ROUTE_DEFINITION = {
    "apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "metadata": {"name": "routes.route.openshift.io"},
    "spec": {
        "group": "route.openshift.io", "scope": "Namespaced",
        "names": {"plural": "routes", "singular": "route", "kind": "Route", "listKind": "RouteList"},
        "versions": [{
            "name": "v1", "served": True, "storage": True, "subresources": {"status": {}},
            "schema": {"openAPIV3Schema": {"type": "object", "properties": {
                part: {"type": "object", "x-kubernetes-preserve-unknown-fields": True} for part in ("spec", "status")}}}}]}}


class PodrouteStory(Story):
    program = "podroute-operator"

    def get(self, name=NAME):
        return self.kube.get(self.path(API, "podroutes", name))

    def follows(self, name, replicas):
        p = self.get(name)
        return p["status"].get("observedGeneration") == p["metadata"]["generation"] and p["status"].get("readyReplicas") == replicas

    def route_reason(self):
        return condition(self.get(), "RouteAvailable").get("reason")

    def answers(self):
        status, _ = self.kube.ask("GET", self.core("services", f"{NAME}-podroute-service:8080/proxy/"), accept="*/*")
        return status == 200

    def play(self):
        s = self.steps
        self.apply_sample()
        s.until("the sample: 3 pods are ready", lambda: self.follows(NAME, 3), 90)
        s.until("nginx answers through the Service", self.answers, 15)
        s.until("without Routes: RouteAvailable=False, RouteApiMissing", lambda: self.route_reason() == "RouteApiMissing", 15)
        self.kube.apply(ROUTE_DEFINITION)
        s.until("Routes are served now: the Route is created", lambda: self.kube.get(self.path(ROUTES, "routes", ROUTE)))
        s.until("RouteAvailable=False, Pending: there is no router", lambda: self.route_reason() == "Pending", 15)
        self.kube.merge(self.path(ROUTES, "routes", ROUTE) + "/status", {"status": {"ingress": [
            {"host": "sample.apps.test", "routerName": "default", "conditions": [{"type": "Admitted", "status": "True"}]}]}})
        s.until("a router admits it: RouteAvailable=True, status.host is set",
                lambda: self.get()["status"].get("host") == "sample.apps.test" and self.route_reason() == "Admitted", 15)
        self.kube.merge(self.path(ROUTES, "routes", ROUTE), {"spec": {"to": {"name": "elsewhere"}}})
        s.until("a Route led elsewhere by hand is restored", lambda: self.kube.get(
            self.path(ROUTES, "routes", ROUTE))["spec"]["to"]["name"] == NAME + "-podroute-service", 15)
        self.kube.run("scale", "-n", self.ns, "podroute/" + NAME, "--replicas=1")
        s.until("kubectl scale to 1", lambda: self.follows(NAME, 1))

    def example(self):
        return self.path(API, "podroutes"), {"apiVersion": API, "kind": "Podroute", "metadata": {"name": "example"},
                                             "spec": {"image": "example:1"}}

    def prepare_changes(self):
        self.kube.apply({"apiVersion": API, "kind": "Podroute", "metadata": {"name": "changing"},
                         "spec": {"image": self.get()["spec"]["image"], "replicas": 1}}, ns=self.ns)

    def change(self, n):
        replicas = 1 + n % 2
        self.kube.merge(self.path(API, "podroutes", "changing"), {"spec": {"replicas": replicas}})
        return lambda: self.follows("changing", replicas)

    def clean(self):
        self.kube.run("delete", "-n", self.ns, "podroutes", "--all")
        children = (self.core("pods"), self.core("services"), self.path("apps/v1", "deployments"), self.path(ROUTES, "routes"))
        self.steps.until("Podroutes deleted: Deployments, Services, Routes and pods are gone",
                         lambda: not any(self.kube.items(path) for path in children))
        self.kube.run("delete", "customresourcedefinition", ROUTE_DEFINITION["metadata"]["name"])
