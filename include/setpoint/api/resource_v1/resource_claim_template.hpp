#pragma once
// clang-format off
// ResourceClaimTemplate (resource.k8s.io/v1) and what only it uses.
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/kind_info.hpp"
#include "setpoint/api/kinds.hpp"
#include "setpoint/api/meta.hpp"
#include "setpoint/api/resource_v1/resource_claim_spec.hpp"
#include "setpoint/api/template_meta.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

namespace setpoint { inline namespace v0 { namespace resource_v1 {

struct resource_claim_template_spec {
    template_meta metadata{};
    resource_claim_spec spec{};

    template <class Self = resource_claim_template_spec>
    static constexpr auto describe() {
        return schema::object(
            "ResourceClaimTemplateSpec contains the metadata and fields for a ResourceClaim.",
            schema::field(&Self::metadata, "metadata",
                          "ObjectMeta may contain labels and annotations that will be copied into the "
                          "ResourceClaim when creating it."),
            schema::field(&Self::spec, "spec", "Spec for the ResourceClaim."));
    }
};

struct resource_claim_template {
    object_meta metadata{};
    resource_claim_template_spec spec{};

    static constexpr auto kind() {
        return builtin_kind("resource.k8s.io", "v1", "ResourceClaimTemplate", "resourceclaimtemplates");
    }
    template <class Self = resource_claim_template>
    static constexpr auto describe() {
        return schema::object(
            "ResourceClaimTemplate is used to produce ResourceClaim objects.",
            schema::field(&Self::metadata, "metadata", "Standard object metadata"),
            schema::field(&Self::spec, "spec", "Describes the ResourceClaim that is to be generated."));
    }
};

}}}  // namespace setpoint::v0::resource_v1

SETPOINT_BUILT_IN_KIND(setpoint::resource_v1::resource_claim_template);
