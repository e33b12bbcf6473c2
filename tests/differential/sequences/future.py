"""Versions that the server has not reached: reads at such a version wait and are refused, watches wait for changes."""

from sequence import Sequence, delete, get, post, watch
from sequences.objects import MAPS, config

FUTURE = "999999999"
INITIAL = "&sendInitialEvents=true&resourceVersionMatch=NotOlderThan"


def sequences():
    made = post(MAPS, config("a"))
    for i, query in enumerate(["", "&resourceVersionMatch=NotOlderThan", "&resourceVersionMatch=Exact", "&limit=1", "&limit=1&resourceVersionMatch=NotOlderThan", "&labelSelector=a", "&fieldSelector=metadata.name=a"]):
        yield Sequence(f"future/list/{i}", made, get(MAPS + "?resourceVersion=" + FUTURE + query))
    yield Sequence("future/get", made, get(MAPS + "/a?resourceVersion=" + FUTURE), get(MAPS + "/b?resourceVersion=" + FUTURE))
    for i, query in enumerate(["", "&allowWatchBookmarks=true", INITIAL, INITIAL + "&allowWatchBookmarks=true", INITIAL + "&labelSelector=a", "&sendInitialEvents=false&resourceVersionMatch=NotOlderThan",
                               "&sendInitialEvents=true&resourceVersionMatch=Exact", "&sendInitialEvents=true"]):
        yield Sequence(f"future/watch/{i}", made, watch(MAPS + "?watch=true&timeoutSeconds=1&resourceVersion=" + FUTURE + query))
    yield Sequence("future/deletecollection", made, delete(MAPS + "?resourceVersion=" + FUTURE), delete(MAPS + "?resourceVersionMatch=NotOlderThan&resourceVersion=" + FUTURE), get(MAPS + "/a"))
