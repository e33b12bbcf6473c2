"""All objects of all kinds of a cluster."""

import json

METADATA = "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1"
# They come and go by themselves.
PASSING = {("", "events"), ("events.k8s.io", "events"), ("coordination.k8s.io", "leases"), ("", "componentstatuses")}


def kinds(kube):
    """(group, resource, path), of all kinds that can be listed, each in its preferred version."""
    for r in kube.call("GET", "/api/v1")["resources"]:
        if "list" in r["verbs"]:
            yield "", r["name"], "/api/v1/" + r["name"]
    for group in kube.call("GET", "/apis")["groups"]:
        version = group["preferredVersion"]["groupVersion"]
        for r in kube.call("GET", "/apis/" + version)["resources"]:
            if "list" in r.get("verbs", ()):
                yield group["name"], r["name"], f"/apis/{version}/{r['name']}"


def objects(kube):
    """{(group, resource, namespace, name)}"""
    found = set()
    for group, resource, path in kinds(kube):
        if (group, resource) in PASSING:
            continue
        status, text = kube.ask("GET", path, accept=METADATA)
        if status != 200:
            continue
        for item in json.loads(text)["items"] or ():
            found.add((group, resource, item["metadata"].get("namespace", ""), item["metadata"]["name"]))
    return found


def shown(found):
    return ", ".join(f"{resource}{'.' + group if group else ''} {ns + '/' if ns else ''}{name}"
                     for group, resource, ns, name in sorted(found))
