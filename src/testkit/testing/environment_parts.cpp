#include "testkit/testing/environment_parts.hpp"

#include "testkit/testing/object_dump.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace setpoint { inline namespace v0 { namespace testing::detail {

namespace {

// An orderly stop of managers and server.
constexpr duration stop_limit = std::chrono::minutes(10);

result<std::string> no_file(const std::string&) {
    return error(errc::not_found, "there are no files here");
}

api_client_options named(const std::string& name) {
    api_client_options o;
    o.name = name;
    o.host = "embedded";
    return o;
}

std::unique_ptr<loop> make_loop(environment_parts& p) {
    if (p.options.real_time) return std::make_unique<loop>(p.real_time, p.random);
    return std::make_unique<loop>(p.virtual_time, p.random);
}

awaitable<void> join_and_stop(loop& l, task_scope& scope) {
    co_await scope.join();
    l.stop();
}

// As through a Service: the first of the managers with that name that runs.
awaitable<http::response> ask_managers(environment_parts& parts, std::string name,
                                       const http::server_request& r) {
    if (parts.before_webhook) co_await parts.before_webhook();
    error why(errc::unreachable, "no manager \"" + name + "\" was started");
    for (manager_run& one : parts.managers) {
        if (one.name != name) continue;
        auto answered = co_await one.m.ask_webhook(r);
        if (answered) co_return std::move(*answered);
        why = answered.error();
    }
    throw fault(why);
}

apiserver::server_options server_options_of(const environment_options& o) {
    apiserver::server_options api = o.api;
    if (!o.rbac) return api;
    if (!api.access.is_on()) api.access.authorizers = {"RBAC"};
    return api;
}

std::string_view current_task(const loop& l) {
    return l.current() ? l.current()->name.view() : std::string_view();
}

}  // namespace

std::string text_of(std::exception_ptr e) {
    try {
        std::rethrow_exception(e);
    } catch (const cancelled&) {
        return "cancelled";
    } catch (const std::exception& x) {
        return x.what();
    } catch (...) {
        return "something that is not a std::exception";
    }
}

direct_client::direct_client(loop& l, http::transport& to, std::shared_ptr<trace_text> trace,
                             const logger& log, const std::string& name, client_observer* observer,
                             traced_transport::note sent)
    : net(to, std::move(trace), name, std::move(sent)),
      nobody({}, l.time(), no_file, log),
      api(l, net, nobody, log, named(name), observer) {}

void noting::request(const call& c, std::string_view, std::string_view, int, duration) {
    parts.recorder.note(c);
    parts.kinds.insert(c.resource);
}

void reconcile_watch::queued(std::string_view controller, const object_key& key, std::string_view reason,
                             const kind_info& kind, const object_key& object) {
    parts.hot.queued(controller, key, reason, kind, object);
}

duration reconcile_watch::delays(std::string_view controller, const object_key& key, const kind_info& kind,
                                 const object_key& object) {
    return parts.on_mapping ? parts.on_mapping(controller, key, kind, object) : duration::zero();
}

bool reconcile_watch::slows(std::string_view, const object_key&, std::string_view) {
    return parts.options.hot_loop == 0;
}

void reconcile_watch::posted(std::string_view controller, const object_key& key) {
    parts.hot.posted(controller, key, current_task(*parts.l));
}

void reconcile_watch::began(std::string_view controller, const object_key& key, std::string_view reason,
                            lane in) {
    if (parts.on_reconcile) parts.on_reconcile(controller, key);
    if (parts.hot.began(controller, key, reason, in, parts.l->now())) parts.l->stop();
}

traced_transport::note reconcile_watch::requests() {
    return [&p = parts](const http::request& r) -> std::function<void()> {
        if (r.method == "GET") return {};
        return [&p, revision = p.api.revision(), w = p.hot.sent(current_task(*p.l), r)] {
            if (p.api.revision() == revision) p.hot.changed_nothing(w);
        };
    };
}

manager_run::manager_run(environment_parts& p, manager_options options, http::transport& to)
    : name(options.name),
      direct(*p.l, to, p.trace, p.make_log(), options.name, &p.observer, p.reconciles.requests()),
      intercepted(direct.api),
      measured(registry),
      m(*p.l, intercepted, p.make_log().with({{"manager", options.name}}), measured, options) {
    p.request_faults.attach(intercepted);
    m.observe(p.reconciles);
}

awaitable<void> manager_run::run() {
    struct at_end {
        bool& ended;
        ~at_end() { ended = true; }
    } const note{ended};
    co_await m.run();
}

environment_parts::environment_parts(environment_options o)
    : options(std::move(o)),
      random(options.seed),
      l(make_loop(*this)),
      turns(*l),
      hot(options.hot_loop),
      reconciles(*this),
      trace(std::make_shared<trace_text>(*l)),
      request_faults(*l),
      network_faults(*l),
      observer(*this),
      api(*l, make_log().with({{"part", "apiserver"}}), server_options_of(options)),
      accounts(options.rbac ? std::make_unique<manager_accounts>(*l, api) : nullptr),
      faulty(network_faults.attach(api.transport())),
      way_of_test(open_way()),
      test(*l, way_of_test, trace, make_log(), "test", nullptr, reconciles.requests()),
      behind(*l, "behind the API",
             [this](std::string_view, std::exception_ptr e) {
                 background_failure = "the API server failed: " + text_of(e);
                 l->stop();
             }),
      running(*l, "managers", [this](std::string_view task, std::exception_ptr e) {
          if (background_failure.empty())
              background_failure = fmt::format("the manager \"{}\" failed: {}", task, text_of(e));
          l->stop();
      }) {
    sink.level = options.level;
    l->observe(&turns);
    behind.spawn("API server", api.run());
}

