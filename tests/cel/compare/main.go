// Compares the C++ driver with cel-go and the environment of k8s.io/apiserver over generated expressions and values.
//
//	compare DRIVER [-seed N] [-count N] [-minor N] [-v N] [-wrong]
//
// -wrong damages every expression, and counts how many texts have the same verdict, first error and list of errors.
// For each expression: the text of errors of the parser and checker, the estimated cost, the value or error, and the actual cost.
// Prints counts and the first N differences of each kind; exit code 1 if there are any, except for further or other syntax errors of a text
// that both refuse.
package main

import (
	"bufio"
	"encoding/base64"
	"encoding/json"
	"flag"
	"fmt"
	"math"
	"math/rand"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"sort"
	"strconv"
	"strings"
	"time"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/common/types/traits"
	"k8s.io/apimachinery/pkg/util/version"
	"k8s.io/apiserver/pkg/cel/environment"
	"k8s.io/apiserver/pkg/cel/library"
)

func celType(name string) *cel.Type {
	switch name {
	case "int":
		return cel.IntType
	case "uint":
		return cel.UintType
	case "double":
		return cel.DoubleType
	case "string":
		return cel.StringType
	case "bool":
		return cel.BoolType
	case "bytes":
		return cel.BytesType
	case "dyn":
		return cel.DynType
	case "timestamp":
		return cel.TimestampType
	case "duration":
		return cel.DurationType
	}
	if inner, ok := strings.CutPrefix(name, "list("); ok {
		return cel.ListType(celType(strings.TrimSuffix(inner, ")")))
	}
	key, value, _ := strings.Cut(strings.TrimSuffix(strings.TrimPrefix(name, "map("), ")"), ", ")
	return cel.MapType(celType(key), celType(value))
}

func kubernetesEnv(minor uint) *cel.Env {
	options := []cel.EnvOption{}
	for name, of := range variables {
		options = append(options, cel.Variable(name, celType(of)))
	}
	set, err := environment.MustBaseEnvSet(version.MajorMinor(1, minor)).Extend(environment.VersionedOptions{
		IntroducedVersion: version.MajorMinor(1, 0), EnvOptions: options})
	check(err)
	return set.NewExpressionsEnv()
}

// Random values of all variables.
func (g *generator) values() map[string]any {
	ints := []int64{0, 1, -1, 2, 3, 7, 42, math.MaxInt64, math.MinInt64, 1000}
	texts := []string{"", "a", "b", "hello", "a,b,c", "é", "日本語", "10.0.0.1", "::1", "1.2.3", "v1.2", "100m", "1.5Gi", "http://example.com/a?b=c", "a-b", "A", "01", "not/ok", "1h", "2024-01-01T00:00:00Z", "true"}
	doubles := []float64{0, 1, -1.5, 3.25, 1e20, math.Inf(1), math.NaN(), 0.1, 123456.789}
	i := func() int64 { return ints[g.Intn(len(ints))] }
	s := func() string { return texts[g.Intn(len(texts))] }
	any1 := func() any {
		return []any{i(), s(), doubles[g.Intn(len(doubles))], true, nil, []any{i(), s()}, map[string]any{"a": i(), "z": s()}, map[string]any{"a": map[string]any{"b": s()}}, uint64(7), []byte("by")}[g.Intn(10)]
	}
	li, ls, ld := []int64{}, []string{}, []any{}
	for n := g.Intn(4); n > 0; n-- {
		li = append(li, i()%100)
		ls = append(ls, s())
		ld = append(ld, any1())
	}
	m, md := map[string]int64{}, map[string]any{}
	if g.Intn(3) > 0 {
		m["a"] = i()
	}
	if g.Intn(3) > 0 {
		md["k"] = any1()
	}
	return map[string]any{"i": i() % 50, "j": i(), "u": uint64(g.Intn(50)), "d": doubles[g.Intn(len(doubles))], "s": s(), "t": s(), "b": g.Intn(2) == 0,
		"y": clipped(s()), "li": li, "ls": ls, "ld": ld, "m": m, "md": md, "x": any1(), "ts": time.Unix(int64(g.Intn(2000000000)), int64(g.Intn(2))*500000000).UTC(),
		"du": time.Duration(i() % 1000000 * 1000000)}
}

