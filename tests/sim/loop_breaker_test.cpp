// The loop breaker finds the two mutants that never come to rest by themselves, and nothing in any fixed
// twin.

#include "setpoint/testing/environment.hpp"
#include "sim/mutants/mutant.hpp"

#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

BOOST_AUTO_TEST_SUITE(loop_breaker_mutants_test)

using namespace mutants;

namespace {

std::vector<mutant> all() {
    std::vector<mutant> list;
    for (auto& some :
         {crash_mutants(), stale_mutants(), loop_mutants(), reference_mutants(), shared_mutants()})
        for (const mutant& one : some) list.push_back(one);
    return list;
}

struct found {
    double loops = 0, fights = 0, slowed = 0;
};
// Without the check for hot loops, which would end the run, keys are slowed.
found play(const mutant& m, const testing::environment::set_up& which, duration after) {
    testing::environment_options options;
    options.hot_loop = 0;
    testing::environment env(which, options);
    m.story(env);
    env.advance(after);
    const auto cycles = [&](const char* pattern) {
        return env.metric("setpoint_reconcile_cycles_total", {{"pattern", pattern}});
    };
    return {cycles("loop"), cycles("fight"), env.metric("setpoint_slowed_keys")};
}

}  // namespace

BOOST_AUTO_TEST_CASE(m16_is_a_loop_and_m29_a_fight) {
    for (const mutant& m : all()) {
        if (m.name != "M16" && m.name != "M29") continue;
        const found f = play(m, m.faulty, 10s);
        BOOST_TEST((m.name == "M16" ? f.loops : f.fights) >= 1.0, m.name);
        BOOST_TEST((m.name == "M16" ? f.fights : f.loops) == 0.0, m.name);
        BOOST_TEST(f.slowed >= 1.0, m.name);
    }
}

BOOST_AUTO_TEST_CASE(nothing_is_found_in_a_fixed_twin) {
    for (const mutant& m : all()) {
        if (m.adjust) continue;  // its story needs what the explorer adds
        const found f = play(m, m.fixed, 1min);
        BOOST_TEST(f.loops + f.fights == 0.0, m.name);
    }
}

BOOST_AUTO_TEST_SUITE_END()
