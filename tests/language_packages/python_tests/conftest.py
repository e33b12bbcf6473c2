"""Tests of the installed package setpoint-apiserver against a real program."""

import contextlib
import json
import os
import pathlib
import select
import ssl
import sys
import urllib.request

import pytest

import setpoint

pytest_plugins = ["pytester"]

ROOT = pathlib.Path(__file__).resolve().parents[3]
OPERATOR = [sys.executable, ROOT / "tests/integration/explore/tiny_operator.py", "{kubeconfig}"]
STORY = ROOT / "tests/language_packages/story.yaml"
ENDLESS = ROOT / "tests/language_packages/endless.yaml"
CRD = ROOT / "tests/explore/gadgets.crd.yaml"
QUICK = ("--patience", "1s", "--longest-retry", "2s")  # for tiny_operator.py


class Process:
    """A process that is not our child."""

    def __init__(self, pid):
        self.fd = os.pidfd_open(pid)

    def ends(self, seconds=20):
        return bool(select.select([self.fd], [], [], seconds)[0])


def line_of(fifo, seconds=60):
    """The line that another process writes into a named pipe."""
    fd = os.open(fifo, os.O_RDONLY | os.O_NONBLOCK)
    with open(fd) as lines:
        assert select.select([fd], [], [], seconds)[0], "nobody writes into the pipe"
        return lines.readline()


@contextlib.contextmanager
def watching(server, path, seconds=20):
    """The events of a watch, as they arrive."""
    request = urllib.request.Request(f"{server.url}{path}?watch=true", headers={"User-Agent": "watcher/1"})
    with urllib.request.urlopen(request, timeout=seconds, context=ssl._create_unverified_context()) as lines:
        yield (json.loads(line) for line in lines)


def config_map(server, name, namespace="default", **data):
    return server.request("POST", f"/api/v1/namespaces/{namespace}/configmaps", {"metadata": {"name": name}, "data": data})


def names(server, path="/api/v1/namespaces/default/configmaps"):
    return {item["metadata"]["name"] for item in server.request("GET", path)["items"]}


@pytest.fixture(scope="session")
def shared():
    """A server for tests that leave no faults and look only at objects of their own names."""
    with setpoint.apiserver() as server:
        yield server
