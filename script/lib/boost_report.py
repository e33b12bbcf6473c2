#!/usr/bin/env python3
"""boost_report.py EXECUTABLE LOG EXIT_CODE LIMIT [--filtered]

Reads what a Boost.Test executable wrote with --log_level=unit_scope and prints the whole output of each test case that
failed, then a line for each that was skipped; the last line is 'PASSED FAILED SKIPPED'. It counts from the log, because
Boost's own report calls cases passed that never ran (after a crash, or when a suite's fixture threw).
"""

import re
import signal
import subprocess
import sys

SCOPE = re.compile(r'\(\d+\): (Entering|Leaving) test (module|suite|case) "([^"]*)"')
MODULE = re.compile(r'(Entering|Leaving) test module "')
SKIPPED = re.compile(r'Test (case|suite) "([^"]*)" is skipped because (.*)')
ERROR = re.compile(r'error: in "')


def content(executable):
    """The paths of all test cases that are enabled."""
    listing = subprocess.run([executable, "--list_content"], capture_output=True, text=True, check=False, timeout=60)
    rows = []
    for line in (listing.stderr + listing.stdout).splitlines():
        match = re.match(r"( *)([^\s*:]+)(\*?)", line)
        if match:
            rows.append((len(match.group(1)) // 4, match.group(2), bool(match.group(3))))
    cases, path = [], []
    for i, (depth, name, enabled) in enumerate(rows):
        path[depth:] = [name]
        leaf = i + 1 == len(rows) or rows[i + 1][0] <= depth
        if leaf and enabled:
            cases.append("/".join(path))
    return cases


def how_it_ended(code, limit):
    if code in (124, 137):
        return f"did not end within {limit} s"
    if code > 128:
        number = code - 128
        return f"was ended by {signal.Signals(number).name if number in list(signal.Signals) else f'signal {number}'}"
    return f"ended with exit code {code}"


class Report:
    def __init__(self, executable, filtered):
        self.executable, self.filtered = executable, filtered
        self.passed = self.failed = self.skipped = 0
        self.suites, self.case, self.section, self.outside = [], None, [], []
        self.shown, self.skips = [], []

    def path(self, name):
        return "/".join(self.suites + [name])

    def line(self, line):
        scope = SCOPE.search(line)
        if self.case is not None:
            self.section.append(line)
            if scope and scope.group(1) == "Leaving" and scope.group(2) == "case" and scope.group(3) == self.case:
                self.leave_case()
        elif scope and scope.group(2) == "case":
            self.case, self.section, self.outside = scope.group(3), [line], []
        elif scope and scope.group(2) == "suite":
            if scope.group(1) == "Entering":
                self.suites.append(scope.group(3))
            elif self.suites:
                self.suites.pop()
        elif MODULE.search(line):
            pass
        elif SKIPPED.search(line):
            self.skip(*SKIPPED.search(line).groups())
        else:
            self.outside.append(line)
            if ERROR.search(line):  # a fixture of a suite
                self.failed += 1
                self.shown.append(line)

    def leave_case(self):
        if any(ERROR.search(line) for line in self.section):
            self.failed += 1
            self.show(f"FAILED {self.path(self.case)}", self.section)
        else:
            self.passed += 1
        self.case, self.section = None, []

    def skip(self, what, name, reason):
        if self.filtered and reason.startswith("disabled"):
            return
        # A case is logged with its path, a suite with its name.
        path = name if what == "case" else self.path(name)
        count = 1 if what == "case" else sum(case.startswith(path + "/") for case in content(self.executable))
        self.skipped += count
        self.skips.append(f"skipped {path}{'' if what == 'case' else f' ({count} test cases)'}: {reason}")

    def show(self, title, lines):
        self.shown += [f"--- {title}", *lines]

    def end(self, code, limit):
        if code == 0:
            self.passed, self.failed, self.shown = self.passed + self.failed, 0, []
        elif self.case is not None:
            self.failed += 1
            self.show(f"FAILED {self.path(self.case)}: the executable {how_it_ended(code, limit)} in it; what follows did not run",
                      self.section)
        elif self.failed == 0:
            self.failed = 1
            self.show(f"FAILED: the executable {how_it_ended(code, limit)}", self.outside)
        elif any("Sanitizer" in line for line in self.outside):
            self.show("after the last test case", self.outside)


def main(arguments):
    executable, log, code, limit = arguments[:4]
    with open(log, encoding="utf-8", errors="replace") as file:
        lines = file.read().splitlines()
    filtered = "--filtered" in arguments
    if filtered and any("no test cases matching filter" in line for line in lines):
        print("0 0 0")
        return
    report = Report(executable, filtered)
    for line in lines:
        report.line(line)
    report.end(int(code), limit)
    for line in report.shown + report.skips:
        print(line)
    print(report.passed, report.failed, report.skipped)


main(sys.argv[1:])
