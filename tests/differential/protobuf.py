"""Objects in protobuf, by the catalogue of the embedded server (src/apiserver/kinds/catalogue). tests/integration/protobuf compares
it with Go; here it makes requests to both servers, and shows their responses, in the same way."""

import base64
import calendar
import glob
import json
import os
import struct
import time

TYPE = "application/vnd.kubernetes.protobuf"
MAGIC = b"k8s\0"
CATALOGUE = os.path.join(os.path.dirname(__file__), "../../src/apiserver/kinds/catalogue/*.json")
# Letters for the types that are not messages.
LETTERS = {"string": "s", "bool": "b", "int32": "i", "int64": "l", "float64": "f", "bytes": "y", "Quantity": "q", "Time": "t", "MicroTime": "m",
           "IntOrString": "o", "RawExtension": "r", "FieldsV1": "w", "JSON": "j"}


class Field:
    """A member of x-go: "replicas": "1 *int32,omitempty"."""

    def __init__(self, name, text):
        number, text = text.split(" ")[:2]
        kind, _, option = text.lstrip("*").partition(",")
        self.number, self.name = int(number), name
        self.many = "[" if kind.startswith("[]") else "<" if kind.startswith("map[string]") else ""
        self.of = kind.removeprefix("[]").removeprefix("map[string]")
        self.type = ">" if option == "inline" else LETTERS.get(self.of, "{")


class Message:
    def __init__(self, entry):
        self.form = entry.get("x-go-form", "")
        # kind and apiVersion have no numbers.
        self.fields = [Field("" if self.form else name, text) for name, text in entry["x-go"].items() if text[0].isdigit()]


def load():
    kinds, messages = {}, {}
    for path in glob.glob(CATALOGUE):
        with open(path, encoding="utf-8") as f:
            file = json.load(f)
        package = os.path.basename(path).removesuffix(".json")
        for kind, entry in file.get("kinds", {}).items():
            kinds[file["apiVersion"] + "/" + kind] = entry.get("type", package + "." + kind)
        for name, entry in file["types"].items():
            if "x-go" in entry:
                messages[package + "." + name.rsplit(".", 1)[1]] = Message(entry)
    return kinds, messages


KINDS, MESSAGES = load()


def message_of(version, kind):
    version = "v1" if kind == "DeleteOptions" or not version else "policy/v1" if version == "policy/v1beta1" else version
    return MESSAGES[KINDS[version + "/" + kind]]


def varint(n):
    n &= (1 << 64) - 1
    out = b""
    while n > 127:
        out += bytes([n & 127 | 128])
        n >>= 7
    return out + bytes([n])


def field(number, content):
    content = content.encode() if isinstance(content, str) else content
    return varint(number << 3 | 2) + varint(len(content)) + content


def seconds(text):
    whole, _, rest = text.rstrip("Z").partition(".")
    at = calendar.timegm(time.strptime(whole, "%Y-%m-%dT%H:%M:%S"))
    return varint(1 << 3) + varint(at) + varint(2 << 3) + varint(int((rest or "0").ljust(9, "0")))


def value(f, v):
    """Without the key."""
    if f.type in "bil":
        return varint(int(v))
    if f.type == "f":
        return struct.pack("<d", v)
    if f.type in "tm":
        content = seconds(v)
    elif f.type == "q":
        content = field(1, str(v))
    elif f.type == "y":
        content = base64.b64decode(v)
    elif f.type == "o":
        text, n = (v, 0) if isinstance(v, str) else ("", v)
        content = varint(8) + varint(int(isinstance(v, str))) + varint(16) + varint(n) + field(3, text)
    elif f.type in "rwj":
        content = field(1, json.dumps(v, separators=(",", ":")))
    elif f.type == "{":
        content = encode_message(MESSAGES[f.of], v)
    else:
        content = v.encode()
    return varint(len(content)) + content


