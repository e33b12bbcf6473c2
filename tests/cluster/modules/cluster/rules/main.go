// go-rules writes Kubernetes' declarative validation of the built-in kinds as JSON, for src/apiserver/kinds/generate:
//
//	{"kinds": {"storage.v1.StorageClass": ["/"], ...},
//	 "types": {"storage.v1.StorageClass": [["provisioner", [{"is": "RequiredValue", "beta": true, "stops": true}, ...]], ...]}}
//
// It reads the functions that Kubernetes generates from the tags of its types (zz_generated.validations.go). They have few shapes;
// one that is new here is an error that names its place. src/apiserver/kinds/catalogue/README.md describes the rules.
package main

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"sort"
	"strconv"
	"strings"
)

var versions = []string{"admissionregistration/v1", "apps/v1", "authentication/v1", "authorization/v1", "autoscaling/v1", "autoscaling/v2",
	"batch/v1", "certificates/v1", "coordination/v1", "core/v1", "discovery/v1", "events/v1", "flowcontrol/v1", "networking/v1", "node/v1",
	"policy/v1", "rbac/v1", "resource/v1", "scheduling/v1", "storage/v1", "storagemigration/v1"}

type rule map[string]any

// [field in JSON, its rules], in order.
type field struct {
	name  string
	rules []rule
}

func (f field) MarshalJSON() ([]byte, error) { return json.Marshal([]any{f.name, f.rules}) }

type output struct {
	Kinds map[string][]string `json:"kinds"`
	Types map[string][]field  `json:"types"`
}

var (
	set  = token.NewFileSet()
	out  = output{map[string][]string{}, map[string][]field{}}
	dirs = map[string]string{} // of modules
)

func fail(at ast.Node, format string, a ...any) {
	fmt.Fprintf(os.Stderr, "go-rules: %s: %s\n", set.Position(at.Pos()), fmt.Sprintf(format, a...))
	os.Exit(1)
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "go-rules:", err)
		os.Exit(1)
	}
}

func moduleDir(path string) string {
	if dirs[path] == "" {
		text, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", path).Output()
		check(err)
		dirs[path] = strings.TrimSpace(string(text))
	}
	return dirs[path]
}

// A package of Go types: JSON names of fields, values of constants.
type goPackage struct {
	short  string // core.v1
	fields map[string]map[string]string
	texts  map[string]string
}

var packages = map[string]*goPackage{}

func packageOf(path string) *goPackage {
	if p := packages[path]; p != nil {
		return p
	}
	parts := strings.Split(path, "/")
	module := strings.Join(parts[:2], "/")
	p := &goPackage{strings.Join(parts[len(parts)-2:], "."), map[string]map[string]string{}, map[string]string{}}
	packages[path] = p
	files, err := filepath.Glob(filepath.Join(moduleDir(module), filepath.Join(parts[2:]...), "*types.go"))
	check(err)
	for _, name := range files {
		file, err := parser.ParseFile(set, name, nil, parser.SkipObjectResolution)
		check(err)
		imports := importsOf(file)
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.TypeSpec:
				if s, ok := n.Type.(*ast.StructType); ok {
					p.fields[n.Name.Name] = jsonNames(s)
				}
			case *ast.ValueSpec:
				for i, v := range n.Values {
					if text, ok := constant(v, imports); ok {
						p.texts[n.Names[i].Name] = text
					}
				}
			}
			return true
		})
	}
	return p
}

// "x", AddressType("x") or AddressType(v1.X).
func constant(e ast.Expr, imports map[string]string) (string, bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		if e.Kind == token.STRING {
			text, err := strconv.Unquote(e.Value)
			return text, err == nil
		}
	case *ast.CallExpr:
		if len(e.Args) == 1 {
			return constant(e.Args[0], imports)
		}
	case *ast.SelectorExpr:
		if id, ok := e.X.(*ast.Ident); ok && strings.HasPrefix(imports[id.Name], "k8s.io/api/") {
			text, ok := packageOf(imports[id.Name]).texts[e.Sel.Name]
			return text, ok
		}
	}
	return "", false
}

