#pragma once
// Identifies an object among those of its kind: namespace and name.

#include "setpoint/core/detail/text_formatter.hpp"
#include "setpoint/core/error.hpp"

#include <compare>
#include <cstddef>
#include <functional>
#include <iosfwd>
#include <string>
#include <string_view>
#include <utility>

namespace setpoint::inline v0 {

// Ordered by namespace, then name. A cluster-scoped object has no namespace.
class object_key {
public:
    object_key() = default;
    object_key(std::string a_namespace, std::string a_name)
        : ns(std::move(a_namespace)), name(std::move(a_name)) {}
    static object_key cluster(std::string a_name) { return {std::string(), std::move(a_name)}; }

    // Parses "namespace/name" or "name". Errors: bad_data if a part is empty or there are more than
    // two.
    static result<object_key> parse(std::string_view s);
    // Returns "namespace/name", or "name" without a namespace.
    std::string to_string() const;

    bool empty() const noexcept { return name.empty(); }

    friend bool operator==(const object_key&, const object_key&) = default;
    friend std::strong_ordering operator<=>(const object_key&, const object_key&) = default;

    std::string ns, name;
};

std::size_t hash_value(const object_key& key) noexcept;  // for Boost's containers
std::ostream& operator<<(std::ostream& out, const object_key& key);

}  // namespace setpoint::inline v0

template <>
struct std::hash<setpoint::object_key> {
    std::size_t operator()(const setpoint::object_key& key) const noexcept { return hash_value(key); }
};
template <>
struct fmt::formatter<setpoint::object_key> : setpoint::detail::text_formatter {
    auto format(const setpoint::object_key& key, format_context& ctx) const {
        return write(key.to_string(), ctx);
    }
};
