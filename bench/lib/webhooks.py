"""The workloads that call webhooks. There is no API server: bench/webhook/load.cpp sends what one would send."""

import json
import os
import socket
import subprocess
import time

from . import machine
from .machine import ROOT
from .programs import free_port
from .process import Window
from .workloads import Wrong, put_memory

LOAD = os.path.join(ROOT, "build/release/bin/webhook_load")


class Served:
    """One program that serves its webhooks."""

    def __init__(self, program, work):
        self.program, self.certs = program, os.path.join(work, "certificates")
        if not os.path.exists(self.certs):
            os.mkdir(self.certs)
            subprocess.run([LOAD, "certificates", self.certs], check=True)
        # None of the programs has to reach an API server for its webhooks; two need an address.
        kubeconfig = os.path.join(work, "nowhere.kubeconfig")
        with open(kubeconfig, "w") as f:
            json.dump({"apiVersion": "v1", "kind": "Config", "current-context": "nowhere",
                       "clusters": [{"name": "nowhere", "cluster": {"server": "http://127.0.0.1:1"}}],
                       "contexts": [{"name": "nowhere", "context": {"cluster": "nowhere", "user": ""}}]}, f)
        self.port = free_port()
        self.process = program.start_webhooks(self.port, self.certs, kubeconfig, os.path.join(work, f"{program.name}-webhooks.log"))

    def wait_listening(self, limit=30):
        end = time.monotonic() + limit
        while True:
            self.process.check()
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
                return
            except OSError:
                if time.monotonic() > end:
                    raise Wrong(f"{self.program.name} does not listen after {limit} s; see {self.process.log}") from None
                time.sleep(0.02)

    def call(self, **options):
        """Runs the load; returns its report."""
        command = [LOAD, "call", "--port", str(self.port), "--ca", os.path.join(self.certs, "ca.crt")]
        for key, value in options.items():
            command += [f"--{key}", str(value)]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            raise Wrong(f"{self.program.name}: {done.stderr.strip()}; see {self.process.log}")
        return json.loads(done.stdout)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stop()


def measure(served, put, each=1, **options):
    """`each`: objects in each review."""
    window, load = Window(served.process), machine.Watch()
    report = served.call(**options)
    used = window.end()
    if "rate" in options:
        for name in ("cpu_s", "cpu_user_s", "cpu_system_s", "wake_ups"):
            put(name, used[name])
    else:
        put("wall_us_per_object", report["seconds"] * 1e6 / report["requests"] / each)
    for name in ("requests", "seconds", "p50_ms", "p99_ms", "max_ms"):
        put(name, report[name])
    put("cpu_us_per_object", used["cpu_s"] * 1e6 / report["requests"] / each)
    put("steal_percent", load.shares()["steal_percent"])
    put_memory(put, served.process)


def w9(program, work, put, size):
    with Served(program, work) as served:
        served.wait_listening()
        served.call(seconds=size["warm_up"])
        measure(served, lambda name, value: put(name, value, case="1000/s"), rate=1000, seconds=size["seconds"])
        measure(served, lambda name, value: put(name, value, case="10 at a time"), seconds=size["busy_seconds"])


def w10(program, work, put, size):
    if not program.converts:
        return
    with Served(program, work) as served:
        served.wait_listening()
        served.call(seconds=size["warm_up"], objects=100)
        measure(served, lambda name, value: put(name, value, case="lists of 100, 10 at a time"), each=100,
                seconds=size["busy_seconds"], objects=100)


# name: (function, what it is, rough seconds for one program)
ON_WEBHOOKS = {
    "W9": (w9, "(webhooks) admission reviews, at 1,000 a second and as many as possible", 18),
    "W10": (w10, "(webhooks) conversions of lists; only setpoint", 3),
}
FULL = {"warm_up": 1, "seconds": 10, "busy_seconds": 5}
QUICK = {"warm_up": 0.3, "seconds": 2, "busy_seconds": 1}
