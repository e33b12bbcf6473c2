#pragma once
// The base class of custom resources.

#include "setpoint/api/kind.hpp"
#include "setpoint/api/kind_info.hpp"
#include "setpoint/api/meta.hpp"
#include "setpoint/json/describe.hpp"

#include <type_traits>

namespace setpoint::inline v0 {

// The status of a kind without status.
struct no_status {
    static constexpr auto describe() { return schema::object(""); }
};

// An object with metadata, a spec and, unless it is no_status, a status subresource. Derive from it
// and add `static constexpr auto kind()`; see docs/describing-types.md.
template <class Spec, class Status = no_status>
struct custom_resource {
    static_assert((json::detail::check_description<Spec>(), json::detail::check_description<Status>(), true));

    using spec_type = Spec;
    using status_type = Status;

    object_meta metadata;
    Spec spec;
    [[no_unique_address]] Status status;

    static constexpr auto describe() {
        using namespace schema;
        using self = custom_resource;
        if constexpr (!described_object<Spec> || !described_object<Status>) {
            return object("");  // reported above
        } else {
            constexpr auto metadata_field = field(&self::metadata, "metadata", "Standard object metadata.");
            constexpr auto spec_field = field(&self::spec, "spec", Spec::describe().doc);
            if constexpr (std::is_same_v<Status, no_status>) {
                return object(Spec::describe().doc, metadata_field, spec_field);
            } else {
                return object(Spec::describe().doc, metadata_field, spec_field,
                              field(&self::status, "status", Status::describe().doc));
            }
        }
    }
};

}  // namespace setpoint::inline v0
