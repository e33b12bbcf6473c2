"""The raw figures: one line for each, appended as soon as a case is done, so that an interrupted series is not lost."""

import csv
import json
import os
import statistics

from . import machine

# Properties that all rounds of a series share. The commit is not one of them: most commits do not affect the measurements.
COMPARABLE = ("cpu", "cores", "clang", "go", "rustc", "controller-runtime", "client-go", "kube-rs")
FIELDS = ["round", "on", "workload", "case", "program", "metric", "value"]


class Results:
    def __init__(self, folder, on):
        self.folder, self.on = folder, on
        self.path = os.path.join(folder, f"{on}.csv")
        self.anew = None  # the cases that this series has measured, whose old rounds it replaces
        os.makedirs(folder, exist_ok=True)

    def rows(self):
        if not os.path.exists(self.path):
            return []
        with open(self.path, newline="") as f:
            return list(csv.DictReader(f))

    def last_round(self):
        return max((int(r["round"]) for r in self.rows()), default=0)

    def begin(self):
        """Begins a new series: a new round of a case replaces its old ones; results of another machine are all replaced."""
        self.anew = set()
        self.write([] if self.what_differs() else self.rows())

    def write(self, rows):
        with open(self.path, "w", newline="") as f:
            to = csv.DictWriter(f, FIELDS, lineterminator="\n")
            to.writeheader()
            to.writerows(rows)

    def add(self, lines):
        cases = {(workload, case) for _, _, workload, case, *_ in lines}
        if self.anew is not None and cases - self.anew:
            self.write([r for r in self.rows() if (r["workload"], r["case"]) not in cases - self.anew])
            self.anew |= cases
        with open(self.path, "a", newline="") as f:
            csv.writer(f, lineterminator="\n").writerows(lines)

    def machines(self):
        path = os.path.join(self.folder, "machine.json")
        if not os.path.exists(path):
            return {}
        with open(path) as f:
            return json.load(f)

    def what_differs(self):
        """The reasons why rounds cannot be added to the existing ones, one line each; none if they can."""
        was, now = self.machines().get(self.on), machine.describe()
        if not was or not self.rows():
            return []
        return [f"{key} was {was.get(key)}, and is {now[key]}" for key in COMPARABLE if was.get(key) != now[key]]

    def describe_machine(self, more):
        known = self.machines()
        known[self.on] = {**machine.describe(), **more}
        with open(os.path.join(self.folder, "machine.json"), "w") as f:
            json.dump(known, f, indent=2)
            f.write("\n")


def figure(value):
    if isinstance(value, float):
        return f"{value:.6g}"
    return str(value)


def rounds_of(rows):
    """{(workload, case): its rounds}"""
    found = {}
    for r in rows:
        found.setdefault((r["workload"], r["case"]), set()).add(int(r["round"]))
    return found


def collect(rows):
    """{(workload, case, metric): {program: {round: value}}}. The first round of a case warms the machine up and is dropped if
    there are more than five."""
    first = {of: min(rounds) for of, rounds in rounds_of(rows).items() if len(rounds) > 5}
    found = {}
    for r in rows:
        if int(r["round"]) == first.get((r["workload"], r["case"])):
            continue
        found.setdefault((r["workload"], r["case"], r["metric"]), {}).setdefault(r["program"], {})[int(r["round"])] = float(r["value"])
    return found


def median(of_rounds):
    return statistics.median(of_rounds.values())
