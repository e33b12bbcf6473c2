// Each thing that the module setpoint.dev/apiserver offers, as a test.
package example

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/watch"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/envtest"

	setpoint "setpoint.dev/apiserver"
	"setpoint.dev/apiserver/kube"
)

func newClient(t *testing.T, s *setpoint.Server) client.WithWatch {
	t.Helper()
	c, err := client.NewWithWatch(kube.Config(t, s), client.Options{})
	ok(t, err)
	return c
}

func ok(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func configMap(name string) *corev1.ConfigMap {
	return &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: "default", Name: name}}
}

func exists(t *testing.T, c client.Client, name string) bool {
	t.Helper()
	o := configMap(name)
	err := c.Get(t.Context(), client.ObjectKeyFromObject(o), o)
	ok(t, client.IgnoreNotFound(err))
	return err == nil
}

func deployment() *appsv1.Deployment {
	replicas, labels := int32(2), map[string]string{"app": "web"}
	return &appsv1.Deployment{
		ObjectMeta: metav1.ObjectMeta{Name: "web", Namespace: "default"},
		Spec: appsv1.DeploymentSpec{
			Replicas: &replicas,
			Selector: &metav1.LabelSelector{MatchLabels: labels},
			Template: corev1.PodTemplateSpec{
				ObjectMeta: metav1.ObjectMeta{Labels: labels},
				Spec:       corev1.PodSpec{Containers: []corev1.Container{{Name: "web", Image: "nginx:1.29"}}},
			},
		},
	}
}

func TestDeploymentBecomesReady(t *testing.T) {
	t.Parallel()
	s := setpoint.Start(t, setpoint.Options{})
	c := newClient(t, s)
	w, err := c.Watch(t.Context(), &appsv1.DeploymentList{})
	ok(t, err)
	defer w.Stop()
	ok(t, c.Create(t.Context(), deployment()))
	until(t, w, func(e watch.Event) bool { return e.Object.(*appsv1.Deployment).Status.ReadyReplicas == 2 })
}

func until(t *testing.T, w watch.Interface, done func(watch.Event) bool) {
	t.Helper()
	limit := time.After(30 * time.Second)
	for {
		select {
		case e, open := <-w.ResultChan():
			if !open {
				t.Fatal("the watch has ended")
			}
			if done(e) {
				return
			}
		case <-limit:
			t.Fatal("not within 30 s")
		}
	}
}

func TestWithoutControllersNothingHappens(t *testing.T) {
	t.Parallel()
	s := setpoint.Start(t, setpoint.Options{NoControllers: true})
	c := newClient(t, s)
	ok(t, c.Create(t.Context(), deployment()))
	var nodes corev1.NodeList
	ok(t, c.List(t.Context(), &nodes))
	var sets appsv1.ReplicaSetList
	ok(t, c.List(t.Context(), &sets))
	if len(nodes.Items) != 0 || len(sets.Items) != 0 {
		t.Errorf("there are %d nodes and %d ReplicaSets", len(nodes.Items), len(sets.Items))
	}
}

func TestKubeconfigIsAFileToo(t *testing.T) {
	t.Parallel()
	s := setpoint.Start(t, setpoint.Options{})
	file, err := s.KubeconfigFile()
	ok(t, err)
	text, err := os.ReadFile(file)
	ok(t, err)
	if !strings.Contains(string(text), s.URL()) || string(text) != string(s.Kubeconfig()) {
		t.Errorf("%s does not have %s", file, s.URL())
	}
}

func greeting(name string) *unstructured.Unstructured {
	o := &unstructured.Unstructured{Object: map[string]any{"spec": map[string]any{"text": "Hello"}}}
	o.SetGroupVersionKind(schema.GroupVersionKind{Group: "example.com", Version: "v1", Kind: "Greeting"})
	o.SetNamespace("default")
	o.SetName(name)
	return o
}

