"""`setpoint explore` as a test."""

from __future__ import annotations

import collections
import logging
import os
import subprocess
import threading
from typing import Mapping, Sequence, Union

from ._errors import CannotExplore, Findings, StartError
from ._program import Path, find_program, why_not_started

log = logging.getLogger("setpoint.explore")

# Ends the command when standard input closes, as it does when this process is killed.
GUARD = ('exec 3<&0 < /dev/null; "$@" & p=$!; { read -r _ <&3; kill "$p"; } 2> /dev/null & g=$!; '
         'wait "$p"; rc=$?; kill "$g" 2> /dev/null; exit $rc')
STOP_LIMIT = 60.0  # seconds, for what is running to be reported


def explore(story: Path, command: Sequence[Union[str, "os.PathLike[str]"]], *, page: Path | None = None, only: Sequence[str] = (),
            except_: Sequence[str] = (), time: str | None = None, plans: int | None = None, args: Sequence[str] = (),
            cwd: Path | None = None, env: Mapping[str, str] | None = None, program: Path | None = None) -> str:
    """Plays a story of an operator under faults, by `setpoint explore`, and returns what it has printed if nothing was found.

    story         the story, a file of YAML
    command       the operator's program and its arguments, in which {kubeconfig} is replaced
    page          where the page with the findings is kept; default: setpoint-pages/STORY.html. Without findings there is none
    only, except_ the faults to try, and not to try
    time, plans   limits, such as "2m" and 100
    args          more options of `setpoint explore`
    cwd, env      of the operator; default: those of this process

    Raises Findings, an AssertionError with the text and the page, if something was found; CannotExplore if the story or the operator cannot
    be explored; StartError if the program is missing or cannot run here.
    """
    found = os.path.abspath(page or os.path.join("setpoint-pages", os.path.splitext(os.path.basename(story))[0] + ".html"))
    options = ["--story", os.path.abspath(story), "--page", found]
    for name, value in (("--only", ",".join(only)), ("--except", ",".join(except_)), ("--time", time), ("--plans", plans)):
        if value:
            options += [name, str(value)]
    setpoint = find_program(program)
    made = _make_folder(os.path.dirname(found))
    if os.path.exists(found):
        os.remove(found)  # of an earlier run
    code, text, errors = _run(setpoint, ["explore", *options, *args, "--", *(os.fspath(word) for word in command)], cwd, env)
    if code == 1:
        raise Findings(text, found)
    if os.path.exists(found):
        os.remove(found)
    for folder in made:
        try:
            os.rmdir(folder)
        except OSError:
            break
    if code != 0:
        ending = f"ended with exit code {code}" if code > 0 else f"was ended by signal {-code}"
        raise CannotExplore(errors or text or f"`setpoint explore` {ending}")
    return text


def _make_folder(folder: str) -> list[str]:
    """Returns the folders that did not exist, innermost first."""
    made = []
    at = folder
    while not os.path.isdir(at):
        made.append(at)
        at = os.path.dirname(at)
    try:
        os.makedirs(folder, exist_ok=True)
    except OSError as error:
        raise CannotExplore(f"the folder {folder} for the page cannot be made ({error.strerror}): name another file with page=") from None
    return made


def _run(program: str, arguments: list[str], cwd: Path | None, env: Mapping[str, str] | None) -> tuple[int, str, str]:
    try:  # here rather than in the shell, whose errors say less
        subprocess.run([program, "--version"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        child = subprocess.Popen(["/bin/sh", "-c", GUARD, "setpoint", program, *arguments], stdin=subprocess.PIPE,
                                 stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, errors="replace", cwd=cwd, env=env,
                                 start_new_session=True)
    except OSError as error:
        if error.filename == "/bin/sh":
            raise StartError("exploring needs /bin/sh, and this system has none") from None
        if cwd is not None and not os.path.isdir(cwd):
            raise StartError(f"cwd={os.fspath(cwd)} is not a folder") from None
        raise StartError(why_not_started(program, error)) from None
    assert child.stdin and child.stdout and child.stderr
    errors: collections.deque[str] = collections.deque(maxlen=200)

    def read_errors() -> None:
        assert child.stderr
        for line in child.stderr:
            errors.append(line.rstrip())
            log.info("%s", line.rstrip())

    reader = threading.Thread(target=read_errors, name="setpoint explore", daemon=True)
    reader.start()
    try:
        text = child.stdout.read()
    finally:  # also when the test is interrupted: the command then ends, with its operators
        child.stdin.close()
        try:
            child.wait(STOP_LIMIT)
        except subprocess.TimeoutExpired:
            child.kill()
            child.wait()
        reader.join(1)
        child.stdout.close()
    return child.returncode, text, "\n".join(errors)
