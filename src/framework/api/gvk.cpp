#include "setpoint/api/gvk.hpp"

#include <ostream>

namespace setpoint { inline namespace v0 {

namespace {

// Returns name.version or name.version.group.
std::string dotted(std::string_view name, std::string_view version, std::string_view group) {
    std::string out(name);
    out.append(1, '.').append(version);
    if (!group.empty()) out.append(1, '.').append(group);
    return out;
}

}  // namespace

std::string api_version(std::string_view group, std::string_view version) {
    if (group.empty()) return std::string(version);
    std::string out(group);
    return out.append(1, '/').append(version);
}

void append_url_prefix(std::string_view group, std::string_view version, std::string& out) {
    out += group.empty() ? "/api/" : "/apis/";
    if (!group.empty()) out.append(group).append(1, '/');
    out += version;
}

std::string url_prefix(std::string_view group, std::string_view version) {
    std::string out;
    append_url_prefix(group, version, out);
    return out;
}

result<group_version_kind> group_version_kind::parse(std::string_view api_version, std::string_view kind) {
    const std::size_t slash = api_version.find('/');
    const bool core = slash == std::string_view::npos;
    const std::string_view group = core ? std::string_view() : api_version.substr(0, slash);
    const std::string_view version = core ? api_version : api_version.substr(slash + 1);
    if (version.empty() || (!core && group.empty()) || version.find('/') != std::string_view::npos) {
        return error(
            errc::bad_data,
            fmt::format("apiVersion \"{}\": expected \"version\" or \"group/version\"", api_version));
    }
    if (kind.empty())
        return error(errc::bad_data, fmt::format("an object of apiVersion \"{}\" has no kind", api_version));
    return group_version_kind(std::string(group), std::string(version), std::string(kind));
}

std::string group_version_kind::to_string() const {
    return dotted(kind, version, group);
}

result<group_version_resource> group_version_resource::parse(std::string_view s) {
    const std::size_t first = s.find('.');
    const std::size_t second = first == std::string_view::npos ? first : s.find('.', first + 1);
    const std::string_view resource = s.substr(0, first);
    const std::string_view version =
        first == std::string_view::npos ? std::string_view() : s.substr(first + 1, second - first - 1);
    const std::string_view group =
        second == std::string_view::npos ? std::string_view() : s.substr(second + 1);
    if (resource.empty() || version.empty() || (second != std::string_view::npos && group.empty())) {
        return error(
            errc::bad_data,
            fmt::format("resource \"{}\": expected \"resource.version\" or \"resource.version.group\"", s));
    }
    return group_version_resource(std::string(group), std::string(version), std::string(resource));
}

std::string group_version_resource::to_string() const {
    return dotted(resource, version, group);
}

std::string group_version_resource::group_resource() const {
    return group.empty() ? resource : resource + "." + group;
}

std::ostream& operator<<(std::ostream& out, const group_version_kind& gvk) {
    return out << gvk.to_string();
}
std::ostream& operator<<(std::ostream& out, const group_version_resource& gvr) {
    return out << gvr.to_string();
}

}}  // namespace setpoint::v0
