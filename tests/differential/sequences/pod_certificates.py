"""Certificates of pods and trust anchors: what signers may write, and what they may not. All are made with Go's crypto/x509."""

from sequence import Sequence, delete, get, patch, post
from sequences.access import RBAC, binding, may, role, rule
from sequences.nodes import granted, revoked

BUNDLES = "/apis/certificates.k8s.io/v1/clustertrustbundles"
REQUESTS = "/apis/certificates.k8s.io/v1/namespaces/{ns}/podcertificaterequests"
# In DER, with an empty subject.
REQUEST = ("MIG7MGICAQAwADBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABJ/eOGwZulQ2EyBIA5NouD6SpN8C6xi7ZBun9zWiDO4KBADEW9npLids7MT1VkoCkfC3qI1nYfGZRLEduA"
           "IWOTOgADAKBggqhkjOPQQDAgNJADBGAiEAn1ScNdF3Bx+VDtcMCTa/IbIp/YISTA3xDvPkavvdCngCIQCT5nI4wSeaWb06hB8K7bc1rmwYFyN5wq3zNr8+c0BjLw==")
ED25519 = ("MH8wMwIBADAAMCowBQYDK2VwAyEAuVvee6sTRQ2QdGkgvM73Oxb+sVUOrjsqPwBR8F5WdBagADAFBgMrZXADQQBzP0AjENRsh1HIiVNpxQn4HlcfOYFF2aaKZI7uri04dk"
           "OV4fGL7gU09pP8AkAFfNzce5R8RlMKoUEZbyFtf38J")
P224 = ("MIGoMFcCAQAwADBOMBAGByqGSM49AgEGBSuBBAAhAzoABMqyIsxqITVsk2eLe0Ky4TwWGMVM0Z2LGnBZxJb8I8GBNa7MF4XWvr7gpteaC/p0e9F4uW+QLwQpoAAwCgYIKo"
        "ZIzj0EAwIDQQAwPgIdAOB6COk5dfZwmxuKahH73Da+7mmNXQNYxLly2wUCHQCS6J6BHJGlDbXEPuyU0EBwTzEYCkfVbM+iBRkw")
RSA2048 = ("MIICRTCCAS0CAQAwADCCASIwDQYJKoZIhvcNAQEBBQADggEPADCCAQoCggEBALmZmFlLyGCU4jg6pCSma4R7rhrAQxTcWPQhDWBI0zMhe3sNRelEUr00oXTeriHRGAZdDr"
           "wDRrCw7MSvbp34VjEopDU4ItEgsOJNpYsABK7kaQhz2qgeMJOrU23TbLyhZgvWMjNXZ06XoEBooymv+4fx4mYjbUKZ/2gbVE9mPbAB3qT9wut6srvRB/S9Kziln4+waADv"
           "7dYSTuvMPJJ2HvJWq5UjES8Gvvg38gqdvCuE5fDdAzjQx8JcIC1UuI3EQnPgRqYkoYLXGn2ZSZaHuP0Zif6Ew8QV5hNXKGavsnLyT+bg3rk8kNVRLsMmT90DgLpXzhZ0XL"
           "8bTJjewTnslecCAwEAAaAAMA0GCSqGSIb3DQEBCwUAA4IBAQAtYaL+GXZN5CvTZyJ5SKnsfxapOmUi++RlvlkUIE+e0ElDYn7LKa0UCYNlVKY2otPn1PU4XEaZWdU1l8Br"
           "xQ1wKqV4ygHjHcEE9mFbnRZzQdvORI0eSyxu+YvWOz4jy9tEO+8dzPy8g9wY7/ftMIn8CQt7HbKYypdn1m02tUQGTLw2lmciu5hmLpCGG7HFx8znFErEf4fbmY1bktgRrz"
           "9X5bl2KHU1G7/wCwLfsLqHYu9YvZYYROJpxzZtg7h775ytC6jkKo6gxdp77cSXXiXkJjr6MUQjv2hw3zZhnB6mhJe6JKJqvkO4jWJc7OUGYGL6pik1FYLgfS4TPZDtmPRL")
