// Package groups contains the API groups of the built-in kinds.
package groups

import (
	adm "k8s.io/api/admissionregistration/v1"
	discovery "k8s.io/api/apidiscovery/v2"
	apps "k8s.io/api/apps/v1"
	authn "k8s.io/api/authentication/v1"
	authz "k8s.io/api/authorization/v1"
	autoscaling "k8s.io/api/autoscaling/v1"
	autoscaling2 "k8s.io/api/autoscaling/v2"
	batch "k8s.io/api/batch/v1"
	certs "k8s.io/api/certificates/v1"
	coord "k8s.io/api/coordination/v1"
	core "k8s.io/api/core/v1"
	disc "k8s.io/api/discovery/v1"
	events "k8s.io/api/events/v1"
	flow "k8s.io/api/flowcontrol/v1"
	network "k8s.io/api/networking/v1"
	node "k8s.io/api/node/v1"
	policy "k8s.io/api/policy/v1"
	rbac "k8s.io/api/rbac/v1"
	device "k8s.io/api/resource/v1"
	sched "k8s.io/api/scheduling/v1"
	storage "k8s.io/api/storage/v1"
	migration "k8s.io/api/storagemigration/v1"
	ext "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	meta "k8s.io/apimachinery/pkg/apis/meta/v1"
	meta1beta1 "k8s.io/apimachinery/pkg/apis/meta/v1beta1"
	"k8s.io/apimachinery/pkg/runtime"
	apireg "k8s.io/kube-aggregator/pkg/apis/apiregistration/v1"
)

// NewScheme returns a scheme with the types of all groups.
func NewScheme() *runtime.Scheme {
	s := runtime.NewScheme()
	for _, add := range []func(*runtime.Scheme) error{adm.AddToScheme, discovery.AddToScheme, apps.AddToScheme, authn.AddToScheme,
		authz.AddToScheme, autoscaling.AddToScheme, autoscaling2.AddToScheme, batch.AddToScheme, certs.AddToScheme,
		coord.AddToScheme, core.AddToScheme, disc.AddToScheme, events.AddToScheme, flow.AddToScheme, network.AddToScheme,
		node.AddToScheme, policy.AddToScheme, rbac.AddToScheme, device.AddToScheme, sched.AddToScheme, storage.AddToScheme,
		migration.AddToScheme, ext.AddToScheme, apireg.AddToScheme, meta.AddMetaToScheme, meta1beta1.AddMetaToScheme} {
		if err := add(s); err != nil {
			panic(err)
		}
	}
	return s
}
