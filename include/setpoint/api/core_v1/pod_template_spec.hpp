#pragma once
// clang-format off
// PodTemplateSpec (v1).
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/core_v1/pod_spec.hpp"
#include "setpoint/api/kinds.hpp"
#include "setpoint/api/template_meta.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

namespace setpoint { inline namespace v0 { namespace core_v1 {

struct pod_template_spec {
    template_meta metadata{};
    pod_spec spec{};

    template <class Self = pod_template_spec>
    static constexpr auto describe() {
        return schema::object(
            "PodTemplateSpec describes the data a pod should have when created from a template",
            schema::field(&Self::metadata, "metadata", "Standard object's metadata."),
            schema::field(&Self::spec, "spec", "Specification of the desired behavior of the pod."));
    }
};

}}}  // namespace setpoint::v0::core_v1

SETPOINT_COMPILED_TABLE(setpoint::core_v1::pod_template_spec);
