"""Who may do what: roles and bindings, refusals, escalation, reviews."""

import identities
from sequence import APPLY, JSON_PATCH, Sequence, apply, delete, get, patch, post, put, watch

RBAC = "/apis/rbac.authorization.k8s.io/v1"
NS = RBAC + "/namespaces/{ns}"
MAPS, PODS = "/api/v1/namespaces/{ns}/configmaps", "/api/v1/namespaces/{ns}/pods"
REVIEWS = "/apis/authorization.k8s.io/v1"


def role(name, *rules, **more):
    return {"metadata": {"name": name}, "rules": [{"verbs": v, "apiGroups": g, "resources": r, **rest} for v, g, r, rest in rules], **more}


def rule(verbs, resources, groups="", **rest):
    return verbs.split(","), groups.split(","), resources.split(","), rest


def subject(who):
    user, _ = identities.GROUPS[who]
    if user.startswith("system:serviceaccount:"):
        return {"kind": "ServiceAccount", "namespace": user.split(":")[2], "name": user.split(":")[3]}
    return {"kind": "User", "apiGroup": "rbac.authorization.k8s.io", "name": user}


def binding(name, to, *who, kind="Role"):
    return {"metadata": {"name": name}, "roleRef": {"apiGroup": "rbac.authorization.k8s.io", "kind": kind, "name": to},
            "subjects": [subject(w) for w in who]}


def may(who, path, status=200):
    """Waits until the real server's cache has the rights."""
    return get(path, who=who, until=status, ignore=True)


# view, edit and admin are gathered from these by a controller, which does not run here.
GATHERED = {"view": ("view",), "edit": ("view", "edit"), "admin": ("view", "edit", "admin")}
SEEN_BY = {"view": PODS, "edit": "/api/v1/namespaces/{ns}/secrets", "admin": NS + "/roles"}


def bound(who, cluster_role):
    """Bindings in the namespace, and a wait until they count."""
    parts = GATHERED[cluster_role]
    return [post(NS + "/rolebindings", binding(f"{who}-{part}", f"system:aggregate-to-{part}", who, kind="ClusterRole"), ignore=True) for part in parts] + [may(who, SEEN_BY[part]) for part in parts]


def every_request(who):
    """One request for each verb, kind, scope and subresource that matters; none changes anything that others need."""
    kinds = [("/api/v1", "configmaps"), ("/api/v1", "secrets"), ("/api/v1", "pods"), ("/api/v1", "serviceaccounts"),
             ("/apis/apps/v1", "deployments"), ("/apis/batch/v1", "jobs"), ("/apis/rbac.authorization.k8s.io/v1", "roles"),
             ("/apis/rbac.authorization.k8s.io/v1", "rolebindings"), ("/apis/coordination.k8s.io/v1", "leases")]
    for root, plural in kinds:
        path = f"{root}/namespaces/{{ns}}/{plural}"
        yield get(path + "?limit=1", who=who, accept="application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io")
        yield get(f"{path}/missing", who=who)
        if plural == "configmaps":
            yield get(f"{path}?watch=1&timeoutSeconds=1&fieldSelector=metadata.name=missing&resourceVersion=0", who=who)
        yield post(path + "?dryRun=All", {"metadata": {}}, who=who)
        yield put(f"{path}/missing", {"metadata": {"name": "missing"}}, who=who)
        yield patch(f"{path}/missing", {"metadata": {"labels": {"a": "b"}}}, who=who)
        yield delete(f"{path}/missing", who=who)
        yield delete(f"{path}?labelSelector=none=none", who=who)
    for path in ("/api/v1/nodes/missing", "/api/v1/namespaces/{ns}", "/api/v1/namespaces/missing", "/api/v1/persistentvolumes/missing",
                 RBAC + "/clusterroles/missing", RBAC + "/clusterrolebindings/missing", PODS + "/missing/log", PODS + "/missing/status",
                 "/apis/apps/v1/namespaces/{ns}/deployments/missing/scale", "/api/v1/namespaces/{ns}/serviceaccounts/missing/token",
                 "/api/v1/pods/missing", "/api/v1/podss",
                 "/apis/example.com/v1/widgets", "/apis/missing.example.com/v1/namespaces/{ns}/widgets/a", "/", "/api", "/apis", "/apis/apps/v1",
                 "/version", "/healthz", "/livez/ping", "/openapi/v2x", "/metrics/slis", "/nothing", "/logs/", "/apis/apps/v1/x/y/z"):
        yield get(path, who=who, ignore=path in ("/version", "/metrics/slis", "/", "/logs/") or None)
    yield post(PODS + "/missing/eviction", {"metadata": {"name": "missing"}}, who=who)
    yield post(PODS + "/missing/binding", {"target": {"name": "n"}}, who=who)
    yield post("/api/v1/namespaces", {"metadata": {"name": "Not A Name"}}, who=who)
    yield delete("/api/v1/namespaces/missing", who=who)
    yield ("OPTIONS", MAPS, None, {"who": who})
    yield ("HEAD", MAPS, None, {"who": who})
    yield ("FOO", MAPS, None, {"who": who})


def matrix():
    for who in ("anonymous", "nobody", "robot", "master"):
        yield Sequence(f"access/all-as-{who}", *every_request(who))
    for who in ("view", "edit", "admin"):
        yield Sequence(f"access/all-as-{who}", *bound(who, who), *every_request(who))


