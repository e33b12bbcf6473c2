"""serviceaccounts/token and pods/log: checks before any action."""

from sequence import YAML, Sequence, delete, get, post
from sequences.objects import PODS, pod

ACCOUNTS = "/api/v1/namespaces/{ns}/serviceaccounts"
TOKEN = ACCOUNTS + "/robot/token"
ACCOUNT = post(ACCOUNTS, {"metadata": {"name": "robot"}}, save={"u": "metadata/uid"})
UID = "5a0d0c0e-0000-0000-0000-000000000000"


def bound(**to):
    return {"spec": {"audiences": ["a"], "boundObjectRef": to}}


def requests():
    yield Sequence("token/spec", ACCOUNT, *(post(TOKEN, body) for body in (
        {}, {"spec": {}}, {"spec": None}, {"spec": {"audiences": []}}, {"spec": {"audiences": ["a", "b"]}}, {"spec": {"audiences": "a"}}, {"spec": {"expirationSeconds": 0}},
        {"spec": {"expirationSeconds": None}}, {"spec": {"expirationSeconds": -1}}, {"spec": {"expirationSeconds": 599}}, {"spec": {"expirationSeconds": 600}},
        {"spec": {"expirationSeconds": 1 << 32}}, {"spec": {"expirationSeconds": (1 << 32) + 1}}, {"spec": {"expirationSeconds": "600"}}, {"spec": 5}, {"nope": 1}, {"spec": {"nope": 1}},
        {"status": {"token": "mine"}})))
    yield Sequence("token/metadata", ACCOUNT, *(post(TOKEN, {"metadata": m}) for m in (
        {}, {"name": "robot"}, {"name": "other"}, {"name": "robot", "namespace": "{ns}"}, {"namespace": "nope"}, {"uid": "{u}"}, {"uid": UID}, {"name": "other", "uid": UID},
        {"labels": {"a": "b"}, "annotations": {"c": "d"}}, {"labels": 5}, {"resourceVersion": "5"}, {"generateName": "x"})))
    yield Sequence("token/kind", ACCOUNT, *(post(TOKEN, {**kind, "spec": {"expirationSeconds": 700}}) for kind in (
        {"apiVersion": "authentication.k8s.io/v1", "kind": "TokenRequest"}, {"apiVersion": "v1", "kind": "TokenRequest"}, {"apiVersion": "authentication.k8s.io/v1", "kind": "Nope"},
        {"apiVersion": "authentication.k8s.io/v1beta1", "kind": "TokenRequest"}, {"kind": "TokenRequest"}, {"apiVersion": "v1", "kind": "Secret"})),
        post(TOKEN, "spec: {expirationSeconds: 800}", type=YAML), post(TOKEN, "x"), post(TOKEN, "[]"), post(TOKEN, ""))
    yield Sequence("token/options", ACCOUNT, *(post(TOKEN + q, {"spec": {"nope": 1}}) for q in (
        "?dryRun=All", "?dryRun=x", "?fieldValidation=Strict", "?fieldValidation=Ignore", "?fieldManager=me")))
    yield Sequence("token/nobody", post(ACCOUNTS + "/nope/token", {}), post(ACCOUNTS + "/nope/token", {"metadata": {"name": "other"}}),
                   post(ACCOUNTS + "/nope/token", {"spec": {"expirationSeconds": 1}}), get(TOKEN), get(ACCOUNTS + "/nope/token"))
    yield Sequence("token/bound", ACCOUNT, post("/api/v1/namespaces/{ns}/secrets", {"metadata": {"name": "s"}}, save={"s": "metadata/uid"}), post(PODS, pod("p")),
                   post(PODS, pod("q", serviceAccountName="robot", automountServiceAccountToken=False), save={"q": "metadata/uid"}), *(post(TOKEN, bound(**to)) for to in (
                       {}, {"kind": "Pod", "apiVersion": "v1", "name": "nope"}, {"kind": "Pod", "apiVersion": "v1", "name": "p"}, {"kind": "Pod", "apiVersion": "v1", "name": "q"},
                       {"kind": "Pod", "apiVersion": "v1", "name": "q", "uid": "{q}"}, {"kind": "Pod", "apiVersion": "v1", "name": "q", "uid": UID},
                       {"kind": "Secret", "apiVersion": "v1", "name": "s"}, {"kind": "Secret", "apiVersion": "v1", "name": "s", "uid": "{s}"},
                       {"kind": "Secret", "apiVersion": "v1", "name": "s", "uid": UID}, {"kind": "Secret", "name": "s"}, {"kind": "Secret", "apiVersion": "v2", "name": "nope"},
                       {"kind": "Node", "apiVersion": "v1", "name": "nope"}, {"kind": "ConfigMap", "apiVersion": "v1", "name": "s"}, {"kind": "Pod", "apiVersion": "apps/v1", "name": "q"},
                       {"kind": "Pod", "apiVersion": "a/b/c", "name": "q"}, {"name": "x"})))


