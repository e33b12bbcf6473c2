#include "framework/manager/leadership.hpp"

#include "framework/manager/running.hpp"

#include <boost/json/value.hpp>

namespace setpoint { inline namespace v0 {

namespace {

// Time limit for releasing the Lease, within the shutdown timeout.
constexpr duration release_limit = std::chrono::seconds(5);

boost::json::value describe(const election_state& s) {
    return {{"lease", s.lease},
            {"identity", s.identity},
            {"holder", s.holder},
            {"leading", s.leading},
            {"transitions", s.transitions},
            {"leadsForSeconds", std::chrono::duration<double>(s.leads_for).count()},
            {"trouble", s.trouble}};
}

}  // namespace

std::optional<election_state> manager::election() const {
    if (!leadership_->candidate) return std::nullopt;
    return leadership_->candidate->state();
}

void manager::prepare_election() {
    election_options& o = options_.election;
    if (!o.enabled) {
        leadership_->gate->open_until(never);
        return;
    }
    if (o.id.empty()) o.id = options_.name;
    if (o.identity.empty()) o.identity = options_.instance + "_" + loop_.random().uuid();
    if (o.ns.empty()) throw fault(errc::bad_config, "--leader-election-namespace: not given");
    if (const auto valid = validate(o); !valid) throw fault(valid.error());
    lease_note note{
        [this] {
            raise(leadership_->versions, cache_.last_answers());
            return text_of(leadership_->versions);
        },
        [this](std::string_view text) { raise(leadership_->versions, read_last_versions(text)); }};
    leadership_->candidate.emplace(loop_, api_, events_, log_, metrics_, o, leadership_->gate,
                                   std::move(note));
    add_debug_section("leaderElection", [this] { return describe(leadership_->candidate->state()); });
}

void manager::start_elected(task_scope& in) {
    for (setpoint::controller& c : controllers_)
        if (c.options().needs_leader) in.spawn(c.options().name, run_controller(c));
    for (const runnable& one : leader_runnables_) in.spawn(one.name, run_body(one.body));
}

awaitable<void> manager::lead(running& r) {
    elector& candidate = *leadership_->candidate;
    for (;;) {
        co_await candidate.acquire();
        if (stopping_) co_return;
        r.term.emplace(loop_, "leading", r.on_failure);
        start_elected(*r.term);
        const std::string why = co_await candidate.hold();
        // Without a grace period, since their writes would be refused.
        r.term->request_stop();
        for (setpoint::controller& c : controllers_)
            if (c.options().needs_leader) c.cancel_reconciles();
        if (stopping_) co_return;
        if (options_.election.on_loss == on_lost_lease::exit) {
            leadership_->lost = true;
            r.events.request_stop();
            throw fault(errc::not_leader, "leadership was lost: " + why);
        }
        co_await r.term->join();
        if (stopping_) co_return;  // stop_in_order() joins the term
        r.term.reset();
    }
}

// Call it only after the last writer has ended.
awaitable<void> manager::give_up_leadership(running& r) {
    r.election.request_stop();
    co_await r.election.join();
    if (!leadership_->candidate || leadership_->lost) co_return;
    if (leadership_->fenced.under_way() != 0) {
        log_.error(
            "A write that no part of the manager waits for is still in progress: the lease is left to expire",
            {{"writes", leadership_->fenced.under_way()}});
        leadership_->gate->close();
        co_return;
    }
    co_await leadership_->candidate->release(r.at_most(release_limit, loop_.now()));
}

}}  // namespace setpoint::v0