UNSIGNED = ("MIG7MGICAQAwADBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABJ/eOGwZulQ2EyBIA5NouD6SpN8C6xi7ZBun9zWiDO4KBADEW9npLids7MT1VkoCkfC3qI1nYfGZRLEduA"
            "IWOTOgADAKBggqhkjOPQQDAgNJADBGAiEAn1ScNdF3Bx+VDtcMCTa/IbIp/YISTA3xDvPkavvdCngCIQCT5nI4wSeaWb06hB8K7bc1rmwYFyN5wq3zNr8+c0BjLg==")
# Of certificate authorities; the third has not the CA bit.
ANCHOR = ("-----BEGIN CERTIFICATE-----\nMIIBOzCB4aADAgECAgEHMAoGCCqGSM49BAMCMAwxCjAIBgNVBAMTAWEwIBcNMjYw\n"
          "MTAxMDAwMDAwWhgPMjEyNjAxMDEwMDAwMDBaMAwxCjAIBgNVBAMTAWEwWTATBgcq\nhkjOPQIBBggqhkjOPQMBBwNCAARpaiv7CR2Wc7NeEhr3/xNRAj0r7n3w88nJ3XJL\n"
          "PWRJEVG6SnK0EpaS+lagTOnl1A2T3UvDZ+AUubW+Je/MqyazozIwMDAPBgNVHRMB\nAf8EBTADAQH/MB0GA1UdDgQWBBQiPQ/qve/vObMPcsAqfS2e8KvobjAKBggqhkjO\n"
          "PQQDAgNJADBGAiEAgiuPa9/9adVDSbnXLV54ColP4gm8Y5vBFMXa37hfHtICIQCi\nVlCg6QZtuC+gmF93+slj2++hxGvz771Vz3hDFe215w==\n"
          "-----END CERTIFICATE-----\n")
OTHER_ANCHOR = ("-----BEGIN CERTIFICATE-----\nMIIBOjCB4aADAgECAgEHMAoGCCqGSM49BAMCMAwxCjAIBgNVBAMTAWIwIBcNMjYw\n"
                "MTAxMDAwMDAwWhgPMjEyNjAxMDEwMDAwMDBaMAwxCjAIBgNVBAMTAWIwWTATBgcq\nhkjOPQIBBggqhkjOPQMBBwNCAARpaiv7CR2Wc7NeEhr3/xNRAj0r7n3w88nJ3XJL\n"
                "PWRJEVG6SnK0EpaS+lagTOnl1A2T3UvDZ+AUubW+Je/MqyazozIwMDAPBgNVHRMB\nAf8EBTADAQH/MB0GA1UdDgQWBBQiPQ/qve/vObMPcsAqfS2e8KvobjAKBggqhkjO\n"
                "PQQDAgNIADBFAiBF7rhqqZq8mFIhbJYv5It1gs+Ri5pBKJ3xrkgi7itSXgIhAPtV\nSCfmNeoc4rft9iAIPTL6QUIdbq0lrLWNDJ652Bbo\n"
                "-----END CERTIFICATE-----\n")
NO_ANCHOR = ("-----BEGIN CERTIFICATE-----\nMIIBBTCBraADAgECAgEHMAoGCCqGSM49BAMCMAwxCjAIBgNVBAMTAWMwIBcNMjYw\n"
             "MTAxMDAwMDAwWhgPMjEyNjAxMDEwMDAwMDBaMAwxCjAIBgNVBAMTAWMwWTATBgcq\nhkjOPQIBBggqhkjOPQMBBwNCAARpaiv7CR2Wc7NeEhr3/xNRAj0r7n3w88nJ3XJL\n"
             "PWRJEVG6SnK0EpaS+lagTOnl1A2T3UvDZ+AUubW+Je/MqyazMAoGCCqGSM49BAMC\nA0cAMEQCIB2KzmwtxrZcUiU6S4cNX0HfL9EFF0jt2cYMLyLS5cigAiBH738CuIR4\n"
             "OdsaEx9Y7UF2OWt/j5CLOxcI8OkK5fB6DQ==\n-----END CERTIFICATE-----\n")