// Bytes without spare capacity: cel-go's concatenation of bytes would write into it, and so change other values.
func clipped(text string) []byte { return slices.Clip([]byte(text)) }

func number(v any) string { return fmt.Sprint(v) }

// The driver's form of a native value.
func tagged(v any) any {
	switch v := v.(type) {
	case nil:
		return map[string]any{"null": true}
	case bool:
		return map[string]any{"bool": v}
	case int64:
		return map[string]any{"int": number(v)}
	case uint64:
		return map[string]any{"uint": number(v)}
	case float64:
		return map[string]any{"double": number(math.Float64bits(v))}
	case string:
		return map[string]any{"string": v}
	case []byte:
		return map[string]any{"bytes": base64.StdEncoding.EncodeToString(v)}
	case time.Time:
		return map[string]any{"timestamp": []any{number(v.Unix()), number(v.Nanosecond())}}
	case time.Duration:
		return map[string]any{"duration": number(int64(v))}
	case []int64:
		return taggedList(v)
	case []string:
		return taggedList(v)
	case []any:
		return taggedList(v)
	case map[string]int64:
		return taggedMap(v)
	case map[string]any:
		return taggedMap(v)
	}
	panic(fmt.Sprintf("%T", v))
}

func taggedList[T any](list []T) any {
	items := []any{}
	for _, each := range list {
		items = append(items, tagged(each))
	}
	return map[string]any{"list": items}
}

func taggedMap[T any](m map[string]T) any {
	items := []any{}
	for key, each := range m {
		items = append(items, []any{tagged(key), tagged(each)})
	}
	return map[string]any{"map": items}
}

// A result in the driver's form, maps sorted, NaN as one number.
func result(v ref.Val) any {
	switch v := v.(type) {
	case types.Null:
		return map[string]any{"null": true}
	case types.Bool:
		return map[string]any{"bool": bool(v)}
	case types.Int:
		return map[string]any{"int": number(int64(v))}
	case types.Uint:
		return map[string]any{"uint": number(uint64(v))}
	case types.Double:
		return canonical(map[string]any{"double": number(math.Float64bits(float64(v)))})
	case types.String:
		return map[string]any{"string": base64.StdEncoding.EncodeToString([]byte(v))}
	case types.Bytes:
		return map[string]any{"bytes": base64.StdEncoding.EncodeToString([]byte(v))}
	case types.Timestamp:
		return map[string]any{"timestamp": []any{number(v.Unix()), number(v.Nanosecond())}}
	case types.Duration:
		return map[string]any{"duration": number(int64(v.Duration))}
	case *types.Optional:
		if !v.HasValue() {
			return map[string]any{"optional": nil}
		}
		return map[string]any{"optional": result(v.GetValue())}
	case *types.Type:
		return map[string]any{"type": v.TypeName()}
	case traits.Lister:
		items := []any{}
		for it := v.Iterator(); it.HasNext() == types.True; {
			items = append(items, result(it.Next()))
		}
		return map[string]any{"list": items}
	case traits.Mapper:
		items := []string{}
		for it := v.Iterator(); it.HasNext() == types.True; {
			key := it.Next()
			text, _ := json.Marshal([]any{result(key), result(v.Get(key))})
			items = append(items, string(text))
		}
		sort.Strings(items)
		return map[string]any{"map": items}
	}
	return map[string]any{"opaque": v.Type().TypeName()}
}

