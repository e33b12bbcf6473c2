"""Printer columns and selectable fields of custom resources: JSON paths, and the resulting cells."""

from sequence import TABLE, Sequence, delete, get, post
from sequences.custom import CRDS, FOOS, GROUP, definition, served

PATHS = [".", ".spec", ".spec.n", ".spec.s", ".spec.b", ".spec.f", ".spec.nul", ".spec.gone", ".spec.list", ".spec.list[0]", ".spec.list[-1]", ".spec.list[9]",
         ".spec.list[0:2]", ".spec.list[1:]", ".spec.list[:1]", ".spec.list[::2]", ".spec.list[1:1]", ".spec.list[2:1]", ".spec.list[]", ".spec.list[*]", ".spec.list[0:2:0]",
         ".spec.list[1,0]", ".spec.list[*,0]", ".spec.list[0, 2]", "..k", "..s", "..[0]", ".spec..v", ".spec.items[?(@.v>1)].v", ".spec.items[?(@.v>=2)].k",
         ".spec.items[?(@.v==2)].k", ".spec.items[?(@.v!=1)].k", ".spec.items[?(@.v<2)].k", ".spec.items[?(@.v<=1)].k", ".spec.items[?(@.v>1.0)].k", ".spec.items[?(@.v===1)].k",
         '.spec.items[?(@.k=="b")].v', ".spec.items[?(@.k=='b')].v", ".spec.items[?(@.k==b)].v", ".spec.items[?(@.w)].w", ".spec.items[?(@.none)].k", ".spec.items[?(@.l[5])].k",
         ".spec.items[?(@.on==true)].k", ".spec.items[*].k", ".spec.items[1]['k']", ".spec['s']", ".spec['a.b']", r".spec['a\.b']", r".spec.a\.b",
         r".metadata.labels['example\.com/custom-value']", r".metadata.labels.example\.com/custom-value", ".metadata.labels", ".metadata.name", ".spec.s[0]", ".spec.s.*", ".spec.one.*",
         ".spec.n 5", ".spec.n 1.5", '.spec.n "x"', ".spec.n true", ".spec.n word", ".spec.n end", ".spec.n}text{.spec.s", ".spec.gone}{.spec.s", ".spec.", ".spec.[0]", ".spec.list.x",
         ".spec.html", ".spec.when", ".spec.day", ".spec.empty", ".spec.short", ".spec.past", ".spec.future", ".spec.zero", ".spec.null", ".spec.big", ".spec.huge", ".spec.most", ".spec.exp",
         ".spec.neg", "$.spec.n", ".kind", ".spec.nested[*][*]", ".spec.nested[*][0]"]
PATHS = [p for p in PATHS if p.startswith(".")]
TYPES = ["string", "integer", "number", "boolean", "date"]
OBJECTS = ['{"n":3,"s":"text","b":true,"f":1.5,"nul":null,"list":["p","q","r"],"items":[{"k":"a","v":1,"name":"x","l":[1]},{"k":"b","v":2,"w":null,"on":true}],"a.b":"dot","one":{"x":1},'
           '"html":{"z":"<&>","a":[1,2.0,1e21]},"when":"2001-01-01T00:00:00Z","day":"2001-01-01","empty":"","short":"2001-01-01T5:04:05,5+01:00","past":"0900-01-01T00:00:00Z",'
           '"future":"9000-01-01T00:00:00Z","zero":"0001-01-01T00:00:00Z","null":"null","big":10000000000000000000,"huge":1e300,"most":9223372036854775807,"exp":1e-7,"neg":-1.9,'
           '"nested":[[1,2],[],[3]]}',
           '{"n":"3","s":5,"b":"true","f":7,"nul":0,"list":[],"items":[{"k":1,"v":1.5}],"a.b":{"x":[1]},"big":18446744073709551615,"nested":[[],[1]]}', '{"list":{"a":1},"items":"x","s":[],"n":{}}', "{}"]
BAD = [".a[", ".a['b]", ".a[?(@.b]", ".a[x]", "....a", ".a*]", '.a["b"]', "..*", ".a[1,x]", ".a['b,c']", ".a{", "a", "", "[0]", "{.a}", ".a\nb", ".a\tb", ".a[-]", ".a[?(@.b==)]", "$.a"]
SELECTABLE = [".spec.mode", ".spec.gone", ".metadata.name", ".spec", ".spec.list[0]", ".spec..mode", "spec.mode", ".spec.mode.", ".spec.when", ".spec.map.key", ".spec.port", ".", "..",
              ".spec['mode']", ".spec.'mode'", r".spec.mo\de", ".status.size"]


def crd(columns, **version):
    return definition(version={"schema": {"openAPIV3Schema": {"type": "object", "properties": {"spec": {"type": "object", "x-kubernetes-preserve-unknown-fields": True}}}},
                               "subresources": {}, "selectableFields": [], "additionalPrinterColumns": columns, **version})


def sequences():
    def body(name, spec):
        return '{"apiVersion":"' + GROUP + '/v1","kind":"Foo","metadata":{"name":"' + name + '","labels":{"example.com/custom-value":"v"}},"spec":' + spec + "}"

    for t in TYPES:
        columns = [{"name": f"c{i}", "type": t, "jsonPath": p} for i, p in enumerate(PATHS)]
        yield Sequence(f"columns/{t}", *served(*(post(FOOS, body(f"o{i}", o)) for i, o in enumerate(OBJECTS)), get(FOOS, TABLE), crd=crd(columns)))
    for i, p in enumerate(BAD):
        columns = [{"name": n, "type": "string", "jsonPath": path} for n, path in (("a", ".spec.s"), ("b", p), ("c", ".spec.n"))]
        yield Sequence(f"columns/bad/{i}", post(CRDS, crd(columns)), *served(post(FOOS, body("o", OBJECTS[0])), get(FOOS, TABLE), crd=crd(columns)))
    for i, p in enumerate(SELECTABLE):
        d = definition(version={"selectableFields": [{"jsonPath": p}, {"jsonPath": p}]})
        yield Sequence(f"columns/selectable/{i}", post(CRDS, d), delete(CRDS + "/foos." + GROUP, ignore=True))
