#pragma once
// `setpoint explore`: a story of an operator in any language, played under faults.

#include "cli/explore/explore_service.hpp"
#include "cli/explore_init/init_command.hpp"
#include "cli/subcommand.hpp"
#include "setpoint/story/explore.hpp"

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace setpoint { inline namespace v0 { namespace cli {

class explore_command final : public subcommand {
public:
    explicit explore_command(CLI::App& parent);
    bool is_chosen() const override;
    int run() override;

private:
    void declare(CLI::App& f);
    void declare_inputs(CLI::App& f);
    void declare_files(CLI::App& f);
    void declare_rights(CLI::App& f);
    void declare_ci(CLI::App& f);
    // Throws fault for flags that contradict each other.
    void check_flags() const;
    void check_single_runs() const;
    void check_inputs() const;
    // Where the findings go. Throws fault for a name whose format is not known.
    explore_outputs outputs() const;

    CLI::App* app_;
    draft::init_command init_;
    story::exploration what_;
    std::string patience_ = "5s", longest_retry_ = "70s", time_, page_;
    std::string shard_, accept_, write_accepted_, annotations_;
    std::vector<std::string> reports_;
    bool lists_plans_ = false, lists_perturbations_ = false, checks_ = false;
};

}}}  // namespace setpoint::v0::cli
