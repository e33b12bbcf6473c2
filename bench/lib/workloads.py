"""The workloads on the replay server. Each function starts a server and one program, and passes its metrics to `put`."""

import os
import time

from . import machine, sizes
from .process import Window
from .replay import Replay


class Wrong(Exception):
    """The end state is wrong: the run does not count."""


class Run:
    """One program with one replay server."""

    def __init__(self, program, work, **fleet):
        self.program, self.server = program, Replay(work, **fleet)
        self.log = os.path.join(work, f"{program.name}.log")
        open(self.log, "w").close()
        self.process, self.server_cpu = None, None

    def start(self, election=None):
        self.server.ask("reset")
        self.server_cpu = self.server.process.cpu()[0]
        self.process = self.program.start(self.server.kubeconfig, self.log, election)
        return self.process

    def synced(self, limit=300):
        """Waits until the program has read everything and rests; returns the moment when it began to rest."""
        return self.process.wait_quiet(limit, also=lambda: self.server.watches() >= 3)

    def verify(self):
        wrong = self.server.wrong()
        if wrong:
            raise Wrong(f"{self.program.name}: {wrong}; see {self.log}")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process:
            self.process.stop()
        self.server.stop()


def requests_of(report):
    """Calls and bytes as the server counted them."""
    lines = report["requests"].values()
    return {"api_calls": sum(x["count"] for x in lines), "bytes_sent_by_program": sum(x["received"] for x in lines),
            "bytes_sent_by_server": sum(x["sent"] for x in lines) + report["streamed"]}


def put_window(put, run, window, report, per=0):
    for name, value in window.end().items():
        put(name, value)
    calls = requests_of(report)
    for name, value in calls.items():
        put(name, value)
    if per:
        put("api_calls_per_change", calls["api_calls"] / per)
        put("bytes_per_change", (calls["bytes_sent_by_program"] + calls["bytes_sent_by_server"]) / per)
    put("writes_that_changed_nothing", report["writes_that_changed_nothing"])
    put("writes_nobody_waited_for", report["writes_nobody_waited_for"])


def put_memory(put, process, prefix=""):
    for name, value in process.memory().items():
        put(f"{prefix}{name}_mib", value)


def put_latency(put, report, key="child_ms"):
    for name, value in report[key].items():
        put(f"{key.split('_')[0]}_{name}_ms" if name != "count" else "changes", value)


def w0(program, work, put, size):
    with Run(program, work, objects=1000) as run:
        run.start()
        run.synced()
        window, before = Window(run.process), run.server.report()
        time.sleep(size["idle_seconds"])
        end = window.end()
        put("seconds", end["seconds"])
        put("cpu_ms_per_minute", end["cpu_s"] * 60e3 / end["seconds"])
        put("wake_ups_per_second", end["wake_ups"] / end["seconds"])
        put("api_calls", requests_of(run.server.report())["api_calls"] - requests_of(before)["api_calls"])
        put_memory(put, run.process)
        run.verify()


def start(program, work, put, size):
    """exec to the first reconcile: a WebServer without children exists, and the run waits for its first write."""
    with Run(program, work, objects=10, bare=1) as run:
        process = run.start()
        report = run.server.wait_done(60)
        put("exec_to_first_write_ms", (report["first_write"] - process.started) / 1e6)
        put("exec_to_done_ms", (report["last_write"] - process.started) / 1e6)
        process.wait_quiet(30)
        put_memory(put, process)
        put("executable_mib", program.size() / 1024 / 1024)
        for metric, mib in sizes.in_image(program.name, program.executable()).items():
            put(metric, mib)
        run.verify()


def sync(run, put):
    """W1 for the given run."""
    process = run.start()
    rested = run.synced()
    put("exec_to_synced_s", (rested - process.started) / 1e9)
    cpu = process.cpu()
    for name, value in zip(("cpu_s", "cpu_user_s", "cpu_system_s"), cpu):
        put(name, value)
    report = run.server.report()
    for name, value in requests_of(report).items():
        put(name, value)
    put("writes", report["writes"])
    time.sleep(1.5)
    put_memory(put, process)
    run.verify()


def w1(program, work, put, size):
    for objects, bytes_each in size["sync"]:
        with Run(program, work, objects=objects, size=bytes_each, child_size=bytes_each) as run:
            sync(run, lambda name, value: put(name, value, case=f"{objects} of {bytes_each}"))


def w2(program, work, put, size):
    count = size["storm"]
    with Run(program, work, objects=0) as run:
        process = run.start()
        run.synced()
        run.server.ask("reset")
        window = Window(process)
        begin = run.server.ask("create", count=count)["now"]
        report = run.server.wait_done(300)
        process.wait_quiet(60)
        report = run.server.report()
        put("seconds_to_done", (report["last_write"] - begin) / 1e9)
        put_window(put, run, window, report, count)
        put_memory(put, process)
        run.verify()


