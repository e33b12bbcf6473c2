"""The comments of a header in the form that Doxygen attaches to declarations.

Comments here are plain text, so each becomes a verbatim block. A comment on lines of its own belongs to the declaration after it,
one at the end of a line to what stands before it, and the first one to the file. A heading between members, '// --- text ---',
begins a group of members.
"""

import re

OWN_LINE = re.compile(r"^(\s*)//(?!/)(.*)$")
AT_END = re.compile(r"^(.*?\S)(\s+)// (?!NOLINT|namespace )(.*)$")


def is_code(line, at):
    """Whether the position is outside of a string literal."""
    return len(re.findall(r'(?<!\\)"', line[:at])) % 2 == 0


def block(opening, texts):
    return [opening + " \\verbatim"] + texts + ["\\endverbatim */"]


def opened(match):
    name, inner = match.groups()
    return f"namespace {name}::{inner} {{" if inner else f"namespace {name} {{"


def converted(lines):
    result, i, described, grouped = [], 0, False, False
    while i < len(lines):
        line = lines[i]
        own = OWN_LINE.match(line)
        end = None if own else AT_END.match(line)
        if own:
            texts, indent = [], own.group(1)
            while i < len(lines) and OWN_LINE.match(lines[i]) and OWN_LINE.match(lines[i]).group(1) == indent:
                texts.append(re.sub(r"^ ", "", OWN_LINE.match(lines[i]).group(2)))
                i += 1
            if texts[0].startswith("---"):
                end = next((n for n, t in enumerate(texts) if t.rstrip().endswith("---")), len(texts) - 1) + 1
                if grouped:
                    result.append("///@}")
                result += ["/// \\name " + " ".join(texts[:end]).strip("- "), "///@{"]
                grouped, texts = True, texts[end:]
            if not texts or texts[0].startswith(("NOLINT", "clang-format")):
                continue
            if not described and not any(l.strip() and not l.startswith("#") for l in lines[:i - len(texts)]):
                result += ["/*! \\file", "\\verbatim"] + texts + ["\\endverbatim */"]
                described = True
            else:
                result += block("/*!", texts)
        elif end and is_code(line, end.end(2)):
            texts, column = [end.group(3)], end.end(2)
            i += 1
            while i < len(lines) and OWN_LINE.match(lines[i]) and len(OWN_LINE.match(lines[i]).group(1)) >= column:
                texts.append(re.sub(r"^ ", "", OWN_LINE.match(lines[i]).group(2)))
                i += 1
            result += [end.group(1)] + block("/*!<", texts)
        else:
            if grouped and re.match(r"^(private|protected|public):|^};", line.strip()) and not line.startswith("    "):
                result.append("///@}")
                grouped = False
            # Readers need not know of the inline namespace.
            line = re.sub(r"^namespace (\w+) \{ inline namespace \w+ \{(?: namespace ([\w:]+) \{)?", opened, line)
            result.append(re.sub(r"^\}+(  // namespace \w+)::v0", r"}\1", re.sub(r"\s+// NOLINT.*$", "", line)))
            i += 1
    return result

