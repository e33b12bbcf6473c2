"""`setpoint validate` beside a dry run on a real API server, over samples that others publish: the same verdict and the same messages."""

import json
import os
import re
import subprocess
import tempfile

from results import PASSED

DRY_RUN = "?dryRun=All&fieldValidation=Strict&fieldManager=kubectl-client-side-apply"


NO_KIND = "no matches for kind"


def parts_of(answer):
    """The messages of a response, as the tool splits them."""
    if answer.status < 300:
        return []
    if not answer.text.startswith("{"):  # "404 page not found": no such version
        return [NO_KIND]
    status = json.loads(answer.text)
    message = status.get("message", "")
    if "strict decoding error: " in message:
        return re.findall(r'(?:unknown|duplicate) field "[^"]*"', message) or [message]
    # A file that is not YAML never reaches the server: kubectl parses it, and so does the tool.
    if syntax := re.search(r"is unrecognized \(must be of type \w+\): yaml: (?:line \d+: )?(.*?) \(", message):
        return [syntax[1]]
    causes = (status.get("details") or {}).get("causes") or []
    if status.get("reason") != "Invalid" or not causes:
        return [message]
    return [c["message"] if c.get("field", "<nil>") == "<nil>" else f"{c['field']}: {c['message']}" for c in causes]


def dry_runs(api, out, samples):
    """On the real server."""
    for s in samples:
        answer = api.ask("POST", s.path + DRY_RUN, s.text.encode(), {"Content-Type": "application/yaml"})
        out.add(s.name, PASSED)
        out.answers[s.name] = "\n".join(sorted(parts_of(answer)))


def validated(program, out, definitions, samples):
    """By the tool, all at once."""
    with tempfile.TemporaryDirectory() as folder:
        crds, files = os.path.join(folder, "crds"), os.path.join(folder, "samples")
        for where, texts in ((crds, [d.text for d in definitions]), (files, [s.text for s in samples])):
            os.mkdir(where)
            for i, text in enumerate(texts):
                with open(os.path.join(where, f"{i:04}.yaml"), "w", encoding="utf-8") as f:
                    f.write(text)
        done = subprocess.run([program, "validate", files, "--crds", crds, "--output", "json"], capture_output=True, text=True, check=False)
        if done.returncode not in (0, 1):
            raise RuntimeError(done.stderr)
        found = {}
        for f in json.loads(done.stdout)["findings"]:
            if f["severity"] == "error":
                message = NO_KIND if f["message"].startswith(NO_KIND) else f["message"]
                found.setdefault(int(os.path.basename(f["file"]).split(".")[0]), []).append(message)
    for i, s in enumerate(samples):
        out.add(s.name, PASSED)
        out.answers[s.name] = "\n".join(sorted(found.get(i, [])))
