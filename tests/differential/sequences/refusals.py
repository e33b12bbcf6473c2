"""Objects that Kubernetes refuses, of kinds that operators write or wait for: the objects of the unit tests
(tests/unit/apiserver/kinds/observed), and the status of a Job by hand."""

import json
import re
from pathlib import Path

from sequence import MERGE, Sequence, delete, patch, post

OBSERVED = Path(__file__).parents[2] / "unit/apiserver/kinds/observed"
PATHS = {
    "autoscaler": "/apis/autoscaling/v2/namespaces/{ns}/horizontalpodautoscalers",
    "cron_job": "/apis/batch/v1/namespaces/{ns}/cronjobs",
    "ingress": "/apis/networking.k8s.io/v1/namespaces/{ns}/ingresses",
    "ingress_class": "/apis/networking.k8s.io/v1/ingressclasses",
    "job": "/apis/batch/v1/namespaces/{ns}/jobs",
    "limit_range": "/api/v1/namespaces/{ns}/limitranges",
    "network_policy": "/apis/networking.k8s.io/v1/namespaces/{ns}/networkpolicies",
    "persistent_volume": "/api/v1/persistentvolumes",
    "storage_class": "/apis/storage.k8s.io/v1/storageclasses",
}
NOW, LATER = "2026-01-01T00:00:00Z", "2026-01-01T00:01:00Z"
STATUSES = [
    {"conditions": [{"type": "Complete", "status": "True"}]},
    {"conditions": [{"type": "Complete", "status": "True"}, {"type": "SuccessCriteriaMet", "status": "True"}], "completionTime": NOW},
    {"conditions": [{"type": "Failed", "status": "True"}], "startTime": NOW},
    {"active": -1},
    {"completionTime": NOW},
    {"completedIndexes": "0"},
    {"failedIndexes": "0"},
    {"ready": 2, "active": 1},
    {"uncountedTerminatedPods": {"succeeded": ["a", ""], "failed": ["a"]}},
    {"active": 1, "startTime": NOW, "completionTime": LATER,
     "conditions": [{"type": "SuccessCriteriaMet", "status": "True"}, {"type": "Complete", "status": "True"}]},
    {"startTime": NOW, "completionTime": LATER, "failed": 1,
     "conditions": [{"type": "SuccessCriteriaMet", "status": "True"}, {"type": "Complete", "status": "True"}]},
    {"conditions": []},
    {"failed": 0},
    {"completionTime": NOW},
    {"startTime": LATER},
]
JOB = {"metadata": {"name": "j"}, "spec": {"suspend": True, "template": {"spec": {"restartPolicy": "Never", "containers": [{"name": "c", "image": "i"}]}}}}


def in_one_order(causes):
    """Whether the real server reports the causes in the same order each time: it visits the keys of a map in any order."""
    key_of = {}
    for cause in causes:
        for place, key in re.findall(r"(.*?)\[([^\]]*[^\]0-9][^\]]*)\]", cause.split(" ")[0]):
            if key_of.setdefault(place, key) != key:
                return False
    return True


def created(file):
    rows = json.loads((OBSERVED / f"{file}.json").read_text())
    for i, row in enumerate(rows):
        # Go lowers letters of every script in a provisioner's name before it validates it; only the message shows that.
        if "old" not in row and json.dumps(row["object"], ensure_ascii=False).isascii() and in_one_order(row["causes"]):
            yield i, row["object"]


def sequences():
    out = []
    for file, path in PATHS.items():
        steps = [post(path + "?dryRun=All", {**o, "metadata": {**(o.get("metadata") or {}), "name": f"bad-{i}"}}) for i, o in created(file)]
        out.append(Sequence(f"refusals/{file}", *steps))
    path = PATHS["job"]
    status = [patch(f"{path}/j/status", {"status": s}, MERGE) for s in STATUSES]
    out.append(Sequence("refusals/job_status", post(path, JOB), *status, delete(f"{path}/j")))
    return out
