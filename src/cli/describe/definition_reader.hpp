#pragma once
// Reads CustomResourceDefinitions (apiextensions.k8s.io/v1). Pure.

#include "cli/describe/kind_model.hpp"
#include "cli/json_members.hpp"
#include "setpoint/core/error.hpp"

#include <string>
#include <vector>

namespace setpoint { inline namespace v0 { namespace cli {

struct describe_request {
    std::string kind{};     // "": all
    std::string version{};  // "": the stored version if it is served, otherwise the first one that is
    bool as_enums = false;
    bool with_rules = true;  // in CEL; otherwise all are left to the API server
};

// Returns the kinds that the documents of a manifest define; other documents are skipped. `source` is the
// manifest's name for messages. Errors: bad_config if there is no definition, not that kind or version, no
// schema, or a name that the description does not allow.
result<std::vector<kind_model>> read_definitions(const std::vector<bj::value>& documents,
                                                 const describe_request& r, const std::string& source);

}}}  // namespace setpoint::v0::cli
