package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strconv"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
)

const (
	finalizer = "example.com/parts"
	label     = "gadget"
	number    = "part"
)

type reconciler struct {
	client.Client
	live  client.Reader
	fault string
}

// reader returns the cache only for the mutants whose fault is that they trust it.
func (r *reconciler) reader() client.Reader {
	if r.fault == "stale-scale-down" || r.fault == "repeated-create" {
		return r.Client
	}
	return r.live
}

func (r *reconciler) Reconcile(ctx context.Context, q ctrl.Request) (ctrl.Result, error) {
	var g Gadget
	if err := r.reader().Get(ctx, q.NamespacedName, &g); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	var parts corev1.ConfigMapList
	if err := r.reader().List(ctx, &parts, client.InNamespace(g.Namespace), client.MatchingLabels{label: g.Name}); err != nil {
		return ctrl.Result{}, err
	}
	if !g.DeletionTimestamp.IsZero() {
		return ctrl.Result{}, r.cleanUp(ctx, &g, parts.Items)
	}
	if !controllerutil.ContainsFinalizer(&g, finalizer) {
		before := g.DeepCopyObject().(*Gadget)
		controllerutil.AddFinalizer(&g, finalizer)
		if err := r.Patch(ctx, &g, client.MergeFromWithOptions(before, client.MergeFromWithOptimisticLock{})); err != nil {
			return ctrl.Result{}, err
		}
	}
	if r.fault == "status-first" {
		if g.Status.Parts == g.Spec.Parts {
			return ctrl.Result{}, nil // it says that the parts are there
		}
		if err := r.report(ctx, &g); err != nil {
			return ctrl.Result{}, err
		}
	}
	if r.fault == "repeated-create" {
		for i := len(parts.Items); i < g.Spec.Parts; i++ {
			if err := r.Create(ctx, r.part(&g, "", i)); err != nil {
				return ctrl.Result{}, err
			}
		}
		return ctrl.Result{}, r.report(ctx, &g)
	}
	if err := r.ensureParts(ctx, &g, parts.Items); err != nil {
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, r.report(ctx, &g)
}

func (r *reconciler) ensureParts(ctx context.Context, g *Gadget, live []corev1.ConfigMap) error {
	existing := map[string]*corev1.ConfigMap{}
	for i := range live {
		existing[live[i].Labels[number]] = &live[i]
	}
	for i := 0; i < g.Spec.Parts; i++ {
		desired := r.part(g, r.partName(g, i), i)
		now := existing[desired.Labels[number]]
		delete(existing, desired.Labels[number])
		if now == nil {
			if err := r.Create(ctx, desired); err != nil {
				return err
			}
		} else if now.Data["text"] != g.Spec.Text || len(now.Data) != 1 {
			now.Data = desired.Data
			if err := r.Update(ctx, now); err != nil {
				return err
			}
		}
	}
	for _, extra := range existing {
		if err := r.Delete(ctx, extra, client.Preconditions{UID: &extra.UID}); client.IgnoreNotFound(err) != nil {
			return err
		}
	}
	return nil
}

func (r *reconciler) partName(g *Gadget, i int) string {
	if r.fault == "made-up-names" {
		return fmt.Sprintf("%s-%010x", g.Name, rand.Uint64()&(1<<40-1))
	}
	return fmt.Sprintf("%s-%d", g.Name, i+1)
}

func (r *reconciler) part(g *Gadget, name string, i int) *corev1.ConfigMap {
	labels := map[string]string{label: g.Name, number: strconv.Itoa(i + 1)}
	c := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: g.Namespace, Name: name, Labels: labels}}
	if name == "" {
		c.GenerateName = g.Name + "-"
	}
	c.Data = map[string]string{"text": g.Spec.Text}
	return c
}

func (r *reconciler) report(ctx context.Context, g *Gadget) error {
	before := g.DeepCopyObject().(*Gadget)
	g.Status.Parts = g.Spec.Parts
	if r.fault == "time-in-status" {
		g.Status.Seen = time.Now().Format(time.RFC3339Nano)
	}
	if before.Status == g.Status {
		return nil
	}
	return r.Status().Patch(ctx, g, client.MergeFrom(before))
}

func (r *reconciler) cleanUp(ctx context.Context, g *Gadget, parts []corev1.ConfigMap) error {
	if r.fault == "finalizer-first" {
		if err := r.release(ctx, g); err != nil {
			return err
		}
	}
	for i := range parts {
		if err := r.Delete(ctx, &parts[i], client.Preconditions{UID: &parts[i].UID}); client.IgnoreNotFound(err) != nil {
			return err
		}
	}
	if r.fault == "finalizer-first" {
		return nil
	}
	return r.release(ctx, g)
}

func (r *reconciler) release(ctx context.Context, g *Gadget) error {
	before := g.DeepCopyObject().(*Gadget)
	if !controllerutil.RemoveFinalizer(g, finalizer) {
		return nil
	}
	return client.IgnoreNotFound(r.Patch(ctx, g, client.MergeFromWithOptions(before, client.MergeFromWithOptimisticLock{})))
}
