"""Watches over WebSocket, the handshake, valid and invalid frames of clients; requests to upgrade to other protocols."""

from sequence import TABLE, Sequence, get, over_socket, patch, post
from sequences.custom import FOOS, foo, served
from sequences.objects import MAPS, config
from websocket import frame

FAR = MAPS + "?watch=1&resourceVersion={rv}&timeoutSeconds=20"  # nothing happens there
ONE = post(MAPS, config("a"), save={"rv": "metadata/resourceVersion"})


def handshakes():
    for i, h in enumerate((
            {}, {"Upgrade": "WebSocket"}, {"Connection": "upgrade"}, {"Connection": "keep-alive, Upgrade"}, {"Connection": "keep-alive"},
            {"Connection": None}, {"Connection": "xupgradex"}, {"Upgrade": None}, {"Upgrade": "foo"}, {"Upgrade": "h2c"}, {"Upgrade": "websocket, foo"},
            {"Upgrade": "foo, websocket"}, {"Sec-WebSocket-Version": None}, {"Sec-WebSocket-Version": "8"}, {"Sec-WebSocket-Version": "13, 8"},
            {"Sec-WebSocket-Key": None}, {"Sec-WebSocket-Key": "x"}, {"Sec-WebSocket-Key": ""}, {"Origin": None}, {"Origin": ""}, {"Origin": "null"},
            {"Origin": "x"}, {"Origin": "/x"}, {"Origin": "*"}, {"Origin": "file://"}, {"Origin": "http://localhost:8080"}, {"Origin": "https://[::1]:1"},
            {"Origin": "app:x"}, {"Origin": "https://a b"}, {"Origin": "://x"}, {"Origin": "1http://x"}, {"Sec-WebSocket-Extensions": "permessage-deflate"},
            {"Sec-WebSocket-Protocol": "base64.binary.k8s.io"}, {"Sec-WebSocket-Protocol": "binary.k8s.io"}, {"Sec-WebSocket-Protocol": "v4.channel.k8s.io"},
            {"Sec-WebSocket-Protocol": "nope"}, {"Sec-WebSocket-Protocol": "a, b"}, {"Sec-WebSocket-Protocol": ""}, {"Sec-WebSocket-Protocol": " a "},
            {"Sec-WebSocket-Protocol": "a,"}, {"Content-Length": "0"}, {"Upgrade": "foo", "Sec-WebSocket-Version": "1"})):
        yield Sequence(f"socket/handshake/{i}", ONE, over_socket(MAPS + "?watch=1&timeoutSeconds=1", 1, headers=h))
    # Requests that are not watches.
    yield Sequence("socket/elsewhere", ONE, *[over_socket(p, 1) for p in (
        MAPS, MAPS + "/a", MAPS + "?watch=False", "/api", "/apis/apps", "/nope", "/healthz", MAPS + "/nope")],
        over_socket(MAPS + "/a", 1, method="DELETE"), over_socket(MAPS, 1, method="POST", headers={"Content-Length": "0"}))
    for name in ("foo", "h2c", "TLS/1.0", "websocket"):
        headers = {"Connection": "Upgrade", "Upgrade": name}
        yield Sequence(f"socket/other-protocol/{name}", ONE, get(MAPS + "/a", headers=headers), get(MAPS, headers=headers),
                       post(MAPS, config("b"), headers=headers), patch(MAPS + "/a", {"data": {"x": "y"}}, headers=headers), get("/api/v1/namespaces/{ns}/", headers=headers),
                       get(MAPS + "/a", headers={**headers, "Connection": "keep-alive, Upgrade, HTTP2-Settings", "HTTP2-Settings": "AAMAAABk"}))


def refusals():
    yield Sequence("socket/refused", ONE, *[over_socket(p, 1) for p in (
        MAPS + "?watch=1&limit=x", MAPS + "?watch=1&labelSelector=((", MAPS + "?watch=1&fieldSelector=x=y", MAPS + "?watch=1&resourceVersion=x",
        MAPS + "?watch=1&sendInitialEvents=1", "/api/v1/nopes?watch=1", "/apis/nope.example.org/v1/x?watch=1", "/api/v1/namespaces/nope/configmaps?watch=1&timeoutSeconds=1")],
        over_socket(MAPS + "?watch=1", 1, headers={"Accept": "text/html"}), over_socket(MAPS + "?watch=1", 1, headers={"Accept": "application/yaml"}))


