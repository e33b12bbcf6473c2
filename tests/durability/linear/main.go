// linear < HISTORY : checks that operations on objects, one in JSON a line, are linearizable. Written by tests/durability/run.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"time"

	"github.com/anishathalye/porcupine"
)

type operation struct {
	Client int
	Key    string
	Method string
	Value  string // what is written, or was read
	Status int    // 0: the answer was lost
	Begin  int64
	End    int64
}

// The value of an object, "" if it does not exist, as each operation changes it. Several next states: the answer was lost, so
// that the operation may have had its effect or not.
func step(state, op any) []any {
	s, o := state.(string), op.(operation)
	next := s
	possible := true
	switch o.Method {
	case "GET":
		possible = o.Status == 0 || (o.Status == 404 && s == "") || (o.Status == 200 && s == o.Value)
	case "POST":
		if s == "" {
			next = o.Value
		}
		possible = o.Status == 0 || (o.Status == 201) == (s == "")
	case "PUT":
		if s != "" {
			next = o.Value
		}
		possible = o.Status == 0 || (o.Status == 200) == (s != "")
	case "DELETE":
		next = ""
		possible = o.Status == 0 || (o.Status == 200) == (s != "")
	}
	if !possible {
		return nil
	}
	if o.Status == 0 && next != s {
		return []any{s, next}
	}
	return []any{next}
}

func main() {
	var history []porcupine.Operation
	lines := bufio.NewScanner(os.Stdin)
	lost := 0
	for lines.Scan() {
		var o operation
		if err := json.Unmarshal(lines.Bytes(), &o); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(2)
		}
		if o.Status == 0 {
			// It may have its effect at any time from its begin on.
			o.End = math.MaxInt64
			lost++
			if o.Method == "GET" {
				continue
			}
		}
		history = append(history, porcupine.Operation{ClientId: o.Client, Input: o, Call: o.Begin, Output: o, Return: o.End})
	}
	model := porcupine.NondeterministicModel{
		Partition: func(all []porcupine.Operation) [][]porcupine.Operation {
			keys := map[string][]porcupine.Operation{}
			for _, o := range all {
				key := o.Input.(operation).Key
				keys[key] = append(keys[key], o)
			}
			var out [][]porcupine.Operation
			for _, ops := range keys {
				out = append(out, ops)
			}
			return out
		},
		Init:  func() []any { return []any{""} },
		Step:  func(state, input, _ any) []any { return step(state, input) },
		Equal: func(a, b any) bool { return a == b },
	}
	result := porcupine.CheckOperationsTimeout(model.ToModel(), history, 5*time.Minute)
	fmt.Printf("%d operations, %d without an answer: %s\n", len(history), lost, result)
	if result != porcupine.Ok {
		os.Exit(1)
	}
}
