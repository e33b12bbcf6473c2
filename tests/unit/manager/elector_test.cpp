// The elector against a Lease in memory, under virtual time: terms, their ends, and what is left behind.
#include "framework/manager/elector.hpp"

#include "setpoint/core/race.hpp"
#include "setpoint/json/decode.hpp"
#include "support/fake_client.hpp"
#include "support/virtual_world.hpp"
#include "support/watched_collection.hpp"

#include <boost/test/unit_test.hpp>
#include <fmt/format.h>
#include <prometheus/registry.h>

#include <sstream>

using namespace setpoint;
using namespace setpoint::kinds;
using namespace std::chrono_literals;

namespace {

struct kept_events final : recorder {
    void record(const kind_info& kind, const void* object, event_type, std::string_view reason,
                std::string note) override {
        lines.push_back(std::string(reason) + " " + key_of(kind.meta(object)).to_string() + " " + note);
    }
    std::vector<std::string> lines;
};

election_options settings(std::string identity) {
    election_options o;
    o.enabled = true;
    o.id = "lock";
    o.ns = "ns";
    o.identity = std::move(identity);
    return o;
}

// One Lease, kept as the server would.
struct lease_world : virtual_world {
    lease_world() : api(l), log(sink, time) {
        api.on_get = [this](const kind_info&, const object_key&) { return answer(trouble); };
        api.on_write = [this](const kind_info&, const call& c) { return take(c); };
    }
    result<object_ptr> answer(const std::optional<error>& e) const {
        if (e) return *e;
        if (!stored) return error(errc::not_found, "not there");
        return object_ptr(std::make_shared<lease>(*stored));
    }
    result<object_ptr> take(const call& c) {
        if (trouble) return *trouble;
        lease sent = json::decode<lease>(c.body).value();
        if (c.op == verb::create && stored) return error(errc::already_exists, "there");
        if (c.op == verb::update && !stored) return error(errc::not_found, "not there");
        if (c.op == verb::update && sent.metadata.resource_version != stored->metadata.resource_version)
            return error(errc::conflict, "another version");
        sent.metadata.resource_version = std::to_string(++version);
        sent.metadata.uid = "u";
        stored = sent;
        ++accepted;
        tell("MODIFIED");
        const result<object_ptr> done = answer({});
        if (lost_answers == 0) return done;
        --lost_answers;
        return error(errc::unknown_outcome, "the answer was lost");
    }
    // From now on watches are answered; the streams of each are kept.
    void allow_watches() {
        api.on_open = [this](const call& c) -> result<std::unique_ptr<http::response_stream>> {
            BOOST_TEST((c.op == verb::watch && c.key.ns == "ns" &&
                        c.query().field_selector == "metadata.name=lock"));
            watches.push_back(std::make_shared<mailbox<std::string>>(l));
            return std::make_unique<pushed_stream>(watches.back());
        };
    }
    void tell(std::string_view type) {
        const std::string frame = fmt::format("{{\"type\":\"{}\",\"object\":{}}}\n", type,
                                              encode_object(kind_of<lease>(), &*stored));
        for (const auto& watch : watches) watch->push(frame);
    }
    std::string holder() const {
        return stored ? stored->spec.holder_identity.value_or("").str() : "no lease";
    }

    fake_client api;
    std::ostringstream text;
    text_sink sink{text};
    logger log;
    std::optional<lease> stored;
    std::optional<error> trouble;
    std::vector<std::shared_ptr<mailbox<std::string>>> watches;
    int version = 0, accepted = 0, lost_answers = 0;
};

struct member {
    explicit member(lease_world& w, const std::string& identity = "a", lease_note note = {})
        : measured(registry),
          gate(std::make_shared<write_gate>(w.time, "ns/lock")),
          one(w.l, w.api, events, w.log, measured, settings(identity), gate, std::move(note)) {}
    double leads() const {
        return const_cast<metrics&>(measured)
            .gauge("leader_election_master_status", {{"name", "lock"}})
            .Value();
    }
    double slow_renewals() const {
        return measured.sum("leader_election_slowpath_total", {{"name", "lock"}}).value_or(-1);
    }
    prometheus::Registry registry;
    metrics measured;
    kept_events events;
    std::shared_ptr<write_gate> gate;
    elector one;
    std::string ended;
    std::optional<time_point> led_at, ended_at;
};

awaitable<void> term(lease_world& w, member& m) {
    co_await m.one.acquire();
    m.led_at = w.l.now();
    m.ended = co_await m.one.hold();
    m.ended_at = w.l.now();
}

}  // namespace

