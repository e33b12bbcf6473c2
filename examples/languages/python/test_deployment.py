"""A test against the embedded API server, with its controllers."""

import os
import subprocess

import pytest
from kubernetes import client, config, watch


@pytest.fixture(scope="session")
def cluster(tmp_path_factory):
    kubeconfig = str(tmp_path_factory.mktemp("cluster") / "kubeconfig")
    command = [os.environ.get("SETPOINT", "setpoint"), "apiserver", "--port", "0", "--write-kubeconfig", kubeconfig]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout.readline().startswith("ready on ")
            config.load_kube_config(kubeconfig)
            yield kubeconfig
        finally:
            server.terminate()


def test_a_deployment_becomes_ready(cluster):
    apps = client.AppsV1Api()
    labels = {"app": "web"}
    apps.create_namespaced_deployment("default", {
        "metadata": {"name": "web"},
        "spec": {
            "replicas": 2,
            "selector": {"matchLabels": labels},
            "template": {"metadata": {"labels": labels}, "spec": {"containers": [{"name": "web", "image": "nginx:1.29"}]}},
        },
    })
    ready = 0
    for event in watch.Watch().stream(apps.list_namespaced_deployment, "default", timeout_seconds=30):
        ready = event["object"].status.ready_replicas
        if ready == 2:
            break
    assert ready == 2
