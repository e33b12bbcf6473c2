"""The server's process: commands and answers, one JSON object a line, over its standard input and output."""

from __future__ import annotations

import collections
import json
import logging
import os
import select
import signal
import subprocess
import threading
import time
import weakref
from typing import Any

from ._errors import ControlError, StartError
from ._program import why_not_started

log = logging.getLogger("setpoint.apiserver")
STOP_LIMIT = 15.0  # seconds; running requests have five

_running: weakref.WeakSet[Process] = weakref.WeakSet()


class Process:
    """Starts the program and waits until it is ready. The server ends when its standard input closes: when stop() is called, and when this
    process ends in any way."""

    def __init__(self, program: str, arguments: list[str], limit: float) -> None:
        self._lock = threading.RLock()
        self._buffer = bytearray()
        self._errors: collections.deque[str] = collections.deque(maxlen=100)
        self._is_ours = True
        self._number = 0
        try:
            # A session of its own: Ctrl-C in a terminal interrupts the tests, which may still need the server to clean up.
            self._child = subprocess.Popen([program, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                           stderr=subprocess.PIPE, start_new_session=True)
        except OSError as error:
            raise StartError(why_not_started(program, error)) from None
        assert self._child.stdin and self._child.stdout and self._child.stderr
        self._to, self._from = self._child.stdin, self._child.stdout
        self._poll = select.poll()
        self._poll.register(self._from.fileno(), select.POLLIN)
        self._reader = threading.Thread(target=self._read_errors, name="setpoint stderr", daemon=True)
        self._reader.start()
        _running.add(self)
        try:
            line = self._read_line(limit, "start")
            if not line.startswith(b"ready on "):
                raise ControlError(f"its first line is {line[:200]!r}, not 'ready on URL'")
        except BaseException as error:
            self.stop()
            if isinstance(error, ControlError):
                raise StartError(self._why_ended(program, error)) from None
            raise

    @property
    def pid(self) -> int:
        return self._child.pid

    def ask(self, command: dict[str, Any], limit: float) -> dict[str, Any]:
        """Sends a command and returns its answer. Raises ControlError with the server's sentence."""
        with self._lock:
            if not self._is_ours:
                raise ControlError("the server belongs to the process that has started it, not to its forks")
            if self._to.closed:
                raise ControlError("the server is stopped")
            self._number += 1
            line = json.dumps({**command, "id": self._number}, separators=(",", ":")).encode() + b"\n"
            try:
                self._write(line)
            except BaseException as error:
                self.stop()  # half a line may be there
                if isinstance(error, OSError):
                    raise ControlError(f"the server has ended{self._how()}: {self.errors()}") from None
                raise
            while True:
                answer = json.loads(self._read_line(limit, command["do"]))
                if answer.pop("id", None) in (self._number, None):  # not of a command that was interrupted, or took too long
                    break
        if not answer.pop("ok", False):
            raise ControlError(answer.get("error", "the server gave no reason"))
        return dict(answer)

    def stop(self) -> None:
        """Ends the server and waits for its end. Does nothing if it has ended, or if this process is a fork."""
        if not self._is_ours:
            return
        with self._lock:
            try:
                self._to.close()
            except OSError:
                pass
            for send in (None, signal.SIGTERM, signal.SIGKILL):
                if send is not None:
                    self._child.send_signal(send)
                try:
                    self._child.wait(STOP_LIMIT)
                    break
                except subprocess.TimeoutExpired:
                    continue
            self._reader.join(1)
            for stream in (self._from, self._child.stderr):
                if stream and not self._reader.is_alive():
                    stream.close()
        _running.discard(self)

    def errors(self) -> str:
        """The last lines that the server wrote to its standard error."""
        return "\n".join(self._errors)

    def leave(self) -> None:
        """In a fork: the server must end with the process that has started it, not with this one."""
        self._is_ours = False
        self._to.close()

    def _write(self, line: bytes) -> None:
        view = memoryview(line)
        while view:
            view = view[os.write(self._to.fileno(), view):]

    def _read_line(self, limit: float, what: str) -> bytes:
        deadline = time.monotonic() + limit
        searched = 0
        while True:
            end = self._buffer.find(b"\n", searched)
            if end >= 0:
                line = bytes(self._buffer[:end])
                del self._buffer[:end + 1]
                return line
            searched = len(self._buffer)
            left = deadline - time.monotonic()
            if left <= 0 or not self._poll.poll(left * 1000):
                raise ControlError(f"{what}: no answer within {limit:g} s")
            part = os.read(self._from.fileno(), 1 << 16)
            if not part:
                self._child.wait(STOP_LIMIT)
                self._reader.join(1)
                raise ControlError(f"the server has ended{self._how()}: {self.errors()}")
            self._buffer += part

    def _read_errors(self) -> None:
        assert self._child.stderr
        for raw in self._child.stderr:
            line = raw.decode(errors="replace").rstrip()
            self._errors.append(line)
            log.warning("%s", line)

    def _how(self) -> str:
        code = self._child.returncode
        if code is not None and code < 0:
            try:
                return f" by {signal.Signals(-code).name}"
            except ValueError:
                return f" by signal {-code}"
        return "" if code is None else f" with exit code {code}"

    def _why_ended(self, program: str, error: ControlError) -> str:
        said = self.errors()
        if "--control" in said and "not expected" in said:
            return f"{program} does not know --control, so it is older than this package: unset SETPOINT, or name a newer program"
        if said and self._child.returncode is not None and self._child.returncode >= 0:
            return f"{program} does not start: " + said.removeprefix("setpoint: ")
        if self._child.returncode == -signal.SIGILL:
            return f"{program} does not start: this processor lacks instructions that it needs"
        return f"{program} does not start: {error}"


def _after_fork() -> None:
    for process in list(_running):
        process.leave()


os.register_at_fork(after_in_child=_after_fork)
