"""What suites found on the two servers, the list of known differences, and the table of both."""

import difflib
import os
import re

from servers import EMBEDDED, HERE, REAL, ROOT

PASSED, FAILED, SKIPPED = "passed", "failed", "skipped"


class Outcome:
    """A suite on one server: `tests` has the verdict of each test by name, and `problems` why some failed. A test with an entry in
    `answers` passes on the embedded server if the entry is the real one's."""

    def __init__(self, suite, side):
        self.suite, self.side, self.tests, self.problems, self.answers = suite, side, {}, {}, {}
        self.wall = self.cpu = self.test_cpu = self.peak = 0.0
        self.broken = ""  # why the suite as a whole has failed

    def add(self, name, verdict, problem=""):
        unique, n = name, 1
        while unique in self.tests:
            n += 1
            unique = f"{name} #{n}"
        self.tests[unique] = verdict
        if problem:
            self.problems[unique] = problem

    def count(self, verdict):
        return sum(v == verdict for v in self.tests.values())


def compare(real, embedded):
    """Tests whose answers differ have failed on the embedded server."""
    for test, answer in real.answers.items():
        other = embedded.answers.get(test)
        if other is not None and other != answer:
            embedded.tests[test] = FAILED
            lines = difflib.unified_diff(answer.splitlines(), other.splitlines(), REAL, EMBEDDED, lineterm="", n=2)
            embedded.problems[test] = "\n".join(list(lines)[:40])


def leave_uncompared(outcome):
    """Tests that consist of a comparison prove nothing on one server alone."""
    for test in outcome.answers:
        if outcome.tests.get(test) == PASSED:
            outcome.tests[test] = SKIPPED


class Known:
    """The file 'known': NAME :: SIDE :: SUITE :: TEST. SIDE is the server on which the test fails: `embedded`, `real` or `both`, with
    a `?` if it does not fail each time. SUITE and TEST are regular expressions for the whole name. docs/peers.md has the reasons."""

    def __init__(self):
        with open(os.path.join(ROOT, "docs/peers.md"), encoding="utf-8") as f:
            reasons = f.read()
        self.rules = []
        with open(os.path.join(HERE, "known"), encoding="utf-8") as f:
            for line in f.read().splitlines():
                if not line or line.startswith("#"):
                    continue
                name, side, suite, test = line.split(" :: ")
                at_times, side = side.endswith("?"), side.removesuffix("?")
                if f"`{name}`" not in reasons:
                    raise SystemExit(f"docs/peers.md has no reason for '{name}'")
                if side not in (EMBEDDED, REAL, "both"):
                    raise SystemExit(f"tests/peers/known: '{side}' is no side")
                self.rules.append({"line": line, "side": side, "suite": re.compile(suite), "test": re.compile(test), "may": at_times, "used": set(), "idle": set()})

    def covers(self, outcome, test):
        for rule in self.rules:
            if rule["side"] in (outcome.side, "both") and rule["suite"].fullmatch(outcome.suite) and rule["test"].fullmatch(test):
                rule["used"].add(outcome.side)
                return True
        return False

    def passes(self, outcome, test):
        """Remembers that a test passed which is known to fail."""
        for rule in self.rules:
            if rule["side"] in (outcome.side, "both") and rule["suite"].fullmatch(outcome.suite) and rule["test"].fullmatch(test):
                rule["idle"].add(outcome.side)

    def stale(self):
        return [r["line"] for r in self.rules if not r["may"] and r["idle"] - r["used"]]


def judge(outcomes, known):
    """Prints what failed and is not known; the numbers of passed and failed tests. A test that one server ran and the other did not counts
    as failed there."""
    passed = failed = 0
    names = {}
    for o in outcomes:
        names.setdefault(o.suite, set()).update(t for t, v in o.tests.items() if v != SKIPPED)
    for o in outcomes:
        for test in sorted(names[o.suite]):
            if o.broken and test not in o.tests:
                continue  # counted once below
            if o.tests.get(test) == PASSED:
                passed += 1
                known.passes(o, test)
            elif known.covers(o, test):
                passed += 1
            else:
                failed += 1
                print(f"FAIL {o.suite} on {o.side}: {test}")
                print("    " + "\n    ".join((o.problems.get(test) or o.tests.get(test, "did not run")).splitlines()[:30]), flush=True)
        if o.broken:
            failed += 1
            print(f"FAIL {o.suite} on {o.side}: {o.broken}")
    for line in known.stale():
        failed += 1
        print(f"FAIL no longer occurs: {line}")
    return passed, failed


def cells(suite, by_side):
    real, ours = by_side.get(REAL), by_side.get(EMBEDDED)

    def both(text):
        return [text(o) if o else "" for o in (real, ours)]

    def ran(o):
        return f"{o.count(PASSED)} of {sum(v != SKIPPED for v in o.tests.values())}"

    return [suite, *both(ran), *both(lambda o: f"{o.wall:.1f}"), *both(lambda o: f"{o.cpu:.2f}"), *both(lambda o: f"{o.test_cpu:.1f}"),
            *both(lambda o: f"{o.peak:.0f}")]


HEAD = ["suite", "passed, real", "here", "wall s, real", "here", "CPU s, real", "here", "test's CPU s, real", "here", "MiB, real", "here"]


def table(outcomes, markdown):
    """The outcomes by suite, and their sums."""
    suites = {}
    for o in outcomes:
        suites.setdefault(o.suite, {})[o.side] = o
    rows = [cells(suite, by_side) for suite, by_side in suites.items()]
    total = {}
    for side in (REAL, EMBEDDED):
        of_side = [o for o in outcomes if o.side == side]
        if of_side:
            total[side] = sum_of(of_side, side)
    rows.append(cells("all", total))
    if markdown:
        lines = ["| " + " | ".join(r) + " |" for r in (HEAD, *rows)]
        return "\n".join([lines[0], "|" + "---|" * len(HEAD), *lines[1:]])
    widths = [max(len(r[i]) for r in (HEAD, *rows)) for i in range(len(HEAD))]
    return "\n".join("  ".join(c.ljust(w) if i == 0 else c.rjust(w) for i, (c, w) in enumerate(zip(r, widths))) for r in (HEAD, *rows))


def sum_of(outcomes, side):
    total = Outcome("all", side)
    for o in outcomes:
        for test, verdict in o.tests.items():
            total.add(f"{o.suite} {test}", verdict)
        total.wall, total.cpu, total.test_cpu = total.wall + o.wall, total.cpu + o.cpu, total.test_cpu + o.test_cpu
        total.peak = max(total.peak, o.peak)
    return total
