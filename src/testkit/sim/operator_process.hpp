#pragma once
// An operator as a process: it is started, killed, stopped and started again. Each start is a new manager
// with a transport of its own; a process that was killed can do nothing more to the API.

#include "setpoint/core/task_scope.hpp"
#include "testkit/sim/perturbation.hpp"
#include "testkit/testing/environment_parts.hpp"

#include <list>
#include <map>
#include <memory>
#include <set>

namespace setpoint { inline namespace v0 { namespace sim {

class operator_process;

// One start of an operator.
struct incarnation {
    // The way to the API, with its faults.
    class network final : public http::transport {
    public:
        network(incarnation& of, http::transport& inner) : of_(of), inner_(inner) {}
        awaitable<result<std::unique_ptr<http::response_stream>>> send(http::request r,
                                                                       http::timeouts t) override;

    private:
        awaitable<result<std::unique_ptr<http::response_stream>>> exchange(http::request r, http::timeouts t,
                                                                           point p, effect e);
        void check_status_write(const point& p);
        incarnation& of_;
        http::transport& inner_;
    };

    explicit incarnation(operator_process& p);
    // Ends everything that it would still do.
    void kill();
    // Never returns: the task ends when it is cancelled.
    awaitable<void> be_dead();
    // Notes the UIDs in what the operator has read.
    void read(std::string_view json);

    operator_process& process;
    std::unique_ptr<testing::account_transport> account;  // null without environment_options::rbac
    network net;
    std::unique_ptr<task_scope> tasks;
    testing::detail::manager_run* run = nullptr;
    bool is_dead = false, may_end = false;
    std::size_t in_flight = 0;                // requests, except for watches
    std::set<std::string, std::less<>> seen;  // UIDs
    // Its first lists show what there was at this revision, if `is_old` holds for the resource. 0: current.
    std::uint64_t old_revision = 0;
    std::function<bool(std::string_view resource)> is_old;
    std::set<std::string> listed;  // resources
};

class operator_process {
public:
    operator_process(world& w, std::size_t index, testing::environment::set_up declare,
                     manager_options options);
    operator_process(const operator_process&) = delete;
    operator_process& operator=(const operator_process&) = delete;

    // Declares a manager that does not run, for what it declares.
    manager& declare();
    void start();
    // Kills it; it starts again after `downtime`.
    void crash(duration downtime);
    // The same if `one` is the current start; otherwise it only ends.
    void crash(incarnation& one, duration downtime);
    // Kills it for good.
    void leave();
    // Asks it to stop, as SIGTERM does; it starts again after it has ended.
    void terminate();
    // Watches of this resource deliver nothing until `d` has passed; "": all watches.
    void hold(const std::string& resource, duration d);
    // No request reaches the API and nothing is read until `d` has passed.
    void freeze(duration d);
    // The first lists of the next start show what there was at `revision`, and the watches after them are
    // held for a while. `which`: whether it applies to a resource.
    void show_old_lists(std::uint64_t revision, std::function<bool(std::string_view resource)> which);
    // Whether it runs, its caches are complete, and no request is under way.
    bool is_settled() const;
    std::size_t unfinished_keys() const;
    // A fault happens to it, of which its memory may hold something until it ends.
    void remember(std::string_view fault) { memory_.append(" ").append(fault); }
    // The faults that its memory may hold; "" for a new process.
    const std::string& memory() const { return memory_; }

    // The resources that it has watched.
    std::set<std::string>& watched() { return watched_; }
    time_point frozen_until() const { return frozen_until_; }
    // For network: when watches of the resource are no longer held.
    time_point held_until(const std::string& resource) const;
    // The target of a list, which may be one of an older revision.
    std::string list_target(incarnation& by, const point& p, const std::string& target);

    world& of() { return world_; }
    std::size_t index() const { return index_; }
    const std::string& name() const { return options_.name; }
    const manager_options& options() const { return options_; }
    const std::string& label() const { return label_; }  // in points
    std::list<incarnation>& incarnations() { return incarnations_; }

private:
    void note(std::string what);  // in the timeline
    awaitable<void> start_after(duration d);
    awaitable<void> stop_and_start(incarnation& one);

    world& world_;
    std::size_t index_;
    testing::environment::set_up declare_;
    manager_options options_;
    std::string label_;
    std::list<incarnation> incarnations_;
    incarnation* current_ = nullptr;  // null: it is down
    std::map<std::string, time_point> held_;
    std::set<std::string> watched_;
    time_point frozen_until_{};
    bool has_left_ = false;
    std::string memory_;
    std::uint64_t old_revision_ = 0;  // 0: lists are current
    std::function<bool(std::string_view)> is_old_;
};

}}}  // namespace setpoint::v0::sim
