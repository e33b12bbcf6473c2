#include "apiserver/patch/version_conversion.hpp"

#include "apiserver/patch/merge_values.hpp"

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace apiserver::patching {

std::string join_errors(const std::vector<std::string>& errors) {
    if (errors.empty()) return {};
    if (errors.size() == 1) return errors[0];
    std::string text = "errors:";
    for (const std::string& each : errors) text += "\n  " + each;
    return text;
}

field_type type_in_version(const versioned_type& t, const std::string& version) {
    const auto at = std::find(t.versions.begin(), t.versions.end(), version);
    const auto n = static_cast<std::size_t>(at - t.versions.begin());
    return field_type::root(n < t.version_types.size() ? t.version_types[n] : t.type);
}

bj::value convert_to_version(const versioned_type& t, const bj::value& v, const std::string& version) {
    if (!t.convert || !v.is_object()) return v;
    return bj::value(t.convert(v.get_object(), version));
}

std::string version_error(const manager_entries& o, const bj::value& v, const versioned_type& t,
                          const std::string& own, const std::string* only) {
    if (t.version_types.size() != t.versions.size()) return {};
    for (const auto& [key, each] : o.all) {
        if (each.api_version == own || (only && key != *only)) continue;
        // Owners in versions that the kind no longer has are dropped anyway.
        if (std::find(t.versions.begin(), t.versions.end(), each.api_version) == t.versions.end()) continue;
        const auto errors =
            type_errors(convert_to_version(t, v, each.api_version), type_in_version(t, each.api_version));
        if (std::string why = join_errors(errors); !why.empty()) return why;
    }
    return {};
}

}}}  // namespace setpoint::v0::apiserver::patching
