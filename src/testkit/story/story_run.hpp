#pragma once
// A run of a story: the cluster, the operator's processes, what happens to them, and what they did.

#include "testkit/sim/timeline_recorder.hpp"
#include "testkit/story/applications.hpp"
#include "testkit/story/cluster.hpp"
#include "testkit/story/fault_schedule.hpp"
#include "testkit/story/held_watches.hpp"
#include "testkit/story/inputs/input_snapshot.hpp"
#include "testkit/story/instance.hpp"
#include "testkit/story/lease_holders.hpp"
#include "testkit/story/operator_webhooks.hpp"
#include "testkit/story/request_gate.hpp"
#include "testkit/story/rights_use.hpp"
#include "testkit/story/write_log.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace setpoint { inline namespace v0 { namespace sim {
class write_recorder;
}}}  // namespace setpoint::v0::sim

namespace setpoint { inline namespace v0 { namespace story {

struct wrong_outcome {
    std::string oracle, detail;
    std::vector<sim::difference> differences{};
};

// An object that the operator has created, by a name of its own.
struct created_object {
    std::string resource, ns, name;  // "deployments.apps"
    std::string family;              // its owners, and the keys of its labels
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
    duration start{};                                              // that the operator needed to start
    bool comes_to_rest = true;                                     // without faults
    const std::set<std::string, std::less<>>* left_out = nullptr;  // objects that are not compared
    const std::vector<sim::made_up_name>* made_up = nullptr;  // names of which the operator makes up a part
    bool forces_old_lists = false;  // also those that no API server answers from an old state today
    rights_use* uses = nullptr;     // notes what the operator uses; null without rights
};

class story_run {
public:
    story_run(loop& l, const run_settings& s);
    story_run(const story_run&) = delete;
    story_run& operator=(const story_run&) = delete;

    // Plays the story, and ends everything. Throws cannot_explore if the operator cannot be started.
    awaitable<void> play();
    // Instead of play(): starts one process of the operator in the cluster as it is, without its controllers,
    // and ends everything when nothing has happened for the time to settle. Then `advance` is called, and if
    // it returns true, waits again; it is also called when the operator keeps asking and changes nothing.
    // Returns why the operator did not come to rest within `limit`; "" if it did. Throws cannot_explore if
    // the operator ends, or waits for long, before its first request.
    awaitable<std::string> observe(duration limit, std::function<bool()> advance);

    // --- what came out ---
    const std::vector<sim::story_point>& points() const { return points_; }
    // Of the points: how many there were when the first fault happened, with that of the fault.
    std::size_t points_at_fault() const { return points_at_fault_; }
    std::size_t faults_begun() const { return schedule_.begun(); }
    const std::vector<std::string>& end() const { return end_; }
    std::uint64_t end_hash() const { return end_hash_; }
    const write_record& writes() const { return writes_.record(); }
    const std::vector<wrong_outcome>& wrong() const { return wrong_; }
    const sim::timeline& timeline() const { return timeline_.entries(); }
    bool is_early() const { return is_early_; }
    // The state after each change of an object. Those after a change that went wrong are missing.
    const std::vector<input_snapshot>& snapshots() const { return snapshots_; }
    // How many points there were when everything was at rest after the first change.
    std::size_t points_at_first_rest() const { return points_at_first_rest_; }
    // Whether a role did not allow what the operator does.
    bool lacks_rights() const { return lacks_rights_; }
    std::size_t watches_at_rest() const { return watches_at_rest_; }
    duration longest_pause() const { return longest_pause_; }
    // How long nothing has happened.
    duration idle() const { return loop_.now() - last_activity_; }
    // Whether a process has sent nothing yet, and may still do so. It is not idle.
    bool is_starting() const;
    // From the start of the operator until it had nothing more to do.
    duration start_time() const { return start_time_; }
    // Whether a list may be old, by what the operator asks for; and whether it asks for streaming lists.
    bool lists_from_cache() const { return lists_from_cache_; }
    bool streams_lists() const { return streams_lists_; }
    // What it has created by names of its own.
    const std::vector<created_object>& created() const { return created_; }

    // --- for its parts ---
    loop& event_loop() { return loop_; }
    logger log() const { return log_; }
    const story& text() const { return settings_.text; }
    cluster& its_cluster() { return *cluster_; }
    applications& its_applications() { return applications_; }
    operator_webhooks& its_webhooks() { return webhooks_; }
    // Null: the operator has that of this machine.
    const private_network* network() const { return network_.get(); }
    request_gate& requests() { return gate_; }
    // Null, or what records the writes of the operator; it must outlive the run.
    sim::write_recorder* recorder() { return recorder_; }
    void record(sim::write_recorder* to) { recorder_ = to; }
    // A request of an operator that is recorded: one that it has not made before is news.
    void asked(const http::server_request& r);
    std::list<instance>& instances() { return instances_; }
    instance& of(const sim::point& p);
    const std::vector<sim::made_up_name>& made_up_names() const;
    const operator_rights* rights() const { return text().rights ? &*text().rights : nullptr; }
    std::size_t instance_count() const { return settings_.text.replicas; }
    task_scope& tasks() { return *tasks_; }
    notifier& changes() { return changes_; }
    // Unique within this process.
    std::string next_name() { return fmt::format("{}-{}", settings_.id, ++names_given_); }

