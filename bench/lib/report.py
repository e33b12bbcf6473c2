"""The tables and plots made of the raw figures."""

import os

from . import plot
from .results import Results, collect, median, rounds_of

# (workload, metric, what it is, decimals); lower is better in all of them.
SHOWN = [
    ("start", "exec_to_first_write_ms", "exec to first write, ms", 1),
    ("start", "start_to_first_write_ms", "start of the container to first write, ms", 0),
    ("start", "image_packed_mib", "image, packed, MiB", 1),
    ("start", "executable_mib", "executable, MiB", 1),
    ("start", "added_to_base_mib", "added to the base image, MiB", 1),
    ("start", "with_libraries_mib", "executable and all its libraries, MiB", 1),
    ("W0", "cpu_ms_per_minute", "idle: CPU ms per minute", 1),
    ("W0", "wake_ups_per_second", "idle: wake-ups per second", 2),
    ("W0", "rss_mib", "idle: resident, MiB", 1),
    ("W0", "pss_mib", "idle: PSS, MiB", 1),
    ("W1", "cpu_s", "cold sync: CPU s", 3),
    ("W1", "exec_to_synced_s", "cold sync: s", 2),
    ("W1", "peak_mib", "cold sync: peak MiB", 1),
    ("W1", "rss_mib", "cold sync: resident after, MiB", 1),
    ("W2", "cpu_s", "create storm: CPU s", 3),
    ("W2", "seconds_to_done", "create storm: s until done", 2),
    ("W2", "seconds", "create storm: s until at rest", 1),
    ("W2", "peak_mib", "create storm: peak MiB", 1),
    ("W2", "working_set_mib", "create storm: working set of the container after, MiB", 1),
    ("W2", "api_calls_per_change", "create storm: API calls for each", 2),
    ("W2", "bytes_per_change", "create storm: bytes for each", 0),
    ("W3", "cpu_s", "open loop: CPU s", 3),
    ("W3", "child_p50_ms", "open loop: p50 ms", 2),
    ("W3", "child_p99_ms", "open loop: p99 ms", 2),
    ("W3", "child_p99.9_ms", "open loop: p99.9 ms", 2),
    ("W3", "child_max_ms", "open loop: max ms", 2),
    ("W3", "api_calls_per_change", "open loop: API calls for each", 2),
    ("W4", "cpu_s", "re-sync: CPU s", 3),
    ("W5", "cpu_s", "forced re-list: CPU s", 3),
    ("W5", "seconds_to_rest", "forced re-list: s", 2),
    ("W5", "peak_mib", "forced re-list: peak MiB", 1),
    ("W5", "reconciles", "forced re-list: spurious reconciles", 0),
    ("W6", "gap_s", "fail-over: s without a write", 2),
    ("W7", "cpu_s", "1 MB objects: CPU s", 3),
    ("W7", "peak_mib", "1 MB objects: peak MiB", 1),
    ("W7", "rss_mib", "1 MB objects: resident MiB", 1),
    ("W7", "child_p50_ms", "1 MB objects: p50 ms", 2),
    ("W8", "cpu_s", "noise: CPU s", 3),
    ("W8", "child_p99_ms", "noise: p99 ms", 2),
    ("W9", "cpu_s", "admission reviews: CPU s", 3),
    ("W9", "cpu_us_per_object", "admission reviews: CPU µs for each", 1),
    ("W9", "wall_us_per_object", "admission reviews: µs for each", 1),
    ("W9", "p50_ms", "admission reviews: p50 ms", 3),
    ("W9", "p99_ms", "admission reviews: p99 ms", 2),
    ("W9", "max_ms", "admission reviews: max ms", 2),
    ("W9", "peak_mib", "admission reviews: peak MiB", 1),
    ("W10", "cpu_us_per_object", "conversions: CPU µs for each object", 1),
    ("W10", "wall_us_per_object", "conversions: µs for each object", 1),
    ("W10", "p99_ms", "conversions: p99 ms for a list", 2),
    ("W10", "peak_mib", "conversions: peak MiB", 1),
]
OURS, TUNED = "setpoint", "setpoint-tuned"
PLACES = {"replay": "on the replay server", "embedded": "on the embedded server", "real": "on the real server", "webhooks": "webhooks", "cluster": "in a cluster"}


def numeric(case):
    digits = "".join(c if c.isdigit() else " " for c in case).split()
    return tuple(int(d) for d in digits)


def cases(found, workload, metric):
    return sorted({c for w, c, m in found if w == workload and m == metric}, key=lambda c: (numeric(c), c))


def spread(of_rounds, decimals):
    values = of_rounds.values()
    middle, low, high = median(of_rounds), min(values), max(values)
    return f"{middle:.{decimals}f}" + (f" [{low:.{decimals}f} to {high:.{decimals}f}]" if len(values) > 1 else "")


def ratio(mine, other):
    """The median of the ratios of each round: measurements of one round are a minute apart, and a shared machine may be twice as fast
    in the next round."""
    both = {r: mine[r] / other[r] for r in mine if other.get(r, 0) > 0}
    return f"{median(both):.2f}" if both else "-"


