#include "testkit/sim/world.hpp"

#include "apiserver/objects/fields.hpp"
#include "apiserver/server/server_access.hpp"
#include "testkit/sim/called_webhooks.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace sim {

namespace {

// Old revisions are listed by perturbations.
constexpr duration long_history = std::chrono::hours(24 * 30);

testing::environment_options with_history(testing::environment_options o) {
    o.api.history = std::max(o.api.history, long_history);
    if (o.real_time) throw cannot_explore("the explorer needs virtual time");
    return o;
}

std::string object_name_of(const point& p) {
    return fmt::format("{}{}{} {}", p.gvr.resource, p.gvr.group.empty() ? "" : ".", p.gvr.group,
                       object_key(p.key.ns, canonical_word(p.key.name, {})));
}

}  // namespace

world::world(const exploration& what, director& by, duration patience, timeline_recorder* to)
    : what_(what),
      director_(by),
      timeline_(to),
      env_(std::make_unique<testing::environment>(with_history(what.cluster))),
      parts_(&testing::detail::environment_access::parts(*env_)),
      patient_(*this, parts_->open_way()),
      user_(*this, patient_) {
    other_ = std::make_unique<testing::detail::direct_client>(*parts_->l, patient_, parts_->trace,
                                                              parts_->make_log(), "other", nullptr,
                                                              parts_->reconciles.requests());
    tasks_ = std::make_unique<task_scope>(*parts_->l, "explorer",
                                          [this](std::string_view task, std::exception_ptr e) {
                                              try {
                                                  std::rethrow_exception(e);
                                              } catch (const cancelled&) {
                                              } catch (const std::exception& x) {
                                                  violate("explorer", fmt::format("{}: {}", task, x.what()));
                                              } catch (...) {
                                                  violate("explorer", std::string(task));
                                              }
                                          });
    if (parts_->accounts)
        parts_->accounts->on_missing = [this](std::string text) { violate("rights", std::move(text)); };
    install();
    parts_->patience = patience;
    parts_->way_of_test.to = &user_;
    parts_->before_webhook = [this] { return webhook_called(); };
    parts_->on_mapping = [this](std::string_view controller, const object_key& key, const kind_info& kind,
                                const object_key& object) { return map(controller, key, kind, object); };
    parts_->on_reconcile = [this](std::string_view controller, const object_key& key) {
        if (notes_points()) (void)at(names_.reconcile("", controller, key));
    };
    if (timeline_)
        parts_->on_wait = [this](std::string_view what, bool is_there) {
            if (is_telling_)
                timeline_->add(lane::user, "", fmt::format("{}: {}", is_there ? "sees" : "waits", what));
        };
    parts_->turns.on_new_moment = [this] {
        if (is_telling_) director_.idle(*this);
    };
}

void world::install() {
    if (what_.install) what_.install(*env_);
    for (std::size_t i = 0; i < what_.operators.size(); ++i) {
        operator_process& p = processes_.emplace_back(*this, i, what_.operators[i], what_.options);
        testing::detail::install_declarations(*env_, p.declare());
    }
    state_ = std::make_unique<object_state>(apiserver::server_access::state(parts_->api), what_.invariants,
                                            what_.forgive);
    for (operator_process& p : processes_) p.start();
    if (!settle(short_rest))
        throw cannot_explore("the operators do not come to rest before the story begins");
}

world::~world() {
    if (timeline_) timeline_->end();
    parts_->turns.on_new_moment = nullptr;
    parts_->way_of_test.to = &parts_->open_way();
    if (parts_->accounts) parts_->accounts->on_missing = nullptr;
    parts_->before_webhook = nullptr;
    parts_->on_wait = nullptr;
    parts_->on_mapping = nullptr;
    parts_->on_reconcile = nullptr;
    parts_->join(*tasks_);
    for (operator_process& p : processes_)
        for (incarnation& one : p.incarnations()) {
            one.may_end = true;
            parts_->join(*one.tasks);
        }
    parts_->managers.clear();
    apiserver::server_access::state(parts_->api).stored.pop_back();  // it refers to state_
    tasks_.reset();
    processes_.clear();
    other_.reset();
}

operator_process& world::process(const point& p) {
    return *std::next(processes_.begin(), static_cast<std::ptrdiff_t>(p.process));
}

void world::violate(std::string oracle, std::string detail, std::vector<difference> differences) {
    const bool is_known = std::any_of(violations_.begin(), violations_.end(),
                                      [&](const violation& v) { return v.oracle == oracle; });
    if (is_known) return;
    if (timeline_) timeline_->violated(oracle, detail);
    violations_.push_back({std::move(oracle), std::move(detail), std::move(differences)});
}

void world::impose(duration d, std::function<bool(const point&)> which, effect e) {
    imposed_.push_back({saturating_add(event_loop().now(), d), std::move(which), std::move(e)});
    be_busy(d);
}

void world::be_busy(duration d) {
    busy_until_ = std::max(busy_until_, saturating_add(event_loop().now(), d));
}

