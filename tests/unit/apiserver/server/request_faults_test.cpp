// Faults of clients: which request gets which, and what becomes of requests and watches.
#include "setpoint/apiserver/request_faults.hpp"

#include "apiserver/server/control/gated_watch.hpp"
#include "setpoint/core/task_scope.hpp"

#include <boost/test/unit_test.hpp>

#include <deque>
#include <optional>

BOOST_AUTO_TEST_SUITE(request_faults_test)

using namespace setpoint;
using namespace setpoint::apiserver;
using kind = fault_effect::kind;

namespace {

request_fault fault_of(kind what, request_filter which = {}, std::uint64_t skip = 0,
                       std::uint64_t times = 1) {
    request_fault f;
    f.effect.what = what;
    f.effect.status = 409;
    f.effect.reason = "Conflict";
    f.effect.wait = std::chrono::seconds(1);
    f.requests = std::move(which);
    f.skip = skip;
    f.times = times;
    return f;
}

http::server_request request_to(std::string method, std::string target, std::string body = {}) {
    return {std::move(method), std::move(target), {{"User-Agent", "kubectl/v1"}}, std::move(body)};
}

request_traits traits_of(std::string method, std::string target, std::string body = {}) {
    return request_traits::of(request_to(std::move(method), std::move(target), std::move(body)), true)
        .value();
}

const request_traits& a_get() {
    static const request_traits made = traits_of("GET", "/api/v1/namespaces/n/pods/x");
    return made;
}

// Its pieces, and then it waits for more.
struct pieces final : http::body_source {
    explicit pieces(loop& l) : changed(l) {}
    awaitable<result<std::string_view>> read() override {
        while (left.empty() && !ended) co_await changed.wait();
        if (left.empty()) co_return std::string_view();
        given = std::move(left.front());
        left.pop_front();
        ++reads;
        co_return std::string_view(given);
    }
    void add(std::string piece) {
        left.push_back(std::move(piece));
        changed.notify();
    }
    notifier changed;
    std::deque<std::string> left;
    std::string given;
    int reads = 0;
    bool ended = false;
};

struct gate_world {
    gate_world() {
        api = [this](const http::server_request& r) { return answer(r); };
    }
    ~gate_world() {
        tasks.request_stop();
        pass(std::chrono::seconds(0));
    }
    void pass(duration d) { l.run_until(l.now() + d); }

    awaitable<http::response> answer(const http::server_request& r) {
        ++executed;
        http::response out{200, {}, "done", {}};
        if (r.target.find("watch=1") != std::string::npos) out.stream = source;
        co_return out;
    }
    awaitable<void> send(http::server_request r, std::optional<http::response>& to, bool& cut) {
        try {
            to = co_await gate.handle(r, api);
        } catch (const http::connection_end&) {
            cut = true;
        }
    }
    // 0: the connection has ended; -1: there is no answer yet.
    int ask(std::string method, std::string target) {
        std::optional<http::response>& to = answers.emplace_back();
        bool& cut = cuts.emplace_back(false);
        tasks.spawn("request", send(request_to(std::move(method), std::move(target)), to, cut));
        pass(std::chrono::seconds(0));
        if (cut) return 0;
        return to ? to->status : -1;
    }
    // Reads the watch that was answered last.
    void follow() { tasks.spawn("watch", read_all(answers.back()->stream)); }
    awaitable<void> read_all(std::shared_ptr<http::body_source> from) {
        try {
            for (;;) {
                const auto piece = co_await from->read();
                if (!piece || piece->empty()) break;
                got += *piece;
            }
            ended = true;
        } catch (const http::connection_end&) {
            was_cut = true;
        }
    }

    virtual_clock time{wall_time(std::chrono::hours(1))};
    random_source random{1};
    loop l{time, random};
    request_faults gate{l};
    std::shared_ptr<pieces> source = std::make_shared<pieces>(l);
    http::server::handler api;
    std::deque<std::optional<http::response>> answers;
    std::deque<bool> cuts;
    std::string got;
    bool ended = false, was_cut = false;
    int executed = 0;
    task_scope tasks{l, "requests"};
};

constexpr const char* pods = "/api/v1/namespaces/n/pods";
constexpr const char* pod_watch = "/api/v1/namespaces/n/pods?watch=1";

}  // namespace

