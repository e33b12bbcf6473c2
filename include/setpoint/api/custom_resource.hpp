#pragma once
// What a user derives a kind of their own from.

#include <setpoint/api/kind.hpp>
#include <setpoint/api/meta.hpp>
#include <setpoint/json/describe.hpp>

namespace setpoint {

struct no_status {
    static constexpr auto describe() { return schema::object(""); }
};

// An object with metadata, a spec and a status. Derive and add `static constexpr auto kind()`: see docs/describing-types.md.
template <class Spec, class Status = no_status>
struct custom_resource {
    using spec_type = Spec;
    using status_type = Status;

    object_meta metadata;
    Spec spec;
    Status status;

    static constexpr auto describe() {
        using namespace schema;
        using self = custom_resource;
        return object(Spec::describe().doc, field(&self::metadata, "metadata", "Standard object metadata."),
                      field(&self::spec, "spec", Spec::describe().doc),
                      field(&self::status, "status", Status::describe().doc));
    }
};

}  // namespace setpoint