def rights():
    yield Sequence(
        "access/roles", get(MAPS, who="owner"),
        post(NS + "/roles", role("r", rule("get,list,watch", "configmaps"), rule("update", "configmaps/status"), rule("get", "pods/log"))),
        post(NS + "/rolebindings", binding("b", "r", "owner")), may("owner", MAPS), get(MAPS, who="owner"),
        get(MAPS + "/missing", who="owner"), get(PODS, who="owner"), get(PODS + "/missing/log", who="owner"), get("/api/v1/configmaps", who="owner"),
        watch(MAPS + "?watch=1&timeoutSeconds=1&resourceVersion=0", events=1), post(MAPS, {"metadata": {"name": "a"}}, who="owner"),
        delete(NS + "/rolebindings/b"), may("owner", MAPS, 403), get(MAPS, who="owner"))
    yield Sequence(
        "access/names", post(NS + "/roles", role("r", rule("get,list,watch,delete,patch,deletecollection", "configmaps", resourceNames=["a"]))),
        post(NS + "/rolebindings", binding("b", "r", "owner")), may("owner", MAPS + "/a", 404), get(MAPS + "/a", who="owner"),
        get(MAPS + "/b", who="owner"), get(MAPS, who="owner"), get(MAPS + "?fieldSelector=metadata.name=a", who="owner"),
        get(MAPS + "?fieldSelector=metadata.name=b", who="owner"), get(MAPS + "?fieldSelector=metadata.name=a&watch=1&timeoutSeconds=1", who="owner"),
        post(MAPS, {"metadata": {"name": "a"}}, who="owner"), patch(MAPS + "/a", {"data": {"k": "v"}}, who="owner"),
        delete(MAPS + "?fieldSelector=metadata.name=a", who="owner"), delete(MAPS, who="owner"))
    yield Sequence(
        "access/stars", post(NS + "/roles", role("r", rule("*", "*", "*"))), post(NS + "/rolebindings", binding("b", "r", "owner")),
        may("owner", PODS), get(PODS, who="owner"), get(PODS + "/a/log", who="owner"), get("/apis/none/v1/namespaces/{ns}/x", who="owner"),
        get("/api/v1/namespaces/{ns}", who="owner"), get("/api/v1/nodes", who="owner"), get("/nothing", who="owner"),
        post(MAPS, {"metadata": {"name": "a"}}, who="owner"), delete(MAPS + "/a", who="owner"))
    yield Sequence(
        "access/missing-role", post(NS + "/rolebindings", binding("b", "none", "owner")), post(NS + "/rolebindings", binding("c", "nil", "owner", kind="ClusterRole")),
        # The real server's cache has bindings in their order: once it has this one, it has the others.
        post(NS + "/roles", role("r", rule("list", "pods"))), post(NS + "/rolebindings", binding("seen", "r", "owner")), may("owner", PODS),
        get(MAPS, who="owner"), post(NS + "/rolebindings", binding("d", "none", "owner", kind="Other")))
    yield Sequence(
        "access/subjects", post(NS + "/roles", role("r", rule("list", "configmaps"))),
        post(NS + "/rolebindings", {**binding("b", "r"), "subjects": [
            {"kind": "Group", "apiGroup": "rbac.authorization.k8s.io", "name": "owners"}, {"kind": "ServiceAccount", "name": "robot"}]}),
        may("owner", MAPS), get(MAPS, who="owner"), get(MAPS, who="robot"), get(MAPS, who="anonymous"),
        post(NS + "/rolebindings", binding("c", "r", "robot")), may("robot", MAPS), get(MAPS, who="robot"),
        post(NS + "/rolebindings", {**binding("d", "r"), "subjects": [{"kind": "Group", "apiGroup": "rbac.authorization.k8s.io", "name": "system:unauthenticated"}]}),
        may("anonymous", MAPS), get(MAPS, who="anonymous"), get(MAPS, headers={"Authorization": "Bearer wrong"}, who="anonymous"),
        get(MAPS, headers={"Authorization": "Basic YTpi"}, who="anonymous"), get(MAPS, headers={"Authorization": "Bearer"}, who="anonymous"))
    yield Sequence(
        "access/cluster", post(RBAC + "/clusterroles", role("{id}", rule("get,list", "nodes,namespaces"), rule("get", "clusterroles", "rbac.authorization.k8s.io"))),
        post(RBAC + "/clusterrolebindings", binding("{id}", "{id}", "cluster", kind="ClusterRole")), may("cluster", "/api/v1/nodes"),
        get("/api/v1/nodes", who="cluster"), get("/api/v1/namespaces/missing", who="cluster"), get("/api/v1/namespaces/{ns}/pods", who="cluster"),
        get(RBAC + "/clusterroles/missing", who="cluster"), delete("/api/v1/nodes/missing", who="cluster"),
        delete(RBAC + "/clusterrolebindings/{id}"), delete(RBAC + "/clusterroles/{id}"))
    yield Sequence(
        "access/paths", post(RBAC + "/clusterroles", {"metadata": {"name": "{id}"}, "rules": [{"verbs": ["get"], "nonResourceURLs": ["/metrics", "/logs/*"]}]}),
        post(RBAC + "/clusterrolebindings", binding("{id}", "{id}", "cluster", kind="ClusterRole")),
        get("/logs/x", who="cluster", until=404, ignore=True), get("/logsx", who="cluster"), post("/metrics", {}, who="cluster"),
        delete(RBAC + "/clusterrolebindings/{id}"), delete(RBAC + "/clusterroles/{id}"))


