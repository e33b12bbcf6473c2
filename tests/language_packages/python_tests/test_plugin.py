"""The plugin for pytest, in sessions of their own."""

import os
import pathlib
import xml.etree.ElementTree

from conftest import CRD, OPERATOR, QUICK, STORY, Process, line_of

TWO = """
    def create(server, name, namespace="default"):
        server.request("POST", f"/api/v1/namespaces/{namespace}/configmaps", {"metadata": {"name": name}})

    def test_one(setpoint_server):
        create(setpoint_server, "a")
        setpoint_server.refuse(503, times=0)

    def test_two(setpoint_namespace, setpoint_server):
        assert setpoint_server.faults() == []
        create(setpoint_server, "a")
        create(setpoint_server, "b", setpoint_namespace)
        assert setpoint_namespace.startswith("test-two-")

    def test_gadgets(setpoint_session):
        assert setpoint_session.request("GET", "/apis/example.com/v1/gadgets")["items"] == []
"""


def test_each_test_begins_with_the_state_at_the_start(pytester):
    pytester.makeini(f"[pytest]\nsetpoint_crds = {CRD}\n")
    pytester.makepyfile(TWO)
    pytester.runpytest_subprocess("-p", "no:xdist").assert_outcomes(passed=3)
    pytester.runpytest_subprocess("-p", "no:xdist", "--setpoint-program", "/no/such").assert_outcomes(errors=3)


def test_a_conftest_chooses_the_options(pytester):
    pytester.makeconftest("""
        import pytest

        @pytest.fixture(scope="session")
        def setpoint_options(setpoint_options):
            return {**setpoint_options, "nodes": 2}
    """)
    pytester.makepyfile("""
        def test_nodes(setpoint_session):
            assert len(setpoint_session.request("GET", "/api/v1/nodes")["items"]) == 2
    """)
    pytester.runpytest_subprocess("-p", "no:xdist").assert_outcomes(passed=1)


def test_each_worker_has_a_server(pytester):
    pytester.makepyfile("""
        import os, pathlib, pytest

        @pytest.mark.parametrize("number", range(4))
        def test_it(setpoint_session, number, worker_id):
            pathlib.Path(f"server-{worker_id}-{setpoint_session.pid}").touch()
            setpoint_session.request("POST", "/api/v1/namespaces/default/configmaps", {"metadata": {"name": f"c{number}"}})
    """)
    pytester.runpytest_subprocess("-n", "2", "--dist", "load").assert_outcomes(passed=4)
    servers = [p.name.split("-")[1:] for p in pathlib.Path(pytester.path).glob("server-*")]
    assert sorted(worker for worker, _ in servers) == ["gw0", "gw1"]
    assert not any(os.path.exists(f"/proc/{pid}") for _, pid in servers)


def test_a_killed_session_leaves_no_server(pytester):
    pytester.makepyfile("""
        import pathlib, signal

        def test_it(setpoint_session):
            pathlib.Path("fifo").write_text(f"{setpoint_session.pid}")
            signal.pause()
    """)
    os.mkfifo(pytester.path / "fifo")
    session = pytester.popen([os.sys.executable, "-m", "pytest", "-p", "no:xdist"])
    server = Process(int(line_of(pytester.path / "fifo")))
    session.kill()
    assert server.ends()
    session.wait()


def test_findings_are_failures_with_the_page(pytester):
    pytester.makepyfile(f"""
        def test_operator(setpoint_explore):
            setpoint_explore({str(STORY)!r}, {[*map(str, OPERATOR), "--status-first"]!r}, only=["P2"], args={list(QUICK)!r})
    """)
    result = pytester.runpytest_subprocess("-p", "no:xdist", "--junitxml=junit.xml", "-o", "junit_logging=system-out", "--html=report.html")
    result.assert_outcomes(failed=1)
    page = pytester.path / "setpoint-pages/test_findings_are_failures_with_the_page.py-test_operator.html"
    result.stdout.fnmatch_lines(["*configmaps default/g is missing*", f"*page with all findings: {page}"])
    assert "finding-1" in page.read_text()
    case = xml.etree.ElementTree.parse(pytester.path / "junit.xml").find(".//testcase")
    assert case.find("properties/property").attrib == {"name": "setpoint_page", "value": str(page)}
    assert f"[[ATTACHMENT|{page}]]" in case.find("system-out").text
    assert str(page) in (pytester.path / "report.html").read_text()
