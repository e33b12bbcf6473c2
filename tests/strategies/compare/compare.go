package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"regexp"
	"sort"
	"strconv"
	"strings"
	"time"
)

// A difference of one rule, whatever the values and indices are.
type difference struct {
	kind string // resource[/subresource], "template" for the template of a pod, "any" for metadata and decoding
	what string // missing, extra, text, stored, warning-missing, warning-extra, decoding, verdict
	path string
	rule string
}

func (d difference) String() string {
	return strings.Join([]string{d.kind, d.what, d.path, d.rule}, " | ")
}

var (
	index   = regexp.MustCompile(`\[[^\]]*\][^.\[]*`)
	foreign = regexp.MustCompile(`[^\x20-\x7e]+`)
	// Messages that end with a value.
	ending   = regexp.MustCompile(`(, not |field label not supported: |unsupported pod version: |found [0-9]+: |unknown time zone |for index: |but was |compilation failed: |must evaluate to |invalid JSONPath: |after creation @@ ).*$`)
	uuid     = regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}`)
	document = regexp.MustCompile(`(?s)'\{.*\}'`)
	scheme   = regexp.MustCompile(`in scheme "[^"]*"`)
	single   = regexp.MustCompile(`'[^']*'`)
	quoted   = regexp.MustCompile(`"(?:[^"\\]|\\.)*"`)
	digits   = regexp.MustCompile(`-?[0-9]+(\.[0-9]+)?`)
	starred  = regexp.MustCompile(`"\*"(, "\*")+`)
	spaces   = regexp.MustCompile(`\s+`)
	template = regexp.MustCompile(`^(spec\.jobTemplate\.spec\.template|spec\.template|template)(\.|$)`)
	badValue = regexp.MustCompile(`(?s)^(Invalid value|Unsupported value|Duplicate value|Too long|Too many): .*?: `)
)

func ruleOf(message string) string {
	message = withoutStruct(message)
	const longest = 90
	out := badValue.ReplaceAllString(message, "$1: ")
	out = document.ReplaceAllString(uuid.ReplaceAllString(out, "U"), "'{}'")
	out = single.ReplaceAllString(out, "'*'")
	out = quoted.ReplaceAllString(out, `"*"`)
	out = starred.ReplaceAllString(out, `"*"`)
	out = ending.ReplaceAllString(foreign.ReplaceAllString(out, " "), "$1*")
	out = digits.ReplaceAllString(out, "N")
	out = strings.ReplaceAll(spaces.ReplaceAllString(out, " "), "|", "/")
	if len(out) > longest {
		out = out[:longest]
	}
	return strings.ToValidUTF8(strings.TrimSpace(out), "?")
}

func (c *testCase) difference(what, at, rule string) difference {
	d := difference{kind: c.kind.resource, what: what, path: index.ReplaceAllString(foreign.ReplaceAllString(at, "?"), "[*]"), rule: rule}
	if c.query.Subresource != "" {
		d.kind += "/" + c.query.Subresource
	}
	if what == "decoding" || d.path == "metadata" || strings.HasPrefix(d.path, "metadata.") && what != "stored" {
		d.kind = "any"
		return d
	}
	if in := template.FindString(d.path); in != "" && !strings.HasPrefix(c.kind.resource, "networking") {
		d.kind, d.path = "template", strings.TrimPrefix(d.path, in)
		if d.path == "" {
			d.path = "."
		}
	}
	return d
}

