package main

import (
	"context"
	"reflect"
	"strings"
	"time"

	corev1 "k8s.io/api/core/v1"
	apiextensionsinstall "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/install"
	definition "k8s.io/apiextensions-apiserver/pkg/registry/customresourcedefinition"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	"k8s.io/apiserver/pkg/authorization/authorizerfactory"
	"k8s.io/apiserver/pkg/registry/rest"
	typedcore "k8s.io/client-go/kubernetes/typed/core/v1"
	aggregator "k8s.io/kube-aggregator/pkg/apis/apiregistration/install"
	"k8s.io/kube-aggregator/pkg/registry/apiservice"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
	_ "k8s.io/kubernetes/pkg/apis/admissionregistration/install"
	_ "k8s.io/kubernetes/pkg/apis/apps/install"
	_ "k8s.io/kubernetes/pkg/apis/autoscaling/install"
	_ "k8s.io/kubernetes/pkg/apis/batch/install"
	_ "k8s.io/kubernetes/pkg/apis/certificates/install"
	_ "k8s.io/kubernetes/pkg/apis/coordination/install"
	_ "k8s.io/kubernetes/pkg/apis/core/install"
	_ "k8s.io/kubernetes/pkg/apis/discovery/install"
	_ "k8s.io/kubernetes/pkg/apis/events/install"
	_ "k8s.io/kubernetes/pkg/apis/flowcontrol/install"
	_ "k8s.io/kubernetes/pkg/apis/networking/install"
	_ "k8s.io/kubernetes/pkg/apis/node/install"
	_ "k8s.io/kubernetes/pkg/apis/policy/install"
	_ "k8s.io/kubernetes/pkg/apis/rbac/install"
	_ "k8s.io/kubernetes/pkg/apis/resource/install"
	_ "k8s.io/kubernetes/pkg/apis/scheduling/install"
	_ "k8s.io/kubernetes/pkg/apis/storage/install"
	_ "k8s.io/kubernetes/pkg/apis/storagemigration/install"
	"k8s.io/kubernetes/pkg/capabilities"
	"k8s.io/kubernetes/pkg/registry/admissionregistration/mutatingadmissionpolicy"
	"k8s.io/kubernetes/pkg/registry/admissionregistration/mutatingadmissionpolicybinding"
	"k8s.io/kubernetes/pkg/registry/admissionregistration/mutatingwebhookconfiguration"
	"k8s.io/kubernetes/pkg/registry/admissionregistration/validatingadmissionpolicy"
	"k8s.io/kubernetes/pkg/registry/admissionregistration/validatingadmissionpolicybinding"
	"k8s.io/kubernetes/pkg/registry/admissionregistration/validatingwebhookconfiguration"
	"k8s.io/kubernetes/pkg/registry/apps/controllerrevision"
	"k8s.io/kubernetes/pkg/registry/apps/daemonset"
	"k8s.io/kubernetes/pkg/registry/apps/deployment"
	"k8s.io/kubernetes/pkg/registry/apps/replicaset"
	"k8s.io/kubernetes/pkg/registry/apps/statefulset"
	"k8s.io/kubernetes/pkg/registry/autoscaling/horizontalpodautoscaler"
	"k8s.io/kubernetes/pkg/registry/batch/cronjob"
	"k8s.io/kubernetes/pkg/registry/batch/job"
	"k8s.io/kubernetes/pkg/registry/certificates/certificates"
	"k8s.io/kubernetes/pkg/registry/certificates/clustertrustbundle"
	"k8s.io/kubernetes/pkg/registry/certificates/podcertificaterequest"
	"k8s.io/kubernetes/pkg/registry/coordination/lease"
	"k8s.io/kubernetes/pkg/registry/core/configmap"
	"k8s.io/kubernetes/pkg/registry/core/endpoint"
	"k8s.io/kubernetes/pkg/registry/core/event"
	"k8s.io/kubernetes/pkg/registry/core/limitrange"
	"k8s.io/kubernetes/pkg/registry/core/namespace"
	"k8s.io/kubernetes/pkg/registry/core/node"
	"k8s.io/kubernetes/pkg/registry/core/persistentvolume"
	"k8s.io/kubernetes/pkg/registry/core/persistentvolumeclaim"
	"k8s.io/kubernetes/pkg/registry/core/pod"
	"k8s.io/kubernetes/pkg/registry/core/podtemplate"
	"k8s.io/kubernetes/pkg/registry/core/replicationcontroller"
	"k8s.io/kubernetes/pkg/registry/core/resourcequota"
	"k8s.io/kubernetes/pkg/registry/core/secret"
	"k8s.io/kubernetes/pkg/registry/core/service"
	"k8s.io/kubernetes/pkg/registry/core/serviceaccount"
	"k8s.io/kubernetes/pkg/registry/discovery/endpointslice"
	"k8s.io/kubernetes/pkg/registry/flowcontrol/flowschema"
	"k8s.io/kubernetes/pkg/registry/flowcontrol/prioritylevelconfiguration"
	"k8s.io/kubernetes/pkg/registry/networking/ingress"
	"k8s.io/kubernetes/pkg/registry/networking/ingressclass"
	"k8s.io/kubernetes/pkg/registry/networking/ipaddress"
	"k8s.io/kubernetes/pkg/registry/networking/networkpolicy"
	"k8s.io/kubernetes/pkg/registry/networking/servicecidr"
	"k8s.io/kubernetes/pkg/registry/node/runtimeclass"
	"k8s.io/kubernetes/pkg/registry/policy/poddisruptionbudget"
	"k8s.io/kubernetes/pkg/registry/rbac/clusterrole"
	"k8s.io/kubernetes/pkg/registry/rbac/clusterrolebinding"
	"k8s.io/kubernetes/pkg/registry/rbac/role"
	"k8s.io/kubernetes/pkg/registry/rbac/rolebinding"
	"k8s.io/kubernetes/pkg/registry/resource/deviceclass"
	"k8s.io/kubernetes/pkg/registry/resource/devicetaintrule"
	"k8s.io/kubernetes/pkg/registry/resource/resourceclaim"
	"k8s.io/kubernetes/pkg/registry/resource/resourceclaimtemplate"
	"k8s.io/kubernetes/pkg/registry/resource/resourceslice"
	"k8s.io/kubernetes/pkg/registry/scheduling/priorityclass"
	"k8s.io/kubernetes/pkg/registry/storage/csidriver"
	"k8s.io/kubernetes/pkg/registry/storage/csinode"
	"k8s.io/kubernetes/pkg/registry/storage/csistoragecapacity"
	"k8s.io/kubernetes/pkg/registry/storage/storageclass"
	"k8s.io/kubernetes/pkg/registry/storage/volumeattachment"
	"k8s.io/kubernetes/pkg/registry/storage/volumeattributesclass"
	"k8s.io/kubernetes/pkg/registry/storagemigration/storagemigration"
	clocktesting "k8s.io/utils/clock/testing"
)

