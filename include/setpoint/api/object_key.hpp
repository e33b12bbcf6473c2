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

namespace setpoint { inline namespace v0 {

// Ordered by namespace, then name. A cluster-scoped object has no namespace.
// The key of caches, queues and clients: the kind is known from the context. A class with constructors,
// not an aggregate, so that it is a safe argument of coroutines. Both parts are public, and not validated.
//
//     co_await api.get<kinds::secret>(object_key("shop", "credentials"));
//     co_await api.get<kinds::node>(object_key::cluster("node-1"));
class object_key {
public:
    object_key() = default;
    // The namespace comes first, as in "namespace/name".
    object_key(std::string a_namespace, std::string a_name)
        : ns(std::move(a_namespace)), name(std::move(a_name)) {}
    // For nodes, namespaces, cluster roles and kinds that are cluster_scoped().
    static object_key cluster(std::string a_name) { return {std::string(), std::move(a_name)}; }

    // Parses "namespace/name" or "name". Errors: bad_data if a part is empty or there are more than
    // two.
    // The inverse of to_string(). Views nothing of `s` afterwards.
    //     "shop/web" and "node-1" are valid; "", "/web", "shop/" and "a/b/c" are not.
    static result<object_key> parse(std::string_view s);
    // Returns "namespace/name", or "name" without a namespace.
    // The form of logs and of kubectl's messages.
    std::string to_string() const;

    // True for a default-constructed key, which names no object; an empty namespace alone is valid.
    bool empty() const noexcept { return name.empty(); }

    friend bool operator==(const object_key&, const object_key&) = default;
    // Byte by byte, independent of any locale, so that lists by key have a fixed order in tests.
    friend std::strong_ordering operator<=>(const object_key&, const object_key&) = default;

    // Change them freely, except in the key of a container.
    std::string ns, name;
};

// Not stable between processes or platforms. std::hash and boost::hash use it.
std::size_t hash_value(const object_key& key) noexcept;  // for Boost's containers
std::ostream& operator<<(std::ostream& out, const object_key& key);

}}  // namespace setpoint::v0

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
