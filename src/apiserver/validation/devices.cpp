#include "apiserver/validation/devices.hpp"

#include "apiserver/objects/fields.hpp"
#include "framework/core/ascii.hpp"

#include <algorithm>
#include <set>

namespace setpoint::inline v0::apiserver {

namespace {

void check_identifier(std::string_view s, const std::string& path, field_errors& to) {
    constexpr std::size_t longest = 32;
    if (s.size() > longest) too_long(to, path, longest);
    const auto is_letter = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    };
    const bool valid = !s.empty() && is_letter(s.front()) &&
                       std::ranges::all_of(s, [&](char c) { return is_letter(c) || (c >= '0' && c <= '9'); });
    if (!valid)
        invalid(to, path, s,
                "a valid C identifier must start with alphabetic character or '_', followed by a string of "
                "alphanumeric characters or '_' (e.g. 'my_name',  or 'MY_NAME',  or 'MyName', regex used for "
                "validation is '[A-Za-z_][A-Za-z0-9_]*')");
}

bool is_condition_reason(std::string_view s) {
    const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
    const auto word = [&](char c) { return letter(c) || (c >= '0' && c <= '9') || c == '_'; };
    return letter(s.front()) && word(s.back()) &&
           std::ranges::all_of(s, [&](char c) { return word(c) || c == ',' || c == ':'; });
}

void check_condition(const bj::object& c, const std::string& path, field_errors& to) {
    constexpr std::size_t longest_reason = 1024, longest_message = 32 * 1024;
    const std::string_view type = text_at(c, "type"), status = text_at(c, "status"),
                           reason = text_at(c, "reason");
    add_invalid(to, path + ".type", type, qualified_name(type));
    if (status != "True" && status != "False" && status != "Unknown")
        not_supported(to, path + ".status", status, {"False", "True", "Unknown"});
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

// Each list has no duplicates, and at most four names.
void check_condition_names(const bj::array& names, const std::string& path, field_errors& to) {
    constexpr std::size_t most = 4;
    validate_list_items(names, most, path, to, [&](const bj::value& name, const std::string& at) {
        add_invalid(to, at, name, qualified_name(text_of(name)));
    });
}

}  // namespace

const bj::object& struct_of(const bj::value& item) {
    static const bj::object empty;
    return item.is_object() ? item.get_object() : empty;
}

void validate_driver_name(std::string_view name, const std::string& path, field_errors& to) {
    constexpr std::size_t longest = 63;
    if (name.empty()) {
        required(to, path);
        return;
    }
    if (name.size() > longest) too_long(to, path, longest);
    add_invalid(to, path, name, dns1123_subdomain(lower_case(name)));
}

void validate_conditions(const bj::array& conditions, const std::string& path, field_errors& to) {
    std::set<std::string, std::less<>> seen;
    for_each_object(conditions, [&](const bj::object& c, std::size_t i) {
        const std::string here = indexed(path, i), type(text_at(c, "type"));
        if (!seen.insert(type).second) duplicate(to, here + ".type", type);
        check_condition(c, here, to);
    });
}

void validate_pool_name(std::string_view name, const std::string& path, field_errors& to) {
    constexpr std::size_t longest = 253;
    if (name.empty()) {
        required(to, path);
        return;
    }
    if (name.size() > longest) too_long(to, path, longest);
    while (true) {
        const std::size_t slash = name.find('/');
        const std::string_view part = name.substr(0, slash);
        add_invalid(to, path, part, dns1123_subdomain(part));
        if (slash == std::string_view::npos) return;
        name.remove_prefix(slash + 1);
    }
}

void validate_device_qualified_name(std::string_view name, const std::string& path, field_errors& to) {
    const std::size_t slash = name.find('/');
    if (slash == std::string_view::npos) {
        check_identifier(name, path, to);
        return;
    }
    const std::string_view domain = name.substr(0, slash), id = name.substr(slash + 1);
    // The real server accepts any name with more than one slash.
    if (id.find('/') != std::string_view::npos) return;
    if (domain.empty())
        invalid(to, path, "", "the domain must not be empty");
    else
        validate_driver_name(domain, path, to);
    if (id.empty())
        invalid(to, path, "", "the name must not be empty");
    else
        check_identifier(id, path, to);
}

void validate_binding_conditions(const bj::object& device, const std::string& path, field_errors& to) {
    const std::string good_path = path + ".bindingConditions", bad_path = path + ".bindingFailureConditions";
    const bj::array &good = list_of(device, "bindingConditions"),
                    &bad = list_of(device, "bindingFailureConditions");
    check_condition_names(good, good_path, to);
    check_condition_names(bad, bad_path, to);
    std::set<std::string, std::less<>> first, second;
    for (std::size_t i = 0; i < good.size(); ++i)
        if (!first.emplace(text_of(good[i])).second) duplicate(to, indexed(good_path, i), good[i]);
    for (std::size_t i = 0; i < bad.size(); ++i) {
        if (!second.emplace(text_of(bad[i])).second) duplicate(to, indexed(bad_path, i), bad[i]);
        if (first.contains(text_of(bad[i])))
            invalid(to, indexed(bad_path, i), bad[i],
                    "bindingFailureConditions must not overlap with bindingConditions");
    }
    if (good.empty() && !bad.empty())
        invalid(to, good_path, value_at(device, "bindingConditions") ? bj::value(good) : bj::value(),
                "bindingConditions are required to use bindingFailureConditions");
    if (bad.empty() && !good.empty())
        invalid(to, bad_path, value_at(device, "bindingFailureConditions") ? bj::value(bad) : bj::value(),
                "bindingFailureConditions are required to use bindingConditions");
}

}  // namespace setpoint::inline v0::apiserver
