#pragma once
// clang-format off
// ProjectedVolumeSource (v1) and what only it uses.
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/core_v1/downward_api_volume_file.hpp"
#include "setpoint/api/core_v1/key_to_path.hpp"
#include "setpoint/api/kinds.hpp"
#include "setpoint/api/selector.hpp"
#include "setpoint/core/boxed.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/core/string_map.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace setpoint { inline namespace v0 { namespace core_v1 {

struct secret_projection {
    interned_string name{};
    std::vector<key_to_path> items{};
    std::optional<bool> optional{};

    template <class Self = secret_projection>
    static constexpr auto describe() {
        return schema::object(
            "Adapts a secret into a projected volume.",
            schema::field(&Self::name, "name", "Name of the referent."),
            schema::field(&Self::items, "items",
                          "items if unspecified, each key-value pair in the Data field of the referenced "
                          "Secret will be projected into the volume as a file whose name is the key and "
                          "..."),
            schema::field(&Self::optional, "optional",
                          "optional field specify whether the Secret or its key must be defined"));
    }
};

struct downward_api_projection {
    std::vector<downward_api_volume_file> items{};

    template <class Self = downward_api_projection>
    static constexpr auto describe() {
        return schema::object(
            "Represents downward API info for projecting into a projected volume.",
            schema::field(&Self::items, "items", "Items is a list of DownwardAPIVolume file"));
    }
};

struct config_map_projection {
    interned_string name{};
    std::vector<key_to_path> items{};
    std::optional<bool> optional{};

    template <class Self = config_map_projection>
    static constexpr auto describe() {
        return schema::object(
            "Adapts a ConfigMap into a projected volume.",
            schema::field(&Self::name, "name", "Name of the referent."),
            schema::field(&Self::items, "items",
                          "items if unspecified, each key-value pair in the Data field of the referenced "
                          "ConfigMap will be projected into the volume as a file whose name is the key "
                          "and ..."),
            schema::field(&Self::optional, "optional",
                          "optional specify whether the ConfigMap or its keys must be defined"));
    }
};

struct service_account_token_projection {
    interned_string audience{};
    std::optional<std::int64_t> expiration_seconds{};
    interned_string path{};
    std::optional<std::int64_t> user{};

    template <class Self = service_account_token_projection>
    static constexpr auto describe() {
        return schema::object(
            "ServiceAccountTokenProjection represents a projected service account token volume.",
            schema::field(&Self::audience, "audience", "audience is the intended audience of the token."),
            schema::field(&Self::expiration_seconds, "expirationSeconds",
                          "expirationSeconds is the requested duration of validity of the service account "
                          "token."),
            schema::field(&Self::path, "path",
                          "path is the path relative to the mount point of the file to project the token "
                          "into.", schema::required),
            schema::field(&Self::user, "user", "user is Optional: The owner UID of the created file."));
    }
};

struct cluster_trust_bundle_projection {
    std::optional<interned_string> name{};
    std::optional<interned_string> signer_name{};
    boxed<setpoint::label_selector> label_selector{};
    std::optional<bool> optional{};
    interned_string path{};
    std::optional<std::int64_t> user{};

    template <class Self = cluster_trust_bundle_projection>
    static constexpr auto describe() {
        return schema::object(
            "ClusterTrustBundleProjection describes how to select a set of ClusterTrustBundle objects and "
            "project their contents into the pod filesystem.",
            schema::field(&Self::name, "name", "Select a single ClusterTrustBundle by object name."),
            schema::field(&Self::signer_name, "signerName",
                          "Select all ClusterTrustBundles that match this signer name."),
            schema::field(&Self::label_selector, "labelSelector",
                          "Select all ClusterTrustBundles that match this label selector."),
            schema::field(&Self::optional, "optional",
                          "If true, don't block pod startup if the referenced ClusterTrustBundle(s) "
                          "aren't available."),
            schema::field(&Self::path, "path", "Relative path from the volume root to write the bundle.",
                          schema::required),
            schema::field(&Self::user, "user", "user is Optional: The owner UID of the created file."));
    }
};

