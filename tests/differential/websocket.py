"""A WebSocket client (RFC 6455) that reports received data byte by byte, and can send invalid data."""

import base64
import hashlib
import socket
import struct
import time

GUID = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
KEY = base64.b64encode(b"sixteen bytes...").decode()
KINDS = {0: "continuation", 1: "text", 2: "binary", 8: "close", 9: "ping", 10: "pong"}
SHOWN = ("upgrade", "connection", "sec-websocket-protocol", "sec-websocket-version", "sec-websocket-extensions", "content-type")


def frame(kind, payload=b"", last=True, masked=True, reserved=0, size=None, mask=b"\x01\x02\x03\x04"):
    """One frame of a client. `size`: the size in its head, if it is a wrong one."""
    size = len(payload) if size is None else size
    head = bytes([(0x80 if last else 0) | reserved << 4 | kind])
    bit = 0x80 if masked else 0
    if size < 126:
        head += bytes([bit | size])
    elif size < 65536:
        head += bytes([bit | 126]) + struct.pack(">H", size)
    else:
        head += bytes([bit | 127]) + struct.pack(">Q", size)
    if not masked:
        return head + payload
    return head + mask + bytes(b ^ mask[i % 4] for i, b in enumerate(payload))


def upgrade(more=None):
    """The headers of a handshake; None omits one."""
    return {"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": KEY,
            "Origin": "https://example.com", **(more or {})}


class WebSocket:
    def __init__(self, server, path, headers, method="GET", patience=5.0):
        self.socket, self.rest, self.end = server.socket(), b"", time.monotonic() + patience
        head = f"{method} {path} HTTP/1.1\r\nHost: {server.url.netloc}\r\n"
        for name, value in server.headers(headers).items():
            for one in value if isinstance(value, list) else [value]:
                head += f"{name}: {one}\r\n"
        self.socket.sendall((head + "\r\n").encode("latin-1"))
        lines = self.until(b"\r\n\r\n").decode("latin-1").split("\r\n")
        self.status = int(lines[0].split(" ")[1]) if " " in lines[0] else 0
        self.headers = {k.lower(): v.strip() for k, _, v in (line.partition(":") for line in lines[1:] if line)}

    def more(self):
        """False if no more data arrives, or not in time."""
        try:
            self.socket.settimeout(max(self.end - time.monotonic(), 0.001))
            got = self.socket.recv(65536)
        except OSError:
            got = b""
        self.rest += got
        return bool(got)

    def take(self, n):
        while len(self.rest) < n:
            if not self.more():
                return None
        out, self.rest = self.rest[:n], self.rest[n:]
        return out

    def until(self, mark):
        while mark not in self.rest:
            if not self.more():
                out, self.rest = self.rest, b""
                return out
        at = self.rest.index(mark) + len(mark)
        out, self.rest = self.rest[:at], self.rest[at:]
        return out

    def accepted(self):
        wanted = base64.b64encode(hashlib.sha1(KEY.encode() + GUID).digest()).decode()
        return self.headers.get("sec-websocket-accept") == wanted

    def send(self, data):
        try:
            self.socket.sendall(data)
        except OSError:  # already closed
            pass

    def read(self):
        """(kind, payload, the head if it is unusual); None at the end."""
        head = self.take(2)
        if not head:
            return None
        size = head[1] & 0x7F
        if size > 125:
            size = int.from_bytes(self.take(2 if size == 126 else 8) or b"", "big")
        odd = [n for n, is_so in (("not-final", not head[0] & 0x80), ("reserved", head[0] & 0x70), ("masked", head[1] & 0x80)) if is_so]
        payload = self.take(size)
        return None if payload is None else (KINDS.get(head[0] & 15, head[0] & 15), payload, odd)

    def body(self):
        """The body of a refusal, without chunk framing."""
        size = self.headers.get("content-length")
        if size is not None:
            return (self.take(int(size)) or b"").decode("utf-8", "replace")
        if self.headers.get("transfer-encoding") != "chunked":
            while self.more():
                pass
            return self.rest.decode("utf-8", "replace")
        out = b""
        while True:
            line = self.until(b"\r\n").strip()
            if not line or line == b"0":
                return out.decode("utf-8", "replace")
            out += self.take(int(line, 16) + 2)[:-2]

    def close(self):
        try:
            self.socket.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
        self.socket.close()


def exchange(server, canonical, path, options, patience):
    """One handshake, the data sent after it, and `frames` frames of the response, or all of them."""
    client = WebSocket(server, path, options["headers"], options.get("method", "GET"), patience)
    shown = {k: v for k, v in client.headers.items() if k in SHOWN}
    try:
        if client.status != 101:
            return {"status": client.status, "headers": shown, "body": canonical.body(client.body())}
        out = {"status": 101, "headers": shown, "accepted": client.accepted(), "frames": []}
        for data in options["sends"]:
            client.send(data)
        while options["frames"] is None or len(out["frames"]) < options["frames"]:
            got = client.read()
            if got is None:
                out["end"] = "closed" if time.monotonic() < client.end else "nothing more"
                break
            kind, payload, odd = got
            text = payload.decode("utf-8", "replace")
            if kind == "text":
                out["ends"] = text[-1:]
            out["frames"].append([kind, canonical.event(text) if kind == "text" else payload.hex(), *odd])
        return out
    finally:
        client.close()