BOOST_AUTO_TEST_CASE(requests_have_the_traits_of_their_path) {
    const request_traits one = traits_of("PATCH", "/apis/apps/v1/namespaces/n/deployments/web/scale?force=1");
    BOOST_TEST(one.verb == "patch");
    BOOST_TEST(one.group == "apps");
    BOOST_TEST(one.resource == "deployments");
    BOOST_TEST(one.subresource == "scale");
    BOOST_TEST(one.ns == "n");
    BOOST_TEST(one.name == "web");
    BOOST_TEST(one.user_agent == "kubectl/v1");
    BOOST_TEST(traits_of("DELETE", pods).verb == "deletecollection");
    BOOST_TEST(traits_of("GET", pod_watch).verb == "watch");
    BOOST_TEST(traits_of("POST", pods, R"({"metadata":{"name":"y"}})").name == "y");
    BOOST_TEST(traits_of("POST", pods, R"({"metadata":{"generateName":"y"}})").name.empty());
    BOOST_TEST(traits_of("POST", pods, "{").name.empty());
    BOOST_TEST(!request_traits::of(request_to("GET", "/apis"), true).has_value());
    BOOST_TEST(!request_traits::of(request_to("GET", "/version"), true).has_value());
}

BOOST_AUTO_TEST_CASE(filters_match_what_they_name) {
    request_filter f;
    BOOST_TEST(matches(f, a_get()));
    f.group = "";
    f.subresource = "";
    BOOST_TEST(matches(f, a_get()));
    BOOST_TEST(!matches(f, traits_of("PATCH", "/apis/apps/v1/namespaces/n/deployments/web")));
    BOOST_TEST(!matches(f, traits_of("GET", "/api/v1/namespaces/n/pods/x/status")));
    f.verbs = {"list", "get"};
    f.name = "x";
    f.ns = "n";
    f.user_agent = "kube";
    BOOST_TEST(matches(f, a_get()));
    f.name = "other";
    BOOST_TEST(!matches(f, a_get()));
}

BOOST_AUTO_TEST_CASE(faults_skip_and_end) {
    fault_list all;
    BOOST_TEST(all.add(fault_of(kind::refuse, {}, 2, 2)) == 1U);
    std::string seen;
    for (int i = 0; i < 6; ++i) seen += all.next(a_get()).what == kind::refuse ? 'r' : '-';
    BOOST_TEST(seen == "--rr--");
    BOOST_TEST(all.all().at(1).matched == 6U);
    BOOST_TEST(all.all().at(1).applied == 2U);
}

BOOST_AUTO_TEST_CASE(first_due_fault_applies_alone) {
    fault_list all;
    all.add(fault_of(kind::delay, {}, 1));
    all.add(fault_of(kind::refuse, {}, 0, 0));
    BOOST_CHECK(all.next(a_get()).what == kind::refuse);
    BOOST_CHECK(all.next(a_get()).what == kind::delay);
    BOOST_CHECK(all.next(a_get()).what == kind::refuse);
    BOOST_TEST(all.all().at(1).matched == 3U);
    BOOST_TEST(all.all().at(2).matched == 2U);
    BOOST_TEST(all.clear(2));
    BOOST_TEST(!all.clear(2));
    BOOST_CHECK(all.next(a_get()).what == kind::pass);
}

BOOST_AUTO_TEST_CASE(spent_faults_make_room) {
    request_filter services;
    services.resource = "services";
    fault_list all;
    all.add(fault_of(kind::refuse));
    for (std::size_t i = 1; i < request_faults::most; ++i)
        BOOST_REQUIRE(all.add(fault_of(kind::refuse, services, 0, 0)) > 0);
    BOOST_TEST(all.add(fault_of(kind::refuse)) == 0U);
    BOOST_CHECK(all.next(a_get()).what == kind::refuse);
    BOOST_TEST(all.add(fault_of(kind::refuse)) == request_faults::most + 1);
    BOOST_TEST(!all.all().contains(1));
    BOOST_TEST(all.add(fault_of(kind::refuse)) == 0U);
}

BOOST_FIXTURE_TEST_CASE(refused_requests_are_not_executed, gate_world) {
    gate.add(fault_of(kind::refuse));
    BOOST_TEST(ask("GET", pods) == 409);
    BOOST_TEST(executed == 0);
    BOOST_TEST(answers.back()->body.find("Conflict") != std::string::npos);
    BOOST_TEST(ask("GET", pods) == 200);
}

