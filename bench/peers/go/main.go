// The WebServer operator as a user of controller-runtime would write it: the peer of src/operators/web_server.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"reflect"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
	clientgoscheme "k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/tools/events"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
	"sigs.k8s.io/controller-runtime/pkg/log/zap"
	"sigs.k8s.io/controller-runtime/pkg/metrics/server"
)

type reconciler struct {
	client.Client
	events events.EventRecorder
}

func (r *reconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var w WebServer
	if err := r.Get(ctx, req.NamespacedName, &w); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	labels := map[string]string{"app": w.Name}
	d := &appsv1.Deployment{ObjectMeta: metav1.ObjectMeta{Name: w.Name, Namespace: w.Namespace}}
	if err := r.ensure(ctx, &w, d, "Deployment", func() {
		d.Spec.Replicas = &w.Spec.Replicas
		d.Spec.Selector = &metav1.LabelSelector{MatchLabels: labels}
		d.Spec.Template.Labels = labels
		if len(d.Spec.Template.Spec.Containers) != 1 {
			d.Spec.Template.Spec.Containers = []corev1.Container{{Name: "webserver"}}
		}
		c := &d.Spec.Template.Spec.Containers[0]
		c.Image = w.Spec.Image
		if len(c.Ports) != 1 {
			c.Ports = []corev1.ContainerPort{{ContainerPort: 80, Protocol: corev1.ProtocolTCP}}
		}
	}); err != nil {
		return ctrl.Result{}, err
	}
	s := &corev1.Service{ObjectMeta: metav1.ObjectMeta{Name: w.Name + "-service", Namespace: w.Namespace}}
	if err := r.ensure(ctx, &w, s, "Service", func() {
		s.Spec.Type = corev1.ServiceTypeNodePort
		s.Spec.Selector = labels
		if len(s.Spec.Ports) != 1 || s.Spec.Ports[0].Port != 80 {
			s.Spec.Ports = []corev1.ServicePort{{Port: 80, Protocol: corev1.ProtocolTCP, TargetPort: intstr.FromInt32(80)}}
		}
	}); err != nil {
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, r.report(ctx, &w, d)
}

func (r *reconciler) ensure(ctx context.Context, w *WebServer, child client.Object, kind string, mutate func()) error {
	done, err := controllerutil.CreateOrUpdate(ctx, r.Client, child, func() error {
		mutate()
		return controllerutil.SetControllerReference(w, child, r.Scheme())
	})
	if done == controllerutil.OperationResultCreated {
		r.events.Eventf(w, child, corev1.EventTypeNormal, "Created", "Reconcile", "Created %s %s", kind, child.GetName())
		fmt.Fprintf(os.Stderr, "Created %s %s\n", kind, child.GetName())
	}
	return err
}

func (r *reconciler) report(ctx context.Context, w *WebServer, d *appsv1.Deployment) error {
	before := w.DeepCopyObject().(*WebServer)
	w.Status.ObservedGeneration = w.Generation
	w.Status.Replicas, w.Status.ReadyReplicas = d.Status.Replicas, d.Status.ReadyReplicas
	available := d.Status.ReadyReplicas >= w.Spec.Replicas
	set := func(kind string, holds bool, yes, no string) {
		c := metav1.Condition{Type: kind, Status: metav1.ConditionFalse, Reason: no, ObservedGeneration: w.Generation}
		if holds {
			c.Status, c.Reason = metav1.ConditionTrue, yes
		}
		meta.SetStatusCondition(&w.Status.Conditions, c)
	}
	set("Available", available, "AllReady", "NotReady")
	set("Progressing", !available, "RollingOut", "Complete")
	set("Degraded", false, "", "AsExpected")
	if reflect.DeepEqual(before.Status, w.Status) {
		return nil
	}
	return client.IgnoreNotFound(r.Status().Patch(ctx, w, client.MergeFrom(before)))
}

func main() {
	workers := flag.Int("workers", 4, "reconciles at a time")
	json := flag.Bool("json", false, "JSON for built-in kinds too, instead of protobuf")
	flag.Parse()
	ctrl.SetLogger(zap.New(zap.WriteTo(os.Stderr)))
	config := ctrl.GetConfigOrDie()
	config.QPS = -1
	if *json {
		config.ContentType, config.AcceptContentTypes = "application/json", "application/json"
	}
	kinds := clientgoscheme.Scheme
	must(group.AddToScheme(kinds))
	m, err := ctrl.NewManager(config, ctrl.Options{Scheme: kinds, Metrics: server.Options{BindAddress: "0"}})
	must(err)
	r := &reconciler{Client: m.GetClient(), events: m.GetEventRecorder("webserver-operator-go")}
	must(ctrl.NewControllerManagedBy(m).For(&WebServer{}).Owns(&appsv1.Deployment{}).Owns(&corev1.Service{}).
		WithOptions(controller.Options{MaxConcurrentReconciles: *workers}).Complete(r))
	must(m.Start(ctrl.SetupSignalHandler()))
}

func must(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
