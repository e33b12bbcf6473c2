#pragma once
// Partial types of namespaces and of the objects created in each.

#include "setpoint/api/core_v1/namespace.hpp"
#include "setpoint/api/kind_info.hpp"

namespace setpoint::inline v0::apiserver {

struct namespace_spec_view {
    std::vector<interned_string> finalizers{};
    static constexpr auto describe() {
        using namespace schema;
        return object("", field(&namespace_spec_view::finalizers, "finalizers", ""));
    }
};

struct namespace_view {
    object_meta metadata{};
    namespace_spec_view spec{};
    namespace_status status{};

    static constexpr auto kind() { return partial<core_namespace>(); }
    static constexpr auto describe() {
        using namespace schema;
        using self = namespace_view;
        return object("", field(&self::metadata, "metadata", ""), field(&self::spec, "spec", ""),
                      field(&self::status, "status", ""));
    }
};

// Only the names are used.
struct service_account_view {
    basic_meta metadata{};
    static constexpr auto kind() { return builtin_kind("", "v1", "ServiceAccount", "serviceaccounts"); }
    static constexpr auto describe() {
        using namespace schema;
        return object("", field(&service_account_view::metadata, "metadata", ""));
    }
};

struct ca_data_view {
    interned_string ca{};
    static constexpr auto describe() {
        using namespace schema;
        return object("", field(&ca_data_view::ca, "ca.crt", ""));
    }
};

struct root_ca_view {
    object_meta metadata{};
    ca_data_view data{};
    static constexpr auto kind() { return builtin_kind("", "v1", "ConfigMap", "configmaps"); }
    static constexpr auto describe() {
        using namespace schema;
        using self = root_ca_view;
        return object("", field(&self::metadata, "metadata", ""), field(&self::data, "data", ""));
    }
};

}  // namespace setpoint::inline v0::apiserver
