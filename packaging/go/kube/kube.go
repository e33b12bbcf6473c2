// Package kube makes the configuration of client-go for a server of setpoint.dev/apiserver. It is a module of its own, so that the
// server has no dependencies.
package kube

import (
	"testing"

	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"

	setpoint "setpoint.dev/apiserver"
)

// Config returns a configuration for the server, without a limit on the client's requests.
func Config(t testing.TB, s *setpoint.Server) *rest.Config {
	t.Helper()
	config, err := clientcmd.RESTConfigFromKubeConfig(s.Kubeconfig())
	if err != nil {
		t.Fatalf("the kubeconfig of the server: %v", err)
	}
	config.QPS, config.Burst = -1, 0
	return config
}