func importsOf(file *ast.File) map[string]string {
	imports := map[string]string{}
	for _, i := range file.Imports {
		path, _ := strconv.Unquote(i.Path.Value)
		alias := filepath.Base(path)
		if i.Name != nil {
			alias = i.Name.Name
		}
		imports[alias] = path
	}
	return imports
}

func jsonNames(s *ast.StructType) map[string]string {
	names := map[string]string{}
	for _, f := range s.Fields.List {
		if f.Tag == nil {
			continue
		}
		tag, _ := strconv.Unquote(f.Tag.Value)
		name := strings.Split(reflect.StructTag(tag).Get("json"), ",")[0]
		for _, id := range f.Names {
			names[id.Name] = name
		}
	}
	return names
}

// A file of generated functions.
type source struct {
	imports map[string]string // alias to path
	types   string            // the package of the types that it validates
	sets    map[string]*ast.CallExpr
}

func read(name, types string) {
	file, err := parser.ParseFile(set, name, nil, parser.SkipObjectResolution)
	check(err)
	s := &source{importsOf(file), types, map[string]*ast.CallExpr{}}
	for _, d := range file.Decls {
		if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.VAR {
			for _, spec := range g.Specs {
				v := spec.(*ast.ValueSpec)
				if call, ok := v.Values[0].(*ast.CallExpr); ok {
					s.sets[v.Names[0].Name] = call
				}
			}
		}
	}
	for _, d := range file.Decls {
		f, ok := d.(*ast.FuncDecl)
		switch {
		case ok && f.Name.Name == "RegisterValidations":
			s.kinds(f.Body)
		case ok && strings.HasPrefix(f.Name.Name, "Validate_"):
			s.function(f)
		}
	}
}

func (s *source) kinds(body *ast.BlockStmt) {
	for _, st := range body.List {
		call, ok := expression(st).(*ast.CallExpr)
		if !ok {
			continue
		}
		var paths []string
		ast.Inspect(call, func(n ast.Node) bool {
			if c, ok := n.(*ast.CaseClause); ok {
				for _, e := range c.List {
					paths = append(paths, s.text(e))
				}
			}
			return true
		})
		// (*storagev1.StorageClass)(nil)
		of := call.Args[0].(*ast.CallExpr).Fun.(*ast.ParenExpr).X.(*ast.StarExpr).X
		out.Kinds[s.typeName(of)] = paths
	}
}

func expression(st ast.Stmt) ast.Expr {
	if e, ok := st.(*ast.ExprStmt); ok {
		return e.X
	}
	return nil
}

// The name of a type, or of the function that validates it: corev1.Pod, Pod, corev1.Validate_Pod.
func (s *source) typeName(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return s.typeName(e.X)
	case *ast.Ident:
		return packageOf(s.types).short + "." + strings.TrimPrefix(e.Name, "Validate_")
	case *ast.SelectorExpr:
		path := s.imports[e.X.(*ast.Ident).Name]
		// The functions of k8s.io/api's types are in k8s.io/kubernetes, those of metadata in a package of their own.
		path = strings.TrimSuffix(strings.Replace(path, "k8s.io/kubernetes/pkg/apis/", "k8s.io/api/", 1), "/validation")
		return packageOf(path).short + "." + strings.TrimPrefix(e.Sel.Name, "Validate_")
	}
	fail(e, "not a type")
	return ""
}

func (s *source) goPackage(e ast.Expr) (*goPackage, string) {
	switch e := e.(type) {
	case *ast.StarExpr:
		return s.goPackage(e.X)
	case *ast.ArrayType:
		return s.goPackage(e.Elt)
	case *ast.SelectorExpr:
		return packageOf(s.imports[e.X.(*ast.Ident).Name]), e.Sel.Name
	}
	return packageOf(s.types), ""
}

// --- functions ---

