// An operator for Gadgets, each of which is a broker: a pod and a Service. It asks the broker as operators in Go do: by commands over
// client-go's SPDY and over its WebSocket, at the name of the Service, by HTTP at the pod's address, and with its log.
//
//	broker --kubeconfig FILE
package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/remotecommand"
	"k8s.io/client-go/util/exec"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/log/zap"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"
)

var gadget = schema.GroupVersionKind{Group: "example.com", Version: "v1", Kind: "Gadget"}

type reconciler struct {
	client.Client
	config *rest.Config
	all    kubernetes.Interface
}

func main() {
	flag.Parse()
	ctrl.SetLogger(zap.New(zap.UseDevMode(true)))
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run() error {
	config := ctrl.GetConfigOrDie()
	m, err := ctrl.NewManager(config, ctrl.Options{Metrics: metricsserver.Options{BindAddress: "0"}, HealthProbeBindAddress: "0"})
	if err != nil {
		return err
	}
	all, err := kubernetes.NewForConfig(config)
	if err != nil {
		return err
	}
	watched := &unstructured.Unstructured{}
	watched.SetGroupVersionKind(gadget)
	r := &reconciler{m.GetClient(), config, all}
	if err := ctrl.NewControllerManagedBy(m).Named("broker").For(watched).Complete(r); err != nil {
		return err
	}
	return m.Start(ctrl.SetupSignalHandler())
}

func (r *reconciler) Reconcile(ctx context.Context, q ctrl.Request) (ctrl.Result, error) {
	g := &unstructured.Unstructured{}
	g.SetGroupVersionKind(gadget)
	if err := r.Get(ctx, q.NamespacedName, g); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if n, _, _ := unstructured.NestedInt64(g.Object, "status", "parts"); n == 1 {
		return ctrl.Result{}, nil
	}
	if err := r.ensure(ctx, g.GetNamespace(), g.GetName()); err != nil {
		return ctrl.Result{}, err
	}
	pod, err := r.all.CoreV1().Pods(g.GetNamespace()).Get(ctx, g.GetName()+"-0", metav1.GetOptions{})
	if err != nil {
		return ctrl.Result{}, err
	}
	if !isReady(pod) {
		return ctrl.Result{RequeueAfter: 200 * time.Millisecond}, nil
	}
	if err := r.check(ctx, g.GetName(), pod); err != nil {
		ctrl.LoggerFrom(ctx).Info("the broker does not answer", "error", err.Error())
		return ctrl.Result{RequeueAfter: 200 * time.Millisecond}, nil
	}
	done := client.RawPatch("application/merge-patch+json", []byte(`{"status": {"parts": 1}}`))
	return ctrl.Result{}, r.Status().Patch(ctx, g, done)
}

func isReady(pod *corev1.Pod) bool {
	for _, c := range pod.Status.Conditions {
		if c.Type == corev1.PodReady {
			return c.Status == corev1.ConditionTrue
		}
	}
	return false
}

func (r *reconciler) ensure(ctx context.Context, ns, name string) error {
	labels := map[string]string{"broker": name}
	service := &corev1.Service{ObjectMeta: metav1.ObjectMeta{Name: name},
		Spec: corev1.ServiceSpec{Selector: labels, Ports: []corev1.ServicePort{{Port: 6379}}}}
	_, err := r.all.CoreV1().Services(ns).Create(ctx, service, metav1.CreateOptions{})
	if err != nil && !apierrors.IsAlreadyExists(err) {
		return err
	}
	probe := &corev1.Probe{ProbeHandler: corev1.ProbeHandler{TCPSocket: &corev1.TCPSocketAction{Port: intstr.FromInt32(6379)}}}
	pod := &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Name: name + "-0", Labels: labels},
		Spec: corev1.PodSpec{Containers: []corev1.Container{{Name: "broker", Image: "broker:1", ReadinessProbe: probe}}}}
	_, err = r.all.CoreV1().Pods(ns).Create(ctx, pod, metav1.CreateOptions{})
	if err != nil && !apierrors.IsAlreadyExists(err) {
		return err
	}
	return nil
}

func (r *reconciler) check(ctx context.Context, name string, pod *corev1.Pod) error {
	for _, by := range []string{"SPDY", "WebSocket"} {
		out, err := r.command(ctx, by, pod, "broker-cli", "init", name)
		if err != nil || out != pod.Name+" is initialized\n" {
			return fmt.Errorf("init by %s: %q %w", by, out, errors.Join(err))
		}
		_, err = r.command(ctx, by, pod, "broker-cli", "nonsense")
		if code := (exec.CodeExitError{}); !errors.As(err, &code) || code.Code != 2 || !strings.Contains(err.Error(), "no such command") {
			return fmt.Errorf("a command that fails, by %s: %w", by, errors.Join(err))
		}
	}
	log, err := r.all.CoreV1().Pods(pod.Namespace).GetLogs(pod.Name, &corev1.PodLogOptions{}).DoRaw(ctx)
	if err != nil || string(log) != "listening on 6379\n" {
		return fmt.Errorf("log: %q %w", log, errors.Join(err))
	}
	if err := ping(net.JoinHostPort(name+"."+pod.Namespace+".svc.cluster.local", "6379")); err != nil {
		return err
	}
	answer, err := (&http.Client{Timeout: 5 * time.Second}).Get("http://" + pod.Status.PodIP + ":8080/health")
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != 200 || string(body) != `{"healthy":true}` {
		return fmt.Errorf("health: %d %q %w", answer.StatusCode, body, errors.Join(err))
	}
	return nil
}

func ping(at string) error {
	c, err := net.DialTimeout("tcp", at, 5*time.Second)
	if err != nil {
		return err
	}
	defer c.Close()
	if _, err := c.Write([]byte("PING\r\n")); err != nil {
		return err
	}
	pong := make([]byte, 100)
	n, err := c.Read(pong)
	if string(pong[:n]) != "+PONG\r\n" {
		return fmt.Errorf("PING: %q %w", pong[:n], errors.Join(err))
	}
	return nil
}

func (r *reconciler) command(ctx context.Context, by string, pod *corev1.Pod, words ...string) (string, error) {
	to := r.all.CoreV1().RESTClient().Post().Resource("pods").Namespace(pod.Namespace).Name(pod.Name).SubResource("exec").
		VersionedParams(&corev1.PodExecOptions{Command: words, Stdout: true, Stderr: true}, scheme.ParameterCodec).URL()
	e, err := executor(by, r.config, to)
	if err != nil {
		return "", err
	}
	var out, errorOut bytes.Buffer
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	err = e.StreamWithContext(ctx, remotecommand.StreamOptions{Stdout: &out, Stderr: &errorOut})
	if err != nil {
		err = fmt.Errorf("%w: %s", err, errorOut.String())
	}
	return out.String(), err
}

func executor(by string, config *rest.Config, to *url.URL) (remotecommand.Executor, error) {
	if by == "SPDY" {
		return remotecommand.NewSPDYExecutor(config, "POST", to)
	}
	return remotecommand.NewWebSocketExecutor(config, "GET", to.String())
}