struct pod_certificate_projection {
    interned_string signer_name{};
    interned_string key_type{};
    std::optional<std::int32_t> max_expiration_seconds{};
    interned_string credential_bundle_path{};
    interned_string key_path{};
    interned_string certificate_chain_path{};
    string_map user_annotations{};
    std::optional<std::int64_t> user{};

    template <class Self = pod_certificate_projection>
    static constexpr auto describe() {
        return schema::object(
            "PodCertificateProjection provides a private key and X.509 certificate in the pod filesystem.",
            schema::field(&Self::signer_name, "signerName",
                          "Kubelet's generated CSRs will be addressed to this signer.", schema::required),
            schema::field(&Self::key_type, "keyType",
                          "The type of keypair Kubelet will generate for the pod.", schema::required),
            schema::field(&Self::max_expiration_seconds, "maxExpirationSeconds",
                          "maxExpirationSeconds is the maximum lifetime permitted for the certificate."),
            schema::field(&Self::credential_bundle_path, "credentialBundlePath",
                          "Write the credential bundle at this path in the projected volume."),
            schema::field(&Self::key_path, "keyPath", "Write the key at this path in the projected volume."),
            schema::field(&Self::certificate_chain_path, "certificateChainPath",
                          "Write the certificate chain at this path in the projected volume."),
            schema::field(&Self::user_annotations, "userAnnotations",
                          "userAnnotations allow pod authors to pass additional information to the signer "
                          "implementation."),
            schema::field(&Self::user, "user", "user is Optional: The owner UID of the created file."));
    }
};

struct volume_projection {
    boxed<secret_projection> secret{};
    boxed<downward_api_projection> downward_api{};
    boxed<config_map_projection> config_map{};
    boxed<service_account_token_projection> service_account_token{};
    boxed<cluster_trust_bundle_projection> cluster_trust_bundle{};
    boxed<pod_certificate_projection> pod_certificate{};

    template <class Self = volume_projection>
    static constexpr auto describe() {
        return schema::object(
            "Projection that may be projected along with other supported volume types.",
            schema::field(&Self::secret, "secret", "secret information about the secret data to project"),
            schema::field(&Self::downward_api, "downwardAPI",
                          "downwardAPI information about the downwardAPI data to project"),
            schema::field(&Self::config_map, "configMap",
                          "configMap information about the configMap data to project"),
            schema::field(&Self::service_account_token, "serviceAccountToken",
                          "serviceAccountToken is information about the serviceAccountToken data to "
                          "project"),
            schema::field(&Self::cluster_trust_bundle, "clusterTrustBundle",
                          "ClusterTrustBundle allows a pod to access the `.spec.trustBundle` field of "
                          "ClusterTrustBundle objects in an auto-updating file."),
            schema::field(&Self::pod_certificate, "podCertificate",
                          "Projects an auto-rotating credential bundle (private key and certificate "
                          "chain) that the pod can use either as a TLS client or server."));
    }
};

struct projected_volume_source {
    std::vector<volume_projection> sources{};
    std::optional<std::int32_t> default_mode{};
    std::optional<std::int64_t> default_user{};

    template <class Self = projected_volume_source>
    static constexpr auto describe() {
        return schema::object(
            "Represents a projected volume source",
            schema::field(&Self::sources, "sources", "sources is the list of volume projections."),
            schema::field(&Self::default_mode, "defaultMode",
                          "defaultMode are the mode bits used to set permissions on created files by "
                          "default."),
            schema::field(&Self::default_user, "defaultUser",
                          "defaultUser is Optional: The owner UID of the created files by default."));
    }
};

}}}  // namespace setpoint::v0::core_v1

SETPOINT_COMPILED_TABLE(setpoint::core_v1::projected_volume_source);
