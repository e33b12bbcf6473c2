package main

import "fmt"

// A change of the embedded server's answer, and the difference that it must make.
type alteration struct {
	what  string
	apply func(a *answer) bool // false: not for this answer
}

var alterations = []alteration{
	{"missing", func(a *answer) bool {
		if len(a.Causes) < 2 {
			return false
		}
		a.Causes = a.Causes[1:]
		return true
	}},
	{"extra", func(a *answer) bool {
		a.Causes = append(a.Causes, cause{"spec.other", "FieldValueInvalid", "Invalid value: 1: other"})
		return len(a.Causes) > 1
	}},
	{"text", func(a *answer) bool {
		if len(a.Causes) == 0 {
			return false
		}
		a.Causes[0].Message = "!" + a.Causes[0].Message
		return true
	}},
	{"missing", func(a *answer) bool {
		if len(a.Causes) == 0 {
			return false
		}
		a.Causes[0].Field = "spec.other"
		return true
	}},
	{"missing", func(a *answer) bool {
		if len(a.Causes) == 0 {
			return false
		}
		*a = answer{Code: 201, Object: []byte("{}")}
		return true
	}},
	{"extra", func(a *answer) bool {
		if a.Code >= 300 {
			return false
		}
		*a = answer{Code: 422, Reason: "Invalid", Causes: []cause{{"spec.other", "FieldValueRequired", "Required value"}}}
		return true
	}},
	{"stored", func(a *answer) bool {
		o, ok := object(a)
		if !ok {
			return false
		}
		o["other"] = map[string]any{}
		a.Object = text(o)
		return true
	}},
	{"stored", func(a *answer) bool {
		o, ok := object(a)
		if !ok {
			return false
		}
		delete(o, "kind")
		a.Object = text(o)
		return true
	}},
	{"warning-extra", func(a *answer) bool {
		a.Warnings = append(append([]string{}, a.Warnings...), "spec.other: a warning")
		return a.Code < 300
	}},
	{"warning-missing", func(a *answer) bool {
		if len(a.Warnings) == 0 || a.Code >= 300 {
			return false
		}
		a.Warnings = a.Warnings[1:]
		return true
	}},
	{"decoding", func(a *answer) bool {
		was := a.Code == 400
		*a = answer{Code: 201, Object: []byte("{}")}
		return was
	}},
	{"decoding", func(a *answer) bool {
		*a = answer{Code: 400, Message: "bad"}
		return true
	}},
	{"verdict", func(a *answer) bool {
		was := a.Code != 400 && len(a.Causes) == 0
		*a = answer{Code: 409, Message: "conflict"}
		return was
	}},
}

func object(a *answer) (map[string]any, bool) {
	if len(a.Object) == 0 {
		return nil, false
	}
	o, ok := parse(a.Object).(map[string]any)
	return o, ok
}

// The comparison finds each alteration in the answers to some requests, and nothing in unaltered answers; each kind's base is accepted.
func selfTest(g *generator) int {
	seen, wrong := make([]int, len(alterations)), g.checkBases()
	for _, k := range kinds {
		for n := 0; n < 20; n++ {
			c := g.make(k, n)
			real := k.answer(&c.query)
			if real.Code == panicked { // there is nothing to compare
				continue
			}
			if found := c.compare(real, real); len(found) > 0 {
				wrong++
				fmt.Printf("%s, case %d: %s in the same answer\n", k.resource, n, found[0])
			}
			for i, alter := range alterations {
				ours := real
				ours.Causes = append([]cause{}, real.Causes...)
				if !alter.apply(&ours) {
					continue
				}
				seen[i]++
				if !has(c.compare(real, ours), alter.what) {
					wrong++
					fmt.Printf("%s, case %d: alteration %d is no %q\n", k.resource, n, i, alter.what)
				}
			}
		}
	}
	for i, n := range seen {
		if n == 0 {
			wrong++
			fmt.Printf("alteration %d applied to no answer\n", i)
		}
	}
	fmt.Printf("%d passed, %d failed\n", len(alterations), wrong)
	return min(1, wrong)
}

func has(all []difference, what string) bool {
	for _, d := range all {
		if d.what == what {
			return true
		}
	}
	return false
}