def creates_by_update():
    lease = {"metadata": {"name": "l"}, "spec": {"holderIdentity": "a"}}
    leases = "/apis/coordination.k8s.io/v1/namespaces/{ns}/leases"
    yield Sequence(
        "access/create-by-update", post(NS + "/roles", role("r", rule("get,update,patch", "leases,configmaps", ",coordination.k8s.io"))),
        post(NS + "/rolebindings", binding("b", "r", "owner")), may("owner", MAPS + "/a", 404), put(leases + "/l", lease, who="owner"),
        put(leases + "/l", {**lease, "spec": {"leaseDurationSeconds": -1}}, who="owner"),
        apply(MAPS + "/a", {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "a"}}, who="owner"),
        apply(MAPS + "/A_", {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "A_"}}, who="owner"),
        patch(MAPS + "/a", {"data": {"a": "b"}}, who="owner"), post(MAPS, {"metadata": {"name": "a"}}),
        apply(MAPS + "/a", {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "a"}, "data": {"k": "v"}}, who="owner"))


def escalation():
    writes = role("writer", rule("create,update,patch,get,delete", "roles,rolebindings", "rbac.authorization.k8s.io"), rule("get,list", "configmaps"))
    start = [post(NS + "/roles", writes), post(NS + "/rolebindings", binding("writer", "writer", "owner")), may("owner", MAPS)]
    yield Sequence(
        "access/escalation-roles", *start, post(NS + "/roles", role("a", rule("get", "configmaps")), who="owner"),
        post(NS + "/roles", role("b", rule("get,list,delete", "configmaps,secrets", ",apps", resourceNames=["x"]), rule("*", "*", "*")), who="owner"),
        put(NS + "/roles/a", role("a", rule("get,watch", "configmaps")), who="owner"),
        patch(NS + "/roles/a", [{"op": "add", "path": "/rules/0/verbs/-", "value": "watch"}], JSON_PATCH, who="owner"),
        patch(NS + "/roles/a", {"metadata": {"labels": {"a": "b"}}}, who="owner"),
        post(NS + "/roles", role("c", rule("get", "configmaps", resourceNames=["x"])), who="owner"),
        post(NS + "/roles", role("d", rule("get", "configmaps/status"), rule("get", "pods")), who="owner"),
        ("PATCH", NS + "/roles/e?fieldManager=m", {"apiVersion": "rbac.authorization.k8s.io/v1", "kind": "Role", **role("e", rule("get", "secrets"))},
         {"type": APPLY, "who": "owner"}),
        post(NS + "/roles", {"metadata": {"name": "f"}, "rules": [{"verbs": ["get"]}]}, who="owner"))
    yield Sequence(
        "access/escalation-bindings", *start, post(NS + "/roles", role("wide", rule("delete", "secrets"))),
        post(NS + "/rolebindings", binding("a", "wide", "nobody"), who="owner"), post(NS + "/rolebindings", binding("b", "writer", "nobody"), who="owner"),
        post(NS + "/rolebindings", binding("c", "missing", "nobody"), who="owner"),
        post(NS + "/rolebindings", binding("dangling", "gone", "owner")), post(NS + "/rolebindings", binding("c", "wide", "nobody"), who="owner"),
        post(NS + "/rolebindings", binding("c", "missing", "nobody", kind="ClusterRole"), who="owner"),
        post(NS + "/rolebindings", binding("d", "cluster-admin", "nobody", kind="ClusterRole"), who="owner"),
        patch(NS + "/rolebindings/b", {"subjects": [subject("robot")]}, who="owner"),
        post(NS + "/roles", role("binder", rule("bind", "roles", "rbac.authorization.k8s.io", resourceNames=["wide"]))),
        post(NS + "/rolebindings", binding("binder", "binder", "owner")),
        post(NS + "/rolebindings", binding("a", "wide", "nobody"), who="owner", until=201, ignore=True), get(NS + "/rolebindings/a"))
    yield Sequence(
        "access/escalate", *start, post(NS + "/roles", role("escalator", rule("escalate", "roles", "rbac.authorization.k8s.io"))),
        post(NS + "/rolebindings", binding("escalator", "escalator", "owner")),
        post(NS + "/roles", role("b", rule("*", "*", "*")), who="owner", until=201, ignore=True), get(NS + "/roles/b"))
    yield Sequence(
        "access/escalation-cluster", post(RBAC + "/clusterroles", role("{id}", rule("*", "clusterroles,clusterrolebindings", "rbac.authorization.k8s.io"))),
        post(RBAC + "/clusterroles", {"metadata": {"name": "{id}p"}, "rules": [{"verbs": ["create", "update"], "apiGroups": ["rbac.authorization.k8s.io"], "resources": ["clusterroles"]}]}),
        post(RBAC + "/clusterrolebindings", binding("{id}", "{id}p", "cluster", kind="ClusterRole")),
        post(RBAC + "/clusterroles", role("{id}x", rule("create", "clusterroles", "rbac.authorization.k8s.io")), who="cluster", until=201, ignore=True),
        post(RBAC + "/clusterroles", {"metadata": {"name": "{id}y"}, "aggregationRule": {"clusterRoleSelectors": [{"matchLabels": {"a": "b"}}]}}, who="cluster"),
        post(RBAC + "/clusterroles", {"metadata": {"name": "{id}z"}, "rules": [{"verbs": ["get"], "nonResourceURLs": ["/metrics"]}]}, who="cluster"),
        *[delete(RBAC + f"/clusterroles/{{id}}{x}") for x in ("", "p", "x")], delete(RBAC + "/clusterrolebindings/{id}"))


