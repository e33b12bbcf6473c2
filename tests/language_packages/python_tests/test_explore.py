import os
import signal
import subprocess
import sys

import pytest
from conftest import ENDLESS, OPERATOR, QUICK, STORY, Process, line_of

import setpoint


def explore(*more, **options):
    return setpoint.explore(STORY, [*OPERATOR, *more], args=QUICK, only=["P1", "P2"], **options)


def test_an_operator_without_a_fault_passes(tmp_path):
    assert "plans run" in explore(page=tmp_path / "pages/page.html")
    assert os.listdir(tmp_path) == []


def test_findings_fail_with_their_page(tmp_path):
    with pytest.raises(setpoint.Findings) as error:
        explore("--status-first", page=tmp_path / "pages/page.html")
    assert isinstance(error.value, AssertionError)
    assert "configmaps default/g is missing" in str(error.value)
    assert error.value.page == str(tmp_path / "pages/page.html")
    assert "<section id='finding-1'>" in (tmp_path / "pages/page.html").read_text()


def test_what_cannot_be_explored_says_why(tmp_path):
    story = tmp_path / "story.yaml"
    story.write_text("steps: []\n")
    with pytest.raises(setpoint.CannotExplore, match=r"story.yaml:1: .steps: has no step"):
        setpoint.explore(story, ["true"], page=tmp_path / "page.html")
    with pytest.raises(setpoint.CannotExplore, match="is not a folder|cannot be made"):
        setpoint.explore(story, ["true"], page=story / "page.html")
    with pytest.raises(setpoint.StartError, match="cwd=/no/such is not a folder"):
        setpoint.explore(story, ["true"], page=tmp_path / "page.html", cwd="/no/such")


def test_the_exploration_ends_with_the_process(tmp_path):
    """The operator of the story writes its process, and then waits for ever."""
    operator = tmp_path / "operator.py"
    operator.write_text("import os, sys, signal\nprint(os.getpid(), os.getppid(), file=open(sys.argv[1], 'w'), flush=True)\nsignal.pause()\n")
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    code = (f"import setpoint\nsetpoint.explore({str(ENDLESS)!r}, [{sys.executable!r}, {str(operator)!r}, {str(fifo)!r}], "
            f"page={str(tmp_path / 'page.html')!r})")
    with subprocess.Popen([sys.executable, "-c", code]) as test:
        processes = [Process(int(pid)) for pid in line_of(fifo).split()]
        test.send_signal(signal.SIGKILL)
        assert [process.ends() for process in processes] == [True, True]
