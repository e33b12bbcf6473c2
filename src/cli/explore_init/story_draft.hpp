#pragma once
// The story that `setpoint explore init` writes. Pure.

#include "cli/explore_init/operator_source.hpp"

#include <string>
#include <vector>

namespace setpoint { inline namespace v0 { namespace cli::draft {

// A custom resource of the story.
struct subject {
    source_object sample;
    const bj::object* definition = nullptr;  // in operator_source
};
// One for each kind with a sample, at most three; the smallest object of the first definition without any
// sample. Adds to `unknown` what that leaves open.
std::vector<subject> choose_subjects(operator_source& from);

// Objects as they were when all subjects had been created: "deployments.apps default/web {...}" each.
struct observation {
    bool was_played = false;
    std::vector<std::string> end{};
};

// `folder`: of the story, to which its paths are relative.
std::string draft_story(const operator_source& from, const std::vector<subject>& subjects,
                        const observation& seen, const fs::path& folder);
// The same without conditions and changes, with absolute paths, to observe what the operator does.
std::string probing_story(const operator_source& from, const std::vector<subject>& subjects);
// Objects as one manifest.
std::string manifest_text(const std::vector<bj::object>& all);
// JSON as YAML in one line: {spec: {size: 2}}.
std::string flow_text(const bj::value& v);

}}}  // namespace setpoint::v0::cli::draft
