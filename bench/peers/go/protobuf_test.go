package main

// The protobuf of bench/replay beside the official types: go test, after cmake --build build/release --target replay. With
// KUBECONFIG of a real API server (tests/cluster/control-plane up), that one is held to the same.

import (
	"bytes"
	"context"
	"encoding/binary"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	eventsv1 "k8s.io/api/events/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/serializer/protobuf"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
)

const (
	asProtobuf  = runtime.ContentTypeProtobuf
	asJSON      = runtime.ContentTypeJSON
	deployments = "/apis/apps/v1/namespaces/default/deployments"
	services    = "/api/v1/namespaces/default/services"
)

// startReplay returns what reaches a replay server of this test's own, which ends with it.
func startReplay(t *testing.T, options ...string) *rest.Config {
	t.Helper()
	kubeconfig := filepath.Join(t.TempDir(), "kubeconfig")
	replay := exec.Command("../../../build/release/bin/replay", "--write-kubeconfig", kubeconfig, "--objects", "12", "--foreign", "2")
	replay.Args = append(replay.Args, options...)
	ready, err := replay.StdoutPipe()
	if err == nil {
		err = replay.Start()
	}
	if err != nil {
		t.Fatalf("%v: build it: cmake --build build/release --target replay", err)
	}
	t.Cleanup(func() {
		_ = replay.Process.Signal(os.Interrupt)
		_ = replay.Wait()
	})
	if _, err := io.ReadAtLeast(ready, make([]byte, 64), len("ready")); err != nil {
		t.Fatal("the replay server has ended: ", err)
	}
	config, err := clientcmd.BuildConfigFromFlags("", kubeconfig)
	check(t, err)
	config.QPS = -1
	return config
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func clients(t *testing.T, config *rest.Config, contentType string) *kubernetes.Clientset {
	t.Helper()
	c := rest.CopyConfig(config)
	c.ContentType, c.AcceptContentTypes = contentType, contentType
	made, err := kubernetes.NewForConfig(c)
	check(t, err)
	return made
}

func open(t *testing.T, config *rest.Config, path, accept, wanted string) io.ReadCloser {
	t.Helper()
	client, err := rest.HTTPClientFor(config)
	check(t, err)
	r, err := http.NewRequest(http.MethodGet, config.Host+path, nil)
	check(t, err)
	r.Header.Set("Accept", accept)
	answer, err := client.Do(r)
	check(t, err)
	if got := answer.Header.Get("Content-Type"); got != wanted {
		t.Fatalf("%s: asked for %s, got %s instead of %s", path, accept, got, wanted)
	}
	return answer.Body
}

func read(t *testing.T, config *rest.Config, path, accept string) []byte {
	t.Helper()
	body := open(t, config, path, accept, accept)
	defer body.Close()
	text, err := io.ReadAll(body)
	check(t, err)
	return text
}

// sameInBothForms reads a path in JSON and in protobuf: both must decode to the same, and the protobuf be the bytes that Go
// makes of it.
func sameInBothForms(t *testing.T, config *rest.Config, path string, fromJSON, fromProtobuf runtime.Object) {
	t.Helper()
	serializer := protobuf.NewSerializer(scheme.Scheme, scheme.Scheme)
	_, _, err := scheme.Codecs.UniversalDeserializer().Decode(read(t, config, path, asJSON), nil, fromJSON)
	check(t, err)
	sent := read(t, config, path, asProtobuf)
	_, _, err = serializer.Decode(sent, nil, fromProtobuf)
	check(t, err)
	fromJSON.GetObjectKind().SetGroupVersionKind(fromProtobuf.GetObjectKind().GroupVersionKind())
	var made bytes.Buffer
	check(t, serializer.Encode(fromJSON, &made))
	if !bytes.Equal(made.Bytes(), sent) {
		t.Errorf("%s: the protobuf is not that of the JSON:\n%v\n%v", path, fromJSON, fromProtobuf)
	}
}

func TestObjectsAreTheSameInJsonAndProtobuf(t *testing.T) {
	config := startReplay(t)
	sameInBothForms(t, config, deployments+"/web-000003", &appsv1.Deployment{}, &appsv1.Deployment{})
	sameInBothForms(t, config, deployments+"/other-000001", &appsv1.Deployment{}, &appsv1.Deployment{})
	sameInBothForms(t, config, services+"/web-000003-service", &corev1.Service{}, &corev1.Service{})
	sameInBothForms(t, config, deployments+"/absent", &metav1.Status{}, &metav1.Status{})
	sameInBothForms(t, config, deployments, &appsv1.DeploymentList{}, &appsv1.DeploymentList{})
	sameInBothForms(t, config, services+"?limit=3", &corev1.ServiceList{}, &corev1.ServiceList{})
}

// Prepared bytes have marks that are written over; lengths in protobuf may look like one of them.
func TestObjectsAreTheSameInAllSizes(t *testing.T) {
	for size := 16000; size < 24000; size += 100 {
		config := startReplay(t, "--child-size", strconv.Itoa(size))
		sameInBothForms(t, config, deployments+"/web-000003", &appsv1.Deployment{}, &appsv1.Deployment{})
	}
}

// framesAreThoseOfGo reads the first events of a watch that begins with what there is: each must be the bytes that Go makes.
func framesAreThoseOfGo(t *testing.T, config *rest.Config, path string, count int) {
	t.Helper()
	body := open(t, config, path+"?watch=true&sendInitialEvents=true&allowWatchBookmarks=true&resourceVersionMatch=NotOlderThan",
		asProtobuf, asProtobuf+";stream=watch")
	defer body.Close()
	serializer := protobuf.NewSerializer(scheme.Scheme, scheme.Scheme)
	for range count {
		size := make([]byte, 4)
		_, err := io.ReadFull(body, size)
		check(t, err)
		frame := make([]byte, binary.BigEndian.Uint32(size))
		_, err = io.ReadFull(body, frame)
		check(t, err)
		var event metav1.WatchEvent
		check(t, event.Unmarshal(frame))
		object, _, err := serializer.Decode(event.Object.Raw, nil, nil)
		check(t, err)
		var made bytes.Buffer
		check(t, serializer.Encode(object, &made))
		event.Object.Raw = made.Bytes()
		again, err := event.Marshal()
		check(t, err)
		if !bytes.Equal(again, frame) {
			t.Errorf("%s: the frame is not that of Go:\n%q\n%q", path, frame, again)
		}
	}
}

func TestWatchFramesAreThoseOfGo(t *testing.T) {
	config := startReplay(t)
	framesAreThoseOfGo(t, config, deployments, 15)
	framesAreThoseOfGo(t, config, services, 13)
}

func TestListsInProtobufArePagedAndWhole(t *testing.T) {
	config := startReplay(t)
	whole := &appsv1.DeploymentList{}
	items := func(l *appsv1.DeploymentList) *appsv1.DeploymentList {
		for i := range l.Items {
			l.Items[i].TypeMeta = metav1.TypeMeta{} // in JSON, each object of the server says its kind
		}
		return l
	}
	_, _, err := scheme.Codecs.UniversalDeserializer().Decode(read(t, config, deployments, asJSON), nil, whole)
	check(t, err)
	found, pages := []appsv1.Deployment{}, 0
	for token, more := "", true; more; more = token != "" {
		page, err := clients(t, config, asProtobuf).AppsV1().Deployments("default").List(context.Background(),
			metav1.ListOptions{Limit: 5, Continue: token})
		check(t, err)
		found, token, pages = append(found, page.Items...), page.Continue, pages+1
	}
	if pages != 3 || len(found) != 14 || !equality.Semantic.DeepEqual(found, items(whole).Items) {
		t.Errorf("%d pages with %d Deployments, which differ from the %d of the list in JSON", pages, len(found), len(whole.Items))
	}
}

// fullDeployment has what an API server adds by default, and more.
func fullDeployment() *appsv1.Deployment {
	two, yes, seconds := int32(2), true, int64(30)
	surge, none := intstr.FromString("25%"), intstr.FromInt32(0)
	labels := map[string]string{"b": "2", "a": "1", "c": ""}
	container := corev1.Container{Name: "one", Image: "nginx", Command: []string{"run", ""}, Args: []string{"-v"},
		Ports:                  []corev1.ContainerPort{{Name: "http", ContainerPort: 80, Protocol: corev1.ProtocolTCP}},
		Env:                    []corev1.EnvVar{{Name: "EMPTY"}, {Name: "LONG", Value: string(bytes.Repeat([]byte("~"), 300))}},
		TerminationMessagePath: "/dev/termination-log", TerminationMessagePolicy: corev1.TerminationMessageReadFile,
		ImagePullPolicy: corev1.PullIfNotPresent, TTY: true}
	return &appsv1.Deployment{
		ObjectMeta: metav1.ObjectMeta{Name: "full", Namespace: "default", Labels: labels, Finalizers: []string{"example.com/x"},
			OwnerReferences: []metav1.OwnerReference{{APIVersion: "my.domain/v1", Kind: "WebServer", Name: "w", UID: "u", Controller: &yes}}},
		Spec: appsv1.DeploymentSpec{Replicas: new(int32), Selector: &metav1.LabelSelector{MatchLabels: labels},
			Template: corev1.PodTemplateSpec{ObjectMeta: metav1.ObjectMeta{Labels: labels},
				Spec: corev1.PodSpec{Containers: []corev1.Container{container}, InitContainers: []corev1.Container{{Name: "two", Image: "busybox"}},
					RestartPolicy: corev1.RestartPolicyAlways, DNSPolicy: corev1.DNSClusterFirst, SchedulerName: "default-scheduler",
					TerminationGracePeriodSeconds: &seconds, SecurityContext: &corev1.PodSecurityContext{}}},
			Strategy: appsv1.DeploymentStrategy{Type: appsv1.RollingUpdateDeploymentStrategyType,
				RollingUpdate: &appsv1.RollingUpdateDeployment{MaxSurge: &surge, MaxUnavailable: &none}},
			RevisionHistoryLimit: &two, ProgressDeadlineSeconds: &two}}
}

// written is what of an object its writer decides.
func written(d *appsv1.Deployment) *appsv1.Deployment {
	return &appsv1.Deployment{ObjectMeta: metav1.ObjectMeta{Name: d.Name, Namespace: d.Namespace, Labels: d.Labels,
		Finalizers: d.Finalizers, OwnerReferences: d.OwnerReferences}, Spec: d.Spec}
}

func TestWritesInProtobufAreReadWhole(t *testing.T) {
	config, ctx := startReplay(t), context.Background()
	writer, reader := clients(t, config, asProtobuf).AppsV1().Deployments("default"), clients(t, config, asJSON).AppsV1().Deployments("default")
	wanted := fullDeployment()
	made, err := writer.Create(ctx, wanted, metav1.CreateOptions{})
	check(t, err)
	seen, err := reader.Get(ctx, "full", metav1.GetOptions{})
	check(t, err)
	for _, d := range []*appsv1.Deployment{made, seen} {
		if !equality.Semantic.DeepEqual(written(d), written(wanted)) {
			t.Errorf("created:\n%v\nread:\n%v", written(wanted), written(d))
		}
	}
	sameInBothForms(t, config, deployments+"/full", &appsv1.Deployment{}, &appsv1.Deployment{})
	if _, err = writer.Create(ctx, wanted, metav1.CreateOptions{}); !apierrors.IsAlreadyExists(err) {
		t.Errorf("created twice: %v", err)
	}
	made.Spec.Replicas, made.Labels["c"] = nil, "3"
	updated, err := writer.Update(ctx, made, metav1.UpdateOptions{})
	check(t, err)
	if updated.Generation != 2 || !equality.Semantic.DeepEqual(written(updated), written(made)) {
		t.Errorf("updated:\n%v\nanswer:\n%v", made, updated)
	}
	again, err := writer.Update(ctx, updated, metav1.UpdateOptions{})
	check(t, err)
	if again.ResourceVersion != updated.ResourceVersion {
		t.Errorf("an update without a change made version %s of %s", again.ResourceVersion, updated.ResourceVersion)
	}
	_, err = reader.Patch(ctx, "full", types.MergePatchType, []byte(`{"metadata":{"labels":{"after-c":"4"}}}`), metav1.PatchOptions{})
	check(t, err)
	sameInBothForms(t, config, deployments+"/full", &appsv1.Deployment{}, &appsv1.Deployment{})
	if _, err = writer.Update(ctx, made, metav1.UpdateOptions{}); !apierrors.IsConflict(err) {
		t.Errorf("updated from an old version: %v", err)
	}
	latest, err := reader.Get(ctx, "full", metav1.GetOptions{})
	check(t, err)
	latest.Spec.Template.Spec.HostAliases = []corev1.HostAlias{{IP: "127.0.0.1"}}
	if updated, err = writer.Update(ctx, latest, metav1.UpdateOptions{}); err != nil || !equality.Semantic.DeepEqual(written(updated), written(latest)) {
		t.Errorf("a field that no other test sets: %v, %v", updated, err)
	}
}

func TestServicesAndEventsAreWrittenInProtobuf(t *testing.T) {
	config, ctx := startReplay(t), context.Background()
	c := clients(t, config, asProtobuf)
	s := &corev1.Service{ObjectMeta: metav1.ObjectMeta{Name: "one"}, Spec: corev1.ServiceSpec{Type: corev1.ServiceTypeNodePort,
		Selector: map[string]string{"a": "1"}, Ports: []corev1.ServicePort{{Name: "http", Port: 80, TargetPort: intstr.FromString("web")}}}}
	made, err := c.CoreV1().Services("default").Create(ctx, s, metav1.CreateOptions{})
	check(t, err)
	if !equality.Semantic.DeepEqual(made.Spec.Ports, s.Spec.Ports) {
		t.Errorf("created %v, answer %v", s.Spec, made.Spec)
	}
	sameInBothForms(t, config, services+"/one", &corev1.Service{}, &corev1.Service{})
	e := &eventsv1.Event{ObjectMeta: metav1.ObjectMeta{Name: "e", Namespace: "default"}, EventTime: metav1.NewMicroTime(time.UnixMicro(1767225600123456)),
		ReportingController: "c", ReportingInstance: "i", Action: "a", Reason: "r", Note: "n", Type: "Normal",
		Regarding: corev1.ObjectReference{Kind: "Service", Name: "one", APIVersion: "v1"}, Related: &corev1.ObjectReference{Name: "two"},
		Series: &eventsv1.EventSeries{Count: 2, LastObservedTime: metav1.NewMicroTime(time.UnixMicro(1767225600000001))}}
	told, err := c.EventsV1().Events("default").Create(ctx, e, metav1.CreateOptions{})
	check(t, err)
	told.ObjectMeta = e.ObjectMeta
	if !equality.Semantic.DeepEqual(told, e) {
		t.Errorf("created:\n%v\nanswer:\n%v", e, told)
	}
	patched, err := c.EventsV1().Events("default").Patch(ctx, "e", types.StrategicMergePatchType, []byte(`{"series":{"count":3}}`), metav1.PatchOptions{})
	check(t, err)
	if patched.Series == nil || patched.Series.Count != 3 {
		t.Errorf("patched to a count of 3, answer %v", patched)
	}
}

func next(t *testing.T, w watch.Interface, kind watch.EventType) runtime.Object {
	t.Helper()
	select {
	case e, open := <-w.ResultChan():
		if !open || e.Type != kind {
			t.Fatalf("wanted %s, got %s: %v", kind, e.Type, e.Object)
		}
		return e.Object
	case <-time.After(30 * time.Second):
		t.Fatalf("no %s within 30 s", kind)
		return nil
	}
}

func TestWatchesInProtobuf(t *testing.T) {
	config, ctx, yes := startReplay(t), context.Background(), true
	api := clients(t, config, asProtobuf).AppsV1().Deployments("default")
	w, err := api.Watch(ctx, metav1.ListOptions{SendInitialEvents: &yes, AllowWatchBookmarks: true,
		ResourceVersionMatch: metav1.ResourceVersionMatchNotOlderThan})
	check(t, err)
	defer w.Stop()
	initial := []appsv1.Deployment{}
	for range 14 {
		initial = append(initial, *next(t, w, watch.Added).(*appsv1.Deployment))
	}
	listed, err := clients(t, config, asJSON).AppsV1().Deployments("default").List(ctx, metav1.ListOptions{})
	check(t, err)
	for i := range listed.Items {
		initial[i].TypeMeta, listed.Items[i].TypeMeta = metav1.TypeMeta{}, metav1.TypeMeta{}
	}
	if !equality.Semantic.DeepEqual(initial, listed.Items) {
		t.Error("the first events are not what the list has")
	}
	end := next(t, w, watch.Bookmark).(*appsv1.Deployment)
	if end.Annotations[metav1.InitialEventsAnnotationKey] != "true" || end.ResourceVersion != listed.ResourceVersion {
		t.Errorf("the bookmark at the end of the first events: %v", end)
	}
	made, err := api.Create(ctx, fullDeployment(), metav1.CreateOptions{})
	check(t, err)
	if added := next(t, w, watch.Added); !equality.Semantic.DeepEqual(added, made) {
		t.Errorf("created:\n%v\ntold:\n%v", made, added)
	}
	check(t, api.Delete(ctx, "full", metav1.DeleteOptions{}))
	if gone := next(t, w, watch.Deleted).(*appsv1.Deployment); gone.Name != "full" {
		t.Errorf("deleted full, told of %s", gone.Name)
	}
	_, err = http.Post(config.Host+"/bench/expire", "", nil)
	check(t, err)
	if s := next(t, w, watch.Error).(*metav1.Status); s.Code != http.StatusGone || s.Reason != metav1.StatusReasonExpired {
		t.Errorf("the watch expired, told: %v", s)
	}
}

// With its defaults, objects of the real server are what the tables of the replay server must have.
func TestRealServerWritesTheSame(t *testing.T) {
	if os.Getenv("KUBECONFIG") == "" {
		t.Skip("KUBECONFIG is not set")
	}
	config, err := clientcmd.BuildConfigFromFlags("", os.Getenv("KUBECONFIG"))
	check(t, err)
	ctx, standIn := context.Background(), clients(t, startReplay(t), asProtobuf)
	api := clients(t, config, asProtobuf)
	wanted := fullDeployment()
	wanted.Finalizers = nil
	wanted.OwnerReferences = nil
	_, err = api.AppsV1().Deployments("default").Create(ctx, wanted, metav1.CreateOptions{})
	check(t, err)
	defer func() { check(t, api.AppsV1().Deployments("default").Delete(ctx, "full", metav1.DeleteOptions{})) }()
	sameInBothForms(t, config, deployments+"/full", &appsv1.Deployment{}, &appsv1.Deployment{})
	sameInBothForms(t, config, deployments+"/absent", &metav1.Status{}, &metav1.Status{})
	framesAreThoseOfGo(t, config, deployments, 2)
	d, err := api.AppsV1().Deployments("default").Get(ctx, "full", metav1.GetOptions{})
	check(t, err)
	d.UID, d.ResourceVersion = "", ""
	copied, err := standIn.AppsV1().Deployments("default").Create(ctx, d, metav1.CreateOptions{})
	check(t, err)
	if !equality.Semantic.DeepEqual(written(copied), written(d)) {
		t.Errorf("real:\n%v\nreplay:\n%v", written(d), written(copied))
	}
	s, err := api.CoreV1().Services("default").Get(ctx, "kubernetes", metav1.GetOptions{})
	check(t, err)
	s.UID, s.ResourceVersion = "", ""
	again, err := standIn.CoreV1().Services("default").Create(ctx, s, metav1.CreateOptions{})
	check(t, err)
	if !equality.Semantic.DeepEqual(again.Spec, s.Spec) {
		t.Errorf("real:\n%v\nreplay:\n%v", s.Spec, again.Spec)
	}
}
