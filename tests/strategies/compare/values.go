package main

import (
	"encoding/json"
	"math/rand"
	"reflect"
	"strings"

	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/intstr"
)

// Values that a field of that name and type has in a base object or a sample, and those that its enumeration allows.
type dictionary map[string][]any

func keyOf(f jsonField) string { return f.in.String() + "." + f.name }

func (d dictionary) learn(tree any, t reflect.Type) {
	t = plain(t)
	if special(t) {
		return
	}
	switch x := tree.(type) {
	case map[string]any:
		if t.Kind() == reflect.Map {
			for _, k := range keysOf(x) {
				d.learn(x[k], t.Elem())
			}
			return
		}
		if t.Kind() != reflect.Struct {
			return
		}
		for _, f := range fieldsOf(t) {
			if v, ok := x[f.name]; ok {
				d.add(f, v)
				d.learn(v, f.is)
			}
		}
	case []any:
		if t.Kind() == reflect.Slice {
			for _, v := range x {
				d.learn(v, t.Elem())
			}
		}
	}
}

func (d dictionary) add(f jsonField, v any) {
	const most = 40
	k := keyOf(f)
	if len(d[k]) >= most {
		return
	}
	for _, there := range d[k] {
		if reflect.DeepEqual(there, v) {
			return
		}
	}
	d[k] = append(d[k], v)
}

// Types whose JSON is not that of their Go fields.
func special(t reflect.Type) bool {
	switch t {
	case quantityType, timeType, microTimeType, durationType, intOrStringType, rawType, fieldsType:
		return true
	}
	return strings.HasSuffix(t.String(), "v1.JSON") || strings.HasSuffix(t.String(), "JSONSchemaPropsOrBool") ||
		strings.HasSuffix(t.String(), "JSONSchemaPropsOrArray") || strings.HasSuffix(t.String(), "JSONSchemaPropsOrStringArray")
}

var (
	quantityType    = reflect.TypeOf(resource.Quantity{})
	timeType        = reflect.TypeOf(metav1.Time{})
	microTimeType   = reflect.TypeOf(metav1.MicroTime{})
	durationType    = reflect.TypeOf(metav1.Duration{})
	intOrStringType = reflect.TypeOf(intstr.IntOrString{})
	rawType         = reflect.TypeOf(runtime.RawExtension{})
	fieldsType      = reflect.TypeOf(metav1.FieldsV1{})
	metaType        = reflect.TypeOf(metav1.ObjectMeta{})
)

var words = []any{"", "a", "web", "nosuch", "Upper", "under_score", "two words", "-dash", "dash-", "dot.", "a.b.c", "a..b", "a/b", "/a", "a/", "a/b/c", "0",
	"123", "1.2.3.4", "::1", "10.0.0.0/8", "2001:db8::/32", "/abs/path", "../up", "a/../b", "http://x.example", "https://x.example/p", "*", "*.example.com",
	"é", "a\nb", "$(VAR)", "=", "=C", "kubernetes.io/x", "example.com/x", "Example.com/x", "example.com/x y", "true", "None", "Always", "TCP", "tcp",
	strings.Repeat("a", 63), strings.Repeat("a", 64), strings.Repeat("a", 253), strings.Repeat("a", 254), strings.Repeat("a", 1025),
	strings.Repeat("a.", 130) + "a", "example.com/" + strings.Repeat("b", 64), "5", "80", "http", "-1", "1h", "1Gi", "100m", "50%", "0%", "101%"}
var numbers = []any{num("0"), num("-1"), num("1"), num("2"), num("3"), num("10"), num("80"), num("99"), num("100"), num("101"), num("1000"), num("65535"), num("65536"), num("-100"),
	num("86400"), num("100000"), num("1000000000"), num("2147483647"), num("-2147483648")}