def review(kind, spec, **more):
    return {"kind": kind, "apiVersion": "authorization.k8s.io/v1", "spec": spec, **more}


def reviews():
    resource = {"namespace": "{ns}", "verb": "list", "resource": "pods"}
    yield Sequence(
        "access/reviews", *bound("view", "view"),
        post(REVIEWS + "/subjectaccessreviews", review("SubjectAccessReview", {"user": "view", "resourceAttributes": resource})),
        post(REVIEWS + "/subjectaccessreviews", review("SubjectAccessReview", {"user": "view", "resourceAttributes": {**resource, "verb": "delete"}})),
        post(REVIEWS + "/subjectaccessreviews", review("SubjectAccessReview", {"user": "x", "groups": ["system:masters"], "resourceAttributes": resource})),
        post(REVIEWS + "/subjectaccessreviews", review("SubjectAccessReview", {"user": "x", "groups": ["system:authenticated"], "nonResourceAttributes": {"path": "/api", "verb": "get"}})),
        post(REVIEWS + "/subjectaccessreviews", review("SubjectAccessReview", {"user": "x", "resourceAttributes": {
            **resource, "labelSelector": {"rawSelector": "a in ("}, "fieldSelector": {"requirements": [{"key": "a", "operator": "In", "values": ["b", "c"]}]}}})),
        post(REVIEWS + "/subjectaccessreviews", review("SubjectAccessReview", {"user": "view", "resourceAttributes": resource}), who="view"),
        post(REVIEWS + "/namespaces/{ns}/localsubjectaccessreviews", review("LocalSubjectAccessReview", {"user": "view", "resourceAttributes": resource}, metadata={"namespace": "{ns}"})),
        post(REVIEWS + "/namespaces/{ns}/localsubjectaccessreviews", review("LocalSubjectAccessReview", {"user": "view", "resourceAttributes": {"verb": "get", "resource": "secrets"}})),
        post(REVIEWS + "/selfsubjectaccessreviews", review("SelfSubjectAccessReview", {"resourceAttributes": resource}), who="view"),
        post(REVIEWS + "/selfsubjectaccessreviews", review("SelfSubjectAccessReview", {"resourceAttributes": {**resource, "subresource": "exec", "verb": "create"}}), who="view"),
        post(REVIEWS + "/selfsubjectaccessreviews", review("SelfSubjectAccessReview", {"nonResourceAttributes": {"path": "/metrics", "verb": "get"}}), who="view"),
        post(REVIEWS + "/selfsubjectaccessreviews", review("SelfSubjectAccessReview", {"resourceAttributes": resource}), who="anonymous"),
        *[post(REVIEWS + "/namespaces/{ns}/localsubjectaccessreviews", review("LocalSubjectAccessReview", s, metadata=m)) for s, m in (
            ({"user": "x", "nonResourceAttributes": {"path": "/x", "verb": "get"}}, {}), ({"resourceAttributes": resource}, {"name": "a", "labels": {"b": "c"}}),
            ({"user": "x", "resourceAttributes": {**resource, "namespace": "other"}}, {}), ({"user": "x"}, {}))],
        *[post(REVIEWS + "/subjectaccessreviews", review("SubjectAccessReview", {"user": "x", "resourceAttributes": {**resource, **more}})) for more in (
            {"labelSelector": {}}, {"fieldSelector": {}}, {"labelSelector": {"rawSelector": "a", "requirements": [{"key": "b c", "operator": "In", "values": ["-"]}]}},
            {"fieldSelector": {"rawSelector": "a", "requirements": [{"operator": "In"}, {"key": "k", "operator": "Exists", "values": ["v"]}, {"key": "k", "operator": "Other"}]}},
            {"labelSelector": {"requirements": [{"key": "k", "operator": "Other", "values": ["v"]}, {"key": "k", "operator": "NotIn"}]}})],
        post(REVIEWS + "/subjectaccessreviews", review("SubjectAccessReview", {"user": "x", "resourceAttributes": resource}, metadata={"name": "a"})),
        post(REVIEWS + "/selfsubjectaccessreviews", review("SelfSubjectAccessReview", {"resourceAttributes": resource}, metadata={"annotations": {"a": "b"}})),
        post("/apis/authentication.k8s.io/v1/selfsubjectreviews", {"kind": "SelfSubjectReview"}, who="owner"),
        post("/apis/authentication.k8s.io/v1/selfsubjectreviews", {"kind": "SelfSubjectReview"}, who="anonymous"))
    yield Sequence(
        "access/rules-review", post(NS + "/roles", role("r", rule("get,list", "configmaps,secrets", resourceNames=["a"]), rule("create", "pods/exec"))),
        post(NS + "/rolebindings", binding("b", "r", "owner")), may("owner", MAPS + "/a", 404),
        post(REVIEWS + "/selfsubjectrulesreviews", review("SelfSubjectRulesReview", {"namespace": "{ns}"}), who="owner"),
        post(REVIEWS + "/selfsubjectrulesreviews", review("SelfSubjectRulesReview", {}), who="owner"),
        post(REVIEWS + "/selfsubjectrulesreviews", review("SelfSubjectRulesReview", {"namespace": "none"}), who="owner"))
    yield Sequence(
        "access/signing-requests", post("/apis/certificates.k8s.io/v1/certificatesigningrequests", {
            "metadata": {"name": "{id}"}, "spec": {"signerName": "example.com/a", "usages": ["client auth"], "username": "somebody", "request": REQUEST}}, who="master"),
        delete("/apis/certificates.k8s.io/v1/certificatesigningrequests/{id}"))


