"""Who vouches for clients: the keys of service account tokens, and OpenID providers (issuer.py)."""

from sequence import Sequence, get, post

REVIEW = "/apis/authentication.k8s.io/v1/tokenreviews"
KEYS, DISCOVERY = "/openid/v1/jwks", "/.well-known/openid-configuration"
# Only servers that were started with the provider know it: see servers.py.
NEEDS_PROVIDER = "providers/"
TOKENS = ("good", "rsa", "groups", "jti", "no-kid", "other-kid", "foreign", "none", "hmac", "twice", "crit", "cut", "unsigned", "two", "four", "expired", "no-exp", "text-exp", "float-exp",
          "audience", "audiences", "no-audience", "issuer", "no-sub", "number-sub", "empty-sub", "no-uid", "bad-groups", "email", "verified", "unverified", "text-verified", "no-email",
          "many", "many-none", "no-hd", "other-hd", "number-hd", "cel", "cel-roles", "cel-role", "cel-bad-roles", "cel-null-roles", "cel-missing", "cel-empty", "cel-number", "cel-nested",
          "cel-int", "cel-double", "cel-old", "cel-text-age", "cel-reserved", "cel-bad")


def review(name, **more):
    return post(REVIEW, {"spec": {"token": f"{{oidc-{name}}}", **more}})


def sequences():
    yield Sequence("keys/documents", *(get(path, who=who) for path in (KEYS, DISCOVERY) for who in ("nobody", "robot", "master", "anonymous")),
                   *(get(path, accept=accept) for path in (KEYS, DISCOVERY) for accept in ("application/json", "application/jwk-set+json", "*/*", "text/html", "text/html, */*;q=0.1")),
                   get(KEYS + "/"), get(DISCOVERY + "/"), get("/openid/v1"), ("HEAD", KEYS, None, {}), post(KEYS, {}), post(DISCOVERY, {}))
    for name in ("hook-jane", "hook-error", "hook-both", "hook-audience", "hook-nobody", "hook-other"):
        yield Sequence(f"{NEEDS_PROVIDER}{name}", *(post(REVIEW, {"spec": {"token": name, **more}}) for more in (
            {}, {"audiences": ["https://kubernetes.default.svc.cluster.local"]}, {"audiences": ["other"]})))
    for name in TOKENS:
        yield Sequence(f"{NEEDS_PROVIDER}{name}", review(name), review(name, audiences=["https://kubernetes.default.svc.cluster.local"]), review(name, audiences=["other"]))
