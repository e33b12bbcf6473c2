#pragma once
// References to other objects (core/v1).

#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"

namespace setpoint {

struct object_reference {
    interned_string api_version{}, kind{}, ns{}, name{}, uid{}, resource_version{}, field_path{};

    static constexpr auto describe() {
        using namespace schema;
        using self = object_reference;
        return object("Names another object.", field(&self::api_version, "apiVersion", ""),
                      field(&self::kind, "kind", ""), field(&self::ns, "namespace", ""),
                      field(&self::name, "name", ""), field(&self::uid, "uid", "", unique),
                      field(&self::resource_version, "resourceVersion", "", unique),
                      field(&self::field_path, "fieldPath", "A part of the object."));
    }
};

// The name of an object of a fixed kind in the same namespace.
struct local_object_reference {
    interned_string name{};

    static constexpr auto describe() {
        using namespace schema;
        return object("Names an object in the same namespace.",
                      field(&local_object_reference::name, "name", "", required));
    }
};

}  // namespace setpoint
