#pragma once
// Parser of JSON paths, used by json_path::parse().

#include "apiserver/objects/json_path.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

// Returns the contents of each pair of braces in `text`, "{.a}: {.b}", or nothing if client-go
// rejects it. `depth` is the number of enclosing filters and brackets.
std::optional<std::vector<json_steps>> parse_json_template(std::string_view text, int depth = 0);

// Unquotes "a\tb" or 'a\tb', including the quotes, as client-go's UnquoteExtend.
std::optional<std::string> unquote(std::string_view text);

}}}  // namespace setpoint::v0::apiserver
