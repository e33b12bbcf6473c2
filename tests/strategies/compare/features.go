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

type setting struct {
	On, Locked bool
	Stage      string
}

type feature struct {
	Now, Before setting // in this minor version, and in the one before, which this one can emulate
	Needs       []featuregate.Feature
}

func settingsOf(gates featuregate.FeatureGate) map[featuregate.Feature]setting {
	all := map[featuregate.Feature]setting{}
	for name, spec := range gates.(featuregate.MutableFeatureGate).GetAll() {
		stage := strings.ToLower(string(spec.PreRelease))
		if stage == "" {
			stage = "ga"
		}
		all[name] = setting{On: spec.Default, Locked: spec.LockToDefault, Stage: stage}
	}
	delete(all, "AllAlpha")
	delete(all, "AllBeta")
	return all
}

// Writes the feature gates of kube-apiserver as JSON, for src/apiserver/kinds/generate.
func writeFeatures() {
	gates := utilfeature.DefaultMutableFeatureGate
	// As kube-apiserver does.
	check(logs.AddFeatureGates(gates))
	check(metrics.AddFeatureGates(gates))
	previous := gates.DeepCopy()
	check(previous.SetEmulationVersion(gates.EmulationVersion().SubtractMinor(1)))
	needs, all := gates.Dependencies(), map[featuregate.Feature]feature{}
	before := settingsOf(previous)
	for name, now := range settingsOf(gates) {
		old, existed := before[name]
		if !existed {
			old.Stage = "prealpha"
		}
		all[name] = feature{Now: now, Before: old, Needs: needs[name]}
	}
	check(json.NewEncoder(os.Stdout).Encode(all))
}
