"""The reference of the public headers: from Doxygen's XML to a page of Markdown for each header.

A page keeps the header's order: a declaration, then what its comment says. What has no comment belongs to the comment before it.
"""

import os
import pathlib
import re
import subprocess
import tempfile
import xml.etree.ElementTree as ET

import comments

ROOT = pathlib.Path(__file__).resolve().parents[3]
# The kinds of Kubernetes are in docs/describing-types.md; kubernetes.io documents their fields.
LEFT_OUT = re.compile(r"/detail/|/api/\w+_v\d")
SETTINGS = """
INPUT = headers
RECURSIVE = YES
FILE_PATTERNS = *.hpp
STRIP_FROM_PATH = headers
EXTRACT_ALL = YES
EXCLUDE_SYMBOLS = setpoint::detail setpoint::*::detail setpoint::*::*::detail
MACRO_EXPANSION = YES
EXPAND_ONLY_PREDEF = YES
PREDEFINED = SETPOINT_COMPILED_TABLE(x)=
GENERATE_HTML = NO
GENERATE_LATEX = NO
GENERATE_XML = YES
XML_PROGRAMLISTING = NO
QUIET = YES
WARNINGS = NO
"""
WITHOUT_DECLARATIONS = {"setpoint/api/kinds.hpp", "setpoint/operator.hpp", "setpoint/core/compiler.hpp"}
COLUMNS = 90  # what fits a page
SEPARATOR = "// ~~~~\n"


CLASSES = ("class", "struct", "union")
TYPES = CLASSES + ("concept", "enum")
DESCRIPTIONS = ("describe", "describe_enum", "kind")  # functions that each described type has


def last_of(name):
    return name.rsplit("::", 1)[-1]


def run_doxygen(folder):
    """Doxygen's XML of the headers, in `folder`."""
    for header in sorted((ROOT / "include").rglob("*.hpp")):
        if not LEFT_OUT.search(str(header)):
            copy = folder / "headers" / header.relative_to(ROOT / "include")
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_text("\n".join(comments.converted(header.read_text().split("\n"))))
    (folder / "Doxyfile").write_text(SETTINGS)
    subprocess.run(["doxygen", "Doxyfile"], cwd=folder, check=True, stdout=subprocess.DEVNULL)
    return folder / "xml"


def text_of(element):
    return re.sub(r"\s+", " ", "".join(element.itertext())).strip() if element is not None else ""


def comment_of(element):
    """The lines of the comment, as it is in the header."""
    found = element.find("detaileddescription")
    return "\n".join(v.text or "" for v in found.iter("verbatim")).strip("\n") if found is not None else ""


def template_of(element):
    parameters = element.find("templateparamlist")
    if parameters is None:
        return ""
    texts = []
    for p in parameters.findall("param"):
        name, default = text_of(p.find("declname")), text_of(p.find("defval"))
        texts.append(text_of(p.find("type")) + (f" {name}" if name else "") + (f" = {default}" if default else ""))
    requires = text_of(element.find("requiresclause"))
    return f"template <{', '.join(texts)}>\n" + (f"requires {requires}\n" if requires else "")


class Declaration:
    """A member or a type, with what the page shows of it."""

    def __init__(self, element, name):
        self.element, self.name = element, name
        where = element.find("location")
        self.file, self.line = where.get("file"), int(where.get("line"))
        self.kind = element.get("kind")
        self.comment = comment_of(element)
        self.group, self.inner = "", []

    def code(self):
        e = self.element
        if self.kind in CLASSES:
            bases = [text_of(b) for b in e.findall("basecompoundref") if "detail::" not in text_of(b)]
            return template_of(e) + f"{self.kind} {last_of(self.name)}" + (f" : {', '.join(bases)}" if bases else "") + ";"
        if self.kind == "concept":
            return text_of(e.find("initializer")) + ";"
        if self.kind == "enum":
            under = text_of(e.find("type"))
            return f"enum {'class ' if e.get('strong') == 'yes' else ''}{self.name}" + (f" : {under}" if under else "") + ";"
        kind = text_of(e.find("type"))
        if self.kind == "typedef":
            return template_of(e) + f"using {self.name} = {kind.removeprefix('using ')}{text_of(e.find('argsstring'))};"
        before = "".join(word + " " for word in ("static", "explicit") if e.get(word) == "yes")
        before += "constexpr " if e.get("constexpr") == "yes" and "constexpr" not in kind else ""
        if self.kind == "variable":
            value = text_of(e.find("initializer"))
            space = "" if value.startswith("{") else " "
            return before + f"{kind} {self.name}{text_of(e.find('argsstring'))}{space}{value}".rstrip() + ";"
        before += "virtual " if e.get("virt") in ("virtual", "pure-virtual") else ""
        return template_of(e) + before + f"{kind} {self.name}{text_of(e.find('argsstring'))};"

    def is_shown(self):
        e = self.element
        if e.get("prot", "public") != "public" or "detail::" in self.name or self.name.startswith(("~", "@")):
            return False
        if self.kind == "friend" or self.kind == "function" and self.name in DESCRIPTIONS and not self.comment:
            return False
        return bool(self.comment) or not re.search(r"=\s*(delete|default)$", text_of(e.find("argsstring")))


