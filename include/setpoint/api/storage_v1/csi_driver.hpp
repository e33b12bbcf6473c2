#pragma once
// clang-format off
// CSIDriver (storage.k8s.io/v1) and what only it uses.
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/kind_info.hpp"
#include "setpoint/api/kinds.hpp"
#include "setpoint/api/meta.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace setpoint { inline namespace v0 { namespace storage_v1 {

struct token_request {
    interned_string audience{};
    std::optional<std::int64_t> expiration_seconds{};

    template <class Self = token_request>
    static constexpr auto describe() {
        return schema::object(
            "TokenRequest contains parameters of a service account token.",
            schema::field(&Self::audience, "audience",
                          "audience is the intended audience of the token in \"TokenRequestSpec\".",
                          schema::required),
            schema::field(&Self::expiration_seconds, "expirationSeconds",
                          "expirationSeconds is the duration of validity of the token in "
                          "\"TokenRequestSpec\"."));
    }
};

struct csi_driver_spec {
    std::optional<bool> attach_required{};
    std::optional<bool> pod_info_on_mount{};
    std::vector<interned_string> volume_lifecycle_modes{};
    std::optional<bool> storage_capacity{};
    interned_string fs_group_policy{};
    std::vector<token_request> token_requests{};
    std::optional<bool> requires_republish{};
    std::optional<bool> se_linux_mount{};
    std::optional<std::int64_t> node_allocatable_update_period_seconds{};
    std::optional<bool> service_account_token_in_secrets{};
    std::optional<bool> prevent_pod_scheduling_if_missing{};

    template <class Self = csi_driver_spec>
    static constexpr auto describe() {
        return schema::object(
            "CSIDriverSpec is the specification of a CSIDriver.",
            schema::field(&Self::attach_required, "attachRequired",
                          "attachRequired indicates this CSI volume driver requires an attach operation "
                          "(because it implements the CSI ControllerPublishVolume() method), and that the "
                          "..."),
            schema::field(&Self::pod_info_on_mount, "podInfoOnMount",
                          "podInfoOnMount indicates this CSI volume driver requires additional pod "
                          "information (like podName, podUID, etc.) during mount operations, if set to "
                          "true."),
            schema::field(&Self::volume_lifecycle_modes, "volumeLifecycleModes",
                          "volumeLifecycleModes defines what kind of volumes this CSI volume driver "
                          "supports.", schema::list_set),
            schema::field(&Self::storage_capacity, "storageCapacity",
                          "storageCapacity indicates that the CSI volume driver wants pod scheduling to "
                          "consider the storage capacity that the driver deployment will report by "
                          "creating ..."),
            schema::field(&Self::fs_group_policy, "fsGroupPolicy",
                          "fsGroupPolicy defines if the underlying volume supports changing ownership and "
                          "permission of the volume before being mounted."),
            schema::field(&Self::token_requests, "tokenRequests",
                          "tokenRequests indicates the CSI driver needs pods' service account tokens it "
                          "is mounting volume for to do necessary authentication."),
            schema::field(&Self::requires_republish, "requiresRepublish",
                          "requiresRepublish indicates the CSI driver wants `NodePublishVolume` being "
                          "periodically called to reflect any possible change in the mounted volume."),
            schema::field(&Self::se_linux_mount, "seLinuxMount",
                          "seLinuxMount specifies if the CSI driver supports \"-o context\" mount option."),
            schema::field(&Self::node_allocatable_update_period_seconds, "nodeAllocatableUpdatePeriodSeconds",
                          "nodeAllocatableUpdatePeriodSeconds specifies the interval between periodic "
                          "updates of the CSINode allocatable capacity for this driver."),
            schema::field(&Self::service_account_token_in_secrets, "serviceAccountTokenInSecrets",
                          "serviceAccountTokenInSecrets is an opt-in for CSI drivers to indicate that "
                          "service account tokens should be passed via the Secrets field in ..."),
            schema::field(&Self::prevent_pod_scheduling_if_missing, "preventPodSchedulingIfMissing",
                          "preventPodSchedulingIfMissing indicates that the CSI driver wants to prevent "
                          "pod scheduling if the CSI driver on the node is missing."));
    }
};

struct csi_driver {
    object_meta metadata{};
    csi_driver_spec spec{};

    static constexpr auto kind() {
        return builtin_kind("storage.k8s.io", "v1", "CSIDriver", "csidrivers").cluster_scoped();
    }
    template <class Self = csi_driver>
    static constexpr auto describe() {
        return schema::object(
            "CSIDriver captures information about a Container Storage Interface (CSI) volume driver "
            "deployed on the cluster.",
            schema::field(&Self::metadata, "metadata",
                          "metadata is the standard object metadata. metadata.Name indicates the name of "
                          "the CSI driver that this object refers to; it MUST be the same name returned "
                          "by ..."),
            schema::field(&Self::spec, "spec", "spec represents the specification of the CSI Driver."));
    }
};

}}}  // namespace setpoint::v0::storage_v1

SETPOINT_BUILT_IN_KIND(setpoint::storage_v1::csi_driver);
