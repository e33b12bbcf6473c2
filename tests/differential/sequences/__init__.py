"""All hand-written sequences, grouped by subject."""

import importlib
import os


def all_sequences():
    folder = os.path.dirname(os.path.abspath(__file__))
    for file in sorted(os.listdir(folder)):
        if file.endswith(".py") and file != "__init__.py":
            yield from importlib.import_module("sequences." + file[:-3]).sequences()
