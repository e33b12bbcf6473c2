#include "cli/data_command.hpp"

#include "setpoint/apiserver/data_folder.hpp"
#include "setpoint/manager/program.hpp"

#include <fmt/format.h>

#include <iostream>

namespace setpoint { inline namespace v0 { namespace cli {

namespace {

int finish(const apiserver::data_folder_report& found) {
    for (const std::string& line : found.problems) std::cerr << line << '\n';
    return static_cast<int>(found.problems.empty() ? exit_code::ok : exit_code::failed);
}

}  // namespace

int check_data(const std::string& folder) {
    const auto found = apiserver::check_data_folder(folder);
    if (!found) throw fault(found.error());
    std::cout << fmt::format("{} objects, {} revisions, {}\n", found->objects, found->revisions,
                             found->problems.empty() ? "undamaged" : "damaged")
              << std::flush;
    return finish(*found);
}

int export_data(const std::string& folder) {
    const auto found = apiserver::export_data_folder(folder, std::cout);
    if (!found) throw fault(found.error());
    return finish(*found);
}

}}}  // namespace setpoint::v0::cli