def members_of(compound):
    for section in compound.findall("sectiondef"):
        group = text_of(section.find("header")) if section.get("kind") == "user-defined" else ""
        for member in section.findall("memberdef"):
            d = Declaration(member, text_of(member.find("name")))
            d.group = group
            if d.is_shown():
                yield d


def read(xml):
    """The comment of each header, and its declarations in order."""
    about, declared, types, nested = {}, {}, {}, {}
    for file in sorted(xml.glob("*.xml")):
        if file.name in ("index.xml", "Doxyfile.xml"):
            continue
        compound = ET.parse(file).getroot().find("compounddef")
        if compound is None:
            continue
        kind = compound.get("kind")
        if kind == "file":
            about[compound.find("location").get("file")] = comment_of(compound)
        elif kind in CLASSES + ("concept",):
            d = Declaration(compound, text_of(compound.find("compoundname")))
            if not d.is_shown() or "<" in d.name:  # a specialisation
                continue
            types[file.stem] = d
            d.inner = list(members_of(compound))
            for inner in compound.findall("innerclass"):
                nested[inner.get("refid")] = file.stem
        elif kind == "namespace" and text_of(compound.find("compoundname")).startswith("setpoint"):
            for d in members_of(compound):
                declared.setdefault(d.file, []).append(d)
    for ref, d in types.items():
        outer = types.get(nested.get(ref))
        if outer is not None:
            d.name = last_of(d.name)
            outer.inner.append(d)
        elif ref not in nested:
            d.name = d.name.removeprefix("setpoint::")
            declared.setdefault(d.file, []).append(d)
    for of_file in declared.values():
        of_file.sort(key=lambda d: d.line)
    return about, declared


# ---- Markdown ----

def escaped(line):
    """Plain text, with code in backticks kept as it is."""
    def plain(text):
        text = re.sub(r"([*\[\]#|\\])", r"\\\1", text.replace("<", "&lt;").replace(">", "&gt;"))
        return re.sub(r"\bdocs/([\w/-]+\.md)", r"[\1](../../\1)", text)
    return "".join(p if p.startswith("`") else plain(p) for p in re.split(r"(`[^`]*`)", line))


def paragraphs(comment):
    """A comment as Markdown: indented lines are code, '- ' begins an entry of a list."""
    out, in_code = [], False
    for line in comment.split("\n"):
        is_code = line.startswith("    ") if line.strip() else in_code
        if is_code != in_code:
            out += ["", "```cpp"] if is_code else ["```", ""]
            in_code = is_code
        if in_code:
            out.append(line[4:])
            continue
        if line.startswith("- ") and out and out[-1].strip() and not out[-1].startswith(("- ", "  ")):
            out.append("")
        out.append(escaped(line))
    if in_code:
        out.append("```")
    return re.sub(r"\n+```\n", "\n```\n", re.sub(r"\n{3,}", "\n\n", "\n".join(out))).strip("\n")


def cell(comment):
    return escaped(re.sub(r"\s+", " ", comment)).strip()


