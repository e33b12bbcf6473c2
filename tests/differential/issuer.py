"""An OpenID provider that both servers trust, and tokens by it: good ones and bad ones, for sequences/providers.py.

Each issuer of CONFIG is a path of one HTTPS server on loopback, and all have the same keys. The server is also the webhook that both
ask about other tokens: see REVIEWS.
"""

import base64
import http.server
import json
import os
import ssl
import subprocess
import tempfile
import threading

FAR, PAST = 4102444800, 1577836800  # 2100, 2020
CONFIG = {
    "plain": {"issuer": {"audiences": ["client"]}, "claimMappings": {
        "username": {"claim": "sub", "prefix": "x:"}, "groups": {"claim": "groups", "prefix": "g:"}, "uid": {"claim": "uid"}}},
    "email": {"issuer": {"audiences": ["client"]}, "claimMappings": {"username": {"claim": "email", "prefix": ""}}},
    "many": {"issuer": {"audiences": ["b", "a"], "audienceMatchPolicy": "MatchAny"}, "claimMappings": {"username": {"claim": "sub", "prefix": ""}},
             "claimValidationRules": [{"claim": "hd", "requiredValue": "example.com"}]},
    "cel": {"issuer": {"audiences": ["client"]},
            "claimMappings": {"username": {"expression": "claims.who"}, "groups": {"expression": "claims.?roles.orValue([])"},
                              "uid": {"expression": "claims.?nested.n__dot__id.orValue('none')"},
                              "extra": [{"key": "example.com/kind", "valueExpression": "[string(type(claims.?n.orValue(0)) == double), string(claims.?n.orValue(0))]"}]},
            "claimValidationRules": [{"expression": "claims.?age.orValue(0) < 100", "message": "too old"}],
            "userValidationRules": [{"expression": "!user.username.startsWith('system:')", "message": "reserved"},
                                    {"expression": "user.groups.all(g, g != 'bad') && user.extra.size() >= 0", "message": "bad group"}]},
}


JANE = {"username": "jane", "uid": "7", "groups": ["a", "b"], "extra": {"Key/x": ["v", "w"]}}
# What the webhook says of a token; of others it says that it does not know them.
REVIEWS = {"hook-jane": {"authenticated": True, "user": JANE}, "hook-error": {"error": "too old"}, "hook-both": {"authenticated": True, "error": "too old", "user": JANE},
           "hook-audience": {"authenticated": True, "user": JANE, "audiences": ["other"]}, "hook-nobody": {"authenticated": True}}


