package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"

	"sigs.k8s.io/yaml"
)

func newGenerator(o options) *generator {
	g := &generator{bases: map[*kind][]any{}, fuzzed: map[*kind][]any{}, values: dictionary{}, seed: o.seed}
	g.load(filepath.Join(o.root, "tests/strategies/bases"), true)
	g.enumerations(filepath.Join(o.root, "src/apiserver/kinds/catalogue"))
	for _, k := range kinds {
		if len(g.bases[k]) == 0 {
			check(fmt.Errorf("no base of %s", k.resource))
		}
	}
	return g
}

// Files of YAML documents.
func (g *generator) load(folder string, must bool) {
	names, err := filepath.Glob(filepath.Join(folder, "*.yaml"))
	check(err)
	sort.Strings(names)
	for _, name := range names {
		content, err := os.ReadFile(name)
		check(err)
		for _, document := range strings.Split("\n"+string(content), "\n---") {
			asJSON, err := yaml.YAMLToJSON([]byte(document))
			if err != nil {
				check(fmt.Errorf("%s: %w", name, err))
			}
			if o, ok := parse(asJSON).(map[string]any); ok {
				g.addBase(name, o)
			}
		}
	}
}

func (g *generator) addBase(from string, o map[string]any) {
	for _, k := range kinds {
		if o["kind"] != k.gvk.Kind || o["apiVersion"] != k.gvk.GroupVersion().String() {
			continue
		}
		g.bases[k] = append(g.bases[k], o)
		g.values.learn(o, k.goType)
		return
	}
	check(fmt.Errorf("%s: no kind %s %s", from, o["apiVersion"], o["kind"]))
}

// The real server's code accepts each base: otherwise every change of it tests the same refusal.
func (g *generator) checkBases() int {
	bad := 0
	for _, k := range kinds {
		for i, b := range g.bases[k] {
			q := query{Operation: "create", Resource: k.resource, Body: string(text(b))}
			if k.namespaced() {
				q.Namespace = ofNamespace
			}
			if a := k.answer(&q); a.Code != 201 {
				bad++
				fmt.Printf("%s, base %d: %d %s\n", k.resource, i+1, a.Code, a.Message)
			}
			for name := range k.parts {
				stored, ok := k.toStore(b)
				if !ok {
					continue
				}
				u := query{Operation: "update", Subresource: name, Resource: k.resource, Namespace: q.Namespace, Name: stored["metadata"].(map[string]any)["name"].(string), Stored: text(stored), Body: string(text(stored))}
				if a := k.answer(&u); a.Code != 200 {
					bad++
					fmt.Printf("%s/%s, base %d: %d %s\n", k.resource, name, i+1, a.Code, a.Message)
				}
			}
		}
	}
	fmt.Printf("%d kinds, %d bases refused\n", len(kinds), bad)
	if bad > 0 {
		return 1
	}
	return 0
}

// The fields of the largest base: a measure of what there is to change.
func (g *generator) weight(k *kind) int {
	most := 0
	for _, b := range g.bases[k] {
		most = max(most, leaves(b))
	}
	return 10 + most
}

func leaves(tree any) int {
	n := 0
	switch x := tree.(type) {
	case map[string]any:
		for _, v := range x {
			n += leaves(v)
		}
	case []any:
		for _, v := range x {
			n += leaves(v)
		}
	default:
		return 1
	}
	return n
}

type schemaNode struct {
	Enum       []any                  `json:"enum"`
	Properties map[string]*schemaNode `json:"properties"`
	Items      *schemaNode            `json:"items"`
}

// Values that the published schemas enumerate.
func (g *generator) enumerations(folder string) {
	names, err := filepath.Glob(filepath.Join(folder, "*.json"))
	check(err)
	if len(names) == 0 {
		check(fmt.Errorf("no files in %s", folder))
	}
	enums := map[string][]any{} // "core.v1.Container.imagePullPolicy"
	for _, name := range names {
		content, err := os.ReadFile(name)
		check(err)
		var file struct {
			Types map[string]*schemaNode `json:"types"`
		}
		check(json.Unmarshal(content, &file))
		for definition, node := range file.Types {
			for field, p := range node.Properties {
				short := definition[strings.LastIndexByte(definition[:strings.LastIndexByte(definition, '.')], '.')+1:]
				if len(p.Enum) > 0 {
					enums[short+"."+field] = p.Enum
				} else if p.Items != nil && len(p.Items.Enum) > 0 {
					enums[short+"."+field] = p.Items.Enum
				}
			}
		}
	}
	g.enums = enums
}
