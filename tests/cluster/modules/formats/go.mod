module setpoint/tests/cluster/modules/formats

go 1.26.0

require k8s.io/kube-openapi v0.0.0-20260317180543-43fb72c5454a

require k8s.io/utils v0.0.0-20240711033017-18e509b52bc8 // indirect
