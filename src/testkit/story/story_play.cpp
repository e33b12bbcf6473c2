// Plays the story of a run: the operator starts, users act, everything comes to rest.

#include "setpoint/story/explore.hpp"
#include "testkit/story/story_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

namespace setpoint { inline namespace v0 { namespace story {

namespace {

constexpr duration until_connected = std::chrono::seconds(30), until_settled = std::chrono::minutes(2);
constexpr int first_server_error = 500;
constexpr duration longest_rest = std::chrono::seconds(45), ask_again = std::chrono::milliseconds(50);

}  // namespace

awaitable<void> story_run::play() {
    std::exception_ptr failure;
    try {
        co_await tell();
    } catch (...) {
        failure = std::current_exception();
    }
    is_told_ = false;
    is_done_ = true;
    timeline_.end();
    {
        cancel_scope shield(loop_, never, true);
        co_await end_all();
    }
    if (failure) std::rethrow_exception(failure);
}

awaitable<void> story_run::tell() {
    make_network();
    applications_.on_note =
        webhooks_.on_note = [this](std::string what) { note(sim::lane::api, "", std::move(what)); };
    applications_.start(network());
    webhooks_.start(network());
    co_await cluster_->start();
    co_await start_operator();
    watches_at_rest_ = open_watches();
    is_told_ = true;
    timeline_.begin(cluster_->state(), loop_);
    co_await perform_all(settings_.text.steps);
    writes_.story_ends();
    timeline_.story_ends();
    if (!is_wrong("story") && !settings_.text.ends_at_rest) co_await rest();
    end_ = cluster_->objects().lines();
    end_hash_ = cluster_->objects().hash();
    timeline_.end();
    if (settings_.checks_restart && wrong_.empty()) co_await check_restart();
}

void story_run::make_network() {
    if (!settings_.text.owns_network) return;
    auto made = private_network::make();
    if (!made && text().webhooks && text().answers.empty())
        throw cannot_explore(fmt::format(
            "the operator cannot have a network of its own ({}), in which it listens on port {} for "
            "calls of its webhooks. Run as root or allow user namespaces; or write `port: free` in "
            "`webhooks`, and {{webhook-port}} in the command",
            made.error().message, text().webhooks->port));
    if (!made)
        throw cannot_explore(fmt::format(
            "the operator cannot have a network of its own ({}), and without it, its connections to pods "
            "would "
            "leave this machine. Run as root or allow user namespaces; or, if it connects to no pods, write "
            "`network: host` in the story",
            made.error().message));
    network_ = std::move(*made);
}

// A second instance starts when the first one leads, so that it is the same one in each run.
awaitable<void> story_run::start_operator() {
    const time_point begun = loop_.now();
    for (std::size_t i = 0; i < settings_.text.replicas; ++i) {
        instance& one = instances_.emplace_back(*this, i, settings_.program);
        one.start();
        const time_point due = saturating_add(loop_.now(), until_connected);
        while (one.current() && one.current()->requests == 0 && ended_early_.empty() && loop_.now() < due)
            co_await changes_.wait(due);
        const bool waits_for_lease = settings_.text.replicas > 1 && i == 0;
        while (waits_for_lease && leases_.empty() && ended_early_.empty() && loop_.now() < due)
            co_await changes_.wait(due);
        if (!ended_early_.empty()) throw cannot_explore("before the story began, " + ended_early_);
        if (!one.current() || one.current()->requests == 0)
            throw cannot_explore(fmt::format(
                "the operator has made no request in {} s: does it use {{kubeconfig}} or $KUBECONFIG?",
                std::chrono::duration_cast<std::chrono::seconds>(until_connected).count()));
        if (waits_for_lease && leases_.empty())
            throw cannot_explore(
                "with `replicas: 2` the operator must take a Lease: is its leader election on?");
    }
    if (text().webhooks) co_await until_webhooks_are_served();
    // Workers may start a little after the last watch is open.
    const duration d = std::max<duration>(settings_.settle, std::chrono::milliseconds(300));
    const bool is_calm = co_await until_calm(d, saturating_add(loop_.now(), until_settled));
    if (!ended_early_.empty()) throw cannot_explore("before the story began, " + ended_early_);
    if (!is_calm) throw cannot_explore("the operator does not come to rest before the story begins");
    start_time_ = last_activity_ - begun;
}

awaitable<void> story_run::until_webhooks_are_served() {
    constexpr duration look_again = std::chrono::milliseconds(50);
    const time_point due = saturating_add(loop_.now(), until_connected);
    for (;;) {
        const bool is_served = co_await webhooks_.is_served();
        if (is_served) co_return;
        if (!ended_early_.empty()) throw cannot_explore("before the story began, " + ended_early_);
        if (loop_.now() >= due) break;
        co_await loop_.sleep(look_again);
    }
    const webhook_settings& w = *text().webhooks;
    throw cannot_explore(fmt::format(
        "the operator has `webhooks`, and does not listen {} {} s after its start: does it find "
        "its certificates, in {{certificates}} of its command or in the default folder of "
        "controller-runtime?",
        w.has_free_port ? "on the port {webhook-port} of its command" : fmt::format("on port {}", w.port),
        std::chrono::duration_cast<std::chrono::seconds>(until_connected).count()));
}

awaitable<void> story_run::perform(const story_step& s) {
    if (s.what == story_step::kind::wait) co_return co_await wait(s);
    if (s.what == story_step::kind::change) co_return co_await change(s);
    if (s.what == story_step::kind::parallel) co_return co_await perform_branches(s);
    if (s.what == story_step::kind::restart) {
        note(sim::lane::user, "", "restart the operator");
        for (instance& i : instances_) i.terminate();
        co_return;
    }
    std::vector<user_request> all = co_await cluster_->requests_of(s);
    for (user_request& r : all) (void)co_await send(std::move(r), s.where);
}

awaitable<bool> story_run::send(user_request r, std::string where, bool may_be_refused) {
    const http::request named{r.method, r.target, {}, r.body};
    sim::point p = user_names_.request("user", named);
    p.what = sim::point::kind::user;
    revision_before_user_ = cluster_->objects().revision();
    ++user_writes_;
    last_of_user_ = p;
    is_user_writing_ = true;
    const std::string words = r.words;
    sim::effect e = at(std::move(p));
    if (e.before) co_await e.before();
    // Webhooks may need the operator, which is started again.
    const bool has_faults = faults_begun() != 0;
    const duration short_of_operator = text().webhooks ? text().limit : duration::zero();
    time_point due = saturating_add(loop_.now(), has_faults ? settings_.patience : short_of_operator);
    for (;;) {
        const bool was_faulty = faults_ > 0;
        const cluster::reply done = co_await cluster_->send(r);
        is_user_writing_ = false;
        touch();
        if (done.status < 300) break;
        note(sim::lane::user, "", fmt::format("{}: {}", words, done.status), done.message);
        // As bad, by an admission webhook, as invalid.
        const bool is_refused = done.status == 400 || done.status == 403 || done.status == 422;
        if (may_be_refused && is_refused) co_return false;
        // What follows may start the operator that has to answer.
        if (e.after) co_await std::exchange(e.after, nullptr)();
        // A fault ends by itself, unless an operator ends again and again. What was sent before its end may
        // fail after it.
        const bool is_faulty = was_faulty || faults_ > 0 || (has_faults && is_starting());
        if (text().webhooks && is_faulty && !is_wrong("operator ended"))
            due = std::max(due, saturating_add(loop_.now(), settings_.patience));
        if (loop_.now() >= due || (done.status < first_server_error && !has_faults)) {
            violate("story", fmt::format("{}: {}: {} {}", where, words, done.status, done.message));
            co_return false;
        }
        co_await loop_.sleep(ask_again);
    }
    if (e.after) co_await e.after();
    co_return true;
}

awaitable<void> story_run::wait(const story_step& s) {
    // Waits may last longer under a fault, but not if nothing happens any more.
    time_point due =
        saturating_add(loop_.now(), s.limit + (settings_.plan ? settings_.patience : duration()));
    for (const object_check& c : s.until) {
        due = saturating_add(due, c.lasts());
        std::optional<time_point> since;  // it holds
        for (;;) {
            const std::string why = c.problem(cluster_->state(), false);
            if (why.empty()) {
                if (!since) since = loop_.now();
                if (loop_.now() - *since >= c.lasts()) break;
                co_await changes_.wait(saturating_add(*since, c.lasts()));
                continue;
            }
            since.reset();
            // What lasts ends by itself, unless an operator ends again and again.
            if ((faults_ > 0 || (settings_.plan && is_starting())) && !is_wrong("operator ended"))
                due = std::max(due, saturating_add(loop_.now(), s.limit));
            const bool is_stuck = settings_.plan && is_quiet() && idle() >= settings_.patience;
            if (loop_.now() >= due || is_stuck || !ended_early_.empty()) {
                violate("story", fmt::format("{}: waited for {}, but {}{}", s.where, c.words(), why,
                                             ended_early_.empty() ? "" : "; " + ended_early_));
                co_return;
            }
            const time_point look = saturating_add(loop_.now(), std::chrono::milliseconds(200));
            co_await changes_.wait(std::min(due, look));
        }
        note(sim::lane::user, "", "sees " + c.words());
    }
}

std::string story_run::what_is_missing() const {
    std::size_t in_flight = 0;
    bool runs = true;
    for (const instance& i : instances_) {
        const incarnation* const c = const_cast<instance&>(i).current();
        runs = runs && c;
        if (c) in_flight += c->in_flight;
    }
    if (!runs) return "it does not run";
    return fmt::format("{} of {} watches are open, {} requests are not answered", open_watches(),
                       settings_.watches, in_flight);
}

awaitable<void> story_run::rest() {
    const time_point due =
        saturating_add(loop_.now(), settings_.comes_to_rest ? longest_rest + settings_.patience
                                                            : std::max(settings_.patience, settings_.settle));
    constexpr duration look_again = std::chrono::milliseconds(20);
    for (;;) {
        const duration idle_for = idle();
        if (is_quiet() && idle_for >= settings_.settle && settings_.end &&
            cluster_->objects().hash() == settings_.end_hash) {
            is_early_ = true;
            co_return;
        }
        if (is_quiet() && idle_for >= std::max(settings_.patience, settings_.settle)) co_return;
        if (is_wrong("write rate")) co_return;
        if (!settings_.comes_to_rest && loop_.now() >= due && ended_early_.empty()) co_return;
        const bool is_starting_up = is_starting();
        const bool is_stuck =
            !is_quiet() && !is_starting_up &&
            idle_for >= std::min(3 * settings_.patience, settings_.patience + until_connected);
        if ((loop_.now() >= due && !is_starting_up) || is_stuck || !ended_early_.empty()) {
            if (!ended_early_.empty())
                violate("comes to rest", ended_early_);
            else if (is_stuck)
                violate("comes to rest", "the operator is not ready: " + what_is_missing());
            else
                violate("comes to rest", "the operator keeps asking; its last writes:" + writes_.last(3));
            co_return;
        }
        const time_point next = saturating_add(last_activity_, settings_.settle);
        const time_point look = std::max(next, saturating_add(loop_.now(), look_again));
        co_await changes_.wait(is_starting_up ? look : std::min(due, look));
    }
}

// Whether one of the present processes leads, if the operator takes a Lease.
bool story_run::is_led_again() const {
    return leases_.empty() || std::any_of(instances_.begin(), instances_.end(), [](const instance& i) {
               const incarnation* const c = const_cast<instance&>(i).current();
               return c && c->has_led;
           });
}

awaitable<void> story_run::until_restarted(time_point due) {
    constexpr duration look_again = std::chrono::milliseconds(200);
    while (loop_.now() < due && ended_early_.empty() && !is_wrong("operator ended")) {
        const bool is_calm_now =
            co_await until_calm(settings_.settle, std::min(due, saturating_add(loop_.now(), look_again)));
        if (is_calm_now) co_return;
    }
}

awaitable<void> story_run::check_restart() {
    // Some Leases are for something else, and are not taken again.
    constexpr duration until_led = std::chrono::seconds(20);
    const std::size_t before = writes().all.size();
    // A process that has just started has not seen the objects for which the old one has opened more.
    settings_.watches = watches_at_rest_;
    for (instance& i : instances_) i.terminate();
    const time_point due = saturating_add(loop_.now(), until_settled);
    const time_point led = saturating_add(loop_.now(), until_led);
    co_await until_restarted(due);
    while (!is_led_again() && loop_.now() < led) co_await changes_.wait(led);
    co_await until_restarted(due);
    if (const std::size_t more = writes().all.size() - before; more != 0)
        violate("a restart writes nothing",
                "after the end, a restarted operator writes:" + writes_.last(more));
}

awaitable<void> story_run::end_all() {
    tasks_->request_stop();
    co_await tasks_->join();
    for (instance& i : instances_) co_await i.stop();
    co_await applications_.stop();
    co_await cluster_->stop();
}

}}}  // namespace setpoint::v0::story
