package main

import (
	"fmt"
	"math/rand"
	"reflect"
	"strings"
)

// One change of a tree. It is applied to trees that other changes were applied to, in the same order.
type mutation struct {
	at    path
	what  string
	apply func(tree any) any
}

func (m mutation) String() string { return m.what + " " + m.at.String() }

// Walks from the root at random, and stops at a field, there or not. `below` restricts the first step.
func (g *generator) site(r *rand.Rand, tree any, t reflect.Type, below string) (path, jsonField) {
	var at path
	var f jsonField
	f.is = t
	for {
		here, there := get(tree, at)
		t := plain(f.is)
		// Containers are changed as a whole now and then.
		if len(at) > 0 && (!there || here == nil || special(t) || r.Intn(7) == 0) {
			return at, f
		}
		var next any
		next, f = g.step(r, here, t, f, len(at) == 0, below)
		if next == nil {
			return at, f
		}
		at = at.and(next)
	}
}

func (g *generator) step(r *rand.Rand, here any, t reflect.Type, f jsonField, first bool, below string) (any, jsonField) {
	switch x := here.(type) {
	case map[string]any:
		if t.Kind() == reflect.Map {
			if len(x) == 0 {
				return nil, f
			}
			keys := keysOf(x)
			return keys[r.Intn(len(keys))], jsonField{name: f.name, is: t.Elem(), in: t}
		}
		if t.Kind() != reflect.Struct {
			return nil, f
		}
		return g.field(r, x, t, f, first, below)
	case []any:
		if t.Kind() != reflect.Slice || len(x) == 0 {
			return nil, f
		}
		return r.Intn(len(x)), jsonField{name: f.name, is: t.Elem(), in: t}
	}
	return nil, f
}

func (g *generator) field(r *rand.Rand, here map[string]any, t reflect.Type, f jsonField, first bool, below string) (any, jsonField) {
	fields := fieldsOf(t)
	if len(fields) == 0 {
		return nil, f
	}
	if first && below != "" && r.Intn(8) != 0 {
		for _, x := range fields {
			if x.name == below {
				return x.name, x
			}
		}
	}
	for try := 0; ; try++ {
		x := fields[r.Intn(len(fields))]
		if x.name == "managedFields" || x.name == "selfLink" || x.name == "uid" && t == metaType {
			if len(fields) == 1 {
				return nil, f
			}
			continue
		}
		// Rules of metadata are the same for all kinds, and the type is decoded before all else.
		rare := first && (x.name == "metadata" || x.name == "kind" || x.name == "apiVersion")
		if rare && r.Intn(8) != 0 && try < 20 {
			continue
		}
		if _, there := here[x.name]; !there && r.Intn(3) == 0 && try < 4 {
			continue // what is there has more to change
		}
		return x.name, x
	}
}

func (g *generator) mutation(r *rand.Rand, k *kind, tree any, below string) mutation {
	at, f := g.site(r, tree, k.goType, below)
	old, there := get(tree, at)
	if fuzzed := g.fuzz(k); len(fuzzed) > 0 && r.Intn(10) == 0 && len(at) > 0 && at[0] != "metadata" {
		if v, ok := get(fuzzed[r.Intn(len(fuzzed))], at); ok {
			return setTo(at, "fuzzed", v)
		}
	}
	if r.Intn(300) == 0 {
		return setTo(at, "wrong type", pick(r, []any{num("1"), "text", true, []any{}, map[string]any{}, num("1.5")}))
	}
	if !there || old == nil {
		return setTo(at, "add", g.value(r, f, 0))
	}
	switch x := old.(type) {
	case map[string]any:
		return g.ofObject(r, at, f, x)
	case []any:
		return g.ofList(r, at, f, x)
	}
	switch r.Intn(6) {
	case 0:
		return mutation{at, "remove", func(t any) any { return set(t, at, gone{}) }}
	case 1:
		return setTo(at, "null", nil)
	case 2, 3:
		return setTo(at, "set", g.value(r, f, 0))
	}
	return setTo(at, "set", g.ofType(r, f.is, 0))
}

