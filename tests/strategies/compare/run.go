package main

import (
	"fmt"
	"os"
	"sort"
	"strings"
	"time"
)

type found struct {
	difference
	first *testCase // the smallest so far
	count int
}

type tally struct {
	cases, refused, differing int
}

type run struct {
	o       options
	g       *generator
	kinds   []*kind
	probe   *probe
	known   *knownList
	found   map[difference]*found
	tallies map[string]*tally // by resource
}

func newRun(o options, g *generator) *run {
	r := &run{o: o, g: g, kinds: kindsNamed(o.kind), known: readKnown(o.known), found: map[difference]*found{}, tallies: map[string]*tally{}}
	if len(r.kinds) == 0 {
		check(fmt.Errorf("no kind is named %q", o.kind))
	}
	r.probe = startProbe(o.probe)
	return r
}

type batch struct {
	cases   []*testCase
	queries []*query
	real    []answer
}

// A kind gets cases in proportion to what can be changed in it.
func (r *run) share(k *kind) int {
	sum := 0
	for _, other := range r.kinds {
		sum += r.g.weight(other)
	}
	return max(1, r.o.cases*r.g.weight(k)/sum)
}

func (r *run) all() {
	batches := make(chan *batch, 4)
	go func() {
		for _, k := range r.kinds {
			const size = 250
			for n, all := 0, r.share(k); n < all; n += size {
				b := &batch{}
				for i := n; i < min(n+size, all); i++ {
					c := r.g.make(k, i)
					b.cases = append(b.cases, c)
					b.queries = append(b.queries, &c.query)
					b.real = append(b.real, k.answer(&c.query))
				}
				batches <- b
			}
		}
		close(batches)
	}()
	for b := range batches {
		for i, ours := range r.probe.answer(b.queries) {
			r.count(b.cases[i], b.real[i], ours)
		}
	}
}

func (r *run) count(c *testCase, real, ours answer) {
	t := r.tallies[c.kind.resource]
	if t == nil {
		t = &tally{}
		r.tallies[c.kind.resource] = t
	}
	t.cases++
	if real.Code >= 300 {
		t.refused++
	}
	all := c.compare(real, ours)
	if len(all) > 0 {
		t.differing++
	}
	for _, d := range all {
		f := r.found[d]
		if f == nil {
			f = &found{difference: d, first: c}
			r.found[d] = f
		}
		f.count++
		if len(c.mutations) < len(f.first.mutations) {
			f.first = c
		}
	}
}

func (r *run) sorted() []*found {
	var out []*found
	for _, f := range r.found {
		out = append(out, f)
	}
	sort.Slice(out, func(i, j int) bool { return out[i].String() < out[j].String() })
	return out
}

func (r *run) finish(took time.Duration) int {
	all := r.sorted()
	if r.o.list {
		for _, f := range all {
			if strings.Contains(f.String(), r.o.only) {
				fmt.Printf("%7d %s\n", f.count, f)
			}
		}
		r.o.show = -1
	}
	if r.o.report != "" {
		r.write(all)
	}
	failed := r.print(all)
	if r.o.prune {
		for _, d := range r.known.unseen(r.found, r.kinds) {
			delete(r.known.reasons, d)
		}
		r.known.write(r.o.known, nil)
	}
	if r.o.update {
		r.known.write(r.o.known, all)
	}
	r.table(took)
	r.probe.stop()
	passed := 0
	for _, t := range r.tallies {
		passed += t.cases - t.differing
	}
	fmt.Printf("%d passed, %d failed\n", passed, failed)
	if failed > 0 {
		return 1
	}
	return 0
}

// New differences, and the number of requests with one.
func (r *run) print(all []*found) int {
	shown, failed := map[string]int{}, 0
	for _, f := range all {
		if r.known.has(f.difference) {
			continue
		}
		failed += f.count
		if r.o.list || !strings.Contains(f.String(), r.o.only) {
			continue
		}
		if shown[f.kind]++; shown[f.kind] <= r.o.show {
			fmt.Println(r.describe(f))
		} else if shown[f.kind] == r.o.show+1 {
			fmt.Printf("%s: more new differences (--show N, --report FILE)\n\n", f.kind)
		}
	}
	if gone := r.known.unseen(r.found, r.kinds); len(gone) > 0 {
		fmt.Printf("%d known differences did not occur; if they are mended, remove them:\n", len(gone))
		for i, d := range gone {
			if i == 20 && r.o.only == "" {
				fmt.Printf("  ... (%d more)\n", len(gone)-i)
				break
			}
			fmt.Println("  " + d.String())
		}
		fmt.Println()
	}
	return failed
}

func (r *run) table(took time.Duration) {
	perKind := map[string][2]int{} // known, new
	for _, f := range r.found {
		n := perKind[f.kind]
		if r.known.has(f.difference) {
			n[0]++
		} else {
			n[1]++
		}
		perKind[f.kind] = n
	}
	fmt.Printf("%-66s %8s %8s %10s %6s %6s\n", "kind", "cases", "refused", "differing", "known", "new")
	total := 0
	for _, k := range r.kinds {
		t := r.tallies[k.resource]
		total += t.cases
		n := perKind[k.resource]
		for name := range k.parts {
			more := perKind[k.resource+"/"+name]
			n[0], n[1] = n[0]+more[0], n[1]+more[1]
		}
		fmt.Printf("%-66s %8d %8d %10d %6d %6d\n", k.resource, t.cases, t.refused, t.differing, n[0], n[1])
	}
	for _, name := range []string{"template", "any"} {
		n := perKind[name]
		fmt.Printf("%-66s %8s %8s %10s %6d %6d\n", name, "", "", "", n[0], n[1])
	}
	fmt.Printf("%d cases in %.1f s: %.0f a second, seed %d\n", total, took.Seconds(), float64(total)/took.Seconds(), r.o.seed)
}

func (r *run) write(all []*found) {
	out, err := os.Create(r.o.report)
	check(err)
	defer out.Close()
	for _, f := range all {
		if strings.Contains(f.String(), r.o.only) {
			mark := "new"
			if r.known.has(f.difference) {
				mark = "known"
			}
			fmt.Fprintf(out, "%s %s\n", mark, r.describe(f))
		}
	}
}