REVIEW = "/apis/authentication.k8s.io/v1/tokenreviews"


def reviews():
    def review(token, **more):
        return post(REVIEW, {"spec": {"token": token, **more}})

    own, both = post(TOKEN, {}, save={"t": "status/token"}), post(TOKEN, {"spec": {"audiences": ["a", "b"]}}, save={"t": "status/token"})
    yield Sequence("review/token", ACCOUNT, own, review("{t}"), review("{t}", audiences=["https://kubernetes.default.svc.cluster.local"]), review("{t}", audiences=["a"]), review("{t}x"), review("a.b.c"),
                   review(""), review("nope", audiences=["a"]))
    yield Sequence("review/audiences", ACCOUNT, both, review("{t}"), review("{t}", audiences=["b", "c"]), review("{t}", audiences=["b", "a"]), review("{t}", audiences=["c"]), review("{t}", audiences=[]))
    bound_to = bound(kind="Secret", apiVersion="v1", name="s")
    yield Sequence("review/bound", ACCOUNT, post("/api/v1/namespaces/{ns}/secrets", {"metadata": {"name": "s"}}), post(TOKEN, bound_to, save={"t": "status/token"}), review("{t}", audiences=["a"]),
                   delete("/api/v1/namespaces/{ns}/secrets/s"), post(PODS, pod("q", serviceAccountName="robot", automountServiceAccountToken=False)),
                   post(TOKEN, bound(kind="Pod", apiVersion="v1", name="q"), save={"t": "status/token"}), review("{t}", audiences=["a"]))


def logs():
    two = pod("two", containers=[{"name": "a", "image": "i"}, {"name": "b", "image": "i"}], initContainers=[{"name": "i", "image": "i"}])
    yield Sequence("log/container", post(PODS, pod("one")), post(PODS, two), *(get(PODS + p) for p in (
        "/nope/log", "/nope/log?container=x", "/one/log?container=nope", "/two/log", "/two/log?container=nope", "/two/log?follow=true")))
    yield Sequence("log/unscheduled", post(PODS, pod("one")), post(PODS, two), post(PODS, pod("far", nodeName="none")), *(get(PODS + p) for p in (
        "/one/log", "/one/log?follow=true&tailLines=1", "/two/log?container=i", "/two/log?container=a&previous=true", "/far/log", "/far/log?container=nope")))
    yield Sequence("log/options", post(PODS, pod("one")), *(get(PODS + p) for p in (
        "/nope/log?tailLines=x", "/nope/log?tailLines=-1", "/nope/log?limitBytes=0", "/nope/log?sinceSeconds=0", "/nope/log?sinceSeconds=1&sinceTime=2026-01-01T00:00:00Z",
        "/nope/log?sinceTime=x", "/nope/log?sinceTime=", "/nope/log?stream=All", "/nope/log?tailLines=-1&limitBytes=-1&sinceSeconds=-1&stream=x", "/one/log?limitBytes=",
        "/one/log?tailLines=%2B1", "/one/log?limitBytes=99999999999999999999", "/one/log?follow=maybe&timestamps=x&insecureSkipTLSVerifyBackend=true")))


def sequences():
    for each in (requests, reviews, logs):
        yield from each()
