"""Discovery, OpenAPI, version, health: parts that do not depend on the served kinds."""

from sequence import Sequence, get, post

AGGREGATED = "application/json;g=apidiscovery.k8s.io;v={};as=APIGroupDiscoveryList"


def sequences():
    for i, path in enumerate(["/api", "/api/", "/apis/apps", "/apis/apps/v1", "/apis/apps/v1/", "/apis/batch/v1", "/apis/events.k8s.io/v1",
                              "/apis/coordination.k8s.io/v1", "/apis/apiextensions.k8s.io/v1", "/apis/rbac.authorization.k8s.io/v1",
                              "/apis/authentication.k8s.io/v1", "/apis/authorization.k8s.io/v1", "/apis/discovery.k8s.io/v1", "/apis/policy/v1",
                              "/apis/scheduling.k8s.io/v1", "/apis/apps/v2", "/apis/nope", "/apis/nope/v1", "/api/v2", "/nope", "/healthz", "/livez",
                              "/readyz", "/healthz/ping", "/healthz/nope", "/readyz/", "/openapi/v3/apis/nope/v1", "/apis/batch"]):
        yield Sequence(f"discovery/{i}", get(path), get(path, "application/yaml"), get(path, "text/html"), namespace=False)
    for i, (path, version) in enumerate([("/api", "v2"), ("/apis", "v2beta1"), ("/api", "v2beta1"), ("/apis", "v3")]):
        yield Sequence(f"discovery/aggregated/{i}", get(path, AGGREGATED.format(version)),
                       get(path, AGGREGATED.format(version) + ",application/json"), namespace=False)
    for i, path in enumerate(["/api", "/apis/apps/v1", "/version", "/healthz", "/nope"]):
        yield Sequence(f"discovery/post/{i}", post(path, {}), namespace=False)
    yield Sequence("discovery/version", get("/version"), get("/version/"), get("/version", "text/html"), namespace=False)