func setTo(at path, what string, v any) mutation {
	shown := string(text(v))
	if len(shown) > 60 {
		shown = shown[:60] + "..."
	}
	return mutation{at, what + " " + shown + " at", func(t any) any { return set(t, at, clone(v)) }}
}

func (g *generator) ofObject(r *rand.Rand, at path, f jsonField, old map[string]any) mutation {
	isMap := plain(f.is).Kind() == reflect.Map
	switch n := r.Intn(10); {
	case n < 2:
		return mutation{at, "remove", func(t any) any { return set(t, at, gone{}) }}
	case n == 2:
		return setTo(at, "empty", map[string]any{})
	case n == 3:
		return setTo(at, "null", nil)
	case n == 4 && !isMap && r.Intn(10) == 0:
		return setTo(at.and("nosuchField"), "unknown field", num("1"))
	case n < 8 && isMap:
		element := jsonField{name: f.name, is: plain(f.is).Elem(), in: plain(f.is)}
		return setTo(at.and(pick(r, words).(string)), "add key", g.value(r, element, 0))
	}
	return setTo(at, "set", g.value(r, f, 0))
}

func (g *generator) ofList(r *rand.Rand, at path, f jsonField, old []any) mutation {
	n := r.Intn(10)
	if len(old) == 0 && n > 4 {
		n = 3
	}
	change := func(what string, edit func(list []any) []any) mutation {
		return mutation{at, what, func(t any) any {
			if list, ok := get(t, at); ok {
				if l, ok := list.([]any); ok {
					return set(t, at, edit(l))
				}
			}
			return t
		}}
	}
	switch n {
	case 0:
		return mutation{at, "remove", func(t any) any { return set(t, at, gone{}) }}
	case 1:
		return setTo(at, "empty", []any{})
	case 2:
		return setTo(at, "null", nil)
	case 3, 4:
		element := jsonField{name: f.name, is: plain(f.is), in: f.in}
		if plain(f.is).Kind() == reflect.Slice {
			element.is = plain(f.is).Elem()
		}
		v := g.ofType(r, element.is, 0)
		return change("append "+short(v)+" to", func(l []any) []any { return append(l[:len(l):len(l)], clone(v)) })
	case 5:
		i := r.Intn(len(old))
		return change(fmt.Sprintf("drop element %d of", i), func(l []any) []any { return without(l, i) })
	case 6:
		count := []int{11, 17, 33, 101, 129}[r.Intn(5)]
		return change(fmt.Sprintf("%d elements in", count), func(l []any) []any { return many(l, count) })
	case 7:
		return change("reverse", reversed)
	}
	i := r.Intn(len(old))
	return change(fmt.Sprintf("repeat element %d of", i), func(l []any) []any {
		if i >= len(l) {
			return l
		}
		return append(l[:len(l):len(l)], clone(l[i]))
	})
}

func short(v any) string {
	out := string(text(v))
	if len(out) > 60 {
		out = out[:60] + "..."
	}
	return out
}

func without(l []any, i int) []any {
	if i >= len(l) {
		return l
	}
	return append(l[:i:i], l[i+1:]...)
}

// Copies of the first element with other names.
func many(l []any, n int) []any {
	if len(l) == 0 {
		return l
	}
	for i := len(l); i < n; i++ {
		switch x := clone(l[0]).(type) {
		case map[string]any:
			if _, ok := x["name"]; ok {
				x["name"] = fmt.Sprintf("n%d", i)
			}
			l = append(l, x)
		case string:
			l = append(l, strings.TrimRight(x, "0123456789")+fmt.Sprint(i))
		default:
			l = append(l, x)
		}
	}
	return l
}

func reversed(l []any) []any {
	out := make([]any, 0, len(l))
	for i := len(l) - 1; i >= 0; i-- {
		out = append(out, l[i])
	}
	return out
}
