// An operator with one fault that was published of a real controller, or without it:
//
//	go-mutants --kubeconfig FILE [--fault NAME] [--leader-elect]
//
//	status-first      reports its parts before they are there (kro#1170, kratix#741)
//	repeated-create   creates with generateName what its cache lacks (scylla-operator#2492, kubernetes#129795)
//	time-in-status    writes a new time into the status each time (crossplane#7221)
//	stale-scale-down  deletes by an old count (cloud-on-k8s#5274)
//	finalizer-first   releases the object before what belongs to it is gone (kro#1171)
//
// Two values are not faults, but other ways to write an operator:
//
//	metadata-only     watches the metadata of its parts
//	made-up-names     gives its parts names with a random end
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"slices"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	"sigs.k8s.io/controller-runtime/pkg/log/zap"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

var faults = []string{"", "status-first", "repeated-create", "time-in-status", "stale-scale-down", "finalizer-first", "metadata-only", "made-up-names"}

func main() {
	fault := flag.String("fault", "", "The fault; none by default")
	leaderElect := flag.Bool("leader-elect", false, "Elect a leader, with a short Lease")
	flag.Parse()
	if !slices.Contains(faults, *fault) {
		fmt.Fprintln(os.Stderr, "no such fault:", *fault)
		os.Exit(2)
	}
	ctrl.SetLogger(zap.New(zap.UseDevMode(true)))
	if err := run(*fault, *leaderElect); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(fault string, leaderElect bool) error {
	scheme := runtime.NewScheme()
	if err := corev1.AddToScheme(scheme); err != nil {
		return err
	}
	addToScheme(scheme)
	lease, renew, retry := 3*time.Second, 2*time.Second, 500*time.Millisecond
	m, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{
		Scheme:                        scheme,
		Metrics:                       metricsserver.Options{BindAddress: "0"},
		HealthProbeBindAddress:        "0",
		LeaderElection:                leaderElect,
		LeaderElectionID:              "gadgets",
		LeaderElectionNamespace:       "default",
		LeaderElectionReleaseOnCancel: true,
		LeaseDuration:                 &lease,
		RenewDeadline:                 &renew,
		RetryPeriod:                   &retry,
	})
	if err != nil {
		return err
	}
	gadgetOf := handler.EnqueueRequestsFromMapFunc(func(_ context.Context, o client.Object) []reconcile.Request {
		name := o.GetLabels()[label]
		if name == "" {
			return nil
		}
		return []reconcile.Request{{NamespacedName: types.NamespacedName{Namespace: o.GetNamespace(), Name: name}}}
	})
	r := &reconciler{Client: m.GetClient(), live: m.GetAPIReader(), fault: fault}
	c := ctrl.NewControllerManagedBy(m).For(&Gadget{})
	if fault == "metadata-only" {
		c = c.WatchesMetadata(&corev1.ConfigMap{}, gadgetOf)
	} else {
		c = c.Watches(&corev1.ConfigMap{}, gadgetOf)
	}
	if err := c.Complete(r); err != nil {
		return err
	}
	return m.Start(ctrl.SetupSignalHandler())
}