// A served version of a resource, with what kube-apiserver stores it with.
type kind struct {
	resource string // "batch/v1/jobs", "/v1/pods" without the slash
	gvk      schema.GroupVersionKind
	plural   string
	stored   schema.GroupVersion
	scheme   *runtime.Scheme
	codecs   serializer.CodecFactory
	goType   reflect.Type // of the version
	strategy rest.RESTCreateUpdateStrategy
	parts    map[string]rest.RESTUpdateStrategy // by subresource

	created    bool // the next field is known
	generation any
}

func (k *kind) namespaced() bool { return k.strategy.NamespaceScoped() }

var (
	definitionScheme = runtime.NewScheme()
	serviceScheme    = runtime.NewScheme()
	definitionCodecs serializer.CodecFactory
	serviceCodecs    serializer.CodecFactory
	kinds            []*kind
)

// The namespace that a strategy asks for has no labels: no claim has access as an administrator.
type namespaces struct{ typedcore.NamespaceInterface }

func (namespaces) Get(_ context.Context, name string, _ metav1.GetOptions) (*corev1.Namespace, error) {
	return &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: name}}, nil
}

// Strategies of bindings want a resolver even if nobody asks whether the user may read the parameters.
type anyResource struct{}

func (anyResource) Resolve(k schema.GroupVersionKind) (schema.GroupVersionResource, error) {
	r, _ := meta.UnsafeGuessKindToResource(k)
	return r, nil
}