var longs = []any{num("2147483648"), num("9223372036854775807"), num("-9223372036854775808"), num("4294967296")}
var quantityTexts = []any{"0", "1", "-1", "100m", "1500m", "1Gi", "1Mi", "128M", "1.5", "0.0001", "1n", "2", "10", "1Ei", "9223372036854775807", "bad", "", num("1"), num("0"), num("-2"), num("1.5"), "1e3", "-100m"}
var times = []any{"2026-01-02T03:04:05Z", "2026-01-02T03:04:06Z", "2025-12-31T23:59:59Z", "2030-01-01T00:00:00Z", "2026-01-02T03:04:05+02:00", "", nil, "yesterday", "1970-01-01T00:00:00Z"}
var microTimes = []any{"2026-01-02T03:04:05.000000Z", "2026-01-02T03:04:06.000001Z", "2025-12-31T23:59:59.999999Z", "", nil, "2026-01-02T03:04:05Z"}
var durations = []any{"0s", "1s", "-1s", "30s", "1h0m0s", "24h", "1ms", "bad"}
var intOrStrings = []any{num("0"), num("1"), num("-1"), num("80"), num("65536"), num("100"), "0%", "1%", "50%", "100%", "101%", "-1%", "http", "", "Bad_Name", "80", "5", strings.Repeat("a", 16), "ab%"}
var documents = []any{map[string]any{}, map[string]any{"a": num("1")}, map[string]any{"apiVersion": "example.com/v1", "kind": "X"}, num("1"), "text", []any{}, nil}

func num(s string) any { return json.Number(s) }

func pick(r *rand.Rand, from []any) any { return clone(from[r.Intn(len(from))]) }

// A value for a field that has none, plausible rather than valid.
func (g *generator) value(r *rand.Rand, f jsonField, depth int) any {
	if enum := g.enums[keyOf(f)]; len(enum) > 0 && r.Intn(3) != 0 {
		v := pick(r, enum)
		if plain(f.is).Kind() == reflect.Slice {
			return []any{v}
		}
		return v
	}
	if known := g.values[keyOf(f)]; len(known) > 0 && r.Intn(4) != 0 {
		return pick(r, known)
	}
	return g.ofType(r, f.is, depth)
}

func (g *generator) ofType(r *rand.Rand, t reflect.Type, depth int) any {
	t = plain(t)
	switch t {
	case quantityType:
		return pick(r, quantityTexts)
	case timeType:
		return pick(r, times)
	case microTimeType:
		return pick(r, microTimes)
	case durationType:
		return pick(r, durations)
	case intOrStringType:
		return pick(r, intOrStrings)
	}
	if special(t) {
		return pick(r, documents)
	}
	switch t.Kind() {
	case reflect.String:
		return pick(r, words)
	case reflect.Bool:
		return r.Intn(2) == 0
	case reflect.Int64:
		if r.Intn(8) == 0 {
			return pick(r, longs)
		}
		return pick(r, numbers)
	case reflect.Int32, reflect.Int:
		return pick(r, numbers)
	case reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return pick(r, numbers)
	case reflect.Float64, reflect.Float32:
		return pick(r, numbers)
	}
	return g.composite(r, t, depth)
}

func (g *generator) composite(r *rand.Rand, t reflect.Type, depth int) any {
	const deepest = 5
	switch t.Kind() {
	case reflect.Slice:
		if t.Elem().Kind() == reflect.Uint8 {
			return pick(r, []any{"", "YQ==", "bm90IGEgY2VydGlmaWNhdGU=", "not base64!"})
		}
		out := []any{}
		if depth < deepest {
			for n := 1 + r.Intn(2); n > 0; n-- {
				out = append(out, g.ofType(r, t.Elem(), depth+1))
			}
		}
		return out
	case reflect.Map:
		out := map[string]any{}
		if depth < deepest {
			for n := 1 + r.Intn(2); n > 0; n-- {
				out[pick(r, words).(string)] = g.ofType(r, t.Elem(), depth+1)
			}
		}
		return out
	case reflect.Struct:
		out := map[string]any{}
		fields := fieldsOf(t)
		if depth < deepest && len(fields) > 0 {
			// All fields of a small struct, some of a large one.
			for _, f := range fields {
				if r.Intn(len(fields)+2) < 3 {
					out[f.name] = g.value(r, f, depth+1)
				}
			}
		}
		return out
	}
	return nil
}
