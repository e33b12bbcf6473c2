// Runs cel-spec's conformance cases (module cel.dev/expr, tests/simple/testdata) on the C++ driver.
//
//	conformance DRIVER [-v] : prints counts by file, and with -v each case that differs or is left out. Exit code 1 for a difference.
//
// Left out are cases that need protocol buffer messages: those that declare or make one, or whose result is one.
package main

import (
	"bufio"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"sort"
	"strconv"
	"strings"

	"cel.dev/expr"
	_ "cel.dev/expr/conformance/proto2"
	_ "cel.dev/expr/conformance/proto3"
	testpb "cel.dev/expr/conformance/test"
	"google.golang.org/protobuf/encoding/prototext"
	"google.golang.org/protobuf/types/known/durationpb"
	"google.golang.org/protobuf/types/known/timestamppb"
)

// Cases in which cel-go, and with it kube-apiserver, differs from the specification. We do as they do.
var asCelGo = map[string]bool{
	"fields/qualified_identifier_resolution/map_key_float":                                  true, // a double as a key is no error
	"fields/qualified_identifier_resolution/map_value_repeat_key":                           true, // nor is a key that is repeated
	"fields/qualified_identifier_resolution/map_value_repeat_key_heterogeneous":             true,
	"string_ext/value_errors/indexof_out_of_range":                                          true, // -1
	"string_ext/value_errors/lastindexof_out_of_range":                                      true,
	"optionals/optionals/map_null_entry_no_such_key":                                        true, // unless EnableErrorOnBadPresenceTest
	"optionals/optionals/map_present_key_invalid_field":                                     true,
	"type_deductions/legacy_nullable_types/null_assignable_to_abstract_parameter_candidate": true,
}

// Why a case is left out, if it is.
func leftOut(test *testpb.SimpleTest) string {
	text := test.Expr
	for _, word := range []string{"TestAllTypes", "google.protobuf.", "NestedTestAllTypes", "GlobalEnum", "TestRequired", "proto.", "cel.block", "cel.index", "cel.iterVar", "cel.accuVar"} {
		if word == "google.protobuf." {
			plain := strings.NewReplacer("google.protobuf.Timestamp", "", "google.protobuf.Duration", "").Replace(text)
			if strings.Contains(plain, word) || strings.Contains(text, "google.protobuf.Timestamp{") || strings.Contains(text, "google.protobuf.Duration{") {
				return "messages"
			}
			continue
		}
		if strings.Contains(text, word) {
			return "messages"
		}
	}
	if strings.Contains(test.Container, "TestAllTypes") || strings.Contains(test.Container, "conformance.proto") || test.Container == "google.protobuf" {
		return "messages"
	}
	for _, decl := range test.TypeEnv {
		if _, ok := typeText(decl.GetIdent().GetType()); !ok || decl.GetFunction() != nil {
			return "messages"
		}
	}
	for _, binding := range test.Bindings {
		if _, ok := tagged(binding.GetValue()); !ok {
			return "messages"
		}
	}
	if _, ok := tagged(test.GetValue()); !ok {
		return "messages"
	}
	if _, ok := tagged(test.GetTypedResult().GetResult()); !ok {
		return "messages"
	}
	return ""
}

func typeText(t *expr.Type) (string, bool) {
	switch k := t.GetTypeKind().(type) {
	case *expr.Type_Dyn:
		return "dyn", true
	case *expr.Type_Null:
		return "null", true
	case *expr.Type_Primitive:
		return map[expr.Type_PrimitiveType]string{expr.Type_BOOL: "bool", expr.Type_INT64: "int", expr.Type_UINT64: "uint",
			expr.Type_DOUBLE: "double", expr.Type_STRING: "string", expr.Type_BYTES: "bytes"}[k.Primitive], true
	case *expr.Type_WellKnown:
		name, ok := map[expr.Type_WellKnownType]string{expr.Type_DURATION: "duration", expr.Type_TIMESTAMP: "timestamp"}[k.WellKnown]
		return name, ok
	case *expr.Type_ListType_:
		e, ok := typeText(k.ListType.GetElemType())
		return "list(" + e + ")", ok
	case *expr.Type_MapType_:
		key, ok := typeText(k.MapType.GetKeyType())
		value, ok2 := typeText(k.MapType.GetValueType())
		return "map(" + key + ", " + value + ")", ok && ok2
	case *expr.Type_Type:
		if k.Type.GetTypeKind() == nil {
			return "type", true
		}
		e, ok := typeText(k.Type)
		return "type(" + e + ")", ok
	case *expr.Type_AbstractType_:
		if k.AbstractType.GetName() == "optional_type" {
			e, ok := typeText(k.AbstractType.GetParameterTypes()[0])
			return "optional(" + e + ")", ok
		}
	}
	return "", false
}