# For the key in REQUEST, from 2026-01-01 for twelve hours; for another key; with invalid names.
LEAF = ("-----BEGIN CERTIFICATE-----\nMIIBLDCB0qADAgECAgEHMAoGCCqGSM49BAMCMAwxCjAIBgNVBAMTAWwwHhcNMjYw\n"
        "MTAxMDAwMDAwWhcNMjYwMTAxMTIwMDAwWjAMMQowCAYDVQQDEwFsMFkwEwYHKoZI\nzj0CAQYIKoZIzj0DAQcDQgAEn944bBm6VDYTIEgDk2i4PpKk3wLrGLtkG6f3NaIM\n"
        "7goEAMRb2ekuJ2zsxPVWSgKR8LeojWdh8ZlEsR24AhY5M6MlMCMwIQYDVR0RBBow\nGIIJYS5leGFtcGxlgQthQGIuZXhhbXBsZTAKBggqhkjOPQQDAgNJADBGAiEAq/CQ\n"
        "fEd2cJkQoq4eZ1KclP7bppAb8ZXiAzAxw4/HMhQCIQCGUT2drbhWZcl/yYMLt40s\nwEaFi4OfmDNhDsYf98AVJA==\n"
        "-----END CERTIFICATE-----\n")
STRANGER = ("-----BEGIN CERTIFICATE-----\nMIIBAzCBq6ADAgECAgEHMAoGCCqGSM49BAMCMAwxCjAIBgNVBAMTAWwwHhcNMjYw\n"
            "MTAxMDAwMDAwWhcNMjYwMTAxMTIwMDAwWjAMMQowCAYDVQQDEwFsMFkwEwYHKoZI\nzj0CAQYIKoZIzj0DAQcDQgAEaWor+wkdlnOzXhIa9/8TUQI9K+598PPJyd1ySz1k\n"
            "SRFRukpytBKWkvpWoEzp5dQNk91Lw2fgFLm1viXvzKsmszAKBggqhkjOPQQDAgNH\nADBEAiBS3pjbFXJdlowvZ4AfAYpRe7+RuceCzxB196+jufdoIQIgcSq8fxN8zlnw\n"
            "QAWjnMh6fJd/eyfpUDEYkOiKmoz5n3I=\n-----END CERTIFICATE-----\n")
NAMED = ("-----BEGIN CERTIFICATE-----\nMIIBIDCByKADAgECAgEHMAoGCCqGSM49BAMCMAwxCjAIBgNVBAMTAWwwHhcNMjYw\n"
         "MTAxMDAwMDAwWhcNMjYwMTAxMTIwMDAwWjAMMQowCAYDVQQDEwFsMFkwEwYHKoZI\nzj0CAQYIKoZIzj0DAQcDQgAEn944bBm6VDYTIEgDk2i4PpKk3wLrGLtkG6f3NaIM\n"
         "7goEAMRb2ekuJ2zsxPVWSgKR8LeojWdh8ZlEsR24AhY5M6MbMBkwFwYDVR0RBBAw\nDoIFYS4uYi6CAi5jgQFhMAoGCCqGSM49BAMCA0cAMEQCICD6JhANnBq7FbcX+EYK\n"
         "pCllKZgAPqdHVB28WL7+DsJUAiBnjcC69CCgepphvzoyt8h6upzMOZDGnMKuyRjz\nyaC0BQ==\n"
         "-----END CERTIFICATE-----\n")
SPEC = {"signerName": "example.com/s", "podName": "p", "podUID": "u", "serviceAccountName": "a", "serviceAccountUID": "v", "nodeName": "n", "nodeUID": "w", "stubPKCS10Request": REQUEST}


def outcome(kind, **more):
    return {"type": kind, "status": "True", "reason": "R", "message": "m", "lastTransitionTime": "2026-01-01T00:00:00Z", **more}


