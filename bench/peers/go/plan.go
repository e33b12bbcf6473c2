package main

import (
	"fmt"
	"regexp"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
)

// problem is why a WebServer cannot be what its spec says; it becomes the Degraded condition.
type problem struct{ reason, message string }

// What github.com/distribution/reference takes for an image reference, without the limits of length.
var imageReference = regexp.MustCompile(
	`^(?:(?:localhost|[a-zA-Z0-9-]+(?:\.[a-zA-Z0-9-]+)+|[a-zA-Z0-9-]+(?:\.[a-zA-Z0-9-]+)*:[0-9]+)/)?` +
		`[a-z0-9]+(?:(?:\.|_{1,2}|-+)[a-z0-9]+)*(?:/[a-z0-9]+(?:(?:\.|_{1,2}|-+)[a-z0-9]+)*)*` +
		`(?::\w[\w.-]{0,127})?(?:@[A-Za-z][A-Za-z0-9]*(?:[-_+.][A-Za-z][A-Za-z0-9]*)*:[0-9a-fA-F]{32,})?$`)

func checkSpec(w *WebServer) *problem {
	if imageReference.MatchString(w.Spec.Image) {
		return nil
	}
	return &problem{"InvalidImage", fmt.Sprintf("spec.image %q is no image reference", w.Spec.Image)}
}

func identity(w *WebServer) map[string]string {
	return map[string]string{"app.kubernetes.io/name": "webserver", "app.kubernetes.io/instance": w.Name}
}

// change is a field that was not as desired.
type change struct{ path, from, to string }

type changes []change

func put[T comparable](c *changes, path string, field *T, value T) {
	if *field == value {
		return
	}
	*c = append(*c, change{path, fmt.Sprint(*field), fmt.Sprint(value)})
	*field = value
}

func (c *changes) putAll(path string, field *map[string]string, values map[string]string) {
	if *field == nil {
		*field = map[string]string{}
	}
	for key, value := range values {
		if before := (*field)[key]; before != value {
			*c = append(*c, change{path + "." + key, before, value})
			(*field)[key] = value
		}
	}
}

// shapeDeployment makes `d` what the WebServer wants, and leaves to others what is theirs.
func shapeDeployment(w *WebServer, d *appsv1.Deployment) changes {
	var c changes
	labels := identity(w)
	labels["app.kubernetes.io/managed-by"] = "webserver-operator"
	c.putAll("metadata.labels", &d.Labels, labels)
	if d.Spec.Replicas == nil {
		d.Spec.Replicas = new(int32)
	}
	put(&c, "spec.replicas", d.Spec.Replicas, w.Spec.Replicas)
	if d.Spec.Selector == nil {
		d.Spec.Selector = &metav1.LabelSelector{MatchLabels: identity(w)}
	}
	c.putAll("spec.template.metadata.labels", &d.Spec.Template.Labels, labels)
	pod := &d.Spec.Template.Spec
	at := -1
	for i := range pod.Containers {
		if pod.Containers[i].Name == "webserver" {
			at = i
		}
	}
	if at < 0 {
		pod.Containers = append(pod.Containers, corev1.Container{Name: "webserver"})
		at = len(pod.Containers) - 1
	}
	container := &pod.Containers[at]
	put(&c, "spec.template.spec.containers[webserver].image", &container.Image, w.Spec.Image)
	if len(container.Ports) == 0 {
		container.Ports = []corev1.ContainerPort{{Name: "http", ContainerPort: 80}}
	}
	return c
}

func shapeService(w *WebServer, s *corev1.Service) changes {
	var c changes
	labels := identity(w)
	labels["app.kubernetes.io/managed-by"] = "webserver-operator"
	c.putAll("metadata.labels", &s.Labels, labels)
	put(&c, "spec.type", &s.Spec.Type, corev1.ServiceTypeNodePort)
	c.putAll("spec.selector", &s.Spec.Selector, identity(w))
	if len(s.Spec.Ports) != 1 {
		s.Spec.Ports = []corev1.ServicePort{{}}
	}
	port := &s.Spec.Ports[0]
	put(&c, "spec.ports[80].name", &port.Name, "http")
	put(&c, "spec.ports[80].port", &port.Port, 80)
	put(&c, "spec.ports[80].targetPort", &port.TargetPort, intstr.FromInt32(80))
	put(&c, "spec.ports[80].protocol", &port.Protocol, corev1.ProtocolTCP)
	return c
}