// The driver's form of a value; false for messages.
func tagged(v *expr.Value) (any, bool) {
	if v == nil || v.Kind == nil {
		return nil, true
	}
	switch k := v.Kind.(type) {
	case *expr.Value_NullValue:
		return map[string]any{"null": true}, true
	case *expr.Value_BoolValue:
		return map[string]any{"bool": k.BoolValue}, true
	case *expr.Value_Int64Value:
		return map[string]any{"int": strconv.FormatInt(k.Int64Value, 10)}, true
	case *expr.Value_Uint64Value:
		return map[string]any{"uint": strconv.FormatUint(k.Uint64Value, 10)}, true
	case *expr.Value_DoubleValue:
		return map[string]any{"double": strconv.FormatUint(math.Float64bits(k.DoubleValue), 10)}, true
	case *expr.Value_StringValue:
		return map[string]any{"string": k.StringValue}, true
	case *expr.Value_BytesValue:
		return map[string]any{"bytes": base64.StdEncoding.EncodeToString(k.BytesValue)}, true
	case *expr.Value_TypeValue:
		return map[string]any{"type": k.TypeValue}, true
	case *expr.Value_ListValue:
		items := []any{}
		for _, each := range k.ListValue.Values {
			item, ok := tagged(each)
			if !ok {
				return nil, false
			}
			items = append(items, item)
		}
		return map[string]any{"list": items}, true
	case *expr.Value_MapValue:
		items := []any{}
		for _, each := range k.MapValue.Entries {
			key, ok := tagged(each.Key)
			value, ok2 := tagged(each.Value)
			if !ok || !ok2 {
				return nil, false
			}
			items = append(items, []any{key, value})
		}
		return map[string]any{"map": items}, true
	case *expr.Value_ObjectValue:
		message, err := k.ObjectValue.UnmarshalNew()
		if err != nil {
			return nil, false
		}
		switch m := message.(type) {
		case *durationpb.Duration:
			return map[string]any{"duration": strconv.FormatInt(m.Seconds*1e9+int64(m.Nanos), 10)}, true
		case *timestamppb.Timestamp:
			return map[string]any{"timestamp": []any{strconv.FormatInt(m.Seconds, 10), strconv.FormatInt(int64(m.Nanos), 10)}}, true
		}
	}
	return nil, false
}

// A form for comparison: strings as base64, maps sorted, NaN one number.
func canonical(v any, decoded bool) any {
	m, ok := v.(map[string]any)
	if !ok {
		return v
	}
	for tag, content := range m {
		switch tag {
		case "string":
			if !decoded {
				return map[string]any{tag: base64.StdEncoding.EncodeToString([]byte(content.(string)))}
			}
		case "double":
			bits, _ := strconv.ParseUint(content.(string), 10, 64)
			if math.IsNaN(math.Float64frombits(bits)) {
				return map[string]any{tag: "NaN"}
			}
		case "list":
			items := []any{}
			for _, each := range content.([]any) {
				items = append(items, canonical(each, decoded))
			}
			return map[string]any{tag: items}
		case "map":
			items := []string{}
			for _, each := range content.([]any) {
				pair := each.([]any)
				text, _ := json.Marshal([]any{canonical(pair[0], decoded), canonical(pair[1], decoded)})
				items = append(items, string(text))
			}
			sort.Strings(items)
			return map[string]any{tag: items}
		}
	}
	return v
}

