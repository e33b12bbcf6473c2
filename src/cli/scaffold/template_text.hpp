#pragma once
// Fills in the templates of src/cli/templates.
//
//   {{name}}            the value of that name; twice the braces around anything else stay
//   %if flag, %if !flag lines of their own: what follows, up to %else or %end, is kept if the flag is set, or
//                       is not
//
// They may not be nested.

#include <map>
#include <set>
#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace cli::scaffold {

struct template_values {
    std::map<std::string, std::string, std::less<>> texts;
    std::set<std::string, std::less<>> flags;
};

// Throws std::logic_error for a directive that is malformed, and for a name in double braces, of lower-case
// letters and '_', that has no value: a mistake in the template.
std::string fill_in(std::string_view text, const template_values& values);

}}}  // namespace setpoint::v0::cli::scaffold
