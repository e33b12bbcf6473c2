// A test against the embedded API server, with its controllers. With envtest, and without them: tests/envtest.
package example

import (
	"bufio"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/tools/clientcmd"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// startServer returns the path of a kubeconfig; the server ends with the test.
func startServer(t *testing.T) string {
	program := os.Getenv("SETPOINT")
	if program == "" {
		program = "setpoint"
	}
	kubeconfig := filepath.Join(t.TempDir(), "kubeconfig")
	server := exec.Command(program, "apiserver", "--port", "0", "--write-kubeconfig", kubeconfig)
	server.Stderr = os.Stderr
	out, err := server.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		server.Process.Signal(syscall.SIGTERM)
		server.Wait()
	})
	line, _ := bufio.NewReader(out).ReadString('\n')
	if !strings.HasPrefix(line, "ready on ") {
		t.Fatalf("the server does not start: %s", line)
	}
	return kubeconfig
}

func TestDeploymentBecomesReady(t *testing.T) {
	config, err := clientcmd.BuildConfigFromFlags("", startServer(t))
	if err != nil {
		t.Fatal(err)
	}
	c, err := client.New(config, client.Options{})
	if err != nil {
		t.Fatal(err)
	}
	ctx, replicas, labels := context.Background(), int32(2), map[string]string{"app": "web"}
	web := &appsv1.Deployment{
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
	if err := c.Create(ctx, web); err != nil {
		t.Fatal(err)
	}
	err = wait.PollUntilContextTimeout(ctx, 50*time.Millisecond, 30*time.Second, true, func(ctx context.Context) (bool, error) {
		err := c.Get(ctx, client.ObjectKeyFromObject(web), web)
		return web.Status.ReadyReplicas == replicas, err
	})
	if err != nil {
		t.Fatal(err)
	}
}
