#pragma once
// What makes the pods of a StatefulSet different: ordinals, names, labels, volumes. Pure functions.

#include "apiserver/controllers/pod/control.hpp"
#include "apiserver/controllers/stateful_set/partial_types.hpp"

#include <boost/json/array.hpp>

namespace setpoint { inline namespace v0 { namespace apiserver {

using namespace kinds;

inline constexpr const char* pod_name_label = "statefulset.kubernetes.io/pod-name";
inline constexpr const char* pod_index_label = "apps.kubernetes.io/pod-index";

// "web-3" is ordinal 3 of "web". -1: no number follows the last dash.
struct pod_ordinal {
    std::string_view parent;
    std::int32_t ordinal = -1;
};
pod_ordinal ordinal_of(std::string_view pod_name);
// The ordinal after the last one of the set; pods whose ordinal is no int32 would not be recognized.
std::int64_t end_of_ordinals(const partial_stateful_set& set);
bool in_range(const partial_stateful_set& set, std::int32_t ordinal);
std::string member_name(const partial_stateful_set& set, std::int32_t ordinal);
std::string claim_name(std::string_view claim_template, const partial_stateful_set& set,
                       std::int32_t ordinal);
// What the names of a template's claims begin with, before "-" and the ordinal.
std::string claim_prefix(std::string_view claim_template, const partial_stateful_set& set);
// The name of a claim template.
std::string_view claim_template_name(const boost::json::value& claim_template);

// The pod of that ordinal. `owner`: with the pod template of the revision.
boost::json::object make_member(const partial_stateful_set& set, const pod_owner& owner,
                                std::string_view revision, std::int32_t ordinal);
// The claims of that ordinal, in the order of their templates.
std::vector<boost::json::object> make_claims(const partial_stateful_set& set, std::int32_t ordinal);

// Whether name and labels are those of the set's pod.
bool has_identity(const partial_stateful_set& set, const partial_pod& pod);
// Whether its volumes are the claims of its ordinal.
bool has_storage(const partial_stateful_set& set, const partial_pod& pod);
// The merge patch that restores both. The API rejects changes of volumes.
boost::json::object restore_member(const partial_stateful_set& set, const partial_pod& pod);

}}}  // namespace setpoint::v0::apiserver