func TestDefinitionsAreInstalledFromFiles(t *testing.T) {
	t.Parallel()
	s := setpoint.Start(t, setpoint.Options{CRDs: []string{"../operator/greeting.crd.yaml"}})
	ok(t, newClient(t, s).Create(t.Context(), greeting("hello")))

	later := setpoint.Start(t, setpoint.Options{})
	names, err := later.Install("../operator")
	ok(t, err)
	if fmt.Sprint(names) != "[greetings.example.com]" {
		t.Errorf("installed: %v", names)
	}
	ok(t, newClient(t, later).Create(t.Context(), greeting("hello")))

	_, err = later.Install("absent.yaml")
	if err == nil || !strings.Contains(err.Error(), "absent.yaml") {
		t.Errorf("a file that is missing: %v", err)
	}
}

func TestSnapshotIsRestored(t *testing.T) {
	t.Parallel()
	s := setpoint.Start(t, setpoint.Options{})
	c := newClient(t, s)
	ok(t, c.Create(t.Context(), configMap("before")))
	ok(t, s.Snapshot("clean"))

	ok(t, c.Delete(t.Context(), configMap("before")))
	ok(t, c.Create(t.Context(), configMap("after")))
	ok(t, s.Restore("clean"))
	if !exists(t, c, "before") || exists(t, c, "after") {
		t.Error("the objects are not those of the snapshot")
	}

	file := filepath.Join(t.TempDir(), "objects.jsonl")
	ok(t, s.SnapshotFile(file))
	other := setpoint.Start(t, setpoint.Options{Snapshot: file})
	if !exists(t, newClient(t, other), "before") {
		t.Error("a server does not start with the objects of the file")
	}
	ok(t, c.Create(t.Context(), configMap("after")))
	ok(t, s.RestoreFile(file))
	if exists(t, c, "after") {
		t.Error("the objects are not those of the file")
	}
}

func TestConflictIsRefusedOnce(t *testing.T) {
	t.Parallel()
	s := setpoint.Start(t, setpoint.Options{})
	c := newClient(t, s)
	fault, err := s.Inject(setpoint.Refuse(409), setpoint.Requests{Verbs: []string{"create"}, Resource: "configmaps"})
	ok(t, err)
	if err := c.Create(t.Context(), configMap("a")); !apierrors.IsConflict(err) {
		t.Errorf("the first create: %v", err)
	}
	ok(t, c.Create(t.Context(), configMap("a")))
	state, err := fault.State()
	ok(t, err)
	if state.Applied != 1 {
		t.Errorf("it was applied %d times", state.Applied)
	}
}

func TestFaultsHaveTheirEffects(t *testing.T) {
	t.Parallel()
	s := setpoint.Start(t, setpoint.Options{})
	c := newClient(t, s)
	creates := setpoint.Requests{Verbs: []string{"create"}, Resource: "configmaps"}

	_, err := s.Inject(setpoint.Delay(300*time.Millisecond), creates)
	ok(t, err)
	begin := time.Now()
	ok(t, c.Create(t.Context(), configMap("delayed")))
	if took := time.Since(begin); took < 300*time.Millisecond {
		t.Errorf("a delayed create took %v", took)
	}

	_, err = s.Inject(setpoint.LoseAnswer(), creates)
	ok(t, err)
	if err := c.Create(t.Context(), configMap("unanswered")); err == nil || !exists(t, c, "unanswered") {
		t.Errorf("a create whose answer is lost: %v", err)
	}

	_, err = s.Inject(setpoint.LoseRequest(), creates)
	ok(t, err)
	if err := c.Create(t.Context(), configMap("lost")); err == nil || exists(t, c, "lost") {
		t.Errorf("a create that is lost: %v", err)
	}

	creates.Times = setpoint.Always
	_, err = s.Inject(setpoint.RefuseWith(setpoint.Refusal{Code: 429, RetryAfter: time.Second, Message: "too much"}), creates)
	ok(t, err)
	ctx, cancel := context.WithTimeout(t.Context(), 1500*time.Millisecond)
	defer cancel()
	if err := c.Create(ctx, configMap("refused")); err == nil {
		t.Error("a create is not refused")
	}
	ok(t, s.ClearFaults())
	ok(t, c.Create(t.Context(), configMap("refused")))
	all, err := s.Faults()
	ok(t, err)
	if len(all) != 0 {
		t.Errorf("there are faults: %v", all)
	}

	_, err = s.Inject(setpoint.Refuse(42), creates)
	if err == nil || !strings.Contains(err.Error(), "refuse") {
		t.Errorf("a code that is none: %v", err)
	}
}

