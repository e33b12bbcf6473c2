#pragma once
// clang-format off
// KeyToPath (v1).
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/kinds.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <cstdint>
#include <optional>

namespace setpoint { inline namespace v0 { namespace core_v1 {

struct key_to_path {
    interned_string key{};
    interned_string path{};
    std::optional<std::int32_t> mode{};
    std::optional<std::int64_t> user{};

    template <class Self = key_to_path>
    static constexpr auto describe() {
        return schema::object(
            "Maps a string key to a path within a volume.",
            schema::field(&Self::key, "key", "key is the key to project.", schema::required),
            schema::field(&Self::path, "path", "path is the relative path of the file to map the key to.",
                          schema::required),
            schema::field(&Self::mode, "mode",
                          "mode is Optional: mode bits used to set permissions on this file."),
            schema::field(&Self::user, "user", "user is Optional: The owner UID of the created file."));
    }
};

}}}  // namespace setpoint::v0::core_v1

SETPOINT_COMPILED_TABLE(setpoint::core_v1::key_to_path);