func (s *source) function(f *ast.FuncDecl) {
	name := s.typeName(f.Name)
	fields := []field{}
	for _, st := range f.Body.List {
		switch st := st.(type) {
		case *ast.BlockStmt:
			fields = append(fields, s.field(st))
		case *ast.ReturnStmt:
		default:
			if rules := s.rules([]ast.Stmt{st}); len(rules) > 0 {
				if len(fields) == 0 || fields[len(fields)-1].name != "" {
					fields = append(fields, field{"", nil})
				}
				fields[len(fields)-1].rules = append(fields[len(fields)-1].rules, rules...)
			}
		}
	}
	out.Types[name] = fields
}

// { fn := func(...) {...}; oldVal := ...; errs = append(errs, fn(fldPath.Child("x"), obj.X, oldVal, oldObj != nil)...) }
func (s *source) field(b *ast.BlockStmt) field {
	body := b.List[0].(*ast.AssignStmt).Rhs[0].(*ast.FuncLit).Body
	call := b.List[len(b.List)-1].(*ast.AssignStmt).Rhs[0].(*ast.CallExpr).Args[1].(*ast.CallExpr)
	path, ok := call.Args[0].(*ast.CallExpr)
	if !ok {
		fail(call, "not the path of a field")
	}
	rules := s.rules(body.List)
	if sel := path.Fun.(*ast.SelectorExpr); sel.Sel.Name == "Child" {
		return field{s.text(path.Args[0]), rules}
	}
	// An embedded struct: its fields are those of the object.
	of := call.Args[1].(*ast.UnaryExpr).X.(*ast.SelectorExpr)
	return field{"&" + of.Sel.Name, rules}
}

func (s *source) rules(list []ast.Stmt) []rule {
	out := []rule{}
	for _, st := range list {
		switch st := st.(type) {
		case *ast.IfStmt:
			if a, ok := st.Init.(*ast.AssignStmt); ok {
				r := s.call(a.Rhs[0])
				r["quiet"], r["stops"] = true, false
				for _, inner := range st.Body.List {
					switch name := inner.(*ast.AssignStmt).Lhs[0].(*ast.Ident).Name; name {
					case "errs":
						delete(r, "quiet")
					case "earlyReturn":
						r["stops"] = true
					default:
						fail(inner, "assigns %s", name)
					}
				}
				if r["stops"] == false {
					delete(r, "stops")
				}
				out = append(out, r)
			}
		case *ast.AssignStmt:
			if st.Lhs[0].(*ast.Ident).Name == "errs" {
				if call, ok := st.Rhs[0].(*ast.CallExpr); ok {
					out = append(out, s.call(call.Args[1]))
				}
			}
		case *ast.ExprStmt: // func() { ... }(): what stops there stops there alone
			group := st.X.(*ast.CallExpr).Fun.(*ast.FuncLit)
			out = append(out, rule{"is": "Group", "each": s.rules(group.Body.List)})
		case *ast.ReturnStmt:
			if len(st.Results) == 1 {
				if call, ok := st.Results[0].(*ast.CallExpr); ok {
					out = append(out, s.call(call))
				}
			}
		default:
			fail(st, "an unknown statement")
		}
	}
	return out
}

// validate.X(ctx, op, fldPath, obj, oldObj, ...).MarkBeta().MarkShortCircuit(), or Validate_T(...).
func (s *source) call(e ast.Expr) rule {
	call := e.(*ast.CallExpr)
	level := ""
	for {
		sel, ok := call.Fun.(*ast.SelectorExpr)
		inner, chained := ast.Expr(nil), false
		if ok {
			inner, chained = sel.X, true
		}
		next, isCall := inner.(*ast.CallExpr)
		if !chained || !isCall {
			break
		}
		switch sel.Sel.Name {
		case "MarkBeta":
			level = "beta"
		case "MarkAlpha":
			level = "alpha"
		case "MarkShortCircuit":
		default:
			fail(sel, "an unknown mark %s", sel.Sel.Name)
		}
		call = next
	}
	r := s.validator(call.Fun, call.Args[5:])
	if level != "" {
		r[level] = true
	}
	return r
}

