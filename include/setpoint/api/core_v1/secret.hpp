#pragma once
// clang-format off
// Secret (v1).
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/kind_info.hpp"
#include "setpoint/api/kinds.hpp"
#include "setpoint/api/meta.hpp"
#include "setpoint/api/secret_value.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <map>
#include <optional>
#include <string>

namespace setpoint { inline namespace v0 { namespace core_v1 {

struct secret {
    object_meta metadata{};
    std::optional<bool> immutable{};
    std::map<std::string, setpoint::secret> data{};
    interned_string type{};

    static constexpr auto kind() { return builtin_kind("", "v1", "Secret", "secrets"); }
    template <class Self = secret>
    static constexpr auto describe() {
        return schema::object(
            "Secret holds secret data of a certain type.",
            schema::field(&Self::metadata, "metadata", "Standard object's metadata."),
            schema::field(&Self::immutable, "immutable",
                          "Immutable, if set to true, ensures that data stored in the Secret cannot be "
                          "updated (only object metadata can be modified)."),
            schema::field(&Self::data, "data", "Data contains the secret data."),
            schema::field(&Self::type, "type", "Used to facilitate programmatic handling of secret data."));
    }
};

}}}  // namespace setpoint::v0::core_v1

SETPOINT_BUILT_IN_KIND(setpoint::core_v1::secret);
