package main

import (
	"encoding/json"
	"fmt"
	"reflect"
	"sort"
	"strings"
)

// Trees of JSON: map[string]any, []any, string, json.Number, bool, nil.

func parse(text []byte) any {
	d := json.NewDecoder(strings.NewReader(string(text)))
	d.UseNumber()
	var out any
	check(d.Decode(&out))
	return out
}

func text(tree any) []byte {
	out, err := json.Marshal(tree)
	check(err)
	return out
}

func clone(tree any) any {
	switch t := tree.(type) {
	case map[string]any:
		out := make(map[string]any, len(t))
		for k, v := range t {
			out[k] = clone(v)
		}
		return out
	case []any:
		out := make([]any, len(t))
		for i, v := range t {
			out[i] = clone(v)
		}
		return out
	}
	return tree
}

func keysOf(m map[string]any) []string {
	out := make([]string, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	sort.Strings(out)
	return out
}

// A place in a tree: keys (string) and indices (int).
type path []any

func (p path) String() string {
	var b strings.Builder
	for _, step := range p {
		switch s := step.(type) {
		case int:
			fmt.Fprintf(&b, "[%d]", s)
		case string:
			if b.Len() > 0 {
				b.WriteByte('.')
			}
			b.WriteString(s)
		}
	}
	return b.String()
}

func (p path) and(step any) path {
	return append(append(path{}, p...), step)
}

func get(tree any, p path) (any, bool) {
	for _, step := range p {
		switch s := step.(type) {
		case string:
			m, ok := tree.(map[string]any)
			if !ok {
				return nil, false
			}
			if tree, ok = m[s]; !ok {
				return nil, false
			}
		case int:
			l, ok := tree.([]any)
			if !ok || s >= len(l) {
				return nil, false
			}
			tree = l[s]
		}
	}
	return tree, true
}

// Returns the tree with another value at the place; its parent must exist. `gone` removes it.
type gone struct{}

func set(tree any, p path, v any) any {
	if len(p) == 0 {
		return v
	}
	switch s := p[0].(type) {
	case string:
		m, ok := tree.(map[string]any)
		if !ok {
			return tree
		}
		if _, remove := v.(gone); remove && len(p) == 1 {
			delete(m, s)
		} else if _, there := m[s]; there || len(p) == 1 {
			m[s] = set(m[s], p[1:], v)
		}
	case int:
		l, ok := tree.([]any)
		if !ok || s >= len(l) {
			return tree
		}
		if _, remove := v.(gone); remove && len(p) == 1 {
			return append(l[:s:s], l[s+1:]...)
		}
		l[s] = set(l[s], p[1:], v)
	}
	return tree
}

// A field of a struct in JSON.
type jsonField struct {
	name string
	is   reflect.Type
	in   reflect.Type // the struct that declares it
}

var fieldCache = map[reflect.Type][]jsonField{}

func fieldsOf(t reflect.Type) []jsonField {
	if out, ok := fieldCache[t]; ok {
		return out
	}
	var out []jsonField
	for i := 0; i < t.NumField(); i++ {
		f := t.Field(i)
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		if name == "-" || (!f.IsExported()) {
			continue
		}
		if name == "" && (f.Anonymous || strings.Contains(options, "inline")) {
			if f.Type.Kind() == reflect.Struct {
				out = append(out, fieldsOf(f.Type)...)
			}
			continue
		}
		if name != "" {
			out = append(out, jsonField{name, f.Type, t})
		}
	}
	fieldCache[t] = out
	return out
}

func plain(t reflect.Type) reflect.Type {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t
}
