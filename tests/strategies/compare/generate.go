package main

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand"
)

// A case: a request, and how it was made, so that a smaller one can be made.
type testCase struct {
	kind      *kind
	n         int
	base      any // the object before the changes; of an update also what is stored
	mutations []mutation
	query     query
}

type generator struct {
	bases  map[*kind][]any // valid objects, as a client sends them
	values dictionary
	enums  map[string][]any // by the last parts of a definition's name and the field
	fuzzed map[*kind][]any
	seed   int64
}

const ofNamespace = "default"

// The same case for the same seed, kind and number.
func (g *generator) make(k *kind, n int) *testCase {
	h := int64(n)*1_000_003 + g.seed*7_919
	for _, c := range k.resource {
		h = h*31 + int64(c)
	}
	r := rand.New(rand.NewSource(h))
	bases := g.bases[k]
	base := clone(bases[r.Intn(len(bases))])
	c := &testCase{kind: k, n: n, base: base}
	c.query = query{Operation: "create", Resource: k.resource, Namespace: ofNamespace}
	if !k.namespaced() {
		c.query.Namespace = ""
	}
	below := ""
	if what := r.Intn(10); what >= 4 {
		c.query.Operation = "update"
		if what >= 7 && len(k.parts) > 0 {
			c.query.Subresource = keyAt(k, r.Intn(len(k.parts)))
			below = map[string]string{"status": "status", "approval": "status", "finalize": "spec", "ephemeralcontainers": "spec"}[c.query.Subresource]
		}
		g.store(r, c)
	} else if fuzzed := g.fuzz(k); len(fuzzed) > 0 && r.Intn(12) == 0 {
		c.base = clone(fuzzed[r.Intn(len(fuzzed))])
	}
	count := []int{1, 1, 1, 1, 1, 1, 2, 2, 3, 4}[r.Intn(10)]
	if r.Intn(50) == 0 {
		count = 0
	}
	tree := clone(c.base)
	for i := 0; i < count; i++ {
		m := g.mutation(r, k, tree, below)
		tree = m.apply(tree)
		c.mutations = append(c.mutations, m)
	}
	c.query.Body = string(text(tree))
	return c
}

func keyAt(k *kind, i int) string {
	all := map[string]any{}
	for name := range k.parts {
		all[name] = nil
	}
	return keysOf(all)[i]
}

// Makes the base an object that is stored, with its status; now and then one that today's rules would refuse.
func (g *generator) store(r *rand.Rand, c *testCase) {
	tree := clone(c.base)
	if r.Intn(8) == 0 {
		m := g.mutation(r, c.kind, tree, "")
		tree = m.apply(tree)
	}
	stored, ok := c.kind.toStore(tree)
	if !ok {
		stored, ok = c.kind.toStore(clone(c.base))
		if !ok {
			panic(fmt.Sprintf("a base of %s cannot be decoded", c.kind.resource))
		}
	}
	c.query.Stored = json.RawMessage(text(stored))
	c.query.Name, _ = stored["metadata"].(map[string]any)["name"].(string)
	c.base = stored
	if r.Intn(4) != 0 {
		next := clone(c.base).(map[string]any)
		delete(next["metadata"].(map[string]any), "resourceVersion")
		if c.kind.strategy.AllowUnconditionalUpdate(context.Background()) {
			c.base = next
		}
	}
}

// The generation that a new object has; nil for kinds without one.
func (k *kind) firstGeneration(of any) any {
	if !k.created {
		k.created = true
		q := query{Operation: "create", Resource: k.resource, Body: string(text(of))}
		if k.namespaced() {
			q.Namespace = ofNamespace
		}
		if a := k.answer(&q); a.Code == 201 {
			k.generation, _ = get(parse(a.Object), path{"metadata", "generation"})
		}
	}
	return k.generation
}

// The object with defaults, as a client reads it, and what the server sets at creation.
func (k *kind) toStore(tree any) (map[string]any, bool) {
	o, err := k.decode(text(tree))
	if err != nil {
		return nil, false
	}
	read, err := k.read(o)
	if err != nil {
		return nil, false
	}
	out, ok := parse(read).(map[string]any)
	if !ok {
		return nil, false
	}
	meta, ok := out["metadata"].(map[string]any)
	if !ok {
		return nil, false
	}
	if name, _ := meta["name"].(string); name == "" {
		return nil, false
	}
	delete(meta, "namespace")
	if k.namespaced() {
		meta["namespace"] = ofNamespace
	}
	if n := k.firstGeneration(tree); n != nil {
		meta["generation"] = n
	}
	meta["uid"], meta["creationTimestamp"], meta["resourceVersion"] = storedUID, storedTime, storedVersion
	return out, true
}
