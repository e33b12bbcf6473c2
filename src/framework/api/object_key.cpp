#include "setpoint/api/object_key.hpp"

#include <ostream>

namespace setpoint { inline namespace v0 {

result<object_key> object_key::parse(std::string_view s) {
    const std::size_t slash = s.find('/');
    const std::string_view ns = slash == std::string_view::npos ? std::string_view() : s.substr(0, slash);
    const std::string_view name = slash == std::string_view::npos ? s : s.substr(slash + 1);
    if (name.empty() || (slash != std::string_view::npos && ns.empty()) ||
        name.find('/') != std::string_view::npos) {
        return error(
            errc::bad_data,
            fmt::format("\"{}\" does not name an object: expected \"name\" or \"namespace/name\"", s));
    }
    return object_key(std::string(ns), std::string(name));
}

std::string object_key::to_string() const {
    if (ns.empty()) return name;
    std::string out;
    out.reserve(ns.size() + 1 + name.size());
    return out.append(ns).append(1, '/').append(name);
}

std::size_t hash_value(const object_key& key) noexcept {
    const std::hash<std::string_view> hash;
    // Multiplied so that (a, b) and (b, a) differ.
    return hash(key.ns) * 0x9e3779b97f4a7c15ULL + hash(key.name);
}

std::ostream& operator<<(std::ostream& out, const object_key& key) {
    return out << key.to_string();
}

}}  // namespace setpoint::v0
