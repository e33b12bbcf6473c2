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


class Known:
    """Lines of a file: NAME SEQUENCE PATH, the latter two regular expressions that match from the start; '#' comments.
    docs/api-differences.md gives the reason for each name."""

    def __init__(self, file):
        self.rules, self.used = [], set()
        for line in open(file, encoding="utf-8"):
            line = line.strip()
            if line and not line.startswith("#"):
                name, sequence, path = line.split()
                self.rules.append((name, re.compile(sequence), re.compile(path)))

    def covers(self, sequence, path):
        for name, s, p in self.rules:
            if s.match(sequence) and p.match(path):
                self.used.add(name)
                return True
        return False

    def unexplained(self, document):
        """Names without a reason in the documentation."""
        text = open(document, encoding="utf-8").read() if os.path.exists(document) else ""
        return sorted({name for name, _, _ in self.rules if f"`{name}`" not in text})
