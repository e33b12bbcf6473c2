"""What the operators may do, beside what they did, by the API server's audit log."""

import itertools
import json


def account(operator):
    return f"system:serviceaccount:{operator.ns}:{operator.program}"


def granted(kube, user, namespaces):
    """{(group, resource or URL, verb)}, as `kubectl auth can-i --list --as USER` in these namespaces."""
    found = set()
    for ns in namespaces:
        status = kube.call("POST", "/apis/authorization.k8s.io/v1/selfsubjectrulesreviews",
                           {"apiVersion": "authorization.k8s.io/v1", "kind": "SelfSubjectRulesReview", "spec": {"namespace": ns}},
                           more={"Impersonate-User": user})["status"]
        for rule in status["resourceRules"]:
            found |= set(itertools.product(rule["apiGroups"], rule["resources"], rule["verbs"]))
        for rule in status["nonResourceRules"]:
            found |= set(itertools.product([""], rule.get("nonResourceURLs", ()), rule["verbs"]))
    return found


def requested(audit_log, user):
    """The requests of a user, allowed and denied, as {(group, resource or URL, verb)} each."""
    allowed, denied = set(), set()
    with open(audit_log) as log:
        for line in log:
            event = json.loads(line)
            if event["user"]["username"] != user:
                continue
            o = event.get("objectRef", {})
            resource = "/".join(filter(None, (o.get("resource"), o.get("subresource"))))
            what = (o.get("apiGroup", ""), resource or event["requestURI"].partition("?")[0], event["verb"])
            decision = event.get("annotations", {}).get("authorization.k8s.io/decision")
            (denied if decision == "forbid" else allowed).add(what)
    return allowed, denied


def shown(rights):
    by_resource = {}
    for group, resource, verb in sorted(rights):
        by_resource.setdefault(resource + ("." + group if group else ""), []).append(verb)
    return "; ".join(f"{resource}: {', '.join(verbs)}" for resource, verbs in by_resource.items())


def compare(cluster, kube, steps, stories):
    for story in stories:
        operator = story.operator
        if not cluster.audit_log:
            refused = [line for line in operator.logs(-1).splitlines() if "is forbidden: User" in line]
            steps.check(f"{operator.program}: its log contains no request that was denied", not refused, refused[:3])
            continue
        namespaces = (story.ns, operator.ns)
        everyones = granted(kube, "system:serviceaccount:default:nobody", namespaces)
        rights = granted(kube, account(operator), namespaces)
        allowed, denied = requested(cluster.audit_log, account(operator))
        # A server that has just started denies requests until it has read the roles.
        steps.check(f"{operator.program}: {len(allowed)} kinds of requests were made, none without the right to",
                    allowed and denied <= rights, shown(denied - rights))
        steps.note("  granted and not used here: " + (shown(rights - everyones - allowed) or "nothing"))
