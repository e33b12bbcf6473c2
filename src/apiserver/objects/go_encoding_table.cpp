// Made by script/builtin-shapes from the types of k8s.io/api: which fields Go writes when they are empty.
// See shape.hpp.

#include "apiserver/objects/go_encoding_table.hpp"

namespace setpoint::apiserver {

// clang-format off
const std::vector<std::string_view>& shape_table() {
    static const std::vector<std::string_view> table{
R"(admissionregistration.v1.MatchCondition name:as expression:as
admissionregistration.v1.MutatingWebhook name:as clientConfig:a{admissionregistration.v1.WebhookClientConfig rules:o[{admissionregistration.v1.RuleWithOperations failurePolicy:ps matchPolicy:ps namespaceSelector:p{meta.v1.LabelSelector objectSelector:p{meta.v1.LabelSelector sideEffects:ns timeoutSeconds:pn admissionReviewVersions:a[s reinvocationPolicy:ps matchConditions:o[{admissionregistration.v1.MatchCondition
admissionregistration.v1.MutatingWebhookConfiguration kind:os apiVersion:os metadata:a{meta.v1.ObjectMeta webhooks:o[{admissionregistration.v1.MutatingWebhook
admissionregistration.v1.RuleWithOperations operations:o[s apiGroups:o[s apiVersions:o[s resources:o[s scope:ps
admissionregistration.v1.ServiceReference namespace:as name:as path:ps port:pn
admissionregistration.v1.ValidatingWebhook name:as clientConfig:a{admissionregistration.v1.WebhookClientConfig rules:o[{admissionregistration.v1.RuleWithOperations failurePolicy:ps matchPolicy:ps namespaceSelector:p{meta.v1.LabelSelector objectSelector:p{meta.v1.LabelSelector sideEffects:ns timeoutSeconds:pn admissionReviewVersions:a[s matchConditions:o[{admissionregistration.v1.MatchCondition
admissionregistration.v1.ValidatingWebhookConfiguration kind:os apiVersion:os metadata:a{meta.v1.ObjectMeta webhooks:o[{admissionregistration.v1.ValidatingWebhook
admissionregistration.v1.WebhookClientConfig url:ps service:p{admissionregistration.v1.ServiceReference caBundle:oy
apiextensions.v1.CustomResourceColumnDefinition name:as type:as format:os description:os priority:on jsonPath:as
apiextensions.v1.CustomResourceConversion strategy:as webhook:p{apiextensions.v1.WebhookConversion
apiextensions.v1.CustomResourceDefinition kind:os apiVersion:os metadata:a{meta.v1.ObjectMeta spec:a{apiextensions.v1.CustomResourceDefinitionSpec status:a{apiextensions.v1.CustomResourceDefinitionStatus
apiextensions.v1.CustomResourceDefinitionCondition type:as status:as lastTransitionTime:at reason:os message:os observedGeneration:on
apiextensions.v1.CustomResourceDefinitionNames plural:as singular:os shortNames:o[s kind:as listKind:os categories:o[s
apiextensions.v1.CustomResourceDefinitionSpec group:as names:a{apiextensions.v1.CustomResourceDefinitionNames scope:as versions:a[{apiextensions.v1.CustomResourceDefinitionVersion conversion:p{apiextensions.v1.CustomResourceConversion preserveUnknownFields:ob
apiextensions.v1.CustomResourceDefinitionStatus conditions:a[{apiextensions.v1.CustomResourceDefinitionCondition acceptedNames:a{apiextensions.v1.CustomResourceDefinitionNames storedVersions:a[s observedGeneration:on
apiextensions.v1.CustomResourceDefinitionVersion name:as served:ab storage:ab deprecated:ob deprecationWarning:ps schema:p{apiextensions.v1.CustomResourceValidation subresources:p{apiextensions.v1.CustomResourceSubresources additionalPrinterColumns:o[{apiextensions.v1.CustomResourceColumnDefinition selectableFields:o[{apiextensions.v1.SelectableField
apiextensions.v1.CustomResourceSubresourceScale specReplicasPath:as statusReplicasPath:as labelSelectorPath:ps
apiextensions.v1.CustomResourceSubresourceStatus 
apiextensions.v1.CustomResourceSubresources status:p{apiextensions.v1.CustomResourceSubresourceStatus scale:p{apiextensions.v1.CustomResourceSubresourceScale
apiextensions.v1.CustomResourceValidation openAPIV3Schema:p{apiextensions.v1.JSONSchemaProps
apiextensions.v1.ExternalDocumentation description:os url:os
apiextensions.v1.JSONSchemaProps id:os $schema:os $ref:ps description:os type:os format:os title:os default:pr maximum:pn exclusiveMaximum:ob minimum:pn exclusiveMinimum:ob maxLength:pn minLength:pn pattern:os maxItems:pn minItems:pn uniqueItems:ob multipleOf:pn enum:o[r maxProperties:pn minProperties:pn required:o[s items:pJ allOf:o[{apiextensions.v1.JSONSchemaProps oneOf:o[{apiextensions.v1.JSONSchemaProps anyOf:o[{apiextensions.v1.JSONSchemaProps not:p{apiextensions.v1.JSONSchemaProps properties:o<{apiextensions.v1.JSONSchemaProps additionalProperties:pJ patternProperties:o<{apiextensions.v1.JSONSchemaProps dependencies:o<r additionalItems:pJ definitions:o<{apiextensions.v1.JSONSchemaProps externalDocs:p{apiextensions.v1.ExternalDocumentation example:pr nullable:ob x-kubernetes-preserve-unknown-fields:pb x-kubernetes-embedded-resource:ob x-kubernetes-int-or-string:ob x-kubernetes-list-map-keys:o[s x-kubernetes-list-type:ps x-kubernetes-map-type:ps x-kubernetes-validations:o[{apiextensions.v1.ValidationRule
apiextensions.v1.SelectableField jsonPath:as
apiextensions.v1.ServiceReference namespace:as name:as path:ps port:pn
apiextensions.v1.ValidationRule rule:as message:os messageExpression:os reason:ps fieldPath:os optionalOldSelf:pb
apiextensions.v1.WebhookClientConfig url:ps service:p{apiextensions.v1.ServiceReference caBundle:oy
apiextensions.v1.WebhookConversion clientConfig:p{apiextensions.v1.WebhookClientConfig conversionReviewVersions:a[s
apiregistration.v1.APIService kind:os apiVersion:os metadata:a{meta.v1.ObjectMeta spec:a{apiregistration.v1.APIServiceSpec status:a{apiregistration.v1.APIServiceStatus
apiregistration.v1.APIServiceCondition type:as status:as lastTransitionTime:at reason:os message:os
apiregistration.v1.APIServiceSpec service:p{apiregistration.v1.ServiceReference group:os version:os insecureSkipTLSVerify:ob caBundle:oy groupPriorityMinimum:an versionPriority:an
apiregistration.v1.APIServiceStatus conditions:o[{apiregistration.v1.APIServiceCondition
apiregistration.v1.ServiceReference namespace:os name:os port:pn
apps.v1.ControllerRevision kind:os apiVersion:os metadata:a{meta.v1.ObjectMeta data:ar revision:an
apps.v1.DaemonSet kind:os apiVersion:os metadata:a{meta.v1.ObjectMeta spec:a{apps.v1.DaemonSetSpec status:a{apps.v1.DaemonSetStatus
apps.v1.DaemonSetCondition type:as status:as lastTransitionTime:at reason:os message:os
apps.v1.DaemonSetSpec selector:n{meta.v1.LabelSelector template:a{core.v1.PodTemplateSpec updateStrategy:a{apps.v1.DaemonSetUpdateStrategy minReadySeconds:on revisionHistoryLimit:pn
apps.v1.DaemonSetStatus currentNumberScheduled:an numberMisscheduled:an desiredNumberScheduled:an numberReady:an observedGeneration:on updatedNumberScheduled:on numberAvailable:on numberUnavailable:on collisionCount:pn conditions:o[{apps.v1.DaemonSetCondition
apps.v1.DaemonSetUpdateStrategy type:os rollingUpdate:p{apps.v1.RollingUpdateDaemonSet
apps.v1.Deployment kind:os apiVersion:os metadata:a{meta.v1.ObjectMeta spec:a{apps.v1.DeploymentSpec status:a{apps.v1.DeploymentStatus
apps.v1.DeploymentCondition type:as status:as lastUpdateTime:at lastTransitionTime:at reason:os message:os
apps.v1.DeploymentSpec replicas:pn selector:n{meta.v1.LabelSelector template:a{core.v1.PodTemplateSpec strategy:a{apps.v1.DeploymentStrategy minReadySeconds:on revisionHistoryLimit:pn paused:ob progressDeadlineSeconds:pn
apps.v1.DeploymentStatus observedGeneration:on replicas:on updatedReplicas:on readyReplicas:on availableReplicas:on unavailableReplicas:on terminatingReplicas:pn conditions:o[{apps.v1.DeploymentCondition collisionCount:pn
apps.v1.DeploymentStrategy type:os rollingUpdate:p{apps.v1.RollingUpdateDeployment
apps.v1.ReplicaSet kind:os apiVersion:os metadata:a{meta.v1.ObjectMeta spec:a{apps.v1.ReplicaSetSpec status:a{apps.v1.ReplicaSetStatus
apps.v1.ReplicaSetCondition type:as status:as lastTransitionTime:at reason:os message:os
apps.v1.ReplicaSetSpec replicas:pn minReadySeconds:on selector:n{meta.v1.LabelSelector template:a{core.v1.PodTemplateSpec
apps.v1.ReplicaSetStatus replicas:an fullyLabeledReplicas:on readyReplicas:on availableReplicas:on terminatingReplicas:pn observedGeneration:on conditions:o[{apps.v1.ReplicaSetCondition
apps.v1.RollingUpdateDaemonSet maxUnavailable:pi maxSurge:pi
apps.v1.RollingUpdateDeployment maxUnavailable:pi maxSurge:pi
apps.v1.RollingUpdateStatefulSetStrategy partition:pn maxUnavailable:pi
apps.v1.StatefulSet kind:os apiVersion:os metadata:a{meta.v1.ObjectMeta spec:a{apps.v1.StatefulSetSpec status:a{apps.v1.StatefulSetStatus
apps.v1.StatefulSetCondition type:as status:as lastTransitionTime:at reason:os message:os
apps.v1.StatefulSetOrdinals start:an
apps.v1.StatefulSetPersistentVolumeClaimRetentionPolicy whenDeleted:os whenScaled:os
apps.v1.StatefulSetSpec replicas:pn selector:n{meta.v1.LabelSelector template:a{core.v1.PodTemplateSpec volumeClaimTemplates:o[{core.v1.PersistentVolumeClaim serviceName:as podManagementPolicy:os updateStrategy:a{apps.v1.StatefulSetUpdateStrategy revisionHistoryLimit:pn minReadySeconds:on persistentVolumeClaimRetentionPolicy:p{apps.v1.StatefulSetPersistentVolumeClaimRetentionPolicy ordinals:p{apps.v1.StatefulSetOrdinals
apps.v1.StatefulSetStatus observedGeneration:on replicas:an readyReplicas:on currentReplicas:on updatedReplicas:on currentRevision:os updateRevision:os collisionCount:pn conditions:o[{apps.v1.StatefulSetCondition availableReplicas:an
apps.v1.StatefulSetUpdateStrategy type:os rollingUpdate:p{apps.v1.RollingUpdateStatefulSetStrategy
authentication.v1.BoundObjectReference kind:os apiVersion:os name:os uid:os
authentication.v1.SelfSubjectReview kind:os apiVersion:os metadata:a{meta.v1.ObjectMeta status:a{authentication.v1.SelfSubjectReviewStatus
authentication.v1.SelfSubjectReviewStatus userInfo:a{authentication.v1.UserInfo
authentication.v1.TokenRequest kind:os apiVersion:os metadata:a{meta.v1.ObjectMeta spec:a{authentication.v1.TokenRequestSpec status:a{authentication.v1.TokenRequestStatus
authentication.v1.TokenRequestSpec audiences:a[s expirationSeconds:nn boundObjectRef:n{authentication.v1.BoundObjectReference
authentication.v1.TokenRequestStatus token:as expirationTimestamp:at
authentication.v1.TokenReview kind:os apiVersion:os metadata:a{meta.v1.ObjectMeta spec:a{authentication.v1.TokenReviewSpec status:a{authentication.v1.TokenReviewStatus
authentication.v1.TokenReviewSpec token:os audiences:o[s
authentication.v1.TokenReviewStatus authenticated:ob user:a{authentication.v1.UserInfo audiences:o[s error:os
authentication.v1.UserInfo username:os uid:os groups:o[s extra:o<[s
authorization.v1.FieldSelectorAttributes rawSelector:os requirements:o[{meta.v1.FieldSelectorRequirement
authorization.v1.LabelSelectorAttributes rawSelector:os requirements:o[{meta.v1.LabelSelectorRequirement
authorization.v1.LocalSubjectAccessReview kind:os apiVersion:os metadata:a{meta.v1.ObjectMeta spec:a{authorization.v1.SubjectAccessReviewSpec status:a{authorization.v1.SubjectAccessReviewStatus
authorization.v1.NonResourceAttributes path:os verb:os
authorization.v1.NonResourceRule verbs:a[s nonResourceURLs:o[s
authorization.v1.ResourceAttributes namespace:os verb:os group:os version:os resource:os subresource:os name:os fieldSelector:p{authorization.v1.FieldSelectorAttributes labelSelector:p{authorization.v1.LabelSelectorAttributes
authorization.v1.ResourceRule verbs:a[s apiGroups:o[s resources:o[s resourceNames:o[s
authorization.v1.SelfSubjectAccessReview kind:os apiVersion:os metadata:a{meta.v1.ObjectMeta spec:a{authorization.v1.SelfSubjectAccessReviewSpec status:a{authorization.v1.SubjectAccessReviewStatus
authorization.v1.SelfSubjectAccessReviewSpec resourceAttributes:p{authorization.v1.ResourceAttributes nonResourceAttributes:p{authorization.v1.NonResourceAttributes
authorization.v1.SelfSubjectRulesReview kind:os apiVersion:os metadata:a{meta.v1.ObjectMeta spec:a{authorization.v1.SelfSubjectRulesReviewSpec status:a{authorization.v1.SubjectRulesReviewStatus
authorization.v1.SelfSubjectRulesReviewSpec namespace:os
authorization.v1.SubjectAccessReview kind:os apiVersion:os metadata:a{meta.v1.ObjectMeta spec:a{authorization.v1.SubjectAccessReviewSpec status:a{authorization.v1.SubjectAccessReviewStatus
authorization.v1.SubjectAccessReviewSpec resourceAttributes:p{authorization.v1.ResourceAttributes nonResourceAttributes:p{authorization.v1.NonResourceAttributes user:os groups:o[s extra:o<[s uid:os
authorization.v1.SubjectAccessReviewStatus allowed:ab denied:ob reason:os evaluationError:os
)",
R"(authorization.v1.SubjectRulesReviewStatus resourceRules:a[{authorization.v1.ResourceRule nonResourceRules:a[{authorization.v1.NonResourceRule incomplete:ab evaluationError:os
autoscaling.v1.CrossVersionObjectReference kind:as name:as apiVersion:os
autoscaling.v1.HorizontalPodAutoscaler kind:os apiVersion:os metadata:a{meta.v1.ObjectMeta spec:a{autoscaling.v1.HorizontalPodAutoscalerSpec status:a{autoscaling.v1.HorizontalPodAutoscalerStatus
autoscaling.v1.HorizontalPodAutoscalerSpec scaleTargetRef:a{autoscaling.v1.CrossVersionObjectReference minReplicas:pn maxReplicas:an targetCPUUtilizationPercentage:pn
autoscaling.v1.HorizontalPodAutoscalerStatus observedGeneration:pn lastScaleTime:pt currentReplicas:an desiredReplicas:an currentCPUUtilizationPercentage:pn
autoscaling.v1.Scale kind:os apiVersion:os metadata:a{meta.v1.ObjectMeta spec:a{autoscaling.v1.ScaleSpec status:a{autoscaling.v1.ScaleStatus
autoscaling.v1.ScaleSpec replicas:on
autoscaling.v1.ScaleStatus replicas:an selector:os
autoscaling.v2.ContainerResourceMetricSource name:as target:a{autoscaling.v2.MetricTarget container:as
autoscaling.v2.ContainerResourceMetricStatus name:as current:a{autoscaling.v2.MetricValueStatus container:as
autoscaling.v2.CrossVersionObjectReference kind:as name:as apiVersion:os
autoscaling.v2.ExternalMetricSource metric:a{autoscaling.v2.MetricIdentifier target:a{autoscaling.v2.MetricTarget
autoscaling.v2.ExternalMetricStatus metric:a{autoscaling.v2.MetricIdentifier current:a{autoscaling.v2.MetricValueStatus
autoscaling.v2.HPAScalingPolicy type:as value:an periodSeconds:an
autoscaling.v2.HPAScalingRules stabilizationWindowSeconds:pn selectPolicy:ps policies:o[{autoscaling.v2.HPAScalingPolicy tolerance:pq
autoscaling.v2.HorizontalPodAutoscaler kind:os apiVersion:os metadata:a{meta.v1.ObjectMeta spec:a{autoscaling.v2.HorizontalPodAutoscalerSpec status:a{autoscaling.v2.HorizontalPodAutoscalerStatus
autoscaling.v2.HorizontalPodAutoscalerBehavior scaleUp:p{autoscaling.v2.HPAScalingRules scaleDown:p{autoscaling.v2.HPAScalingRules
autoscaling.v2.HorizontalPodAutoscalerCondition type:as status:as lastTransitionTime:at reason:os message:os
autoscaling.v2.HorizontalPodAutoscalerSpec scaleTargetRef:a{autoscaling.v2.CrossVersionObjectReference minReplicas:pn maxReplicas:an metrics:o[{autoscaling.v2.MetricSpec behavior:p{autoscaling.v2.HorizontalPodAutoscalerBehavior
autoscaling.v2.HorizontalPodAutoscalerStatus observedGeneration:pn lastScaleTime:pt currentReplicas:on desiredReplicas:an currentMetrics:a[{autoscaling.v2.MetricStatus conditions:o[{autoscaling.v2.HorizontalPodAutoscalerCondition
autoscaling.v2.MetricIdentifier name:as selector:p{meta.v1.LabelSelector
autoscaling.v2.MetricSpec type:as object:p{autoscaling.v2.ObjectMetricSource pods:p{autoscaling.v2.PodsMetricSource resource:p{autoscaling.v2.ResourceMetricSource containerResource:p{autoscaling.v2.ContainerResourceMetricSource external:p{autoscaling.v2.ExternalMetricSource
autoscaling.v2.MetricStatus type:as object:p{autoscaling.v2.ObjectMetricStatus pods:p{autoscaling.v2.PodsMetricStatus resource:p{autoscaling.v2.ResourceMetricStatus containerResource:p{autoscaling.v2.ContainerResourceMetricStatus external:p{autoscaling.v2.ExternalMetricStatus
autoscaling.v2.MetricTarget type:as value:pq averageValue:pq averageUtilization:pn
autoscaling.v2.MetricValueStatus value:pq averageValue:pq averageUtilization:pn
autoscaling.v2.ObjectMetricSource describedObject:a{autoscaling.v2.CrossVersionObjectReference target:a{autoscaling.v2.MetricTarget metric:a{autoscaling.v2.MetricIdentifier
autoscaling.v2.ObjectMetricStatus metric:a{autoscaling.v2.MetricIdentifier current:a{autoscaling.v2.MetricValueStatus describedObject:a{autoscaling.v2.CrossVersionObjectReference
autoscaling.v2.PodsMetricSource metric:a{autoscaling.v2.MetricIdentifier target:a{autoscaling.v2.MetricTarget
autoscaling.v2.PodsMetricStatus metric:a{autoscaling.v2.MetricIdentifier current:a{autoscaling.v2.MetricValueStatus
autoscaling.v2.ResourceMetricSource name:as target:a{autoscaling.v2.MetricTarget
autoscaling.v2.ResourceMetricStatus name:as current:a{autoscaling.v2.MetricValueStatus
batch.v1.CronJob kind:os apiVersion:os metadata:a{meta.v1.ObjectMeta spec:a{batch.v1.CronJobSpec status:a{batch.v1.CronJobStatus
batch.v1.CronJobSpec schedule:as timeZone:ps startingDeadlineSeconds:pn concurrencyPolicy:os suspend:pb jobTemplate:a{batch.v1.JobTemplateSpec successfulJobsHistoryLimit:pn failedJobsHistoryLimit:pn
batch.v1.CronJobStatus active:o[{core.v1.ObjectReference lastScheduleTime:pt lastSuccessfulTime:pt
batch.v1.Job kind:os apiVersion:os metadata:a{meta.v1.ObjectMeta spec:a{batch.v1.JobSpec status:a{batch.v1.JobStatus
batch.v1.JobCondition type:as status:as lastProbeTime:at lastTransitionTime:at reason:os message:os
batch.v1.JobSpec parallelism:pn completions:pn activeDeadlineSeconds:pn podFailurePolicy:p{batch.v1.PodFailurePolicy successPolicy:p{batch.v1.SuccessPolicy backoffLimit:pn backoffLimitPerIndex:pn maxFailedIndexes:pn selector:p{meta.v1.LabelSelector manualSelector:pb template:a{core.v1.PodTemplateSpec ttlSecondsAfterFinished:pn completionMode:ps suspend:pb podReplacementPolicy:ps managedBy:ps
batch.v1.JobStatus conditions:o[{batch.v1.JobCondition startTime:pt completionTime:pt active:on succeeded:on failed:on terminating:pn completedIndexes:os failedIndexes:ps uncountedTerminatedPods:p{batch.v1.UncountedTerminatedPods ready:pn
batch.v1.JobTemplateSpec metadata:a{meta.v1.ObjectMeta spec:a{batch.v1.JobSpec
batch.v1.PodFailurePolicy rules:a[{batch.v1.PodFailurePolicyRule
batch.v1.PodFailurePolicyOnExitCodesRequirement containerName:ps operator:as values:a[n
batch.v1.PodFailurePolicyOnPodConditionsPattern type:as status:as
batch.v1.PodFailurePolicyRule action:as onExitCodes:p{batch.v1.PodFailurePolicyOnExitCodesRequirement onPodConditions:o[{batch.v1.PodFailurePolicyOnPodConditionsPattern
batch.v1.SuccessPolicy rules:a[{batch.v1.SuccessPolicyRule
batch.v1.SuccessPolicyRule succeededIndexes:ps succeededCount:pn
batch.v1.UncountedTerminatedPods succeeded:o[s failed:o[s
certificates.v1.CertificateSigningRequest kind:os apiVersion:os metadata:a{meta.v1.ObjectMeta spec:a{certificates.v1.CertificateSigningRequestSpec status:a{certificates.v1.CertificateSigningRequestStatus
certificates.v1.CertificateSigningRequestCondition type:as status:as reason:os message:os lastUpdateTime:at lastTransitionTime:at
certificates.v1.CertificateSigningRequestSpec request:ay signerName:as expirationSeconds:pn usages:o[s username:os uid:os groups:o[s extra:o<[s
certificates.v1.CertificateSigningRequestStatus conditions:o[{certificates.v1.CertificateSigningRequestCondition certificate:oy
coordination.v1.Lease kind:os apiVersion:os metadata:a{meta.v1.ObjectMeta spec:a{coordination.v1.LeaseSpec
coordination.v1.LeaseSpec holderIdentity:ps leaseDurationSeconds:pn acquireTime:pu renewTime:pu leaseTransitions:pn strategy:ps preferredHolder:ps
core.v1.AWSElasticBlockStoreVolumeSource volumeID:as fsType:os partition:on readOnly:ob
core.v1.Affinity nodeAffinity:p{core.v1.NodeAffinity podAffinity:p{core.v1.PodAffinity podAntiAffinity:p{core.v1.PodAntiAffinity
core.v1.AppArmorProfile type:as localhostProfile:ps
core.v1.AttachedVolume name:as devicePath:as
core.v1.AzureDiskVolumeSource diskName:as diskURI:as cachingMode:ps fsType:ps readOnly:pb kind:ps
core.v1.AzureFilePersistentVolumeSource secretName:as shareName:as readOnly:ob secretNamespace:ns
core.v1.AzureFileVolumeSource secretName:as shareName:as readOnly:ob
core.v1.Binding kind:os apiVersion:os metadata:a{meta.v1.ObjectMeta target:a{core.v1.ObjectReference
core.v1.CSIPersistentVolumeSource driver:as volumeHandle:as readOnly:ob fsType:os volumeAttributes:o<s controllerPublishSecretRef:p{core.v1.SecretReference nodeStageSecretRef:p{core.v1.SecretReference nodePublishSecretRef:p{core.v1.SecretReference controllerExpandSecretRef:p{core.v1.SecretReference nodeExpandSecretRef:p{core.v1.SecretReference
core.v1.CSIVolumeSource driver:as readOnly:pb fsType:ps volumeAttributes:o<s nodePublishSecretRef:p{core.v1.LocalObjectReference
core.v1.Capabilities add:o[s drop:o[s
core.v1.CephFSPersistentVolumeSource monitors:a[s path:os user:os secretFile:os secretRef:p{core.v1.SecretReference readOnly:ob
core.v1.CephFSVolumeSource monitors:a[s path:os user:os secretFile:os secretRef:p{core.v1.LocalObjectReference readOnly:ob
core.v1.CinderPersistentVolumeSource volumeID:as fsType:os readOnly:ob secretRef:p{core.v1.SecretReference
core.v1.CinderVolumeSource volumeID:as fsType:os readOnly:ob secretRef:p{core.v1.LocalObjectReference
core.v1.ClientIPConfig timeoutSeconds:pn
core.v1.ClusterTrustBundleProjection name:ps signerName:ps labelSelector:p{meta.v1.LabelSelector optional:pb path:as
core.v1.ConfigMap kind:os apiVersion:os metadata:a{meta.v1.ObjectMeta immutable:pb data:o<s binaryData:o<y
core.v1.ConfigMapEnvSource name:os optional:pb
core.v1.ConfigMapKeySelector name:os key:as optional:pb
core.v1.ConfigMapNodeConfigSource namespace:as name:as uid:os resourceVersion:os kubeletConfigKey:as
core.v1.ConfigMapProjection name:os items:o[{core.v1.KeyToPath optional:pb
core.v1.ConfigMapVolumeSource name:os items:o[{core.v1.KeyToPath defaultMode:pn optional:pb
core.v1.Container name:as image:os command:o[s args:o[s workingDir:os ports:o[{core.v1.ContainerPort envFrom:o[{core.v1.EnvFromSource env:o[{core.v1.EnvVar resources:a{core.v1.ResourceRequirements resizePolicy:o[{core.v1.ContainerResizePolicy restartPolicy:ps restartPolicyRules:o[{core.v1.ContainerRestartRule volumeMounts:o[{core.v1.VolumeMount volumeDevices:o[{core.v1.VolumeDevice livenessProbe:p{core.v1.Probe readinessProbe:p{core.v1.Probe startupProbe:p{core.v1.Probe lifecycle:p{core.v1.Lifecycle terminationMessagePath:os terminationMessagePolicy:os imagePullPolicy:os securityContext:p{core.v1.SecurityContext stdin:ob stdinOnce:ob tty:ob
core.v1.ContainerExtendedResourceRequest containerName:as resourceName:as requestName:as
core.v1.ContainerImage names:a[s sizeBytes:on
core.v1.ContainerPort name:os hostPort:on containerPort:an protocol:os hostIP:os
core.v1.ContainerResizePolicy resourceName:as restartPolicy:as
core.v1.ContainerRestartRule action:os exitCodes:p{core.v1.ContainerRestartRuleOnExitCodes
core.v1.ContainerRestartRuleOnExitCodes operator:os values:o[n
core.v1.ContainerState waiting:p{core.v1.ContainerStateWaiting running:p{core.v1.ContainerStateRunning terminated:p{core.v1.ContainerStateTerminated
core.v1.ContainerStateRunning startedAt:at
core.v1.ContainerStateTerminated exitCode:an signal:on reason:os message:os startedAt:at finishedAt:at containerID:os
core.v1.ContainerStateWaiting reason:os message:os
core.v1.ContainerStatus name:as state:a{core.v1.ContainerState lastState:a{core.v1.ContainerState ready:ab restartCount:an image:as imageID:as containerID:os started:pb allocatedResources:o<q resources:p{core.v1.ResourceRequirements volumeMounts:o[{core.v1.VolumeMountStatus user:p{core.v1.ContainerUser allocatedResourcesStatus:o[{core.v1.ResourceStatus stopSignal:ps
core.v1.ContainerUser linux:p{core.v1.LinuxContainerUser
core.v1.DaemonEndpoint Port:an
core.v1.DownwardAPIProjection items:o[{core.v1.DownwardAPIVolumeFile
core.v1.DownwardAPIVolumeFile path:as fieldRef:p{core.v1.ObjectFieldSelector resourceFieldRef:p{core.v1.ResourceFieldSelector mode:pn
core.v1.DownwardAPIVolumeSource items:o[{core.v1.DownwardAPIVolumeFile defaultMode:pn
core.v1.EmptyDirVolumeSource medium:os sizeLimit:pq
core.v1.EndpointAddress ip:as hostname:os nodeName:ps targetRef:p{core.v1.ObjectReference
core.v1.EndpointPort name:os port:an protocol:os appProtocol:ps
core.v1.EndpointSubset addresses:o[{core.v1.EndpointAddress notReadyAddresses:o[{core.v1.EndpointAddress ports:o[{core.v1.EndpointPort
core.v1.Endpoints kind:os apiVersion:os metadata:a{meta.v1.ObjectMeta subsets:o[{core.v1.EndpointSubset
core.v1.EnvFromSource prefix:os configMapRef:p{core.v1.ConfigMapEnvSource secretRef:p{core.v1.SecretEnvSource
)",
R"(core.v1.EnvVar name:as value:os valueFrom:p{core.v1.EnvVarSource
core.v1.EnvVarSource fieldRef:p{core.v1.ObjectFieldSelector resourceFieldRef:p{core.v1.ResourceFieldSelector configMapKeyRef:p{core.v1.ConfigMapKeySelector secretKeyRef:p{core.v1.SecretKeySelector fileKeyRef:p{core.v1.FileKeySelector
core.v1.EphemeralContainer name:as image:os command:o[s args:o[s workingDir:os ports:o[{core.v1.ContainerPort envFrom:o[{core.v1.EnvFromSource env:o[{core.v1.EnvVar resources:a{core.v1.ResourceRequirements resizePolicy:o[{core.v1.ContainerResizePolicy restartPolicy:ps restartPolicyRules:o[{core.v1.ContainerRestartRule volumeMounts:o[{core.v1.VolumeMount volumeDevices:o[{core.v1.VolumeDevice livenessProbe:p{core.v1.Probe readinessProbe:p{core.v1.Probe startupProbe:p{core.v1.Probe lifecycle:p{core.v1.Lifecycle terminationMessagePath:os terminationMessagePolicy:os imagePullPolicy:os securityContext:p{core.v1.SecurityContext stdin:ob stdinOnce:ob tty:ob targetContainerName:os
core.v1.EphemeralVolumeSource volumeClaimTemplate:p{core.v1.PersistentVolumeClaimTemplate
core.v1.Event kind:os apiVersion:os metadata:a{meta.v1.ObjectMeta involvedObject:a{core.v1.ObjectReference reason:os message:os source:a{core.v1.EventSource firstTimestamp:at lastTimestamp:at count:on type:os eventTime:au series:p{core.v1.EventSeries action:os related:p{core.v1.ObjectReference reportingComponent:as reportingInstance:as
core.v1.EventSeries count:on lastObservedTime:au
core.v1.EventSource component:os host:os
core.v1.ExecAction command:o[s
core.v1.FCVolumeSource targetWWNs:o[s lun:pn fsType:os readOnly:ob wwids:o[s
core.v1.FileKeySelector volumeName:as path:as key:as optional:pb
core.v1.FlexPersistentVolumeSource driver:as fsType:os secretRef:p{core.v1.SecretReference readOnly:ob options:o<s
core.v1.FlexVolumeSource driver:as fsType:os secretRef:p{core.v1.LocalObjectReference readOnly:ob options:o<s
core.v1.FlockerVolumeSource datasetName:os datasetUUID:os
core.v1.GCEPersistentDiskVolumeSource pdName:as fsType:os partition:on readOnly:ob
core.v1.GRPCAction port:an service:ns
core.v1.GitRepoVolumeSource repository:as revision:os directory:os
core.v1.GlusterfsPersistentVolumeSource endpoints:as path:as readOnly:ob endpointsNamespace:ps
core.v1.GlusterfsVolumeSource endpoints:as path:as readOnly:ob
core.v1.HTTPGetAction path:os port:ai host:os scheme:os httpHeaders:o[{core.v1.HTTPHeader
core.v1.HTTPHeader name:as value:as
core.v1.HostAlias ip:as hostnames:o[s
core.v1.HostIP ip:as
core.v1.HostPathVolumeSource path:as type:ps
core.v1.ISCSIPersistentVolumeSource targetPortal:as iqn:as lun:an iscsiInterface:os fsType:os readOnly:ob portals:o[s chapAuthDiscovery:ob chapAuthSession:ob secretRef:p{core.v1.SecretReference initiatorName:ps
core.v1.ISCSIVolumeSource targetPortal:as iqn:as lun:an iscsiInterface:os fsType:os readOnly:ob portals:o[s chapAuthDiscovery:ob chapAuthSession:ob secretRef:p{core.v1.LocalObjectReference initiatorName:ps
core.v1.ImageVolumeSource reference:os pullPolicy:os
core.v1.ImageVolumeStatus imageRef:os
core.v1.KeyToPath key:as path:as mode:pn
core.v1.Lifecycle postStart:p{core.v1.LifecycleHandler preStop:p{core.v1.LifecycleHandler stopSignal:ps
core.v1.LifecycleHandler exec:p{core.v1.ExecAction httpGet:p{core.v1.HTTPGetAction tcpSocket:p{core.v1.TCPSocketAction sleep:p{core.v1.SleepAction
core.v1.LimitRange kind:os apiVersion:os metadata:a{meta.v1.ObjectMeta spec:a{core.v1.LimitRangeSpec
core.v1.LimitRangeItem type:as max:o<q min:o<q default:o<q defaultRequest:o<q maxLimitRequestRatio:o<q
core.v1.LimitRangeSpec limits:a[{core.v1.LimitRangeItem
core.v1.LinuxContainerUser uid:an gid:an supplementalGroups:o[n
core.v1.LoadBalancerIngress ip:os hostname:os ipMode:ps ports:o[{core.v1.PortStatus
core.v1.LoadBalancerStatus ingress:o[{core.v1.LoadBalancerIngress
core.v1.LocalObjectReference name:os
core.v1.LocalVolumeSource path:as fsType:ps
core.v1.ModifyVolumeStatus targetVolumeAttributesClassName:os status:as
core.v1.NFSVolumeSource server:as path:as readOnly:ob
core.v1.Namespace kind:os apiVersion:os metadata:a{meta.v1.ObjectMeta spec:a{core.v1.NamespaceSpec status:a{core.v1.NamespaceStatus
core.v1.NamespaceCondition type:as status:as lastTransitionTime:at reason:os message:os
core.v1.NamespaceSpec finalizers:o[s
core.v1.NamespaceStatus phase:os conditions:o[{core.v1.NamespaceCondition
core.v1.Node kind:os apiVersion:os metadata:a{meta.v1.ObjectMeta spec:a{core.v1.NodeSpec status:a{core.v1.NodeStatus
core.v1.NodeAddress type:as address:as
core.v1.NodeAffinity requiredDuringSchedulingIgnoredDuringExecution:p{core.v1.NodeSelector preferredDuringSchedulingIgnoredDuringExecution:o[{core.v1.PreferredSchedulingTerm
core.v1.NodeAllocatableResourceClaimStatus resourceClaimName:as containers:o[s resources:a<q
core.v1.NodeCondition type:as status:as lastHeartbeatTime:at lastTransitionTime:at reason:os message:os
core.v1.NodeConfigSource configMap:p{core.v1.ConfigMapNodeConfigSource
core.v1.NodeConfigStatus assigned:p{core.v1.NodeConfigSource active:p{core.v1.NodeConfigSource lastKnownGood:p{core.v1.NodeConfigSource error:os
core.v1.NodeDaemonEndpoints kubeletEndpoint:a{core.v1.DaemonEndpoint
core.v1.NodeFeatures supplementalGroupsPolicy:pb
core.v1.NodeRuntimeHandler name:as features:p{core.v1.NodeRuntimeHandlerFeatures
core.v1.NodeRuntimeHandlerFeatures recursiveReadOnlyMounts:pb userNamespaces:pb
core.v1.NodeSelector nodeSelectorTerms:a[{core.v1.NodeSelectorTerm
core.v1.NodeSelectorRequirement key:as operator:as values:o[s
core.v1.NodeSelectorTerm matchExpressions:o[{core.v1.NodeSelectorRequirement matchFields:o[{core.v1.NodeSelectorRequirement
core.v1.NodeSpec podCIDR:os podCIDRs:o[s providerID:os unschedulable:ob taints:o[{core.v1.Taint configSource:p{core.v1.NodeConfigSource externalID:os
core.v1.NodeStatus capacity:o<q allocatable:o<q phase:os conditions:o[{core.v1.NodeCondition addresses:o[{core.v1.NodeAddress daemonEndpoints:a{core.v1.NodeDaemonEndpoints nodeInfo:a{core.v1.NodeSystemInfo images:o[{core.v1.ContainerImage volumesInUse:o[s volumesAttached:o[{core.v1.AttachedVolume config:p{core.v1.NodeConfigStatus runtimeHandlers:o[{core.v1.NodeRuntimeHandler features:p{core.v1.NodeFeatures declaredFeatures:o[s
core.v1.NodeSwapStatus capacity:pn
core.v1.NodeSystemInfo machineID:as systemUUID:as bootID:as kernelVersion:as osImage:as containerRuntimeVersion:as kubeletVersion:as kubeProxyVersion:as operatingSystem:as architecture:as swap:p{core.v1.NodeSwapStatus
core.v1.ObjectFieldSelector apiVersion:os fieldPath:as
core.v1.ObjectReference kind:os namespace:os name:os uid:os apiVersion:os resourceVersion:os fieldPath:os
core.v1.PersistentVolume kind:os apiVersion:os metadata:a{meta.v1.ObjectMeta spec:a{core.v1.PersistentVolumeSpec status:a{core.v1.PersistentVolumeStatus
core.v1.PersistentVolumeClaim kind:os apiVersion:os metadata:a{meta.v1.ObjectMeta spec:a{core.v1.PersistentVolumeClaimSpec status:a{core.v1.PersistentVolumeClaimStatus
core.v1.PersistentVolumeClaimCondition type:as status:as lastProbeTime:at lastTransitionTime:at reason:os message:os
core.v1.PersistentVolumeClaimSpec accessModes:o[s selector:p{meta.v1.LabelSelector resources:a{core.v1.VolumeResourceRequirements volumeName:os storageClassName:ps volumeMode:ps dataSource:p{core.v1.TypedLocalObjectReference dataSourceRef:p{core.v1.TypedObjectReference volumeAttributesClassName:ps
core.v1.PersistentVolumeClaimStatus phase:os accessModes:o[s capacity:o<q conditions:o[{core.v1.PersistentVolumeClaimCondition allocatedResources:o<q allocatedResourceStatuses:o<s currentVolumeAttributesClassName:ps modifyVolumeStatus:p{core.v1.ModifyVolumeStatus
core.v1.PersistentVolumeClaimTemplate metadata:a{meta.v1.ObjectMeta spec:a{core.v1.PersistentVolumeClaimSpec
core.v1.PersistentVolumeClaimVolumeSource claimName:as readOnly:ob
core.v1.PersistentVolumeSpec capacity:o<q gcePersistentDisk:p{core.v1.GCEPersistentDiskVolumeSource awsElasticBlockStore:p{core.v1.AWSElasticBlockStoreVolumeSource hostPath:p{core.v1.HostPathVolumeSource glusterfs:p{core.v1.GlusterfsPersistentVolumeSource nfs:p{core.v1.NFSVolumeSource rbd:p{core.v1.RBDPersistentVolumeSource iscsi:p{core.v1.ISCSIPersistentVolumeSource cinder:p{core.v1.CinderPersistentVolumeSource cephfs:p{core.v1.CephFSPersistentVolumeSource fc:p{core.v1.FCVolumeSource flocker:p{core.v1.FlockerVolumeSource flexVolume:p{core.v1.FlexPersistentVolumeSource azureFile:p{core.v1.AzureFilePersistentVolumeSource vsphereVolume:p{core.v1.VsphereVirtualDiskVolumeSource quobyte:p{core.v1.QuobyteVolumeSource azureDisk:p{core.v1.AzureDiskVolumeSource photonPersistentDisk:p{core.v1.PhotonPersistentDiskVolumeSource portworxVolume:p{core.v1.PortworxVolumeSource scaleIO:p{core.v1.ScaleIOPersistentVolumeSource local:p{core.v1.LocalVolumeSource storageos:p{core.v1.StorageOSPersistentVolumeSource csi:p{core.v1.CSIPersistentVolumeSource accessModes:o[s claimRef:p{core.v1.ObjectReference persistentVolumeReclaimPolicy:os storageClassName:os mountOptions:o[s volumeMode:ps nodeAffinity:p{core.v1.VolumeNodeAffinity volumeAttributesClassName:ps
core.v1.PersistentVolumeStatus phase:os message:os reason:os lastPhaseTransitionTime:pt
core.v1.PhotonPersistentDiskVolumeSource pdID:as fsType:os
core.v1.Pod kind:os apiVersion:os metadata:a{meta.v1.ObjectMeta spec:a{core.v1.PodSpec status:a{core.v1.PodStatus
core.v1.PodAffinity requiredDuringSchedulingIgnoredDuringExecution:o[{core.v1.PodAffinityTerm preferredDuringSchedulingIgnoredDuringExecution:o[{core.v1.WeightedPodAffinityTerm
core.v1.PodAffinityTerm labelSelector:p{meta.v1.LabelSelector namespaces:o[s topologyKey:as namespaceSelector:p{meta.v1.LabelSelector matchLabelKeys:o[s mismatchLabelKeys:o[s
core.v1.PodAntiAffinity requiredDuringSchedulingIgnoredDuringExecution:o[{core.v1.PodAffinityTerm preferredDuringSchedulingIgnoredDuringExecution:o[{core.v1.WeightedPodAffinityTerm
core.v1.PodCertificateProjection signerName:os keyType:os maxExpirationSeconds:pn credentialBundlePath:os keyPath:os certificateChainPath:os userAnnotations:o<s
core.v1.PodCondition type:as observedGeneration:on status:as lastProbeTime:at lastTransitionTime:at reason:os message:os
core.v1.PodDNSConfig nameservers:o[s searches:o[s options:o[{core.v1.PodDNSConfigOption
core.v1.PodDNSConfigOption name:os value:ps
core.v1.PodExtendedResourceClaimStatus requestMappings:a[{core.v1.ContainerExtendedResourceRequest resourceClaimName:as
core.v1.PodIP ip:as
core.v1.PodOS name:as
core.v1.PodReadinessGate conditionType:as
core.v1.PodResourceClaim name:as resourceClaimName:ps resourceClaimTemplateName:ps
core.v1.PodResourceClaimStatus name:as resourceClaimName:ps
core.v1.PodSchedulingGate name:as
core.v1.PodSchedulingGroup podGroupName:ps
core.v1.PodSecurityContext seLinuxOptions:p{core.v1.SELinuxOptions windowsOptions:p{core.v1.WindowsSecurityContextOptions runAsUser:pn runAsGroup:pn runAsNonRoot:pb supplementalGroups:o[n supplementalGroupsPolicy:ps fsGroup:pn sysctls:o[{core.v1.Sysctl fsGroupChangePolicy:ps seccompProfile:p{core.v1.SeccompProfile appArmorProfile:p{core.v1.AppArmorProfile seLinuxChangePolicy:ps
)",
R"(core.v1.PodSpec volumes:o[{core.v1.Volume initContainers:o[{core.v1.Container containers:a[{core.v1.Container ephemeralContainers:o[{core.v1.EphemeralContainer restartPolicy:os terminationGracePeriodSeconds:pn activeDeadlineSeconds:pn dnsPolicy:os nodeSelector:o<s serviceAccountName:os serviceAccount:os automountServiceAccountToken:pb nodeName:os hostNetwork:ob hostPID:ob hostIPC:ob shareProcessNamespace:pb securityContext:p{core.v1.PodSecurityContext imagePullSecrets:o[{core.v1.LocalObjectReference hostname:os subdomain:os affinity:p{core.v1.Affinity schedulerName:os tolerations:o[{core.v1.Toleration hostAliases:o[{core.v1.HostAlias priorityClassName:os priority:pn dnsConfig:p{core.v1.PodDNSConfig readinessGates:o[{core.v1.PodReadinessGate runtimeClassName:ps enableServiceLinks:pb preemptionPolicy:ps overhead:o<q topologySpreadConstraints:o[{core.v1.TopologySpreadConstraint setHostnameAsFQDN:pb os:p{core.v1.PodOS hostUsers:pb schedulingGates:o[{core.v1.PodSchedulingGate resourceClaims:o[{core.v1.PodResourceClaim resources:p{core.v1.ResourceRequirements hostnameOverride:ps schedulingGroup:p{core.v1.PodSchedulingGroup
core.v1.PodStatus observedGeneration:on phase:os conditions:o[{core.v1.PodCondition message:os reason:os nominatedNodeName:os hostIP:os hostIPs:o[{core.v1.HostIP podIP:os podIPs:o[{core.v1.PodIP startTime:pt initContainerStatuses:o[{core.v1.ContainerStatus containerStatuses:o[{core.v1.ContainerStatus qosClass:os ephemeralContainerStatuses:o[{core.v1.ContainerStatus resize:os resourceClaimStatuses:o[{core.v1.PodResourceClaimStatus extendedResourceClaimStatus:p{core.v1.PodExtendedResourceClaimStatus allocatedResources:o<q resources:p{core.v1.ResourceRequirements nodeAllocatableResourceClaimStatuses:o[{core.v1.NodeAllocatableResourceClaimStatus
core.v1.PodTemplate kind:os apiVersion:os metadata:a{meta.v1.ObjectMeta template:a{core.v1.PodTemplateSpec
core.v1.PodTemplateSpec metadata:a{meta.v1.ObjectMeta spec:a{core.v1.PodSpec
core.v1.PortStatus port:an protocol:as error:ps
core.v1.PortworxVolumeSource volumeID:as fsType:os readOnly:ob
core.v1.PreferredSchedulingTerm weight:an preference:a{core.v1.NodeSelectorTerm
core.v1.Probe exec:p{core.v1.ExecAction httpGet:p{core.v1.HTTPGetAction tcpSocket:p{core.v1.TCPSocketAction grpc:p{core.v1.GRPCAction initialDelaySeconds:on timeoutSeconds:on periodSeconds:on successThreshold:on failureThreshold:on terminationGracePeriodSeconds:pn
core.v1.ProjectedVolumeSource sources:a[{core.v1.VolumeProjection defaultMode:pn
core.v1.QuobyteVolumeSource registry:as volume:as readOnly:ob user:os group:os tenant:os
core.v1.RBDPersistentVolumeSource monitors:a[s image:as fsType:os pool:os user:os keyring:os secretRef:p{core.v1.SecretReference readOnly:ob
core.v1.RBDVolumeSource monitors:a[s image:as fsType:os pool:os user:os keyring:os secretRef:p{core.v1.LocalObjectReference readOnly:ob
core.v1.ReplicationController kind:os apiVersion:os metadata:a{meta.v1.ObjectMeta spec:a{core.v1.ReplicationControllerSpec status:a{core.v1.ReplicationControllerStatus
core.v1.ReplicationControllerCondition type:as status:as lastTransitionTime:at reason:os message:os
core.v1.ReplicationControllerSpec replicas:pn minReadySeconds:on selector:o<s template:p{core.v1.PodTemplateSpec
core.v1.ReplicationControllerStatus replicas:an fullyLabeledReplicas:on readyReplicas:on availableReplicas:on observedGeneration:on conditions:o[{core.v1.ReplicationControllerCondition
core.v1.ResourceClaim name:as request:os
core.v1.ResourceFieldSelector containerName:os resource:as divisor:aq
core.v1.ResourceHealth resourceID:as health:os message:ps
core.v1.ResourceQuota kind:os apiVersion:os metadata:a{meta.v1.ObjectMeta spec:a{core.v1.ResourceQuotaSpec status:a{core.v1.ResourceQuotaStatus
core.v1.ResourceQuotaSpec hard:o<q scopes:o[s scopeSelector:p{core.v1.ScopeSelector
core.v1.ResourceQuotaStatus hard:o<q used:o<q
core.v1.ResourceRequirements limits:o<q requests:o<q claims:o[{core.v1.ResourceClaim
core.v1.ResourceStatus name:as resources:o[{core.v1.ResourceHealth
core.v1.SELinuxOptions user:os role:os type:os level:os
core.v1.ScaleIOPersistentVolumeSource gateway:as system:as secretRef:n{core.v1.SecretReference sslEnabled:ob protectionDomain:os storagePool:os storageMode:os volumeName:os fsType:os readOnly:ob
core.v1.ScaleIOVolumeSource gateway:as system:as secretRef:n{core.v1.LocalObjectReference sslEnabled:ob protectionDomain:os storagePool:os storageMode:os volumeName:os fsType:os readOnly:ob
core.v1.ScopeSelector matchExpressions:o[{core.v1.ScopedResourceSelectorRequirement
core.v1.ScopedResourceSelectorRequirement scopeName:as operator:as values:o[s
core.v1.SeccompProfile type:as localhostProfile:ps
core.v1.Secret kind:os apiVersion:os metadata:a{meta.v1.ObjectMeta immutable:pb data:o<y stringData:o<s type:os
core.v1.SecretEnvSource name:os optional:pb
core.v1.SecretKeySelector name:os key:as optional:pb
core.v1.SecretProjection name:os items:o[{core.v1.KeyToPath optional:pb
core.v1.SecretReference name:os namespace:os
core.v1.SecretVolumeSource secretName:os items:o[{core.v1.KeyToPath defaultMode:pn optional:pb
core.v1.SecurityContext capabilities:p{core.v1.Capabilities privileged:pb seLinuxOptions:p{core.v1.SELinuxOptions windowsOptions:p{core.v1.WindowsSecurityContextOptions runAsUser:pn runAsGroup:pn runAsNonRoot:pb readOnlyRootFilesystem:pb allowPrivilegeEscalation:pb procMount:ps seccompProfile:p{core.v1.SeccompProfile appArmorProfile:p{core.v1.AppArmorProfile
core.v1.Service kind:os apiVersion:os metadata:a{meta.v1.ObjectMeta spec:a{core.v1.ServiceSpec status:a{core.v1.ServiceStatus
core.v1.ServiceAccount kind:os apiVersion:os metadata:a{meta.v1.ObjectMeta secrets:o[{core.v1.ObjectReference imagePullSecrets:o[{core.v1.LocalObjectReference automountServiceAccountToken:pb
core.v1.ServiceAccountTokenProjection audience:os expirationSeconds:pn path:as
core.v1.ServicePort name:os protocol:os appProtocol:ps port:an targetPort:ai nodePort:on
core.v1.ServiceSpec ports:o[{core.v1.ServicePort selector:o<s clusterIP:os clusterIPs:o[s type:os externalIPs:o[s sessionAffinity:os loadBalancerIP:os loadBalancerSourceRanges:o[s externalName:os externalTrafficPolicy:os healthCheckNodePort:on publishNotReadyAddresses:ob sessionAffinityConfig:p{core.v1.SessionAffinityConfig ipFamilies:o[s ipFamilyPolicy:ps allocateLoadBalancerNodePorts:pb loadBalancerClass:ps internalTrafficPolicy:ps trafficDistribution:ps
core.v1.ServiceStatus loadBalancer:a{core.v1.LoadBalancerStatus conditions:o[{meta.v1.Condition
core.v1.SessionAffinityConfig clientIP:p{core.v1.ClientIPConfig
core.v1.SleepAction seconds:an
core.v1.StorageOSPersistentVolumeSource volumeName:os volumeNamespace:os fsType:os readOnly:ob secretRef:p{core.v1.ObjectReference
core.v1.StorageOSVolumeSource volumeName:os volumeNamespace:os fsType:os readOnly:ob secretRef:p{core.v1.LocalObjectReference
core.v1.Sysctl name:as value:as
core.v1.TCPSocketAction port:ai host:os
core.v1.Taint key:as value:os effect:as timeAdded:pt
core.v1.Toleration key:os operator:os value:os effect:os tolerationSeconds:pn
core.v1.TopologySelectorLabelRequirement key:as values:a[s
core.v1.TopologySelectorTerm matchLabelExpressions:o[{core.v1.TopologySelectorLabelRequirement
core.v1.TopologySpreadConstraint maxSkew:an topologyKey:as whenUnsatisfiable:as labelSelector:p{meta.v1.LabelSelector minDomains:pn nodeAffinityPolicy:ps nodeTaintsPolicy:ps matchLabelKeys:o[s
core.v1.TypedLocalObjectReference apiGroup:ns kind:as name:as
core.v1.TypedObjectReference apiGroup:ns kind:as name:as namespace:ps
core.v1.Volume name:as hostPath:p{core.v1.HostPathVolumeSource emptyDir:p{core.v1.EmptyDirVolumeSource gcePersistentDisk:p{core.v1.GCEPersistentDiskVolumeSource awsElasticBlockStore:p{core.v1.AWSElasticBlockStoreVolumeSource gitRepo:p{core.v1.GitRepoVolumeSource secret:p{core.v1.SecretVolumeSource nfs:p{core.v1.NFSVolumeSource iscsi:p{core.v1.ISCSIVolumeSource glusterfs:p{core.v1.GlusterfsVolumeSource persistentVolumeClaim:p{core.v1.PersistentVolumeClaimVolumeSource rbd:p{core.v1.RBDVolumeSource flexVolume:p{core.v1.FlexVolumeSource cinder:p{core.v1.CinderVolumeSource cephfs:p{core.v1.CephFSVolumeSource flocker:p{core.v1.FlockerVolumeSource downwardAPI:p{core.v1.DownwardAPIVolumeSource fc:p{core.v1.FCVolumeSource azureFile:p{core.v1.AzureFileVolumeSource configMap:p{core.v1.ConfigMapVolumeSource vsphereVolume:p{core.v1.VsphereVirtualDiskVolumeSource quobyte:p{core.v1.QuobyteVolumeSource azureDisk:p{core.v1.AzureDiskVolumeSource photonPersistentDisk:p{core.v1.PhotonPersistentDiskVolumeSource projected:p{core.v1.ProjectedVolumeSource portworxVolume:p{core.v1.PortworxVolumeSource scaleIO:p{core.v1.ScaleIOVolumeSource storageos:p{core.v1.StorageOSVolumeSource csi:p{core.v1.CSIVolumeSource ephemeral:p{core.v1.EphemeralVolumeSource image:p{core.v1.ImageVolumeSource
core.v1.VolumeDevice name:as devicePath:as
core.v1.VolumeMount name:as readOnly:ob recursiveReadOnly:ps mountPath:as subPath:os mountPropagation:ps subPathExpr:os
core.v1.VolumeMountStatus name:as mountPath:as readOnly:ob recursiveReadOnly:ps volumeStatus:p{core.v1.VolumeStatus
core.v1.VolumeNodeAffinity required:p{core.v1.NodeSelector
core.v1.VolumeProjection secret:p{core.v1.SecretProjection downwardAPI:p{core.v1.DownwardAPIProjection configMap:p{core.v1.ConfigMapProjection serviceAccountToken:p{core.v1.ServiceAccountTokenProjection clusterTrustBundle:p{core.v1.ClusterTrustBundleProjection podCertificate:p{core.v1.PodCertificateProjection
core.v1.VolumeResourceRequirements limits:o<q requests:o<q
core.v1.VolumeStatus image:p{core.v1.ImageVolumeStatus
core.v1.VsphereVirtualDiskVolumeSource volumePath:as fsType:os storagePolicyName:os storagePolicyID:os
core.v1.WeightedPodAffinityTerm weight:an podAffinityTerm:a{core.v1.PodAffinityTerm
core.v1.WindowsSecurityContextOptions gmsaCredentialSpecName:ps gmsaCredentialSpec:ps runAsUserName:ps hostProcess:pb
discovery.v1.Endpoint addresses:a[s conditions:a{discovery.v1.EndpointConditions hostname:ps targetRef:p{core.v1.ObjectReference deprecatedTopology:o<s nodeName:ps zone:ps hints:p{discovery.v1.EndpointHints
discovery.v1.EndpointConditions ready:pb serving:pb terminating:pb
discovery.v1.EndpointHints forZones:o[{discovery.v1.ForZone forNodes:o[{discovery.v1.ForNode
discovery.v1.EndpointPort name:ps protocol:ps port:pn appProtocol:ps
discovery.v1.EndpointSlice kind:os apiVersion:os metadata:a{meta.v1.ObjectMeta addressType:as endpoints:a[{discovery.v1.Endpoint ports:a[{discovery.v1.EndpointPort
discovery.v1.ForNode name:as
discovery.v1.ForZone name:as
events.v1.Event kind:os apiVersion:os metadata:a{meta.v1.ObjectMeta eventTime:au series:p{events.v1.EventSeries reportingController:os reportingInstance:os action:os reason:os regarding:a{core.v1.ObjectReference related:p{core.v1.ObjectReference note:os type:os deprecatedSource:a{core.v1.EventSource deprecatedFirstTimestamp:at deprecatedLastTimestamp:at deprecatedCount:on
events.v1.EventSeries count:an lastObservedTime:au
meta.v1.Condition type:as status:as observedGeneration:on lastTransitionTime:at reason:as message:as
meta.v1.DeleteOptions kind:os apiVersion:os gracePeriodSeconds:pn preconditions:p{meta.v1.Preconditions orphanDependents:pb propagationPolicy:ps dryRun:o[s ignoreStoreReadErrorWithClusterBreakingPotential:pb
meta.v1.FieldSelectorRequirement key:as operator:as values:o[s
meta.v1.LabelSelector matchLabels:o<s matchExpressions:o[{meta.v1.LabelSelectorRequirement
meta.v1.LabelSelectorRequirement key:as operator:as values:o[s
meta.v1.ManagedFieldsEntry manager:os operation:os apiVersion:os time:pt fieldsType:os fieldsV1:pr subresource:os
meta.v1.ObjectMeta name:os generateName:os namespace:os selfLink:os uid:os resourceVersion:os generation:on creationTimestamp:zt deletionTimestamp:pt deletionGracePeriodSeconds:pn labels:o<s annotations:o<s ownerReferences:o[{meta.v1.OwnerReference finalizers:o[s managedFields:o[{meta.v1.ManagedFieldsEntry
)",
R"(meta.v1.OwnerReference apiVersion:as kind:as name:as uid:as controller:pb blockOwnerDeletion:pb
meta.v1.Preconditions uid:ps resourceVersion:ps
networking.v1.HTTPIngressPath path:os pathType:ns backend:a{networking.v1.IngressBackend
networking.v1.HTTPIngressRuleValue paths:a[{networking.v1.HTTPIngressPath
networking.v1.IPBlock cidr:as except:o[s
networking.v1.Ingress kind:os apiVersion:os metadata:a{meta.v1.ObjectMeta spec:a{networking.v1.IngressSpec status:a{networking.v1.IngressStatus
networking.v1.IngressBackend service:p{networking.v1.IngressServiceBackend resource:p{core.v1.TypedLocalObjectReference
networking.v1.IngressClass kind:os apiVersion:os metadata:a{meta.v1.ObjectMeta spec:a{networking.v1.IngressClassSpec
networking.v1.IngressClassParametersReference apiGroup:ps kind:as name:as scope:ns namespace:ps
networking.v1.IngressClassSpec controller:os parameters:p{networking.v1.IngressClassParametersReference
networking.v1.IngressLoadBalancerIngress ip:os hostname:os ports:o[{networking.v1.IngressPortStatus
networking.v1.IngressLoadBalancerStatus ingress:o[{networking.v1.IngressLoadBalancerIngress
networking.v1.IngressPortStatus port:an protocol:as error:ps
networking.v1.IngressRule host:os http:p{networking.v1.HTTPIngressRuleValue
networking.v1.IngressServiceBackend name:as port:a{networking.v1.ServiceBackendPort
networking.v1.IngressSpec ingressClassName:ps defaultBackend:p{networking.v1.IngressBackend tls:o[{networking.v1.IngressTLS rules:o[{networking.v1.IngressRule
networking.v1.IngressStatus loadBalancer:a{networking.v1.IngressLoadBalancerStatus
networking.v1.IngressTLS hosts:o[s secretName:os
networking.v1.NetworkPolicy kind:os apiVersion:os metadata:a{meta.v1.ObjectMeta spec:a{networking.v1.NetworkPolicySpec
networking.v1.NetworkPolicyEgressRule ports:o[{networking.v1.NetworkPolicyPort to:o[{networking.v1.NetworkPolicyPeer
networking.v1.NetworkPolicyIngressRule ports:o[{networking.v1.NetworkPolicyPort from:o[{networking.v1.NetworkPolicyPeer
networking.v1.NetworkPolicyPeer podSelector:p{meta.v1.LabelSelector namespaceSelector:p{meta.v1.LabelSelector ipBlock:p{networking.v1.IPBlock
networking.v1.NetworkPolicyPort protocol:ps port:pi endPort:pn
networking.v1.NetworkPolicySpec podSelector:a{meta.v1.LabelSelector ingress:o[{networking.v1.NetworkPolicyIngressRule egress:o[{networking.v1.NetworkPolicyEgressRule policyTypes:o[s
networking.v1.ServiceBackendPort name:os number:on
node.v1.Overhead podFixed:o<q
node.v1.RuntimeClass kind:os apiVersion:os metadata:a{meta.v1.ObjectMeta handler:as overhead:p{node.v1.Overhead scheduling:p{node.v1.Scheduling
node.v1.Scheduling nodeSelector:o<s tolerations:o[{core.v1.Toleration
policy.v1.Eviction kind:os apiVersion:os metadata:a{meta.v1.ObjectMeta deleteOptions:p{meta.v1.DeleteOptions
policy.v1.PodDisruptionBudget kind:os apiVersion:os metadata:a{meta.v1.ObjectMeta spec:a{policy.v1.PodDisruptionBudgetSpec status:a{policy.v1.PodDisruptionBudgetStatus
policy.v1.PodDisruptionBudgetSpec minAvailable:pi selector:p{meta.v1.LabelSelector maxUnavailable:pi unhealthyPodEvictionPolicy:ps
policy.v1.PodDisruptionBudgetStatus observedGeneration:on disruptedPods:o<t disruptionsAllowed:an currentHealthy:an desiredHealthy:an expectedPods:an conditions:o[{meta.v1.Condition
rbac.v1.AggregationRule clusterRoleSelectors:o[{meta.v1.LabelSelector
rbac.v1.ClusterRole kind:os apiVersion:os metadata:a{meta.v1.ObjectMeta rules:a[{rbac.v1.PolicyRule aggregationRule:p{rbac.v1.AggregationRule
rbac.v1.ClusterRoleBinding kind:os apiVersion:os metadata:a{meta.v1.ObjectMeta subjects:o[{rbac.v1.Subject roleRef:a{rbac.v1.RoleRef
rbac.v1.PolicyRule verbs:a[s apiGroups:o[s resources:o[s resourceNames:o[s nonResourceURLs:o[s
rbac.v1.Role kind:os apiVersion:os metadata:a{meta.v1.ObjectMeta rules:a[{rbac.v1.PolicyRule
rbac.v1.RoleBinding kind:os apiVersion:os metadata:a{meta.v1.ObjectMeta subjects:o[{rbac.v1.Subject roleRef:a{rbac.v1.RoleRef
rbac.v1.RoleRef apiGroup:as kind:as name:as
rbac.v1.Subject kind:as apiGroup:os name:as namespace:os
scheduling.v1.PriorityClass kind:os apiVersion:os metadata:a{meta.v1.ObjectMeta value:an globalDefault:ob description:os preemptionPolicy:ps
storage.v1.CSINode kind:os apiVersion:os metadata:a{meta.v1.ObjectMeta spec:a{storage.v1.CSINodeSpec
storage.v1.CSINodeDriver name:as nodeID:as topologyKeys:a[s allocatable:p{storage.v1.VolumeNodeResources
storage.v1.CSINodeSpec drivers:a[{storage.v1.CSINodeDriver
storage.v1.StorageClass kind:os apiVersion:os metadata:a{meta.v1.ObjectMeta provisioner:as parameters:o<s reclaimPolicy:ps mountOptions:o[s allowVolumeExpansion:pb volumeBindingMode:ps allowedTopologies:o[{core.v1.TopologySelectorTerm
storage.v1.VolumeNodeResources count:pn
)",
    };
    return table;
}

const std::string_view shape_roots = R"(v1/Namespace core.v1.Namespace
v1/Node core.v1.Node
v1/Pod core.v1.Pod
v1/PodTemplate core.v1.PodTemplate
v1/Service core.v1.Service
v1/ConfigMap core.v1.ConfigMap
v1/Secret core.v1.Secret
v1/ServiceAccount core.v1.ServiceAccount
v1/Event core.v1.Event
v1/ReplicationController core.v1.ReplicationController
v1/Endpoints core.v1.Endpoints
v1/PersistentVolumeClaim core.v1.PersistentVolumeClaim
v1/PersistentVolume core.v1.PersistentVolume
v1/ResourceQuota core.v1.ResourceQuota
v1/LimitRange core.v1.LimitRange
v1/Binding core.v1.Binding
events.k8s.io/v1/Event events.v1.Event
apps/v1/Deployment apps.v1.Deployment
apps/v1/ReplicaSet apps.v1.ReplicaSet
apps/v1/StatefulSet apps.v1.StatefulSet
apps/v1/DaemonSet apps.v1.DaemonSet
apps/v1/ControllerRevision apps.v1.ControllerRevision
batch/v1/Job batch.v1.Job
batch/v1/CronJob batch.v1.CronJob
coordination.k8s.io/v1/Lease coordination.v1.Lease
apiextensions.k8s.io/v1/CustomResourceDefinition apiextensions.v1.CustomResourceDefinition
admissionregistration.k8s.io/v1/ValidatingWebhookConfiguration admissionregistration.v1.ValidatingWebhookConfiguration
admissionregistration.k8s.io/v1/MutatingWebhookConfiguration admissionregistration.v1.MutatingWebhookConfiguration
rbac.authorization.k8s.io/v1/Role rbac.v1.Role
rbac.authorization.k8s.io/v1/ClusterRole rbac.v1.ClusterRole
rbac.authorization.k8s.io/v1/RoleBinding rbac.v1.RoleBinding
rbac.authorization.k8s.io/v1/ClusterRoleBinding rbac.v1.ClusterRoleBinding
discovery.k8s.io/v1/EndpointSlice discovery.v1.EndpointSlice
scheduling.k8s.io/v1/PriorityClass scheduling.v1.PriorityClass
policy/v1/PodDisruptionBudget policy.v1.PodDisruptionBudget
policy/v1/Eviction policy.v1.Eviction
authentication.k8s.io/v1/TokenReview authentication.v1.TokenReview
authentication.k8s.io/v1/SelfSubjectReview authentication.v1.SelfSubjectReview
authentication.k8s.io/v1/TokenRequest authentication.v1.TokenRequest
authorization.k8s.io/v1/SubjectAccessReview authorization.v1.SubjectAccessReview
authorization.k8s.io/v1/SelfSubjectAccessReview authorization.v1.SelfSubjectAccessReview
authorization.k8s.io/v1/LocalSubjectAccessReview authorization.v1.LocalSubjectAccessReview
authorization.k8s.io/v1/SelfSubjectRulesReview authorization.v1.SelfSubjectRulesReview
autoscaling/v1/Scale autoscaling.v1.Scale
autoscaling/v1/HorizontalPodAutoscaler autoscaling.v1.HorizontalPodAutoscaler
autoscaling/v2/HorizontalPodAutoscaler autoscaling.v2.HorizontalPodAutoscaler
networking.k8s.io/v1/Ingress networking.v1.Ingress
networking.k8s.io/v1/IngressClass networking.v1.IngressClass
networking.k8s.io/v1/NetworkPolicy networking.v1.NetworkPolicy
node.k8s.io/v1/RuntimeClass node.v1.RuntimeClass
storage.k8s.io/v1/StorageClass storage.v1.StorageClass
storage.k8s.io/v1/CSINode storage.v1.CSINode
certificates.k8s.io/v1/CertificateSigningRequest certificates.v1.CertificateSigningRequest
apiregistration.k8s.io/v1/APIService apiregistration.v1.APIService
)";
// clang-format on

}  // namespace setpoint::apiserver
