package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"

	"k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/apiserver/pkg/authentication/user"
	"k8s.io/apiserver/pkg/endpoints/request"
	"k8s.io/apiserver/pkg/registry/rest"
	"k8s.io/apiserver/pkg/warning"
)

const panicked = 599

const (
	storedUID     = "5e79a9c1-0f6b-4d0c-9d6e-000000000001"
	storedTime    = "2026-01-02T03:04:05Z"
	storedVersion = "7" // of stored objects; the probe replaces it by the version that its store gave
)

// One request. `Stored` is the object as a client reads it, `Body` what is sent.
type query struct {
	Operation   string          `json:"operation"` // create, update
	Resource    string          `json:"resource"`
	Subresource string          `json:"subresource,omitempty"`
	Namespace   string          `json:"namespace,omitempty"`
	Name        string          `json:"name,omitempty"`
	Stored      json.RawMessage `json:"stored,omitempty"`
	Body        string          `json:"body"`
}

type cause struct {
	Field   string `json:"field"`
	Reason  string `json:"reason"`
	Message string `json:"message"`
}

type answer struct {
	Code     int             `json:"code"`
	Reason   string          `json:"reason,omitempty"`
	Message  string          `json:"message,omitempty"`
	Causes   []cause         `json:"causes,omitempty"`
	Object   json.RawMessage `json:"object,omitempty"`
	Warnings []string        `json:"warnings,omitempty"`
}

type recorder struct{ texts *[]string }

func (r recorder) AddWarning(_, text string) {
	for _, t := range *r.texts {
		if t == text { // as the server's recorder does
			return
		}
	}
	*r.texts = append(*r.texts, text)
}

func refused(err error, warnings []string) answer {
	s, ok := err.(errors.APIStatus)
	if !ok {
		return answer{Code: 500, Message: err.Error()}
	}
	out := answer{Code: int(s.Status().Code), Reason: string(s.Status().Reason), Message: s.Status().Message, Warnings: warnings}
	if d := s.Status().Details; d != nil {
		for _, c := range d.Causes {
			out.Causes = append(out.Causes, cause{c.Field, string(c.Type), c.Message})
		}
	}
	return out
}

// What kube-apiserver's handlers do with a body: a strict decoder of JSON, into the internal version, with defaults.
func (k *kind) decode(body []byte) (runtime.Object, error) {
	var strict runtime.Serializer
	for _, info := range k.codecs.SupportedMediaTypes() {
		if info.MediaType == runtime.ContentTypeJSON {
			strict = info.StrictSerializer
		}
	}
	internal := schema.GroupVersion{Group: k.stored.Group, Version: runtime.APIVersionInternal}
	into, err := k.scheme.New(internal.WithKind(k.gvk.Kind))
	if err != nil {
		return nil, err
	}
	wanted := k.gvk
	o, is, err := k.codecs.DecoderToVersion(strict, internal).Decode(body, &wanted, into)
	if err != nil {
		return nil, k.decodeError(err, is, body)
	}
	if is.GroupVersion() != k.gvk.GroupVersion() {
		return nil, errors.NewBadRequest(fmt.Sprintf("the API version in the data (%s) does not match the expected API version (%s)", is.GroupVersion(), k.gvk.GroupVersion()))
	}
	return o, nil
}

// transformDecodeError of apiserver, pkg/endpoints/handlers/rest.go.
func (k *kind) decodeError(err error, is *schema.GroupVersionKind, body []byte) error {
	if is != nil && is.Kind != "" {
		return errors.NewBadRequest(fmt.Sprintf("%s in version %q cannot be handled as a %s: %v", is.Kind, is.Version, k.gvk.Kind, err))
	}
	if len(body) > 30 {
		body = append(body[:30:30], " ..."...)
	}
	return errors.NewBadRequest(fmt.Sprintf("the object provided is unrecognized (must be of type %s): %v (%s)", k.gvk.Kind, err, body))
}

