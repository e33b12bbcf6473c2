package main

import (
	"context"
	"crypto/tls"
	"strings"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/validation/field"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/webhook"
	"sigs.k8s.io/controller-runtime/pkg/webhook/admission"
)

const managedBy = "app.kubernetes.io/managed-by"

// webhooks are the defaulter and the validator that bench/webhook.md specifies.
type webhooks struct{}

func (webhooks) Default(_ context.Context, w *WebServer) error {
	if _, has := w.Labels[managedBy]; !has {
		if w.Labels == nil {
			w.Labels = map[string]string{}
		}
		w.Labels[managedBy] = "webserver-operator"
	}
	if !strings.ContainsAny(w.Spec.Image[strings.LastIndex(w.Spec.Image, "/")+1:], "@:") {
		w.Spec.Image += ":latest"
	}
	return nil
}

func (webhooks) ValidateCreate(_ context.Context, w *WebServer) (admission.Warnings, error) {
	return nil, invalid(w)
}

func (webhooks) ValidateUpdate(_ context.Context, _, w *WebServer) (admission.Warnings, error) {
	return nil, invalid(w)
}

func (webhooks) ValidateDelete(context.Context, *WebServer) (admission.Warnings, error) { return nil, nil }

func invalid(w *WebServer) error {
	p := checkSpec(w)
	if p == nil {
		return nil
	}
	return apierrors.NewInvalid(schema.GroupKind{Group: "my.domain", Kind: "WebServer"}, w.Name,
		field.ErrorList{field.Invalid(field.NewPath("spec", "image"), w.Spec.Image, p.message)})
}

// webhookServer is as the scaffolds of kubebuilder have it, without HTTP/2.
func webhookServer(port int, certDir string) webhook.Server {
	return webhook.NewServer(webhook.Options{Port: port, CertDir: certDir, TLSOpts: []func(*tls.Config){
		func(c *tls.Config) { c.NextProtos = []string{"http/1.1"} },
	}})
}

func addWebhooks(m ctrl.Manager) error {
	return ctrl.NewWebhookManagedBy(m, &WebServer{}).WithDefaulter(webhooks{}).WithValidator(webhooks{}).Complete()
}
