package main

import (
	"fmt"
	"strings"
)

// Whether the difference is there for this base and these mutations.
func (r *run) occurs(f *found, c *testCase) (real, ours answer, yes bool) {
	real = c.kind.answer(&c.query)
	ours = r.probe.answer([]*query{&c.query})[0]
	for _, d := range c.compare(real, ours) {
		if d == f.difference {
			return real, ours, true
		}
	}
	return real, ours, false
}

func (c *testCase) with(mutations []mutation) *testCase {
	out := *c
	out.mutations = mutations
	tree := clone(c.base)
	for _, m := range mutations {
		tree = m.apply(tree)
	}
	out.query.Body = string(text(tree))
	return &out
}

// Leaves out mutations, then fields of the object, as long as the difference stays.
func (r *run) smallest(f *found) *testCase {
	c := f.first
	for i := 0; i < len(c.mutations); {
		less := c.with(append(append([]mutation{}, c.mutations[:i]...), c.mutations[i+1:]...))
		if _, _, yes := r.occurs(f, less); yes {
			c = less
		} else {
			i++
		}
	}
	tries := 150
	tree := parse([]byte(c.query.Body))
	r.prune(f, c, &tree, nil, &tries)
	out := *c
	out.query.Body = string(text(tree))
	return &out
}

func (r *run) prune(f *found, c *testCase, tree *any, at path, tries *int) {
	here, _ := get(*tree, at)
	var below []path
	switch x := here.(type) {
	case map[string]any:
		for _, key := range keysOf(x) {
			below = append(below, at.and(key))
		}
	case []any:
		for i := len(x) - 1; i >= 0; i-- {
			below = append(below, at.and(i))
		}
	}
	for _, p := range below {
		if *tries--; *tries < 0 {
			return
		}
		less := set(clone(*tree), p, gone{})
		try := *c
		try.query.Body = string(text(less))
		if _, _, yes := r.occurs(f, &try); yes {
			*tree = less
		} else {
			r.prune(f, c, tree, p, tries)
		}
	}
}

func (r *run) describe(f *found) string {
	c := r.smallest(f)
	real, ours, _ := r.occurs(f, c)
	var b strings.Builder
	fmt.Fprintf(&b, "%s   (%d times)\n", f.difference, f.count)
	var steps []string
	for _, m := range c.mutations {
		steps = append(steps, m.String())
	}
	where := c.query.Operation
	if c.query.Subresource != "" {
		where += " of " + c.query.Subresource
	}
	fmt.Fprintf(&b, "  %s, case %d: %s\n", where, c.n, strings.Join(steps, "; "))
	fmt.Fprintf(&b, "  sent:   %s\n", c.query.Body)
	if len(c.query.Stored) > 0 && string(c.query.Stored) != c.query.Body {
		fmt.Fprintf(&b, "  stored: %s\n", c.query.Stored)
	}
	fmt.Fprintf(&b, "  real:   %s\n  ours:   %s\n", summary(f, real), summary(f, ours))
	return b.String()
}

func summary(f *found, a answer) string {
	out := fmt.Sprint(a.Code)
	switch {
	case strings.HasPrefix(f.what, "warning"):
		return fmt.Sprintf("%s, warnings %q", out, a.Warnings)
	case a.Code >= 300:
		return out + " " + a.Message
	case f.what == "stored":
		return out + " " + string(a.Object)
	}
	return out
}
