"""One measured process: started, pinned, read from /proc, ended by its pid."""

import os
import signal
import subprocess
import time

from . import machine

TICK = os.sysconf("SC_CLK_TCK")


class Died(Exception):
    pass


class Process:
    def __init__(self, name, command, core, log, env=None):
        self.name, self.log = name, log
        self.started = machine.boot_ns()
        with open(log, "ab") as out:
            self.popen = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, stderr=out,
                                          env={**os.environ, **(env or {})}, preexec_fn=machine.pinned(core))
        self.pid = self.popen.pid

    def alive(self):
        return self.popen.poll() is None

    def check(self):
        if self.alive():
            return
        with open(self.log, errors="replace") as f:
            tail = "".join(f.readlines()[-8:])
        raise Died(f"{self.name} has ended with code {self.popen.returncode}; the end of its log {self.log}:\n{tail}")

    def stop(self, sig=signal.SIGTERM, limit=15):
        if self.alive():
            self.popen.send_signal(sig)
            try:
                self.popen.wait(limit)
            except subprocess.TimeoutExpired:
                self.popen.kill()
                self.popen.wait()

    def _read(self, name):
        with open(f"/proc/{self.pid}/{name}") as f:
            return f.read()

    def cpu(self):
        """CPU seconds so far: all (exact, over all threads), user and system (by ticks)."""
        exact = 0
        for task in os.listdir(f"/proc/{self.pid}/task"):
            try:
                exact += int(self._read(f"task/{task}/schedstat").split()[0])
            except (OSError, IndexError):
                pass
        f = self._read("stat").rsplit(") ", 1)[1].split()
        user, system = int(f[11]) / TICK, int(f[12]) / TICK
        return exact / 1e9 if exact else user + system, user, system

    def wake_ups(self):
        """Voluntary context switches of all threads, which equal the wake-ups."""
        total = 0
        for task in os.listdir(f"/proc/{self.pid}/task"):
            try:
                status = self._read(f"task/{task}/status")
            except OSError:
                continue
            total += int(status.split("\nvoluntary_ctxt_switches:")[1].split()[0])
        return total

    def memory(self):
        """MiB: resident now, peak resident, and proportional set size (PSS)."""
        status = dict(line.split(":", 1) for line in self._read("status").strip().split("\n") if ":" in line)
        pss = [line.split()[1] for line in self._read("smaps_rollup").split("\n") if line.startswith("Pss:")]
        return {"rss": int(status["VmRSS"].split()[0]) / 1024, "peak": int(status["VmHWM"].split()[0]) / 1024,
                "pss": int(pss[0]) / 1024 if pss else 0.0}

    def forget_peak(self):
        with open(f"/proc/{self.pid}/clear_refs", "w") as f:
            f.write("5")

    def wait_quiet(self, limit, calm=0.6, also=lambda: True):
        """Waits until it uses next to no CPU for `calm` seconds and also() holds. Returns the start of these seconds
        in boot_ns()."""
        end = time.monotonic() + limit
        last, busy_until = self.cpu()[0], machine.boot_ns()
        while True:
            time.sleep(0.05)
            self.check()
            now = self.cpu()[0]
            if now - last > 0.002:  # 4 % of a core; Go's runtime wakes up by itself
                busy_until = machine.boot_ns()
            last = now
            if machine.boot_ns() - busy_until > calm * 1e9:
                if also():
                    return busy_until
                busy_until = machine.boot_ns()
            if time.monotonic() > end:
                raise Died(f"{self.name} has not come to rest in {limit} s; see {self.log}")


class Window:
    """CPU time, wake-ups and wall time of a process between two moments."""

    def __init__(self, process):
        self.process = process
        self.at, self.cpu, self.woken = machine.boot_ns(), process.cpu(), process.wake_ups()

    def end(self):
        cpu = [n - b for n, b in zip(self.process.cpu(), self.cpu)]
        return {"seconds": (machine.boot_ns() - self.at) / 1e9, "cpu_s": cpu[0], "cpu_user_s": cpu[1], "cpu_system_s": cpu[2],
                "wake_ups": self.process.wake_ups() - self.woken}
