#pragma once
// References to other objects (core/v1).

#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"

namespace setpoint::inline v0 {

struct object_reference {
    interned_string api_version{}, kind{}, ns{}, name{}, uid{}, resource_version{}, field_path{};

    template <class Self = object_reference>
    static constexpr auto describe() {
        using namespace schema;
        return object("Names another object.", field(&Self::api_version, "apiVersion", ""),
                      field(&Self::kind, "kind", ""), field(&Self::ns, "namespace", ""),
                      field(&Self::name, "name", ""), field(&Self::uid, "uid", "", unique),
                      field(&Self::resource_version, "resourceVersion", "", unique),
                      field(&Self::field_path, "fieldPath", "A part of the object."));
    }
};

// The name of an object of a fixed kind in the same namespace.
struct local_object_reference {
    interned_string name{};

    template <class Self = local_object_reference>
    static constexpr auto describe() {
        using namespace schema;
        return object("Names an object in the same namespace.", field(&Self::name, "name", "", required));
    }
};

}  // namespace setpoint::inline v0