# For the common name jane.
REQUEST = ("LS0tLS1CRUdJTiBDRVJUSUZJQ0FURSBSRVFVRVNULS0tLS0KTUlIS01IRUNBUUF3RHpFTk1Bc0dBMVVFQXd3RWFtRnVaVEJaTUJNR0J5cUdTTT"
           "Q5QWdFR0NDcUdTTTQ5QXdFSApBMElBQkZUNi9OZWlwc3RVWThRVFpoSVNKYmZNaFpHcDFlalAwOXVQa01FUzc3N1hTeUZaRHJwQlF0RTlIMmZi"
           "Clpxb0l4OTNnS0MzczJKVFd2QU4rR0FFdmdoU2dBREFLQmdncWhrak9QUVFEQWdOSkFEQkdBaUVBdk9xVzFIcnkKMHk5M1BZRUh5S2s4c2Y0WF"
           "kvcE42Vy90cGxxRkRrUjNaZjRDSVFDSTJOUzdNWlZqT1NvbTc4bEwwUEJsL3lRNQorZzZyakc1Q2UzOXA0N2s3Qmc9PQotLS0tLUVORCBDRVJU"
           "SUZJQ0FURSBSRVFVRVNULS0tLS0K")


def impersonated(user, *groups, **more):
    out = {"Impersonate-User": user}
    for i, group in enumerate(groups):
        out["Impersonate-Group" if i == 0 else "impersonate-Group"] = group
    return {**out, **more}


SELF = ("/apis/authentication.k8s.io/v1/selfsubjectreviews", {"kind": "SelfSubjectReview"})


def impersonation():
    def as_user(headers, who=None):
        return post(*SELF, headers=headers, who=who)
    yield Sequence(
        "access/impersonation", as_user(impersonated("jane")), as_user(impersonated("jane", "devs")), as_user(impersonated("system:anonymous")),
        as_user(impersonated("system:serviceaccount:ns:robot")), as_user(impersonated("system:node:n")), as_user({"Impersonate-Group": "devs"}),
        as_user({"Impersonate-Uid": "1"}), as_user({"Impersonate-Extra-a": "b"}), as_user(impersonated("jane", **{"Impersonate-Uid": "1", "Impersonate-Extra-a%2fb": "c"})),
        as_user(impersonated(""), "master"), as_user(impersonated("jane", "system:unauthenticated")), get(PODS, headers=impersonated("jane")),
        get(PODS, headers=impersonated("jane", "system:masters")), get("/version", headers=impersonated("jane"), ignore=True),
        as_user(impersonated("jane"), "nobody"), as_user(impersonated("jane"), "anonymous"), as_user(impersonated("system:serviceaccount:ns:robot"), "nobody"),
        as_user(impersonated("jane", "devs", **{"Impersonate-Uid": "1", "Impersonate-Extra-a": "b"}), "nobody"), as_user(impersonated("jane"), "master"))
    yield Sequence(
        "access/impersonation-rights", post(RBAC + "/clusterroles", role(
            "{id}", rule("impersonate", "users", resourceNames=["jane", "joe"]), rule("impersonate", "groups", resourceNames=["devs"]),
            rule("impersonate", "userextras/scopes", "authentication.k8s.io", resourceNames=["view"]), rule("get", "nodes"))),
        post(RBAC + "/clusterrolebindings", binding("{id}", "{id}", "cluster", kind="ClusterRole")), may("cluster", "/api/v1/nodes/missing", 404),
        as_user(impersonated("jane"), "cluster"), as_user(impersonated("jack"), "cluster"), as_user(impersonated("jane", "devs"), "cluster"),
        as_user(impersonated("jane", "ops"), "cluster"), as_user(impersonated("joe", **{"Impersonate-Extra-Scopes": "view"}), "cluster"),
        as_user(impersonated("joe", **{"Impersonate-Extra-Scopes": "edit"}), "cluster"), as_user(impersonated("joe", **{"Impersonate-Uid": "x"}), "cluster"),
        get(PODS, headers=impersonated("jane"), who="cluster"),
        delete(RBAC + "/clusterrolebindings/{id}"), delete(RBAC + "/clusterroles/{id}"))