func rolledOut(d *appsv1.Deployment, wanted int32) bool {
	return d.Status.ObservedGeneration >= d.Generation && d.Status.UpdatedReplicas == wanted &&
		d.Status.Replicas == wanted && d.Status.AvailableReplicas == wanted
}

func deploymentCondition(d *appsv1.Deployment, kind appsv1.DeploymentConditionType) *appsv1.DeploymentCondition {
	for i := range d.Status.Conditions {
		if d.Status.Conditions[i].Type == kind {
			return &d.Status.Conditions[i]
		}
	}
	return nil
}

func available(w *WebServer, d *appsv1.Deployment) metav1.Condition {
	if d == nil {
		return metav1.Condition{Status: metav1.ConditionFalse, Reason: "NoDeployment",
			Message: "There is no Deployment of this WebServer yet."}
	}
	if w.Spec.Replicas == 0 {
		return metav1.Condition{Status: metav1.ConditionFalse, Reason: "ScaledToZero", Message: "spec.replicas is 0."}
	}
	c := metav1.Condition{Status: metav1.ConditionFalse, Reason: "MinimumReplicasUnavailable",
		Message: fmt.Sprintf("%d of %d pods are ready.", d.Status.ReadyReplicas, w.Spec.Replicas)}
	if a := deploymentCondition(d, appsv1.DeploymentAvailable); a != nil && a.Status == corev1.ConditionTrue {
		c.Status, c.Reason = metav1.ConditionTrue, "MinimumReplicasAvailable"
	}
	return c
}

func progressing(w *WebServer, d *appsv1.Deployment, trouble *problem) metav1.Condition {
	switch {
	case trouble != nil:
		return metav1.Condition{Status: metav1.ConditionFalse, Reason: trouble.reason,
			Message: "Waiting until the problem is solved."}
	case d == nil:
		return metav1.Condition{Status: metav1.ConditionTrue, Reason: "Creating",
			Message: "The Deployment is being created."}
	case rolledOut(d, w.Spec.Replicas):
		return metav1.Condition{Status: metav1.ConditionFalse, Reason: "RolledOut",
			Message: "All pods are as they should be."}
	}
	return metav1.Condition{Status: metav1.ConditionTrue, Reason: "RollingOut",
		Message: fmt.Sprintf("%d of %d pods are up to date.", d.Status.UpdatedReplicas, w.Spec.Replicas)}
}

func degraded(d *appsv1.Deployment, trouble *problem) metav1.Condition {
	if trouble != nil {
		return metav1.Condition{Status: metav1.ConditionTrue, Reason: trouble.reason, Message: trouble.message}
	}
	if d != nil {
		if c := deploymentCondition(d, appsv1.DeploymentReplicaFailure); c != nil && c.Status == corev1.ConditionTrue {
			return metav1.Condition{Status: metav1.ConditionTrue, Reason: c.Reason, Message: c.Message}
		}
		if c := deploymentCondition(d, appsv1.DeploymentProgressing); c != nil && c.Status == corev1.ConditionFalse {
			return metav1.Condition{Status: metav1.ConditionTrue, Reason: c.Reason, Message: c.Message}
		}
	}
	return metav1.Condition{Status: metav1.ConditionFalse, Reason: "AsExpected"}
}

// desiredStatus is what to report, given what was seen; `d` is nil when there is no Deployment of ours.
func desiredStatus(w *WebServer, d *appsv1.Deployment, trouble *problem) WebServerStatus {
	s := WebServerStatus{ObservedGeneration: w.Generation}
	s.Conditions = append(s.Conditions, w.Status.Conditions...)
	if d != nil {
		s.Replicas, s.ReadyReplicas = d.Status.Replicas, d.Status.ReadyReplicas
	}
	set := func(kind string, c metav1.Condition) {
		c.Type, c.ObservedGeneration = kind, w.Generation
		meta.SetStatusCondition(&s.Conditions, c)
	}
	set("Available", available(w, d))
	set("Progressing", progressing(w, d, trouble))
	set("Degraded", degraded(d, trouble))
	return s
}