def table(found, programs, mine=OURS):
    others = [p for p in programs if p != mine]
    short = "ours" if mine == OURS else mine
    lines = ["| what | case | " + " | ".join(programs) + " | " + " | ".join(f"{short} / {p}" for p in others) + " |",
             "|" + "---|" * (2 + len(programs) + len(others))]
    for workload, metric, what, decimals in SHOWN:
        for case in cases(found, workload, metric):
            by = found[(workload, case, metric)]
            cells = [spread(by[p], decimals) if p in by else "" for p in programs]
            ratios = [ratio(by[mine], by[p]) if mine in by and p in by else "" for p in others]
            lines.append(f"| {workload} {what} | {case} | " + " | ".join(cells + ratios) + " |")
    return lines


def tuned_table(found, programs):
    """The cases in which the build with a profile was measured too."""
    beside = {of: by for of, by in found.items() if TUNED in by}
    return ["", "The same code built for a profile (`script/tune`):", "",
            *table(beside, [TUNED, *programs], TUNED)] if beside else []


def losses(found, programs):
    """Cases in which the median of a peer is better than ours."""
    lines = []
    for workload, metric, what, decimals in SHOWN:
        for case in cases(found, workload, metric):
            by = found[(workload, case, metric)]
            for p in programs:
                if p != OURS and OURS in by and p in by and median(by[p]) < median(by[OURS]):
                    lines.append(f"- {workload} {what}{', ' + case if case else ''}: {spread(by[OURS], decimals)}, "
                                 f"{p} {spread(by[p], decimals)}")
    return lines


def growth(found, programs, metric):
    """{program: [(objects, median, low, high)]} of W1 with objects of 4 KB."""
    curves = {}
    for case in cases(found, "W1", metric):
        if not case.endswith(" of 4096"):
            continue
        for p, values in found[("W1", case, metric)].items():
            curves.setdefault(p, []).append((numeric(case)[0], median(values), min(values.values()), max(values.values())))
    return {p: sorted(curves[p]) for p in programs if p in curves and len(curves[p]) > 1}


def slopes(found, programs):
    """Bytes for each cached object, three of which make one WebServer: between the two largest fleets."""
    lines = []
    for p, points in growth(found, programs, "rss_mib").items():
        (n0, m0, *_), (n1, m1, *_) = points[-2:]
        lines.append(f"| {p} | {(m1 - m0) * 1024 * 1024 / (n1 - n0):.0f} | {n0} to {n1} |")
    return ["", "Memory for each WebServer with its Deployment and its Service (slope of the resident size, so without the "
            "fixed cost):", "", "| program | bytes | between |", "|---|---|---|", *lines] if lines else []


def write_plots(folder, on, found, programs):
    made = []

    def keep(name, svg):
        with open(os.path.join(folder, name), "w") as f:
            f.write(svg)
        made.append(name)

    for metric, title, unit in (("cpu_s", "Cold sync: CPU", "CPU s"), ("rss_mib", "Cold sync: resident memory", "MiB"),
                                ("peak_mib", "Cold sync: peak memory", "MiB")):
        curves = growth(found, programs, metric)
        if curves:
            keep(f"{on}-growth-{metric}.svg", plot.curves(f"{title}, objects of 4 KB", "WebServers", unit, curves))
    for workload in sorted({w for w, *_ in SHOWN}):
        groups = []
        for w, metric, what, _ in SHOWN:
            if w != workload:
                continue
            for case in cases(found, w, metric):
                by = found[(w, case, metric)]
                bars = [(p, median(by[p]), min(by[p].values()), max(by[p].values())) for p in programs if p in by]
                groups.append((f"{what}{' (' + case + ')' if case else ''}", bars))
        if groups:
            keep(f"{on}-{workload}.svg", plot.bars(f"{workload} {PLACES[on]}", groups))
    return made


def write(folder):
    """Writes README.md and plots for all results in the folder."""
    text = ["# Results", "", "Written by `script/bench --report` from the CSV files beside it; the machine is described in "
            "[machine.json](machine.json), what is measured and how in [bench/README.md](../README.md). Median [lowest to highest] "
            "of all rounds; lower is better everywhere; 'ours / x' is the median of the ratios of each round.", ""]
    order = ["setpoint", "controller-runtime", "controller-runtime-json", "kube-rs"]
    for on in PLACES:
        rows = Results(folder, on).rows() if os.path.exists(os.path.join(folder, f"{on}.csv")) else []
        if not rows:
            continue
        found = collect(rows)
        programs = [p for p in order if any(p in by for by in found.values())]
        lost = losses(found, programs)
        text += [f"## {PLACES[on].capitalize()} ({max(map(len, rounds_of(rows).values()))} rounds)", "", "Where we lose:", "",
                 *(lost or ["- nowhere in this series"]), "", *table(found, programs), *tuned_table(found, programs),
                 *slopes(found, programs), ""]
        text += [f"![{name}]({name})" for name in write_plots(folder, on, found, programs)] + [""]
    with open(os.path.join(folder, "README.md"), "w") as f:
        f.write("\n".join(text).rstrip() + "\n")