// The object as a client reads it after it was stored in the version of the storage: in protobuf, or in JSON as definitions are.
func (k *kind) read(o runtime.Object) (json.RawMessage, error) {
	var binary, text runtime.Serializer
	for _, info := range k.codecs.SupportedMediaTypes() {
		switch info.MediaType {
		case runtime.ContentTypeProtobuf:
			binary = info.Serializer
		case runtime.ContentTypeJSON:
			text = info.Serializer
		}
	}
	if k.stored.Group == "apiextensions.k8s.io" {
		binary = text
	}
	stored, err := runtime.Encode(k.codecs.EncoderForVersion(binary, k.stored), o)
	if err != nil {
		return nil, err
	}
	internal := schema.GroupVersion{Group: k.stored.Group, Version: runtime.APIVersionInternal}
	back, err := runtime.Decode(k.codecs.DecoderToVersion(binary, internal), stored)
	if err != nil {
		return nil, err
	}
	out, err := runtime.Encode(k.codecs.EncoderForVersion(text, k.gvk.GroupVersion()), back)
	return bytes.TrimSpace(out), err
}

func (k *kind) context(r *query, warnings *[]string) context.Context {
	ctx := request.WithNamespace(context.Background(), r.Namespace)
	ctx = warning.WithWarningRecorder(ctx, recorder{warnings})
	ctx = request.WithUser(ctx, &user.DefaultInfo{Name: "kubernetes-admin", Groups: []string{"system:masters", "system:authenticated"}})
	return request.WithRequestInfo(ctx, &request.RequestInfo{IsResourceRequest: true, Verb: r.Operation, APIGroup: k.gvk.Group,
		APIVersion: k.gvk.Version, Resource: k.plural, Subresource: r.Subresource, Namespace: r.Namespace, Name: r.Name})
}

// What the real server answers, without its admission plugins and its pools of addresses. A panic there is an answer here.
func (k *kind) answer(r *query) (out answer) {
	defer func() {
		if p := recover(); p != nil {
			out = answer{Code: panicked, Message: fmt.Sprint("panic: ", p)}
		}
	}()
	var warnings []string
	ctx := k.context(r, &warnings)
	o, err := k.decode([]byte(r.Body))
	if err != nil {
		return refused(err, warnings)
	}
	m, err := meta.Accessor(o)
	check(err)
	if r.Operation == "create" {
		return k.create(ctx, r, o, m, &warnings)
	}
	return k.update(ctx, r, o, m, &warnings)
}

func (k *kind) create(ctx context.Context, r *query, o runtime.Object, m metav1.Object, warnings *[]string) answer {
	rest.WipeObjectMetaSystemFields(m)
	if k.plural == "namespaces" {
		ctx = request.WithNamespace(ctx, m.GetName())
	}
	if err := rest.EnsureObjectNamespaceMatchesRequestNamespace(rest.ExpectedNamespaceForScope(r.Namespace, k.namespaced()), m); err != nil {
		return refused(err, *warnings)
	}
	mergeOwners(ctx, m)
	version := m.GetResourceVersion()
	rest.FillObjectMetaSystemFields(m)
	if m.GetGenerateName() != "" && m.GetName() == "" {
		m.SetName(generated(k, m.GetGenerateName()))
	}
	if err := rest.BeforeCreate(k.strategy, ctx, o); err != nil {
		return refused(err, *warnings)
	}
	if n, err := strconv.ParseUint(version, 10, 64); err == nil && n != 0 {
		return answer{Code: 500, Message: "resourceVersion should not be set on objects to be created", Warnings: *warnings}
	}
	text, err := k.read(o)
	if err != nil {
		return refused(err, *warnings)
	}
	return answer{Code: 201, Object: text, Warnings: *warnings}
}

// A name of the length that the server's would have, that the comparison ignores.
func generated(k *kind, prefix string) string {
	if k.plural == "ipaddresses" {
		return prefix
	}
	return k.strategy.GenerateName(prefix)
}

