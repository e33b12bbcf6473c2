#include "testkit/sim/preview/secret_values.hpp"

#include "apiserver/objects/fields.hpp"
#include "framework/core/base64.hpp"

#include <optional>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace sim {

namespace {

constexpr std::size_t shortest_value = 6;
constexpr int deepest_text = 100;

}  // namespace

void secret_values::add(const boost::json::object& secret, const apiserver::secret_redactor& redactor) {
    for (const auto& [key, value] : apiserver::object_of(secret, "data")) {
        if (!value.is_string()) continue;
        const std::string encoded(value.get_string());
        const std::optional<std::string> plain = base64_decode(encoded);
        if (!plain || plain->size() < shortest_value) continue;
        const std::string shown = redactor.placeholder(*plain);
        placeholders_.emplace(*plain, shown);
        placeholders_.emplace(encoded, shown);
    }
}

void secret_values::hide_in(std::string& text) const {
    for (const auto& [value, shown] : placeholders_)
        for (std::size_t at = 0; (at = text.find(value, at)) != std::string::npos; at += shown.size())
            text.replace(at, value.size(), shown);
}

void secret_values::hide_in(boost::json::object& object) const {
    if (placeholders_.empty()) return;
    for (auto& [key, value] : object) hide_in(value, 0);
}

void secret_values::hide_in(boost::json::value& v, int depth) const {
    if (depth > deepest_text) return;
    if (v.is_string()) {
        std::string text(v.get_string());
        hide_in(text);
        if (text != std::string_view(v.get_string())) v.get_string() = text;
    } else if (v.is_array()) {
        for (boost::json::value& one : v.get_array()) hide_in(one, depth + 1);
    } else if (v.is_object()) {
        for (auto& [key, value] : v.get_object()) hide_in(value, depth + 1);
    }
}

}}}  // namespace setpoint::v0::sim
