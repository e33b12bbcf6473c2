"""The compiler and its options as a build has them, for scripts that compile sources of their own."""

import json
import os
import re
import shlex
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def compile_command(preset, target):
    """Those of the target's sources, without options for a single file and for precompiled headers."""
    commands = os.path.join(ROOT, "build", preset, "compile_commands.json")
    if not os.path.exists(commands):
        sys.exit(f"build/{preset} is not configured: cmake --preset {preset}")
    with open(commands, encoding="utf-8") as file:
        entry = next((e for e in json.load(file) if f"{target}.dir" in e.get("output", e["command"])), None)
    if not entry:
        sys.exit(f"build/{preset} has no {target}: configure it with tests")
    words = shlex.split(entry["command"])
    words = words[next(i for i, w in enumerate(words) if re.search(r"(clang\+\+|g\+\+)[-\d.]*$", w)):]
    out, skip = [], 0
    for i, w in enumerate(words):
        if skip:
            skip -= 1
        elif w == "-Xclang":
            if words[i + 1].startswith("-include"):
                skip = 3
            else:
                skip = 1
        elif w in ("-o", "-MT", "-MF", "-c"):
            skip = 1
        elif w not in ("-MD", "-Winvalid-pch") and not w.startswith("@"):
            out.append(w)
    return out