func init() {
	apiextensionsinstall.Install(definitionScheme)
	aggregator.Install(serviceScheme)
	definitionCodecs, serviceCodecs = serializer.NewCodecFactory(definitionScheme), serializer.NewCodecFactory(serviceScheme)
	capabilities.Setup(true, 0) // --allow-privileged, as kubeadm and envtest start it
	addAll()
}

type parts = map[string]rest.RESTUpdateStrategy

func add(apiVersion, plural, name string, s rest.RESTCreateUpdateStrategy, p parts) {
	addIn(legacyscheme.Scheme, legacyscheme.Codecs, apiVersion, plural, name, s, p)
}

func addIn(scheme *runtime.Scheme, codecs serializer.CodecFactory, apiVersion, plural, name string, s rest.RESTCreateUpdateStrategy, p parts) {
	gv, err := schema.ParseGroupVersion(apiVersion)
	check(err)
	k := &kind{resource: apiVersion + "/" + plural, gvk: gv.WithKind(name), plural: plural, stored: gv, scheme: scheme, codecs: codecs, strategy: s, parts: p}
	if apiVersion == "autoscaling/v1" {
		k.stored.Version = "v2"
	}
	if gv.Group == "events.k8s.io" { // all events are stored as those of the core
		k.stored = schema.GroupVersion{Version: "v1"}
	}
	o, err := scheme.New(k.gvk)
	check(err)
	k.goType = reflect.TypeOf(o).Elem()
	kinds = append(kinds, k)
}

func status(s rest.RESTUpdateStrategy) parts { return parts{"status": s} }

// The clock of ../probe.cpp.
var start = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

