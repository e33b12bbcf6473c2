"""Fixtures for pytest; they are there when the package is installed.

setpoint_session    a server for the whole session; with pytest-xdist, one for each worker
setpoint_server     the same server, for this test restored to the state at its start, without faults
setpoint_namespace  the name of a new namespace in it, which is deleted after the test
setpoint_explore    setpoint.explore(), with its page attached to the test
setpoint_options    what setpoint_session passes to setpoint.apiserver(): override it in a conftest.py
"""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, Any, Callable, Generator, Iterator

import pytest

if TYPE_CHECKING:
    from ._server import Server

AT_START = "at the start of the session"
PAGE = pytest.StashKey[str]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addini("setpoint_crds", "files and folders with CustomResourceDefinitions for setpoint_session", type="paths")
    parser.addini("setpoint_args", "more arguments of `setpoint apiserver` for setpoint_session", type="args")
    parser.getgroup("setpoint").addoption("--setpoint-program", metavar="FILE", help="the program `setpoint` to run")
    parser.getgroup("setpoint").addoption("--setpoint-pages", metavar="FOLDER", default="setpoint-pages",
                                          help="where setpoint_explore keeps the pages of what it finds (default: setpoint-pages)")


@pytest.fixture(scope="session")
def setpoint_options(pytestconfig: pytest.Config) -> dict[str, Any]:
    """Arguments of setpoint.apiserver() for setpoint_session. A conftest.py can override it."""
    return {
        "crds": pytestconfig.getini("setpoint_crds"),
        "args": pytestconfig.getini("setpoint_args"),
        "program": pytestconfig.getoption("setpoint_program"),
    }


@pytest.fixture(scope="session")
def setpoint_session(setpoint_options: dict[str, Any]) -> Iterator[Server]:
    """A server for all tests of the session, or of a worker of pytest-xdist."""
    from ._server import apiserver

    with apiserver(**setpoint_options) as server:
        server.snapshot(AT_START)
        yield server


@pytest.fixture
def setpoint_server(setpoint_session: Server) -> Iterator[Server]:
    """The session's server with the objects that it had at its start, without faults."""
    setpoint_session.clear_faults()
    setpoint_session.restore(AT_START)
    yield setpoint_session
    setpoint_session.clear_faults()


@pytest.fixture
def setpoint_namespace(request: pytest.FixtureRequest, setpoint_session: Server) -> Iterator[str]:
    """The name of a new namespace. It is deleted after the test, without waiting."""
    if "setpoint_server" in request.fixturenames:
        request.getfixturevalue("setpoint_server")  # which would remove a namespace that was there before it
    words = re.sub("[^a-z0-9]+", "-", request.node.name.lower()).strip("-")[:40].strip("-")
    with setpoint_session.namespace(words or "test") as name:
        yield name


@pytest.fixture
def setpoint_explore(request: pytest.FixtureRequest, record_property: Callable[[str, object], None]) -> Callable[..., str]:
    """setpoint.explore(), which keeps its page in the folder of --setpoint-pages under the test's name. The page is attached to the test:
    as a property of JUnit's XML, as [[ATTACHMENT|...]] in its output, and for pytest-html."""
    from ._errors import Findings
    from ._explore import explore

    folder = os.path.join(request.config.rootpath, request.config.getoption("setpoint_pages"))
    page = os.path.join(folder, re.sub(r"[^\w.-]+", "-", request.node.nodeid).strip("-") + ".html")

    def run(*args: Any, **options: Any) -> str:
        options.setdefault("page", page)
        options.setdefault("program", request.config.getoption("setpoint_program"))
        try:
            return explore(*args, **options)
        except Findings as found:
            request.node.stash[PAGE] = found.page
            record_property("setpoint_page", found.page)
            print(f"[[ATTACHMENT|{found.page}]]")
            raise

    return run


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Generator[None, Any, None]:
    outcome = yield
    page = item.stash.get(PAGE, None)
    if call.when == "call" and page is not None and item.config.pluginmanager.hasplugin("html"):
        from pytest_html import extras  # type: ignore[import-not-found, import-untyped, unused-ignore]

        report = outcome.get_result()
        report.extras = [*getattr(report, "extras", []), extras.url(page, name="findings")]
