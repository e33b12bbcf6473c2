#include "framework/client/delete_body.hpp"

#include <boost/json/serialize.hpp>

namespace setpoint { inline namespace v0 {

namespace {

std::string_view to_string(propagation p) {
    switch (p) {
        case propagation::background:
            return "Background";
        case propagation::foreground:
            return "Foreground";
        case propagation::orphan:
            return "Orphan";
    }
    return "Background";
}

}  // namespace

std::string delete_body(const delete_options& o) {
    boost::json::object body{
        {"kind", "DeleteOptions"}, {"apiVersion", "v1"}, {"propagationPolicy", to_string(o.how)}};
    if (o.grace_period_seconds) body["gracePeriodSeconds"] = *o.grace_period_seconds;
    boost::json::object preconditions;
    if (!o.uid.empty()) preconditions["uid"] = o.uid;
    if (!o.resource_version.empty()) preconditions["resourceVersion"] = o.resource_version;
    if (!preconditions.empty()) body["preconditions"] = std::move(preconditions);
    if (o.dry_run) body["dryRun"] = boost::json::array{"All"};
    return boost::json::serialize(body);
}

}}  // namespace setpoint::v0
