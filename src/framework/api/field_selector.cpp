#include "setpoint/api/selector.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <ostream>

namespace setpoint { inline namespace v0 {

namespace {

// The rules are those of k8s.io/apimachinery, pkg/fields.
constexpr std::string_view special = "\\,=";

// Consumes up to the next unescaped comma, and that comma.
std::string_view take_term(std::string_view& s) {
    std::size_t i = 0;
    while (i < s.size() && s[i] != ',') i += s[i] == '\\' ? 2 : 1;
    i = std::min(i, s.size());
    const std::string_view term = s.substr(0, i);
    s.remove_prefix(std::min(i + 1, s.size()));
    return term;
}

std::optional<std::string> unescape(std::string_view s) {
    std::string out;
    for (std::size_t i = 0; i < s.size(); ++i) {
        if (s[i] == '\\') {
            ++i;
            if (i == s.size() || special.find(s[i]) == std::string_view::npos) return {};
        } else if (special.find(s[i]) != std::string_view::npos) {
            return {};
        }
        out += s[i];
    }
    return out;
}

}  // namespace

field_selector field_selector::by_name(std::string_view name) {
    field_selector out;
    out.add("metadata.name", name);
    return out;
}

field_selector& field_selector::add(std::string_view path, std::string_view value, bool equals) {
    requirements_.push_back({std::string(path), std::string(value), equals});
    return *this;
}

result<field_selector> field_selector::parse(std::string_view s) {
    const auto refuse = [s](std::string_view term, std::string_view why) {
        return error(errc::bad_data, fmt::format("field selector \"{}\": {} in \"{}\"", s, why, term));
    };
    field_selector out;
    for (std::string_view rest = s; !rest.empty();) {
        const std::string_view term = take_term(rest);
        if (term.empty()) continue;
        const std::size_t equals = term.find('=');
        if (equals == std::string_view::npos) return refuse(term, "expected =, == or !=");
        const bool negated = equals > 0 && term[equals - 1] == '!';
        const bool doubled = !negated && equals + 1 < term.size() && term[equals + 1] == '=';
        const std::string_view path = term.substr(0, negated ? equals - 1 : equals);
        if (path.empty()) return refuse(term, "the field is missing");
        const auto value = unescape(term.substr(equals + (doubled ? 2 : 1)));
        if (!value)
            return refuse(term, "a backslash must come before =, comma and backslash, and only there,");
        out.add(path, *value, !negated);
    }
    return out;
}

bool field_selector::matches(const object_key& key) const {
    return std::all_of(requirements_.begin(), requirements_.end(), [&](const requirement& r) {
        if (r.path == "metadata.name") return (key.name == r.value) == r.equals;
        if (r.path == "metadata.namespace") return (key.ns == r.value) == r.equals;
        return true;
    });
}

std::string field_selector::to_string() const {
    std::string out;
    for (const requirement& r : requirements_) {
        if (!out.empty()) out += ',';
        out.append(r.path).append(r.equals ? "=" : "!=");
        for (const char c : r.value) {
            if (special.find(c) != std::string_view::npos) out += '\\';
            out += c;
        }
    }
    return out;
}

std::ostream& operator<<(std::ostream& out, const field_selector& s) {
    return out << s.to_string();
}

}}  // namespace setpoint::v0
