#include <algorithm>
#include <apiserver/patch/merge_values.hpp>
#include <apiserver/patch/other_versions.hpp>

namespace setpoint::apiserver::patching {

std::string joined_errors(const std::vector<std::string>& errors) {
    if (errors.empty()) return {};
    if (errors.size() == 1) return errors[0];
    std::string text = "errors:";
    for (const std::string& each : errors) text += "\n  " + each;
    return text;
}

std::string unreadable_for(const owners& o, const bj::value& v, const typed& t, const std::string& own,
                           const std::string* only) {
    if (t.version_types.size() != t.versions.size()) return {};
    for (const auto& [key, each] : o.all) {
        if (each.api_version == own || (only && key != *only)) continue;
        // Owners of versions that are not served are forgotten anyway.
        const auto at = std::find(t.versions.begin(), t.versions.end(), each.api_version);
        if (at == t.versions.end()) continue;
        const schema_node* const type = t.version_types[static_cast<std::size_t>(at - t.versions.begin())];
        if (std::string why = joined_errors(type_errors(v, field_type::root(type))); !why.empty()) return why;
    }
    return {};
}

}  // namespace setpoint::apiserver::patching
