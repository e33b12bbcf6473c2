#include "apiserver/kinds/shared/conditions.hpp"

#include "apiserver/objects/fields.hpp"

#include <algorithm>
#include <set>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

bool is_condition_reason(std::string_view s) {
    const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
    const auto word = [&](char c) { return letter(c) || (c >= '0' && c <= '9') || c == '_'; };
    return letter(s.front()) && word(s.back()) &&
           std::ranges::all_of(s, [&](char c) { return word(c) || c == ',' || c == ':'; });
}

void validate_condition(const bj::object& c, const std::string& path, field_errors& to) {
    constexpr std::size_t longest_reason = 1024, longest_message = 32 * 1024;
    const std::string_view type = text_at(c, "type"), status = text_at(c, "status"),
                           reason = text_at(c, "reason");
    if (type.empty()) {
        required(to, path + ".type", "is required");
    } else {
        add_invalid(to, path + ".type", type, qualified_name(type));
    }
    if (status.empty()) {
        required(to, path + ".status");
    } else if (status != "True" && status != "False" && status != "Unknown") {
        not_supported(to, path + ".status", status, {"False", "True", "Unknown"});
    }
    if (number_at(c, "observedGeneration").value_or(0) < 0)
        invalid(to, path + ".observedGeneration", number_at(c, "observedGeneration").value_or(0),
                "must be greater than or equal to zero");
    if (value_at(c, "lastTransitionTime") == nullptr) required(to, path + ".lastTransitionTime");
    if (reason.empty()) {
        required(to, path + ".reason");
    } else if (!is_condition_reason(reason)) {
        invalid(to, path + ".reason", reason,
                "a condition reason must start with alphabetic character, optionally followed by a string of "
                "alphanumeric "
                "characters or '_,:', and must end with an alphanumeric character or '_' (e.g. 'my_name',  "
                "or 'MY_NAME',  or "
                "'MyName',  or 'ReasonA,ReasonB',  or 'ReasonA:ReasonB', regex used for validation is "
                "'[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?')");
    }
    if (reason.size() > longest_reason) too_long(to, path + ".reason", longest_reason);
    if (text_at(c, "message").size() > longest_message) too_long(to, path + ".message", longest_message);
}

}  // namespace

void validate_conditions(const bj::array& conditions, const std::string& path, field_errors& to) {
    std::set<std::string, std::less<>> seen;
    for_each_object(conditions, [&](const bj::object& c, std::size_t i) {
        const std::string here = indexed(path, i), type(text_at(c, "type"));
        if (!seen.insert(type).second) duplicate(to, here, type);
        validate_condition(c, here, to);
    });
}

}}}  // namespace setpoint::v0::apiserver
