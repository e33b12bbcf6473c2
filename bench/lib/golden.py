"""The golden count: the requests that each program must send in each case, before anything is timed."""

import json
import os
import time

from .machine import ROOT
from .replay import Replay

WRITES = ("create", "update", "apply", "patch")


def wanted_cases():
    with open(os.path.join(ROOT, "bench/golden.json")) as f:
        return json.load(f)


def counted(report):
    """Requests by 'write RESOURCE', 'get RESOURCE' and so on. The verb of a write depends on the framework. Lists and watches are not counted,
    since their pages and streams depend on it too."""
    found = {}
    for name, line in report["requests"].items():
        verb, resource = name.split(" ", 1)
        if verb in ("list", "watch", "watchlist", "discover"):
            continue
        how, _, refused = verb.partition("-")
        key = ("refused " if refused else "write " if how in WRITES else verb + " ") + resource
        found[key] = found.get(key, 0) + line["count"]
    return found


def differs(found, wanted, may):
    """may: requests that a cache behind the program's own writes may add."""
    return any(not 0 <= found.get(key, 0) - wanted.get(key, 0) <= may.get(key, 0) for key in {*found, *wanted})


def check(program, work, log):
    """Runs all cases; returns what differs, one line each."""
    golden = wanted_cases()
    server = Replay(work, objects=golden["objects"], seed=1)
    process = program.start(server.kubeconfig, log)
    wrong = []
    try:
        for case in golden["cases"]:
            if case["do"]:  # otherwise the case is the start, which has begun
                server.ask("reset")
            for command, options in case["do"]:
                server.ask(command, **options)
                time.sleep(0.3)  # so that the next case is a separate moment
            relists = case["do"] in ([], [["expire", {}]])
            process.wait_quiet(60, calm=1.2, also=lambda: not relists or server.watches() >= 3)
            found = counted(server.report())
            wanted = {**case["requests"], **case.get("also", {}).get(program.source, {})}
            if differs(found, wanted, golden["may"].get(program.source, {})):
                wrong.append(f"golden count: {program.name}, case '{case['case']}': wanted {wanted}, counted {found}")
        if server.wrong():
            wrong.append(f"golden count: {program.name}: {server.wrong()}")
    finally:
        process.stop()
        server.stop()
    return wrong