def streams():
    yield Sequence("socket/events", ONE, post(MAPS, config("b")), patch(MAPS + "/a", {"data": {"k": "2"}}),
                   over_socket(MAPS + "?watch=1&resourceVersion={rv}", 2), over_socket(MAPS + "?watch=1", 2), over_socket("/api/v1/watch/namespaces/{ns}/configmaps", 2),
                   over_socket(MAPS + "?watch=1&fieldSelector=metadata.name=b", 1), over_socket(MAPS + "?watch=1", 1, headers={"Accept": TABLE}),
                   over_socket(MAPS + "?watch=1&sendInitialEvents=1&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=1", 3))
    yield Sequence("socket/timeout", ONE, over_socket(MAPS + "?watch=1&resourceVersion={rv}&timeoutSeconds=1"), over_socket(MAPS + "?watch=1&timeoutSeconds=1"))
    yield Sequence("socket/large", post(MAPS, config("a", {"k": "v" * 70000})), post(MAPS, config("b", {"k": "v" * 200})), over_socket(MAPS + "?watch=1", 2))
    yield Sequence("socket/custom", *served(post(FOOS, foo("a")), over_socket(FOOS + "?watch=1", 1)))


def frames():
    text, binary, close, ping, pong = 1, 2, 8, 9, 10
    for name, count, *sends in (
            ("ping", 1, frame(ping, b"hello")), ("ping-empty", 1, frame(ping)), ("ping-125", 1, frame(ping, b"x" * 125)),
            ("ping-126", 1, frame(ping, b"x" * 126)), ("ping-70000", 1, frame(ping, b"xy" * 35000)), ("pings", 3, frame(ping, b"1"), frame(ping, b"2") + frame(ping, b"3")),
            ("ping-split", 1, frame(ping, b"hello")[:1], frame(ping, b"hello")[1:3], frame(ping, b"hello")[3:]),
            ("ping-not-final", 1, frame(ping, b"1", last=False)), ("ping-reserved", 1, frame(ping, b"1", reserved=7)),
            ("pong", 1, frame(pong, b"1") + frame(ping, b"2")), ("text", 1, frame(text, b"hello") + frame(ping, b"2")),
            ("binary", 1, frame(binary, b"\xff\x00") + frame(ping, b"2")), ("text-no-utf8", 1, frame(text, b"\xff") + frame(ping, b"2")),
            ("fragments", 1, frame(text, b"a", last=False) + frame(ping, b"1") + frame(0, b"b")), ("continuation", 1, frame(0, b"b") + frame(ping, b"1")),
            ("unknown-3", 1, frame(3, b"b") + frame(ping, b"1")), ("unknown-15", 1, frame(15, b"b") + frame(ping, b"1")),
            ("text-65536", 1, frame(text, b"a" * 65536) + frame(ping, b"1")), ("text-1M", 1, frame(text, b"a" * 1000000), frame(ping, b"1")),
            ("mask-0", 1, frame(ping, b"hello", mask=b"\0\0\0\0")),
            ("close", None, frame(close)), ("close-1000", None, frame(close, b"\x03\xe8bye")), ("close-1001", None, frame(close, b"\x03\xe9")),
            ("close-bad-code", None, frame(close, b"\x00\x01")), ("close-one-byte", None, frame(close, b"\x03")), ("close-long", None, frame(close, b"\x03\xe8" + b"x" * 200)),
            ("close-twice", None, frame(close) + frame(close)), ("close-then-ping", None, frame(close) + frame(ping, b"1")),
            ("unmasked-ping", None, frame(ping, b"hello", masked=False)), ("unmasked-text", None, frame(text, b"hello", masked=False)),
            ("unmasked-close", None, frame(close, masked=False)), ("unmasked-unknown", None, frame(3, masked=False)),
            ("text-over-32M", None, frame(text, b"a", size=33554433)), ("unknown-over-32M", None, frame(5, b"a", size=33554433)),
            ("text-largest", None, frame(text, b"a", size=0xFFFFFFFFFFFFFFFF)), ("text-sign-bit", 1, frame(text, b"a" * 70000, size=0x8000000000000000 + 70000) + frame(ping, b"1")),
            ("ping-largest", 0, frame(ping, b"a", size=0x7FFFFFFFFFFFFFFF))):
        yield Sequence(f"socket/frame/{name}", ONE, over_socket(FAR, count, sends))


def sequences():
    for each in (handshakes, refusals, streams, frames):
        yield from each()
