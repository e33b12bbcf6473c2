"""SVG written by hand: bars with their range, and curves on logarithmic axes."""

import html
import math

COLOURS = {"setpoint": "#1b6ca8", "controller-runtime": "#d1495b", "controller-runtime-json": "#edae49", "kube-rs": "#66a182"}
FONT = 'font-family="sans-serif" font-size="12"'


def colour(program):
    return COLOURS.get(program, "#777777")


def number(v):
    return f"{v:.3g}" if abs(v) < 1000 else f"{v:.0f}"


def text(x, y, s, more=""):
    return f'<text x="{x:.1f}" y="{y:.1f}" {FONT} {more}>{html.escape(str(s))}</text>'


def document(width, height, parts):
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}">\n'
            f'<rect width="{width}" height="{height}" fill="white"/>\n' + "\n".join(parts) + "\n</svg>\n")


def bars(title, groups):
    """groups: [(label, [(program, median, low, high)])]. Each group has its own scale: units differ."""
    left, width, line, gap = 20, 760, 18, 26
    y, parts = 30, [text(left, 20, title, 'font-weight="bold"')]
    bar_left, bar_width = 190, 440
    for label, entries in groups:
        y += gap
        parts.append(text(left, y - 6, label))
        highest = max((high for *_, high in entries), default=0) or 1
        for program, middle, low, high in entries:
            at = lambda v: bar_left + bar_width * v / highest
            parts.append(text(left + 10, y + 12, program))
            parts.append(f'<rect x="{bar_left}" y="{y + 2}" width="{max(at(middle) - bar_left, 0.5):.1f}" height="{line - 5}" '
                         f'fill="{colour(program)}"/>')
            parts.append(f'<line x1="{at(low):.1f}" x2="{at(high):.1f}" y1="{y + line / 2:.1f}" y2="{y + line / 2:.1f}" '
                         'stroke="black" stroke-width="1.5"/>')
            parts.append(text(at(high) + 6, y + 12, number(middle)))
            y += line
    return document(width, y + 20, parts)


def curves(title, x_label, y_label, series):
    """series: {program: [(x, median, low, high)]}; both axes logarithmic."""
    width, height, left, bottom, top, right = 760, 420, 70, 360, 40, 560
    points = [p for line in series.values() for p in line]
    x0, x1 = (math.log10(f(p[0] for p in points)) for f in (min, max))
    low, high = min(p[2] for p in points if p[2] > 0), max(p[3] for p in points)
    y0, y1 = math.floor(math.log10(low)), math.ceil(math.log10(high))
    y1 = max(y1, y0 + 1)
    at_x = lambda v: left + (right - left) * (math.log10(v) - x0) / ((x1 - x0) or 1)
    at_y = lambda v: bottom - (bottom - top) * (math.log10(max(v, 10.0**y0)) - y0) / (y1 - y0)
    parts = [text(20, 20, title, 'font-weight="bold"'), text((left + right) / 2, height - 15, x_label), text(10, top - 8, y_label)]
    for e in range(y0, y1 + 1):
        y = at_y(10.0**e)
        parts += [f'<line x1="{left}" x2="{right}" y1="{y:.1f}" y2="{y:.1f}" stroke="#dddddd"/>',
                  text(left - 8, y + 4, f"{10.0**e:g}", 'text-anchor="end"')]
    for x in sorted({p[0] for p in points}):
        parts.append(text(at_x(x), bottom + 18, f"{x:,}", 'text-anchor="middle"'))
    for i, (program, line) in enumerate(series.items()):
        path = " ".join(f"{at_x(x):.1f},{at_y(m):.1f}" for x, m, *_ in line)
        parts.append(f'<polyline points="{path}" fill="none" stroke="{colour(program)}" stroke-width="2"/>')
        for x, m, lo, hi in line:
            parts += [f'<circle cx="{at_x(x):.1f}" cy="{at_y(m):.1f}" r="3" fill="{colour(program)}"/>',
                      f'<line x1="{at_x(x):.1f}" x2="{at_x(x):.1f}" y1="{at_y(lo):.1f}" y2="{at_y(hi):.1f}" '
                      f'stroke="{colour(program)}"/>']
        y = top + 20 * i
        parts += [f'<rect x="{right + 20}" y="{y}" width="12" height="12" fill="{colour(program)}"/>', text(right + 38, y + 11, program)]
    return document(width, height, parts)
