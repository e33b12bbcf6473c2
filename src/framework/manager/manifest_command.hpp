#pragma once
// `operator manifests`: prints or writes the manifests of a program.

#include "framework/manager/manifest_tree.hpp"

#include <functional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace setpoint { inline namespace v0 {

struct manifest_request {
    std::string image, ns, output = "-";
    std::vector<std::string> namespaces;
    std::int32_t replicas = 2;
    std::string certificates = "own";
    bool overwrite = false;
};

// Adds the subcommand and its flags; `r` must outlive the App's parsing.
void declare_manifests(CLI::App& flags, manifest_request& r, const std::string& program);

// The operator's flags that were given beside the subcommand, for the Deployment: "--log-format=json". Those
// that the manifests set themselves, and those of other purposes, are left out.
std::vector<std::string> deployed_flags(const CLI::App& flags);

// Sets what follows from the request: "" becomes a default, options become those in the pod, whose namespace
// is namespace_mark. Errors:
// bad_config, with the flag's name, for an image or a name that is invalid.
result<deployment_settings> settings_of(manifest_request r, manager_options& options, const CLI::App& flags);

// Writes the files below `folder`, and removes those that an earlier call wrote there and this one does not.
// Errors: bad_config if the folder has a file that is not one of these, that
// another program or version wrote (unless `overwrite`), or that cannot be written; nothing is written then,
// unless writing itself fails.
result<> write_manifests(const std::vector<manifest_file>& files, const std::string& folder,
                         const std::string& program, bool overwrite);

}}  // namespace setpoint::v0
