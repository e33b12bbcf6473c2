"""The server as tests use it."""

from __future__ import annotations

import contextlib
import datetime
import os
import re
import shutil
import tempfile
import time
import weakref
from typing import TYPE_CHECKING, Any, Iterable, Iterator, Mapping, NamedTuple, Sequence, TypedDict, Union

from ._errors import ControlError, Error, StartError
from ._http import Client
from ._process import Process
from ._program import GET, VERSION, Path, find_program

if TYPE_CHECKING:
    from typing_extensions import Unpack

Duration = Union[str, float, datetime.timedelta]
Names = Union[str, Sequence[str]]
LIMIT = 60.0  # seconds for an answer to a command
OLD = 86400.0  # seconds, after which the folder of a process that is gone is removed: a container that shares it has other processes


class Requests(TypedDict, total=False):
    """Which requests a fault concerns; what is left out matches any."""

    verbs: Names
    """get, list, watch, create, update, patch, delete, deletecollection"""
    resource: str
    """The plural, such as `deployments`."""
    group: str
    subresource: str
    namespace: str
    name: str
    user_agent: str
    """How the client's User-Agent begins."""
    skip: int
    """So many matching requests pass first; by default 0."""
    times: int
    """How many requests the fault concerns, by default 1; 0: all, until it is cleared."""


class Watches(TypedDict, total=False):
    """Which watches; what is left out matches any."""

    resource: str
    group: str
    namespace: str
    user_agent: str


class FaultCounts(NamedTuple):
    matched: int
    """Requests that matched, also those that `skip` lets pass."""
    applied: int
    """Requests that got the fault."""


class Fault:
    """A fault of a server. In a `with` statement it is cleared at the end of the block."""

    def __init__(self, server: Server, number: int) -> None:
        self._server = server
        self.number = number

    def counts(self) -> FaultCounts:
        """How often it has matched and was applied."""
        for fault in self._server.faults():
            if fault["fault"] == self.number:
                return FaultCounts(fault["matched"], fault["applied"])
        raise ControlError(f"fault {self.number} is cleared")

    def clear(self) -> None:
        """Removes it; held watches continue."""
        self._server.command("clear", fault=self.number)

    def __enter__(self) -> Fault:
        return self

    def __exit__(self, *_: object) -> None:
        with contextlib.suppress(ControlError):  # cleared already, or the server has ended
            self.clear()