BOOST_AUTO_TEST_SUITE(elector_test)

BOOST_AUTO_TEST_CASE(a_term_is_announced_renewed_and_given_back) {
    lease_world w;
    member m(w);
    w.run([&]() -> awaitable<void> {
        task_scope scope(w.l, "election");
        BOOST_TEST(m.leads() == 0);
        scope.spawn("a", term(w, m));
        co_await w.l.sleep(61s);
        BOOST_TEST(m.one.leading());
        BOOST_TEST(m.gate->is_open());
        BOOST_TEST(m.leads() == 1);
        BOOST_TEST(w.holder() == "a");
        BOOST_TEST(w.accepted == 31);
        // Only the first attempt had to look: the Lease was not there.
        BOOST_TEST(std::count_if(w.api.asked.begin(), w.api.asked.end(),
                                 [](const std::string& s) { return s.starts_with("get"); }) == 1);
        BOOST_TEST(m.events.lines == std::vector<std::string>{"LeaderElection ns/lock a became leader"},
                   boost::test_tools::per_element());
        const election_state s = m.one.state();
        BOOST_TEST((s.leading && s.holder == "a" && s.lease == "ns/lock" && s.leads_for > 7s));
        scope.request_stop();
        co_await scope.join();
        BOOST_TEST(m.gate->is_open());
        co_await m.one.release(5s);
        BOOST_TEST(!m.gate->is_open());
        BOOST_TEST(w.holder() == "");
        BOOST_TEST(m.leads() == 0);
        BOOST_TEST(w.stored->spec.lease_duration_seconds.value_or(0) == 1);
    });
    BOOST_TEST(w.l.waiting() == 0u);
}

BOOST_AUTO_TEST_CASE(what_others_wrote_on_the_lease_survives_its_renewals) {
    lease_world w;
    member m(w);
    w.run([&]() -> awaitable<void> {
        task_scope scope(w.l, "election");
        scope.spawn("a", term(w, m));
        co_await w.l.sleep(5s);
        w.stored->metadata.annotations["team"] = "blue";
        w.stored->spec.preferred_holder = "z";
        w.stored->metadata.resource_version = std::to_string(++w.version);
        co_await w.l.sleep(20s);
        BOOST_TEST(m.one.leading());
        BOOST_TEST((w.stored->metadata.annotations.at("team") == "blue"));
        BOOST_TEST(w.stored->spec.preferred_holder.value() == "z");
        scope.request_stop();
        co_await scope.join();
    });
}

BOOST_AUTO_TEST_CASE(a_leader_leaves_a_note_that_the_next_one_hears) {
    lease_world w;
    int written = 0;
    std::vector<std::string> heard;
    member a(w, "a", {[&] { return std::to_string(++written); }, {}});
    member b(w, "b",
             {[] { return std::string("of b"); }, [&](std::string_view n) { heard.emplace_back(n); }});
    w.run([&]() -> awaitable<void> {
        task_scope scope(w.l, "election");
        scope.spawn("a", term(w, a));
        co_await w.l.sleep(10s);
        scope.request_stop();
        co_await scope.join();
        co_await a.one.release(5s);
        BOOST_TEST((w.stored->metadata.annotations.at(elector::note_annotation) == std::to_string(written)));
        task_scope next(w.l, "next");
        next.spawn("b", term(w, b));
        co_await w.l.sleep(5s);
        BOOST_TEST(b.one.leading());
        BOOST_TEST(!heard.empty());
        BOOST_TEST(heard.front() == std::to_string(written));
        BOOST_TEST((w.stored->metadata.annotations.at(elector::note_annotation) == "of b"));
        next.request_stop();
        co_await next.join();
    });
}