logger environment_parts::make_log() {
    return l ? logger(sink, l->time()) : logger(sink, real_time);
}

manager_run& environment_parts::add_manager(const environment::set_up& declare, manager_options o) {
    if (!accounts) return add_manager(declare, std::move(o), *faulty, nullptr);
    manager_way& way = ways.emplace_back();
    way.account = open_account();
    way.faulty = network_faults.attach(*way.account);
    return add_manager(declare, std::move(o), *way.faulty, way.account.get());
}

manager_run& environment_parts::add_manager(const environment::set_up& declare, manager_options o,
                                            http::transport& to, account_transport* account) {
    manager_run& one = managers.emplace_back(*this, std::move(o), to);
    declare(one.m);
    if (account) accounts->bind(one.m, *account);
    if (const std::string host = one.m.webhook_host_name(); !host.empty())
        api.serve_webhooks(host, [this, name = one.name](const http::server_request& r) {
            return ask_managers(*this, name, r);
        });
    return one;
}

void environment_parts::require_outside() const {
    if (!l->current()) return;
    throw failure(
        "a blocking function of the environment was called in a coroutine or in the condition of a wait: use "
        "co_await with the function whose name begins with async_; async_eventually() and async_never() take "
        "a "
        "condition that is a coroutine, and so may ask the API");
}

void environment_parts::go(time_point horizon) {
    require_outside();
    if (l->is_virtual())
        l->run_until(horizon);
    else
        l->run();
    // A task leaves its scope's list one step after its last turn.
    l->io().restart();
    l->io().poll();
}

void environment_parts::join(task_scope& scope) {
    scope.request_stop();
    if (scope.size() == 0) return;
    task_scope joiner(*l, "stop", [](std::string_view, std::exception_ptr) {});
    joiner.spawn("stop", join_and_stop(*l, scope));
    // A task that fails meanwhile stops the loop too early.
    const time_point due = saturating_add(l->now(), stop_limit);
    while (joiner.size() != 0 && l->now() < due) go(due);
}

void environment_parts::fail_if_background_failed() {
    if (const std::string why = stuck(); !why.empty()) throw failure(why + "\n" + circumstances());
    if (!background_failure.empty()) throw failure(background_failure + "\n" + circumstances());
    fail_if_rights_are_missing();
}

void environment_parts::fail_if_rights_are_missing(std::string_view more) {
    if (!accounts || !accounts->misses()) return;
    std::string text = accounts->take_missing();
    throw failure(more.empty() ? text + "\n" + circumstances() : fmt::format("{}\n{}", text, more));
}

void environment_parts::interrupt(std::string why) {
    if (background_failure.empty()) background_failure = std::move(why);
    l->stop();
}

std::string environment_parts::stuck() const {
    if (!hot.found().empty()) return hot.found();
    if (!turns.stuck()) return {};
    return fmt::format("tasks keep waking each other and no time passes; the last one was \"{}\"",
                       turns.last_task());
}

awaitable<void> environment_parts::fail(std::string what, std::string last_seen) {
    std::string text = what;
    if (!last_seen.empty()) text += "\n  last seen: " + last_seen;
    const std::string lives = co_await dump_objects(open_way(), kinds);
    text += "\n  live objects:\n" + (lives.empty() ? "    none of the requested kinds\n" : lives);
    throw failure(text + circumstances());
}

std::vector<boost::json::object> environment_parts::roles() const {
    std::vector<boost::json::object> all;
    for (const manager_run& one : managers)
        for (boost::json::object& role : one.m.roles({})) all.push_back(std::move(role));
    return all;
}

std::string environment_parts::circumstances() const {
    const auto passed =
        std::chrono::duration<double>(l->now().time_since_epoch()).count();  // virtual time begins at 0
    std::string text = options.real_time
                           ? "  real time"
                           : fmt::format("  cluster time {:.6g} s, seed {}", passed, options.seed);
    std::map<std::string, int> waiting;
    for (const std::string& name : l->waiting_tasks()) ++waiting[name];
    text += "\n  waiting:";
    for (const auto& [name, count] : waiting)
        text += count == 1 ? fmt::format(" {};", name) : fmt::format(" {} x {};", count, name);
    text += "\n  logged warnings:\n";
    if (sink.complaints().empty()) text += "    none\n";
    for (const std::string& line : sink.complaints()) text += "    " + line;
    for (const std::string& rule : network_faults.pending())
        text += "  a planned fault did not occur: " + rule + "\n";
    for (const std::string& rule : request_faults.pending())
        text += "  a planned fault did not occur: " + rule + "\n";
    return text;
}

}}}  // namespace setpoint::v0::testing::detail