class Server:
    """A running `setpoint apiserver`; apiserver() starts one. Use it in a `with` statement, or call stop()."""

    version: str
    """The program's version."""
    kubernetes_version: str
    """The version of Kubernetes that the server reports, such as v1.37.2."""
    url: str
    kubeconfig: str
    """The text of a kubeconfig with one context."""

    def __init__(self, program: str, arguments: Sequence[str], start_limit: float) -> None:
        self._process = Process(program, ["apiserver", "--control", *arguments], start_limit)
        try:
            info = self.command("info")
            self.version, self.kubernetes_version = info["version"], info["kubernetes"]
            self.url, self.kubeconfig = info["url"], info["kubeconfig"]
            if _minor(self.version) != _minor(VERSION):
                raise StartError(f"{program} is version {self.version}, and this package is version {VERSION}: "
                                 f"install setpoint-apiserver=={self.version}, or {GET}")
        except BaseException:
            self._process.stop()
            raise
        self._kubeconfig_file: str | None = None
        self._remove_folder: Any = None
        self._client: Client | None = None

    # ---- start and stop ----

    @property
    def pid(self) -> int:
        """The server's process."""
        return self._process.pid

    def stop(self) -> None:
        """Ends the server, and waits for that; further calls do nothing."""
        self._process.stop()
        if self._remove_folder:
            self._remove_folder()

    def __enter__(self) -> Server:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    # ---- access ----

    @property
    def kubeconfig_file(self) -> str:
        """The path of a file with the kubeconfig, which is written when it is first asked for, in a folder for temporary files, with mode
        0600. It is removed when the server stops."""
        if self._kubeconfig_file is None:
            try:
                folder = tempfile.mkdtemp(prefix=f"setpoint-py-{os.getpid()}-")
                path = os.path.join(folder, "kubeconfig")
                with open(path, "x", opener=lambda name, flags: os.open(name, flags, 0o600)) as file:
                    file.write(self.kubeconfig)
            except OSError as error:
                raise Error("no folder for temporary files can be written: set TMPDIR to one, or use `kubeconfig`, the text "
                            f"({error.strerror})") from None
            self._remove_folder = weakref.finalize(self, _remove, folder, os.getpid())
            self._kubeconfig_file = path
            _remove_old_folders(os.path.dirname(folder))
        return self._kubeconfig_file

    @property
    def env(self) -> dict[str, str]:
        """The environment of this process with KUBECONFIG, for an operator that a test starts."""
        return {**os.environ, "KUBECONFIG": self.kubeconfig_file}

    def request(self, method: str, path: str, body: Any = None, *, content_type: str = "application/json") -> Any:
        """Sends a request to the API and returns the decoded JSON of the response: for tests that need no client library. Raises
        setpoint.Error with the message of a Status if it is refused."""
        if self._client is None:
            self._client = Client(self.url, self.kubeconfig)
        return self._client.request(method, path, body, content_type)

    @contextlib.contextmanager
    def namespace(self, prefix: str = "test") -> Iterator[str]:
        """A new namespace, whose name begins with the prefix. It is deleted at the end of the `with` block; the controllers then delete
        its content."""
        made = self.request("POST", "/api/v1/namespaces", {"metadata": {"generateName": f"{prefix}-"}})
        name: str = made["metadata"]["name"]
        try:
            yield name
        finally:
            with contextlib.suppress(Error, OSError):
                self.request("DELETE", f"/api/v1/namespaces/{name}")

    # ---- objects ----

    def install(self, files: Path | Iterable[Path] = (), *, objects: Sequence[Mapping[str, Any]] = ()) -> list[str]:
        """Creates or updates CustomResourceDefinitions, of YAML or JSON files, of folders with such files, or given as objects, waits until
        they are established, and returns their names."""
        names: list[str] = []
        paths = _paths(files)
        if paths or not objects:
            names += self.command("install", files=paths)["names"]
        if objects:
            names += self.command("install", objects=list(objects))["names"]
        return names

    def snapshot(self, name: str | None = None, *, file: Path | None = None) -> None:
        """Keeps the state of all objects under a name, or in a file as `setpoint snapshot save` writes it."""
        self.command("snapshot", **_name_or_file(name, file))

    def restore(self, name: str | None = None, *, file: Path | None = None) -> None:
        """Makes the objects equal to a snapshot; watches see that as ordinary changes."""
        self.command("restore", **_name_or_file(name, file))

    # ---- faults ----

    def refuse(self, code: int, *, reason: str | None = None, message: str | None = None, retry_after: int | None = None,
               **requests: Unpack[Requests]) -> Fault:
        """Matching requests are answered with this status code, and not executed."""
        effect = {"refuse": code, "reason": reason, "message": message, "retryAfter": retry_after}
        return self._fault({k: v for k, v in effect.items() if v is not None}, requests)

    def delay(self, duration: Duration, **requests: Unpack[Requests]) -> Fault:
        """Matching requests are executed after this time: seconds, a timedelta, or text such as "250ms"."""
        return self._fault({"delay": _duration(duration)}, requests)

    def lose_request(self, **requests: Unpack[Requests]) -> Fault:
        """The connection of a matching request ends, and the request is not executed."""
        return self._fault({"lose": "request"}, requests)

    def lose_answer(self, **requests: Unpack[Requests]) -> Fault:
        """A matching request is executed, and its connection ends before the answer."""
        return self._fault({"lose": "answer"}, requests)

    def hold_watches(self, **watches: Unpack[Watches]) -> Fault:
        """Matching watches, open and new, deliver nothing until the fault is cleared; then what was held back arrives."""
        return self._fault({"hold-watches": True}, watches)

    def faults(self) -> list[dict[str, Any]]:
        """All faults, each with `fault` (its number), `description`, `matched` and `applied`."""
        return list(self.command("faults")["faults"])

    def clear_faults(self) -> None:
        """Removes all faults."""
        self.command("clear")

    def drop_watches(self, **watches: Unpack[Watches]) -> int:
        """Ends the connections of these open watches now, and returns how many."""
        return int(self.command("drop-watches", **_camel(watches))["dropped"])

    def expire_history(self) -> None:
        """resourceVersions of now and before get 410 from now on, as after a compaction; open watches stay."""
        self.command("expire-history")

    # ---- anything else ----

    def command(self, do: str, **members: Any) -> dict[str, Any]:
        """Sends a command of `setpoint apiserver --control`. Raises ControlError if the server refuses it."""
        return self._process.ask({"do": do, **members}, LIMIT)

    def _fault(self, effect: dict[str, Any], requests: Mapping[str, Any]) -> Fault:
        members = _camel(requests)
        if isinstance(members.get("verbs"), str):
            members["verbs"] = [members["verbs"]]
        return Fault(self, self.command("fault", effect=effect, **members)["fault"])


