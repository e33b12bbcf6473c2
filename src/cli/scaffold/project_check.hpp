#pragma once
// What the resources of a project may be beside each other. Pure functions.

#include "cli/scaffold/project_file.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace cli::scaffold {

struct resource_problem {
    std::size_t index;     // of the resource, of two the later one
    std::string_view key;  // of the resource: "kind", "plural", ...
    std::string why;
};

// Returns the first problem: a resource that is listed twice; two kinds that would have one folder, or one
// name in the API; versions of a kind that differ where they may not; a controller, webhooks or conversions
// that are not at the first version; conversions of a version that does not exist; a kind of Kubernetes that
// this setpoint does not know.
std::optional<resource_problem> problem_of(const project_file& p);

// "Order of shop.example.com/v1"
std::string title_of(const project_file& p, const resource& r);

// Numbers of a version such as 0.10.2, for comparison; nothing for any other text.
std::optional<std::vector<unsigned>> numbers_of(std::string_view version);

}}}  // namespace setpoint::v0::cli::scaffold