// Differences between the answers of the real server's code and ours.
func (c *testCase) compare(real, ours answer) []difference {
	var out []difference
	switch {
	case real.Code == panicked: // its client gets no answer
		return nil
	case real.Code == 400 || ours.Code == 400:
		// The name of a scheme is where it was compiled.
		if real.Code != ours.Code || scheme.ReplaceAllString(real.Message, "") != scheme.ReplaceAllString(ours.Message, "") {
			out = append(out, c.difference("decoding", "-", fmt.Sprintf("%d %s, not %d %s", real.Code, ruleOf(unnamed(real.Message)), ours.Code, ruleOf(unnamed(ours.Message)))))
		}
		return out
	case len(real.Causes) == 0 && real.Code >= 300 || len(ours.Causes) == 0 && ours.Code >= 300:
		if real.Code != ours.Code || real.Message != ours.Message {
			return append(out, c.difference("verdict", "-", fmt.Sprintf("%d %s, not %d %s", real.Code, ruleOf(real.Message), ours.Code, ruleOf(ours.Message))))
		}
		return out
	}
	out = c.causes(real, ours)
	if real.Code >= 300 || ours.Code >= 300 {
		return out
	}
	c.objects("", withoutUID(real.Object), withoutUID(ours.Object), &out)
	c.warnings(real.Warnings, ours.Warnings, &out)
	return out
}

// Jobs have their UID in labels.
func withoutUID(object []byte) any {
	tree := parse(object)
	m, _ := get(tree, path{"metadata", "uid"})
	uid, ok := m.(string)
	if !ok || uid == "" || bytes.Count(object, []byte(uid)) < 2 {
		return tree
	}
	return parse(bytes.ReplaceAll(object, []byte(uid), []byte("the-uid")))
}

// Whether both are times and the real server's code has just taken it from its clock.
func (c *testCase) now(real, ours any) bool {
	r, ok := real.(string)
	o, ok2 := ours.(string)
	if !ok || !ok2 {
		return false
	}
	at, err := time.Parse(time.RFC3339, r)
	_, err2 := time.Parse(time.RFC3339, o)
	return err == nil && err2 == nil && !at.Before(started) && !at.After(time.Now())
}

var started = time.Now().Add(-time.Second)

var prefixOf = regexp.MustCompile(`"generateName":"([^"\\]+)"`)

// The server chooses the end of a name.
func (c *testCase) withoutSuffix(message string) string {
	m := prefixOf.FindStringSubmatch(c.query.Body)
	if m == nil {
		return message
	}
	if name, _ := get(parse([]byte(c.query.Body)), path{"metadata", "name"}); name != nil && name != "" {
		return message
	}
	const longest = 58
	prefix := m[1][:min(len(m[1]), longest)]
	generated := regexp.MustCompile(`(^|[^A-Za-z0-9])` + regexp.QuoteMeta(prefix) + `[a-z0-9]{5}($|[^A-Za-z0-9])`)
	return generated.ReplaceAllString(message, "${1}the-name$2")
}

// Without the kind before the decoder's error.
func unnamed(message string) string {
	_, rest, ok := strings.Cut(message, " cannot be handled as a ")
	if !ok {
		return message
	}
	_, rest, _ = strings.Cut(rest, ": ")
	return rest
}

var escaped = regexp.MustCompile(`\\u[0-9a-f]{4}`)

var structure = regexp.MustCompile(`(?s)^(Invalid value|Duplicate value): [{\[].*[}\]](: |$)`)

// The real server prints structures with the names of its internal types, and the difference of two pods over many lines.
func withoutStruct(message string) string {
	message = structure.ReplaceAllString(message, "$1: ...$2")
	// Go's types print some characters as JSON does and some as a Go literal.
	message = escaped.ReplaceAllStringFunc(message, func(e string) string {
		n, err := strconv.ParseUint(e[2:], 16, 32)
		check(err)
		return string(rune(n))
	})
	if strings.HasPrefix(message, "Forbidden: pod updates may not change") {
		message, _, _ = strings.Cut(message, "\n")
	}
	return message
}

// The real server adds the volumes of a StatefulSet's claim templates in any order, so their indices mean nothing.
var volumeIndex = regexp.MustCompile(`^spec\.template\.spec\.volumes\[\d+\]`)

func (c *testCase) named(all []cause) []cause {
	out := append([]cause{}, all...)
	for i := range out {
		if c.kind.plural == "statefulsets" {
			out[i].Field = volumeIndex.ReplaceAllString(out[i].Field, "spec.template.spec.volumes[*]")
		}
		out[i].Message = withoutStruct(c.withoutSuffix(out[i].Message))
	}
	return out
}

