// The API server holds its connections and does not answer, for as long as the issue of leadership takes:
// shorter than the deadline nothing happens, longer ends the term, and work goes on when it answers again.
#include "fixture.hpp"

#include <fmt/format.h>

using namespace election_test;

namespace {

// What is deployed on a real server; on the embedded one, whose tests are run again and again, a fraction of
// it.
struct timing {
    durations longer, shorter;
    duration longer_deadline, shorter_deadline;
    duration freezes[3];  // longer than the deadline of the shorter one, of both, than every lease
};
constexpr timing real_timing{defaults, shortened, 10s, 4s, {5s, 12s, 30s}};
constexpr timing embedded_timing{
    {"10s", "7s", "1s", 10s, 1s}, {"3s", "2s", "500ms", 3s, 500ms}, 7s, 2s, {3s, 8500ms, 12s}};

struct watched {
    std::unique_ptr<candidates> c;
    duration deadline;
    lease_spec before{};
};

awaitable<void> freeze(election_world& w, std::vector<watched>& pairs, duration how_long) {
    for (watched& p : pairs) {
        co_await p.c->until_led();
        p.before = co_await p.c->read();
    }
    w.plane.freeze();
    co_await w.l.sleep(how_long);
    w.plane.thaw();
    const time_point thawed = w.l.now();
    for (watched& p : pairs) {
        const duration gap = co_await p.c->until_repaired(thawed);
        const lease_spec after = co_await p.c->read();
        const auto terms = after.lease_transitions.value_or(0) - p.before.lease_transitions.value_or(0);
        // A second more or less is within what a renewal and a busy machine make of it.
        if (how_long < p.deadline - 3s) BOOST_TEST(terms == 0, p.c->logs());
        if (how_long > p.deadline) BOOST_TEST(terms >= 1, p.c->logs());
        BOOST_TEST_MESSAGE((embedded() ? "embedded, " : "real, ")
                           << "frozen for " << in_seconds(how_long) << " s, " << p.c->timing().lease << "/"
                           << p.c->timing().renew << "/" << p.c->timing().retry << ": "
                           << (terms == 0 ? "the same leader" : "a new term") << ", first write "
                           << in_seconds(gap) << " s after it answered again");
    }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(election_frozen_api, *boost::unit_test::precondition(needs_cluster()))

BOOST_AUTO_TEST_CASE(a_frozen_api_server_ends_terms_that_it_outlasts_and_no_others) {
    election_world w(shared_plane());
    w.run(
        [&]() -> awaitable<void> {
            const timing& t = embedded() ? embedded_timing : real_timing;
            std::vector<watched> pairs(2);
            for (watched& p : pairs) {
                const bool first = &p == &pairs.front();
                p.deadline = first ? t.longer_deadline : t.shorter_deadline;
                p.c = std::make_unique<candidates>(w, co_await w.make_namespace(),
                                                   first ? t.longer : t.shorter, "standby");
                co_await p.c->begin(2);
            }
            candidates alone(w, co_await w.make_namespace(), t.shorter, "exit");
            co_await alone.begin(1);
            co_await freeze(w, pairs, t.freezes[0]);
            operator_process& one = *alone.all().front();
            co_await w.must(
                "it ends", [&] { return one.exit_code().has_value(); }, [&] { return alone.logs(); });
            BOOST_TEST(one.exit_code().value() == 1, alone.logs());
            co_await freeze(w, pairs, t.freezes[1]);
            co_await freeze(w, pairs, t.freezes[2]);
            for (watched& p : pairs)
                for (const auto& process : p.c->all()) BOOST_TEST(!process->exit_code(), process->log());
        },
        240s);
}

BOOST_AUTO_TEST_SUITE_END()
