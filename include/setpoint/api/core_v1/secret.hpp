#pragma once
// Secrets (core/v1).

#include "setpoint/api/kind_info.hpp"
#include "setpoint/core/secret.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <map>
#include <optional>
#include <string>

// In JSON a secret is the base64 of its bytes, as in Secrets.
template <>
struct setpoint::json::scalar_traits<setpoint::secret> {
    static constexpr scalar_type type = scalar_type::string;
    static constexpr std::string_view format = "byte";
    static constexpr std::string_view name = "base64";
    static constexpr bool is_secret = true;
    static bool parse(std::string_view s, secret& out);
    static bool parse_number(std::int64_t, secret&) { return false; }
    static void print(const secret& value, std::string& out);
    static bool is_unset(const secret&) { return false; }  // a key with an empty value is present
    static bool same(const secret& a, const secret& b) { return a == b; }
    static std::size_t heap(const secret& value) { return value.reveal().size(); }
};

namespace setpoint::inline v0 {

// The kind Secret; setpoint::secret is a single value. The values are bytes, not base64, and cannot
// be printed.
struct core_secret {
    object_meta metadata{};
    interned_string type{};  // Opaque, kubernetes.io/tls, ...
    std::map<std::string, secret> data{};
    std::optional<bool> immutable{};

    // Returns null if there is none.
    const secret* find(const std::string& key) const;

    static constexpr auto kind() { return builtin_kind("", "v1", "Secret", "secrets"); }
    template <class Self = core_secret>
    static constexpr auto describe() {
        using namespace schema;
        return object("Confidential data that pods read.", field(&Self::metadata, "metadata", ""),
                      field(&Self::type, "type", ""), field(&Self::data, "data", ""),
                      field(&Self::immutable, "immutable", ""));
    }
};

}  // namespace setpoint::inline v0

SETPOINT_BUILT_IN_KIND(setpoint::core_secret);