func (c *testCase) causes(real, ours answer) []difference {
	var out []difference
	left := c.named(ours.Causes)
	take := func(same func(cause) bool) *cause {
		for i, o := range left {
			if same(o) {
				left = append(left[:i:i], left[i+1:]...)
				return &o
			}
		}
		return nil
	}
	var open []cause
	for _, r := range c.named(real.Causes) {
		if take(func(o cause) bool { return o == r }) == nil {
			open = append(open, r)
		}
	}
	for _, r := range open {
		same := take(func(o cause) bool { return o.Field == r.Field && o.Reason == r.Reason })
		if same == nil {
			out = append(out, c.difference("missing", r.Field, ruleOf(r.Message)))
		} else {
			out = append(out, c.difference("text", r.Field, ruleOf(r.Message)))
		}
	}
	for _, o := range left {
		out = append(out, c.difference("extra", o.Field, ruleOf(o.Message)))
	}
	return out
}

// What each side chooses itself.
var chosen = map[string]bool{"metadata.uid": true, "metadata.creationTimestamp": true, "metadata.resourceVersion": true, "metadata.managedFields": true, "metadata.selfLink": true}

func (c *testCase) objects(at string, real, ours any, to *[]difference) {
	if chosen[at] || reflect.DeepEqual(real, ours) || c.now(real, ours) || c.generatedName(at, real, ours) {
		return
	}
	r, isMap := real.(map[string]any)
	o, areMaps := ours.(map[string]any)
	if isMap && areMaps {
		for _, key := range keysOf(merged(r, o)) {
			x, inReal := r[key]
			y, inOurs := o[key]
			below := strings.TrimPrefix(at+"."+key, ".")
			switch {
			case chosen[below]:
			case !inReal:
				*to = append(*to, c.difference("stored", below, "is there"))
			case !inOurs:
				*to = append(*to, c.difference("stored", below, "is missing"))
			default:
				c.objects(below, x, y, to)
			}
		}
		return
	}
	rl, isList := real.([]any)
	ol, areLists := ours.([]any)
	if isList && areLists && len(rl) == len(ol) {
		for i := range rl {
			c.objects(fmt.Sprintf("%s[%d]", at, i), rl[i], ol[i], to)
		}
		return
	}
	if x, ok := real.(json.Number); ok {
		if y, ok := ours.(json.Number); ok && sameNumber(x, y) {
			return
		}
	}
	*to = append(*to, c.difference("stored", at, "differs"))
}

func sameNumber(a, b json.Number) bool {
	x, err := a.Float64()
	y, err2 := b.Float64()
	return err == nil && err2 == nil && x == y && strings.ContainsAny(string(a)+string(b), ".eE")
}

func (c *testCase) generatedName(at string, real, ours any) bool {
	if at != "metadata.name" {
		return false
	}
	r, ok := real.(string)
	o, ok2 := ours.(string)
	return ok && ok2 && len(r) == len(o) && strings.Contains(c.query.Body, `"generateName":`) && r[:max(0, len(r)-5)] == o[:max(0, len(o)-5)]
}

func merged(a, b map[string]any) map[string]any {
	out := map[string]any{}
	for k := range a {
		out[k] = nil
	}
	for k := range b {
		out[k] = nil
	}
	return out
}

func (c *testCase) warnings(real, ours []string, to *[]difference) {
	have := map[string]int{}
	for _, w := range ours {
		have[w]++
	}
	for _, w := range real {
		if have[w]--; have[w] < 0 {
			*to = append(*to, c.warning("warning-missing", w))
		}
	}
	var extra []string
	for w, n := range have {
		if n > 0 {
			extra = append(extra, w)
		}
	}
	sort.Strings(extra)
	for _, w := range extra {
		*to = append(*to, c.warning("warning-extra", w))
	}
}

func (c *testCase) warning(what, text string) difference {
	at, rest, ok := strings.Cut(text, ": ")
	if !ok || strings.ContainsAny(at, " ") {
		at, rest = "-", text
	}
	return c.difference(what, at, ruleOf(rest))
}
