package envtest

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	admissionv1 "k8s.io/api/admissionregistration/v1"
	appsv1 "k8s.io/api/apps/v1"
	authv1 "k8s.io/api/authentication/v1"
	authzv1 "k8s.io/api/authorization/v1"
	autoscalingv1 "k8s.io/api/autoscaling/v1"
	autoscalingv2 "k8s.io/api/autoscaling/v2"
	batchv1 "k8s.io/api/batch/v1"
	certificatesv1 "k8s.io/api/certificates/v1"
	coordinationv1 "k8s.io/api/coordination/v1"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	eventsv1 "k8s.io/api/events/v1"
	flowv1 "k8s.io/api/flowcontrol/v1"
	networkingv1 "k8s.io/api/networking/v1"
	nodev1 "k8s.io/api/node/v1"
	policyv1 "k8s.io/api/policy/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	resourcev1 "k8s.io/api/resource/v1"
	schedulingv1 "k8s.io/api/scheduling/v1"
	storagev1 "k8s.io/api/storage/v1"
	migrationv1 "k8s.io/api/storagemigration/v1"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/util/retry"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// Counts the content types of requests and responses.
type contentTypes struct {
	next     http.RoundTripper
	sent, of map[string]int
}

func (c *contentTypes) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.Body != nil && r.Method != http.MethodPatch {
		c.sent[r.Header.Get("Content-Type")]++
	}
	out, err := c.next.RoundTrip(r)
	if err == nil {
		c.of[strings.Split(out.Header.Get("Content-Type"), ";")[0]]++
	}
	return out, err
}

func protobufConfig(seen *contentTypes) *rest.Config {
	config := rest.CopyConfig(env.Config)
	config.ContentType = runtime.ContentTypeProtobuf
	config.AcceptContentTypes = runtime.ContentTypeProtobuf
	config.QPS, config.Burst = 1000, 1000
	if seen != nil {
		config.Wrap(func(next http.RoundTripper) http.RoundTripper {
			seen.next = next
			return seen
		})
	}
	return config
}

