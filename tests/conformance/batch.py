"""Pods that run a command and end: the command is run, and the pod's status reports its exit code, as a kubelet would. What it
writes is the pod's log."""

import datetime
import json
import os
import sys
import threading

import containers
from volumes import Volumes

FIRST_BACK_OFF = 10  # seconds before a container is restarted a second time, then twice as much each time
MERGE = {"Content-Type": "application/merge-patch+json"}
LOG = "setpoint.dev/log"
LONGEST_LOG = 64 * 1024  # bytes, of the end: annotations have a limit
BETWEEN_LOGS = 1  # seconds, of a command that continues


def image_of(container):
    return container["image"].split("/")[-1].split(":")[0]


def is_batch(pod):
    """Whether it has one container that ends; of the image agnhost only the program of that name is there."""
    spec = pod["spec"]
    if spec.get("restartPolicy") not in ("Never", "OnFailure") or len(spec["containers"]) != 1:
        return False
    container = spec["containers"][0]
    return image_of(container) == "busybox" or (image_of(container) == "agnhost" and bool(container.get("args")) and not container.get("command"))


def now():
    return datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


class BatchPod:
    """Starts the command of a pod. `folder`: for root folders; `image`: what they contain."""

    def __init__(self, server, pod, image, folder):
        self.server, self.pod = server, pod
        self.root = image.make(os.path.join(folder, self.root_name()))
        self.volumes = Volumes(server, pod, self.root)
        self.process, self.ended, self.lock = None, threading.Event(), threading.Lock()
        self.output, self.shown = b"", b""
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    def container(self):
        return self.pod["spec"]["containers"][0]

    def root_name(self):
        """Pods with the same folder of their host share it, and so the whole root folder."""
        for volume in self.pod["spec"].get("volumes") or []:
            if "hostPath" in volume:
                return volume["hostPath"]["path"].replace("/", "-").strip("-")
        return self.pod["metadata"]["uid"]

    def command(self):
        container = self.container()
        if image_of(container) == "agnhost":
            return ["/agnhost", *container["args"]]
        return [*(container.get("command") or ["sh"]), *(container.get("args") or [])]

    def run(self):
        restarts = 0
        try:
            self.volumes.place()
        except LookupError as e:  # the pod is being deleted, or would not start on a real node either
            print(e, file=sys.stderr)
            return
        self.volumes.keep(self.ended)
        variables = {**containers.variables(self.pod, self.container()), **containers.address(self.server)}
        while True:
            started, self.output = now(), b""
            with self.lock:
                if self.ended.is_set():
                    return
                self.process = containers.Process(self.root, self.command(), variables, self.pod["spec"].get("securityContext"), self.write)
            code = self.process.wait(BETWEEN_LOGS, self.show)
            if self.ended.is_set():
                return
            self.show()
            terminated = {"terminated": {"exitCode": code, "reason": "Error" if code else "Completed", "startedAt": started, "finishedAt": now()}}
            if code == 0 or self.pod["spec"]["restartPolicy"] == "Never":
                self.report(lambda status: finish(status, terminated, code))
                return
            restarts += 1
            self.report(lambda status: restart(status, terminated, restarts))
            if restarts > 1 and self.ended.wait(FIRST_BACK_OFF * 2 ** (restarts - 2)):
                return

    def write(self, piece):
        self.output = (self.output + piece)[-LONGEST_LOG:]

    def show(self):
        """The output so far, as the pod's log."""
        output = self.output
        if output != self.shown:
            text = output.decode("utf-8", "replace")
            answer = self.server.ask("PATCH", self.path(), json.dumps({"metadata": {"uid": self.pod["metadata"]["uid"], "annotations": {LOG: text}}}), MERGE)
            if answer.status == 200:
                self.shown = output

    def path(self):
        meta = self.pod["metadata"]
        return f"/api/v1/namespaces/{meta['namespace']}/pods/{meta['name']}"

    def report(self, change):
        """Changes the status by `change`, again if the pod changes meanwhile. A pod that is gone needs no report."""
        meta = self.pod["metadata"]
        while not self.ended.is_set():
            answer = self.server.ask("GET", self.path())
            live = json.loads(answer.text)
            if answer.status != 200 or live["metadata"]["uid"] != meta["uid"]:
                return
            change(live["status"])
            patch = {"metadata": {"resourceVersion": live["metadata"]["resourceVersion"]}, "status": live["status"]}
            if self.server.ask("PATCH", self.path() + "/status", json.dumps(patch), MERGE).status != 409:
                return

    def end(self):
        with self.lock:
            self.ended.set()
        if self.process:
            self.process.end()
        self.thread.join()


def finish(status, terminated, code):
    status["phase"] = "Failed" if code else "Succeeded"
    status["containerStatuses"][0].update(state=terminated, ready=False, started=False)
    for condition in status["conditions"]:
        if condition["type"] in ("Ready", "ContainersReady"):
            condition.update(status="False", reason="PodFailed" if code else "PodCompleted", lastTransitionTime=now())


def restart(status, terminated, count):
    status["containerStatuses"][0].update(lastState=terminated, restartCount=count)
