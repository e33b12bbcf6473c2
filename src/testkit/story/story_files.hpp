#pragma once
// The files that a story names: manifests, definitions, folders of them.

#include "testkit/story/story_node.hpp"

#include <string>
#include <vector>

namespace setpoint { inline namespace v0 { namespace story {

// Throws cannot_explore that names the file.
std::string read_text_file(const std::string& path);
// All documents of a manifest. Throws cannot_explore.
std::vector<bj::object> manifests_in(std::string_view text, const std::string& name);
// The objects that `apply` and `setup` name: one inline, a list of them, YAML text, or {file: PATH}.
std::vector<bj::object> read_objects(const story_node& n, const std::string& folder);
// Reads the CustomResourceDefinitions in a file or in the .yaml files of a folder.
std::vector<bj::object> read_definitions(const story_node& path, const std::string& folder);
// Reads the ValidatingWebhookConfigurations and MutatingWebhookConfigurations there.
std::vector<bj::object> read_webhook_configurations(const story_node& path, const std::string& folder);

}}}  // namespace setpoint::v0::story
