#include "unit/sim/sample_finding.hpp"

#include <boost/test/unit_test.hpp>

BOOST_AUTO_TEST_SUITE(comparison_test)

using namespace setpoint;
using namespace sim_test;
using sim::lane;

namespace {

// "a|a": in both; "a|": only expected; "~": at another place; "!": the first difference.
std::string rows(const sim::timeline& expected, const sim::timeline& happened) {
    const sim::comparison c = sim::compare(expected, happened);
    std::string out;
    for (std::size_t i = 0; i < c.rows.size(); ++i) {
        const auto& r = c.rows[i];
        if (c.first_difference == i) out += "!";
        if (r.is_moved) out += "~";
        out += (r.expected ? expected[*r.expected].what : "") + "|" +
               (r.happened ? happened[*r.happened].what : "") + " ";
    }
    return out;
}
sim::timeline of(std::string_view letters, lane in = lane::operators) {
    sim::timeline t;
    for (const char c : letters)
        t.push_back(step(static_cast<double>(t.size()), c == 'F' ? lane::fault : in, std::string(1, c)));
    return t;
}

}  // namespace

BOOST_AUTO_TEST_CASE(equal_timelines_have_no_difference) {
    BOOST_TEST(rows(of("abc"), of("abc")) == "a|a b|b c|c ");
    BOOST_TEST(rows({}, {}) == "");
}

BOOST_AUTO_TEST_CASE(what_is_missing_or_added_is_alone) {
    BOOST_TEST(rows(of("abc"), of("ac")) == "a|a !b| c|c ");
    BOOST_TEST(rows(of("ac"), of("abc")) == "a|a !|b c|c ");
    BOOST_TEST(rows(of("ab"), of("xb")) == "!a| |x b|b ");
}

BOOST_AUTO_TEST_CASE(what_is_at_another_place_is_no_first_difference_if_something_else_is) {
    BOOST_TEST(rows(of("abcd"), of("bcxad")) == "~a| b|b c|c !|x ~|a d|d ");
    BOOST_TEST(rows(of("abc"), of("bca")) == "!~a| b|b c|c ~|a ");
}

BOOST_AUTO_TEST_CASE(differences_before_the_fault_do_not_count_and_changes_of_objects_come_first) {
    sim::timeline expected = of("aop"), happened = of("aFxyop");
    expected.insert(expected.begin() + 1, step(1, lane::api, "made"));
    BOOST_TEST(rows(expected, happened) == "a|a |F !made| |x |y o|o p|p ");
}

BOOST_AUTO_TEST_CASE(faults_and_checks_have_no_counterpart) {
    const sim::timeline checked{step(0, lane::check, "c")};
    BOOST_TEST(rows(checked, checked) == "c| |c ");
}

BOOST_AUTO_TEST_CASE(timelines_that_are_too_long_to_be_aligned_are_shown_one_after_the_other) {
    sim::timeline a, b;
    for (int i = 0; i < 2500; ++i) {
        a.push_back(step(i, lane::api, "a" + std::to_string(i)));
        b.push_back(step(i, lane::api, "b" + std::to_string(i)));
    }
    const sim::comparison c = sim::compare(a, b);
    BOOST_TEST(c.rows.size() == 5000u);
    BOOST_TEST(c.first_difference.value() == 0u);
}

BOOST_AUTO_TEST_SUITE_END()
