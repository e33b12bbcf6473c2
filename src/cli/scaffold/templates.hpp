#pragma once
// The files of src/cli/templates, embedded.

#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace cli::scaffold {

// The text of "kind/plan.cpp", for instance. Throws std::logic_error if there is no such template.
std::string_view template_of(std::string_view name);
// All names.
std::vector<std::string_view> template_names();

}}}  // namespace setpoint::v0::cli::scaffold
