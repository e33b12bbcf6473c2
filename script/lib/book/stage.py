"""Copies docs/ to where mkdocs reads it, with pages for all that docs/ links to in the repository.

On a forge, a link to ../examples/01-site/main.cpp opens that file. On the site it opens a page with the file's text.
"""

import os
import pathlib
import re
import shutil
import subprocess
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parents[3]
LINK = re.compile(r"(!?\[(?:[^\[\]`]|`[^`]*`)*\]\()([^)\s]+)(\))")
FENCE = re.compile(r"^ *```.*?^ *```", re.MULTILINE | re.DOTALL)
LANGUAGES = {".cpp": "cpp", ".hpp": "cpp", ".py": "python", ".yaml": "yaml", ".yml": "yaml", ".json": "json", ".cmake": "cmake",
             ".sh": "bash"}
LARGEST = 64 * 1024  # of a file that is shown as a page


def tracked_files():
    """The files of the repository, with those that are not committed yet."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()
    return {f for f in listed if (ROOT / f).is_file()}


def language_of(path, text):
    if text.startswith("#!"):
        return "python" if "python" in text.partition("\n")[0] else "bash"
    return LANGUAGES.get(pathlib.Path(path).suffix, "text")


def outside_fences(text, change):
    """The text with `change` applied to all but the fenced blocks."""
    out, at = [], 0
    for fence in FENCE.finditer(text):
        out += [change(text[at:fence.start()]), fence.group()]
        at = fence.end()
    return "".join(out) + change(text[at:])


class Stage:
    def __init__(self, folder):
        self.folder, self.made, self.tracked = folder, set(), tracked_files()

    def run(self):
        shutil.rmtree(self.folder, ignore_errors=True)
        for file in sorted(self.tracked):
            if file.startswith("docs/"):
                self.page(file, file.removeprefix("docs/"))

    def page(self, file, to):
        """Copies a file of the repository; in Markdown, links out of docs/ lead to pages of their own."""
        if to in self.made:
            return
        self.made.add(to)
        target = self.folder / to
        target.parent.mkdir(parents=True, exist_ok=True)
        if not file.endswith(".md"):
            shutil.copyfile(ROOT / file, target)
            return

        def relinked(match):
            return match.group(1) + self.link(file, to, match.group(2)) + match.group(3)
        target.write_text(outside_fences((ROOT / file).read_text(), lambda part: LINK.sub(relinked, part)))

    def link(self, file, to, link):
        if re.match(r"[a-z]+:|#", link):
            return link
        path, _, anchor = link.partition("#")
        path = os.path.normpath(os.path.join(os.path.dirname(file), urllib.parse.unquote(path)))
        shown = self.shown(path)
        return os.path.relpath(shown, os.path.dirname(to) or ".") + (f"#{anchor}" if anchor else "") if shown else link

    @staticmethod
    def place(path):
        """mkdocs leaves out what begins with a dot."""
        return "source/" + re.sub(r"(^|/)\.", r"\1_", path)

    def shown(self, path):
        """The page, below the staged folder, of a file or folder of the repository; None if there is no such file."""
        if path.startswith("docs/") and path in self.tracked:
            return path.removeprefix("docs/")
        if (ROOT / path).is_dir():
            if f"{path}/README.md" in self.tracked:
                return self.shown(f"{path}/README.md")
            files = [f for f in sorted(self.tracked) if f.startswith(f"{path}/")]
            return self.listing(path, files) if files else None
        if path not in self.tracked:
            return None
        if path.endswith(".md"):
            self.page(path, self.place(path))
            return self.place(path)
        return self.source(path)

    def source(self, path):
        content = (ROOT / path).read_bytes()
        if len(content) > LARGEST or b"\0" in content:
            self.page(path, self.place(path))
            return self.place(path)
        text = content.decode()
        longest = max((len(m) for m in re.findall(r"^`+", text, re.MULTILINE)), default=2)
        fence = "`" * max(3, longest + 1)
        page = f"# {path}\n\n{fence}{language_of(path, text)}\n{text.rstrip()}\n{fence}\n"
        return self.new(self.place(path) + ".md", page)

    def listing(self, path, files):
        to = self.place(path) + "/index.md"
        if to not in self.made:
            self.new(to, "")  # before its files, which may link back
            lines = [f"- [{f.removeprefix(path + '/')}]({os.path.relpath(self.shown(f), os.path.dirname(to))})" for f in files]
            (self.folder / to).write_text(f"# {path}\n\n" + "\n".join(lines) + "\n")
        return to

    def new(self, to, text):
        if to not in self.made:
            self.made.add(to)
            target = self.folder / to
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text)
        return to
