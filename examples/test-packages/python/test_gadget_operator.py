"""An operator on kopf, in a thread of the test and under faults in processes of its own."""

import pathlib
import sys
import time

import kopf.testing
import pytest
from kubernetes import client, config

HERE = pathlib.Path(__file__).parent
GADGETS = ("example.com", "v1")


@pytest.fixture
def operator(setpoint_server, monkeypatch):
    monkeypatch.setenv("KUBECONFIG", setpoint_server.kubeconfig_file)
    with kopf.testing.KopfRunner(["run", "--all-namespaces", "--standalone", str(HERE / "gadget_operator.py")]):
        yield


def test_a_gadget_gets_its_part_although_an_answer_is_lost(operator, setpoint_server, setpoint_namespace):
    api = config.new_client_from_config(setpoint_server.kubeconfig_file)
    fault = setpoint_server.lose_answer(verbs="create", resource="configmaps", namespace=setpoint_namespace)
    gadget = {"apiVersion": "example.com/v1", "kind": "Gadget", "metadata": {"name": "g"}, "spec": {"text": "one"}}
    client.CustomObjectsApi(api).create_namespaced_custom_object(*GADGETS, setpoint_namespace, "gadgets", gadget)
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        found = client.CustomObjectsApi(api).get_namespaced_custom_object(*GADGETS, setpoint_namespace, "gadgets", "g")
        if found.get("status", {}).get("parts") == 1:
            break
        time.sleep(0.1)
    assert fault.counts().applied == 1
    assert client.CoreV1Api(api).read_namespaced_config_map("g", setpoint_namespace).data == {"text": "one"}


def test_the_operator_survives_faults(setpoint_explore):
    kopf = [sys.executable, "-m", "kopf", "run", "--all-namespaces", "--standalone", HERE / "gadget_operator.py"]
    setpoint_explore(HERE / "gadget.yaml", kopf, only=["P2"], time="1m")