BOOST_FIXTURE_TEST_CASE(lost_requests_and_answers_end_connections, gate_world) {
    gate.add(fault_of(kind::lose_request));
    gate.add(fault_of(kind::lose_answer));
    BOOST_TEST(ask("POST", pods) == 0);
    BOOST_TEST(executed == 0);
    BOOST_TEST(ask("POST", pods) == 0);
    BOOST_TEST(executed == 1);
    BOOST_TEST(ask("POST", pods) == 200);
}

BOOST_FIXTURE_TEST_CASE(requests_outside_of_resources_pass, gate_world) {
    gate.add(fault_of(kind::refuse, {}, 0, 0));
    BOOST_TEST(ask("GET", "/version") == 200);
    BOOST_TEST(gate.all().at(1).matched == 0U);
}

BOOST_FIXTURE_TEST_CASE(delayed_requests_wait, gate_world) {
    gate.add(fault_of(kind::delay));
    BOOST_TEST(ask("GET", pods) == -1);
    pass(std::chrono::milliseconds(999));
    BOOST_TEST(executed == 0);
    // Cleared faults change nothing for a request that waits.
    gate.clear();
    pass(std::chrono::milliseconds(2));
    BOOST_TEST(executed == 1);
}

BOOST_FIXTURE_TEST_CASE(closed_gate_delays_nothing, gate_world) {
    gate.add(fault_of(kind::delay, {}, 0, 0));
    BOOST_TEST(ask("GET", pods) == -1);
    gate.close();
    pass(std::chrono::seconds(0));
    BOOST_TEST(executed == 1);
    BOOST_TEST(ask("GET", pods) == 200);
}

BOOST_FIXTURE_TEST_CASE(watches_pass_unchanged, gate_world) {
    BOOST_TEST(ask("GET", pod_watch) == 200);
    BOOST_TEST(answers.back()->body.empty());
    source->add("a");
    follow();
    pass(std::chrono::seconds(0));
    BOOST_TEST(got == "donea");
    source->ended = true;
    source->changed.notify();
    pass(std::chrono::seconds(0));
    BOOST_TEST(ended);
    BOOST_TEST(!was_cut);
}

BOOST_FIXTURE_TEST_CASE(held_watches_deliver_after_release, gate_world) {
    ask("GET", pod_watch);
    follow();
    pass(std::chrono::seconds(0));
    const std::uint64_t number = gate.add(fault_of(kind::hold_watches));
    BOOST_TEST(gate.all().at(number).applied == 1U);
    for (const char* piece : {"a", "b", "c"}) source->add(piece);
    pass(std::chrono::hours(1));
    BOOST_TEST(got == "done");
    BOOST_TEST(source->reads == 1);  // the rest waits in the history
    BOOST_TEST(gate.clear(number));
    pass(std::chrono::seconds(0));
    BOOST_TEST(got == "doneabc");
}

BOOST_FIXTURE_TEST_CASE(new_watches_are_held_from_the_start, gate_world) {
    request_filter others;
    others.resource = "services";
    gate.add(fault_of(kind::hold_watches, others));
    const std::uint64_t number = gate.add(fault_of(kind::hold_watches));
    ask("GET", pod_watch);
    follow();
    source->add("a");
    pass(std::chrono::seconds(0));
    BOOST_TEST(got.empty());
    BOOST_TEST(gate.all().at(number).matched == 1U);
    gate.clear(number);
    pass(std::chrono::seconds(0));
    BOOST_TEST(got == "donea");
}

BOOST_FIXTURE_TEST_CASE(dropped_watches_fail_even_if_held, gate_world) {
    gate.add(fault_of(kind::hold_watches));
    ask("GET", pod_watch);
    follow();
    pass(std::chrono::seconds(0));
    request_filter services;
    services.resource = "services";
    BOOST_TEST(gate.drop_watches(services) == 0U);
    BOOST_TEST(gate.drop_watches({}) == 1U);
    BOOST_TEST(gate.drop_watches({}) == 0U);
    pass(std::chrono::seconds(0));
    BOOST_TEST(!ended);
    BOOST_TEST(was_cut);
}

BOOST_FIXTURE_TEST_CASE(watch_dropped_between_reads_fails_next, gate_world) {
    ask("GET", pod_watch);
    BOOST_TEST(gate.drop_watches({}) == 1U);
    follow();
    pass(std::chrono::seconds(0));
    BOOST_TEST(was_cut);
    BOOST_TEST(got.empty());
}

BOOST_AUTO_TEST_SUITE_END()
