"""String formats of custom resources: strings that the Go libraries unexpectedly accept or refuse."""

from sequence import Sequence, post
from sequences.custom import FOOS, GROUP, definition, served

STRINGS = {
    "uri": ["http://[::1", "http://a#b", "http://a:x", "http://a:1:2", "mongodb://a:1,b:2", "http://[fe80::1%25en0]:1/", "http://[1.2.3.4]", "http://a%20b", "mailto:a@b", "/a b", "*", "a", ""],
    "email": ['"a b"@c', "Ann B <a@b>", "g: a@b;", "g: a@b, c@d;", "(c) a@b", "=?latin9?q?a?= <a@b>", "=?utf-8?q?a?= <a@b>", "a@[1.2.3.4]", "a@[x]", "a..b@c"],
    "hostname": ["a", "a_b.com", "a-b.co", "-a"], "ipv4": ["01.2.3.4", "::ffff:1.2.3.4", "1.2.3"], "ipv6": ["::1", "fe80::1%eth0", "::ffff:01.2.3.4", "1.2.3.4"],
    "cidr": ["010.0.0.0/08", "::/129", "1.2.3.4"], "mac": ["0123456789ab", "0123.4567.89ab", "01:23:45-67:89:ab"], "isbn": ["080442957x", "080442957X"],
    "creditcard": ["6250947000000014", "4220 8554 2622 2389"], "ssn": ["111111111", "111-11-1111"], "byte": ["Zg=", "Zg==", ""], "date": ["2023-02-29", "2024-02-29"],
    "date-time": ["2014-12-15t19:30:20z", "2014-12-15T19:30:20"], "duration": ["3 days", "2562048h", "99999999999999999999s", "x", "+0"],
    "k8s-short-name": ["a-b", "A", "a" * 64], "k8s-long-name": ["a.b", "a..b"], "bsonobjectid": ["507f1f77bcf86cd799439011", "507f1f77"], "unknown": ["x"]}


def sequences():
    for format_, texts in STRINGS.items():
        crd = definition(version={"schema": {"openAPIV3Schema": {"type": "object", "properties": {"spec": {
            "type": "object", "properties": {"text": {"type": "string", "format": format_}}}}}}, "subresources": {}, "selectableFields": [], "additionalPrinterColumns": []})
        objects = ({"apiVersion": GROUP + "/v1", "kind": "Foo", "metadata": {"name": f"f{i}"}, "spec": {"text": t}} for i, t in enumerate(texts))
        yield Sequence(f"formats/{format_}", *served(*(post(FOOS, o) for o in objects), crd=crd))
