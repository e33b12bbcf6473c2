#pragma once
// The files of a project, except PROJECT, as this version of setpoint generates them. Pure functions.

#include "cli/scaffold/project_file.hpp"

#include <string>
#include <string_view>
#include <sys/types.h>
#include <vector>

namespace setpoint { inline namespace v0 { namespace cli::scaffold {

inline constexpr std::string_view main_source = "src/main.cpp";

struct generated_file {
    std::string path;  // relative to the project's folder
    std::string text;
    mode_t mode = 0644;
};

// In the order of their paths.
std::vector<generated_file> project_tree(const project_file& p);

// The folder of a kind below src/ and tests/, which is also the namespace of its functions: "order". If an
// earlier kind of the project has this folder, the group is before it: "stock_order".
std::string folder_of(const project_file& p, const resource& r);
// The name of a kind's controller: "order". If an earlier kind of the project has this name, "stock-order".
std::string controller_name_of(const project_file& p, const resource& r);

// What the kinds of a project add to main.cpp, at its markers.
struct main_lines {
    std::vector<std::string> includes, samples, builder;
};
main_lines main_lines_of(const project_file& p);
// The lines of `all` that are not in `before`, at the same markers.
main_lines difference(const main_lines& all, const main_lines& before);

// Inserts lines above the markers, with the indentation of these, unless the text has the line already.
// Throws fault(bad_config) if a marker is missing that is needed: it names the line to put back.
std::string insert_at_markers(std::string text, const main_lines& lines);

}}}  // namespace setpoint::v0::cli::scaffold
