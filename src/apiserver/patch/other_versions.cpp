#include "apiserver/patch/other_versions.hpp"

#include "apiserver/patch/merge_values.hpp"

#include <algorithm>

namespace setpoint::apiserver::patching {

std::string joined_errors(const std::vector<std::string>& errors) {
    if (errors.empty()) return {};
    if (errors.size() == 1) return errors[0];
    std::string text = "errors:";
    for (const std::string& each : errors) text += "\n  " + each;
    return text;
}

field_type type_in(const typed& t, const std::string& version) {
    const auto at = std::find(t.versions.begin(), t.versions.end(), version);
    const auto n = static_cast<std::size_t>(at - t.versions.begin());
    return field_type::root(n < t.version_types.size() ? t.version_types[n] : t.type);
}

bj::value value_in(const typed& t, const bj::value& v, const std::string& version) {
    if (!t.convert || !v.is_object()) return v;
    return bj::value(t.convert(v.get_object(), version));
}

std::string unreadable_for(const owners& o, const bj::value& v, const typed& t, const std::string& own,
                           const std::string* only) {
    if (t.version_types.size() != t.versions.size()) return {};
    for (const auto& [key, each] : o.all) {
        if (each.api_version == own || (only && key != *only)) continue;
        // Owners in versions that are no longer served are dropped anyway.
        if (std::find(t.versions.begin(), t.versions.end(), each.api_version) == t.versions.end()) continue;
        const auto errors = type_errors(value_in(t, v, each.api_version), type_in(t, each.api_version));
        if (std::string why = joined_errors(errors); !why.empty()) return why;
    }
    return {};
}

}  // namespace setpoint::apiserver::patching
