#pragma once
// Explores a story: plays it without faults, then under each plan, some at a time.

#include "setpoint/core/task_scope.hpp"
#include "setpoint/story/explore.hpp"
#include "testkit/story/outcome.hpp"

#include <cstdio>
#include <list>
#include <memory>
#include <string>
#include <vector>

namespace setpoint::inline v0::story {

class explorer {
public:
    // `what` must outlive it. Throws cannot_explore if the story cannot be read.
    explorer(loop& l, const exploration& what);
    explorer(const explorer&) = delete;
    explorer& operator=(const explorer&) = delete;
    ~explorer();

    awaitable<findings> explore();
    awaitable<std::vector<std::string>> list();

private:
    // A plan that is being run.
    struct slot {
        std::size_t plan = 0;
        story_run* run = nullptr;  // null between its runs
        bool is_done = false;
    };
    struct log_file {
        std::string path;
        std::FILE* file = nullptr;
    };

    awaitable<void> play_reference();
    awaitable<story_reference> play_without_faults(const char* doing, bool checks_restart);
    void note_wrong_reference(const story_run& r);
    void choose();
    awaitable<void> run_all();
    awaitable<void> run_plan(slot& s);
    awaitable<void> confirm(slot& s, story_outcome first, wrong_outcome wrong, std::string log);
    awaitable<story_outcome> play_plan(slot& s, const story_plan& plan, duration patience, std::FILE* log);
    void add(std::size_t plan, const story_outcome& o, const wrong_outcome& w, const std::string& log);
    finding* known(const wrong_outcome& w);
    void start_some(task_scope& tasks);
    std::size_t busy() const;
    bool is_full() const;
    void report(const char* doing);
    log_file open_log(const std::string& name) const;
    run_settings settings_for(const story_plan* plan, const instance_options& program);

    loop& loop_;
    const exploration& what_;
    story story_;
    std::string folder_;  // for kubeconfigs
    story_reference reference_;
    std::vector<story_plan> plans_;
    std::vector<std::size_t> found_by_;  // of the findings: their plans
    findings found_;
    std::list<slot> slots_;
    notifier changed_;
    std::size_t next_ = 0, runs_ = 0, left_out_ = 0;
    time_point begun_{};
};

}  // namespace setpoint::inline v0::story