def credentials():
    tokens = "/api/v1/namespaces/{ns}/serviceaccounts/robot/token"
    yield Sequence(
        "access/account-tokens", post("/api/v1/namespaces/{ns}/serviceaccounts", {"metadata": {"name": "robot"}}),
        post(tokens, {"spec": {"expirationSeconds": 3600}}, save={"token": "status/token"}, ignore=True),
        post(*SELF, who="anonymous", headers={"Authorization": "Bearer {token}"}), get(PODS, who="anonymous", headers={"Authorization": "Bearer {token}"}),
        post(tokens, {"spec": {"audiences": ["other"]}}, save={"foreign": "status/token"}, ignore=True),
        get(PODS, who="anonymous", headers={"Authorization": "Bearer {foreign}"}),
        post(NS + "/rolebindings", {**binding("b", "view", kind="ClusterRole"), "subjects": [{"kind": "ServiceAccount", "name": "robot"}]}),
        get(PODS, who="anonymous", headers={"Authorization": "Bearer {token}"}, until=200),
        delete("/api/v1/namespaces/{ns}/serviceaccounts/robot"), get(PODS, who="anonymous", headers={"Authorization": "Bearer {token}"}, until=401))
    yield Sequence(
        "access/bootstrap-tokens", post("/api/v1/namespaces/kube-system/secrets", {
            "metadata": {"name": "bootstrap-token-abc123"}, "type": "bootstrap.kubernetes.io/token", "stringData": {
                "token-id": "abc123", "token-secret": "0123456789abcdef", "usage-bootstrap-authentication": "true",
                "auth-extra-groups": "system:bootstrappers:team"}}, ignore=True),
        post(*SELF, who="anonymous", headers={"Authorization": "Bearer abc123.0123456789abcdef"}),
        post(*SELF, who="anonymous", headers={"Authorization": "Bearer abc123.0123456789abcdee"}),
        delete("/api/v1/namespaces/kube-system/secrets/bootstrap-token-abc123", ignore=True))


def definition(plural, kind, scope="Namespaced"):
    return {"metadata": {"name": f"{plural}.{{id}}.example.com"}, "spec": {
        "group": "{id}.example.com", "scope": scope, "names": {"plural": plural, "singular": kind.lower(), "kind": kind, "listKind": kind + "List"},
        "versions": [{"name": "v1", "served": True, "storage": True, "schema": {
            "openAPIV3Schema": {"type": "object", "x-kubernetes-preserve-unknown-fields": True}}}]}}


NAMESPACED = {
    "/api/v1": "bindings configmaps endpoints events limitranges persistentvolumeclaims pods podtemplates replicationcontrollers resourcequotas secrets serviceaccounts services",
    "/apis/apps/v1": "controllerrevisions daemonsets deployments replicasets statefulsets", "/apis/batch/v1": "cronjobs jobs",
    "/apis/autoscaling/v2": "horizontalpodautoscalers", "/apis/autoscaling/v1": "horizontalpodautoscalers", "/apis/policy/v1": "poddisruptionbudgets",
    "/apis/networking.k8s.io/v1": "ingresses networkpolicies", "/apis/rbac.authorization.k8s.io/v1": "roles rolebindings", "/apis/coordination.k8s.io/v1": "leases",
    "/apis/discovery.k8s.io/v1": "endpointslices", "/apis/events.k8s.io/v1": "events", "/apis/storage.k8s.io/v1": "csistoragecapacities",
    "/apis/resource.k8s.io/v1": "resourceclaims resourceclaimtemplates", "/apis/certificates.k8s.io/v1": "podcertificaterequests", "/apis/authorization.k8s.io/v1": "localsubjectaccessreviews"}
CLUSTER = {
    "/api/v1": "componentstatuses namespaces nodes persistentvolumes", "/apis/rbac.authorization.k8s.io/v1": "clusterroles clusterrolebindings",
    "/apis/storage.k8s.io/v1": "csidrivers csinodes storageclasses volumeattachments volumeattributesclasses", "/apis/scheduling.k8s.io/v1": "priorityclasses",
    "/apis/networking.k8s.io/v1": "ingressclasses ipaddresses servicecidrs", "/apis/node.k8s.io/v1": "runtimeclasses",
    "/apis/certificates.k8s.io/v1": "certificatesigningrequests clustertrustbundles", "/apis/storagemigration.k8s.io/v1": "storageversionmigrations", "/apis/admissionregistration.k8s.io/v1":
        "mutatingwebhookconfigurations validatingwebhookconfigurations validatingadmissionpolicies validatingadmissionpolicybindings",
    "/apis/apiextensions.k8s.io/v1": "customresourcedefinitions", "/apis/apiregistration.k8s.io/v1": "apiservices",
    "/apis/flowcontrol.apiserver.k8s.io/v1": "flowschemas prioritylevelconfigurations", "/apis/resource.k8s.io/v1": "deviceclasses devicetaintrules resourceslices",
    "/apis/authorization.k8s.io/v1": "subjectaccessreviews selfsubjectaccessreviews selfsubjectrulesreviews", "/apis/authentication.k8s.io/v1": "tokenreviews selfsubjectreviews"}
# Those that connect are not served here.
SUBRESOURCES = "status scale binding eviction token log ephemeralcontainers resize approval finalize nothing".split()


