"""The machine of the measurement, and its load meanwhile."""

import os
import platform
import re
import subprocess
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def boot_ns():
    """The clock of the times that the replay server reports."""
    return time.clock_gettime_ns(time.CLOCK_BOOTTIME)


def first_line(*command):
    try:
        return subprocess.run(command, capture_output=True, text=True, cwd=ROOT, timeout=30).stdout.strip().split("\n")[0]
    except (OSError, subprocess.TimeoutExpired):
        return ""


def cpu_times():
    """CPU time of the whole machine in ticks: all, idle, stolen by the host."""
    with open("/proc/stat") as f:
        v = [int(x) for x in f.readline().split()[1:9]]
    return sum(v), v[3] + v[4], v[7]


CORES = sorted(os.sched_getaffinity(0))  # before any affinity is set


def only(core):
    return {CORES[core]} if len(CORES) > core else set(CORES)


def pinned(core):
    """For Popen: the process runs only on this core, if there are two."""
    return lambda: os.sched_setaffinity(0, only(core))


def leave_the_second_core():
    """Drivers and checks share the core of the server: the measured program has its own core."""
    os.sched_setaffinity(0, only(0))


class Watch:
    """The load of the machine between two calls: stolen time and the use by others show whether a figure is valid."""

    def __init__(self):
        self.begin = cpu_times()

    def shares(self):
        now = cpu_times()
        all_, idle, steal = (n - b for n, b in zip(now, self.begin))
        return {"busy_percent": round(100 * (all_ - idle) / max(all_, 1), 2), "steal_percent": round(100 * steal / max(all_, 1), 2)}


def describe():
    with open("/proc/cpuinfo") as f:
        model = re.search(r"model name\s*: (.*)", f.read())
    with open("/proc/meminfo") as f:
        memory = int(f.readline().split()[1])
    peers = os.path.join(ROOT, "bench/peers")
    go_mod = open(os.path.join(peers, "go/go.mod")).read()
    lock = os.path.join(peers, "rust/Cargo.lock")
    kube = re.search(r'name = "kube"\nversion = "([^"]+)"', open(lock).read()) if os.path.exists(lock) else None
    return {
        "cpu": model.group(1) if model else platform.machine(),
        "cores": len(CORES),
        "memory_gib": round(memory / 1024 / 1024, 1),
        "kernel": platform.release(),
        "commit": first_line("git", "rev-parse", "--short=12", "HEAD"),
        "tree_is_clean": not first_line("git", "status", "--porcelain", "--", "src", "include", "bench/peers", "bench/replay", "cmake"),
        "clang": first_line("clang++-19", "--version"),
        "go": first_line("go", "version"),
        "rustc": first_line("rustc", "--version"),
        "controller-runtime": re.search(r"controller-runtime (v\S+)", go_mod).group(1),
        "client-go": re.search(r"client-go (v\S+)", go_mod).group(1),
        "kube-rs": kube.group(1) if kube else "",
        "python": platform.python_version(),
    }
