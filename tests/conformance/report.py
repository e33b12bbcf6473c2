#!/usr/bin/env python3
"""report.py [--specs] [--list] REPORT... : sums up Ginkgo's JSON reports of the conformance specs, by group.

A group is a group of Kubernetes' specs, such as Watchers. The exit code is 1 if a spec failed, a spec passed without
testing anything ('hollow'), or no spec ran.
"""

import json
import re
import sys

WIDTH = 300  # of an error's first line
# A few specs try for 30 s to create their definition and then return without a failure: such a pass tests nothing.
GAVE_UP = "Unexpected error while creating CustomResourceDefinition: "
TRIES = 10


class Spec:
    def __init__(self, report):
        texts = [t for t in report["ContainerHierarchyTexts"] or []]
        head = re.sub(r"^\[sig-[-a-z]+\] ", "", texts[0]).split(" [")[0] if texts else "?"
        self.group = head
        rest = texts[1:] + [report["LeafNodeText"]]
        self.name = " ".join(rest).replace(" [Conformance]", "").strip()
        self.seconds = report["RunTime"] / 1e9
        self.error = report.get("Failure", {}).get("Message", "").strip().split("\n")[0][:WIDTH]
        state = report["State"]
        self.state = state if state in ("passed", "skipped") else "failed"
        written = report.get("CapturedGinkgoWriterOutput", "").split(GAVE_UP)
        if state == "passed" and len(written) > TRIES:
            self.state = "hollow"
            self.error = "it gave up without a failure: " + written[-1].split("\n")[0][:WIDTH]


def was_chosen(report):
    """Specs outside of the focus are 'skipped' too, but without a reason."""
    if report["LeafNodeType"] != "It" or report["State"] == "pending":
        return False
    return report["State"] != "skipped" or bool(report.get("Failure", {}).get("Message"))


def read(files):
    out = []
    for name in files:
        with open(name, encoding="utf-8") as f:
            for suite in json.load(f):
                out += [Spec(s) for s in suite["SpecReports"] or [] if was_chosen(s)]
    return sorted(out, key=lambda s: (s.group, s.name))


def counts(specs):
    n = {state: sum(s.state == state for s in specs) for state in ("passed", "failed", "hollow", "skipped")}
    text = f"{n['passed']} passed, {n['failed']} failed"
    text += f", {n['hollow']} hollow" if n["hollow"] else ""
    return text + (f", {n['skipped']} skipped" if n["skipped"] else "")


def main(arguments):
    flags = [a for a in arguments if a.startswith("--")]
    specs = read([a for a in arguments if not a.startswith("--")])
    if "--list" in flags:
        for s in specs:
            print(f"{s.group}: {s.name}")
        return 0
    for group in sorted({s.group for s in specs}):
        own = [s for s in specs if s.group == group]
        failed = any(s.state in ("failed", "hollow") for s in own)
        seconds = sum(s.seconds for s in own)
        print(f"{'FAIL' if failed else 'ok':4}  {group:45}  {seconds:6.1f} s  {counts(own)}")
        for s in own:
            if s.state != "passed" or "--specs" in flags:
                print(f"        {s.state:7}  {s.seconds:6.1f} s  {s.name}")
            if s.state != "passed":
                print(f"                 {s.error}")
    print(f"{counts(specs)}, {sum(s.seconds for s in specs):.0f} s")
    return 1 if not specs or any(s.state in ("failed", "hollow") for s in specs) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
