#pragma once
// Checks the expressions of a ValidatingAdmissionPolicy against the schemas of the kinds that it matches
// (apiserver, admission/plugin/policy/validating/typechecking.go). No I/O.

#include "apiserver/schema/schema.hpp"
#include "setpoint/api/gvk.hpp"

#include <boost/json/object.hpp>

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver::policies {

namespace bj = boost::json;

struct known_kind {
    group_version_kind kind;
    const schema_node* schema;  // may be null
};
struct kind_lookup {
    // The kinds of a resource, by its plural or singular; an empty group means any group.
    std::function<std::vector<known_kind>(std::string_view group, std::string_view version,
                                          std::string_view resource)>
        of_resource;
    // Null if it is not known.
    std::function<const schema_node*(const group_version_kind&)> schema;
    // The metadata of all kinds, as published schemas have them; null: their own.
    const schema_node* metadata = nullptr;
};

struct expression_warning {
    std::string field_ref, warning;
};
// Empty if all expressions fit. Schemas must outlive the call.
std::vector<expression_warning> check_types(const bj::object& policy, const kind_lookup& kinds);

}}}  // namespace setpoint::v0::apiserver::policies
