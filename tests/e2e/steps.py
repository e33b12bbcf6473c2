"""Steps: each awaits a condition until its deadline, and is a line of the transcript and a test case of the JUnit report."""

import sys
import time
from xml.sax.saxutils import escape, quoteattr


class Failed(Exception):
    """A step did not succeed; the transcript already contains it."""


class Unable(Exception):
    """This machine cannot run it; the text says why."""


class Steps:
    def __init__(self):
        self.cases = []  # (section, what, seconds, failure or None)
        self.section = ""
        self.begin = time.monotonic()
        colours = ("\033[1m", "\033[32m", "\033[31m", "\033[0m") if sys.stdout.isatty() else ("",) * 4
        self.bold, self.green, self.red, self.off = colours

    def title(self, text):
        self.section = text
        print(f"\n{self.bold}{text}{self.off}", flush=True)

    def note(self, text):
        print(f"  {text}", flush=True)

    def until(self, what, check, limit=60):
        """Calls check() until it returns something true, and returns that. An exception counts as "not yet", and is shown at
        the end."""
        begin, last = time.monotonic(), None
        while True:
            try:
                found = check()
                if found:
                    self._passed(what, time.monotonic() - begin)
                    return found
                last = None
            except Exception as e:  # what is awaited may not exist yet
                last = e
            if time.monotonic() - begin > limit:
                self._failed(what, time.monotonic() - begin, f"not within {limit} s" + (f": {last}" if last else ""))
            time.sleep(0.1)

    def check(self, what, holds, why=""):
        """A condition that must hold now."""
        if holds:
            self._passed(what, 0)
        else:
            self._failed(what, 0, str(why))

    def do(self, what, action):
        """An action that must not raise; returns its result."""
        begin = time.monotonic()
        try:
            found = action()
        except Unable:
            raise
        except Exception as e:
            self._failed(what, time.monotonic() - begin, str(e))
        self._passed(what, time.monotonic() - begin)
        return found

    def _passed(self, what, seconds):
        self.cases.append((self.section, what, seconds, None))
        print(f"  {self.green}✓{self.off} {what}" + (f" ({seconds:.1f} s)" if seconds >= 0.05 else ""), flush=True)

    def _failed(self, what, seconds, why):
        self.cases.append((self.section, what, seconds, why))
        print(f"  {self.red}✗ {what}: {why}{self.off}", flush=True)
        raise Failed(what)

    @property
    def failures(self):
        return sum(1 for *_, failure in self.cases if failure is not None)

    def summary(self):
        passed, seconds = len(self.cases) - self.failures, time.monotonic() - self.begin
        if self.failures:
            print(f"\n{self.red}{self.failures} steps failed{self.off}, {passed} steps verified in {seconds:.0f} s")
        else:
            print(f"\n{self.green}{passed} steps verified{self.off} in {seconds:.0f} s")

    def junit(self, file):
        with open(file, "w") as out:
            out.write('<?xml version="1.0" encoding="UTF-8"?>\n'
                      f'<testsuites name="e2e" tests="{len(self.cases)}" failures="{self.failures}">\n')
            for section in dict.fromkeys(s for s, *_ in self.cases):
                cases = [c for c in self.cases if c[0] == section]
                failures = sum(c[3] is not None for c in cases)
                out.write(f'<testsuite name={quoteattr(section)} tests="{len(cases)}" failures="{failures}">\n')
                for _, what, seconds, failure in cases:
                    out.write(f'<testcase classname={quoteattr(section)} name={quoteattr(what)} time="{seconds:.3f}">')
                    if failure is not None:
                        out.write(f"<failure>{escape(failure)}</failure>")
                    out.write("</testcase>\n")
                out.write("</testsuite>\n")
            out.write("</testsuites>\n")
