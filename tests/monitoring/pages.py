"""The dashboard, the rules and docs/monitoring.md as data, and what is wrong with them."""

import json
import os
import re

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
FOLDER = os.path.join(ROOT, "manifests/monitoring")
PAGE = os.path.join(ROOT, "docs/monitoring.md")
COLUMNS = 24  # of Grafana's grid
TYPES = ("row", "stat", "timeseries")


def read(path):
    with open(path, encoding="utf-8") as f:
        return f.read()


def dashboard():
    return json.loads(read(os.path.join(FOLDER, "dashboard.json")))


def panels():
    """The panels with queries, each with the title of its row."""
    row, found = "", []
    for panel in dashboard()["panels"]:
        if panel["type"] == "row":
            row = panel["title"]
        else:
            found.append({**panel, "row": row})
    return found


def alerts():
    """Name and text of each alert."""
    parts = re.split(r"^      - alert: (\w+)\n", read(os.path.join(FOLDER, "rules.yaml")), flags=re.M)[1:]
    return dict(zip(parts[::2], parts[1::2]))


def wrong_with_dashboard():
    board = dashboard()
    ids = [p["id"] for p in board["panels"]]
    if len(set(ids)) != len(ids):
        return "two panels have the same id"
    if [v["name"] for v in board["templating"]["list"]] != ["datasource", "namespace", "job", "controller"]:
        return "other variables than datasource, namespace, job, controller"
    used = set()
    for p in board["panels"]:
        at = p["gridPos"]
        cells = {(x, y) for x in range(at["x"], at["x"] + at["w"]) for y in range(at["y"], at["y"] + at["h"])}
        if p["type"] not in TYPES or at["x"] + at["w"] > COLUMNS or cells & used:
            return f"{p['title']}: unknown type, or it overlaps"
        used |= cells
        refs = [t["refId"] for t in p.get("targets", [])]
        if p["type"] != "row" and (not refs or len(set(refs)) != len(refs)):
            return f"{p['title']}: no queries, or two of one refId"
        if p["type"] != "row" and any(d["datasource"]["uid"] != "${datasource}" for d in (p, *p["targets"])):
            return f"{p['title']}: another data source than the variable's"
    return ""


def anchors():
    return {re.sub(r"[^\w\- ]", "", h).strip().lower().replace(" ", "-") for h in re.findall(r"^#+ (.*)$", read(PAGE), re.M)}


def wrong_with_alerts():
    """Each alert has what an alert needs, and a section on the page; each section belongs to an alert."""
    for name, text in alerts().items():
        for wanted in ("for: ", "severity: ", "summary: ", "description: ", f"runbook_url: docs/monitoring.md#{name.lower()}\n"):
            if wanted not in text:
                return f"{name}: no {wanted.strip()}"
    sections = {a for a in anchors() if a.startswith("setpoint")}
    odd = sections ^ {name.lower() for name in alerts()}
    return f"not both alert and section of the page: {sorted(odd)}" if odd else ""


def table():
    """{name: (type, labels)} of the page's tables of metrics."""
    rows = re.findall(r"^\| `(\w+)` \| (counter|gauge|histogram) \| (.*?) \|", read(PAGE), re.M)
    return {name: (kind, frozenset(re.findall(r"`(\w+)`", labels))) for name, kind, labels in rows}


def served(text):
    """The same of a text in Prometheus' format."""
    kinds = dict(re.findall(r"^# TYPE (\w+) (\w+)$", text, re.M))
    labels = {name: set() for name in kinds}
    for series, inner in re.findall(r"^(\w+)(?:\{(.*)\})? \S+$", text, re.M):
        name = series if series in kinds else re.sub(r"_(bucket|sum|count)$", "", series)
        labels[name] |= set(re.findall(r'(\w+)="', inner)) - {"le"}
    return {name: (kind, frozenset(labels[name])) for name, kind in kinds.items()}


def wrong_with_table(seen):
    expected = table()
    missing, extra = sorted(seen.keys() - expected.keys()), sorted(expected.keys() - seen.keys())
    if missing or extra:
        return f"served and not in the table: {missing}; in the table and not served: {extra}"
    odd = [f"{n}: {expected[n]}, served as {seen[n]}" for n in seen if seen[n] != expected[n]]
    return "; ".join(odd)