def open_loop(run, put, rate, seconds, seed, **more):
    """Changes at a rate; metrics of the program meanwhile."""
    run.server.ask("reset")
    window, load = Window(run.process), machine.Watch()
    server_before = run.server.process.cpu()[0]
    run.server.ask("start", rate=rate, seconds=seconds, seed=seed, **more)
    time.sleep(seconds)
    report = run.server.wait_done(60)
    run.process.wait_quiet(30)
    report = run.server.report()
    put_window(put, run, window, report, report["due"])
    put_latency(put, report)
    put("whole_p50_ms", report["whole_ms"]["p50"])
    put("whole_p99_ms", report["whole_ms"]["p99"])
    put("generator_behind_p99_ms", report["generator_behind_ms"]["p99"])
    put("server_busy_percent", 100 * (run.server.process.cpu()[0] - server_before) / seconds)
    put("steal_percent", load.shares()["steal_percent"])
    if report["open"]:
        raise Wrong(f"{run.program.name}: {report['open']} changes at {rate}/s were not answered within a minute")
    run.verify()
    return report


def w3(program, work, put, size):
    # Enough WebServers for each to change about once, since each framework combines repeated Events differently.
    with Run(program, work, objects=size["fleet"]) as run:
        run.start()
        run.synced()
        for i, rate in enumerate(size["rates"]):
            open_loop(run, lambda name, value: put(name, value, case=f"{rate}/s"), rate, size["seconds"], 100 + i)


def w4_w5(program, work, put, size):
    """On the large fleet: W1, a re-sync without any write, then a forced re-list."""
    objects = size["large"]
    with Run(program, work, objects=objects) as run:
        sync(run, lambda name, value: put(name, value, workload="W1", case=f"{objects} of 4096"))
        process = run.process
        steady = process.memory()["rss"]

        def ended(command):
            return run.server.watches() >= 3 if command == "expire" else not run.server.report()["running"]

        def phase(workload, command):
            before = program.reconciles(process)
            run.server.ask("reset")
            process.forget_peak()
            window, begin = Window(process), machine.boot_ns()
            run.server.ask(command)
            rested = process.wait_quiet(300, also=lambda: ended(command))
            report = run.server.report()
            emit = lambda name, value: put(name, value, workload=workload, case=f"{objects} objects")
            put_window(emit, run, window, report)
            emit("seconds_to_rest", (rested - begin) / 1e9)
            emit("cpu_us_per_object", window.end()["cpu_s"] * 1e6 / objects)
            put_memory(emit, process)
            emit("peak_over_steady", process.memory()["peak"] / steady)
            after = program.reconciles(process)
            if before is not None and after is not None:
                emit("reconciles", after - before)

        phase("W4", "touch")
        phase("W5", "expire")
        run.verify()


def w7(program, work, put, size):
    count, bytes_each = size["big"]
    with Run(program, work, objects=count, size=bytes_each) as run:
        sync(run, lambda name, value: put(name, value, case="sync"))
        open_loop(run, lambda name, value: put(name, value, case="5/s"), 5, size["seconds"], 7)
        put_memory(lambda name, value: put(name, value, case="after"), run.process)


def w8(program, work, put, size):
    with Run(program, work, objects=1000, foreign=1000) as run:
        run.start()
        run.synced()
        report = open_loop(run, put, size["noise_rate"], size["seconds"], 8, noise=0.9)
        put("wanted_changes", report["due"])


# name: (function, what it is, rough seconds for one program)
ON_REPLAY = {
    "start": (start, "exec to the first reconcile", 4),
    "W0": (w0, "idle with 1,000 WebServers", 64),
    "W1": (w1, "cold sync", 30),
    "W2": (w2, "create storm", 15),
    "W3": (w3, "open loop at fixed rates", 65),
    "W4-W5": (w4_w5, "W1, W4 (re-sync of everything) and W5 (forced re-list) with the largest fleet", 90),
    "W7": (w7, "objects of 1 MB", 25),
    "W8": (w8, "nine of ten events are nobody's business", 18),
}
FULL = {"idle_seconds": 60, "sync": [(1000, 4096), (10000, 4096), (20000, 10240)], "storm": 10000, "fleet": 5000,
        "rates": [10, 50, 100, 200], "seconds": 12, "large": 100000, "big": (200, 1000000), "noise_rate": 500}
QUICK = {"idle_seconds": 3, "sync": [(200, 4096)], "storm": 200, "fleet": 500, "rates": [8, 100], "seconds": 3,
         "large": 2000, "big": (5, 1000000), "noise_rate": 200}
