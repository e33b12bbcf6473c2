// envtest of controller-runtime, unmodified, with the programs of KUBEBUILDER_ASSETS: a control plane for the tests of Go operators.
package envtest

import (
	"context"
	"fmt"
	"os"
	"testing"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
	"sigs.k8s.io/controller-runtime/pkg/envtest"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"
)

var env *envtest.Environment

func TestMain(m *testing.M) {
	begin := time.Now()
	env = &envtest.Environment{CRDs: []*apiextensionsv1.CustomResourceDefinition{siteDefinition()}}
	if _, err := env.Start(); err != nil {
		fmt.Fprintln(os.Stderr, "the control plane does not start:", err)
		os.Exit(1)
	}
	fmt.Printf("control plane and CRDs in %d ms\n", time.Since(begin).Milliseconds())
	code := m.Run()
	if err := env.Stop(); err != nil {
		fmt.Fprintln(os.Stderr, "the control plane does not stop:", err)
		code = 1
	}
	os.Exit(code)
}

var siteKind = schema.GroupVersionKind{Group: "example.com", Version: "v1", Kind: "Site"}

func siteDefinition() *apiextensionsv1.CustomResourceDefinition {
	keep := true
	return &apiextensionsv1.CustomResourceDefinition{
		ObjectMeta: metav1.ObjectMeta{Name: "sites.example.com"},
		Spec: apiextensionsv1.CustomResourceDefinitionSpec{
			Group: "example.com", Scope: apiextensionsv1.NamespaceScoped,
			Names: apiextensionsv1.CustomResourceDefinitionNames{Plural: "sites", Singular: "site", Kind: "Site", ListKind: "SiteList"},
			Versions: []apiextensionsv1.CustomResourceDefinitionVersion{{
				Name: "v1", Served: true, Storage: true,
				Subresources: &apiextensionsv1.CustomResourceSubresources{Status: &apiextensionsv1.CustomResourceSubresourceStatus{}},
				Schema: &apiextensionsv1.CustomResourceValidation{OpenAPIV3Schema: &apiextensionsv1.JSONSchemaProps{
					Type: "object", XPreserveUnknownFields: &keep}},
			}},
		},
	}
}

func site(name string) *unstructured.Unstructured {
	u := &unstructured.Unstructured{Object: map[string]any{"spec": map[string]any{"image": "nginx:1.23.1"}}}
	u.SetGroupVersionKind(siteKind)
	u.SetName(name)
	u.SetNamespace("default")
	return u
}

func deployment(name string) *appsv1.Deployment {
	labels := map[string]string{"app": name}
	return &appsv1.Deployment{
		ObjectMeta: metav1.ObjectMeta{Name: name, Namespace: "default"},
		Spec: appsv1.DeploymentSpec{Selector: &metav1.LabelSelector{MatchLabels: labels},
			Template: corev1.PodTemplateSpec{ObjectMeta: metav1.ObjectMeta{Labels: labels},
				Spec: corev1.PodSpec{Containers: []corev1.Container{{Name: "main", Image: "nginx:1.23.1"}}}}},
	}
}

func newClient(t *testing.T) client.Client {
	c, err := client.New(env.Config, client.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestTypedObjects(t *testing.T) {
	ctx, c := context.Background(), newClient(t)
	d := deployment("typed")
	if err := c.Create(ctx, d); err != nil {
		t.Fatal(err)
	}
	if d.Spec.Replicas == nil || *d.Spec.Replicas != 1 || d.UID == "" {
		t.Fatalf("no defaults: %+v", d)
	}
	if err := c.Create(ctx, deployment("typed")); !apierrors.IsAlreadyExists(err) {
		t.Fatalf("a second one: %v", err)
	}
	d.Status.Replicas = 1
	if err := c.Status().Update(ctx, d); err != nil {
		t.Fatal(err)
	}
	s := &corev1.Service{ObjectMeta: metav1.ObjectMeta{Name: "typed", Namespace: "default"},
		Spec: corev1.ServiceSpec{Ports: []corev1.ServicePort{{Port: 80}}}}
	if err := c.Create(ctx, s); err != nil || s.Spec.ClusterIP == "" {
		t.Fatalf("%v %q", err, s.Spec.ClusterIP)
	}
	if err := c.Delete(ctx, d, client.PropagationPolicy(metav1.DeletePropagationBackground)); err != nil {
		t.Fatal(err)
	}
	if err := c.Get(ctx, client.ObjectKeyFromObject(d), d); !apierrors.IsNotFound(err) {
		t.Fatalf("it is still there: %v", err)
	}
}

// No controllers run: nothing makes pods of a Deployment, and nothing ends a namespace.
func TestNothingRunsBehindTheAPI(t *testing.T) {
	ctx, c := context.Background(), newClient(t)
	if err := c.Create(ctx, deployment("idle")); err != nil {
		t.Fatal(err)
	}
	ns := &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: "ends-never"}}
	if err := c.Create(ctx, ns); err != nil {
		t.Fatal(err)
	}
	if err := c.Delete(ctx, ns); err != nil {
		t.Fatal(err)
	}
	if err := c.Get(ctx, client.ObjectKeyFromObject(ns), ns); err != nil || ns.Status.Phase != corev1.NamespaceTerminating {
		t.Fatalf("%v %s", err, ns.Status.Phase)
	}
	sets := &appsv1.ReplicaSetList{}
	if err := c.List(ctx, sets); err != nil || len(sets.Items) != 0 {
		t.Fatalf("%v %d ReplicaSets", err, len(sets.Items))
	}
}

