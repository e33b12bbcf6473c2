package main

import (
	"bufio"
	"fmt"
	"os"
	"sort"
	"strings"
)

// Lines of "kind | what | path | rule | reason". A line that starts with # is a comment.
type knownList struct {
	heading []string
	reasons map[difference]string
}

const open = "open"

func readKnown(name string) *knownList {
	k := &knownList{reasons: map[difference]string{}}
	in, err := os.Open(name)
	if err != nil {
		return k
	}
	defer in.Close()
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		line := lines.Text()
		if strings.HasPrefix(line, "#") {
			k.heading = append(k.heading, line)
			continue
		}
		parts := strings.Split(line, " | ")
		if len(parts) != 5 {
			check(fmt.Errorf("%s: not kind | what | path | rule | reason: %s", name, line))
		}
		k.reasons[difference{parts[0], parts[1], parts[2], parts[3]}] = parts[4]
	}
	check(lines.Err())
	return k
}

func (k *knownList) has(d difference) bool {
	_, ok := k.reasons[d]
	return ok
}

func concerns(d difference, kinds []*kind) bool {
	for _, x := range kinds {
		if d.kind == x.resource || strings.HasPrefix(d.kind, x.resource+"/") {
			return true
		}
	}
	return false
}

func (k *knownList) unseen(seen map[difference]*found, of []*kind) []difference {
	var out []difference
	for d := range k.reasons {
		if seen[d] == nil && (concerns(d, of) || (d.kind == "template" || d.kind == "any") && len(of) == len(kinds)) {
			out = append(out, d)
		}
	}
	sort.Slice(out, func(i, j int) bool { return out[i].String() < out[j].String() })
	return out
}

// With what was found; reasons stay.
func (k *knownList) write(name string, all []*found) {
	for _, f := range all {
		if !k.has(f.difference) {
			k.reasons[f.difference] = open
		}
	}
	var lines []string
	for d, why := range k.reasons {
		lines = append(lines, d.String()+" | "+why)
	}
	sort.Strings(lines)
	check(os.WriteFile(name, []byte(strings.Join(append(k.heading, lines...), "\n")+"\n"), 0o644))
}
