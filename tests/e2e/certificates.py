"""Certificates are replaced while they are in use."""

import base64
import contextlib
import http.client
import os
import re
import ssl
import subprocess


def tls_secret(name, work):
    """A Secret with a new self-signed certificate, and the certificate (PEM)."""
    key, cert = os.path.join(work, "tls.key"), os.path.join(work, "tls.crt")
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
                    "-keyout", key, "-out", cert, "-subj", "/CN=" + name, "-days", "1"], check=True, capture_output=True)
    read = {}
    for file in ("tls.key", "tls.crt"):
        with open(os.path.join(work, file), "rb") as f:
            read[file] = f.read()
    data = {file: base64.b64encode(content).decode() for file, content in read.items()}
    return ({"apiVersion": "v1", "kind": "Secret", "type": "kubernetes.io/tls", "metadata": {"name": name}, "data": data},
            read["tls.crt"].decode())


@contextlib.contextmanager
def forwarded(kube, ns, what, port):
    """The local port that leads to this port of a pod or Service."""
    process = subprocess.Popen([*kube.kubectl, "port-forward", "-n", ns, what, f":{port}"], text=True, start_new_session=True,
                               stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    try:
        local = re.search(r":(\d+) ->", process.stdout.readline() or "")
        if not local:
            raise RuntimeError(f"{what} cannot be reached")
        yield int(local.group(1))
    finally:
        process.kill()
        process.wait()


def scrape(port, token):
    """(status, text, the server's certificate in PEM), of one request for /metrics."""
    unverified = ssl._create_unverified_context()
    connection = http.client.HTTPSConnection("127.0.0.1", port, context=unverified, timeout=15)
    try:
        connection.request("GET", "/metrics", headers={"Authorization": "Bearer " + token} if token else {})
        certificate = ssl.DER_cert_to_PEM_cert(connection.sock.getpeercert(binary_form=True))
        answer = connection.getresponse()
        return answer.status, answer.read().decode(), certificate
    finally:
        connection.close()


def of_metrics(kube, steps, story, image):
    """/metrics with a certificate from a Secret, which is replaced. Other operators serve it with the same code."""
    operator, secret = story.operator, "metrics-cert"
    service = "service/" + operator.program + "-metrics"
    first, certificate = tls_secret(secret, operator.work)
    kube.apply(first, ns=operator.ns)
    operator.install(image, mounted=(secret, "/metrics-cert", "--metrics-secure", "--metrics-cert-dir=/metrics-cert"))
    steps.until("the certificate of /metrics comes from a Secret now: both pods run", operator.is_available, 120)
    kube.run("create", "serviceaccount", "scraper", "-n", story.ns)
    kube.run("create", "clusterrolebinding", "e2e-scraper", "--clusterrole=" + operator.program + "-metrics-reader",
             f"--serviceaccount={story.ns}:scraper")
    token = kube.run("create", "token", "scraper", "-n", story.ns).strip()
    try:
        with forwarded(kube, operator.ns, service, 8443) as port:
            status, text, served = steps.do("an account with the role metrics-reader reads /metrics", lambda: scrape(port, token))
            steps.check("it gets the operator's metrics, over TLS with that certificate",
                        status == 200 and "controller_runtime_reconcile_total" in text and same(served, certificate), status)
            steps.check("without a token: 401", scrape(port, "")[0] == 401, "other status")
            second, certificate = tls_secret(secret, operator.work)
            kube.apply(second, ns=operator.ns)

            def renewed():
                status, _, served = scrape(port, token)
                return status == 200 and same(served, certificate)
            steps.until("the Secret is replaced: the same process serves the new certificate", renewed, 180)
    finally:
        kube.run("delete", "clusterrolebinding", "e2e-scraper")
    operator.install(image)
    steps.until("without the Secret again: both pods run", operator.is_available, 120)
    kube.run("delete", "secret", secret, "-n", operator.ns)


def same(one, other):
    return "".join(one.split()) == "".join(other.split())


def delete_webhook_secrets(kube, steps, stories):
    """Deletes the Secrets with the certificates that the operators have made, and awaits that they come back. False if there
    are none."""
    uids = {}
    for story in stories:
        found = kube.get(webhook_secret(story))
        if found:
            uids[story] = found["metadata"]["uid"]
            kube.run("delete", "secret", "-n", story.operator.ns, found["metadata"]["name"])
    for story, uid in uids.items():
        # It looks every minute.
        steps.until(f"{story.program}: the Secret of the webhooks' certificate is deleted, the program writes it back",
                    lambda: kube.get(webhook_secret(story))["metadata"]["uid"] != uid, 90)
    return bool(uids)


def webhook_secret(story):
    return f"/api/v1/namespaces/{story.operator.ns}/secrets/{story.program}-webhook-cert"
