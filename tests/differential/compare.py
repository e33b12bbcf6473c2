"""Differences between two canonical values, and which of them are known."""

import json
import os
import re


def differences(a, b, path=""):
    """(path, a, b) of each difference; if the status differs, the whole responses."""
    if not path and a.get("status") != b.get("status"):
        yield ".", a, b
        return
    if isinstance(a, dict) and isinstance(b, dict):
        for k in sorted(set(a) | set(b)):
            at = f"{path}.{k}"
            if k not in a:
                yield at, "<nothing>", b[k]
            elif k not in b:
                yield at, a[k], "<nothing>"
            else:
                yield from differences(a[k], b[k], at)
    elif isinstance(a, list) and isinstance(b, list):
        for i in range(max(len(a), len(b))):
            at = f"{path}[{i}]"
            if i >= len(a):
                yield at, "<nothing>", b[i]
            elif i >= len(b):
                yield at, a[i], "<nothing>"
            else:
                yield from differences(a[i], b[i], at)
    elif a != b or isinstance(a, bool) != isinstance(b, bool):
        yield path, a, b


def shown(v):
    return v if isinstance(v, str) else json.dumps(v, ensure_ascii=False, sort_keys=True)


class Rule:
    """One line: NAME :: SEQUENCE :: STEP :: PATH :: A => B. STEP is the number of the step in reports. All but NAME are
    regular expressions for the whole text; A => B is one expression for both values, so that it can express common parts."""

    def __init__(self, line):
        self.line = line
        self.name, sequence, step, path, values = line.split(" :: ", 4)
        self.sequence, self.step, self.path = re.compile(sequence), re.compile(step), re.compile(path)
        self.values = re.compile(values, re.DOTALL)
        self.seen = False

    def __str__(self):
        return self.line

    def covers(self, sequence, step, path, a, b):
        return (self.step.fullmatch(str(step)) and self.sequence.fullmatch(sequence) and self.path.fullmatch(path)
                and self.values.fullmatch(f"{shown(a)} => {shown(b)}"))


class Known:
    """The lines of a file; '#' comments. docs/api-differences.md gives the reason for each name."""

    def __init__(self, file):
        self.rules = []
        for line in open(file, encoding="utf-8"):
            line = line.rstrip("\n")
            if line and not line.startswith("#"):
                self.rules.append(Rule(line))

    def covers(self, sequence, step, path, a, b):
        found = [r for r in self.rules if r.covers(sequence, step, path, a, b)]
        for rule in found:
            rule.seen = True
        return bool(found)

    def seen(self):
        return sorted({r.name for r in self.rules if r.seen})

    def gone(self, names, everything):
        """Rules that no difference needs any more. `names`: the sequences that ran; `everything`: all sequences ran."""
        return [r for r in self.rules if not r.seen and (everything or any(r.sequence.fullmatch(n) for n in names))]

    def unexplained(self, document):
        """Names without a reason in the documentation."""
        text = open(document, encoding="utf-8").read() if os.path.exists(document) else ""
        return sorted({r.name for r in self.rules if f"`{r.name}`" not in text})