def every_kind(who):
    """Each verb for each kind, of objects that do not exist; writes that a right would allow have no effect."""
    def both(path, in_one):
        yield get(path + "?limit=1&labelSelector=none%3Dnone", who=who, accept="application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io")
        yield get(f"{path}/missing", who=who)
        yield patch(f"{path}/missing?dryRun=All", {"metadata": {"labels": {"a": "b"}}}, who=who)
        yield delete(f"{path}/missing", who=who)
        if in_one:
            yield delete(f"{path}?labelSelector=none%3Dnone", who=who)
            yield put(f"{path}/missing?dryRun=All", {"metadata": {"name": "other"}}, who=who)
            yield post(path + "?dryRun=All", [], who=who)
    for kinds, prefix in ((NAMESPACED, "/namespaces/{ns}"), (NAMESPACED, ""), (CLUSTER, "")):
        for root, plurals in kinds.items():
            for plural in plurals.split():
                yield from both(f"{root}{prefix}/{plural}", kinds is CLUSTER or prefix)
    for root, plural in (("/api/v1/namespaces/{ns}", "pods"), ("/apis/apps/v1/namespaces/{ns}", "deployments"), ("/api/v1/namespaces/{ns}", "serviceaccounts"),
                         ("/api/v1/namespaces/{ns}", "services"), ("/api/v1", "nodes"), ("/apis/certificates.k8s.io/v1", "certificatesigningrequests"), ("/api/v1", "namespaces")):
        for sub in SUBRESOURCES:
            yield get(f"{root}/{plural}/missing/{sub}", who=who)
            yield patch(f"{root}/{plural}/missing/{sub}", {"metadata": {"labels": {"a": "b"}}}, who=who)


def everything():
    for who in ("nobody", "anonymous", "view", "edit", "admin", "robot", "node", "cluster"):
        rights = bound(who, who) if who in GATHERED else []
        yield Sequence(f"access/every-kind-as-{who}", *rights, *every_kind(who))


def paths():
    """Words that paths give a meaning, and paths that end too early."""
    yield Sequence(
        "access/incomplete-paths", *[get(path, who=who) for who in (None, "nobody", "anonymous") for path in (
            "/api/v1/watch", "/api/v1/watch/", "/api/v1/proxy", "/apis/apps/v1/watch?a=<b>&c=%20", "/apis/none.example.com/v1/proxy")],
        *[get(path, who=who) for who in (None, "nobody") for path in (
            "/api/v1/proxy/pods", "/api/v1/proxy/namespaces/{ns}/pods/a/b", "/apis/apps/v1/proxy/deployments", "/api/v1/namespaces/{ns}/status/a",
            "/api/v1/namespaces/{ns}/finalize", "/apis/apps/v1/namespaces/{ns}/status", "/apis/apps/v1/namespaces/{ns}/status/a")])
    crds, root = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", "/apis/{id}.example.com/v1"
    for plural, kind in (("status", "Stat"), ("proxy", "Prox"), ("finalize", "Final"), ("watch", "Wat")):
        inside = f"{root}/namespaces/{{ns}}/{plural}"
        yield Sequence(
            f"access/plural-{plural}", post(crds, definition(plural, kind)),
            get(inside if plural in ("proxy", "watch") else f"{root}/{plural}", until=200, ignore=True),
            post(inside, {"apiVersion": "{id}.example.com/v1", "kind": kind, "metadata": {"name": "a"}}),
            *[step for who in (None, "nobody") for step in (
                get(inside, who=who), get(inside + "/a", who=who), get(f"{root}/{plural}", who=who), get(f"{root}/{plural}/a", who=who),
                delete(inside + "/missing", who=who), patch(inside + "/missing", {"metadata": {"labels": {"a": "b"}}}, who=who))],
            delete(f"{crds}/{plural}.{{id}}.example.com", ignore=True))


def more_impersonation():
    """The rights that impersonation of a UID, of extra and of several needs, one after the other."""
    def as_user(headers, who=None):
        return post(*SELF, headers=headers, who=who)
    extra = {"Impersonate-Extra-Scopes": "view", "Impersonate-Extra-Team": "a"}
    yield Sequence(
        "access/impersonation-uid", post(RBAC + "/clusterroles", role(
            "{id}", rule("impersonate", "users", resourceNames=["jane"]), rule("impersonate", "uids", "authentication.k8s.io", resourceNames=["1"]),
            rule("impersonate", "userextras/scopes", "authentication.k8s.io"), rule("get", "nodes"))),
        post(RBAC + "/clusterrolebindings", binding("{id}", "{id}", "cluster", kind="ClusterRole")), may("cluster", "/api/v1/nodes/missing", 404),
        as_user(impersonated("jane", **{"Impersonate-Uid": "1"}), "cluster"), as_user(impersonated("jane", **{"Impersonate-Uid": "2"}), "cluster"),
        as_user(impersonated("jane", **{"Impersonate-Uid": "1", "Impersonate-Extra-Scopes": "any"}), "cluster"),
        as_user(impersonated("jane", **extra), "cluster"), as_user(impersonated("joe", **{"Impersonate-Uid": "1"}), "cluster"),
        *[as_user(impersonated("jane", "devs", **{"Impersonate-Uid": "1", **extra}), who) for who in ("view", "edit", "robot", "node", "master", None)],
        as_user(impersonated("jane", "a", "b", "c", "d"), "cluster"), as_user({"Impersonate-Uid": "1", "Impersonate-User": ""}, "cluster"),
        *[get(NS + "/roles", headers=impersonated("jane", **{"Impersonate-Uid": "1"}), who=who) for who in ("cluster", "nobody", "anonymous")],
        delete(RBAC + "/clusterrolebindings/{id}"), delete(RBAC + "/clusterroles/{id}"))


