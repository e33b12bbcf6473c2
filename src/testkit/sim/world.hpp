#pragma once
// A run of a story: the cluster, the operators, what happens to them, and what they did.

#include "setpoint/sim/explore.hpp"
#include "testkit/sim/object_state.hpp"
#include "testkit/sim/operator_process.hpp"
#include "testkit/sim/patient_transport.hpp"
#include "testkit/sim/timeline_recorder.hpp"
#include "testkit/sim/user_network.hpp"

#include <list>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace setpoint { inline namespace v0 { namespace sim {

// Faults last for less than a minute and back-off doubles, so that an operator that recovers needs less.
inline constexpr duration patience_under_faults = std::chrono::minutes(10);

// Without writes; the long one is longer than the usual intervals of polling and of retries.
inline constexpr duration short_rest = std::chrono::seconds(5), long_rest = std::chrono::seconds(70);

// Decides what happens at the points of a run.
struct director {
    virtual ~director() = default;
    // The perturbation of this point; null: none.
    virtual const perturbation* at(world& w, const story_point& p) = 0;
    // False: at() returns null from here on, and need not be called.
    virtual bool looks() const { return true; }
    // Called after time has passed: what was ready before has run.
    virtual void idle(world& w) { static_cast<void>(w); }
};

struct violation {
    std::string oracle, detail;
    std::vector<difference> differences{};  // if it compares objects
};

// What operators have done.
struct record_of_writes {
    std::map<std::string, int> created, deleted;  // "deployments.apps default/web"
    std::vector<std::string> all;  // "patch deployments default/web", without events and leases
};

class world {
public:
    // `patience`: how much longer waits of the story may take. `to` records what happens; null: nothing does.
    world(const exploration& what, director& by, duration patience = patience_under_faults,
          timeline_recorder* to = nullptr);
    world(const world&) = delete;
    world& operator=(const world&) = delete;
    ~world();

    testing::environment& env() { return *env_; }
    testing::detail::environment_parts& parts() { return *parts_; }
    loop& event_loop() { return *parts_->l; }
    object_state& state() { return *state_; }
    operator_process& process(const point& p);
    std::list<operator_process>& processes() { return processes_; }
    const record_of_writes& writes() const { return writes_; }
    int user_writes() const { return user_writes_; }
    // The state at the end of the story, before the restart that follows; empty before.
    const std::vector<std::string>& end() const { return end_; }
    const std::vector<violation>& violations() const { return violations_; }
    // Further ones of the same oracle are dropped.
    void violate(std::string oracle, std::string detail, std::vector<difference> differences = {});
    // Null: nothing is recorded.
    timeline_recorder* timeline() { return timeline_; }

    // --- for perturbations ---
    // Requests of operators for which `which` holds have this effect until `d` has passed.
    void impose(duration d, std::function<bool(const point&)> which, effect e);
    // Sends a request of somebody else, and returns the status of the response.
    awaitable<int> ask(std::string method, std::string target, std::string body = {},
                       std::string content_type = "application/merge-patch+json");
    void spawn(std::string name, awaitable<void> body) { tasks_->spawn(std::move(name), std::move(body)); }
    // Shows what is under way until `d` has passed.
    void be_busy(duration d);
    // The revision before the last write of the story.
    std::uint64_t revision_before_user() const { return revisions_[1]; }
    // The revision after the write before that.
    std::uint64_t revision_after_previous_user() const { return revisions_[0] + 1; }
    // Remembers the current revision for a resource.
    void mark_revision(std::string resource) { marked_ = {std::move(resource), state_->revision()}; }
    const std::string& marked_resource() const { return marked_.first; }
    std::uint64_t marked_revision() const { return marked_.second; }
    // The object that the story wrote last.
    const point& last_of_user() const { return last_of_user_; }
    // Returns when no write of the story is under way.
    awaitable<void> user_rests() { return user_.until_done(); }
    // Calls of webhooks fail until `d` has passed, or each takes `delay` longer.
    void fail_webhooks(duration d);
    void slow_webhooks(duration d, duration delay);
    // Deletes the namespace, even "default", and ends the story. What follows is checked by itself: all must
    // go.
    void terminate_namespace(const std::string& ns);
    // Demands that what statuses report is true now.
    void check_statuses();

