// go-types writes the Go types of the built-in kinds as JSON, for src/apiserver/kinds/generate:
//
//	{"kinds": {"apps/v1/Deployment": "apps.v1.Deployment", ...},
//	 "types": {"io.k8s.api.apps.v1.Deployment": {"form": "", "fields": [["metadata", "1 meta.v1.ObjectMeta"], ...]}, ...}}
//
// src/apiserver/kinds/catalogue/README.md describes the text of a field.
package main

import (
	"encoding/json"
	"os"
	"reflect"
	"strings"

	ext "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	meta "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/intstr"
	"setpoint/tests/cluster/modules/protobuf/groups"
)

// Types with encodings of their own.
var basic = map[reflect.Type]string{
	reflect.TypeOf(resource.Quantity{}):    "Quantity",
	reflect.TypeOf(meta.Time{}):            "Time",
	reflect.TypeOf(meta.MicroTime{}):       "MicroTime",
	reflect.TypeOf(intstr.IntOrString{}):   "IntOrString",
	reflect.TypeOf(runtime.RawExtension{}): "RawExtension",
	reflect.TypeOf(meta.FieldsV1{}):        "FieldsV1",
	reflect.TypeOf(ext.JSON{}):             "JSON",
}

// Messages whose JSON is not an object with the fields of the message.
var forms = map[reflect.Type]string{
	reflect.TypeOf(ext.JSONSchemaPropsOrArray{}):       "schema-or-list",
	reflect.TypeOf(ext.JSONSchemaPropsOrBool{}):        "schema-or-bool",
	reflect.TypeOf(ext.JSONSchemaPropsOrStringArray{}): "schema-or-strings",
}

type entry struct {
	Form   string      `json:"form"`
	Fields [][2]string `json:"fields"`
}

var types = map[string]*entry{}

func isMessage(t reflect.Type) bool {
	_, ok := reflect.PointerTo(t).MethodByName("MarshalToSizedBuffer")
	return ok
}

// A named list that protobuf encodes as a message with one field.
func isListMessage(t reflect.Type) bool {
	return t.Kind() == reflect.Slice && t.Name() != "" && isMessage(t)
}

// "meta.v1.ObjectMeta"; and as OpenAPI names it: "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta".
func names(t reflect.Type) (string, string) {
	parts := strings.Split(t.PkgPath(), "/")
	long := append([]string{"io", "k8s"}, parts[1:]...)
	return strings.Join(append(parts[len(parts)-2:], t.Name()), "."), strings.Join(append(long, t.Name()), ".")
}

func typeText(t reflect.Type) string {
	if s := basic[t]; s != "" {
		return s
	}
	if isListMessage(t) {
		return message(t)
	}
	switch t.Kind() {
	case reflect.String, reflect.Bool, reflect.Int32, reflect.Int64, reflect.Float64:
		return t.Kind().String()
	case reflect.Pointer:
		return typeText(t.Elem())
	case reflect.Slice:
		if t.Elem().Kind() == reflect.Uint8 {
			return "bytes"
		}
		return "[]" + typeText(t.Elem())
	case reflect.Map:
		return "map[string]" + typeText(t.Elem())
	case reflect.Struct:
		return message(t)
	}
	panic("no text for " + t.String())
}

// omitempty has no effect on a struct, and of a pointer both options omit nil.
func omitted(t reflect.Type, options []string) string {
	out := ""
	for _, o := range options {
		if o == "omitempty" && out == "" && t.Kind() != reflect.Struct || o == "omitzero" {
			out = "," + o
		}
	}
	if out != "" && t.Kind() == reflect.Pointer {
		return ",omitempty"
	}
	return out
}

func field(t reflect.Type, f reflect.StructField) (string, string) {
	number := strings.Split(f.Tag.Get("protobuf")+",", ",")[1]
	tag := strings.Split(f.Tag.Get("json"), ",")
	name, text, option := tag[0], typeText(f.Type), omitted(f.Type, tag[1:])
	inline := f.Anonymous && name == ""
	if number == "" && (!inline || f.Type != reflect.TypeOf(meta.TypeMeta{})) {
		panic(t.String() + "." + f.Name + " has no number")
	}
	if forms[t] != "" {
		name, option = f.Name, ",omitempty"
	}
	if inline {
		name, option = f.Name, ",inline"
	} else if name == "" || name == "-" {
		panic(t.String() + "." + f.Name + " has no name in JSON")
	}
	// A list that is a message can be nil, too.
	if f.Type.Kind() == reflect.Pointer || isListMessage(f.Type) {
		text = "*" + text
	}
	text += option
	if number != "" {
		text = number + " " + text
	}
	if strings.ToUpper(name[:1])+name[1:] != f.Name {
		text += " " + f.Name
	}
	return name, text
}

func message(t reflect.Type) string {
	short, long := names(t)
	if types[long] != nil {
		return short
	}
	e := &entry{Form: forms[t], Fields: [][2]string{}}
	types[long] = e
	if t.Kind() == reflect.Slice {
		e.Form, e.Fields = "list", append(e.Fields, [2]string{"Items", "1 []" + typeText(t.Elem()) + ",omitempty"})
		return short
	}
	for i := 0; i < t.NumField(); i++ {
		f := t.Field(i)
		if t == reflect.TypeOf(meta.TypeMeta{}) {
			tag := strings.Split(f.Tag.Get("json"), ",")
			text := typeText(f.Type) + omitted(f.Type, tag[1:])
			if strings.ToUpper(tag[0][:1])+tag[0][1:] != f.Name {
				text += " " + f.Name
			}
			e.Fields = append(e.Fields, [2]string{tag[0], text})
			continue
		}
		name, text := field(t, f)
		e.Fields = append(e.Fields, [2]string{name, text})
	}
	return short
}

func main() {
	scheme := groups.NewScheme()
	kinds := map[string]string{}
	for kind, t := range scheme.AllKnownTypes() {
		// Options are no bodies, except for DeleteOptions, which every version has; watch events have frames of their own.
		other := strings.HasSuffix(kind.Kind, "Options") && (kind.Kind != "DeleteOptions" || kind.Group != "" || kind.Version != "v1")
		if other || kind.Kind == "WatchEvent" || kind.Version == runtime.APIVersionInternal || !isMessage(t) {
			continue
		}
		kinds[kind.GroupVersion().String()+"/"+kind.Kind] = message(t)
	}
	if err := json.NewEncoder(os.Stdout).Encode(map[string]any{"kinds": kinds, "types": types}); err != nil {
		panic(err)
	}
}
