"""The two servers of one run: a real control plane's API and the embedded one, started and stopped here."""

import os
import subprocess
import sys
import tempfile

import identities
from issuer import Issuer

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.append(os.path.join(ROOT, "tests", "cluster"))

from control_plane import CONTROL_PLANE  # noqa: E402

# Neither may write anything by itself: the reference runs without a controller manager.
QUIET = "garbage-collection,namespaces,workloads,nodes"
# Those that tests/cluster/control-plane disables on the reference.
DISABLED = "ServiceAccount,TaintNodesByCondition"
ENABLED = "NodeRestriction,OwnerReferencesPermissionEnforcement"
# More of those that are off by default, for run --by-flags.
OPTIONAL = "DenyServiceExternalIPs,AlwaysPullImages,LimitPodHardAntiAffinityTopology,ExtendedResourceToleration,NamespaceExists,AlwaysAdmit"


class Started:
    """with Started(setpoint) as (a, b): paths of kubeconfigs. setpoint None: the real server is both.

    flags(which, folder): more flags for the server, which is "real" or "embedded"; both know them.
    by_flags: the provider is given by --oidc-*, ABAC is the second authorizer, with abac.jsonl, and OPTIONAL is on, too.
    emulated: the minor version as which both behave, such as 1.36."""

    def __init__(self, setpoint, flags=lambda which, folder: [], by_flags=False, emulated=None):
        self.by_flags = by_flags
        self.version = {"real": [f"--emulated-version={emulated}"], "embedded": [f"--kubernetes-version={emulated}"]} if emulated else {"real": [], "embedded": []}
        self.setpoint, self.process, self.folder, self.flags = setpoint, None, None, flags
        self.name = f"differential-{os.getpid()}"

    def __enter__(self):
        self.folder = tempfile.TemporaryDirectory(prefix="differential-")
        self.tokens = os.path.join(self.folder.name, "tokens.csv")
        with open(self.tokens, "w", encoding="utf-8") as out:
            out.write(identities.tokens_file())
        self.issuer = Issuer().__enter__()
        self.provider = [f"--authentication-token-webhook-config-file={self.issuer.webhook()}", "--authentication-token-webhook-version=v1"]
        if self.by_flags:
            self.provider += [*self.issuer.flags(), "--authorization-mode=ABAC", f"--authorization-policy-file={os.path.join(HERE, 'abac.jsonl')}",
                              f"--enable-admission-plugins={OPTIONAL}"]
        else:
            self.provider += [f"--authentication-config={self.issuer.configuration()}"]
        try:
            a = self.real()
            return a, self.embedded(os.path.join(os.path.dirname(a), "pki")) if self.setpoint else a
        except BaseException:
            self.__exit__()
            raise

    def real(self):
        # --for-pid: it stops even if this process is killed.
        r = subprocess.run([CONTROL_PLANE, "up", "--name", self.name, "--for-pid", str(os.getpid()),
                            "--arg", f"apiserver=--token-auth-file={self.tokens}",
                            "--arg", f"apiserver=--enable-admission-plugins={ENABLED}",
                            "--arg", "apiserver=--enable-bootstrap-token-auth",
                            *[part for f in (*self.provider, *self.version["real"], *self.flags("real", self.folder.name)) for part in ("--arg", "apiserver=" + f)]], stdout=subprocess.PIPE, text=True)
        if r.returncode:
            sys.exit(r.returncode)
        return r.stdout.strip()

    def saved(self):
        """Values that sequences may use: the provider's tokens."""
        return self.issuer.saved()

    def embedded(self, pki):
        config = os.path.join(self.folder.name, "kubeconfig")
        self.log = open(os.path.join(self.folder.name, "log"), "w+", encoding="utf-8")
        self.process = subprocess.Popen([self.setpoint, "apiserver", "--port", "0", "--insecure-http", "--write-kubeconfig", config,
                                         "--without", QUIET, "--authorization-mode", "RBAC", "--enable-bootstrap-token-auth",
                                         "--token-auth-file", self.tokens, *self.provider,
                                         "--service-account-signing-key-file", os.path.join(pki, "sa.key"), "--disable-admission-plugins", DISABLED,
                                         "--enable-admission-plugins", ENABLED, "--log-level", "warn",
                                         *self.version["embedded"], *self.flags("embedded", self.folder.name)], stdout=subprocess.PIPE, stderr=self.log, text=True)
        line = self.process.stdout.readline()
        if not line.startswith("ready "):
            sys.exit(f"{self.setpoint} apiserver did not start: {line}{self.said()}")
        return config

    def said(self):
        """The log of the embedded server, and its exit status if it has ended."""
        if not self.process:
            return ""
        self.log.seek(0)
        ended = "" if self.process.poll() is None else f"setpoint apiserver has ended with exit code {self.process.returncode}\n"
        return self.log.read()[-4000:] + ended

    def __exit__(self, *_):
        if self.process:
            self.process.terminate()
            try:
                self.process.wait(20)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
            self.process.stdout.close()
            self.log.close()
        self.issuer.__exit__()
        subprocess.run([CONTROL_PLANE, "down", "--name", self.name], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        self.folder.cleanup()