// Decodes what is stored; it need not be valid.
func (k *kind) storedObject(text []byte) (runtime.Object, metav1.Object, error) {
	old, err := k.decode(text)
	if err != nil {
		return nil, nil, err
	}
	m, err := meta.Accessor(old)
	check(err)
	m.SetUID(types.UID(storedUID))
	at, err := time.Parse(time.RFC3339, storedTime)
	check(err)
	m.SetCreationTimestamp(metav1.NewTime(at))
	m.SetResourceVersion(storedVersion)
	return old, m, nil
}

func (k *kind) update(ctx context.Context, r *query, o runtime.Object, m metav1.Object, warnings *[]string) answer {
	if err := rest.EnsureObjectNamespaceMatchesRequestNamespace(rest.ExpectedNamespaceForScope(r.Namespace, k.namespaced()), m); err != nil {
		return refused(err, *warnings)
	}
	if m.GetName() == "" {
		return refused(errors.NewBadRequest(fmt.Sprintf("the name of the object (%s based on URL) was undeterminable: name must be provided", r.Name)), *warnings)
	}
	if m.GetName() != r.Name {
		return refused(errors.NewBadRequest(fmt.Sprintf("the name of the object (%s) does not match the name on the URL (%s)", m.GetName(), r.Name)), *warnings)
	}
	mergeOwners(ctx, m)
	var s rest.RESTUpdateStrategy = k.strategy
	if r.Subresource != "" {
		s = k.parts[r.Subresource]
	}
	old, oldMeta, err := k.storedObject(r.Stored)
	check(err)
	version := m.GetResourceVersion()
	n, err := strconv.ParseUint(version, 10, 64)
	switch {
	case version != "" && err != nil:
		return answer{Code: 500, Message: err.Error(), Warnings: *warnings}
	case n == 0:
		if !s.AllowUnconditionalUpdate(ctx) {
			errs := field.ErrorList{field.Invalid(field.NewPath("metadata").Child("resourceVersion"), 0, "must be specified for an update")}
			return refused(errors.NewInvalid(schema.GroupKind{Group: k.gvk.Group, Kind: k.plural}, r.Name, errs), *warnings)
		}
		m.SetResourceVersion(oldMeta.GetResourceVersion())
	case version != storedVersion:
		return refused(errors.NewConflict(schema.GroupResource{Group: k.stored.Group, Resource: k.plural}, r.Name, fmt.Errorf("the object has been modified; please apply your changes to the latest version and try again")), *warnings)
	}
	if err := rest.BeforeUpdate(s, ctx, o, old); err != nil {
		return refused(err, *warnings)
	}
	text, err := k.read(o)
	if err != nil {
		return refused(err, *warnings)
	}
	return answer{Code: 200, Object: text, Warnings: *warnings}
}

// dedupOwnerReferencesAndAddWarning of apiserver, pkg/endpoints/handlers/rest.go.
func mergeOwners(ctx context.Context, m metav1.Object) {
	var kept []metav1.OwnerReference
	var again []string
	for _, ref := range m.GetOwnerReferences() {
		there := false
		for _, k := range kept {
			there = there || (k.UID == ref.UID && sameOwner(k, ref))
		}
		if there {
			again = append(again, string(ref.UID))
		} else {
			kept = append(kept, ref)
		}
	}
	if len(again) > 0 {
		warning.AddWarning(ctx, "", fmt.Sprintf(".metadata.ownerReferences contains duplicate entries; API server dedups owner references in 1.20+, and may reject such requests as early as 1.24; please fix your requests; duplicate UID(s) observed: %s", strings.Join(again, ", ")))
		m.SetOwnerReferences(kept)
	}
}

func sameOwner(a, b metav1.OwnerReference) bool {
	x, err := json.Marshal(a)
	check(err)
	y, err := json.Marshal(b)
	check(err)
	return bytes.Equal(x, y)
}