func (s *source) validator(fun ast.Expr, args []ast.Expr) rule {
	name := ""
	switch f := fun.(type) {
	case *ast.Ident:
		name = f.Name
	case *ast.SelectorExpr:
		name = f.Sel.Name
		if s.imports[f.X.(*ast.Ident).Name] == "k8s.io/apimachinery/pkg/api/validate" {
			return s.known(f, args)
		}
	case *ast.FuncLit:
		return rule{"is": "Group", "each": s.rules(f.Body.List)}
	default:
		fail(fun, "not a validator")
	}
	if strings.HasPrefix(name, "ValidateCustom_") {
		return rule{"is": "Custom", "name": strings.TrimPrefix(name, "ValidateCustom_")}
	}
	return rule{"is": "Type", "of": s.typeName(fun)}
}

func (s *source) known(f *ast.SelectorExpr, args []ast.Expr) rule {
	name := f.Sel.Name
	r := rule{"is": name}
	inner := func(e ast.Expr) []rule {
		one := s.validator(e, nil)
		if one["is"] == "Group" {
			return one["each"].([]rule)
		}
		return []rule{one}
	}
	switch name {
	case "MaxItems", "MaxLength", "MaxBytes", "Minimum", "Maximum", "MinLength", "MinItems", "MaxProperties", "MinProperties":
		limit, err := strconv.ParseInt(args[0].(*ast.BasicLit).Value, 10, 64)
		check(err)
		r["limit"] = limit
	case "Enum":
		r["values"] = s.values(s.sets[args[0].(*ast.Ident).Name])
		if id, ok := args[1].(*ast.Ident); !ok || id.Name != "nil" {
			fail(args[1], "an enum with exclusions")
		}
	case "ValSliceUnique":
		r["by"] = s.match(args[0])
	case "EachValSliceVal":
		if !isNil(args[0]) {
			r["by"] = s.match(args[0])
			r["unchanged"] = "matched"
			if !isNil(args[1]) {
				r["unchanged"] = "equal"
			}
		}
		r["each"] = inner(args[2])
	case "EachMapVal":
		if !isNil(args[0]) {
			r["unchanged"] = "equal"
		}
		r["each"] = inner(args[1])
	case "EachMapKey":
		r["each"] = inner(args[0])
	case "IfOption":
		r["option"], r["on"], r["each"] = s.text(args[0]), args[1].(*ast.Ident).Name == "true", inner(args[2])
	case "Subfield":
		r["field"], r["each"] = s.text(args[0]), inner(args[3])
	case "Union", "ZeroOrOneOfUnion":
		r["members"], r["set"] = s.values(s.sets[args[0].(*ast.Ident).Name]), s.tests(args[1:])
	case "DependentRequired", "DependentForbidden":
		r["trigger"], r["dependent"] = s.text(args[0]), s.text(args[2])
	case "Discriminated":
		s.discriminated(r, args, inner)
	case "UpdatePointer", "UpdateValueByCompare", "UpdateValueByReflect", "UpdateStruct", "UpdateMap":
		list := []string{}
		for _, a := range args {
			list = append(list, a.(*ast.SelectorExpr).Sel.Name)
		}
		r["may"] = list
	default:
		if len(args) != 0 {
			fail(f, "%s has unknown arguments", name)
		}
	}
	return r
}

func isNil(e ast.Expr) bool {
	id, ok := e.(*ast.Ident)
	return ok && id.Name == "nil"
}

func (s *source) discriminated(r rule, args []ast.Expr, inner func(ast.Expr) []rule) {
	r["field"] = s.text(args[0])
	r["by"] = s.selected(args[2].(*ast.FuncLit))
	if !isNil(args[4]) {
		r["otherwise"] = inner(args[4])
	}
	rules := map[string][]rule{}
	for _, e := range args[5].(*ast.CompositeLit).Elts {
		var value string
		var each []rule
		for _, kv := range e.(*ast.CompositeLit).Elts {
			kv := kv.(*ast.KeyValueExpr)
			if kv.Key.(*ast.Ident).Name == "Value" {
				value = s.text(kv.Value)
			} else if !isNil(kv.Value) {
				each = inner(kv.Value)
			}
		}
		rules[value] = each
	}
	r["values"] = rules
}