class Page:
    def __init__(self, codes):
        self.codes, self.out = codes, []

    def code(self, declarations):
        self.out += ["", "```cpp", f"\0{len(self.codes)}\0", "```", ""]
        self.codes.append("\n".join(d.code() for d in declarations))

    def variables(self, declarations):
        self.out += ["", "| Member | |", "|---|---|"]
        for d in declarations:
            self.out.append(f"| `\0{len(self.codes)}\0` | {cell(d.comment)} |")
            self.codes.append(d.code())
        self.out.append("")

    def enumerators(self, d):
        self.out += ["", "| Value | |", "|---|---|"]
        for v in d.element.findall("enumvalue"):
            self.out.append(f"| `{text_of(v.find('name'))}` | {cell(comment_of(v))} |")
        self.out.append("")

    def group(self, declarations, level):
        """Declarations that share a comment."""
        first = declarations[0]
        if first.kind in TYPES:
            self.out += [f"{'#' * level} `{first.name}`", ""]
        elif level == 2:
            names = list(dict.fromkeys(d.name for d in declarations))
            self.out += [f"## {', '.join(f'`{n}`' for n in names)}", ""]
        if len(declarations) > 1 or first.code() != f"{first.kind} {last_of(first.name)};":
            self.code(declarations)
        self.out += [paragraphs(first.comment), ""]
        if first.kind == "enum":
            self.enumerators(first)
        self.members(first.inner, level + 1)

    def members(self, declarations, level):
        pending, heading = [], ""
        for run in runs_of(sorted(declarations, key=lambda d: d.line)):
            if run[0].group != heading:
                heading = run[0].group
                if heading:
                    self.out += [f"{'#' * level} {escaped(heading[0].upper() + heading[1:])}", ""]
            if all(d.kind == "variable" for d in run):
                self.variables(run)
            else:
                self.group(run, level)


def joins(d, last):
    """Whether a declaration is shown with the one before it: variables are; others if they have no comment of their own."""
    if last.group != d.group or d.kind in TYPES or last.kind in TYPES or (d.kind == "variable") != (last.kind == "variable"):
        return False
    return d.kind == "variable" or not d.comment


def runs_of(declarations):
    runs = []
    for d in declarations:
        if runs and joins(d, runs[-1][-1]):
            runs[-1].append(d)
        else:
            runs.append([d])
    return runs


def one_line(code):
    """For a cell of a table."""
    return re.sub(r"\s+", " ", code).removesuffix(";").replace("|", "&#124;")


def formatted(codes):
    """All pieces of code, by clang-format at once."""
    joined = SEPARATOR.join(c + "\n" for c in codes)
    style = re.sub(r"ColumnLimit: *\d+", f"ColumnLimit: {COLUMNS}", (ROOT / ".clang-format").read_text())
    with tempfile.NamedTemporaryFile("w", suffix=".clang-format") as file:
        file.write(style)
        file.flush()
        done = subprocess.run(["clang-format-19", f"--style=file:{file.name}", "--assume-filename=reference.hpp"], input=joined,
                              capture_output=True, text=True, check=True)
    return [c.strip("\n") for c in done.stdout.split(SEPARATOR)]


def write(xml, folder):
    """Writes the pages; returns [(layer, [(header, file)])] in the order of the layers' names."""
    about, declared = read(xml)
    unread = sorted(set(about) - set(declared) - WITHOUT_DECLARATIONS)
    if unread:
        raise SystemExit(f"docs: Doxygen finds no declarations in {', '.join(unread)}")
    codes, texts = [], {}
    for header in sorted(about):
        page = Page(codes)
        page.out = [f"# {header.removeprefix('setpoint/')}", "", f"`#include <{header}>`", "", paragraphs(about[header]), ""]
        for run in runs_of(declared.get(header, [])):
            page.group(run, 2)
        if header in declared:
            texts[header] = page.out
    code = formatted(codes)

    def filled(line):
        in_table = line.startswith("| ")
        return re.sub("\0(\\d+)\0", lambda m: one_line(code[int(m.group(1))]) if in_table else code[int(m.group(1))], line)
    layers = {}
    for header, out in texts.items():
        path = header.removeprefix("setpoint/").removesuffix(".hpp") + ".md"
        target = folder / path
        os.makedirs(target.parent, exist_ok=True)
        target.write_text(re.sub(r"\n{3,}", "\n\n", "\n".join(filled(line) for line in out)))
        layers.setdefault(path.split("/")[0] if "/" in path else "operator", []).append((header, path))
    index = ["# Reference", "", "The public headers, by layer. Their comments are the source of these pages. The kinds of Kubernetes",
             "are in [built-in kinds](../describing-types.md#built-in-kinds).", ""]
    for layer, headers in sorted(layers.items()):
        index += [f"## {layer}", "", "| Header | |", "|---|---|"]
        for header, path in headers:
            summary = cell(about[header]).split(". ")[0].rstrip(".").replace("](../../", "](../")  # headers are a folder deeper
            index.append(f"| [{header.removeprefix('setpoint/')}]({path}) | {summary} |")
        index.append("")
    (folder / "index.md").write_text("\n".join(index))
    return sorted(layers.items())
