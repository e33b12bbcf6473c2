"""Type-checked, not run: the types of the package as a user's code meets them."""

import datetime

import setpoint


def use(server: setpoint.Server) -> None:
    url: str = server.url
    names: list[str] = server.install(["config/crd", url])
    with server.refuse(409, reason="Conflict", verbs=["update"], resource="leases", skip=1) as fault:
        applied: int = fault.counts().applied
    server.delay(datetime.timedelta(milliseconds=applied), verbs="get", user_agent="kubectl")
    dropped: int = server.drop_watches(resource=names[0])
    with server.namespace() as namespace:
        server.hold_watches(namespace=namespace)
        server.lose_request(namespace=namespace, times=dropped)
    server.lose_answer(verb="get")  # type: ignore[call-arg]
    server.drop_watches(times=1)  # type: ignore[call-arg]


def explore() -> str:
    with setpoint.apiserver(crds="config/crd", without=["workloads"], nodes=0) as server:
        use(server)
    return setpoint.explore("story.yaml", ["operator"], only=["P1"], time="1m")