def issued(chain, **times):
    return {"conditions": [outcome("Issued")], "certificateChain": chain, "notBefore": "2026-01-01T00:00:00Z", "beginRefreshAt": "2026-01-01T06:00:00Z",
            "notAfter": "2026-01-01T12:00:00Z", **times}


def requests():
    one = REQUESTS + "/r/status"
    for i, status in enumerate([
            {"conditions": [outcome("Denied")]}, {"conditions": [outcome("Failed", status="False")]}, {"conditions": [outcome("Other")]}, {"conditions": [outcome("Denied"), outcome("Issued")]},
            {"conditions": [outcome("Failed")], "certificateChain": "x"}, {"certificateChain": "x"}, {"notBefore": "2026-01-01T00:00:00Z"}, {"conditions": [outcome("Issued")]}, issued("x"),
            issued("-----BEGIN X-----\neA==\n-----END X-----\n"), issued("-----BEGIN CERTIFICATE-----\neA==\n-----END CERTIFICATE-----\n"), issued(STRANGER), issued(NAMED), issued(LEAF),
            issued(LEAF, notBefore=None), issued(NAMED, notBefore=None, notAfter=None, beginRefreshAt=None), issued(LEAF, notBefore="2026-01-01T00:00:01Z"), issued("x" * (100 * 1024 + 1))]):
        # An outcome is final: what is written after it is refused.
        yield Sequence(f"pod-certificates/status/{i}", post(REQUESTS, {"metadata": {"name": "r"}, "spec": SPEC}), patch(one, {"status": status}),
                       patch(one, {"status": {"conditions": [outcome("Denied", message="n")]}}), patch(one, {"metadata": {"labels": {"a": "b"}}}), get(REQUESTS + "/r"))
    for field, values in {"signerName": ["", "a", "A.b/c", "kubernetes.io/kube-apiserver-client-pod"], "podName": ["", "A"], "podUID": ["", "x" * 129], "nodeName": ["A"],
                          "maxExpirationSeconds": [0, 3599, 3600, 7862400, 7862401, None, "x"], "stubPKCS10Request": [ED25519, P224, RSA2048, UNSIGNED, "", "eA==", "!", "QUFB" * 4000],
                          "unverifiedUserAnnotations": [{}, {"a": "b"}, {"example.com/A": "b"}, {"": "b"}, {"a b/c": "d"}]}.items():
        for i, value in enumerate(values):
            yield Sequence(f"pod-certificates/{field}/{i}", post(REQUESTS + "?dryRun=All", {"metadata": {"name": "r"}, "spec": {**SPEC, field: value}}),
                           post(REQUESTS + "?dryRun=All", {"metadata": {"name": "r"}, "spec": {**SPEC, "signerName": "kubernetes.io/s", field: value}}))
    selectors = ("spec.signerName=example.com/s", "spec.podName=p", "spec.nodeName=n", "spec.podName=q", "spec.podUID=u")
    yield Sequence("pod-certificates/selectors", post(REQUESTS, {"metadata": {"name": "r"}, "spec": SPEC}), *(get(REQUESTS + "?fieldSelector=" + s) for s in selectors))


