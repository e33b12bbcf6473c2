#include "framework/manager/last_versions.hpp"

#include "framework/cache/resource_version.hpp"

#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>

namespace setpoint { inline namespace v0 {

std::string text_of(const last_versions& v) {
    boost::json::object o;
    for (const auto& [resource, version] : v) o[resource] = version;
    return boost::json::serialize(o);
}

last_versions read_last_versions(std::string_view annotation) {
    last_versions all;
    boost::system::error_code failed;
    const boost::json::value v = boost::json::parse(annotation, failed);
    if (failed || !v.is_object()) return all;
    for (const auto& [resource, version] : v.get_object())
        if (version.is_string() && is_version(version.get_string())) all[resource] = version.get_string();
    return all;
}

void raise(last_versions& to, const last_versions& by) {
    for (const auto& [resource, version] : by) {
        std::string& highest = to[resource];
        if (highest.empty() || older(highest, version)) highest = version;
    }
}

}}  // namespace setpoint::v0