func objectsOfEachKind() []client.Object {
	meta := func() metav1.ObjectMeta {
		return metav1.ObjectMeta{Name: "kinds", Namespace: "default", Labels: map[string]string{"a": "b"}, Annotations: map[string]string{"a": "ä\"\n"}}
	}
	cluster := func() metav1.ObjectMeta { return metav1.ObjectMeta{Name: "kinds"} }
	labels := map[string]string{"app": "kinds"}
	selector := &metav1.LabelSelector{MatchLabels: labels}
	pod := func(restart corev1.RestartPolicy) corev1.PodSpec {
		user := int64(1000)
		return corev1.PodSpec{RestartPolicy: restart, SecurityContext: &corev1.PodSecurityContext{RunAsUser: &user, SupplementalGroups: []int64{1, 2}},
			Volumes: []corev1.Volume{{Name: "v", VolumeSource: corev1.VolumeSource{EmptyDir: &corev1.EmptyDirVolumeSource{}}}},
			Containers: []corev1.Container{{Name: "main", Image: "nginx:1.23.1", Ports: []corev1.ContainerPort{{ContainerPort: 80}},
				Env:           []corev1.EnvVar{{Name: "A", Value: "\"b\"\n"}},
				Resources:     corev1.ResourceRequirements{Requests: corev1.ResourceList{"cpu": resource.MustParse("100m"), "memory": resource.MustParse("64Mi")}},
				LivenessProbe: &corev1.Probe{ProbeHandler: corev1.ProbeHandler{HTTPGet: &corev1.HTTPGetAction{Path: "/", Port: intstr.FromString("http")}}},
				VolumeMounts:  []corev1.VolumeMount{{Name: "v", MountPath: "/v"}}}}}
	}
	template := corev1.PodTemplateSpec{ObjectMeta: metav1.ObjectMeta{Labels: labels}, Spec: pod("")}
	once := corev1.PodTemplateSpec{Spec: pod(corev1.RestartPolicyNever)}
	claim := corev1.PersistentVolumeClaimSpec{AccessModes: []corev1.PersistentVolumeAccessMode{corev1.ReadWriteOnce},
		Resources: corev1.VolumeResourceRequirements{Requests: corev1.ResourceList{"storage": resource.MustParse("1Gi")}}}
	url, sideEffects := "https://example.com/", admissionv1.SideEffectClassNone
	hookClient := admissionv1.WebhookClientConfig{URL: &url}
	rules := []admissionv1.RuleWithOperations{{Operations: []admissionv1.OperationType{admissionv1.Create},
		Rule: admissionv1.Rule{APIGroups: []string{"example.com"}, APIVersions: []string{"v1"}, Resources: []string{"nothing"}}}}
	role := []rbacv1.PolicyRule{{Verbs: []string{"get"}, APIGroups: []string{""}, Resources: []string{"pods"}}}
	subjects := []rbacv1.Subject{{Kind: "User", APIGroup: rbacv1.GroupName, Name: "somebody"}}
	target := autoscalingv2.CrossVersionObjectReference{Kind: "Deployment", Name: "kinds", APIVersion: "apps/v1"}
	one, port, keep, volume := int32(1), int32(80), true, "v"
	definition := siteDefinition()
	definition.Name = "houses.example.com"
	definition.Spec.Names = apiextensionsv1.CustomResourceDefinitionNames{Plural: "houses", Singular: "house", Kind: "House", ListKind: "HouseList"}
	definition.Spec.Versions[0].Schema.OpenAPIV3Schema.Properties = map[string]apiextensionsv1.JSONSchemaProps{
		"spec": {Type: "object", AdditionalProperties: &apiextensionsv1.JSONSchemaPropsOrBool{Allows: true, Schema: &apiextensionsv1.JSONSchemaProps{Type: "array",
			Items: &apiextensionsv1.JSONSchemaPropsOrArray{Schema: &apiextensionsv1.JSONSchemaProps{Type: "string", Default: &apiextensionsv1.JSON{Raw: []byte(`"x"`)}}}}}}}
	return []client.Object{
		&corev1.ConfigMap{ObjectMeta: meta(), Data: map[string]string{"k": "v", "empty": ""}, BinaryData: map[string][]byte{"b": {0, 255}}},
		&corev1.Secret{ObjectMeta: meta(), Data: map[string][]byte{"k": []byte("v")}},
		&corev1.ServiceAccount{ObjectMeta: meta()},
		&corev1.Service{ObjectMeta: meta(), Spec: corev1.ServiceSpec{Selector: labels, Ports: []corev1.ServicePort{{Port: 80, TargetPort: intstr.FromString("http")}}}},
		&corev1.Endpoints{ObjectMeta: metav1.ObjectMeta{Name: "kinds-endpoints", Namespace: "default"}, Subsets: []corev1.EndpointSubset{{Addresses: []corev1.EndpointAddress{{IP: "192.0.2.1"}}, Ports: []corev1.EndpointPort{{Port: 80}}}}},
		&corev1.Pod{ObjectMeta: meta(), Spec: pod("")},
		&corev1.PodTemplate{ObjectMeta: meta(), Template: template},
		&corev1.ReplicationController{ObjectMeta: meta(), Spec: corev1.ReplicationControllerSpec{Replicas: &one, Selector: labels, Template: &template}},
		&corev1.ResourceQuota{ObjectMeta: meta(), Spec: corev1.ResourceQuotaSpec{Hard: corev1.ResourceList{"count/jobs.batch": resource.MustParse("50")}}},
		&corev1.LimitRange{ObjectMeta: meta(), Spec: corev1.LimitRangeSpec{Limits: []corev1.LimitRangeItem{{Type: corev1.LimitTypePod, Max: corev1.ResourceList{"cpu": resource.MustParse("90")}}}}},
		&corev1.PersistentVolumeClaim{ObjectMeta: meta(), Spec: claim},
		&corev1.PersistentVolume{ObjectMeta: cluster(), Spec: corev1.PersistentVolumeSpec{Capacity: corev1.ResourceList{"storage": resource.MustParse("1Gi")}, AccessModes: claim.AccessModes,
			PersistentVolumeSource: corev1.PersistentVolumeSource{HostPath: &corev1.HostPathVolumeSource{Path: "/tmp/kinds"}}}},
		&corev1.Event{ObjectMeta: meta(), InvolvedObject: corev1.ObjectReference{Kind: "Pod", Namespace: "default", Name: "x"}, Reason: "R", Count: 3, FirstTimestamp: metav1.Unix(1700000000, 0)},
		&corev1.Namespace{ObjectMeta: cluster()},
		&corev1.Node{ObjectMeta: cluster(), Spec: corev1.NodeSpec{Taints: []corev1.Taint{{Key: "a", Effect: corev1.TaintEffectNoSchedule}}}},
		&eventsv1.Event{ObjectMeta: metav1.ObjectMeta{Name: "kinds-new", Namespace: "default"}, EventTime: metav1.NewMicroTime(time.Unix(1700000000, 123456000)), ReportingController: "c.example.com/x", ReportingInstance: "i", Action: "a", Reason: "R",
			Type: "Normal", Regarding: corev1.ObjectReference{Kind: "Pod", Namespace: "default"}},
		&appsv1.Deployment{ObjectMeta: meta(), Spec: appsv1.DeploymentSpec{Selector: selector, Template: template}},
		&appsv1.ReplicaSet{ObjectMeta: meta(), Spec: appsv1.ReplicaSetSpec{Selector: selector, Template: template}},
		&appsv1.StatefulSet{ObjectMeta: meta(), Spec: appsv1.StatefulSetSpec{Selector: selector, Template: template, ServiceName: "kinds", VolumeClaimTemplates: []corev1.PersistentVolumeClaim{{ObjectMeta: metav1.ObjectMeta{Name: "d"}, Spec: claim}}}},
		&appsv1.DaemonSet{ObjectMeta: meta(), Spec: appsv1.DaemonSetSpec{Selector: selector, Template: template}},
		&appsv1.ControllerRevision{ObjectMeta: meta(), Revision: 1, Data: runtime.RawExtension{Raw: []byte(`{"a":[1,"b"]}`)}},
		&batchv1.Job{ObjectMeta: meta(), Spec: batchv1.JobSpec{Template: once}},
		&batchv1.CronJob{ObjectMeta: meta(), Spec: batchv1.CronJobSpec{Schedule: "0 0 * * *", JobTemplate: batchv1.JobTemplateSpec{Spec: batchv1.JobSpec{Template: once}}}},
		&coordinationv1.Lease{ObjectMeta: meta(), Spec: coordinationv1.LeaseSpec{LeaseDurationSeconds: &one, AcquireTime: &metav1.MicroTime{Time: time.Unix(1700000000, 1000)}}},
		&discoveryv1.EndpointSlice{ObjectMeta: meta(), AddressType: discoveryv1.AddressTypeIPv4, Endpoints: []discoveryv1.Endpoint{{Addresses: []string{"192.0.2.1"}}}, Ports: []discoveryv1.EndpointPort{{Port: &port}}},
		&networkingv1.Ingress{ObjectMeta: meta(), Spec: networkingv1.IngressSpec{DefaultBackend: &networkingv1.IngressBackend{Service: &networkingv1.IngressServiceBackend{Name: "s", Port: networkingv1.ServiceBackendPort{Number: 80}}}}},
		&networkingv1.IngressClass{ObjectMeta: cluster(), Spec: networkingv1.IngressClassSpec{Controller: "example.com/c"}},
		&networkingv1.NetworkPolicy{ObjectMeta: meta(), Spec: networkingv1.NetworkPolicySpec{PodSelector: *selector, Ingress: []networkingv1.NetworkPolicyIngressRule{{}}}},
		&networkingv1.IPAddress{ObjectMeta: metav1.ObjectMeta{Name: "192.0.2.9"}, Spec: networkingv1.IPAddressSpec{ParentRef: &networkingv1.ParentReference{Resource: "services", Name: "x", Namespace: "default"}}},
		&nodev1.RuntimeClass{ObjectMeta: cluster(), Handler: "h"},
		&policyv1.PodDisruptionBudget{ObjectMeta: meta(), Spec: policyv1.PodDisruptionBudgetSpec{Selector: selector, MinAvailable: &intstr.IntOrString{IntVal: 1}}},
		&rbacv1.Role{ObjectMeta: meta(), Rules: role},
		&rbacv1.ClusterRole{ObjectMeta: cluster(), Rules: role},
		&rbacv1.RoleBinding{ObjectMeta: meta(), Subjects: subjects, RoleRef: rbacv1.RoleRef{APIGroup: rbacv1.GroupName, Kind: "Role", Name: "kinds"}},
		&rbacv1.ClusterRoleBinding{ObjectMeta: cluster(), Subjects: subjects, RoleRef: rbacv1.RoleRef{APIGroup: rbacv1.GroupName, Kind: "ClusterRole", Name: "kinds"}},
		&schedulingv1.PriorityClass{ObjectMeta: cluster(), Value: -5},
		&storagev1.StorageClass{ObjectMeta: cluster(), Provisioner: "example.com/p", Parameters: map[string]string{"a": "b"}, AllowVolumeExpansion: &keep},
		&storagev1.CSIDriver{ObjectMeta: cluster()},
		&storagev1.CSINode{ObjectMeta: cluster(), Spec: storagev1.CSINodeSpec{Drivers: []storagev1.CSINodeDriver{{Name: "d.example.com", NodeID: "n", TopologyKeys: []string{"z"}}}}},
		&storagev1.VolumeAttachment{ObjectMeta: cluster(), Spec: storagev1.VolumeAttachmentSpec{Attacher: "example.com", NodeName: "n", Source: storagev1.VolumeAttachmentSource{PersistentVolumeName: &volume}}},
		&storagev1.CSIStorageCapacity{ObjectMeta: meta(), StorageClassName: "s", Capacity: resource.NewQuantity(1<<30, resource.BinarySI)},
		&storagev1.VolumeAttributesClass{ObjectMeta: cluster(), DriverName: "d.example.com", Parameters: map[string]string{"a": "b"}},
		&autoscalingv1.HorizontalPodAutoscaler{ObjectMeta: metav1.ObjectMeta{Name: "kinds-old", Namespace: "default"}, Spec: autoscalingv1.HorizontalPodAutoscalerSpec{MaxReplicas: 3, ScaleTargetRef: autoscalingv1.CrossVersionObjectReference(target)}},
		&autoscalingv2.HorizontalPodAutoscaler{ObjectMeta: meta(), Spec: autoscalingv2.HorizontalPodAutoscalerSpec{MaxReplicas: 3, ScaleTargetRef: target}},
		&certificatesv1.CertificateSigningRequest{ObjectMeta: cluster(), Spec: certificatesv1.CertificateSigningRequestSpec{Request: []byte(signingRequest), SignerName: "example.com/signer", Usages: []certificatesv1.KeyUsage{certificatesv1.UsageClientAuth}}},
		&admissionv1.ValidatingWebhookConfiguration{ObjectMeta: cluster(), Webhooks: []admissionv1.ValidatingWebhook{{Name: "a.example.com", ClientConfig: hookClient, Rules: rules, SideEffects: &sideEffects, AdmissionReviewVersions: []string{"v1"}}}},
		&admissionv1.MutatingWebhookConfiguration{ObjectMeta: cluster(), Webhooks: []admissionv1.MutatingWebhook{{Name: "a.example.com", ClientConfig: hookClient, Rules: rules, SideEffects: &sideEffects, AdmissionReviewVersions: []string{"v1"}}}},
		&admissionv1.ValidatingAdmissionPolicyBinding{ObjectMeta: cluster(), Spec: admissionv1.ValidatingAdmissionPolicyBindingSpec{PolicyName: "nothing", ValidationActions: []admissionv1.ValidationAction{admissionv1.Deny}}},
		&flowv1.PriorityLevelConfiguration{ObjectMeta: cluster(), Spec: flowv1.PriorityLevelConfigurationSpec{Type: flowv1.PriorityLevelEnablementLimited, Limited: &flowv1.LimitedPriorityLevelConfiguration{LimitResponse: flowv1.LimitResponse{Type: flowv1.LimitResponseTypeReject}}}},
		&resourcev1.DeviceClass{ObjectMeta: cluster(), Spec: resourcev1.DeviceClassSpec{Config: []resourcev1.DeviceClassConfiguration{{DeviceConfiguration: resourcev1.DeviceConfiguration{
			Opaque: &resourcev1.OpaqueDeviceConfiguration{Driver: "d.example.com", Parameters: runtime.RawExtension{Raw: []byte(`{"a":1}`)}}}}}}},
		&resourcev1.DeviceTaintRule{ObjectMeta: cluster(), Spec: resourcev1.DeviceTaintRuleSpec{Taint: resourcev1.DeviceTaint{Key: "example.com/k", Value: "v", Effect: resourcev1.DeviceTaintEffectNoSchedule}}},
		&migrationv1.StorageVersionMigration{ObjectMeta: cluster(), Spec: migrationv1.StorageVersionMigrationSpec{Resource: metav1.GroupResource{Group: "example.com", Resource: "foos"}}},
		&resourcev1.ResourceClaim{ObjectMeta: meta(), Spec: resourcev1.ResourceClaimSpec{Devices: resourcev1.DeviceClaim{Requests: []resourcev1.DeviceRequest{{Name: "r", Exactly: &resourcev1.ExactDeviceRequest{DeviceClassName: "c.example.com"}}}}}},
		definition,
	}
}

