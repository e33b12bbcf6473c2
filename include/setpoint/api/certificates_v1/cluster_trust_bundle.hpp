#pragma once
// clang-format off
// ClusterTrustBundle (certificates.k8s.io/v1) and what only it uses.
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/kind_info.hpp"
#include "setpoint/api/kinds.hpp"
#include "setpoint/api/meta.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

namespace setpoint { inline namespace v0 { namespace certificates_v1 {

struct cluster_trust_bundle_spec {
    interned_string signer_name{};
    interned_string trust_bundle{};

    template <class Self = cluster_trust_bundle_spec>
    static constexpr auto describe() {
        return schema::object(
            "ClusterTrustBundleSpec contains the signer and trust anchors.",
            schema::field(&Self::signer_name, "signerName",
                          "signerName indicates the associated signer, if any."),
            schema::field(&Self::trust_bundle, "trustBundle",
                          "trustBundle contains the individual X.509 trust anchors for this bundle, as "
                          "PEM bundle of PEM-wrapped, DER-formatted X.509 certificates."));
    }
};

struct cluster_trust_bundle {
    object_meta metadata{};
    cluster_trust_bundle_spec spec{};

    static constexpr auto kind() {
        return builtin_kind("certificates.k8s.io", "v1", "ClusterTrustBundle",
                            "clustertrustbundles").cluster_scoped();
    }
    template <class Self = cluster_trust_bundle>
    static constexpr auto describe() {
        return schema::object(
            "ClusterTrustBundle is a cluster-scoped container for X.509 trust anchors (root certificates).",
            schema::field(&Self::metadata, "metadata", "metadata contains the object metadata."),
            schema::field(&Self::spec, "spec", "spec contains the signer (if any) and trust anchors."));
    }
};

}}}  // namespace setpoint::v0::certificates_v1

SETPOINT_BUILT_IN_KIND(setpoint::certificates_v1::cluster_trust_bundle);
