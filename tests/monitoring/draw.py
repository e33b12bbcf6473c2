"""The dashboard as SVG: each panel with the data of the last seconds."""

import re
import xml.etree.ElementTree

from bench.lib.plot import document, number, text

SECONDS, STEP = 120, 3
COLUMNS, WIDTH, GAP, LEGENDS = 4, 292, 8, 4
HEIGHTS = {"stat": 100, "timeseries": 190}
COLOURS = ("#1b6ca8", "#d1495b", "#edae49", "#66a182", "#6a4c93", "#8d99ae", "#bc6c25", "#2a9d8f")
SMALL = 'style="font-size:10px" fill="#444444"'
UNITS = {"s": " s", "ops": "/s", "reqps": "/s"}
NAME = 44  # characters of a legend


def shown(value, unit):
    if unit == "bytes":
        return f"{value / 2**20:.3g} MiB"
    if unit == "s" and abs(value) >= 86400:
        return f"{value / 86400:.3g} d"
    if unit == "s" and 0 < abs(value) < 0.1:
        return f"{value * 1000:.3g} ms"
    return number(value) + UNITS.get(unit, "")


def legend(pattern, labels):
    # A port says nothing to the reader.
    name = re.sub(r"\{\{(\w+)\}\}", lambda m: labels.get(m[1], ""), pattern)
    name = re.sub(r"127\.0\.0\.1:(\d+)", r":\1", name)
    name = " ".join(name.split())
    return name if len(name) <= NAME else f"{name[:NAME // 2]}…{name[-NAME // 2:]}"


def series_of(panel, prometheus):
    found = []
    for target in panel["targets"]:
        for labels, points in prometheus.history(target["expr"], SECONDS, STEP):
            if points:
                found.append((legend(target["legendFormat"], labels), points))
    return sorted(found, key=lambda s: -max(v for _, v in s[1]))


def stat(x, y, unit, names_only, found):
    parts = []
    for i, (name, points) in enumerate(found[:3]):
        said = name if names_only else f"{name}: {shown(points[-1][1], unit)}"
        parts.append(text(x + 10, y + 42 + 20 * i, said, 'fill="#222222"'))
    return parts


def curves(x, y, unit, found):
    left, right, top, bottom = x + 8, x + WIDTH - 8, y + 38, y + HEIGHTS["timeseries"] - 14 - 13 * LEGENDS
    times = [t for _, points in found for t, _ in points]
    values = [v for _, points in found for _, v in points]
    t0, t1, high = min(times), max(times), max(values)
    at_x = lambda t: left + (right - left) * (t - t0) / ((t1 - t0) or 1)
    at_y = lambda v: bottom - (bottom - top) * max(v, 0) / (high or 1)
    parts = [f'<line x1="{left}" x2="{right}" y1="{v}" y2="{v}" stroke="#dddddd"/>' for v in (top, bottom)]
    parts.append(text(left, top - 4, shown(high, unit), SMALL))
    for i, (name, points) in enumerate(found):
        colour = COLOURS[i % len(COLOURS)]
        line = " ".join(f"{at_x(t):.1f},{at_y(v):.1f}" for t, v in points)
        parts.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="1.5"/>')
        if i < LEGENDS:
            where = bottom + 14 + 13 * i
            parts += [f'<rect x="{left}" y="{where - 7}" width="8" height="8" fill="{colour}"/>', text(left + 13, where, name, SMALL)]
    if len(found) > LEGENDS:
        parts.append(text(right, top - 4, f"{len(found)} series", SMALL + ' text-anchor="end"'))
    return parts


def panel_at(x, y, panel, prometheus):
    height = HEIGHTS[panel["type"]]
    unit = panel["fieldConfig"]["defaults"]["unit"]
    parts = [f'<rect x="{x}" y="{y}" width="{WIDTH}" height="{height}" fill="#fafafa" stroke="#cccccc"/>',
             text(x + 8, y + 18, panel["title"], 'font-weight="bold" fill="#222222"')]
    found = series_of(panel, prometheus)
    if panel["type"] == "stat":
        return parts + stat(x, y, unit, panel["options"]["textMode"] == "name", found)
    return parts + curves(x, y, unit, found)


def write(file, panels, prometheus):
    parts, y, row, column, height = [], 10, None, 0, 0
    for panel in panels:
        if panel["row"] != row or column == COLUMNS:
            y += height + GAP if height else 0
            column = 0
        if panel["row"] != row:
            row = panel["row"]
            parts.append(text(GAP, y + 16, row, 'font-weight="bold" fill="#000000"'))
            y += 26
        parts += panel_at(GAP + column * (WIDTH + GAP), y, panel, prometheus)
        height = HEIGHTS[panel["type"]]
        column += 1
    svg = document(GAP + COLUMNS * (WIDTH + GAP), y + height + GAP, parts)
    xml.etree.ElementTree.fromstring(svg)  # raises if it is not well-formed
    with open(file, "w", encoding="utf-8") as f:
        f.write(svg)
