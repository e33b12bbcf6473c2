package main

import (
	"encoding/json"
	"os"
	"strings"

	utilfeature "k8s.io/apiserver/pkg/util/feature"
	"k8s.io/component-base/featuregate"
	logs "k8s.io/component-base/logs/api/v1"
	metrics "k8s.io/component-base/metrics/features"
	_ "k8s.io/controller-manager/pkg/features/register"
	_ "k8s.io/kubernetes/pkg/features"
)

type feature struct {
	On, Locked bool
	Stage      string
	Needs      []featuregate.Feature
}

// Writes the feature gates of kube-apiserver as JSON, for src/apiserver/kinds/generate.
func writeFeatures() {
	gates := utilfeature.DefaultMutableFeatureGate
	// As kube-apiserver does.
	check(logs.AddFeatureGates(gates))
	check(metrics.AddFeatureGates(gates))
	needs, all := gates.Dependencies(), map[featuregate.Feature]feature{}
	for name, spec := range gates.GetAll() {
		stage := strings.ToLower(string(spec.PreRelease))
		if stage == "" {
			stage = "ga"
		}
		all[name] = feature{On: spec.Default, Locked: spec.LockToDefault, Stage: stage, Needs: needs[name]}
	}
	delete(all, "AllAlpha")
	delete(all, "AllBeta")
	check(json.NewEncoder(os.Stdout).Encode(all))
}
