#include "testkit/story/story_run.hpp"

#include "testkit/testing/missing_rights.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace story {

story_run::story_run(loop& l, const run_settings& s)
    : loop_(l),
      settings_(s),
      log_(silent_, l.time()),
      changes_(l),
      held_(l),
      gate_(*this),
      schedule_(s.plan),
      writes_(s.most_writes),
      cluster_(std::make_unique<cluster>(l, log_, s.text)),
      applications_(l, *cluster_, s.text),
      webhooks_(l, *cluster_, s.text),
      tasks_(std::make_unique<task_scope>(l, "story", [this](std::string_view task, std::exception_ptr e) {
          try {
              std::rethrow_exception(e);
          } catch (const cancelled&) {
          } catch (const std::exception& x) {
              fail(fmt::format("{}: {}", task, x.what()));
          } catch (...) {
              fail(std::string(task));
          }
      })) {
    last_activity_ = l.now();
    applications_.on_activity = webhooks_.on_activity = [this] { touch(); };
    webhooks_.ports = [this] { return webhook_ports(); };
    if (s.left_out) cluster_->objects().leave_out(*s.left_out);
    if (s.made_up) {
        cluster_->objects().know(*s.made_up);
        timeline_.know(*s.made_up);
    }
    cluster_->on_change = [this](const apiserver::resource& r, const apiserver::record_ptr& before,
                                 const apiserver::record_ptr& now) { changed(r, before, now); };
}

void story_run::fail(const std::string& why) {
    if (ended_early_.empty()) ended_early_ = why;
    changes_.notify();
}

void story_run::touch() {
    last_activity_ = loop_.now();
    changes_.notify();
}

const std::vector<sim::made_up_name>& story_run::made_up_names() const {
    static const std::vector<sim::made_up_name> none;
    return settings_.made_up ? *settings_.made_up : none;
}

bool story_run::is_starting() const {
    // Other plans that run at the same time slow it down.
    constexpr duration at_least = std::chrono::seconds(30);
    const duration longest = std::max<duration>(at_least, 5 * settings_.start);
    return std::any_of(instances_.begin(), instances_.end(), [&](const instance& i) {
        const incarnation* const c = const_cast<instance&>(i).current();
        return c && c->requests == 0 && loop_.now() < saturating_add(c->begun, longest);
    });
}

instance& story_run::of(const sim::point& p) {
    return *std::next(instances_.begin(), static_cast<std::ptrdiff_t>(p.process));
}

incarnation* story_run::leader() {
    const std::optional<std::size_t> index = leases_.leader();
    if (instances_.size() < 2 || !index) return nullptr;
    return std::next(instances_.begin(), static_cast<std::ptrdiff_t>(*index))->current();
}

void story_run::answered(const http::server_request& r, const http::response& a) {
    if (!rights()) return;
    const std::vector<testing::missing_right> refused =
        a.status == 403 ? testing::refused_rights(r, a.body, cluster_->state().kinds)
                        : std::vector<testing::missing_right>();
    if (refused.empty() && a.status != 401 && settings_.uses) settings_.uses->note(r);
    for (const testing::missing_right& one : refused) {
        lacks_rights_ = true;
        const bool is_own = one.user.empty() || one.user == rights()->user();
        violate("missing right: " + one.words(),
                fmt::format("the roles of {}{} do not allow it{}{}; this rule does:\n{}",
                            is_own ? rights()->user() : one.user, is_own ? "" : ", whom it impersonates,",
                            one.where.empty() ? "" : " ", one.where, testing::rules_yaml({one}, "    ")));
    }
}

void story_run::operator_ended(incarnation& by, const std::string& how) {
    std::string last = by.last_output;
    constexpr std::size_t shown = 600;
    if (last.size() > shown) last = "..." + last.substr(last.size() - shown);
    std::string text = fmt::format("the operator ended by itself with {}", how);
    if (!last.empty()) text += "; its last output:\n" + last;
    if (is_told_)
        violate("operator ended", std::move(text));
    else
        fail(text);
}

std::vector<std::uint16_t> story_run::webhook_ports() const {
    std::vector<std::uint16_t> all;
    for (const instance& i : instances_)
        if (const incarnation* const c = const_cast<instance&>(i).current()) all.push_back(c->webhook_port);
    return all;
}

awaitable<void> story_run::start_later(instance& i, duration d) {
    co_await loop_.sleep(d);
    // The next process listens on the same port.
    constexpr duration until_free = std::chrono::seconds(5);
    const time_point due = saturating_add(loop_.now(), until_free);
    while (text().webhooks && !i.have_all_ended() && loop_.now() < due) co_await changes_.wait(due);
    co_await release_leases(i);
    if (!i.current()) i.start();
}

void story_run::restart_after(instance& i, duration d) {
    if (is_done_) return;
    spawn_fault("restart", start_later(i, d));
}

std::size_t story_run::open_watches() const {
    std::size_t n = 0;
    for (const instance& i : instances_)
        if (const incarnation* const c = const_cast<instance&>(i).current()) n += c->watches;
    return n;
}

bool story_run::is_calm() const {
    if (applications_.busy() != 0) return false;
    for (const instance& i : instances_) {
        const incarnation* const c = const_cast<instance&>(i).current();
        if (!c || c->requests == 0 || c->in_flight != 0) return false;
    }
    return open_watches() >= settings_.watches;
}

awaitable<bool> story_run::until_calm(duration d, time_point due) {
    constexpr duration look_again = std::chrono::milliseconds(20);
    for (;;) {
        const time_point now = loop_.now(), at = saturating_add(last_activity_, d);
        if (is_calm() && now >= at) co_return true;
        if (now >= due || !ended_early_.empty()) co_return false;
        co_await changes_.wait(std::min(due, std::max(at, saturating_add(now, look_again))));
    }
}

}}}  // namespace setpoint::v0::story
