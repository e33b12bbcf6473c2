"""A Prometheus that scrapes over HTTPS with a token, and questions to it. No part of it knows the operators."""

import json
import os
import re
import shutil
import subprocess
import time
import urllib.error
import urllib.parse
import urllib.request

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
LOCAL = os.path.join(ROOT, "build/prometheus/usr/bin")  # where script/bootstrap --monitoring unpacks
RULES = os.path.join(ROOT, "manifests/monitoring/rules.yaml")
RATE_INTERVAL = "20s"
LOOK = 0.2  # seconds between two looks at a condition
NAMESPACE = "operators"


class Failed(Exception):
    """The message says what failed."""


def run(argv, text=None, output=False, seconds=120):
    """The output, or with output=False what it complains of: empty if all is well. Errors: Failed, with output=True."""
    try:
        done = subprocess.run(argv, input=text, stdin=None if text is not None else subprocess.DEVNULL, capture_output=True, text=True, timeout=seconds,
                              check=False)
    except subprocess.TimeoutExpired:
        raise Failed(f"{' '.join(argv[:4])}: not done within {seconds} s") from None
    if output:
        if done.returncode:
            raise Failed(f"{' '.join(argv[:4])}: exit status {done.returncode}: {done.stderr.strip()[-500:]}")
        return done.stdout
    return (done.stdout + done.stderr).strip()[-1500:] or f"exit status {done.returncode}" if done.returncode else ""


def find_tool(name):
    """Of the PATH, or where script/bootstrap has unpacked it, which is tried once."""
    found = shutil.which(name) or shutil.which(name, path=LOCAL)
    if not found:
        run([os.path.join(ROOT, "script/bootstrap"), "--monitoring"])
        found = shutil.which(name, path=LOCAL)
    return found


def await_that(condition, seconds, otherwise, value=False):
    """Empty, or with value=True what `condition` returned, once that is true; after these seconds `otherwise`."""
    end = time.monotonic() + seconds
    while True:
        found = condition()
        if found:
            return found if value else ""
        if time.monotonic() > end:
            wrong = otherwise() if callable(otherwise) else otherwise
            if value:
                raise Failed(wrong)
            return wrong
        time.sleep(LOOK)


class Prometheus:
    def __init__(self, program, folder, port, operators, ca, token):
        self.folder, self.url = folder, f"http://127.0.0.1:{port}"
        self.jobs = sorted({o.name for o in operators})
        with open(RULES, encoding="utf-8") as f, open(os.path.join(folder, "rules.yaml"), "w", encoding="utf-8") as to:
            to.write(re.sub(r"for: \w+", "for: 2s", f.read()))
        config = {"global": {"scrape_interval": "1s", "evaluation_interval": "1s"}, "rule_files": ["rules.yaml"],
                  "scrape_configs": [{"job_name": job, "scheme": "https", "tls_config": {"ca_file": ca}, "authorization": {"credentials_file": token},
                                      "static_configs": [{"targets": [o.instance for o in operators if o.name == job], "labels": {"namespace": NAMESPACE}}]}
                                     for job in self.jobs]}
        path = os.path.join(folder, "prometheus.json")  # JSON is YAML
        with open(path, "w", encoding="utf-8") as f:
            json.dump(config, f, indent=1)
        self.log = os.path.join(folder, "prometheus.log")
        with open(self.log, "ab") as out:
            self.process = subprocess.Popen([program, f"--config.file={path}", f"--storage.tsdb.path={folder}/data", f"--web.listen-address=127.0.0.1:{port}"],
                                            stdin=subprocess.DEVNULL, stdout=out, stderr=out)
        self.began = time.time()
        wrong = await_that(self.ready, 60, "Prometheus does not become ready")
        if wrong:
            self.stop()
            raise Failed(wrong)

    def ready(self):
        if self.process.poll() is not None:
            with open(self.log, encoding="utf-8", errors="replace") as f:
                raise Failed("Prometheus has ended: " + f.read()[-1000:])
        try:
            with urllib.request.urlopen(f"{self.url}/-/ready", timeout=10):
                return True
        except OSError:
            return False

    def get(self, path, **parameters):
        try:
            with urllib.request.urlopen(f"{self.url}/api/v1/{path}?{urllib.parse.urlencode(parameters)}", timeout=30) as r:
                return json.load(r)["data"]
        except urllib.error.HTTPError as e:
            raise Failed(f"{parameters}: {e.read().decode(errors='replace')[:500]}") from None
        except OSError as e:
            raise Failed(f"Prometheus: {e}") from None

    def substituted(self, expression):
        """The query with the dashboard's variables as Grafana substitutes them for 'All'."""
        for name, value in (("$__rate_interval", RATE_INTERVAL), ("$job", "|".join(self.jobs)), ("$namespace", NAMESPACE), ("$controller", ".*")):
            expression = expression.replace(name, value)
        if "$" in expression:
            raise Failed(f"a variable is unknown: {expression}")
        return expression

    def query(self, expression):
        return self.get("query", query=expression)["result"]

    def value(self, expression):
        """Whether the query returns anything."""
        return bool(self.query(expression))

    def has_data(self, expression):
        return any(v["value"][1] != "NaN" for v in self.query(self.substituted(expression)))

    def history(self, expression, seconds, step):
        """[(labels, [(time, value)])] of the last seconds, without NaN."""
        now = time.time()
        found = self.get("query_range", query=self.substituted(expression), start=now - seconds, end=now, step=step)["result"]
        return [(s["metric"], [(float(t), float(v)) for t, v in s["values"] if v != "NaN"]) for s in found]

    def await_history(self, seconds):
        await_that(lambda: time.time() - self.began > seconds, seconds + 10, "the clock stands still")

    def targets(self):
        return [(t["scrapeUrl"], t["health"], t["lastError"]) for t in self.get("targets")["activeTargets"]]

    def evaluated_rules(self):
        """All rules, once each was evaluated."""
        rules = [r for g in self.get("rules")["groups"] for r in g["rules"]]
        return rules if rules and all(r["health"] != "unknown" for r in rules) else None

    def up_for(self, window):
        """Whether all targets are up and have been scraped since before this window."""
        return not self.value(f"up == 0 or up unless up offset {window}")

    def fired(self, window):
        return sorted({s["metric"]["alertname"] for s in self.query(f'count_over_time(ALERTS{{alertstate="firing"}}[{window}])')})

    def alerts(self):
        return [a for a in self.get("alerts")["alerts"] if a["state"] == "firing"]

    def alert(self, name, instance=None):
        """The firing alert of this name, and of this instance if one is given."""
        return next((a for a in self.alerts() if a["labels"]["alertname"] == name and instance in (None, a["labels"].get("instance"))), None)

    def stop(self):
        if self.process.poll() is None:
            self.process.terminate()
            self.process.wait(30)
