module setpoint/tests/cel

go 1.26.0

require (
	cel.dev/expr v0.25.1
	github.com/google/cel-go v0.26.0
	google.golang.org/protobuf v1.36.12-0.20260120151049-f2248ac996af
	k8s.io/apiserver v0.36.3
)
