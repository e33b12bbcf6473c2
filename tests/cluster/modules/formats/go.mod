module setpoint/tests/cluster/modules/formats

go 1.26.0

require k8s.io/kube-openapi v0.0.0-20260721132016-d427ff9ee9ad

require k8s.io/utils v0.0.0-20260210185600-b8788abfbbc2 // indirect
