package main

import (
	"math/rand"

	"k8s.io/apimachinery/pkg/api/apitesting/fuzzer"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
	kubetesting "k8s.io/kubernetes/pkg/api/testing"
)

const fuzzedOfKind = 12

// Objects that Kubernetes' fuzzers fill, as JSON, with metadata that is valid: most are refused for many reasons at once.
func (g *generator) fuzz(k *kind) []any {
	if k.scheme != legacyscheme.Scheme {
		return nil
	}
	if there, ok := g.fuzzed[k]; ok {
		return there
	}
	var out []any
	internal := schema.GroupVersion{Group: k.stored.Group, Version: runtime.APIVersionInternal}
	fill := fuzzer.FuzzerFor(kubetesting.FuzzerFuncs, rand.NewSource(g.seed), legacyscheme.Codecs).NilChance(.4).NumElements(1, 2)
	for i := 0; i < fuzzedOfKind; i++ {
		if o := k.fuzzedObject(internal, fill.Fill); o != nil {
			out = append(out, o)
		}
	}
	g.fuzzed[k] = out
	return out
}

// Some kinds have values that cannot be converted.
func (k *kind) fuzzedObject(internal schema.GroupVersion, fill func(any)) (out any) {
	defer func() {
		if recover() != nil {
			out = nil
		}
	}()
	o, err := k.scheme.New(internal.WithKind(k.gvk.Kind))
	check(err)
	fill(o)
	read, err := k.read(o)
	if err != nil {
		return nil
	}
	tree := parse(read).(map[string]any)
	tree["metadata"] = map[string]any{"name": "fuzzed"}
	return tree
}
