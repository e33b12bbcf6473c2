"""The header Audit-Id of responses, which servers without an audit policy send as well. tests/audit compares events."""

from sequence import Sequence, delete, get, post

MAPS = "/api/v1/namespaces/{ns}/configmaps"


def sequences():
    for name, headers in (("none", {}), ("own", {"Audit-ID": "mine"}), ("empty", {"Audit-ID": ""}), ("long", {"audit-id": "x" * 300}), ("strange", {"Audit-ID": "a b;c=\"d\""})):
        o = {"headers": headers, "audit_id": True}
        yield Sequence(f"audit-ids/{name}", *(get(path, **o) for path in ("/api", "/apis", "/livez/ping", "/readyz/ping", "/nowhere", "/apis/nowhere/v1/things", MAPS + "/missing", MAPS + "?limit=x", MAPS + "?timeout=soon")),
                       post(MAPS, {"metadata": {"name": "a"}}, **o), post(MAPS, {"metadata": {"name": "a"}}, **o), post(MAPS, {"metadata": {"name": "A"}}, **o), post(MAPS, "{", **o), get(MAPS + "/a", **o), get(MAPS, accept="text/csv", **o),
                       get(MAPS, who="nobody", **o), get("/livez/ping", who="anonymous", **o), get(MAPS, who="anonymous", **o), get(MAPS, who="anonymous", headers={**headers, "Authorization": "Bearer x"}, audit_id=True), ("PUT", "/livez/ping", "{}", o),
                       delete(MAPS + "/a", **o), delete(MAPS, **o))