func TestWatchesAreDroppedAndHeld(t *testing.T) {
	t.Parallel()
	s := setpoint.Start(t, setpoint.Options{NoControllers: true})
	c := newClient(t, s)
	w, err := c.Watch(t.Context(), &corev1.ConfigMapList{}, client.InNamespace("default"))
	ok(t, err)
	defer w.Stop()
	ok(t, c.Create(t.Context(), configMap("a")))
	is := func(name string) func(watch.Event) bool {
		return func(e watch.Event) bool { return e.Object.(*corev1.ConfigMap).Name == name }
	}
	until(t, w, is("a"))

	hold, err := s.Inject(setpoint.HoldWatches(), setpoint.Requests{Resource: "configmaps"})
	ok(t, err)
	ok(t, c.Create(t.Context(), configMap("b")))
	select {
	case e := <-w.ResultChan():
		t.Errorf("a watch that is held delivers %v", e)
	case <-time.After(300 * time.Millisecond):
	}
	ok(t, hold.Clear())
	until(t, w, is("b"))

	dropped, err := s.DropWatches(setpoint.Watches{Resource: "configmaps"})
	ok(t, err)
	if dropped != 1 {
		t.Errorf("%d watches are dropped", dropped)
	}
	select {
	case _, open := <-w.ResultChan():
		if open {
			t.Error("a dropped watch delivers an event")
		}
	case <-time.After(10 * time.Second):
		t.Error("a dropped watch stays open")
	}
	ok(t, s.ExpireHistory())
}

func operator(flags ...string) []string {
	return append([]string{"python3", "../operator/operator.py", "--kubeconfig", "{kubeconfig}"}, flags...)
}

func TestOperatorSurvivesFaults(t *testing.T) {
	t.Parallel()
	setpoint.Explore(t, setpoint.Exploration{
		Story:   "../operator/story.yaml",
		Command: operator(),
		Only:    []string{"P1", "P2"},
	})
}

func TestForgetfulOperatorIsFound(t *testing.T) {
	t.Parallel()
	found, err := setpoint.Exploration{
		Story:        "../operator/story.yaml",
		Command:      operator("--forgetful"),
		Only:         []string{"P4"},
		MaxFindings:  1,
		Patience:     2 * time.Second,
		LongestRetry: 4 * time.Second,
	}.Run(t.Context())
	ok(t, err)
	if len(found.All) == 0 {
		t.Fatalf("nothing is found: %s", found.Summary)
	}
	page, err := os.ReadFile(found.Page)
	ok(t, err)
	os.Remove(found.Page)
	if !strings.Contains(string(page), "finding-1") || !strings.Contains(found.All[0].Text, "replay: ") {
		t.Errorf("the page or the text is not that of a finding:\n%s", found.All[0].Text)
	}

	_, err = setpoint.Exploration{Story: "absent.yaml", Command: operator()}.Run(t.Context())
	if err == nil || !strings.Contains(err.Error(), "absent.yaml") {
		t.Errorf("a story that is missing: %v", err)
	}
}

func TestServersRunInParallel(t *testing.T) {
	t.Parallel()
	for i := range 8 {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			t.Parallel()
			s := setpoint.Start(t, setpoint.Options{NoControllers: true})
			c := newClient(t, s)
			ok(t, c.Create(t.Context(), configMap(fmt.Sprint("only-", i))))
			var all corev1.ConfigMapList
			ok(t, c.List(t.Context(), &all, client.InNamespace("default")))
			if len(all.Items) != 1 {
				t.Errorf("there are %d ConfigMaps", len(all.Items))
			}
		})
	}
}

func TestEnvtestRunsUnchanged(t *testing.T) {
	t.Parallel()
	assets := t.TempDir()
	ok(t, setpoint.Assets(assets))
	// In place of this field, the variable KUBEBUILDER_ASSETS leaves a suite unchanged.
	env := &envtest.Environment{BinaryAssetsDirectory: assets, CRDDirectoryPaths: []string{"../operator/greeting.crd.yaml"}}
	config, err := env.Start()
	ok(t, err)
	defer env.Stop()
	c, err := client.New(config, client.Options{})
	ok(t, err)
	ok(t, c.Create(t.Context(), greeting("hello")))
}
