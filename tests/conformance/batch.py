"""Pods that run a command and end: the command is run, and the pod's status reports its exit code, as a kubelet would."""

import datetime
import json
import os
import threading

import containers

FIRST_BACK_OFF = 10  # seconds before a container is restarted a second time, then twice as much each time
MERGE = {"Content-Type": "application/merge-patch+json"}


def is_batch(pod):
    spec = pod["spec"]
    name = spec["containers"][0]["image"].split("/")[-1].split(":")[0]
    return spec.get("restartPolicy") in ("Never", "OnFailure") and len(spec["containers"]) == 1 and name == "busybox"


def now():
    return datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


class BatchPod:
    """Starts the command of a pod. `folder`: for root folders; `image`: what they contain."""

    def __init__(self, server, pod, image, folder):
        self.server, self.pod = server, pod
        self.root = image.make(os.path.join(folder, self.root_name()))
        self.process, self.ended, self.lock = None, threading.Event(), threading.Lock()
        for mount in self.container().get("volumeMounts") or []:
            os.makedirs(containers.inside(self.root, mount["mountPath"]), exist_ok=True)
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

    def run(self):
        container, restarts = self.container(), 0
        command = [*(container.get("command") or ["sh"]), *(container.get("args") or [])]
        while True:
            started = now()
            with self.lock:
                if self.ended.is_set():
                    return
                self.process = containers.Process(self.root, command, containers.variables(self.pod, container))
            code = self.process.wait()
            if self.ended.is_set():
                return
            terminated = {"terminated": {"exitCode": code, "reason": "Error" if code else "Completed", "startedAt": started, "finishedAt": now()}}
            if code == 0 or self.pod["spec"]["restartPolicy"] == "Never":
                self.report(lambda status: finish(status, terminated, code))
                return
            restarts += 1
            self.report(lambda status: restart(status, terminated, restarts))
            if restarts > 1 and self.ended.wait(FIRST_BACK_OFF * 2 ** (restarts - 2)):
                return

    def report(self, change):
        """Changes the status by `change`, again if the pod changes meanwhile. A pod that is gone needs no report."""
        meta = self.pod["metadata"]
        path = f"/api/v1/namespaces/{meta['namespace']}/pods/{meta['name']}"
        while not self.ended.is_set():
            answer = self.server.ask("GET", path)
            live = json.loads(answer.text)
            if answer.status != 200 or live["metadata"]["uid"] != meta["uid"]:
                return
            change(live["status"])
            patch = {"metadata": {"resourceVersion": live["metadata"]["resourceVersion"]}, "status": live["status"]}
            if self.server.ask("PATCH", path + "/status", json.dumps(patch), MERGE).status != 409:
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