def apiserver(*, crds: Path | Iterable[Path] = (), snapshot: Path | None = None, without: Names = (), nodes: int | None = None,
              port: int = 0, args: Sequence[str] = (), program: Path | None = None, start_limit: float = 30) -> Server:
    """Starts a server and returns it when it is ready.

    crds         files or folders with CustomResourceDefinitions to install
    snapshot     a file or folder with the objects to start with
    without      controllers to turn off: garbage-collection, namespaces, workloads, addresses, endpoints, nodes
    nodes        number of fake nodes; the server's default is 1
    port         0: any free port
    args         more arguments of `setpoint apiserver`
    program      the program; by default the one that find_program() finds
    start_limit  seconds until it has to be ready

    Raises StartError if the program is missing, is for another processor, is of another minor version than this package, or does not start.
    """
    arguments = ["--port", str(port)]
    if snapshot is not None:
        arguments += ["--snapshot", os.fspath(snapshot)]
    if without:
        arguments += ["--without", without if isinstance(without, str) else ",".join(without)]
    if nodes is not None:
        arguments += ["--nodes", str(nodes)]
    server = Server(find_program(program), [*arguments, *args], start_limit)
    if crds:
        try:
            server.install(crds)
        except BaseException:
            server.stop()
            raise
    return server


def _minor(version: str) -> list[str]:
    """Without the patch release, whose changes are compatible."""
    return version.split(".")[:2]


def _paths(files: Path | Iterable[Path]) -> list[str]:
    """Absolute: the server need not have this process' current folder."""
    each = [files] if isinstance(files, (str, os.PathLike)) else files
    return [os.path.abspath(file) for file in each]


def _name_or_file(name: str | None, file: Path | None) -> dict[str, str]:
    if (name is None) == (file is None):
        raise ValueError("a snapshot has either a name or a file")
    return {"name": name} if name is not None else {"file": os.path.abspath(file or "")}


def _duration(value: Duration) -> str:
    if isinstance(value, str):
        return value
    seconds = value.total_seconds() if isinstance(value, datetime.timedelta) else value
    return f"{round(seconds * 1000)}ms"


def _camel(members: Mapping[str, Any]) -> dict[str, Any]:
    return {"userAgent" if k == "user_agent" else k: v for k, v in members.items()}


def _remove(folder: str, pid: int) -> None:
    if os.getpid() == pid:  # not a fork that ends
        shutil.rmtree(folder, ignore_errors=True)


def _remove_old_folders(folder: str) -> None:
    """Of processes that were killed, and so have not removed them."""
    with contextlib.suppress(OSError):
        for entry in os.scandir(folder):
            named = re.match(r"setpoint-py-([0-9]+)-", entry.name)
            if not named or _is_running(int(named[1])):
                continue
            status = entry.stat(follow_symlinks=False)
            is_old = status.st_uid == os.getuid() and time.time() - status.st_mtime > OLD
            if is_old and os.listdir(entry.path) == ["kubeconfig"]:
                shutil.rmtree(entry.path, ignore_errors=True)


def _is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:  # another user's
        pass
    return True
