"""With the official client: a Deployment becomes ready, since the server has controllers and fake nodes."""

import pytest
from kubernetes import client, config, watch


@pytest.fixture
def apps(setpoint_session):
    return client.AppsV1Api(config.new_client_from_config(setpoint_session.kubeconfig_file))


def web(replicas):
    labels = {"app": "web"}
    return {
        "metadata": {"name": "web"},
        "spec": {
            "replicas": replicas,
            "selector": {"matchLabels": labels},
            "template": {"metadata": {"labels": labels}, "spec": {"containers": [{"name": "web", "image": "nginx:1.29"}]}},
        },
    }


def test_a_deployment_becomes_ready(apps, setpoint_namespace):
    apps.create_namespaced_deployment(setpoint_namespace, web(replicas=2))
    for event in watch.Watch().stream(apps.list_namespaced_deployment, setpoint_namespace, timeout_seconds=30):
        if event["object"].status.ready_replicas == 2:
            return
    raise AssertionError("two replicas are not ready within 30 s")


def test_a_conflict(apps, setpoint_server, setpoint_namespace):
    apps.create_namespaced_deployment(setpoint_namespace, web(replicas=1))
    with setpoint_server.refuse(409, reason="Conflict", verbs="patch", resource="deployments") as fault:
        with pytest.raises(client.ApiException, match="Conflict"):
            apps.patch_namespaced_deployment("web", setpoint_namespace, {"spec": {"replicas": 3}})
        assert fault.counts().applied == 1
    apps.patch_namespaced_deployment("web", setpoint_namespace, {"spec": {"replicas": 3}})
