#pragma once
// The lines of a YAML text in block style: which value each one begins. Pure.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace cli::scaffold {

// The keys and indexes that lead to a value, each with a byte before it that is in no key.
std::string yaml_path(std::string_view parent, std::string_view key);
std::string yaml_path(std::string_view parent, std::size_t index);

struct yaml_line {
    std::string_view text;           // without the line break
    std::vector<std::string> paths;  // of the values that begin here: an item, and its first key
    std::string_view comment;        // from its '#', or the whole line if nothing begins here; may be empty
    std::size_t indent = 0;
};

// Lines within a text of several lines, or in flow style, begin no value and have no comment.
std::vector<yaml_line> yaml_lines_of(std::string_view text);

}}}  // namespace setpoint::v0::cli::scaffold