BOOST_AUTO_TEST_CASE(a_term_without_renewals_ends_at_the_deadline_with_the_gate_closed) {
    struct row {
        const char* name;
        std::optional<error> trouble;
        duration delay;
    };
    for (const row& r :
         {row{"refused", error(errc::unreachable, "connection refused"), 0s},
          row{"cut", error(errc::connection_lost, "reset"), 0s},
          row{"forbidden", error(errc::forbidden, "no"), 0s},
          row{"overloaded", error(errc::server_error, "500"), 0s}, row{"no answer", std::nullopt, 1h}}) {
        BOOST_TEST_CONTEXT(r.name) {
            lease_world w;
            member m(w);
            w.run([&]() -> awaitable<void> {
                task_scope scope(w.l, "election");
                scope.spawn("a", term(w, m));
                co_await w.l.sleep(21s);  // the last renewal was at 20 s
                const bool leads = m.one.leading();
                BOOST_TEST(leads);
                w.trouble = r.trouble;
                w.api.delay = r.delay;
                co_await w.l.sleep_until(time_point(30s) - 1ms);
                BOOST_TEST(m.gate->is_open());
                co_await w.l.sleep(1ms);
                BOOST_TEST(!m.gate->is_open());
                co_await w.l.sleep(1ms);
                BOOST_REQUIRE(m.ended_at.has_value());
                BOOST_TEST((*m.ended_at == time_point(30s)));
                BOOST_TEST(m.ended.find("could not be renewed") != std::string::npos);
                BOOST_TEST(m.leads() == 0);
                co_await scope.join();
            });
        }
    }
}

BOOST_AUTO_TEST_CASE(a_lost_answer_costs_one_look_and_no_term) {
    lease_world w;
    member m(w);
    w.run([&]() -> awaitable<void> {
        task_scope scope(w.l, "election");
        w.lost_answers = 1;
        scope.spawn("a", term(w, m));
        co_await w.l.sleep(1s);
        BOOST_TEST(m.one.leading());
        BOOST_TEST(w.accepted == 1);
        BOOST_TEST(m.slow_renewals() == 0);  // taking the Lease is no renewal
        w.lost_answers = 1;
        co_await w.l.sleep(30s);
        BOOST_TEST(m.one.leading());
        BOOST_TEST(w.lost_answers == 0);
        BOOST_TEST(m.slow_renewals() == 1);
        scope.request_stop();
        co_await scope.join();
    });
}

BOOST_AUTO_TEST_CASE(a_standby_takes_over_when_the_lease_ran_out_or_was_given_back) {
    for (const bool given_back : {true, false}) {
        lease_world w;
        member a(w, "a"), b(w, "b");
        w.run([&]() -> awaitable<void> {
            task_scope first(w.l, "first"), second(w.l, "second");
            first.spawn("a", term(w, a));
            co_await w.l.sleep(1s);
            second.spawn("b", term(w, b));
            co_await w.l.sleep(60s);
            BOOST_TEST((a.one.leading() && !b.one.leading()));
            first.request_stop();
            co_await first.join();
            const time_point gone = w.l.now();
            if (given_back) co_await a.one.release(5s);
            co_await w.l.sleep(20s);
            BOOST_REQUIRE(b.led_at.has_value());
            const duration gap = *b.led_at - gone;
            if (given_back)
                BOOST_TEST((gap <= 2400ms));
            else
                BOOST_TEST((gap > 10s && gap <= 15s + 2400ms));
            BOOST_TEST(w.stored->spec.lease_transitions.value_or(0) == 1);
            second.request_stop();
            co_await second.join();
        });
    }
}