def encode_field(f, v):
    wire = 0 if f.type in "bil" else 1 if f.type == "f" else 2
    key = varint(f.number << 3 | wire)
    if f.many == "[":
        return b"".join(key + value(f, one) for one in v)
    if f.many == "<":
        return b"".join(field(f.number, field(1, k) + varint(2 << 3 | wire) + value(f, v[k])) for k in sorted(v))
    return key + value(f, v)


def encode_message(m, o):
    if m.form == "list":
        return encode_field(m.fields[0], o)
    if m.form == "schema-or-bool":
        return encode_field(m.fields[0], bool(o)) + (encode_field(m.fields[1], o) if isinstance(o, dict) else b"")
    if m.form:
        return encode_field(m.fields[isinstance(o, list)], o)
    out = b""
    for f in sorted(m.fields, key=lambda one: one.number):
        if f.type == ">":
            out += field(f.number, encode_message(MESSAGES[f.of], o))
        elif o.get(f.name) is not None:
            out += encode_field(f, o[f.name])
    return out


def envelope(version, kind, message):
    return MAGIC + field(1, field(1, version) + field(2, kind)) + field(2, message) + field(3, "") + field(4, "")


def encode(o):
    """An object with kind and apiVersion."""
    return envelope(o["apiVersion"], o["kind"], encode_message(message_of(o["apiVersion"], o["kind"]), o))


def fields(data):
    """(number, value) of each field; numbers are integers, all else bytes."""
    at = 0

    def number():
        nonlocal at
        n = shift = 0
        while True:
            n |= (data[at] & 127) << shift
            shift += 7
            at += 1
            if data[at - 1] < 128:
                return n

    while at < len(data):
        key = number()
        size = {0: 0, 1: 8, 5: 4}.get(key & 7)
        if key & 7 == 0:
            yield key >> 3, number()
            continue
        size = number() if size is None else size
        yield key >> 3, data[at:at + size]
        at += size


def shown(f, v):
    if f.type == "b":
        return v != 0
    if f.type in "il":
        return v - (1 << 64) if v >> 63 else v
    if f.type == "f":
        return struct.unpack("<d", v)[0]
    if f.type == "{":
        return decode_message(MESSAGES[f.of], v)
    if f.type == "y":
        return base64.b64encode(v).decode()
    if f.type == "s":
        return v.decode("utf-8", "replace")
    inner = dict(fields(v))
    if f.type == "o":
        return inner.get(3, b"").decode() if inner.get(1) else inner.get(2, 0)
    if f.type in "rwj":
        return json.loads(inner[1]) if inner.get(1) else None
    if f.type == "q":
        return inner.get(1, b"0").decode()
    if not v:
        return None
    at = inner.get(1, 0)
    text = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(at - (1 << 64) if at >> 63 else at))
    return text + (f".{inner.get(2, 0) // 1000:06}Z" if f.type == "m" else "Z")


def decode_message(m, data):
    """With all fields that were written, also zero values: what the servers write is compared, not what JSON shows of it."""
    by_number, out = {f.number: f for f in m.fields}, {}
    for number, v in fields(data):
        f = by_number[number]
        if f.type == ">":
            out.update(decode_message(MESSAGES[f.of], v))
        elif f.many == "<":
            entry = dict(fields(v))
            out.setdefault(f.name, {})[entry.get(1, b"").decode()] = shown(f, entry.get(2, b""))
        elif f.many == "[":
            out.setdefault(f.name, []).append(shown(f, v))
        else:
            out[f.name or f"field {number}"] = shown(f, v)
    return out


def decode(data):
    """What is no object in protobuf, and a kind that has none, is a text."""
    if not data.startswith(MAGIC):
        return data.decode("utf-8", "replace")
    unknown = dict(fields(data[len(MAGIC):]))
    kind = {n: v.decode() for n, v in fields(unknown.get(1, b""))}
    out = {"kind": kind.get(2, ""), "apiVersion": kind.get(1, "")}
    return {**out, **decode_message(message_of(out["apiVersion"], out["kind"]), unknown.get(2, b""))}


def decode_event(data):
    event = dict(fields(data))
    return {"type": event[1].decode(), "object": decode(dict(fields(event[2]))[1])}