// sets.New(resourcev1.A, ...), or validate.NewUnionMembership(validate.NewUnionMember("a"), ...).
func (s *source) values(call *ast.CallExpr) []string {
	list := []string{}
	for _, a := range call.Args {
		if c, ok := a.(*ast.CallExpr); ok {
			a = c.Args[0]
		}
		list = append(list, s.text(a))
	}
	if call.Fun.(*ast.SelectorExpr).Sel.Name == "New" {
		sort.Strings(list)
	}
	return list
}

func (s *source) text(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.BasicLit:
		text, err := strconv.Unquote(e.Value)
		check(err)
		return text
	case *ast.SelectorExpr:
		p, _ := s.goPackage(&ast.SelectorExpr{X: e.X, Sel: e.Sel})
		if text, ok := p.texts[e.Sel.Name]; ok {
			return text
		}
	case *ast.Ident:
		if text, ok := packageOf(s.types).texts[e.Name]; ok {
			return text
		}
	}
	fail(e, "not a text")
	return ""
}

// The JSON name of the field that the function's parameter is asked for first.
func (s *source) selected(f *ast.FuncLit) string {
	param := f.Type.Params.List[0]
	p, of := s.goPackage(param.Type)
	found := ""
	ast.Inspect(f.Body, func(n ast.Node) bool {
		sel, ok := n.(*ast.SelectorExpr)
		if ok && found == "" {
			if id, ok := sel.X.(*ast.Ident); ok && id.Name == param.Names[0].Name {
				found = p.fields[of][sel.Sel.Name]
			}
		}
		return true
	})
	if found == "" {
		fail(f, "no field of %s", of)
	}
	return found
}

// Fields that are equal in matching elements; empty: the whole elements.
func (s *source) match(e ast.Expr) []string {
	list := []string{}
	f, ok := e.(*ast.FuncLit)
	if !ok {
		return list
	}
	param := f.Type.Params.List[0]
	p, of := s.goPackage(param.Type)
	ast.Inspect(f.Body, func(n ast.Node) bool {
		sel, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		id, ok := sel.X.(*ast.Ident)
		if !ok {
			fail(sel, "a nested field")
		}
		name := p.fields[of][sel.Sel.Name]
		if id.Name == param.Names[0].Name && (len(list) == 0 || list[len(list)-1] != name) {
			list = append(list, name)
		}
		return true
	})
	return list
}

// For each member of a union: a field, or {"field": value} of an element of the list.
func (s *source) tests(args []ast.Expr) []any {
	list := []any{}
	for _, a := range args {
		f := a.(*ast.FuncLit)
		if _, isList := f.Type.Params.List[0].Type.(*ast.ArrayType); !isList {
			list = append(list, s.selected(f))
			continue
		}
		p, of := s.goPackage(f.Type.Params.List[0].Type)
		ast.Inspect(f.Body, func(n ast.Node) bool {
			if b, ok := n.(*ast.BinaryExpr); ok && b.Op == token.EQL {
				list = append(list, rule{p.fields[of][b.X.(*ast.SelectorExpr).Sel.Name]: s.text(b.Y)})
			}
			return true
		})
	}
	return list
}

func main() {
	kubernetes := filepath.Join(moduleDir("k8s.io/kubernetes"), "pkg/apis")
	for _, v := range versions {
		name := filepath.Join(kubernetes, v, "zz_generated.validations.go")
		if _, err := os.Stat(name); err == nil {
			read(name, "k8s.io/api/"+v)
		}
	}
	meta := "k8s.io/apimachinery/pkg/apis/meta/v1"
	read(filepath.Join(moduleDir("k8s.io/apimachinery"), "pkg/apis/meta/v1/validation/zz_generated.validations.go"), meta)
	text, err := json.Marshal(out)
	check(err)
	fmt.Println(string(text))
}