func canonical(v any) any {
	m, ok := v.(map[string]any)
	if !ok {
		return v
	}
	for tag, content := range m {
		switch tag {
		case "double":
			bits, _ := strconv.ParseUint(content.(string), 10, 64)
			if math.IsNaN(math.Float64frombits(bits)) {
				return map[string]any{tag: "NaN"}
			}
		case "optional":
			return map[string]any{tag: canonical(content)}
		case "list":
			items := []any{}
			for _, each := range content.([]any) {
				items = append(items, canonical(each))
			}
			return map[string]any{tag: items}
		case "map":
			items := []string{}
			for _, each := range content.([]any) {
				pair := each.([]any)
				text, _ := json.Marshal([]any{canonical(pair[0]), canonical(pair[1])})
				items = append(items, string(text))
			}
			sort.Strings(items)
			return map[string]any{tag: items}
		}
	}
	return v
}

type answer struct {
	Issues, Failure, Type, Cost, Exception string
	Estimate                               []string
	Value                                  any
}

// What cel-go makes of a case.
func evaluate(env *cel.Env, expression string, values map[string]any) (made answer) {
	defer func() {
		if why := recover(); why != nil {
			made.Exception = fmt.Sprint(why)
		}
	}()
	checked, issues := env.Compile(expression)
	if issues.Err() != nil {
		made.Issues = issues.Err().Error()
		return
	}
	made.Type = cel.FormatCELType(checked.OutputType())
	estimate, err := env.EstimateCost(checked, &library.CostEstimator{})
	check(err)
	made.Estimate = []string{number(estimate.Min), number(estimate.Max)}
	program, err := env.Program(checked)
	if err != nil {
		made.Failure = err.Error()
		return
	}
	value, details, err := program.Eval(values)
	if details != nil && details.ActualCost() != nil {
		made.Cost = number(*details.ActualCost())
	}
	if err != nil {
		made.Value = map[string]any{"error": err.Error()}
		return
	}
	made.Value = result(value)
	return
}

type report struct {
	counts map[string]int
	shown  int
	// Of texts in which cel-go finds a syntax error: those with the same verdict, first error and list of errors.
	syntax, verdicts, firsts, lists int
}

func (r *report) agreement(want, got answer) {
	if !strings.Contains(want.Issues, "Syntax error") {
		return
	}
	first := func(issues string) string { text, _, _ := strings.Cut(issues, "\n | "); return text }
	r.syntax++
	if got.Issues != "" {
		r.verdicts++
	}
	if first(want.Issues) == first(got.Issues) {
		r.firsts++
	}
	if want.Issues == got.Issues {
		r.lists++
	}
}

func (r *report) add(kind, expression string, want, got any) {
	r.counts[kind]++
	if r.counts[kind] <= r.shown {
		a, _ := json.Marshal(want)
		b, _ := json.Marshal(got)
		fmt.Printf("%s: %s\n  cel-go: %s\n  ours:   %s\n", kind, expression, a, b)
	}
}

var place = regexp.MustCompile(`ERROR: <input>:[-\d]+:\d+`)

func errorText(v any) (string, bool) {
	m, _ := v.(map[string]any)
	text, ok := m["error"].(string)
	return text, ok
}

