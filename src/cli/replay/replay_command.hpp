#pragma once
// `setpoint replay`.

#include "cli/subcommand.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace setpoint { inline namespace v0 { namespace cli {

// Checks that the recording is whole and of this program, and then becomes the program, which runs it.
class replay_command final : public subcommand {
public:
    explicit replay_command(CLI::App& parent);
    bool is_chosen() const override;
    // Does not return if the program starts. Throws fault(bad_config): the file is not a complete recording,
    // or the program is not the one that was recorded.
    int run() override;

private:
    std::vector<std::string> arguments() const;

    CLI::App* app_;
    std::string file_, test_;
    std::uint64_t stop_at_ = 0;
    bool list_ = false;
    std::vector<std::string> command_;
};

}}}  // namespace setpoint::v0::cli
