"""Checks links: those of the Markdown in the repository, as a forge shows it, and those of the built site."""

import html.parser
import os
import pathlib
import re
import urllib.parse

import stage

ROOT = pathlib.Path(__file__).resolve().parents[3]


# ---- Markdown ----

def anchors_of(text):
    """The anchors of the headings, by GitHub's rules."""
    found, counts = set(), {}
    for heading in re.findall(r"^#{1,6} +(.*?) *#*$", stage.FENCE.sub("", text), re.MULTILINE):
        words = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).replace("`", "").lower()
        slug = re.sub(r"[^\w\- ]", "", words).replace(" ", "-")
        n = counts.get(slug, 0)
        counts[slug] = n + 1
        found.add(f"{slug}-{n}" if n else slug)
    return found


def markdown_problems():
    files = sorted(f for f in stage.tracked_files() if f.endswith(".md"))
    problems, anchors, count = [], {}, 0
    for file in files:
        text = (ROOT / file).read_text()
        links = [m.group(2) for m in stage.LINK.finditer(re.sub(r"(?<!`)`[^`\n]+`(?!\])", "``", stage.FENCE.sub("", text)))]
        for link in links:
            if re.match(r"[a-z]+:", link):
                continue
            count += 1
            path, _, anchor = link.partition("#")
            target = os.path.normpath(os.path.join(os.path.dirname(file), urllib.parse.unquote(path))) if path else file
            if not (ROOT / target).exists():
                problems.append(f"{file}: {link}: there is no {target}")
            elif anchor and target.endswith(".md"):
                if target not in anchors:
                    anchors[target] = anchors_of((ROOT / target).read_text())
                if anchor not in anchors[target]:
                    problems.append(f"{file}: {link}: {target} has no heading #{anchor}")
    return problems, count


# ---- HTML ----

class Document(html.parser.HTMLParser):
    """What a page links to, fetches and offers as anchors."""

    def __init__(self, text):
        super().__init__()
        self.links, self.fetched, self.ids = [], [], set()
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        a = dict(attrs)
        self.ids.update(v for k, v in attrs if k in ("id", "name") and v)
        if tag == "a" and a.get("href"):
            self.links.append(a["href"])
        if tag == "link" and a.get("rel") not in ("canonical", "alternate", "prev", "next") and a.get("href"):
            self.fetched.append(a["href"])
        if tag in ("script", "img", "iframe", "source") and a.get("src"):
            self.fetched.append(a["src"])


def site_problems(site):
    pages = {str(p.relative_to(site)): Document(p.read_text()) for p in sorted(site.rglob("*.html"))}
    problems, count = [], 0
    for name, page in pages.items():
        for link in page.links + page.fetched:
            if re.match(r"(https?:)?//", link):
                if link in page.fetched:
                    problems.append(f"{name}: fetches {link}")
                continue
            if re.match(r"(mailto|data|javascript):", link):
                continue
            count += 1
            path, _, anchor = urllib.parse.unquote(link).partition("#")
            target = os.path.normpath(os.path.join(os.path.dirname(name), path.partition("?")[0])) if path else name
            if name == "404.html" and path.startswith("/"):
                target = path.lstrip("/")
            if (site / target).is_dir():
                target = os.path.normpath(f"{target}/index.html")
            if not (site / target).exists():
                problems.append(f"{name}: {link}: there is no {target}")
            elif anchor and target in pages and anchor not in pages[target].ids and not anchor.startswith("__"):
                problems.append(f"{name}: {link}: {target} has no #{anchor}")
    for style in sorted(site.rglob("*.css")):
        for url in re.findall(r"(?:@import|url\()\s*[\"']?((?:https?:)?//[^\"')\s]+)", style.read_text()):
            problems.append(f"{style.relative_to(site)}: fetches {url}")
    return problems, count
