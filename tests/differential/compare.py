"""Differences between two canonical values, and which of them are known."""

import os
import re


def differences(a, b, path=""):
    """(path, a, b) of each place where they differ."""
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


class Rule:
    def __init__(self, name, sequence, path):
        self.name, self.sequence, self.path = name, re.compile(sequence), re.compile(path)
        self.seen = False

    def __str__(self):
        return f"{self.name} {self.sequence.pattern} {self.path.pattern}"


class Known:
    """Lines of a file: NAME SEQUENCE PATH, the latter two regular expressions that match from the start; '#' comments.
    docs/api-differences.md gives the reason for each name."""

    def __init__(self, file):
        self.rules = []
        for line in open(file, encoding="utf-8"):
            line = line.strip()
            if line and not line.startswith("#"):
                self.rules.append(Rule(*line.split()))

    def covers(self, sequence, path):
        for rule in self.rules:
            if rule.sequence.match(sequence) and rule.path.match(path):
                rule.seen = True
                return True
        return False

    def seen(self):
        return sorted({r.name for r in self.rules if r.seen})

    def gone(self, names, everything):
        """Rules that nothing needs any more. `names`: of the sequences that ran; `everything`: all did."""
        return [r for r in self.rules if not r.seen and (everything or any(r.sequence.match(n) for n in names))]

    def unexplained(self, document):
        """Names without a reason in the documentation."""
        text = open(document, encoding="utf-8").read() if os.path.exists(document) else ""
        return sorted({r.name for r in self.rules if f"`{r.name}`" not in text})