func request(test *testpb.SimpleTest) map[string]any {
	types, values := map[string]any{}, map[string]any{}
	for _, decl := range test.TypeEnv {
		types[decl.Name], _ = typeText(decl.GetIdent().GetType())
	}
	for name, binding := range test.Bindings {
		if value, _ := tagged(binding.GetValue()); value != nil {
			values[name] = value
		}
	}
	return map[string]any{"expr": test.Expr, "container": test.Container, "unchecked": test.DisableCheck, "types": types, "values": values}
}

// What is wrong with an answer, or "".
func verdict(test *testpb.SimpleTest, answer map[string]any) string {
	text, _ := json.Marshal(answer)
	var want any
	switch m := test.ResultMatcher.(type) {
	case *testpb.SimpleTest_Value:
		want, _ = tagged(m.Value)
	case *testpb.SimpleTest_TypedResult:
		want, _ = tagged(m.TypedResult.Result)
		if wantType, ok := typeText(m.TypedResult.DeducedType); ok && !test.DisableCheck {
			got, _ := answer["type"].(string)
			if strings.ReplaceAll(wantType, "optional(", "optional_type(") != got {
				return fmt.Sprintf("type %s, want %s", got, wantType)
			}
		}
		if want == nil || test.CheckOnly {
			return ""
		}
	case *testpb.SimpleTest_EvalError, *testpb.SimpleTest_AnyEvalErrors:
		value, _ := answer["value"].(map[string]any)
		_, isError := value["error"]
		_, failed := answer["failure"]
		if isError || failed || (answer["issues"] != nil) {
			return ""
		}
		return "no error: " + string(text)
	case nil:
		want = map[string]any{"bool": true}
	default:
		return ""
	}
	a, _ := json.Marshal(canonical(want, false))
	b, _ := json.Marshal(canonical(answer["value"], true))
	if string(a) != string(b) {
		return fmt.Sprintf("%s, want %s", text, a)
	}
	return ""
}

func main() {
	verbose := len(os.Args) > 2 && os.Args[2] == "-v"
	files, err := filepath.Glob(dataFolder() + "/*.textproto")
	check(err)
	driver := exec.Command(os.Args[1])
	in, err := driver.StdinPipe()
	check(err)
	out, err := driver.StdoutPipe()
	check(err)
	check(driver.Start())
	lines := bufio.NewReaderSize(out, 1<<20)
	passed, different, left := 0, 0, 0
	for _, file := range files {
		data, err := os.ReadFile(file)
		check(err)
		var tests testpb.SimpleTestFile
		check(prototext.Unmarshal(data, &tests))
		p, d, l := 0, 0, 0
		for _, section := range tests.Section {
			for _, test := range section.Test {
				name := tests.Name + "/" + section.Name + "/" + test.Name
				why := leftOut(test)
				if asCelGo[name] {
					why = "cel-go differs"
				}
				if why != "" {
					l++
					if verbose {
						fmt.Println("left out:", name, "("+why+")")
					}
					continue
				}
				line, err := json.Marshal(request(test))
				check(err)
				_, err = in.Write(append(line, '\n'))
				check(err)
				reply, err := lines.ReadBytes('\n')
				check(err)
				var answer map[string]any
				check(json.Unmarshal(reply, &answer))
				if why := verdict(test, answer); why != "" {
					d++
					if verbose {
						fmt.Printf("different: %s: %s: %s\n", name, test.Expr, why)
					}
				} else {
					p++
				}
			}
		}
		fmt.Printf("%-20s %4d passed, %3d different, %4d left out\n", tests.Name, p, d, l)
		passed, different, left = passed+p, different+d, left+l
	}
	fmt.Printf("%-20s %4d passed, %3d different, %4d left out\n", "all", passed, different, left)
	in.Close()
	driver.Wait()
	if different > 0 {
		os.Exit(1)
	}
}

func dataFolder() string {
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "cel.dev/expr").Output()
	check(err)
	return filepath.Join(strings.TrimSpace(string(out)), "tests/simple/testdata")
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
