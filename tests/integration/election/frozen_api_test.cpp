// The API server holds its connections and does not answer, for as long as the issue of leadership takes:
// shorter than the deadline nothing happens, longer ends the term, and work goes on when it answers again.
#include "fixture.hpp"

#include <fmt/format.h>

using namespace election_test;

namespace {

struct watched {
    std::unique_ptr<candidates> c;
    const char* name;
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
                           << "frozen for " << in_seconds(how_long) << " s, " << p.name << ": "
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
            std::vector<watched> pairs;
            pairs.push_back({nullptr, "15s/10s/2s", 10s});
            pairs.push_back({nullptr, "6s/4s/1s", 4s});
            for (watched& p : pairs) {
                p.c = std::make_unique<candidates>(w, co_await w.make_namespace(),
                                                   p.deadline == 10s ? defaults : shortened, "standby");
                co_await p.c->begin(2);
            }
            candidates alone(w, co_await w.make_namespace(), shortened, "exit");
            co_await alone.begin(1);
            co_await freeze(w, pairs, 5s);
            operator_process& one = *alone.all().front();
            co_await w.must(
                "it ends", [&] { return one.exit_code().has_value(); }, [&] { return alone.logs(); });
            BOOST_TEST(one.exit_code().value() == 1, alone.logs());
            co_await freeze(w, pairs, 12s);
            co_await freeze(w, pairs, 30s);
            for (watched& p : pairs)
                for (const auto& process : p.c->all()) BOOST_TEST(!process->exit_code(), process->log());
        },
        240s);
}

BOOST_AUTO_TEST_SUITE_END()
