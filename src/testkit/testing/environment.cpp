#include "setpoint/api/admissionregistration_v1/mutating_webhook_configuration.hpp"
#include "setpoint/api/admissionregistration_v1/validating_webhook_configuration.hpp"
#include "setpoint/api/apiextensions_v1.hpp"
#include "testkit/testing/environment_parts.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <set>

namespace setpoint { inline namespace v0 { namespace testing {

namespace {

std::string in_words(std::string_view how, const std::string& what, duration limit) {
    return fmt::format("{}: {} within {:.6g} s of cluster time", what, how,
                       std::chrono::duration<double>(limit).count());
}

// Stops the loop when `body` has ended, so that no time passes afterwards.
awaitable<void> to_end(loop& l, awaitable<void> body, duration limit, bool& ended, bool& late) {
    const auto in_time = co_await with_timeout(l, limit, "the test", std::move(body));
    late = !in_time;
    ended = true;
    l.stop();
}

awaitable<bool> is_served(client& api, const std::string& name) {
    auto crd = co_await api.get<apiextensions_v1::custom_resource_definition>(object_key::cluster(name));
    co_return crd&& is_established(**crd);
}

awaitable<void> apply_crd(environment& env, boost::json::object crd) {
    const std::string name(crd.at("metadata").at("name").as_string());
    auto made = co_await env.client().apply(dynamic_object(std::move(crd)),
                                            kind_of<apiextensions_v1::custom_resource_definition>());
    if (!made) throw fault(made.error().within("install " + name));
    co_await env.async_eventually(name + " is served", [&] { return is_served(env.client(), name); });
}

awaitable<void> apply_configuration(environment& env, boost::json::object configuration) {
    const auto kind = configuration.at("kind").as_string();
    const kind_info& info = kind == "MutatingWebhookConfiguration"
                                ? kind_of<admissionregistration_v1::mutating_webhook_configuration>()
                                : kind_of<admissionregistration_v1::validating_webhook_configuration>();
    const auto made = co_await env.client().apply(dynamic_object(std::move(configuration)), info);
    if (!made) throw fault(made.error().within("install the webhooks"));
}

// The seed decides whether the manager or the test has the first turn. A test that creates an object at once
// expects the webhooks.
awaitable<void> until_webhooks_answer(loop& l, manager& m) {
    const http::server_request any{.method = "GET", .target = "/", .headers = {}, .body = {}};
    while (!co_await m.ask_webhook(any)) co_await l.yield();
}

}  // namespace

void detail::install_declarations(environment& env, const manager& m) {
    for (boost::json::object& crd : m.external_crds()) env.install(std::move(crd));
    for (boost::json::object& crd : m.crds()) env.install(std::move(crd));
    for (boost::json::object& c : m.webhook_configurations()) env.run(apply_configuration(env, std::move(c)));
}

environment::environment(environment_options options)
    : parts_(std::make_unique<detail::environment_parts>(std::move(options))) {
    drive(parts_->api.ready());
}

environment::environment(const set_up& declare, environment_options options, manager_options of_manager)
    : environment(std::move(options)) {
    detail::manager_run& one = parts_->add_manager(declare, std::move(of_manager));
    detail::install_declarations(*this, one.m);
    parts_->running.spawn(one.name, one.run());
    if (!one.m.webhook_host_name().empty()) drive(until_webhooks_answer(*parts_->l, one.m));
}

environment::~environment() {
    for (task_scope* s : {&parts_->running, &parts_->behind}) parts_->join(*s);
}

manager_options environment::default_options() {
    manager_options o;
    o.instance = "test";
    o.metrics_address = o.health_address = o.webhooks.address = "0";
    return o;
}

void environment::install(boost::json::object crd) {
    drive(apply_crd(*this, std::move(crd)));
}

manager& environment::start(const set_up& declare, manager_options options) {
    detail::manager_run& one = parts_->add_manager(declare, std::move(options));
    parts_->running.spawn(one.name, one.run());
    return one.m;
}

void environment::drive(awaitable<void> body) {
    detail::environment_parts& p = *parts_;
    p.require_outside();
    p.fail_if_background_failed();
    bool ended = false, late = false;
    std::exception_ptr thrown;
    task_scope scope(*p.l, "test", [&](std::string_view, std::exception_ptr e) {
        thrown = std::move(e);
        p.l->stop();
    });
    scope.spawn("test", to_end(*p.l, std::move(body), p.options.limit, ended, late));
    p.go(setpoint::never);
    std::string why;
    if (late)
        why = fmt::format("the test did not end within {:.6g} s of cluster time",
                          std::chrono::duration<double>(p.options.limit).count());
    if (!ended && !thrown) {
        why = p.background_failure.empty() ? "the test waits for something that never happens"
                                           : p.background_failure;
        if (std::string stuck = p.stuck(); !stuck.empty()) why = std::move(stuck);
    }
    if (!why.empty()) why += "\n" + p.circumstances();
    p.join(scope);
    p.fail_if_rights_are_missing(thrown ? detail::text_of(thrown) : why);
    if (thrown) std::rethrow_exception(thrown);
    if (!why.empty()) throw failure(why);
}

void environment::advance(duration d) {
    if (!parts_->l->is_virtual()) return drive(parts_->l->sleep(d));
    parts_->fail_if_background_failed();
    parts_->go(saturating_add(parts_->l->now(), d));
    parts_->fail_if_background_failed();
}

void environment::shift_wall_clock(duration by) {
    if (!parts_->l->is_virtual())
        throw std::logic_error("shift_wall_clock(): the environment uses the machine's clock");
    parts_->virtual_time.shift_wall(by);
}

manager& environment::operator_manager() {
    if (parts_->managers.empty()) throw std::logic_error("operator_manager(): no manager was started");
    return parts_->managers.front().m;
}

void environment::refused(std::string_view verb, const kind_info& kind, const object_key& key,
                          const error& why) {
    throw failure(fmt::format("{} {} {}: {}", verb, kind.gvk.kind, key, why.to_string()));
}

std::size_t environment::calls_during(duration d) {
    const std::size_t before = run(async_until_idle());
    advance(d);
    return run(async_until_idle()) - before;
}

std::string environment::not_granted() const {
    role_difference d = parts_->recorder.compare(parts_->roles());
    d.not_used.clear();
    return d.text();
}

std::string environment::not_used() const {
    role_difference d = parts_->recorder.compare(parts_->roles());
    d.not_granted.clear();
    return d.text();
}

std::string environment::take_missing_rights() {
    return parts_->accounts ? parts_->accounts->take_missing() : std::string();
}

setpoint::client& environment::client() {
    return parts_->test.api;
}
loop& environment::event_loop() {
    return *parts_->l;
}
apiserver::server& environment::server() {
    return parts_->api;
}
request_fault_plan& environment::request_faults() {
    return parts_->request_faults;
}
network_fault_plan& environment::network_faults() {
    return parts_->network_faults;
}
request_recorder& environment::requests() {
    return parts_->recorder;
}
double environment::metric(std::string_view name, metric_labels labels) {
    std::optional<double> all;
    std::set<std::string> names;
    for (detail::manager_run& one : parts_->managers) {
        if (const auto value = one.measured.sum(name, labels)) all = all.value_or(0) + *value;
        for (std::string& n : one.measured.names()) names.insert(std::move(n));
    }
    if (!all) throw failure(fmt::format("no metric \"{}\"; there are: {}", name, fmt::join(names, ", ")));
    return *all;
}
const std::string& environment::trace() const {
    return parts_->trace->text();
}
const std::string& environment::log() const {
    return parts_->sink.text();
}

awaitable<void> environment::async_eventually(std::string what, condition c, duration within) {
    if (parts_->on_wait) parts_->on_wait(what, false);
    const bool held = co_await parts_->turns.wait(std::move(c), parts_->due(within));
    if (!held) co_await parts_->fail(in_words("not", what, within), "");
    if (parts_->on_wait) parts_->on_wait(what, true);
}

awaitable<void> environment::async_eventually(std::string what, asking_condition c, duration within) {
    return wait_for(std::move(what), std::move(c), within, {});
}

awaitable<void> environment::async_never(std::string what, condition c, duration during) {
    const bool held = co_await parts_->turns.wait(std::move(c), saturating_add(parts_->l->now(), during));
    if (held) co_await parts_->fail(in_words("should never be true, but was", what, during), "");
}

awaitable<void> environment::async_never(std::string what, asking_condition c, duration during) {
    const time_point due = saturating_add(parts_->l->now(), during);
    for (bool in_time = true; in_time;) {
        const std::uint64_t seen = parts_->api.revision();
        const bool held = co_await c();
        if (held) co_await parts_->fail(in_words("should never be true, but was", what, during), "");
        in_time = co_await parts_->turns.wait([this, seen] { return parts_->api.revision() != seen; }, due);
    }
}

awaitable<void> environment::wait_for(std::string what, asking_condition c, duration within,
                                      seen_text last_seen) {
    const time_point due = parts_->due(within);
    if (parts_->on_wait) parts_->on_wait(what, false);
    for (bool in_time = true; in_time;) {
        const std::uint64_t seen = parts_->api.revision();
        const bool held = co_await c();
        if (held && parts_->on_wait) parts_->on_wait(what, true);
        if (held) co_return;
        in_time = co_await parts_->turns.wait([this, seen] { return parts_->api.revision() != seen; }, due);
    }
    co_await parts_->fail(in_words("not", what, within), last_seen ? last_seen() : "");
}

awaitable<answer> environment::async_ask(std::string method, std::string target, std::string body,
                                         std::string content_type) {
    constexpr std::size_t max_answer = 64 * 1024 * 1024;
    http::request r{std::move(method), std::move(target), {{"Accept", "application/json"}}, std::move(body)};
    if (!r.body.empty()) r.headers.add("Content-Type", content_type);
    auto got = co_await parts_->test.net.send(std::move(r), {});
    if (!got) throw fault(got.error());
    auto text = co_await http::read_all(**got, max_answer);
    if (!text) throw fault(text.error());
    co_return answer{(*got)->head().status, std::move(*text)};
}

awaitable<duration> environment::async_stopped(manager& m, duration within) {
    const time_point begin = parts_->l->now();
    const auto one = std::find_if(parts_->managers.begin(), parts_->managers.end(),
                                  [&](const detail::manager_run& r) { return &r.m == &m; });
    if (one == parts_->managers.end())
        throw std::logic_error("async_stopped(): not a manager of this environment");
    m.request_stop();
    co_await async_eventually(
        "the manager \"" + one->name + "\" has stopped", [&] { return one->ended; }, within);
    co_return parts_->l->now() - begin;
}

awaitable<std::size_t> environment::async_until_idle(duration quiet, duration within) {
    const auto made = [this] { return parts_->recorder.total() - parts_->recorder.count(verb::watch); };
    const time_point due = parts_->due(within);
    for (;;) {
        const std::size_t before = made();
        const time_point until = saturating_add(parts_->l->now(), quiet);
        const bool more = co_await parts_->turns.wait([&] { return made() != before; }, until);
        if (!more) co_return before;
        if (parts_->l->now() >= due) co_await parts_->fail(in_words("not", "no more calls", within), "");
    }
}

}}}  // namespace setpoint::v0::testing
