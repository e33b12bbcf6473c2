#!/usr/bin/env python3
"""run_boost_test.py EXECUTABLE LOG LIMIT : runs a Boost.Test executable for CTest.

Runs it for at most LIMIT seconds with its output in LOG. Prints the whole output of each failed test case, then
'N passed, N failed, N skipped', which it also writes to LOG.counts; LOG.skipped has a line for each skipped one. The exit code is 1 if a case failed, 77 if
no case ran. It counts from the log, because Boost's own report counts cases as passed that never ran (after a crash, or when a
suite's fixture threw).

SETPOINT_TEST_FILTER: only cases or suites whose name contains it, or Boost.Test's own form with a '/', suite/case.
"""

import os
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


def options(wanted):
    given = ["--log_level=unit_scope", "--log_sink=stderr", "--report_level=no", "--color_output=no"]
    if os.environ.get("SETPOINT_SANITIZED"):
        given.append("--catch_system_errors=no")  # a sanitizer reports a crash better than Boost's signal handlers do
    if "/" in wanted:
        given.append(f"--run_test={wanted}")
    elif wanted:
        given += [f"--run_test=*{wanted}*", f"--run_test=*/*{wanted}*"]
    return given


def run(executable, log, limit, wanted):
    """Its exit code, as in a shell; 124 after a timeout."""
    os.makedirs(os.path.dirname(log), exist_ok=True)
    # exec keeps the pid, so a control plane that the test starts ends with the test, however the test ends.
    command = ["timeout", "-k", "15", limit, "bash", "-c", 'export SETPOINT_CLUSTER_FOR_PID=$$; exec "$@"', "run",
               executable, *options(wanted)]
    with open(log, "w", encoding="utf-8") as out:
        code = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=out, stderr=out, check=False).returncode
    return code if code >= 0 else 128 - code


def main(arguments):
    executable, log, limit = arguments
    wanted = os.environ.get("SETPOINT_TEST_FILTER", "")
    code = run(executable, log, limit, wanted)
    with open(log, encoding="utf-8", errors="replace") as file:
        lines = file.read().splitlines()
    report = Report(executable, bool(wanted))
    if not (wanted and any("no test cases matching filter" in line for line in lines)):
        for line in lines:
            report.line(line)
        report.end(code, limit)
    for line in report.shown:
        print(line)
    with open(log + ".skipped", "w", encoding="utf-8") as file:
        file.writelines(line + "\n" for line in report.skips)
    counts = f"{report.passed} passed, {report.failed} failed, {report.skipped} skipped"
    print(counts)
    with open(log + ".counts", "w", encoding="utf-8") as file:
        file.write(f"{report.passed} {report.failed} {report.skipped}\n")
    return 1 if report.failed else 0 if report.passed else 77


sys.exit(main(sys.argv[1:]))
