#pragma once
// Partial types of namespaces and of the objects created in each.

#include "setpoint/api/core_v1/namespace.hpp"
#include "setpoint/api/kind_info.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

using namespace kinds;

struct partial_namespace_spec {
    std::vector<interned_string> finalizers{};
    static constexpr auto describe() {
        using namespace schema;
        return object("", field(&partial_namespace_spec::finalizers, "finalizers", ""));
    }
};

struct partial_namespace {
    object_meta metadata{};
    partial_namespace_spec spec{};
    namespace_status status{};

    static constexpr auto kind() { return partial<core_v1::namespace_>(); }
    static constexpr auto describe() {
        using namespace schema;
        using self = partial_namespace;
        return object("", field(&self::metadata, "metadata", ""), field(&self::spec, "spec", ""),
                      field(&self::status, "status", ""));
    }
};

// Only the names are used.
struct partial_service_account {
    basic_meta metadata{};
    static constexpr auto kind() { return builtin_kind("", "v1", "ServiceAccount", "serviceaccounts"); }
    static constexpr auto describe() {
        using namespace schema;
        return object("", field(&partial_service_account::metadata, "metadata", ""));
    }
};

struct partial_root_ca {
    object_meta metadata{};
    string_map data{};
    static constexpr auto kind() { return builtin_kind("", "v1", "ConfigMap", "configmaps"); }
    static constexpr auto describe() {
        using namespace schema;
        using self = partial_root_ca;
        return object("", field(&self::metadata, "metadata", ""), field(&self::data, "data", ""));
    }
};

}}}  // namespace setpoint::v0::apiserver