def selectors():
    """Conditions of lists: resource names by metadata.name, and what reviews say about the rest."""
    yield Sequence(
        "access/list-of-one-name", post(NS + "/roles", role("r", rule("list,watch,deletecollection", "configmaps", resourceNames=["a"]))),
        post(NS + "/rolebindings", binding("b", "r", "owner")), may("owner", MAPS + "?fieldSelector=metadata.name=a"),
        *[get(f"{MAPS}?{query}", who="owner") for query in (
            "fieldSelector=metadata.name=a", "fieldSelector=metadata.name==a", "fieldSelector=metadata.name%3Da,metadata.namespace%3D{ns}",
            "fieldSelector=metadata.name!=a", "fieldSelector=metadata.name=b", "fieldSelector=metadata.name=", "fieldSelector=metadata.name=a/b",
            "fieldSelector=metadata.name=a,metadata.name=b", "fieldSelector=metadata.name=b,metadata.name=a", "labelSelector=a", "limit=x&fieldSelector=metadata.name=a",
            "labelSelector=(&fieldSelector=metadata.name=a", "fieldSelector=x&fieldSelector=metadata.name=a", "")],
        get(MAPS + "?watch=1&timeoutSeconds=1&fieldSelector=metadata.name=b", who="owner"),
        delete(MAPS + "?fieldSelector=metadata.name=a", who="owner"), get(MAPS + "/a", who="owner"))
    resource = {"namespace": "{ns}", "verb": "list", "version": "v1", "resource": "pods"}
    yield Sequence(
        "access/selector-reviews", *[post(REVIEWS + "/selfsubjectaccessreviews", review("SelfSubjectAccessReview", {"resourceAttributes": {**resource, **more}}), who=who)
                                     for who in ("nobody", "master") for more in (
            {"fieldSelector": {"rawSelector": "spec.nodeName=n"}}, {"labelSelector": {"rawSelector": "a in (b,c)"}}, {"labelSelector": {"rawSelector": "a in ("}},
            {"fieldSelector": {"requirements": [{"key": "spec.nodeName", "operator": "In", "values": ["n"]}]}},
            {"fieldSelector": {"requirements": [{"key": "spec.nodeName", "operator": "Exists"}, {"key": "a", "operator": "In", "values": ["n", "m"]}]}},
            {"labelSelector": {"requirements": [{"key": "a", "operator": "Exists"}, {"key": "b", "operator": "Gt", "values": ["1"]}]}},
            {"labelSelector": {"requirements": [{"key": "a b", "operator": "In", "values": ["x"]}]}},
            {"fieldSelector": {"rawSelector": "a=b", "requirements": [{"key": "a", "operator": "In", "values": ["b"]}]}}, {"fieldSelector": {}})])


def stars():
    """Every form of a rule's resources and URLs against every form of a request."""
    granted = ("*/scale", "deployments/*", "*", "pods/*", "*/*", "pods/log")
    for i, resources in enumerate(granted):
        yield Sequence(
            f"access/star-{i}", post(NS + "/roles", role("r", rule("*", resources, "*"), rule("get", "leases", "coordination.k8s.io"))),
            post(NS + "/rolebindings", binding("b", "r", "owner")), may("owner", "/apis/coordination.k8s.io/v1/namespaces/{ns}/leases/missing", 404),
            *[get(path, who="owner") for path in (
                PODS + "/missing", PODS + "/missing/log", PODS + "/missing/status", "/apis/apps/v1/namespaces/{ns}/deployments/missing",
                "/apis/apps/v1/namespaces/{ns}/deployments/missing/scale", "/apis/apps/v1/namespaces/{ns}/statefulsets/missing/scale", "/api/v1/nodes/missing")],
            post(PODS + "/missing/eviction", {"metadata": {"name": "missing"}}, who="owner"))
    urls = ("/metrics*", "/log*s", "*", "/a/*/b", "/healthz/*", "/livez", "/version/")
    for i, url in enumerate(urls):
        visitor = f"visitor-{i}"  # sequences run side by side, and these rights count everywhere
        bound_to = {**binding("{id}", "{id}", kind="ClusterRole"), "subjects": [{"kind": "User", "apiGroup": "rbac.authorization.k8s.io", "name": visitor}]}
        yield Sequence(
            f"access/url-{i}", post(RBAC + "/clusterroles", {"metadata": {"name": "{id}"}, "rules": [
                {"verbs": ["get"], "nonResourceURLs": [url, "/nothing"]}]}),
            post(RBAC + "/clusterrolebindings", bound_to), get("/nothing", headers=impersonated(visitor), until=404, ignore=True),
            *[post(REVIEWS + "/subjectaccessreviews", review("SubjectAccessReview", {"user": visitor, "nonResourceAttributes": {"path": p, "verb": v}}))
              for v in ("get", "post") for p in ("/metrics", "/metrics/a", "/log", "/logs", "/loggs", "/a/x/b", "/healthz", "/healthz/", "/healthz/ping", "/livez/", "/version", "")],
            delete(RBAC + "/clusterrolebindings/{id}"), delete(RBAC + "/clusterroles/{id}"))


def sequences():
    yield from everything()
    yield from paths()
    yield from more_impersonation()
    yield from selectors()
    yield from stars()
    yield from impersonation()
    yield from credentials()
    yield from matrix()
    yield from rights()
    yield from creates_by_update()
    yield from escalation()
    yield from reviews()
