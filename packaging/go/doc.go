// Package setpoint runs Kubernetes API servers for tests. A server starts in milliseconds, needs no privileges, no containers and no
// cluster, and ends with the test, also when the test's process is killed. Each test can have its own:
//
//	func TestGadget(t *testing.T) {
//		s := setpoint.Start(t, setpoint.Options{CRDs: []string{"config/crd/bases"}})
//		config := kube.Config(t, s) // of setpoint.dev/apiserver/kube
//		...
//	}
//
// The program comes with this module. Options.Program or the environment variable SETPOINT name another one.
package setpoint

// Version is the version of this module and of its program. "0.0.0" in the sources, where nothing compares it.
const Version = "0.0.0"
