"""An operator on kopf: each Gadget gets a ConfigMap."""

import os

import kopf
import kubernetes


@kopf.on.login()
def log_in(**arguments):
    return kopf.login_with_kubeconfig(**arguments)  # reads KUBECONFIG now; the client has read it when it was imported


@kopf.on.startup()
def configure(settings, **_):
    settings.posting.enabled = False  # no Events
    settings.persistence.finalizer = "example.com/gadgets"
    kubernetes.config.load_kube_config(os.environ["KUBECONFIG"])


@kopf.on.resume("example.com", "v1", "gadgets", backoff=1)
@kopf.on.create("example.com", "v1", "gadgets", backoff=1)
@kopf.on.update("example.com", "v1", "gadgets", backoff=1, field="spec")
def reconcile(name, namespace, spec, patch, **_):
    part = {"metadata": {"name": name}, "data": {"text": spec.get("text", "")}}
    kopf.adopt(part)
    core = kubernetes.client.CoreV1Api()
    try:
        core.create_namespaced_config_map(namespace, part)
    except kubernetes.client.ApiException as e:
        if e.status != 409:
            raise
        core.patch_namespaced_config_map(name, namespace, part)
    patch.status["parts"] = 1
