"""JobWatchers: Jobs run, and are deleted some seconds after their end."""

import datetime

from ..kube import condition
from ..story import Story

API = "batch.my.github.com/v1"
COMPLETED_TTL, FAILED_TTL = 4, 2


def job(name, command):
    container = {"name": "c", "image": "busybox", "command": ["/bin/sh", "-c", command], "securityContext": {
        "allowPrivilegeEscalation": False, "capabilities": {"drop": ["ALL"]}}}
    pod = {"restartPolicy": "Never", "containers": [container], "securityContext": {
        "runAsNonRoot": True, "runAsUser": 65532, "seccompProfile": {"type": "RuntimeDefault"}}}
    return {"apiVersion": "batch/v1", "kind": "Job", "metadata": {"name": name},
            "spec": {"backoffLimit": 0, "template": {"spec": pod}}}


class JobWatcherStory(Story):
    program = "jobwatcher-operator"
    level = "restricted"

    def watcher(self, **spec):
        return {"apiVersion": API, "kind": "JobWatcher", "metadata": {"name": "short"}, "spec": {"delay": "1s", **spec}}

    def job(self, name):
        return self.kube.get(self.path("batch/v1", "jobs", name))

    def is_deleted(self, name):
        return self.job(name) is None and not self.kube.pods(self.ns, "batch.kubernetes.io/job-name=" + name)

    def ended(self, name, how):
        """When the Job ended this way, or None."""
        at = condition(self.job(name), how)
        return at.get("status") == "True" and at["lastTransitionTime"]

    def play(self):
        s = self.steps
        why = self.refused(self.watcher(completedTTL="4s", jobNamePatterns=["["]))
        s.check("an invalid pattern is refused, with the field's path", "spec.jobNamePatterns[0]" in why, why or "it was accepted")
        ttls = {"completedTTL": f"{COMPLETED_TTL}s", "failedTTL": f"{FAILED_TTL}s"}
        self.kube.apply(self.watcher(**ttls, jobNamePatterns=["short-.*"]), ns=self.ns)
        s.until("JobWatcher for Jobs short-.*: Ready=True", lambda: condition(
            self.kube.get(self.path(API, "jobwatchers", "short")), "Ready").get("status") == "True", 15)
        self.kube.apply(job("short-good", "exit 0"), job("short-bad", "exit 1"), job("other", "exit 0"), ns=self.ns)
        s.until("a Job runs and completes", lambda: self.ended("short-good", "Complete"))
        s.until("a failed Job is deleted, with its pod", lambda: self.is_deleted("short-bad"), FAILED_TTL + 20)
        s.until("a completed Job is deleted, with its pod", lambda: self.is_deleted("short-good"), COMPLETED_TTL + 20)
        status = s.until("the status counts both", lambda: self.counted(1, 1), 15)
        last = status["lastDeleted"]
        age = (at(last["deleted"]) - at(last["finished"])).total_seconds()
        ttl = COMPLETED_TTL if last["result"] == "Completed" else FAILED_TTL
        # Both times are whole seconds.
        s.check(f"the last one was deleted {age:.0f} s after its end; its TTL is {ttl} s", ttl <= age <= ttl + 3, last)
        s.until("a Job of another name completes", lambda: self.ended("other", "Complete"))
        s.check("and stays", self.job("other"))

    def counted(self, completed, failed):
        status = self.kube.get(self.path(API, "jobwatchers", "short"))["status"]
        return status["counts"].get("completed") == completed and status["counts"].get("failed") == failed and status

    def example(self):
        return self.path(API, "jobwatchers"), {**self.watcher(completedTTL="1h"), "metadata": {"name": "example"}}

    def change(self, n):
        name = f"short-{n}"
        self.kube.apply(job(name, "exit 0"), ns=self.ns)
        return lambda: self.is_deleted(name)

    def clean(self):
        self.kube.run("delete", "-n", self.ns, "jobwatchers,jobs", "--all")
        self.steps.until("JobWatchers and Jobs deleted: no pod is left", lambda: not self.kube.pods(self.ns))


def at(text):
    return datetime.datetime.fromisoformat(text.replace("Z", "+00:00"))
