#pragma once
// ConfigMaps (core/v1).

#include "setpoint/api/kind_info.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <map>
#include <optional>
#include <string>

namespace setpoint::inline v0 {

struct config_map {
    object_meta metadata{};
    std::map<std::string, std::string> data{};
    std::map<std::string, std::string> binary_data{};  // base64
    std::optional<bool> immutable{};

    static constexpr auto kind() { return builtin_kind("", "v1", "ConfigMap", "configmaps"); }
    template <class Self = config_map>
    static constexpr auto describe() {
        using namespace schema;
        return object("Configuration that pods read.", field(&Self::metadata, "metadata", ""),
                      field(&Self::data, "data", ""), field(&Self::binary_data, "binaryData", "Base64."),
                      field(&Self::immutable, "immutable", ""));
    }
};

}  // namespace setpoint::inline v0

SETPOINT_BUILT_IN_KIND(setpoint::config_map);