func addAll() {
	allow := authorizerfactory.NewAlwaysAllowAuthorizer()
	add("v1", "configmaps", "ConfigMap", configmap.Strategy, nil)
	add("v1", "endpoints", "Endpoints", endpoint.Strategy, nil)
	add("v1", "events", "Event", event.Strategy, nil)
	add("v1", "limitranges", "LimitRange", limitrange.Strategy, nil)
	add("v1", "namespaces", "Namespace", namespace.Strategy, parts{"status": namespace.StatusStrategy, "finalize": namespace.FinalizeStrategy})
	add("v1", "nodes", "Node", node.Strategy, status(node.StatusStrategy))
	add("v1", "persistentvolumeclaims", "PersistentVolumeClaim", persistentvolumeclaim.Strategy, status(persistentvolumeclaim.StatusStrategy))
	add("v1", "persistentvolumes", "PersistentVolume", persistentvolume.Strategy, status(persistentvolume.StatusStrategy))
	add("v1", "pods", "Pod", pod.Strategy, parts{"status": pod.StatusStrategy, "ephemeralcontainers": pod.EphemeralContainersStrategy})
	add("v1", "podtemplates", "PodTemplate", podtemplate.Strategy, nil)
	add("v1", "replicationcontrollers", "ReplicationController", replicationcontroller.Strategy, status(replicationcontroller.StatusStrategy))
	add("v1", "resourcequotas", "ResourceQuota", resourcequota.Strategy, status(resourcequota.StatusStrategy))
	add("v1", "secrets", "Secret", secret.Strategy, nil)
	add("v1", "serviceaccounts", "ServiceAccount", serviceaccount.Strategy, nil)
	add("v1", "services", "Service", service.Strategy, status(service.StatusStrategy))
	add("apps/v1", "controllerrevisions", "ControllerRevision", controllerrevision.Strategy, nil)
	add("apps/v1", "daemonsets", "DaemonSet", daemonset.Strategy, status(daemonset.StatusStrategy))
	add("apps/v1", "deployments", "Deployment", deployment.Strategy, status(deployment.StatusStrategy))
	add("apps/v1", "replicasets", "ReplicaSet", replicaset.Strategy, status(replicaset.StatusStrategy))
	add("apps/v1", "statefulsets", "StatefulSet", statefulset.Strategy, status(statefulset.StatusStrategy))
	add("autoscaling/v1", "horizontalpodautoscalers", "HorizontalPodAutoscaler", horizontalpodautoscaler.Strategy, status(horizontalpodautoscaler.StatusStrategy))
	add("autoscaling/v2", "horizontalpodautoscalers", "HorizontalPodAutoscaler", horizontalpodautoscaler.Strategy, status(horizontalpodautoscaler.StatusStrategy))
	add("batch/v1", "cronjobs", "CronJob", cronjob.Strategy, status(cronjob.StatusStrategy))
	add("batch/v1", "jobs", "Job", job.Strategy, status(job.StatusStrategy))
	add("certificates.k8s.io/v1", "certificatesigningrequests", "CertificateSigningRequest", certificates.Strategy, parts{"status": certificates.StatusStrategy, "approval": certificates.ApprovalStrategy})
	pods := podcertificaterequest.NewStrategy()
	add("certificates.k8s.io/v1", "clustertrustbundles", "ClusterTrustBundle", clustertrustbundle.Strategy, nil)
	add("certificates.k8s.io/v1", "podcertificaterequests", "PodCertificateRequest", pods, status(podcertificaterequest.NewStatusStrategy(pods, allow, clocktesting.NewFakePassiveClock(start))))
	add("coordination.k8s.io/v1", "leases", "Lease", lease.Strategy, nil)
	add("discovery.k8s.io/v1", "endpointslices", "EndpointSlice", endpointslice.Strategy, nil)
	add("events.k8s.io/v1", "events", "Event", event.Strategy, nil)
	add("flowcontrol.apiserver.k8s.io/v1", "flowschemas", "FlowSchema", flowschema.Strategy, status(flowschema.StatusStrategy))
	add("flowcontrol.apiserver.k8s.io/v1", "prioritylevelconfigurations", "PriorityLevelConfiguration", prioritylevelconfiguration.Strategy, status(prioritylevelconfiguration.StatusStrategy))
	add("networking.k8s.io/v1", "ingresses", "Ingress", ingress.Strategy, status(ingress.StatusStrategy))
	add("networking.k8s.io/v1", "ingressclasses", "IngressClass", ingressclass.Strategy, nil)
	add("networking.k8s.io/v1", "ipaddresses", "IPAddress", ipaddress.Strategy, nil)
	add("networking.k8s.io/v1", "networkpolicies", "NetworkPolicy", networkpolicy.Strategy, nil)
	add("networking.k8s.io/v1", "servicecidrs", "ServiceCIDR", servicecidr.Strategy, status(servicecidr.StatusStrategy))
	add("node.k8s.io/v1", "runtimeclasses", "RuntimeClass", runtimeclass.Strategy, nil)
	add("policy/v1", "poddisruptionbudgets", "PodDisruptionBudget", poddisruptionbudget.Strategy, status(poddisruptionbudget.StatusStrategy))
	add("rbac.authorization.k8s.io/v1", "clusterroles", "ClusterRole", clusterrole.Strategy, nil)
	add("rbac.authorization.k8s.io/v1", "clusterrolebindings", "ClusterRoleBinding", clusterrolebinding.Strategy, nil)
	add("rbac.authorization.k8s.io/v1", "roles", "Role", role.Strategy, nil)
	add("rbac.authorization.k8s.io/v1", "rolebindings", "RoleBinding", rolebinding.Strategy, nil)
	claims := resourceclaim.NewStrategy(namespaces{}, allow)
	add("resource.k8s.io/v1", "deviceclasses", "DeviceClass", deviceclass.Strategy, nil)
	add("resource.k8s.io/v1", "devicetaintrules", "DeviceTaintRule", devicetaintrule.Strategy, status(devicetaintrule.StatusStrategy))
	add("resource.k8s.io/v1", "resourceclaims", "ResourceClaim", claims, status(resourceclaim.NewStatusStrategy(claims)))
	add("resource.k8s.io/v1", "resourceclaimtemplates", "ResourceClaimTemplate", resourceclaimtemplate.NewStrategy(namespaces{}), nil)
	add("resource.k8s.io/v1", "resourceslices", "ResourceSlice", resourceslice.Strategy, nil)
	add("scheduling.k8s.io/v1", "priorityclasses", "PriorityClass", priorityclass.Strategy, nil)
	add("storage.k8s.io/v1", "csidrivers", "CSIDriver", csidriver.Strategy, nil)
	add("storage.k8s.io/v1", "csinodes", "CSINode", csinode.Strategy, nil)
	add("storage.k8s.io/v1", "csistoragecapacities", "CSIStorageCapacity", csistoragecapacity.Strategy, nil)
	add("storage.k8s.io/v1", "storageclasses", "StorageClass", storageclass.Strategy, nil)
	add("storage.k8s.io/v1", "volumeattachments", "VolumeAttachment", volumeattachment.Strategy, status(volumeattachment.StatusStrategy))
	add("storage.k8s.io/v1", "volumeattributesclasses", "VolumeAttributesClass", volumeattributesclass.Strategy, nil)
	add("storagemigration.k8s.io/v1", "storageversionmigrations", "StorageVersionMigration", storagemigration.Strategy, status(storagemigration.StatusStrategy))
	addPolicies()
	addIn(serviceScheme, serviceCodecs, "apiregistration.k8s.io/v1", "apiservices", "APIService", apiservice.NewStrategy(serviceScheme), status(apiservice.NewStatusStrategy(serviceScheme)))
	addIn(definitionScheme, definitionCodecs, "apiextensions.k8s.io/v1", "customresourcedefinitions", "CustomResourceDefinition", definition.NewStrategy(definitionScheme), status(definition.NewStatusStrategy(definitionScheme)))
}

