"""Starts and controls the replay server of bench/replay."""

import http.client
import json
import os
import time
import urllib.parse

from .machine import ROOT
from .process import Process


class Replay:
    name = "replay"

    def __init__(self, work, **options):
        """options: objects, bare, foreign, size, child_size, seed, as in `replay --help`."""
        self.kubeconfig = os.path.join(work, "replay.kubeconfig")
        if os.path.exists(self.kubeconfig):
            os.remove(self.kubeconfig)
        command = [executable(), "--write-kubeconfig", self.kubeconfig]
        for key, value in options.items():
            command += [f"--{key.replace('_', '-')}", str(value)]
        self.process = Process("replay", command, 0, os.path.join(work, "replay.log"))
        self.port = self._wait()

    def _wait(self):
        end = time.monotonic() + 120
        while not os.path.exists(self.kubeconfig) or not open(self.kubeconfig).read().endswith("}\n"):
            self.process.check()
            if time.monotonic() > end:
                raise SystemExit("bench: the replay server has not started in 120 s")
            time.sleep(0.02)
        with open(self.kubeconfig) as f:
            return int(json.load(f)["clusters"][0]["cluster"]["server"].rsplit(":", 1)[1])

    def ask(self, command, **options):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=300)
        query = urllib.parse.urlencode(options)
        try:
            connection.request("POST", f"/bench/{command}" + (f"?{query}" if query else ""), headers={"Content-Length": "0"})
            answer = connection.getresponse()
            text = answer.read().decode()
        finally:
            connection.close()
        if answer.status != 200:
            raise SystemExit(f"bench: the replay server refused {command}: {text}")
        return json.loads(text)

    def report(self):
        return self.ask("report")

    def watches(self):
        """Watches that were opened since the last reset: three when a program has read everything (again)."""
        return sum(line["count"] for name, line in self.report()["requests"].items() if name.split(" ")[0] in ("watch", "watchlist"))

    def wait_done(self, limit):
        """Waits until all changes were sent and answered; returns the report."""
        end = time.monotonic() + limit
        while True:
            r = self.report()
            if not r["running"] and r["open"] == 0:
                return r
            if time.monotonic() > end:
                return r
            time.sleep(0.1)

    def wrong(self):
        """'' if all objects match the WebServers; otherwise the differences."""
        c = self.ask("check")
        return "" if c["wrong"] == 0 else f"{c['wrong']} of {c['webservers']} WebServers are not as they should be: {c['first']}"

    def stop(self):
        self.process.stop()


folder = "build/release"


def executable():
    return os.path.join(ROOT, folder, "bin/replay")
