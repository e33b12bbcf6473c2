#pragma once
// Volumes that combine several sources (core/v1).

#include "setpoint/api/core_v1/value_source.hpp"
#include "setpoint/api/selector.hpp"
#include "setpoint/core/boxed.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/core/string_map.hpp"
#include "setpoint/json/describe.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace setpoint::inline v0 {

struct downward_api_file {
    interned_string path{};
    boxed<field_reference> field_ref{};
    boxed<resource_field_selector> resource_field_ref{};
    std::optional<std::int32_t> mode{};

    template <class Self = downward_api_file>
    static constexpr auto describe() {
        using namespace schema;
        return object(
            "Information to create the file containing the pod field.",
            field(&Self::path, "path", "The relative path name of the file to be created.", required),
            field(&Self::field_ref, "fieldRef", ""), field(&Self::resource_field_ref, "resourceFieldRef", ""),
            field(&Self::mode, "mode", ""));
    }
};

struct downward_api_volume {
    std::vector<downward_api_file> items{};
    std::optional<std::int32_t> default_mode{};

    template <class Self = downward_api_volume>
    static constexpr auto describe() {
        using namespace schema;
        return object(
            "A volume containing downward API info.",
            field(&Self::items, "items", "A list of downward API volume file.", exclusive),
            field(&Self::default_mode, "defaultMode", "Mode bits to use on created files by default."));
    }
};

struct secret_projection {
    interned_string name{};
    std::vector<key_to_path> items{};
    std::optional<bool> optional{};

    template <class Self = secret_projection>
    static constexpr auto describe() {
        using namespace schema;
        return object("Adapts a secret into a projected volume.",
                      field(&Self::name, "name", "Name of the referent."),
                      field(&Self::items, "items", "", exclusive),
                      field(&Self::optional, "optional",
                            "Optional field specify whether the Secret or its key must be defined."));
    }
};

struct config_map_projection {
    interned_string name{};
    std::vector<key_to_path> items{};
    std::optional<bool> optional{};

    template <class Self = config_map_projection>
    static constexpr auto describe() {
        using namespace schema;
        return object("Adapts a ConfigMap into a projected volume.",
                      field(&Self::name, "name", "Name of the referent."),
                      field(&Self::items, "items", "", exclusive),
                      field(&Self::optional, "optional",
                            "Optional specify whether the ConfigMap or its keys must be defined."));
    }
};

struct downward_api_projection {
    std::vector<downward_api_file> items{};

    template <class Self = downward_api_projection>
    static constexpr auto describe() {
        using namespace schema;
        return object("Represents downward API info for projecting into a projected volume.",
                      field(&Self::items, "items", "A list of DownwardAPIVolume file.", exclusive));
    }
};

struct service_account_token_projection {
    interned_string audience{};
    std::optional<std::int64_t> expiration_seconds{};
    interned_string path{};

    template <class Self = service_account_token_projection>
    static constexpr auto describe() {
        using namespace schema;
        return object(
            "A projected service account token volume.",
            field(&Self::audience, "audience", "The intended audience of the token."),
            field(&Self::expiration_seconds, "expirationSeconds",
                  "The requested duration of validity of the service account token."),
            field(&Self::path, "path",
                  "The path relative to the mount point of the file to project the token into.", required));
    }
};

struct cluster_trust_bundle_projection {
    std::optional<interned_string> name{}, signer_name{};
    boxed<setpoint::label_selector> label_selector{};
    std::optional<bool> optional{};
    interned_string path{};

    template <class Self = cluster_trust_bundle_projection>
    static constexpr auto describe() {
        using namespace schema;
        return object(
            "", field(&Self::name, "name", "Select a single ClusterTrustBundle by object name."),
            field(&Self::signer_name, "signerName",
                  "Select all ClusterTrustBundles that match this signer name."),
            field(&Self::label_selector, "labelSelector",
                  "Select all ClusterTrustBundles that match this label selector."),
            field(&Self::optional, "optional", ""),
            field(&Self::path, "path", "Relative path from the volume root to write the bundle.", required));
    }
};

struct pod_certificate_projection {
    interned_string signer_name{}, key_type{};
    std::optional<std::int32_t> max_expiration_seconds{};
    interned_string credential_bundle_path{}, key_path{}, certificate_chain_path{};
    string_map user_annotations{};

    template <class Self = pod_certificate_projection>
    static constexpr auto describe() {
        using namespace schema;
        return object(
            "",
            field(&Self::signer_name, "signerName",
                  "Kubelet's generated CSRs will be addressed to this signer.", required),
            field(&Self::key_type, "keyType", "The type of keypair Kubelet will generate for the pod.",
                  required),
            field(&Self::max_expiration_seconds, "maxExpirationSeconds",
                  "The maximum lifetime permitted for the certificate."),
            field(&Self::credential_bundle_path, "credentialBundlePath",
                  "Write the credential bundle at this path in the projected volume."),
            field(&Self::key_path, "keyPath", "Write the key at this path in the projected volume."),
            field(&Self::certificate_chain_path, "certificateChainPath",
                  "Write the certificate chain at this path in the projected volume."),
            field(&Self::user_annotations, "userAnnotations", ""));
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
        using namespace schema;
        return object("Projection that may be projected along with other supported volume types.",
                      field(&Self::secret, "secret", "Secret information about the secret data to project."),
                      field(&Self::downward_api, "downwardAPI",
                            "DownwardAPI information about the downwardAPI data to project."),
                      field(&Self::config_map, "configMap",
                            "ConfigMap information about the configMap data to project."),
                      field(&Self::service_account_token, "serviceAccountToken",
                            "Information about the serviceAccountToken data to project."),
                      field(&Self::cluster_trust_bundle, "clusterTrustBundle", ""),
                      field(&Self::pod_certificate, "podCertificate", ""));
    }
};

struct projected_volume {
    std::vector<volume_projection> sources{};
    std::optional<std::int32_t> default_mode{};

    template <class Self = projected_volume>
    static constexpr auto describe() {
        using namespace schema;
        return object("Represents a projected volume source.",
                      field(&Self::sources, "sources", "The list of volume projections.", exclusive),
                      field(&Self::default_mode, "defaultMode",
                            "The mode bits used to set permissions on created files by default."));
    }
};

}  // namespace setpoint::inline v0
