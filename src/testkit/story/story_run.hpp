#pragma once
// A run of a story: the cluster, the operator's processes, what happens to them, and what they did.

#include "testkit/sim/point.hpp"
#include "testkit/story/cluster.hpp"
#include "testkit/story/fault.hpp"
#include "testkit/story/instance.hpp"
#include "testkit/story/request_gate.hpp"

#include <fmt/format.h>

#include <list>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace setpoint::inline v0::story {

struct wrong_outcome {
    std::string oracle, detail;
};

// What operators have done.
struct write_record {
    std::map<std::string, int> created, deleted;  // "deployments.apps default/web"
    std::vector<std::string> all;                 // "patch deployments default/web#1"
};

// How long to wait, and what for. Of the run without faults: what is known before it.
struct run_settings {
    const story& text;
    const instance_options& program;
    std::string id = "0";  // unique within this process
    const story_plan* plan = nullptr;
    duration settle = std::chrono::seconds(1);      // nothing happens for that long: at rest
    duration patience = std::chrono::seconds(2);    // at rest for that long: nothing more will happen
    std::size_t watches = 0;                        // that are open at rest
    const std::vector<std::string>* end = nullptr;  // the objects without faults
    std::uint64_t end_hash = 0;
    std::size_t most_writes = 1000;  // after the last step
    bool checks_restart = false;
};

class story_run {
public:
    story_run(loop& l, const run_settings& s);
    story_run(const story_run&) = delete;
    story_run& operator=(const story_run&) = delete;

    // Plays the story, and ends everything. Throws cannot_explore if the operator cannot be started.
    awaitable<void> play();

    // --- what came out ---
    const std::vector<sim::story_point>& points() const { return points_; }
    const std::vector<std::string>& end() const { return end_; }
    std::uint64_t end_hash() const { return end_hash_; }
    const write_record& writes() const { return writes_; }
    const std::vector<wrong_outcome>& wrong() const { return wrong_; }
    const std::vector<std::string>& trace() const { return trace_; }
    std::size_t trace_at_fault() const { return trace_at_fault_; }
    std::string trace_time(std::size_t line) const;
    bool is_early() const { return is_early_; }
    bool had_fault() const { return had_fault_; }
    std::size_t watches_at_rest() const { return watches_at_rest_; }
    duration longest_pause() const { return longest_pause_; }
    // How long nothing has happened.
    duration idle() const { return loop_.now() - last_activity_; }
    bool is_done() const { return is_done_; }

    // --- for its parts ---
    loop& event_loop() { return loop_; }
    logger log() const { return log_; }
    const story& text() const { return settings_.text; }
    cluster& its_cluster() { return *cluster_; }
    request_gate& requests() { return gate_; }
    std::list<instance>& instances() { return instances_; }
    instance& of(const sim::point& p);
    std::size_t instance_count() const { return settings_.text.replicas; }
    task_scope& tasks() { return *tasks_; }
    notifier& changes() { return changes_; }
    // Unique within this process.
    std::string next_name() { return fmt::format("{}-{}", settings_.id, ++names_given_); }

    void note(std::string line);
    // Further ones of the same oracle are dropped.
    void violate(std::string oracle, std::string detail);
    void touch();
    sim::effect at(sim::point p);
    void wrote(incarnation& by, const sim::point& p, int status, const apiserver::record_ptr& before);
    // `holder`: the identity that the Lease has now.
    void leads(incarnation& by, const std::string& lease, const std::string& holder);
    std::string leader_of(const std::string& lease) const;
    void operator_ended(incarnation& by, const std::string& how);
    void paused(duration d);
    bool is_told() const { return is_told_; }

    // --- for faults ---
    // Watches of this kind deliver nothing until everything is at rest; "": of all kinds.
    void hold(const std::string& resource);
    void hold_all_but(const std::string& resource);
    bool is_held(const std::string& resource) const;
    awaitable<void> until_released(std::string resource);
    void restart_after(instance& i, duration d);
    // The run is not at rest before it has ended.
    void spawn_fault(std::string name, awaitable<void> body);
    // Requests for which `which` holds have this effect the next `times` times.
    void impose(int times, std::function<bool(const sim::point&)> which, sim::effect e);
    // Nothing has happened for that long, whatever is held. False when `due` has passed.
    awaitable<bool> until_calm(duration d, time_point due);
    duration settle() const { return settings_.settle; }
    std::uint64_t revision_before_user() const { return revision_before_user_; }
    incarnation* leader();

private:
    struct imposed {
        int times;
        std::function<bool(const sim::point&)> which;
        sim::effect e;
    };
    awaitable<void> tell();
    awaitable<void> start_operator();
    awaitable<void> perform(const story_step& s);
    awaitable<void> send(user_request r, std::string where);
    awaitable<void> wait(const story_step& s);
    awaitable<void> rest();
    awaitable<void> check_restart();
    awaitable<void> end_all();
    awaitable<void> count_fault(awaitable<void> body);
    awaitable<void> release_when_calm();
    awaitable<void> start_later(instance& i, duration d);
    void changed(const apiserver::resource& r, const apiserver::record_ptr& before,
                 const apiserver::record_ptr& now);
    bool is_calm() const;
    bool is_quiet() const { return is_calm() && faults_ == 0 && held_.empty(); }
    std::size_t open_watches() const;
    std::string what_is_missing() const;
    void fail(const std::string& why);

    loop& loop_;
    run_settings settings_;
    null_sink silent_;
    logger log_;
    notifier changes_, released_;
    request_gate gate_;
    sim::point_namer user_names_;
    std::unique_ptr<cluster> cluster_;
    std::list<instance> instances_;
    std::unique_ptr<task_scope> tasks_;
    std::vector<sim::story_point> points_;
    std::vector<std::string> trace_, end_;
    std::vector<time_point> trace_times_;
    std::vector<wrong_outcome> wrong_;
    std::vector<imposed> imposed_;
    write_record writes_;
    std::set<std::string> user_objects_, made_under_fault_, held_, told_broken_;
    std::string not_held_;
    std::map<std::string, int> writes_after_end_;                         // by request
    std::map<std::string, std::pair<std::size_t, std::string>> leaders_;  // by Lease: instance, identity
    std::string ended_early_;
    time_point last_activity_{}, begun_{};
    duration longest_pause_{};
    std::uint64_t end_hash_ = 0, revision_before_user_ = 1;
    std::size_t trace_at_fault_ = 0, watches_at_rest_ = 0, writes_at_end_ = 0;
    int faults_ = 0, user_writes_ = 0, names_given_ = 0;
    bool is_told_ = false, is_early_ = false, had_fault_ = false, is_releasing_ = false, is_done_ = false;
    bool is_at_end_ = false, is_over_ = false;  // over: what follows belongs to no timeline
};

}  // namespace setpoint::inline v0::story
