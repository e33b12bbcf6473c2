#pragma once
// ConfigMaps (core/v1).

#include "setpoint/api/kind_info.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <map>
#include <optional>
#include <string>

namespace setpoint {

struct config_map {
    object_meta metadata{};
    std::map<std::string, std::string> data{};
    std::map<std::string, std::string> binary_data{};  // base64
    std::optional<bool> immutable{};

    static constexpr auto kind() { return builtin_kind("", "v1", "ConfigMap", "configmaps"); }
    static constexpr auto describe() {
        using namespace schema;
        using self = config_map;
        return object("Configuration that pods read.", field(&self::metadata, "metadata", ""),
                      field(&self::data, "data", ""), field(&self::binary_data, "binaryData", "Base64."),
                      field(&self::immutable, "immutable", ""));
    }
};

}  // namespace setpoint

SETPOINT_COMPILED_TABLE(setpoint::config_map);