    // For the timeline.
    void note(sim::lane in, std::string who, std::string what, std::string detail = {}) {
        timeline_.add(in, std::move(who), std::move(what), std::move(detail));
    }
    void note_fault(std::string what) { note(sim::lane::fault, "", std::move(what)); }
    void note_delivered(const sim::point& p);
    void note_answer(const sim::point& p, int status);
    // The API server's answer to a write that was neither dry nor a connection.
    void note_write(const sim::point& p, int status) { refused_.note(p, status); }
    // Further ones of the same oracle are dropped.
    void violate(std::string oracle, std::string detail);
    void touch();
    // Something is about to happen.
    sim::effect at(sim::point p);
    void wrote(incarnation& by, const sim::point& p, int status, const apiserver::record_ptr& before);
    // `holder`: the identity that the Lease has now.
    void leads(incarnation& by, const std::string& lease, const std::string& holder);
    // The answer to a request of the operator, whatever the operator gets of it.
    void answered(const http::server_request& r, const http::response& a);
    bool forces_old_lists() const { return settings_.forces_old_lists; }
    void note_list_from_cache() { lists_from_cache_ = true; }
    void note_streaming_list(incarnation& by, const std::string& resource);
    void operator_ended(incarnation& by, const std::string& how);
    void paused(duration d);

    // --- for faults ---
    // Watches of this kind deliver nothing until everything is at rest; "": of all kinds.
    void hold(const std::string& resource);
    void hold_all_but(const std::string& resource);
    awaitable<void> until_released(std::string resource) { return held_.until_released(std::move(resource)); }
    void restart_after(instance& i, duration d);
    // With `leases: release`, those of an instance that does not run, so that another process can lead.
    awaitable<void> release_leases(instance& i);
    // The run is not at rest before it has ended.
    void spawn_fault(std::string name, awaitable<void> body);
    void impose(int times, fault_schedule::predicate which, sim::effect e) {
        schedule_.impose(times, std::move(which), std::move(e));
    }
    void impose_until(time_point end, fault_schedule::predicate which, sim::effect e) {
        schedule_.impose_until(end, std::move(which), std::move(e));
    }
    // Nothing has happened for that long, whatever is held. False when `due` has passed.
    awaitable<bool> until_calm(duration d, time_point due);
    duration settle() const { return settings_.settle; }
    std::uint64_t revision_before_user() const { return revision_before_user_; }
    bool is_user_writing() const { return is_user_writing_; }
    const sim::point& last_of_user() const { return last_of_user_; }
    incarnation* leader();

private:
    awaitable<void> tell();
    void make_network();
    awaitable<void> start_operator();
    // Throws cannot_explore if no process listens in time.
    awaitable<void> until_webhooks_are_served();
    std::vector<std::uint16_t> webhook_ports() const;
    awaitable<std::string> observe_operator(duration limit, std::function<bool()> advance);
    // What the operator does: nothing; nothing but asking for the same, since the last news; or it never came
    // to that.
    enum class pause : std::uint8_t { at_rest, only_asks, none };
    awaitable<pause> until_pause(time_point due, time_point since);
    awaitable<void> perform(const story_step& s);
    awaitable<void> perform_all(const std::vector<story_step>& steps);
    awaitable<void> perform_branches(const story_step& s);
    // `may_be_refused`: the story does not fail if the API server refuses the content. Returns whether it was
    // accepted.
    awaitable<bool> send(user_request r, std::string where, bool may_be_refused = false);
    awaitable<void> change(const story_step& s);
    awaitable<void> settle_change(const story_step& s, time_point begun);
    input_snapshot snapshot_of(const story_step& s) const;
    awaitable<void> wait(const story_step& s);
    awaitable<void> rest();
    awaitable<void> check_restart();
    awaitable<void> until_restarted(time_point due);
    awaitable<void> end_all();
    awaitable<void> count_fault(awaitable<void> body);
    awaitable<void> release_when_calm();
    awaitable<void> start_later(instance& i, duration d);
    void changed(const apiserver::resource& r, const apiserver::record_ptr& before,
                 const apiserver::record_ptr& now);
    void check_invariants(std::string_view resource, const apiserver::record_ptr& before,
                          const apiserver::record_ptr& now);
    void release_soon();
    bool is_calm() const;
    bool is_quiet() const { return is_calm() && faults_ == 0 && held_.empty(); }
    bool is_wrong(std::string_view oracle) const;
    std::size_t open_watches() const;
    bool is_led_again() const;
    void note_created(const sim::point& p);
    std::string what_is_missing() const;
    void fail(const std::string& why);

    loop& loop_;
    run_settings settings_;
    null_sink silent_;
    logger log_;
    notifier changes_;
    held_watches held_;
    request_gate gate_;
    sim::point_namer user_names_;
    sim::timeline_recorder timeline_;
    fault_schedule schedule_;
    write_log writes_;
    lease_holders leases_;
    sim::write_recorder* recorder_ = nullptr;
    std::unique_ptr<private_network> network_;
    std::unique_ptr<cluster> cluster_;
    applications applications_;
    operator_webhooks webhooks_;
    std::list<instance> instances_;
    std::unique_ptr<task_scope> tasks_;
    std::vector<sim::story_point> points_;
    std::vector<std::string> end_;
    std::vector<wrong_outcome> wrong_;
    std::vector<created_object> created_;
    std::vector<input_snapshot> snapshots_;
    refused_writes refused_;
    std::set<std::string> user_objects_, made_under_fault_, broken_invariants_, asked_;
    sim::point last_of_user_;
    std::string ended_early_;
    time_point last_activity_{}, last_news_{};
    duration longest_pause_{}, start_time_{};
    std::uint64_t end_hash_ = 0, revision_before_user_ = 1;
    std::size_t points_at_fault_ = 0, points_at_first_rest_ = 0, watches_at_rest_ = 0;
    int faults_ = 0, user_writes_ = 0, names_given_ = 0;
    bool is_told_ = false, is_early_ = false, is_releasing_ = false, is_done_ = false,
         is_user_writing_ = false, lacks_rights_ = false, lists_from_cache_ = false, streams_lists_ = false;
};

}}}  // namespace setpoint::v0::story
