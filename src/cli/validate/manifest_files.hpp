#pragma once
// The files that `setpoint validate` reads.

#include "setpoint/core/error.hpp"
#include "setpoint/json/located_manifest.hpp"

#include <boost/json/object.hpp>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace cli {

// An object of a file, which may be an item of a List.
struct manifest_object {
    std::string file;
    std::shared_ptr<const json::located_manifest> document;
    std::string within;  // its path in the document: "" or "items[3]"
    boost::json::object content;

    // Where a field of the object is.
    json::text_position place_of(std::string_view field) const;
};

// A text to read objects from.
struct manifest_text {
    std::string file;  // as in messages
    std::string text;
};

// The texts of files, of all .yaml, .yml and .json files in folders, sorted, and of the standard input for
// "-". What is not a manifest in a folder, kustomizations and Helm charts, is left out and listed in
// `left_out`, if that is not null. Error: bad_config, naming what cannot be read.
result<std::vector<manifest_text>> read_manifest_files(const std::vector<std::string>& paths,
                                                       std::vector<std::string>* left_out = nullptr);
// The texts that these paths had in a revision of the git repository of the current folder. Files that it
// does not have are left out. Error: bad_config.
result<std::vector<manifest_text>> read_manifest_files_at(const std::string& revision,
                                                          const std::vector<std::string>& paths);

// The objects of a text. Error: bad_data with file, line and column.
result<std::vector<manifest_object>> objects_in(const manifest_text& from);

}}}  // namespace setpoint::v0::cli
