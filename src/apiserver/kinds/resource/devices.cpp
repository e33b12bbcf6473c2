#include "apiserver/kinds/resource/devices.hpp"

#include "apiserver/kinds/shared/field_errors.hpp"
#include "apiserver/kinds/shared/lists.hpp"
#include "apiserver/objects/fields.hpp"

#include <algorithm>
#include <set>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

void validate_identifier(std::string_view s, const std::string& path, field_errors& to) {
    constexpr std::size_t longest = 32;
    if (s.size() > longest) too_long(to, path, longest);
    add_invalid(to, path, s, c_identifier(s));
}

// Each list has no duplicates, and at most four names.
void validate_condition_names(const bj::array& names, const std::string& path, field_errors& to) {
    constexpr std::size_t most = 4;
    validate_list_items(names, most, path, to, [&](const bj::value& name, const std::string& at) {
        add_invalid(to, at, name, qualified_name(text_of(name)));
    });
}

}  // namespace

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
        validate_identifier(name, path, to);
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
        validate_identifier(id, path, to);
}

void validate_binding_conditions(const bj::object& device, const std::string& path, field_errors& to) {
    const std::string good_path = path + ".bindingConditions", bad_path = path + ".bindingFailureConditions";
    const bj::array &good = list_of(device, "bindingConditions"),
                    &bad = list_of(device, "bindingFailureConditions");
    validate_condition_names(good, good_path, to);
    validate_condition_names(bad, bad_path, to);
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

}}}  // namespace setpoint::v0::apiserver
