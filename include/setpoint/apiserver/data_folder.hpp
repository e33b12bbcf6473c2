#pragma once
// Tools for a folder of server_options::data_folder while no server uses it. All functions block, and take
// the lock of the folder. docs/durable.md describes what is in it.

#include "setpoint/core/error.hpp"
#include "setpoint/core/secret.hpp"

#include <cstddef>
#include <functional>
#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver {

struct data_folder_report {
    std::size_t objects = 0;            // that exist now
    std::size_t revisions = 0;          // that can be read
    std::vector<std::string> problems;  // one line each; empty: undamaged
};

// Reads everything. Errors: bad_config if there is no data folder of ours, or a process uses it; bad_data if
// not even its tables can be read. Damaged parts are problems.
result<data_folder_report> check_data_folder(const std::string& folder);

// Writes all objects as a v1 List in JSON, an object per line, also the data of Secrets. What cannot be read
// is left out, and a problem. Errors: as above, and failed if `to` fails.
result<data_folder_report> export_data_folder(const std::string& folder, std::ostream& to);

// Returns the secret of that name in the folder; if there is none, keeps what `make` returns. Creates the
// folder if it is missing. Errors: as server_options::data_folder.
result<secret> kept_secret(const std::string& folder, std::string_view name,
                           const std::function<secret()>& make);

}}}  // namespace setpoint::v0::apiserver
