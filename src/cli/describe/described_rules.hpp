#pragma once
// The rules in CEL of a schema (x-kubernetes-validations), and how C++ writes them. Pure.

#include "cli/describe/kind_model.hpp"
#include "cli/json_members.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace cli {

// The rules of this part of a schema, without the parts inside it. A rule that has no equal in C++ is left
// out, and a note of it appended to `problems`.
std::vector<described_rule> rules_in(const bj::object& schema, std::vector<std::string>& problems);

// The note of a rule that is left out, which names it by the first words of its expression.
std::string note_of(const described_rule& rule, std::string_view why);

// Returns rule("self.min <= self.max", "min is at most max").at(".min"), which begins at that column.
// `scope`: what leads to the names, "setpoint::schema::".
std::string rule_in_cpp(const described_rule& rule, std::size_t indent, std::string_view scope = {});

}}}  // namespace setpoint::v0::cli
