#pragma once
// Plays a story: without faults, which shows what to compare with, and under plans.

#include "setpoint/story/explore.hpp"
#include "testkit/story/outcome.hpp"
#include "testkit/story/private_folder.hpp"
#include "testkit/story/reference_runs.hpp"
#include "testkit/story/rights_use.hpp"

#include <cstdio>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace setpoint { inline namespace v0 { namespace story {

// The operator's output of one plan. Null without exploration::logs.
class log_file {
public:
    // Throws cannot_explore.
    log_file(const std::string& folder, const std::string& name);
    log_file(const log_file&) = delete;
    log_file& operator=(const log_file&) = delete;
    ~log_file() { close(); }

    std::FILE* file() const { return file_; }
    const std::string& path() const { return path_; }
    // Forgets what is in it: the next run replaces this one.
    void clear();
    void close();
    void remove();

private:
    std::string path_;
    std::FILE* file_ = nullptr;
};

// What the runs without faults show.
struct fault_free_runs {
    std::vector<wrong_without_fault> wrong;
    std::vector<std::string> not_compared;  // objects that differ between them
    std::vector<std::string> made_up;       // "worker-*": names of which the operator makes up a part
    bool lacks_rights = false;              // whatever plans would show may follow from it
};
// The log of one of them, from 0.
std::string log_of_run_without_faults(std::size_t index);

class plan_player {
public:
    // `what` must outlive it. Throws cannot_explore if the story cannot be read.
    plan_player(loop& l, const exploration& what);
    plan_player(const plan_player&) = delete;
    plan_player& operator=(const plan_player&) = delete;

    // Plays the story without faults, twice, and a third time if two runs differ; and again if the operator
    // makes up names. Throws cannot_explore if the story fails in the first run or has no end. `doing` is
    // called before each run.
    awaitable<fault_free_runs> play_without_faults(std::function<void(const char* what)> doing);
    // Plays it once, for its errors and what is wrong without a fault.
    awaitable<fault_free_runs> check();
    // Of the runs without faults.
    const story_reference& reference() const { return reference_; }

    // How long the operator may do nothing before an outcome looks wrong, and before it is wrong: at least as
    // long as exploration says, and longer if it needs long to start on this machine.
    duration patience() const;
    duration longest_patience() const;

    // With exploration::rbac: the rights that no run has used so far.
    std::vector<std::string> unused_rights() const {
        return uses_ ? uses_->unused() : std::vector<std::string>();
    }

    // `running` points to the run while it lasts. `log` may be null.
    awaitable<story_outcome> play(const story_plan& plan, duration patience, std::FILE* log,
                                  story_run*& running);
    // Plays a story that was made of its_story(), once, with these faults. `done` sees the run before it
    // goes.
    awaitable<void> play_other(const story& text, const story_plan& faults, duration patience, std::FILE* log,
                               story_run*& running, std::function<void(const story_run&)> done);
    const story& its_story() const { return story_; }

private:
    awaitable<story_reference> play_once(const std::string& log_name, bool is_first, story_outcome& wrong);
    run_settings settings_for(const story& text, const story_plan* plan, const instance_options& program);
    awaitable<run_without_faults> play_first();
    awaitable<run_without_faults> play_again(std::size_t index);
    void take(fault_free_runs& to, const std::vector<run_without_faults>& all);

    loop& loop_;
    const exploration& what_;
    story story_;
    std::optional<private_folder> folder_;  // for kubeconfigs
    story_reference reference_;
    std::vector<sim::made_up_name> made_up_;
    std::size_t runs_ = 0;
    std::optional<rights_use> uses_;  // refers to story_
};

}}}  // namespace setpoint::v0::story