BOOST_AUTO_TEST_CASE(a_standby_that_can_watch_the_lease_takes_it_when_it_is_given_back) {
    for (const duration held : {10s, 11s, 12s, 13s}) {
        lease_world w;
        w.allow_watches();
        member a(w, "a"), b(w, "b"), c(w, "c");
        w.run([&]() -> awaitable<void> {
            task_scope first(w.l, "first"), others(w.l, "others");
            first.spawn("a", term(w, a));
            co_await w.l.sleep(1s);
            others.spawn("b", term(w, b));
            others.spawn("c", term(w, c));
            co_await w.l.sleep(held);
            const auto looks = [&] {
                return std::count_if(w.api.asked.begin(), w.api.asked.end(),
                                     [](const std::string& s) { return s.starts_with("get"); });
            };
            // Renewals are no reason to look: two standbys look every 2 to 2.4 s.
            BOOST_TEST(looks() <= 3 + 2 * (held / 2s));
            first.request_stop();
            co_await first.join();
            const time_point gone = w.l.now();
            co_await a.one.release(5s);
            co_await w.l.sleep(1s);
            BOOST_TEST((b.led_at.has_value() != c.led_at.has_value()));
            const time_point led = b.led_at ? *b.led_at : c.led_at.value_or(never);
            BOOST_TEST((led - gone < 10ms));
            BOOST_TEST(w.stored->spec.lease_transitions.value_or(0) == 1);
            others.request_stop();
            co_await others.join();
        });
        BOOST_TEST(w.l.waiting() == 0u);
    }
}

BOOST_AUTO_TEST_CASE(a_watch_of_the_lease_decides_nothing_and_is_opened_again_with_back_off) {
    lease_world w;
    w.allow_watches();
    member a(w, "a"), b(w, "b");
    w.run([&]() -> awaitable<void> {
        task_scope scope(w.l, "both");
        scope.spawn("a", term(w, a));
        co_await w.l.sleep(1s);
        scope.spawn("b", term(w, b));
        co_await w.l.sleep(10s);
        // Old news, deletions that were none, nonsense, and an end: each costs a look at most.
        const lease now = *w.stored;
        w.stored->spec.holder_identity = "";
        w.tell("MODIFIED");
        w.tell("DELETED");
        w.stored = now;
        w.watches.back()->push("{\"type\":\"ADDED\",\"object\":{\"spec\":[]}}\n");
        w.watches.back()->push("{\"type\":\"ERROR\",\"object\":{}}\n");
        co_await w.l.sleep(30s);
        BOOST_TEST((a.one.leading() && !b.one.leading()));
        // One that ends at once, each time.
        w.api.on_open = [&](const call&) -> result<std::unique_ptr<http::response_stream>> {
            w.watches.push_back(std::make_shared<mailbox<std::string>>(w.l));
            w.watches.back()->close();
            return std::make_unique<pushed_stream>(w.watches.back());
        };
        const std::size_t before = w.watches.size();
        w.watches.back()->close();
        co_await w.l.sleep(10min);
        BOOST_TEST(w.watches.size() - before <= 30u);
        BOOST_TEST(w.watches.size() - before >= 5u);
        BOOST_TEST((a.one.leading() && !b.one.leading()));
        scope.request_stop();
        co_await scope.join();
    });
}

BOOST_AUTO_TEST_CASE(a_watch_of_the_lease_that_is_silent_is_opened_again) {
    lease_world w;
    w.allow_watches();
    member b(w, "b");
    w.stored.emplace();
    w.stored->spec.holder_identity = "gone";
    w.stored->spec.lease_duration_seconds = 3600;
    w.run([&]() -> awaitable<void> {
        task_scope scope(w.l, "one");
        scope.spawn("b", term(w, b));
        co_await w.l.sleep(1s);
        BOOST_TEST(w.watches.size() == 1u);
        co_await w.l.sleep(lease_watch::silence_limit + 5s);
        BOOST_TEST(w.watches.size() == 2u);
        scope.request_stop();
        co_await scope.join();
    });
}

