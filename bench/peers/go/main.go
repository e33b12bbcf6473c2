// The WebServer operator as a user of controller-runtime would write it: the peer of src/operators/web_server. What it
// does is specified in bench/reconciler.md.
package main

import (
	"flag"
	"os"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	clientgoscheme "k8s.io/client-go/kubernetes/scheme"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/log/zap"
	"sigs.k8s.io/controller-runtime/pkg/metrics/server"
)

func main() {
	workers := flag.Int("workers", 4, "reconciles at a time")
	json := flag.Bool("json", false, "JSON for built-in kinds too, instead of protobuf")
	metrics := flag.String("metrics-bind-address", "0", "where /metrics is served; 0 turns it off")
	elect := flag.Bool("leader-elect", false, "work only while holding a Lease")
	lease := flag.Duration("lease-duration", 15*time.Second, "how long others wait after the last renewal")
	renew := flag.Duration("renew-deadline", 10*time.Second, "a leader that could not renew for this long ends")
	retry := flag.Duration("retry-period", 2*time.Second, "how often the leader renews and others look")
	release := flag.Bool("release-on-cancel", false, "give the Lease back at an orderly end")
	certDir := flag.String("webhook-cert-dir", "", "serve the webhooks, with the TLS files of this directory, instead of reconciling")
	webhookPort := flag.Int("webhook-port", 9443, "where the webhooks are served")
	flag.Parse()
	ctrl.SetLogger(zap.New(zap.WriteTo(os.Stderr)))
	config := ctrl.GetConfigOrDie()
	config.QPS = -1
	if *json {
		config.ContentType, config.AcceptContentTypes = "application/json", "application/json"
	}
	kinds := clientgoscheme.Scheme
	must(group.AddToScheme(kinds))
	m, err := ctrl.NewManager(config, ctrl.Options{
		Scheme: kinds, Metrics: server.Options{BindAddress: *metrics},
		LeaderElection: *elect, LeaderElectionID: "webserver-operator", LeaderElectionNamespace: "default",
		LeaseDuration: lease, RenewDeadline: renew, RetryPeriod: retry, LeaderElectionReleaseOnCancel: *release,
		WebhookServer: webhookServer(*webhookPort, *certDir),
	})
	must(err)
	if *certDir != "" {
		must(addWebhooks(m))
		must(m.Start(ctrl.SetupSignalHandler()))
		return
	}
	r := &reconciler{Client: m.GetClient(), events: m.GetEventRecorder("webserver-operator")}
	must(ctrl.NewControllerManagedBy(m).For(&WebServer{}).Owns(&appsv1.Deployment{}).Owns(&corev1.Service{}).
		WithOptions(controller.Options{MaxConcurrentReconciles: *workers}).Complete(r))
	must(m.Start(ctrl.SetupSignalHandler()))
}

func must(err error) {
	if err != nil {
		ctrl.Log.Error(err, "cannot go on")
		os.Exit(1)
	}
}
