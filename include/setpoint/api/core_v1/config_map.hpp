#pragma once
// clang-format off
// ConfigMap (v1).
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/kind_info.hpp"
#include "setpoint/api/kinds.hpp"
#include "setpoint/api/meta.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <map>
#include <optional>
#include <string>

namespace setpoint { inline namespace v0 { namespace core_v1 {

struct config_map {
    object_meta metadata{};
    std::optional<bool> immutable{};
    std::map<std::string, std::string> data{};
    std::map<std::string, std::string> binary_data{};

    static constexpr auto kind() { return builtin_kind("", "v1", "ConfigMap", "configmaps"); }
    template <class Self = config_map>
    static constexpr auto describe() {
        return schema::object(
            "ConfigMap holds configuration data for pods to consume.",
            schema::field(&Self::metadata, "metadata", "Standard object's metadata."),
            schema::field(&Self::immutable, "immutable",
                          "Immutable, if set to true, ensures that data stored in the ConfigMap cannot be "
                          "updated (only object metadata can be modified)."),
            schema::field(&Self::data, "data", "Data contains the configuration data."),
            schema::field(&Self::binary_data, "binaryData", "BinaryData contains the binary data."));
    }
};

}}}  // namespace setpoint::v0::core_v1

SETPOINT_BUILT_IN_KIND(setpoint::core_v1::config_map);
