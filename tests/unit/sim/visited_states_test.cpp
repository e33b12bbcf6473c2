#include "testkit/sim/visited_states.hpp"

#include <boost/test/unit_test.hpp>

BOOST_AUTO_TEST_SUITE(visited_states_test)

using namespace setpoint;

namespace {

sim::report plan_over(std::vector<std::uint64_t> states, const char* wrong = nullptr) {
    sim::report r;
    r.states = std::move(states);
    if (wrong) r.violations.push_back({"same end", wrong});
    return r;
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_state_has_a_wrong_end_after_ten_plans) {
    sim::visited_states all;
    for (std::size_t i = 0; i < sim::visited_states::played_to_the_end; ++i) {
        BOOST_TEST(!all.wrong_from(7));
        all.add(plan_over({6, 7}, "x is missing"));
    }
    const auto* const wrong = all.wrong_from(7);
    BOOST_REQUIRE(wrong);
    BOOST_REQUIRE(wrong->size() == 1u);
    BOOST_TEST(wrong->front().detail == "x is missing");
    BOOST_TEST(!all.contains(7));
    BOOST_TEST(!all.wrong_from(8));
}

BOOST_AUTO_TEST_CASE(other_symptoms_do_not_count) {
    sim::visited_states all;
    all.add(plan_over({7}, "y is missing"));
    for (std::size_t i = 0; i < sim::visited_states::played_to_the_end; ++i)
        all.add(plan_over({7}, "x is missing"));
    BOOST_TEST(!all.wrong_from(7));
}

BOOST_AUTO_TEST_CASE(a_state_with_a_right_end_is_right) {
    sim::visited_states all;
    for (std::size_t i = 0; i < sim::visited_states::played_to_the_end; ++i)
        all.add(plan_over({7}, "x is missing"));
    all.add(plan_over({7}));
    BOOST_TEST(all.contains(7));
    BOOST_TEST(!all.wrong_from(7));
}

BOOST_AUTO_TEST_SUITE_END()