BOOST_AUTO_TEST_CASE(a_stop_in_the_midst_of_taking_the_lease_gives_it_back) {
    lease_world w;
    member m(w);
    w.run([&]() -> awaitable<void> {
        task_scope scope(w.l, "election");
        w.lost_answers = 1;
        w.api.on_write = [&](const kind_info&, const call& c) {
            auto r = w.take(c);
            scope.request_stop();  // the answer finds nobody
            return r;
        };
        scope.spawn("a", term(w, m));
        co_await scope.join();
        BOOST_TEST(w.holder() == "a");
        w.api.on_write = [&](const kind_info&, const call& c) { return w.take(c); };
        co_await m.one.release(5s);
        BOOST_TEST(w.holder() == "");
    });
}

BOOST_AUTO_TEST_CASE(giving_back_ends_in_time_when_the_server_is_away) {
    lease_world w;
    member m(w);
    w.run([&]() -> awaitable<void> {
        task_scope scope(w.l, "election");
        scope.spawn("a", term(w, m));
        co_await w.l.sleep(1s);
        scope.request_stop();
        co_await scope.join();
        w.trouble = error(errc::unreachable, "connection refused");
        const time_point begun = w.l.now();
        co_await m.one.release(5s);
        BOOST_TEST((w.l.now() - begun == 5s));
        BOOST_TEST(w.text.str().find("could not be released") != std::string::npos);
        BOOST_TEST(w.holder() == "a");
    });
}

BOOST_AUTO_TEST_CASE(settings_that_cannot_work_are_refused_with_their_flag) {
    struct row {
        duration lease, renew, retry;
        const char* flag;  // "": fine
    };
    for (const row& r : {row{15s, 10s, 2s, ""}, row{5s, 3s, 1s, ""}, row{10s, 10s, 2s, "lease-duration"},
                         row{15s, 2400ms, 2s, "renew-deadline"}, row{15s, 2401ms, 2s, ""},
                         row{1500ms, 1s, 100ms, "lease-duration"}, row{15s, 10s, 0s, "retry-period"},
                         row{0s, 10s, 2s, "lease-duration"}}) {
        election_options o;
        o.lease_duration = r.lease;
        o.renew_deadline = r.renew;
        o.retry_period = r.retry;
        const auto v = validate(o);
        const std::string flag = r.flag;
        BOOST_TEST(v.has_value() == flag.empty());
        if (!v) {
            BOOST_TEST((v.error().code == errc::bad_config));
            BOOST_TEST(v.error().message.find(flag) != std::string::npos, v.error().message);
        }
    }
}

BOOST_AUTO_TEST_CASE(names_that_no_lease_or_namespace_can_have_are_refused_with_their_flag) {
    struct row {
        std::string id, ns;
        const char* flag;  // "": fine
    };
    for (const row& r :
         {row{"", "", ""}, row{"web-operator", "system", ""}, row{"web.example.com", "9", ""},
          row{std::string(253, 'a'), std::string(63, 'a'), ""},
          row{std::string(254, 'a'), "system", "leader-election-id"},
          row{"Web_Operator", "system", "leader-election-id"}, row{"a/b", "system", "leader-election-id"},
          row{"web", std::string(64, 'a'), "leader-election-namespace"},
          row{"web", "my.ns", "leader-election-namespace"},
          row{"web", "System", "leader-election-namespace"}}) {
        election_options o;
        o.id = r.id;
        o.ns = r.ns;
        const auto v = validate(o);
        BOOST_TEST(v.has_value() == (*r.flag == 0), r.id << " " << r.ns);
        if (!v) BOOST_TEST(v.error().message.find(r.flag) != std::string::npos, v.error().message);
    }
}

BOOST_AUTO_TEST_SUITE_END()
