#pragma once
// clang-format off
// PodTemplate (v1).
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/core_v1/pod_template_spec.hpp"
#include "setpoint/api/kind_info.hpp"
#include "setpoint/api/kinds.hpp"
#include "setpoint/api/meta.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

namespace setpoint { inline namespace v0 { namespace core_v1 {

struct pod_template {
    object_meta metadata{};
    pod_template_spec pod_template{};

    static constexpr auto kind() { return builtin_kind("", "v1", "PodTemplate", "podtemplates"); }
    template <class Self = core_v1::pod_template>
    static constexpr auto describe() {
        return schema::object(
            "PodTemplate describes a template for creating copies of a predefined pod.",
            schema::field(&Self::metadata, "metadata", "Standard object's metadata."),
            schema::field(&Self::pod_template, "template",
                          "Template defines the pods that will be created from this pod template."));
    }
};

}}}  // namespace setpoint::v0::core_v1

SETPOINT_BUILT_IN_KIND(setpoint::core_v1::pod_template);
