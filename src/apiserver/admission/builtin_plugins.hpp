#pragma once
// The admission plugins of kube-apiserver that are pure functions of a write and of looked-up objects, each
// in its own source. plugins.hpp has the table of all plugins. `_admit` may change the object, before
// validation and before webhooks; `_validate` runs after validation.

#include "apiserver/admission/request.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

// TaintNodesByCondition: a new Node has the taint node.kubernetes.io/not-ready.
api_result<> node_taint_admit(admission_request& q);

// PodSecurity.
api_result<> pod_security_validate(admission_request& q);

// Priority: the number and the preemption policy of the class, or of the default class. A class that does not
// exist, another number and a second default class are refused.
api_result<> priority_admit(admission_request& q);
api_result<> priority_validate(admission_request& q);

// DefaultTolerationSeconds: pods tolerate nodes that are not ready or unreachable for five minutes.
api_result<> default_tolerations_admit(admission_request& q);

// DefaultStorageClass: a claim without a class gets the newest default class.
api_result<> default_storage_class_admit(admission_request& q);

// StorageObjectInUseProtection: claims and volumes get the finalizer of the controller that removes it when
// nothing uses them.
api_result<> storage_protection_admit(admission_request& q);

// PersistentVolumeClaimResize: only bound claims of a class that allows it may grow.
api_result<> claim_resize_validate(admission_request& q);

// RuntimeClass: a pod gets the overhead, the node selector and the tolerations of its class.
api_result<> runtime_class_admit(admission_request& q);
api_result<> runtime_class_validate(admission_request& q);

// CertificateSubjectRestriction: no certificate of kubernetes.io/kube-apiserver-client for system:masters.
api_result<> certificate_subject_validate(admission_request& q);

// CertificateApproval and CertificateSigning: only who may `approve` or `sign` for the signer writes the
// approval, and the certificate.
api_result<> certificate_approval_validate(admission_request& q);
api_result<> certificate_signing_validate(admission_request& q);
// ClusterTrustBundleAttest: only who may `attest` for the signer writes its trust anchors.
api_result<> trust_bundle_attest_validate(admission_request& q);

// NodeRestriction: a kubelet writes its own Node, Lease and CSINode, and its own pods. Also for deletes.
api_result<> node_restriction_admit(admission_request& q);

// OwnerReferencesPermissionEnforcement: who changes the owners of an object may delete it, and who blocks the
// deletion of an owner may write that owner's finalizers.
api_result<> owner_references_validate(admission_request& q);

// DenyServiceExternalIPs: a Service gets no external address that it does not have.
api_result<> external_ips_validate(admission_request& q);

// AlwaysPullImages: containers and image volumes pull their images always, when a pod has new images.
api_result<> pull_images_admit(admission_request& q);
api_result<> pull_images_validate(admission_request& q);

// LimitPodHardAntiAffinityTopology: pods must avoid each other by node at most.
api_result<> hard_anti_affinity_validate(admission_request& q);

// ExtendedResourceToleration: a pod that requests example.com/device tolerates the taint of that name.
api_result<> extended_resource_toleration_admit(admission_request& q);

// NamespaceExists: as NamespaceLifecycle, without its other rules.
api_result<> namespace_exists_validate(admission_request& q);

// DefaultIngressClass: an Ingress without a class gets the newest default class.
api_result<> default_ingress_class_admit(admission_request& q);

// PodTopologyLabels: pods get the zone and the region of their node. For pods/binding, `object` is the
// Binding.
api_result<> topology_labels_admit(admission_request& q);

}}}  // namespace setpoint::v0::apiserver
