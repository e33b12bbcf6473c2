#pragma once
// Reads the text of a JSON path: machinery of json_path::parse().

#include "apiserver/objects/json_path.hpp"

namespace setpoint::apiserver::kinds {

// What stands in the braces of `text`, "{.a}: {.b}"; nothing when client-go refuses the text. `depth` is how
// many filters and brackets it is inside of.
std::optional<std::vector<json_steps>> read_json_template(std::string_view text, int depth = 0);

// "a\tb" or 'a\tb', quotes included, as client-go's UnquoteExtend reads it.
std::optional<std::string> unquote(std::string_view text);

}  // namespace setpoint::apiserver::kinds
