#pragma once
// Revisions of a Deployment: the numbers, annotations and replica sets that identify its templates.

#include "apiserver/controllers/deployment/scale.hpp"

#include <boost/json/object.hpp>

namespace setpoint { inline namespace v0 { namespace apiserver {

using namespace kinds;

std::int64_t revision_of(const string_map& annotations);  // 0: none
// Of all replica sets except the one with the Deployment's template.
std::int64_t newest_revision(const deployment_sets& sets);
// Sets the annotations of the Deployment and its revision on a replica set; `exists`: it is not
// new.
void annotate_revision(const partial_deployment& d, set_state& s, std::int64_t revision, bool exists);

// The replica set of a template, named after `hash`.
std::string replica_set_name(std::string_view deployment, std::string_view hash);
boost::json::object new_replica_set(const partial_deployment& d, const set_state& s, const std::string& hash);

}}}  // namespace setpoint::v0::apiserver
