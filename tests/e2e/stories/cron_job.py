"""CronJobs: webhooks with the operator's own certificate, and a run."""

from ..kube import condition
from ..story import Story

GROUP = "batch.tutorial.kubebuilder.io"
API = GROUP + "/v1"
FULL = "cronjobs." + GROUP


def cron_job(name, schedule):
    container = {"name": "c", "image": "busybox", "command": ["true"]}
    template = {"spec": {"restartPolicy": "OnFailure", "containers": [container]}}
    return {"apiVersion": API, "kind": "CronJob", "metadata": {"name": name},
            "spec": {"schedule": schedule, "jobTemplate": {"spec": {"template": template}}}}


class CronJobStory(Story):
    program = "cronjob-operator"
    name = "cronjob-sample"

    def get(self, name):
        return self.kube.get(self.path(API, "cronjobs", name))

    def jobs(self):
        return [j for j in self.kube.items(self.path("batch/v1", "jobs")) if j["metadata"]["name"].startswith(self.name)]

    def play(self):
        s = self.steps
        why = self.refused(cron_job("wrong", "61 * * * *"))
        s.check("a wrong schedule is refused, with the field's path", "spec.schedule" in why, why or "it was accepted")
        self.apply_sample()
        spec = self.get(self.name)["spec"]
        s.check("the defaulter has set successfulJobsHistoryLimit", spec.get("successfulJobsHistoryLimit") == 3, spec)
        v2 = self.kube.get(self.path(GROUP + "/v2", "cronjobs", self.name))["spec"]["schedule"]
        s.check("version v2 of the API has the schedule in fields", isinstance(v2, dict) and v2.get("minute") == "*/1", v2)
        name = s.until("a run is due at the next minute: its Job completes", lambda: next(
            (j["metadata"]["name"] for j in self.jobs() if condition(j, "Complete").get("status") == "True"), None), 100)
        said = self.kube.run("logs", "-n", self.ns, "job/" + name)
        s.check("its pod has said hello", "Hello from the Kubernetes cluster" in said, said)
        s.until("status.lastSuccessfulTime is set", lambda: self.get(self.name)["status"].get("lastSuccessfulTime"), 15)

    def example(self):
        return self.path(API, "cronjobs"), cron_job("example", "0 0 1 1 *")

    def change(self, n):
        name = f"changing-{n}"
        self.kube.apply(cron_job(name, "0 0 1 1 *"), ns=self.ns)
        return lambda: condition(self.get(name), "Ready").get("reason") == "Scheduled"

    def clean(self):
        self.kube.run("delete", "-n", self.ns, FULL, "--all")
        self.steps.until("CronJobs deleted: their Jobs and pods are gone",
                         lambda: not self.kube.items(self.path("batch/v1", "jobs")) and not self.kube.pods(self.ns))
