#pragma once
// Fields that belong to features: kube-apiserver drops them (dropDisabledFields) or refuses their values
// while the feature is off, unless the stored object already uses it.

#include "apiserver/kinds/feature_gates.hpp"
#include "apiserver/schema/api_error.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

// Fields of one kind that one feature has. Paths are separated by blanks and relative to the object, or to
// the pod's spec if `storage` is `pod_specs`:
//     a.b           fields
//     list[].b      of each element
//     map{}.b       of each value
//     containers*.b of each container, init container and ephemeral container
//     a?b           the field b of a; a is removed too if this leaves it empty
struct gated_fields {
    std::string_view feature, storage, paths;
    // Dropped only if this field of the field itself is not empty.
    std::string_view with{};
};
inline constexpr std::string_view pod_specs = "*";  // pods, and the templates of all workloads
std::span<const gated_fields> all_gated_fields();

// A field that may only have the value `allowed` while the feature is off, unless the stored object has the
// field; otherwise it may have the value `gated`, too.
struct gated_value {
    std::string_view feature, storage, path, allowed, gated;
};
std::span<const gated_value> all_gated_values();

// Before validation. `old`: the stored object; null for a create.
void drop_disabled_fields(const feature_gates& gates, std::string_view storage, bj::object& object,
                          const bj::object* old);
void validate_gated_values(const feature_gates& gates, std::string_view storage, const bj::object& object,
                           const bj::object* old, field_errors& errors);

}}}  // namespace setpoint::v0::apiserver
