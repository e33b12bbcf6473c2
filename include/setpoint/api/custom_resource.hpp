#pragma once
// The base class of custom resources.

#include "setpoint/api/kind.hpp"
#include "setpoint/api/kind_info.hpp"
#include "setpoint/api/meta.hpp"
#include "setpoint/json/describe.hpp"

#include <type_traits>

namespace setpoint { inline namespace v0 {

// The status of a kind without status.
// With it the kind has no status subresource, kind_info::has_status is false, and a member `status` takes
// no space.
struct no_status {
    static constexpr auto describe() { return schema::object(""); }
};

// An object with metadata, a spec and, unless it is no_status, a status subresource. Derive from it
// and add `static constexpr auto kind()`; see docs/describing-types.md.
// Spec and Status are described structs; anything else does not compile, with one sentence. An aggregate,
// which is copied and moved member by member.
//
//     struct site : setpoint::custom_resource<site_spec, site_status> {
//         static constexpr auto kind() {
//             return setpoint::custom_kind("example.com", "v1", "Site", "A web site.").short_name("st");
//         }
//     };
//
// Kubernetes does not increment metadata.generation for changes of metadata and status: a controller compares
// it with the observed generation in the status.
template <class Spec, class Status = no_status>
struct custom_resource {
    static_assert((json::detail::check_description<Spec>(), json::detail::check_description<Status>(), true));

    using spec_type = Spec;
    using status_type = Status;

    // Public members, since this is data: any code may build an object in a test.
    object_meta metadata;
    Spec spec;
    [[no_unique_address]] Status status;

    // Inherited by the kind. Its fields come in the order metadata, spec, status.
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

}}  // namespace setpoint::v0