func addPolicies() {
	const v = "admissionregistration.k8s.io/v1"
	add(v, "mutatingwebhookconfigurations", "MutatingWebhookConfiguration", mutatingwebhookconfiguration.Strategy, nil)
	add(v, "validatingwebhookconfigurations", "ValidatingWebhookConfiguration", validatingwebhookconfiguration.Strategy, nil)
	add(v, "mutatingadmissionpolicies", "MutatingAdmissionPolicy", mutatingadmissionpolicy.NewStrategy(nil, nil), nil)
	add(v, "mutatingadmissionpolicybindings", "MutatingAdmissionPolicyBinding", mutatingadmissionpolicybinding.NewStrategy(nil, nil, anyResource{}), nil)
	policies := validatingadmissionpolicy.NewStrategy(nil, nil)
	add(v, "validatingadmissionpolicies", "ValidatingAdmissionPolicy", policies, status(validatingadmissionpolicy.NewStatusStrategy(policies)))
	add(v, "validatingadmissionpolicybindings", "ValidatingAdmissionPolicyBinding", validatingadmissionpolicybinding.NewStrategy(nil, nil, anyResource{}), nil)
}

// Kinds whose resource contains one of the words of a comma-separated list; all for an empty one.
func kindsNamed(words string) []*kind {
	var out []*kind
	for _, k := range kinds {
		for _, w := range strings.Split(words, ",") {
			if w == "" || strings.Contains(k.resource, w) || strings.EqualFold(k.gvk.Kind, w) {
				out = append(out, k)
				break
			}
		}
	}
	return out
}
