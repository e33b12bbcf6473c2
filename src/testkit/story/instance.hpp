#pragma once
// The operator's processes: one program, started, stopped, killed and started again.

#include "setpoint/core/child_process.hpp"
#include "setpoint/core/task_scope.hpp"
#include "testkit/story/operator_port.hpp"

#include <cstdint>
#include <cstdio>
#include <functional>
#include <list>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace setpoint { inline namespace v0 { namespace story {

class story_run;
class instance;

// One process, with a port of the API server for it alone, so that it is known who asks.
struct incarnation {
    incarnation(instance& i, std::string its_mark) : of(i), mark(std::move(its_mark)) {}
    instance& of;
    std::string mark;  // in the environment of all its processes
    std::unique_ptr<operator_port> port{};
    std::unique_ptr<child_process> process{};
    pid_t session = -1;
    bool is_dead = false;  // its requests have no effect any more
    bool may_end = false;  // somebody has asked it to end, or it has lost the Lease
    bool has_ended = false;
    bool has_led = false;  // it has written its identity into a Lease
    time_point begun{};
    std::uint16_t webhook_port = 0;    // 0: its webhooks are not called
    bool is_kept_from_leases = false;  // its requests for Leases are lost
    std::size_t requests = 0, in_flight = 0, watches = 0;
    // Lists of these kinds show that revision the first time.
    std::uint64_t old_revision = 0;
    std::function<bool(std::string_view resource)> is_old{};
    std::set<std::string> listed{};
    std::string last_output{};
};

// `command`: with placeholders. `folder`: for kubeconfigs. `log`: for its output; may be null.
struct instance_options {
    std::vector<std::string> command;
    std::string folder;
    std::FILE* log = nullptr;
};

class instance {
public:
    // All references must outlive it.
    instance(story_run& r, std::size_t index, const instance_options& o)
        : run_(r), index_(index), options_(o) {}

    std::size_t index() const { return index_; }
    story_run& of() { return run_; }
    incarnation* current() { return current_; }
    std::list<incarnation>& incarnations() { return incarnations_; }
    // Precedes the names of its points; "" if there is only one.
    std::string label() const;
    // For the timeline.
    void note(std::string what);

    // Throws cannot_explore if the program cannot be started.
    void start();
    // Ends it by SIGKILL, with all that it has started. It is not started again.
    void kill();
    // Kills it, and starts it again a moment later.
    void crash();
    // SIGTERM, then a new process. Reports a violation if it does not end in time.
    void terminate();
    void signal(int number);
    // The next process is shown old lists of these kinds first.
    void show_old_lists(std::uint64_t revision, std::function<bool(std::string_view resource)> which);
    std::string list_target(incarnation& by, const std::string& resource, const std::string& target);

    // Whether only current() still exists, of all its processes.
    bool have_all_ended() const;

    // Ends all its processes and ports. For the end of a run.
    awaitable<void> stop();

private:
    awaitable<void> copy_output(incarnation& by);
    awaitable<void> follow(incarnation& by);
    awaitable<void> stop_and_start(incarnation& by);
    void ended(incarnation& by);
    std::vector<std::string> words_of(const incarnation& by, const std::string& kubeconfig) const;
    std::string temporary_folder() const { return options_.folder + "/tmp"; }

    story_run& run_;
    std::size_t index_;
    const instance_options& options_;
    std::list<incarnation> incarnations_;
    incarnation* current_ = nullptr;
    std::uint64_t old_revision_ = 0;
    std::function<bool(std::string_view)> is_old_;
    int ends_ = 0;  // by itself
};

}}}  // namespace setpoint::v0::story
