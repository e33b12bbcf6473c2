import concurrent.futures
import os
import signal
import stat
import subprocess
import sys
import time

import pytest
from conftest import CRD, Process, config_map, names, watching

import setpoint


def test_starts_and_stops():
    server = setpoint.apiserver()
    process = Process(server.pid)
    assert server.request("GET", "/version")["gitVersion"].startswith(server.kubernetes_version)
    assert server.request("GET", "/healthz") == "ok"
    assert server.version == setpoint.__version__
    server.stop()
    assert process.ends()
    server.stop()
    with pytest.raises(setpoint.ControlError, match="the server is stopped"):
        server.snapshot("x")


def test_kubeconfig_is_private_and_removed_with_the_server():
    with setpoint.apiserver() as server:
        path = server.kubeconfig_file
        assert stat.S_IMODE(os.stat(path).st_mode) == 0o600
        with open(path) as file:
            assert file.read() == server.kubeconfig
        assert server.url in server.kubeconfig
        assert server.env["KUBECONFIG"] == path and server.env["PATH"] == os.environ["PATH"]
    assert not os.path.exists(os.path.dirname(path))


def test_old_folders_of_killed_processes_are_removed(tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    gone = 1 << 22  # more than Linux gives to a process
    removed, *kept = [tmp_path / name for name in (
        f"setpoint-py-{gone}-old", f"setpoint-py-{gone}-new", f"setpoint-py-{os.getpid()}-live", f"setpoint-js-{gone}-other", "setpoint-other")]
    for folder in (removed, *kept):
        folder.mkdir()
        (folder / "kubeconfig").touch()
        if not folder.name.endswith("new"):
            os.utime(folder, (0, 0))
    with setpoint.apiserver() as server:
        assert server.kubeconfig_file.startswith(f"{tmp_path}/setpoint-py-{os.getpid()}-")
    assert sorted(tmp_path.iterdir()) == sorted(kept)


def test_options_reach_the_server(tmp_path):
    (tmp_path / "cm.yaml").write_text("apiVersion: v1\nkind: ConfigMap\nmetadata: {name: given, namespace: default}\n")
    with setpoint.apiserver(nodes=3, without=["workloads"], snapshot=tmp_path, crds=CRD) as server:
        assert len(names(server, "/api/v1/nodes")) == 3
        assert "given" in names(server)
        assert server.request("GET", "/apis/example.com/v1/gadgets")["items"] == []


def test_namespaces_differ_and_are_deleted(shared):
    with shared.namespace("a-test") as one, shared.namespace("a-test") as two:
        assert one != two and one.startswith("a-test-")
        config_map(shared, "c", one)
    found = shared.request("GET", f"/api/v1/namespaces?fieldSelector=metadata.name={one}")["items"]
    assert all(item["status"]["phase"] == "Terminating" for item in found)


def test_definitions_are_served_when_installed(shared, tmp_path):
    assert shared.install(CRD) == ["gadgets.example.com"]
    shared.request("POST", "/apis/example.com/v1/namespaces/default/gadgets",
                   {"apiVersion": "example.com/v1", "kind": "Gadget", "metadata": {"name": "g"}})
    definition = {
        "apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "metadata": {"name": "things.example.org"},
        "spec": {"group": "example.org", "names": {"kind": "Thing", "plural": "things"}, "scope": "Cluster",
                 "versions": [{"name": "v1", "served": True, "storage": True,
                               "schema": {"openAPIV3Schema": {"type": "object", "x-kubernetes-preserve-unknown-fields": True}}}]},
    }
    assert shared.install(objects=[definition]) == ["things.example.org"]
    assert shared.request("GET", "/apis/example.org/v1/things")["kind"] == "ThingList"
    with pytest.raises(setpoint.ControlError, match=str(tmp_path / "none.yaml")):
        shared.install(tmp_path / "none.yaml")


def test_restore_undoes_what_came_after_the_snapshot(tmp_path):
    with setpoint.apiserver() as server:
        config_map(server, "kept", text="one")
        server.snapshot("before")
        server.snapshot(file=tmp_path / "before.jsonl")
        for way in ({"name": "before"}, {"file": tmp_path / "before.jsonl"}):
            config_map(server, "later")
            server.request("DELETE", "/api/v1/namespaces/default/configmaps/kept")
            server.restore(**way)
            assert "later" not in names(server)
            assert server.request("GET", "/api/v1/namespaces/default/configmaps/kept")["data"] == {"text": "one"}
        with pytest.raises(setpoint.ControlError, match="never"):
            server.restore("never")
        with pytest.raises(ValueError, match="either a name or a file"):
            server.snapshot()


def test_requests_are_refused(shared):
    what = {"verbs": "create", "resource": "configmaps", "namespace": "default"}
    with shared.refuse(409, reason="Conflict", message="not now", skip=1, times=1, **what) as fault:
        config_map(shared, "passes")
        with pytest.raises(setpoint.Error, match="409 not now"):
            config_map(shared, "refused")
        config_map(shared, "passes-again")
        assert fault.counts().applied == 1
        assert [f["fault"] for f in shared.faults()] == [fault.number]
    assert shared.faults() == []
    with pytest.raises(setpoint.ControlError, match="is cleared"):
        fault.counts()
    shared.refuse(503, times=0, user_agent="setpoint-python")
    with pytest.raises(setpoint.Error, match="503"):
        names(shared)
    shared.clear_faults()
    names(shared)


def test_requests_are_delayed(shared):
    with shared.delay(0.25, resource="secrets"):
        begin = time.monotonic()
        names(shared, "/api/v1/secrets")
        assert time.monotonic() - begin >= 0.25


def test_requests_and_answers_are_lost(shared):
    with shared.lose_request(verbs=["create"], resource="configmaps"):
        with pytest.raises(setpoint.Error):
            config_map(shared, "request")
    with shared.lose_answer(verbs=["create"], resource="configmaps"):
        with pytest.raises(setpoint.Error):
            config_map(shared, "answer")
    assert names(shared) & {"request", "answer"} == {"answer"}


def test_watches_are_dropped(shared):
    with watching(shared, "/api/v1/namespaces/default/secrets") as events:
        assert shared.drop_watches(resource="pods") == 0
        assert shared.drop_watches(resource="secrets", user_agent="watcher") == 1
        assert list(events) == []


def test_watches_are_held(shared):
    with shared.namespace() as namespace:
        config_map(shared, "first", namespace)
        with watching(shared, f"/api/v1/namespaces/{namespace}/configmaps") as events, concurrent.futures.ThreadPoolExecutor(1) as pool:
            names_of_events = (event["object"]["metadata"]["name"] for event in events)
            assert "first" in names_of_events
            with shared.hold_watches(resource="configmaps", namespace=namespace, user_agent="watcher") as fault:
                config_map(shared, "held", namespace)
                assert fault.counts().applied == 1
                arrived = pool.submit(lambda: "held" in names_of_events)
                with pytest.raises(concurrent.futures.TimeoutError):
                    arrived.result(0.3)
            assert arrived.result(20)


def test_history_expires(shared):
    version = config_map(shared, "old")["metadata"]["resourceVersion"]
    config_map(shared, "new")
    shared.expire_history()
    with watching(shared, "/api/v1/configmaps") as events:
        assert next(events)["type"] == "ADDED"
    path = f"/api/v1/namespaces/default/configmaps?watch=true&timeoutSeconds=1&resourceVersion={version}"
    with pytest.raises(setpoint.Error, match="410"):
        answer = shared.request("GET", path)
        raise setpoint.Error(str(answer["object"]["code"]))  # kube-apiserver may answer 200 with an ERROR event


def test_mistakes_in_a_fault_are_reported(shared):
    with pytest.raises(setpoint.ControlError, match="verb"):
        shared.refuse(409, verbs=["creat"])
    with pytest.raises(setpoint.ControlError, match="colour"):
        shared.command("clear", colour="red")


def test_servers_run_in_parallel():
    def one(number):
        with setpoint.apiserver() as server:
            config_map(server, f"of-{number}")
            return server.url, {n for n in names(server) if n.startswith("of-")}

    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        done = list(pool.map(one, range(8)))
    assert [found for _, found in done] == [{f"of-{n}"} for n in range(8)]


def test_threads_share_a_server(shared):
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        assert list(pool.map(lambda n: shared.command("info")["url"], range(40))) == [shared.url] * 40


STARTED = """
import os, sys, setpoint
server = setpoint.apiserver()
print(server.pid, flush=True)
"""


@pytest.mark.parametrize("end", [
    "os.kill(os.getpid(), 9)",
    "os._exit(0)",
    "sys.exit('the test forgot to stop it')",
    "raise RuntimeError",
    "if os.fork() == 0: os.execvp('sleep', ['sleep', '30'])\nos.kill(os.getpid(), 9)",
    "if os.fork() == 0: sys.stdin.read()\nelse: os.kill(os.getpid(), 9)",
])
def test_the_server_ends_with_the_process(end):
    with subprocess.Popen([sys.executable, "-c", STARTED + "sys.stdin.read(1)\n" + end], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, text=True) as test:
        server = Process(int(test.stdout.readline()))
        test.stdin.write("x")
        test.stdin.flush()
        assert server.ends()


def test_the_server_survives_a_fork_that_ends(shared):
    child = os.fork()
    if child == 0:
        try:
            shared.stop()
            shared.snapshot("x")
        except setpoint.ControlError as error:
            os._exit(7 if "not to its forks" in str(error) else 1)
        os._exit(1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
    assert shared.command("info")["url"] == shared.url


def test_a_dead_server_is_reported():
    with setpoint.apiserver() as server:
        os.kill(server.pid, signal.SIGKILL)
        assert Process(server.pid).ends()
        with pytest.raises(setpoint.ControlError, match="the server has ended by SIGKILL"):
            server.snapshot("x")