def b64(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def openssl(*arguments, data=None):
    return subprocess.run(["openssl", *arguments], input=data, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout


def halves(der):
    """The two numbers of an ECDSA signature, 32 bytes each."""
    out, at = b"", 2
    for _ in range(2):
        size = der[at + 1]
        out += der[at + 2:at + 2 + size].lstrip(b"\0").rjust(32, b"\0")
        at += 2 + size
    return out


class Issuer:
    """with Issuer() as i: i.configuration() is a file for --authentication-config, and i.saved() are the tokens by name."""

    def __enter__(self):
        self.folder = tempfile.TemporaryDirectory(prefix="issuer-")
        openssl("req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj", "/CN=issuer", "-addext",
                "subjectAltName=IP:127.0.0.1", "-keyout", self.file("tls.key"), "-out", self.file("tls.crt"))
        openssl("genrsa", "-out", self.file("rsa"), "2048")
        for name in ("ec", "foreign"):
            openssl("ecparam", "-name", "prime256v1", "-genkey", "-noout", "-out", self.file(name))
        point = openssl("ec", "-in", self.file("ec"), "-pubout", "-outform", "der")[-64:]
        modulus = bytes.fromhex(openssl("rsa", "-in", self.file("rsa"), "-noout", "-modulus").decode().strip().split("=")[1])
        self.keys = {"keys": [{"kty": "EC", "kid": "ec", "use": "sig", "alg": "ES256", "crv": "P-256", "x": b64(point[:32]), "y": b64(point[32:])},
                              {"kty": "RSA", "kid": "rsa", "use": "sig", "alg": "RS256", "n": b64(modulus), "e": "AQAB"}]}
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), self.handler())
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.file("tls.crt"), self.file("tls.key"))
        self.server.socket = context.wrap_socket(self.server.socket, server_side=True, do_handshake_on_connect=False)
        self.server.daemon_threads = True
        self.url = f"https://127.0.0.1:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()
        self.folder.cleanup()

    def file(self, name):
        return os.path.join(self.folder.name, name)

    def handler(issuer):  # noqa: N805
        class Handler(http.server.BaseHTTPRequestHandler):
            def log_message(self, *_):
                pass

            def do_GET(self):  # noqa: N802
                name = self.path.split("/")[1]
                body = json.dumps(issuer.keys if name == "keys" else {"issuer": f"{issuer.url}/{name}", "jwks_uri": issuer.url + "/keys"}).encode()
                self.send_response(200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def do_POST(self):  # noqa: N802
                review = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                body = json.dumps({**review, "status": REVIEWS.get(review["spec"]["token"], {"authenticated": False})}).encode()
                self.send_response(200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)
        return Handler

    def webhook(self):
        """A kubeconfig for --authentication-token-webhook-config-file."""
        with open(self.file("webhook"), "w", encoding="utf-8") as out:
            json.dump({"apiVersion": "v1", "kind": "Config", "current-context": "c", "contexts": [{"name": "c", "context": {"cluster": "c", "user": "u"}}],
                       "clusters": [{"name": "c", "cluster": {"server": self.url + "/review", "certificate-authority": self.file("tls.crt")}}],
                       "users": [{"name": "u", "user": {"token": "secret"}}]}, out)
        return self.file("webhook")

    def configuration(self):
        with open(self.file("tls.crt"), encoding="utf-8") as f:
            ca = f.read()
        jwt = [{**c, "issuer": {"url": f"{self.url}/{name}", "certificateAuthority": ca, **c["issuer"]}} for name, c in CONFIG.items()]
        with open(self.file("config"), "w", encoding="utf-8") as out:
            json.dump({"apiVersion": "apiserver.config.k8s.io/v1", "kind": "AuthenticationConfiguration", "jwt": jwt}, out)
        return self.file("config")

    def flags(self):
        """The issuer "plain" for --oidc-*, with a claim that tokens must have and without RSA."""
        return [f"--oidc-{name}" for name in (
            f"issuer-url={self.url}/plain", "client-id=client", f"ca-file={self.file('tls.crt')}", "username-claim=sub", "username-prefix=x:",
            "groups-claim=groups", "groups-prefix=g:", "required-claim=uid=7", "signing-algs=ES384,ES256")]

    def token(self, issuer, key="ec", header=None, **claims):
        head = {"alg": "RS256" if key == "rsa" else "ES256", "kid": key, **(header or {})}
        body = {"iss": f"{self.url}/{issuer}", "aud": "client", "sub": "jane", "exp": FAR, "uid": "7", **claims}
        text = ".".join(b64(json.dumps({k: v for k, v in part.items() if v is not None}).encode()) for part in (head, body))
        signature = openssl("dgst", "-sha256", "-sign", self.file(key), data=text.encode())
        return text + "." + b64(signature if key == "rsa" else halves(signature))

    def saved(self):
        t, good = self.token, self.token("plain")
        parts = good.split(".")
        return {"oidc-" + name: token for name, token in {
            "good": good, "rsa": t("plain", "rsa", groups="one"), "groups": t("plain", groups=["a", "b"]), "jti": t("plain", jti="t1"),
            "no-kid": t("plain", header={"kid": None}), "other-kid": t("plain", header={"kid": "rsa"}), "foreign": t("plain", "foreign", {"kid": "ec"}),
            "none": b64(b'{"alg":"none"}') + "." + parts[1] + ".", "hmac": b64(b'{"alg":"HS256","kid":"rsa"}') + "." + parts[1] + "." + parts[2],
            "twice": b64(b'{"alg":"none","alg":"ES256","kid":"ec"}') + "." + parts[1] + "." + parts[2], "crit": t("plain", header={"crit": ["x"], "x": 1}),
            "cut": good[:-1], "unsigned": good[:good.rindex(".") + 1], "two": parts[0] + "." + parts[1], "four": good + ".x",
            "expired": t("plain", exp=PAST), "no-exp": t("plain", exp=None), "text-exp": t("plain", exp="x"), "float-exp": t("plain", exp=FAR + 0.5),
            "audience": t("plain", aud="other"), "audiences": t("plain", aud=["x", "client"]), "no-audience": t("plain", aud=None), "issuer": t("missing"),
            "no-sub": t("plain", sub=None), "number-sub": t("plain", sub=5), "empty-sub": t("plain", sub=""), "no-uid": t("plain", uid=None), "bad-groups": t("plain", groups=[1]),
            "email": t("email", email="a@b.c"), "verified": t("email", email="a@b.c", email_verified=True), "unverified": t("email", email="a@b.c", email_verified=False),
            "text-verified": t("email", email="a@b.c", email_verified="true"), "no-email": t("email"),
            "many": t("many", aud="a", hd="example.com"), "many-none": t("many", aud="c", hd="example.com"), "no-hd": t("many", aud="a"), "other-hd": t("many", aud="a", hd="x"),
            "number-hd": t("many", aud="a", hd=4), "cel": t("cel", who="joe"), "cel-roles": t("cel", who="joe", roles=["a", "", "b"]), "cel-role": t("cel", who="joe", roles="a"),
            "cel-bad-roles": t("cel", who="joe", roles=[1]), "cel-null-roles": t("cel", who="joe", roles=None), "cel-missing": t("cel"), "cel-empty": t("cel", who=""),
            "cel-number": t("cel", who=3), "cel-nested": t("cel", who="joe", nested={"n.id": "i"}), "cel-int": t("cel", who="joe", n=3), "cel-double": t("cel", who="joe", n=3.5),
            "cel-old": t("cel", who="joe", age=100), "cel-text-age": t("cel", who="joe", age="x"), "cel-reserved": t("cel", who="system:admin"),
            "cel-bad": t("cel", who="joe", roles=["bad"])}.items()}