func TestUsers(t *testing.T) {
	user, err := env.AddUser(envtest.User{Name: "somebody", Groups: []string{"system:masters"}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	c, err := client.New(user.Config(), client.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := c.List(context.Background(), &corev1.ConfigMapList{}); err != nil {
		t.Fatal(err)
	}
}

func TestUsersHaveTheirRightsAlone(t *testing.T) {
	ctx := context.Background()
	user, err := env.AddUser(envtest.User{Name: "reader", Groups: []string{"readers"}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	c, err := client.New(user.Config(), client.Options{})
	if err != nil {
		t.Fatal(err)
	}
	maps := &corev1.ConfigMapList{}
	if err := c.List(ctx, maps, client.InNamespace("default")); !apierrors.IsForbidden(err) {
		t.Fatalf("without a binding: %v", err)
	}
	admin, err := client.New(env.Config, client.Options{})
	if err != nil {
		t.Fatal(err)
	}
	// `view` itself is gathered by a controller, which an envtest does not have.
	binding := &rbacv1.RoleBinding{
		ObjectMeta: metav1.ObjectMeta{Name: "readers", Namespace: "default"},
		RoleRef:    rbacv1.RoleRef{APIGroup: rbacv1.GroupName, Kind: "ClusterRole", Name: "system:aggregate-to-view"},
		Subjects:   []rbacv1.Subject{{Kind: "Group", APIGroup: rbacv1.GroupName, Name: "readers"}},
	}
	if err := admin.Create(ctx, binding); err != nil {
		t.Fatal(err)
	}
	// kube-apiserver authorizes from a cache that follows the bindings.
	for end := time.Now().Add(10 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		if err = c.List(ctx, maps, client.InNamespace("default")); err == nil {
			break
		}
		if time.Now().After(end) {
			t.Fatal(err)
		}
	}
	forbidden := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: "a", Namespace: "default"}}
	if err := c.Create(ctx, forbidden); !apierrors.IsForbidden(err) {
		t.Fatalf("a reader writes: %v", err)
	}
}

// A controller that makes a Deployment for each Site.
func TestAController(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	m, err := ctrl.NewManager(env.Config, ctrl.Options{Metrics: metricsserver.Options{BindAddress: "0"}})
	if err != nil {
		t.Fatal(err)
	}
	watched := &unstructured.Unstructured{}
	watched.SetGroupVersionKind(siteKind)
	reconcile := func(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
		owner := site(req.Name)
		if err := m.GetClient().Get(ctx, req.NamespacedName, owner); err != nil {
			return ctrl.Result{}, client.IgnoreNotFound(err)
		}
		d := deployment(req.Name)
		_, err := controllerutil.CreateOrUpdate(ctx, m.GetClient(), d, func() error {
			return controllerutil.SetControllerReference(owner, d, m.GetScheme())
		})
		return ctrl.Result{}, err
	}
	if err := ctrl.NewControllerManagedBy(m).Named("site").For(watched).Owns(&appsv1.Deployment{}).Complete(reconcilerFunc(reconcile)); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error)
	go func() { ended <- m.Start(ctx) }()
	c := newClient(t)
	if err := c.Create(ctx, site("home")); err != nil {
		t.Fatal(err)
	}
	made := func() bool {
		return c.Get(ctx, client.ObjectKey{Namespace: "default", Name: "home"}, &appsv1.Deployment{}) == nil
	}
	for end := time.Now().Add(20 * time.Second); !made(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("the controller made no Deployment")
		}
	}
	cancel()
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
}

type reconcilerFunc func(context.Context, ctrl.Request) (ctrl.Result, error)

func (f reconcilerFunc) Reconcile(ctx context.Context, r ctrl.Request) (ctrl.Result, error) {
	return f(ctx, r)
}