def bundles():
    def bundle(anchors, name="{id}", **spec):
        return {"metadata": {"name": name}, "spec": {"trustBundle": anchors, **spec}}
    broken = "-----BEGIN CERTIFICATE-----\neA==\n-----END CERTIFICATE-----\n"
    for i, anchors in enumerate(["", "x", ANCHOR, "text\n" + ANCHOR + "text\n" + OTHER_ANCHOR + "text", ANCHOR * 2, NO_ANCHOR + ANCHOR + ANCHOR, broken, ANCHOR.replace("\n", "\r\n"), ANCHOR.rstrip(),
                                 ANCHOR.replace("CERTIFICATE", "X"), ANCHOR.replace("-----\n", "-----\nA: b\n\n", 1), ANCHOR.replace("END CERTIFICATE", "END X"), "y " + ANCHOR, ANCHOR + broken]):
        yield Sequence(f"trust-bundles/anchors/{i}", post(BUNDLES + "?dryRun=All", bundle(anchors)))
    for i, (name, signer) in enumerate([("a:b", ""), ("A", ""), ("{id}", "example.com/s"), ("example.com:s:{id}", "example.com/s"), ("example.com:s:", "example.com/s"), ("example.com:s:A", "example.com/s"),
                                        ("a:b", "a"), ("example.com:s:{id}", "example.com/t"), ("a:b:c:{id}", "a/b/c")]):
        yield Sequence(f"trust-bundles/name/{i}", post(BUNDLES + "?dryRun=All", bundle(ANCHOR, name, signerName=signer)),
                       post(BUNDLES + "?dryRun=All", {"metadata": {"generateName": name.replace("{id}", "x")}, "spec": {"trustBundle": ANCHOR, "signerName": signer}}))
    one = BUNDLES + "/example.com:s:{id}"
    stored = bundle(ANCHOR, "example.com:s:{id}", signerName="example.com/s")
    yield Sequence("trust-bundles/selectors", post(BUNDLES, {**stored, "metadata": {"name": "example.com:s:{id}", "labels": {"only": "{id}"}}}), get(one),
                   *(get(BUNDLES + "?labelSelector=only={id}&fieldSelector=" + s) for s in ("spec.signerName=example.com/s", "spec.signerName=x", "spec.trustBundle=x")),
                   patch(one, {"spec": {"signerName": "example.com/t"}}), patch(one, {"spec": {"trustBundle": OTHER_ANCHOR}}), delete(one))


def rights():
    everything = rule("create,get,update,patch", "clustertrustbundles,podcertificaterequests,podcertificaterequests/status", "certificates.k8s.io")
    bundle = {"metadata": {"name": "example.com:{id}:a"}, "spec": {"signerName": "example.com/{id}", "trustBundle": ANCHOR}}
    one = BUNDLES + "/example.com:{id}:a"

    def may_sign(x, verb, name):
        return (post(RBAC + "/clusterroles", role("{id}" + x, rule(verb, "signers", "certificates.k8s.io", resourceNames=[name]))),
                post(RBAC + "/clusterrolebindings", binding("{id}" + x, "{id}" + x, "cluster", kind="ClusterRole")))
    yield Sequence(
        "trust-bundles/attest", *granted("cluster", everything), may("cluster", BUNDLES + "/missing", 404), post(BUNDLES, bundle, who="cluster"),
        post(BUNDLES + "?dryRun=All", {"metadata": {"name": "{id}"}, "spec": {"trustBundle": ANCHOR}}, who="cluster"), post(BUNDLES, bundle), patch(one, {"metadata": {"labels": {"a": "b"}}}, who="cluster"),
        patch(one, {"metadata": {"finalizers": ["example.com/x"]}}, who="cluster"), patch(one, {"metadata": {"finalizers": None}}, who="cluster"), *may_sign("s", "attest", "example.com/*"),
        patch(one, {"metadata": {"labels": {"a": "b"}}}, who="cluster", until=200), delete(one),
        *[delete(RBAC + f"/{k}/{{id}}s", ignore=True) for k in ("clusterrolebindings", "clusterroles")], *revoked())
    status = REQUESTS + "/r/status"
    deny = {"status": {"conditions": [outcome("Denied")]}}
    yield Sequence(
        "pod-certificates/sign", *granted("cluster", everything), may("cluster", REQUESTS + "/missing", 404), post(REQUESTS, {"metadata": {"name": "r"}, "spec": {**SPEC, "signerName": "example.com/{id}"}}, who="cluster"),
        patch(status, {"status": {}}, who="cluster"), patch(status, deny, who="cluster"), patch(status, {"status": {"conditions": [outcome("Other")]}}, who="cluster"),
        *may_sign("t", "sign", "example.com/{id}"), patch(status, deny, who="cluster", until=200),
        *[delete(RBAC + f"/{k}/{{id}}t", ignore=True) for k in ("clusterrolebindings", "clusterroles")], *revoked())


def sequences():
    for each in (requests, bundles, rights):
        yield from each()