    // --- for user_network ---
    bool is_telling() const { return is_telling_; }
    effect user_sends(point p);
    bool calls_webhook(const point& p);

    // --- for operator_process ---
    effect at(point p);
    // Whether anyone looks at points other than requests; they need not be named otherwise.
    bool notes_points() const { return timeline_ || director_.looks(); }
    point_namer& names() { return names_; }
    // `before`: the object that was deleted; null otherwise.
    void wrote(const point& p, int status, const apiserver::record_ptr& before);
    void ended(incarnation& one, const std::string& why);

    // Whether nothing is under way but timers of the operators: no fault, no request, no restart.
    bool is_quiet();
    // Whether what was imposed for a time has passed.
    bool is_fault_over();
    // The same, and nothing that others do is under way: a restart, an edit.
    bool is_over();
    std::size_t unfinished_keys() const;
    // A hash of what decides what follows and how it is judged: the objects, what the operators have yet to
    // do and have done, and which faults the memory of a process may still hold.
    std::uint64_t state_key();
    // Of the faults so far: whether only the operator writes, and whether one lasts to the end.
    bool is_internal() const { return is_internal_; }
    bool lasts() const { return lasts_; }
    bool shows_old() const { return shows_old_; }
    bool reorders() const { return reorders_; }
    int faults() const { return faults_; }  // so far

private:
    struct imposed {
        time_point until;
        std::function<bool(const point&)> which;
        effect e;
    };
    void check_leader(const point& p);
    void install();
    duration map(std::string_view controller, const object_key& key, const kind_info& kind,
                 const object_key& object);
    awaitable<void> webhook_called();
    effect take(const perturbation* chosen, const point& p);
    story_point describe(point p);

    const exploration& what_;
    director& director_;
    timeline_recorder* timeline_;
    std::list<operator_process> processes_;
    point_namer names_;
    record_of_writes writes_;
    std::set<std::string> user_objects_, made_under_fault_;  // names; UIDs
    std::vector<point> made_by_user_;
    std::vector<std::string> begin_;  // the state before the story
    std::string terminated_;          // namespace
    time_point webhooks_return_{}, webhooks_slow_until_{};
    duration webhook_delay_{0};
    std::vector<violation> violations_;
    std::vector<std::string> end_;
    std::vector<imposed> imposed_;
    time_point busy_until_{};
    int user_writes_ = 0;
    std::uint64_t revisions_[2] = {1, 1};  // before the last two writes of the story
    point last_of_user_;
    std::pair<std::string, std::uint64_t> marked_;
    bool is_telling_ = false;  // the story has begun
    int faults_ = 0;
    bool is_internal_ = true, lasts_ = false, had_fault_ = false, shows_old_ = false, reorders_ = false;
    std::unique_ptr<testing::environment> env_;
    testing::detail::environment_parts* parts_ = nullptr;
    patient_transport patient_;
    std::unique_ptr<testing::detail::direct_client> other_;
    user_network user_;
    std::unique_ptr<object_state> state_;
    std::unique_ptr<task_scope> tasks_;

public:
    // Plays the story, and checks its end. Does not throw what the story threw, but reports it.
    void play();
    // Waits until nothing has changed for that long; returns false if the operators keep writing.
    bool settle(duration quiet);
    void check_end();

private:
    void restart_at_end();
    // Deletes what the story has created: nothing else may be left.
    void uninstall();
    void check_termination();
    awaitable<void> release_objects_of_user();
    // The names of objects that exist, and did not before the story.
    std::vector<std::string> remains();
};

}}}  // namespace setpoint::v0::sim
