"""An installed operator: its manifests, its pods, who leads."""

import json
import os
import subprocess

from .kube import is_ready


class Operator:
    def __init__(self, program, bin_folder, work, kube):
        self.program, self.kube, self.work = program, kube, work
        self.ns = program + "-system"
        self.executable = os.path.join(bin_folder, program)
        self.tree = os.path.join(work, program)
        self.deployment = f"/apis/apps/v1/namespaces/{self.ns}/deployments/{program}"

    def write_tree(self, image, *flags):
        done = subprocess.run([self.executable, *flags, "manifests", "--image", image, "--replicas", "2", "--output", self.tree],
                              capture_output=True, text=True)
        if done.returncode:
            raise RuntimeError(done.stderr)

    def install(self, image, mounted=None):
        """As a user does. Server-side: the definition of CronJob is larger than the annotation of a client-side apply. `mounted`
        is (Secret, folder, flag...): adds the Secret by a patch of kustomize."""
        self.write_tree(image, *(mounted[2:] if mounted else ()))
        self.kube.run("apply", "--server-side", "-k", self.with_secret(*mounted[:2]) if mounted else self.tree + "/default")

    def with_secret(self, secret, folder):
        """The folder of a kustomization that mounts this Secret."""
        overlay = self.tree + "-overlay"
        os.makedirs(overlay, exist_ok=True)
        container = {"name": "manager", "volumeMounts": [{"name": secret, "mountPath": folder, "readOnly": True}]}
        patch = {"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": self.program, "namespace": self.ns}, "spec": {
            "template": {"spec": {"containers": [container], "volumes": [{"name": secret, "secret": {"secretName": secret}}]}}}}
        with open(overlay + "/kustomization.yaml", "w") as out:
            json.dump({"resources": [os.path.relpath(self.tree + "/default", overlay)],
                       "patches": [{"patch": json.dumps(patch)}]}, out)
        return overlay

    def uninstall(self):
        self.kube.run("delete", "-k", self.tree + "/default", "--timeout=120s")

    def is_available(self):
        """Whether the pods are all of the Deployment's latest template, and ready."""
        d = self.kube.get(self.deployment)
        wanted, status = d["spec"]["replicas"], d["status"]
        return (status.get("observedGeneration", 0) >= d["metadata"]["generation"] and status.get("updatedReplicas") == wanted
                and status.get("availableReplicas") == wanted and [is_ready(p) for p in self.pods()] == [True] * wanted)

    def pods(self):
        return self.kube.pods(self.ns, "control-plane=controller-manager")

    def leader(self):
        """The name of the pod that holds the Lease, if that is ready."""
        leases = self.kube.items(f"/apis/coordination.k8s.io/v1/namespaces/{self.ns}/leases")
        holder = (leases[0]["spec"].get("holderIdentity") or "").rsplit("_", 1)[0] if leases else ""
        return holder if any(p["metadata"]["name"] == holder and is_ready(p) for p in self.pods()) else None

    def logs(self, lines=15):
        return self.kube.run("logs", "-n", self.ns, "-l", "control-plane=controller-manager", "--prefix", f"--tail={lines}")

    def samples(self):
        return os.path.join(self.tree, "samples")
