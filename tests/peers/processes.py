"""Processes and what they cost: CPU seconds and the peak of their resident memory, from /proc."""

import os
import subprocess
import threading
import time

TICK = os.sysconf("SC_CLK_TCK")
SERVERS = ("kube-apiserver", "etcd", "setpoint")  # kube-controller-manager and others are named by whoever starts them


def stat(pid):
    """The fields of /proc/PID/stat from the state on, or None when the process is gone."""
    try:
        with open(f"/proc/{pid}/stat", encoding="ascii", errors="replace") as f:
            return f.read().rpartition(")")[2].split()
    except OSError:
        return None


def cpu_of(pids):
    """Seconds so far of these processes."""
    return sum((int(s[11]) + int(s[12])) / TICK for s in map(stat, pids) if s)


def peak_of(pids):
    """MiB: the sum of the peaks of these processes."""
    total = 0
    for pid in pids:
        try:
            with open(f"/proc/{pid}/status", encoding="ascii", errors="replace") as f:
                total += sum(int(line.split()[1]) for line in f if line.startswith("VmHWM:"))
        except OSError:
            pass
    return total / 1024


def children_of(pid):
    """All descendants, with the names of their programs."""
    out, todo = {}, [pid]
    while todo:
        at = todo.pop()
        try:
            tasks = os.listdir(f"/proc/{at}/task")
        except OSError:
            continue
        for task in tasks:
            try:
                with open(f"/proc/{at}/task/{task}/children", encoding="ascii") as f:
                    found = [int(x) for x in f.read().split()]
                for child in found:
                    with open(f"/proc/{child}/comm", encoding="utf-8", errors="replace") as f:
                        out[child] = f.read().strip()
            except OSError:
                continue
            todo += found
    return out


def kill_all(pid):
    """Kills the processes of a session, also those whose parents have ended: some suites leave servers behind."""
    for each in filter(str.isdigit, os.listdir("/proc")):
        fields = stat(int(each))
        if fields and int(fields[3]) == pid:
            try:
                os.kill(int(each), 9)
            except ProcessLookupError:
                pass


class Ended:
    """What a program did and used. `servers` and `test` are CPU seconds: of the processes that it started and waited for, and its
    own; `peak` is the largest sum of the peaks of API servers and etcds that ran at once, in MiB."""

    def __init__(self, code, wall, servers, test, peak):
        self.code, self.wall, self.servers, self.test, self.peak = code, wall, servers, test, peak


def run(argv, log, limit, cwd=None, env=None):
    """Runs a program that starts its own servers. After `limit` seconds it is killed with all its children; its code is then None."""
    begin, peak, expired = time.monotonic(), 0.0, False
    with open(log, "wb") as out:
        p = subprocess.Popen(argv, stdin=subprocess.DEVNULL, stdout=out, stderr=out, cwd=cwd, env=env, start_new_session=True)
        ended = threading.Event()

        def wait():  # WNOWAIT leaves the zombie, whose record has the times of its children apart from its own
            os.waitid(os.P_PID, p.pid, os.WEXITED | os.WNOWAIT)
            ended.set()

        threading.Thread(target=wait, daemon=True).start()
        try:
            while not ended.wait(0.05):
                known = children_of(p.pid)
                peak = max(peak, peak_of([c for c, name in known.items() if name in SERVERS]))
                if not expired and time.monotonic() - begin > limit:
                    expired = True
                    kill_all(p.pid)
            wall, fields = time.monotonic() - begin, stat(p.pid)
        finally:  # also when this program is interrupted
            kill_all(p.pid)
            p.wait()
    own, children = (int(fields[i]) + int(fields[i + 1]) for i in (11, 13))
    return Ended(None if expired else p.returncode, wall, children / TICK, own / TICK, peak)