// Each kind is created, read, listed, watched, updated and deleted by a client that neither sends nor accepts anything but protobuf, and
// is the same object for a client that uses JSON.
func TestEveryKindInProtobuf(t *testing.T) {
	kinds := runtime.NewScheme()
	for _, add := range []func(*runtime.Scheme) error{scheme.AddToScheme, apiextensionsv1.AddToScheme} {
		if err := add(kinds); err != nil {
			t.Fatal(err)
		}
	}
	seen := &contentTypes{sent: map[string]int{}, of: map[string]int{}}
	c, err := client.NewWithWatch(protobufConfig(seen), client.Options{Scheme: kinds})
	if err != nil {
		t.Fatal(err)
	}
	plain := rest.CopyConfig(env.Config)
	plain.ContentType = runtime.ContentTypeJSON
	inJSON, err := client.New(plain, client.Options{Scheme: kinds})
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range objectsOfEachKind() {
		gvk, err := c.GroupVersionKindFor(o)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(gvk.GroupKind().String(), func(t *testing.T) {
			lives(t, c, inJSON, kinds, o)
		})
	}
	if len(seen.sent) != 1 || seen.sent[runtime.ContentTypeProtobuf] == 0 {
		t.Errorf("sent %v", seen.sent)
	}
	// Discovery is in JSON.
	if seen.of[runtime.ContentTypeProtobuf] < 4*len(objectsOfEachKind()) {
		t.Errorf("received %v", seen.of)
	}
}

