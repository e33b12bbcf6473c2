#pragma once
// Reads what can be read of a damaged journal.

#include "apiserver/store/journal.hpp"

#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver {

struct salvaged {
    std::map<std::pair<std::string, object_key>, std::string> objects;  // their newest text; "": deleted
    std::size_t revisions = 0;
    std::vector<std::string> problems;  // at most most_problems, and a line that says so
};
inline constexpr std::size_t most_problems = 100;

// Reads from both ends up to the damaged parts, and looks for each revision in between.
salvaged salvage(const journal& from);
// Appends what SQLite's own check finds.
void check_integrity(const journal& of, std::vector<std::string>& problems);

}}}  // namespace setpoint::v0::apiserver
