#pragma once
// Reads snapshots from files and folders.

#include "setpoint/apiserver/cluster_snapshot.hpp"

#include <string>

namespace setpoint { inline namespace v0 { namespace cli {

// A snapshot file, a file with what `kubectl get -o yaml` or `-o json` prints, "-" for the standard input, or
// a folder with such files (.yaml, .yml, .json, .jsonl), which are read in the order of their names. Errors:
// bad_config, naming what cannot be read, or the file and line of what is wrong in it.
result<apiserver::cluster_snapshot> read_snapshot_files(const std::string& path);

}}}  // namespace setpoint::v0::cli
