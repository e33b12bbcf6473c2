#pragma once
// What `create api` and `create webhook` ask for, and the project that they lead to. Pure functions.

#include "cli/scaffold/project_file.hpp"

#include <optional>
#include <string>
#include <vector>

namespace setpoint { inline namespace v0 { namespace cli::scaffold {

// What is not given follows from the project.
struct api_request {
    std::string group, version, kind, plural;
    std::optional<bool> namespaced, controller, resource;
};
// Adds a kind, a further version of one, or with resource = false a controller: for a kind of the project or
// of Kubernetes. Throws fault(bad_config) for invalid names, a version or a controller that exists, and a
// kind whose folder another kind has.
project_file with_api(project_file p, const api_request& r);

struct webhook_request {
    std::string group, version, kind;
    bool defaulting = false, validation = false, conversion = false;
    std::vector<std::string> spokes;  // empty: all other versions
};
// Adds webhooks to a kind of the project. Throws fault(bad_config) for invalid names, a kind or version that
// does not exist, and if nothing is asked for or all that is asked for exists.
project_file with_webhook(project_file p, const webhook_request& r);

// The kind of the project that a request names: its own, otherwise one of Kubernetes. Null if it has neither.
const resource* requested(const project_file& p, const std::string& group, const std::string& version,
                          const std::string& kind);

}}}  // namespace setpoint::v0::cli::scaffold