awaitable<int> world::ask(std::string method, std::string target, std::string body,
                          std::string content_type) {
    constexpr std::size_t max_answer = 16 * 1024 * 1024;
    http::request r{std::move(method), std::move(target), {{"Accept", "application/json"}}, std::move(body)};
    if (!r.body.empty()) r.headers.add("Content-Type", content_type);
    if (timeline_) timeline_->at("somebody else", point_namer().request("user", r), lane::user);
    auto answer = co_await other_->net.send(std::move(r), {});
    if (!answer) co_return 0;
    const auto text = co_await http::read_all(**answer, max_answer);
    co_return text ? (*answer)->head().status : 0;
}

effect world::user_sends(point p) {
    revisions_[0] = std::exchange(revisions_[1], state_->revision());
    ++user_writes_;
    last_of_user_ = p;
    user_objects_.insert(object_name_of(p));
    if (p.op == verb::create || (p.op == verb::patch && !state_->find(p.gvr, p.key)))
        made_by_user_.push_back(p);
    return at(std::move(p));
}

duration world::map(std::string_view controller, const object_key& key, const kind_info& kind,
                    const object_key& object) {
    if (!is_telling_ || !notes_points()) return duration::zero();
    return at(names_.mapping(controller, key, kind, object)).delay;
}

awaitable<void> world::webhook_called() {
    const time_point now = event_loop().now();
    if (now < webhooks_return_) throw fault(errc::unreachable, "the webhook is down (injected by the test)");
    if (now < webhooks_slow_until_) co_await event_loop().sleep(webhook_delay_);
}

void world::fail_webhooks(duration d) {
    webhooks_return_ = saturating_add(event_loop().now(), d);
    be_busy(d);
}

void world::slow_webhooks(duration d, duration delay) {
    webhooks_slow_until_ = saturating_add(event_loop().now(), d);
    webhook_delay_ = delay;
    be_busy(d);
}

bool world::calls_webhook(const point& p) {
    return has_admission_webhook(apiserver::server_access::state(parts_->api), p, p.op == verb::create);
}

story_point world::describe(point p) {
    story_point s;
    s.user_writes = user_writes_;
    s.existed = !p.key.name.empty() && !p.gvr.resource.empty() && state_->find(p.gvr, p.key) != nullptr;
    s.is_of_user = user_objects_.contains(object_name_of(p));
    s.when = event_loop().now();
    s.calls_webhook = calls_webhook(p);
    s.p = std::move(p);
    return s;
}

effect world::at(point p) {
    if (timeline_) timeline_->at(p.is_request() ? process(p).label() : "", p);
    if (!is_telling_) return {};
    if (director_.looks()) {
        story_point s = describe(std::move(p));
        if (const perturbation* const chosen = director_.at(*this, s)) return take(chosen, s.p);
        p = std::move(s.p);
    }
    if (p.what != point::kind::request) return {};
    for (const imposed& i : imposed_)
        if (event_loop().now() < i.until && i.which(p)) return i.e;
    return {};
}

effect world::take(const perturbation* chosen, const point& p) {
    is_internal_ = is_internal_ && chosen->is_internal;
    lasts_ = lasts_ || chosen->lasts;
    shows_old_ = shows_old_ || chosen->shows_old;
    reorders_ = chosen->reorders && (reorders_ || !had_fault_);
    ++faults_;
    had_fault_ = true;
    for (operator_process& one : processes_) one.remember(chosen->name);
    if (timeline_)
        timeline_->add(lane::fault, "", fmt::format("{}: {}", chosen->name, chosen->words), p.text);
    return chosen->apply(*this, p);
}

// Candidates are named after their process: "test-1_...".
void world::check_leader(const point& p) {
    const manager_options& o = process(p).options();
    if (!o.election.enabled) return;
    const object_key key{o.election.ns, o.election.id.empty() ? o.name : o.election.id};
    const apiserver::record_ptr lease = state_->find({"coordination.k8s.io", "v1", "leases"}, key);
    if (!lease) return;
    const boost::json::object object = lease->parse();
    const std::string_view holder =
        apiserver::text_at(apiserver::object_of(object, "spec"), "holderIdentity");
    if (!holder.starts_with(o.instance + "_"))
        violate("only the leader writes",
                fmt::format("{} by {} while \"{}\" holds the Lease", p.text, o.instance, holder));
}

void world::wrote(const point& p, int status, const apiserver::record_ptr& before) {
    check_leader(p);
    writes_.all.push_back(p.text);
    if (!p.subresource.empty()) return;
    std::string name = object_name_of(p);
    if (status == 201) {
        ++writes_.created[name];
        if (const auto made = had_fault_ ? state_->find(p.gvr, p.key) : nullptr)
            made_under_fault_.insert(made->uid);
    }
    // What it made under a fault, and should not have, it may take back.
    if (p.op == verb::remove && !(before && made_under_fault_.contains(before->uid)))
        ++writes_.deleted[std::move(name)];
}

void world::ended(incarnation& one, const std::string& why) {
    if (!one.may_end) violate("operator ended", why);
    one.process.crash(one, std::chrono::seconds(1));
}

}}}  // namespace setpoint::v0::sim
