"""Objects that differ from a valid one in one place: what rules, schemas and defaults make of them is compared between the servers."""

import copy
import json
import random

SERVER_METADATA = ("managedFields", "uid", "resourceVersion", "creationTimestamp", "generation")


def places(value, path=()):
    """The path of every value below an object, in an order that does not depend on the server."""
    if path:
        yield path
    if isinstance(value, dict):
        for key in sorted(value):
            yield from places(value[key], (*path, key))
    elif isinstance(value, list):
        for i, item in enumerate(value):
            yield from places(item, (*path, i))


def replacements(value):
    """Other values for a place; the first one means that it is removed."""
    yield ...
    yield None
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield from (0, -1, value + 1, 2**31, str(value))
    elif isinstance(value, float):
        yield from (0, -value, value * 1000)
    elif isinstance(value, str):
        yield from ("", value + "x", value.upper() + "_!", "0", 5, value * 40)
    elif isinstance(value, list):
        yield from ([], value + value[:1], value[1:], list(reversed(value)))
    else:
        yield {}


def changed(o, path, to):
    o = copy.deepcopy(o)
    at = o
    for step in path[:-1]:
        at = at[step]
    if to is ...:
        del at[path[-1]]
    else:
        at[path[-1]] = to
    return o


def mutations(o, seed, count):
    """(what was changed, the object), at most `count`, the same for the same object and seed. Its metadata stays as it is."""
    body = {k: v for k, v in o.items() if k not in ("apiVersion", "kind", "metadata", "status")}
    every = [(path, to) for path in places(body) for to in replacements(value_at(body, path))]
    chosen = every if len(every) <= count else [every[i] for i in sorted(random.Random(seed).sample(range(len(every)), count))]
    for path, to in chosen:
        yield f"{'.'.join(map(str, path))}={'removed' if to is ... else json.dumps(to, sort_keys=True)[:60]}", {**o, **changed(body, path, to)} if len(path) > 1 or to is not ... else without(o, path[0])


def without(o, key):
    return {k: v for k, v in o.items() if k != key}


def value_at(o, path):
    for step in path:
        o = o[step]
    return o


def as_new(o):
    """The object as a client would create it."""
    metadata = {k: v for k, v in o["metadata"].items() if k not in SERVER_METADATA}
    return {**o, "metadata": {**metadata, "name": "mutated"}}