func lives(t *testing.T, c client.WithWatch, inJSON client.Client, kinds *runtime.Scheme, o client.Object) {
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	gvk, _ := c.GroupVersionKindFor(o)
	made, err := kinds.New(gvk.GroupVersion().WithKind(gvk.Kind + "List"))
	if err != nil {
		t.Fatal(err)
	}
	list := made.(client.ObjectList)
	events, err := c.Watch(ctx, list, client.InNamespace(o.GetNamespace()), client.MatchingFields{"metadata.name": o.GetName()})
	if err != nil {
		t.Fatal(err)
	}
	defer events.Stop()
	if err := c.Create(ctx, o); err != nil {
		t.Fatal(err)
	}
	again, other := o.DeepCopyObject().(client.Object), o.DeepCopyObject().(client.Object)
	if err := c.Get(ctx, client.ObjectKeyFromObject(o), again); err != nil || again.GetUID() != o.GetUID() {
		t.Fatal(err, again)
	}
	if err := inJSON.Get(ctx, client.ObjectKeyFromObject(o), other); err != nil {
		t.Fatal(err)
	}
	if s, ok := other.(*appsv1.StatefulSet); ok { // protobuf has no kinds of embedded objects
		for i := range s.Spec.VolumeClaimTemplates {
			s.Spec.VolumeClaimTemplates[i].TypeMeta = metav1.TypeMeta{}
		}
	}
	if again.GetResourceVersion() == other.GetResourceVersion() && !equality.Semantic.DeepEqual(again, other) {
		t.Errorf("in protobuf %v, in JSON %v", again, other)
	}
	if err := c.List(ctx, list, client.InNamespace(o.GetNamespace())); err != nil || !strings.Contains(fmt.Sprint(list), string(o.GetUID())) {
		t.Fatal(err, list)
	}
	err = retry.RetryOnConflict(retry.DefaultRetry, func() error { // a real server writes the status of definitions
		if err := c.Get(ctx, client.ObjectKeyFromObject(o), again); err != nil {
			return err
		}
		again.SetLabels(map[string]string{"changed": "yes"})
		return c.Update(ctx, again)
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Delete(ctx, again, client.GracePeriodSeconds(0)); err != nil {
		t.Fatal(err)
	}
	for _, wanted := range []watch.EventType{watch.Added, watch.Modified} {
		for {
			e, open := <-events.ResultChan()
			if !open {
				t.Fatal("the watch ended before", wanted)
			}
			if e.Object.(client.Object).GetUID() != o.GetUID() {
				t.Fatal("another object", e)
			}
			if e.Type == wanted {
				break
			}
		}
	}
}

// Reviews, subresources and errors, by client-go's own clients.
func TestProtobufOfClientGo(t *testing.T) {
	ctx := context.Background()
	c, err := kubernetes.NewForConfig(protobufConfig(nil))
	if err != nil {
		t.Fatal(err)
	}
	access, err := c.AuthorizationV1().SelfSubjectAccessReviews().Create(ctx, &authzv1.SelfSubjectAccessReview{Spec: authzv1.SelfSubjectAccessReviewSpec{
		ResourceAttributes: &authzv1.ResourceAttributes{Verb: "get", Resource: "pods"}}}, metav1.CreateOptions{})
	if err != nil || !access.Status.Allowed {
		t.Fatal(err, access)
	}
	if _, err := c.AuthenticationV1().TokenReviews().Create(ctx, &authv1.TokenReview{Spec: authv1.TokenReviewSpec{Token: "nope"}}, metav1.CreateOptions{}); err != nil {
		t.Fatal(err)
	}
	accounts := c.CoreV1().ServiceAccounts("default")
	if _, err := accounts.Create(ctx, &corev1.ServiceAccount{ObjectMeta: metav1.ObjectMeta{Name: "robot"}}, metav1.CreateOptions{}); err != nil {
		t.Fatal(err)
	}
	if token, err := accounts.CreateToken(ctx, "robot", &authv1.TokenRequest{}, metav1.CreateOptions{}); err != nil || token.Status.Token == "" {
		t.Fatal(err, token)
	}
	d := deployment("scaled")
	if _, err := c.AppsV1().Deployments("default").Create(ctx, d, metav1.CreateOptions{}); err != nil {
		t.Fatal(err)
	}
	scale, err := c.AppsV1().Deployments("default").GetScale(ctx, "scaled", metav1.GetOptions{})
	if err != nil || scale.Spec.Replicas != 1 {
		t.Fatal(err, scale)
	}
	scale.Spec.Replicas = 4
	if scale, err = c.AppsV1().Deployments("default").UpdateScale(ctx, "scaled", scale, metav1.UpdateOptions{}); err != nil || scale.Spec.Replicas != 4 {
		t.Fatal(err, scale)
	}
	pods := c.CoreV1().Pods("default")
	p := &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Name: "bound"}, Spec: corev1.PodSpec{Containers: []corev1.Container{{Name: "c", Image: "i"}}}}
	if _, err := pods.Create(ctx, p, metav1.CreateOptions{}); err != nil {
		t.Fatal(err)
	}
	if err := pods.Bind(ctx, &corev1.Binding{ObjectMeta: metav1.ObjectMeta{Name: "bound"}, Target: corev1.ObjectReference{Kind: "Node", Name: "n"}}, metav1.CreateOptions{}); err != nil {
		t.Fatal(err)
	}
	if err := pods.EvictV1(ctx, &policyv1.Eviction{ObjectMeta: metav1.ObjectMeta{Name: "bound"}}); err != nil {
		t.Fatal(err)
	}
	if err := pods.DeleteCollection(ctx, metav1.DeleteOptions{}, metav1.ListOptions{}); err != nil {
		t.Fatal(err)
	}
	_, err = pods.Create(ctx, &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Name: "no-containers"}}, metav1.CreateOptions{})
	if err == nil || !strings.Contains(err.Error(), "spec.containers: Required value") {
		t.Fatal(err)
	}
}

