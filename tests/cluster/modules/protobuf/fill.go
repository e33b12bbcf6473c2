package main

import (
	"fmt"
	"math"
	"time"

	ext "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	meta "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/intstr"
	"sigs.k8s.io/randfill"
)

var words = []string{"", "a", "web", "long " + "long long long long long long long long long", "\"quoted\"", "back\\slash", "<a&b>",
	"tab\tand\nline\r\b\f", "\x01\x1f\x7f", "ü€😀", "\u2028\u2029", "/", "0", "true", "null"}
var quantities = []string{"0", "1", "100m", "1Gi", "1500m", "3e6", "12Mi", "-5", "1.5", "0.1", "1n", "9223372036854775807", "1Ei"}
var documents = []string{`{}`, `{"a":1}`, `{"f:metadata":{"f:labels":{".":{},"f:a":{}}}}`, `{"a":[1,2.5,"x",null,true],"b":{"c":"\"d"}}`}
var values = []string{`{}`, `[]`, `"a"`, `1`, `-2.5`, `true`, `{"a":[{"b":null}]}`}

func filler(seed int64) *randfill.Filler {
	pick := func(c randfill.Continue, from []string) string { return from[c.Intn(len(from))] }
	return randfill.NewWithSeed(seed).NilChance(.4).NumElements(1, 3).MaxDepth(12).Funcs(
		func(s *string, c randfill.Continue) { *s = pick(c, words) },
		func(b *[]byte, c randfill.Continue) { *b = []byte(pick(c, words) + "\x00\xff") },
		func(n *int32, c randfill.Continue) {
			*n = []int32{0, 1, -1, 8080, math.MaxInt32, math.MinInt32}[c.Intn(6)]
		},
		func(n *int64, c randfill.Continue) {
			*n = []int64{0, 1, -1, 300, math.MaxInt64, math.MinInt64}[c.Intn(6)]
		},
		func(n *float64, c randfill.Continue) {
			*n = []float64{0, 1, -1.5, 0.1, 1e21, 1e-7, 123456789.125}[c.Intn(7)]
		},
		func(q *resource.Quantity, c randfill.Continue) { *q = resource.MustParse(pick(c, quantities)) },
		func(t *meta.Time, c randfill.Continue) { t.Time = time.Unix(c.Int63n(4e9)-1e9, 0) },
		func(t *meta.MicroTime, c randfill.Continue) { t.Time = time.Unix(c.Int63n(4e9)-1e9, c.Int63n(1e6)*1e3) },
		func(v *intstr.IntOrString, c randfill.Continue) {
			*v = intstr.FromInt32(int32(c.Intn(100) - 50))
			if c.Bool() {
				*v = intstr.FromString(pick(c, words))
			}
		},
		func(v *runtime.RawExtension, c randfill.Continue) { v.Raw = []byte(pick(c, documents)) },
		func(v *meta.FieldsV1, c randfill.Continue) { v.Raw = []byte(pick(c, documents)) },
		func(v *ext.JSON, c randfill.Continue) { v.Raw = []byte(pick(c, values)) },
		func(m *meta.TypeMeta, c randfill.Continue) {},
		func(v *ext.JSONSchemaProps, c randfill.Continue) { fillSchema(v, c, 0) },
	)
}

// Schemas contain each other in more ways than a random one should have.
func fillSchema(s *ext.JSONSchemaProps, c randfill.Continue, depth int) {
	c.Fill(&s.Description)
	c.Fill(&s.Type)
	c.Fill(&s.Ref)
	c.Fill(&s.Default)
	c.Fill(&s.Maximum)
	c.Fill(&s.MultipleOf)
	c.Fill(&s.ExclusiveMaximum)
	c.Fill(&s.MaxLength)
	c.Fill(&s.Enum)
	c.Fill(&s.Required)
	c.Fill(&s.XPreserveUnknownFields)
	c.Fill(&s.XListType)
	c.Fill(&s.XListMapKeys)
	c.Fill(&s.XIntOrString)
	c.Fill(&s.ExternalDocs)
	c.Fill(&s.Nullable)
	if c.Bool() {
		c.Fill(&s.XValidations)
	}
	if depth == 3 {
		return
	}
	inner := func() *ext.JSONSchemaProps {
		out := &ext.JSONSchemaProps{}
		fillSchema(out, c, depth+1)
		return out
	}
	maps := map[string]ext.JSONSchemaProps{}
	for i := c.Intn(3); i > 0; i-- {
		maps[fmt.Sprintf("p%d", c.Intn(20))] = *inner()
	}
	switch c.Intn(12) {
	case 0:
		s.Items = &ext.JSONSchemaPropsOrArray{Schema: inner()}
	case 1:
		s.Items = &ext.JSONSchemaPropsOrArray{JSONSchemas: []ext.JSONSchemaProps{*inner(), *inner()}}
	case 2:
		s.AllOf = []ext.JSONSchemaProps{*inner(), *inner()}
	case 3:
		s.Not = inner()
	case 4:
		s.AdditionalProperties = &ext.JSONSchemaPropsOrBool{Allows: true, Schema: inner()}
	case 5:
		s.AdditionalProperties = &ext.JSONSchemaPropsOrBool{Allows: c.Bool()}
	case 6:
		s.Dependencies = ext.JSONSchemaDependencies{"a": {Schema: inner()}, "b": {Property: []string{"x", "y"}}}
	case 7:
		s.Definitions = maps
	case 8:
		s.PatternProperties = maps
	case 9:
		s.AnyOf = []ext.JSONSchemaProps{*inner()}
	default:
		s.Properties = maps
	}
}