func (r *report) compare(expression string, want, got answer) {
	if want.Exception != "" || got.Exception != "" {
		r.add("exception", expression, want.Exception, got.Exception)
		return
	}
	if (want.Issues == "") != (got.Issues == "") {
		r.add("verdict", expression, want, got)
		return
	}
	if want.Issues != "" {
		if want.Issues == got.Issues {
			r.counts["same errors"]++
		} else if strings.Contains(want.Issues, "Syntax error") {
			if place.FindString(want.Issues) == place.FindString(got.Issues) {
				r.add("syntax wording", expression, want.Issues, got.Issues)
			} else {
				r.add("syntax position", expression, want.Issues, got.Issues)
			}
		} else {
			r.add("errors", expression, want.Issues, got.Issues)
		}
		return
	}
	if want.Type != got.Type {
		r.add("type", expression, want.Type, got.Type)
	}
	if fmt.Sprint(want.Estimate) != fmt.Sprint(got.Estimate) {
		r.add("estimate", expression, want.Estimate, got.Estimate)
	}
	if (want.Failure == "") != (got.Failure == "") {
		r.add("program", expression, want, got)
		return
	}
	if want.Failure != "" {
		r.counts["same failures"]++
		return
	}
	a, failed := errorText(want.Value)
	b, failedHere := errorText(got.Value)
	if failed != failedHere {
		r.add("value", expression, want.Value, got.Value)
		return
	}
	x, _ := json.Marshal(want.Value)
	y, _ := json.Marshal(canonical(got.Value))
	if failed && a != b {
		r.add("error text", expression, a, b)
	} else if !failed && string(x) != string(y) {
		r.add("value", expression, want.Value, got.Value)
	}
	if want.Cost != got.Cost {
		r.add("cost", expression, want.Cost, got.Cost)
	}
	r.counts["evaluated"]++
}

func main() {
	seed := flag.Int64("seed", 1, "of the first expression")
	count := flag.Int("count", 2000, "expressions")
	minor := flag.Uint("minor", 37, "Kubernetes 1.N")
	shown := flag.Int("v", 3, "differences to show of each kind")
	wrong := flag.Bool("wrong", false, "damage every expression")
	driverPath := os.Args[1]
	flag.CommandLine.Parse(os.Args[2:])
	env := kubernetesEnv(*minor)
	driver := exec.Command(driverPath)
	driver.Stderr = os.Stderr
	in, err := driver.StdinPipe()
	check(err)
	out, err := driver.StdoutPipe()
	check(err)
	check(driver.Start())
	lines := bufio.NewReaderSize(out, 1<<20)
	r := &report{counts: map[string]int{}, shown: *shown}
	kinds := []string{"bool", "bool", "bool", "int", "string", "list(int)", "list(string)", "map", "dyn", "double", "uint", "timestamp", "duration", "bytes"}
	for n := 0; n < *count; n++ {
		g := &generator{Rand: rand.New(rand.NewSource(*seed + int64(n))), scope: map[string][]string{}}
		expression := g.expression(kinds[g.Intn(len(kinds))], 1+g.Intn(4))
		if g.Intn(25) == 0 || *wrong {
			expression = g.damage(expression)
		}
		values := g.values()
		inputs := map[string]any{}
		for name, value := range values {
			inputs[name] = tagged(value)
		}
		line, err := json.Marshal(map[string]any{"expr": expression, "env": number(*minor), "types": variables, "values": inputs, "limit": "1000000"})
		check(err)
		_, err = in.Write(append(line, '\n'))
		check(err)
		want := evaluate(env, expression, values)
		reply, err := lines.ReadBytes('\n')
		if err != nil {
			fmt.Println("the driver ended at seed", *seed+int64(n), expression)
			os.Exit(2)
		}
		var got answer
		check(json.Unmarshal(reply, &got))
		r.agreement(want, got)
		r.compare(fmt.Sprintf("[seed %d] %s", *seed+int64(n), expression), want, got)
	}
	in.Close()
	driver.Wait()
	if *wrong {
		fmt.Printf("%d syntax errors: %d with the same verdict, %d with the same first error, %d with the same list\n", r.syntax, r.verdicts, r.firsts, r.lists)
	}
	r.summary(*count)
}

func (r *report) summary(count int) {
	names := []string{}
	different := 0
	for name, n := range r.counts {
		names = append(names, name)
		if name != "evaluated" && name != "same errors" && name != "same failures" && name != "syntax wording" && name != "syntax position" {
			different += n
		}
	}
	sort.Strings(names)
	fmt.Printf("%d expressions, %d differences\n", count, different)
	for _, name := range names {
		fmt.Printf("  %-16s %d\n", name, r.counts[name])
	}
	if different > 0 {
		os.Exit(1)
	}
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
