#pragma once
// What `setpoint explore init` finds out about an operator from its sources: a kubebuilder project, a Helm
// chart or an OLM bundle.

#include "setpoint/core/loop.hpp"

#include <boost/json/object.hpp>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace setpoint { inline namespace v0 { namespace cli::draft {

namespace bj = boost::json;
namespace fs = std::filesystem;

struct source_object {
    bj::object value;
    std::string file;  // it is the only object in this file; "": of no file
};

struct operator_source {
    std::string what;                             // "kubebuilder project guestbook"
    std::vector<std::string> crds;                // files and folders
    std::vector<bj::object> definitions;          // what they contain
    std::vector<bj::object> rendered;             // definitions that are in no file
    std::vector<source_object> samples;           // custom resources of these definitions
    std::vector<source_object> setup;             // what else samples need
    std::string rbac;                             // file or folder with the roles; ""
    std::vector<bj::object> roles;                // roles that are in no file
    std::vector<std::string> creates;             // resources that the roles let the operator create
    bool has_webhooks = false;                    // that the story installs
    std::string webhooks;                         // file with their configurations; ""
    std::vector<bj::object> hooks;                // configurations that are in no file
    int webhook_port = 0;                         // on which they are served; 0: that of controller-runtime
    std::string build;                            // a shell's command; ""
    std::vector<std::string> environment;         // NAME=VALUE
    std::vector<std::string> command;             // the program and its arguments
    std::vector<std::string> unknown;             // what could not be found out, a sentence each
    std::vector<std::string> unknown_of_command;  // the same, of interest without a command only
};

// Reads the folder. Throws fault: bad_config, which names the file and what is wrong, or what was looked for.
operator_source read_source(loop& l, const fs::path& folder);
// Their parts; "" or nothing: the folder is not one.
std::optional<operator_source> read_kubebuilder(const fs::path& folder);
std::optional<operator_source> read_chart(loop& l, const fs::path& folder);
std::optional<operator_source> read_bundle(const fs::path& folder);

// --- for these ---
std::string read_text(const fs::path& file);
bj::value read_yaml(const fs::path& file);
std::vector<bj::object> read_manifest(const fs::path& file);
std::vector<bj::object> parse_manifest(const std::string& text, const std::string& name);
// The .yaml, .yml and .json files of a folder, sorted, without kustomization.yaml; none if it does not exist.
std::vector<fs::path> manifests_of(const fs::path& folder);
bool is_definition(const bj::object& o);
// Adds the definitions of a file or folder, and names it. Returns whether there are any.
bool add_definitions(operator_source& to, const fs::path& at);
// Sorts the objects of files into samples and setup.
void add_samples(operator_source& to, const std::vector<fs::path>& files);
void add_sample(operator_source& to, bj::object o, const std::string& file);
// The resources that the rules let it create.
void note_rules(operator_source& to, const bj::object& role);
// The arguments and the environment of the manager's container, changed for a machine on which many of them
// run.
void note_container(operator_source& to, const bj::object& deployment);
// The webhooks of a ClusterServiceVersion: configurations, and the conversion of definitions. Leaves out what
// OLM would refuse.
void note_webhook_definitions(operator_source& to, const bj::array& all);
// The definition of an object's kind; null.
const bj::object* definition_of(const operator_source& in, const bj::object& o);

}}}  // namespace setpoint::v0::cli::draft