// Its key is kept nowhere.
const signingRequest = `-----BEGIN CERTIFICATE REQUEST-----
MIICVTCCAT0CAQAwEDEOMAwGA1UEAwwFa2luZHMwggEiMA0GCSqGSIb3DQEBAQUA
A4IBDwAwggEKAoIBAQC/ygbV1j/eh/aN6W6eFBQcLyEGf8YvE38HCkGAunPfufJ8
Icuelux31a6lCsPiPmhAMXPXlqViN43wWap2oRFVa7QblOWYdz+qXUjNkvzaf8BA
G6mlZILvidnA2U/lsKTlT42I66mCTZCxGMLt+v5NaxDXTI4/kw2/LsAiYwnvNJJd
i/6sq1wHWVUnnVTDj/tPM5cDv9OC9Z0R/gmbNLoLhPzRPrWSI0JfRMgD0owO8wqu
b1s1K3zaaIUlt5gFkgIhgA+cizybE8BlrGv1TeNEYrzuNTpxa58aa9XKfom3DVeo
T3f0NljpPeRd8GuxGJeRDS6GPtpn3eQthBotsbjHAgMBAAGgADANBgkqhkiG9w0B
AQsFAAOCAQEAVvxnh8mZrmh6iTp9hyEwB7lTqmBY3h/HJVYP76jBmb4Cxix6qUEB
BLc7LaY5bgXXWVi9oqOzTX4fdPbbkR+P6tTROqt5v2kr4A5Z8wRIQnh3GQ2DUZt0
0rmDjRjg+rdgLOVL1vHJQSdbUKqQuVNQcQqNOC5ikuIUeOnBve5aKnJgO6fkvqva
09dqDtsS5wFjbsv4xA/laADHBvrj2dAmiNr7iBVehWS1jVj9MpgDa1Tjv8F/7l8s
hy+wIb9h4Y8nxpcHnaEPoA1T2kWURPIpA3GHlUKWN/hrDRtu1dJdllm8TSSHJh/q
8Z9NCe9Mt2bgDpA8199PdWrTd05wiADNjQ==
-----END CERTIFICATE REQUEST-----
`
