package main

import (
	"context"
	"errors"
	"fmt"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/events"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
	"sigs.k8s.io/controller-runtime/pkg/log"
)

type reconciler struct {
	client.Client
	events events.EventRecorder
}

var errNotOurs = errors.New("exists and belongs to somebody else; it is not taken over")

func (r *reconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var w WebServer
	if err := r.Get(ctx, req.NamespacedName, &w); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if !w.DeletionTimestamp.IsZero() {
		return ctrl.Result{}, nil
	}
	d, trouble, err := r.ensureChildren(ctx, &w)
	if err != nil {
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, r.report(ctx, &w, d, trouble)
}

// ensureChildren returns the Deployment, or nil when there is none of ours.
func (r *reconciler) ensureChildren(ctx context.Context, w *WebServer) (*appsv1.Deployment, *problem, error) {
	d := &appsv1.Deployment{ObjectMeta: metav1.ObjectMeta{Name: w.Name, Namespace: w.Namespace}}
	if trouble := checkSpec(w); trouble != nil {
		// What runs is left running; its state is still reported.
		err := r.Get(ctx, client.ObjectKeyFromObject(d), d)
		if err != nil || !metav1.IsControlledBy(d, w) {
			d = nil
		}
		return d, trouble, client.IgnoreNotFound(err)
	}
	trouble, err := r.ensure(ctx, w, d, "Deployment", func() changes { return shapeDeployment(w, d) })
	if err != nil {
		return nil, nil, err
	}
	if trouble != nil {
		d = nil
	}
	s := &corev1.Service{ObjectMeta: metav1.ObjectMeta{Name: w.Name + "-service", Namespace: w.Namespace}}
	further, err := r.ensure(ctx, w, s, "Service", func() changes { return shapeService(w, s) })
	if trouble == nil {
		trouble = further
	}
	return d, trouble, err
}

func (r *reconciler) ensure(ctx context.Context, w *WebServer, child client.Object, kind string, shape func() changes) (*problem, error) {
	var made changes
	done, err := controllerutil.CreateOrUpdate(ctx, r.Client, child, func() error {
		if child.GetResourceVersion() != "" && !metav1.IsControlledBy(child, w) {
			return errNotOurs
		}
		made = shape()
		return controllerutil.SetControllerReference(w, child, r.Scheme())
	})
	switch {
	case errors.Is(err, errNotOurs):
		return &problem{"NotOurs", fmt.Sprintf("%s %q %v", kind, child.GetName(), errNotOurs)}, nil
	case apierrors.IsInvalid(err):
		return &problem{"Rejected", fmt.Sprintf("%s %q was refused: %v", kind, child.GetName(), err)}, nil
	case apierrors.IsForbidden(err):
		return &problem{"Forbidden", fmt.Sprintf("%s %q was refused: %v", kind, child.GetName(), err)}, nil
	case err != nil:
		return nil, err
	}
	r.tell(ctx, w, child, kind, done, made)
	return nil, nil
}

func (r *reconciler) tell(ctx context.Context, w *WebServer, child client.Object, kind string, done controllerutil.OperationResult, made changes) {
	logger := log.FromContext(ctx)
	switch done {
	case controllerutil.OperationResultCreated:
		logger.Info("Created "+kind, "child", child.GetName())
		r.events.Eventf(w, child, corev1.EventTypeNormal, "Created", "Reconcile", "Created %s %s", kind, child.GetName())
	case controllerutil.OperationResultUpdated:
		for _, c := range made {
			logger.Info(kind+" "+c.path+" change", "child", child.GetName(), "from", c.from, "to", c.to)
			r.events.Eventf(w, child, corev1.EventTypeNormal, "Updated", "Reconcile", "%s %s: %s from %s to %s",
				kind, child.GetName(), c.path, c.from, c.to)
		}
	}
}

func (r *reconciler) report(ctx context.Context, w *WebServer, d *appsv1.Deployment, trouble *problem) error {
	status := desiredStatus(w, d, trouble)
	if equality.Semantic.DeepEqual(status, w.Status) {
		return nil
	}
	if trouble != nil {
		r.warn(ctx, w, *trouble)
	}
	before := w.DeepCopyObject().(*WebServer)
	w.Status = status
	return client.IgnoreNotFound(r.Status().Patch(ctx, w, client.MergeFrom(before)))
}

func (r *reconciler) warn(ctx context.Context, w *WebServer, trouble problem) {
	for _, c := range w.Status.Conditions {
		if c.Type == "Degraded" && c.Reason == trouble.reason && c.Message == trouble.message {
			return
		}
	}
	log.FromContext(ctx).Info("WebServer is degraded", "reason", trouble.reason, "why", trouble.message)
	r.events.Eventf(w, nil, corev1.EventTypeWarning, trouble.reason, "Reconcile", "%s", trouble.message)
}
