module setpoint.dev/apiserver/kube

go 1.24.0

require (
	k8s.io/client-go v0.33.0
	setpoint.dev/apiserver v0.0.0
)

replace setpoint.dev/apiserver => ../
