#pragma once
// `setpoint explore init`: writes a story from an operator's sources.

#include "cli/explore_init/story_draft.hpp"
#include "cli/subcommand.hpp"

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace setpoint { inline namespace v0 { namespace cli::draft {

class init_command final : public subcommand {
public:
    explicit init_command(CLI::App& explore);
    bool is_chosen() const override;
    int run() override;

private:
    observation observe(loop& l, const operator_source& from, const std::vector<subject>& subjects) const;
    // Plays the story that was written; returns the exit code.
    int check(loop& l) const;
    void write_parts(operator_source& from) const;
    std::string command_text(const operator_source& from) const;

    CLI::App* app_;
    std::string folder_, output_ = "story.yaml";
    std::vector<std::string> command_;
    bool force_ = false;
};

}}}  // namespace setpoint::v0::cli::draft
