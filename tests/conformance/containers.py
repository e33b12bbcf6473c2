"""Processes with a root folder of their own (chroot), in place of the containers of a pod."""

import os
import re
import shutil
import signal
import subprocess
import sys
import threading

# What the image busybox has, as far as the specs use it, from this machine: some scripts need a shell that knows [[.
COMMANDS = {"/bin/sh": "bash", **{"/bin/" + name: name for name in ("bash", "cat", "expr", "false", "sleep", "touch", "true")}}


def inside(root, path):
    return os.path.join(root, path.lstrip("/"))


def write(root, path, content):
    os.makedirs(os.path.dirname(inside(root, path)), exist_ok=True)
    with open(inside(root, path), "wb") as out:
        out.write(content)


def libraries(program):
    """The shared libraries of a program, none if it is static."""
    found = subprocess.run(["ldd", program], capture_output=True, text=True, check=False)
    return re.findall(r"(/\S+) \(0x", found.stdout)


class Image:
    """A folder with programs and their libraries, whose files root folders link: {path in the image: program}."""

    def __init__(self, folder, programs):
        self.folder = folder
        for path, program in programs.items():
            self.add(path, program)
            for library in libraries(program):
                self.add(library, library)

    def add(self, path, source):
        to = inside(self.folder, path)
        if not os.path.exists(to):
            os.makedirs(os.path.dirname(to), exist_ok=True)
            shutil.copy(os.path.realpath(source), to)

    def make(self, root):
        if not os.path.exists(root):
            shutil.copytree(self.folder, root, copy_function=os.link)
        return root


def commands(folder):
    missing = [name for name in COMMANDS.values() if not shutil.which(name)]
    if missing:
        raise SystemExit("node-agent: missing: " + " ".join(missing))
    return Image(folder, {path: shutil.which(name) for path, name in COMMANDS.items()})


def variables(pod, container):
    """The variables of a container; of the references to fields those that the specs use."""
    meta, found = pod["metadata"], {"PATH": "/bin:/usr/bin"}
    for entry in container.get("env") or []:
        path = entry.get("valueFrom", {}).get("fieldRef", {}).get("fieldPath", "")
        keyed = re.fullmatch(r"metadata\.(labels|annotations)\['(.*)'\]", path)
        value = meta.get(keyed[1], {}).get(keyed[2], "") if keyed else entry.get("value", "")
        found[entry["name"]] = value
    return found


def address(server):
    """Where a client in the pod finds the API server."""
    return {"KUBERNETES_SERVICE_HOST": server.url.hostname, "KUBERNETES_SERVICE_PORT": str(server.url.port)}


class Process:
    """Runs a program in a root folder, as the user of the security context. Its output goes where the agent's goes, and in pieces to
    `write`, if there is one."""

    def __init__(self, root, command, environment, security=None, write=None):
        security, user = security or {}, []
        if "runAsUser" in security or "fsGroup" in security:
            user = [f"--userspec={security.get('runAsUser', 0)}:{security.get('runAsGroup', 0)}", f"--groups={security.get('fsGroup', 0)}"]
        self.child = subprocess.Popen(
            [shutil.which("chroot"), *user, root, *command], env=environment, stdin=subprocess.DEVNULL, start_new_session=True,
            stdout=subprocess.PIPE if write else None, stderr=subprocess.STDOUT if write else None
        )
        self.reader = None
        if write:
            self.reader = threading.Thread(target=self.read, args=(write,), daemon=True)
            self.reader.start()

    def read(self, write):
        for piece in iter(lambda: self.child.stdout.read1(4096), b""):
            write(piece)
            sys.stderr.buffer.write(piece)
            sys.stderr.buffer.flush()

    def wait(self, every=None, meanwhile=None):
        """The exit code, as a container has it: 128 and the signal if one ended it. Calls `meanwhile` each `every` seconds."""
        while True:
            try:
                code = self.child.wait(every)
                break
            except subprocess.TimeoutExpired:
                meanwhile()
        if self.reader:
            self.reader.join(5)  # a child of the program may have its output still
        return code if code >= 0 else 128 - code

    def end(self):
        """Ends it and its children, at the latest after five seconds."""
        for number in (signal.SIGTERM, signal.SIGKILL):
            if self.child.poll() is not None:
                return
            try:
                os.killpg(self.child.pid, number)
                self.child.wait(5)
                return
            except ProcessLookupError:  # another thread has waited for it
                return
            except subprocess.TimeoutExpired:
                pass
        self.child.wait()
