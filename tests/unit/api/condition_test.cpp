#include "setpoint/api/condition.hpp"

#include "setpoint/json/decode.hpp"
#include "setpoint/json/encode.hpp"

#include <boost/test/unit_test.hpp>

using namespace setpoint;

namespace {

timestamp at(int second) {
    return timestamp::parse(fmt::format("2026-01-01T00:00:{:02}Z", second)).value();
}

condition available(condition_status status, std::string_view reason = "Ready",
                    std::string_view message = "") {
    return {.type = "Available", .status = status, .reason = reason, .message = message};
}

}  // namespace

BOOST_AUTO_TEST_SUITE(condition_test)

BOOST_AUTO_TEST_CASE(new_condition_gets_the_time) {
    std::vector<condition> conditions;
    BOOST_TEST(set_condition(conditions, available(condition_status::true_), at(1)));
    BOOST_REQUIRE(conditions.size() == 1U);
    BOOST_TEST((conditions[0].last_transition_time == at(1)));
    condition timed = available(condition_status::true_);
    timed.type = "Progressing";
    timed.last_transition_time = at(5);
    BOOST_TEST(set_condition(conditions, timed, at(9)));
    BOOST_TEST((conditions[1].last_transition_time == at(5)));
}

BOOST_AUTO_TEST_CASE(time_moves_only_with_the_status) {
    std::vector<condition> conditions;
    set_condition(conditions, available(condition_status::false_, "Starting"), at(1));
    BOOST_TEST(!set_condition(conditions, available(condition_status::false_, "Starting"), at(2)));
    BOOST_TEST((conditions[0].last_transition_time == at(1)));
    BOOST_TEST(set_condition(conditions, available(condition_status::false_, "Starting", "1 of 3"), at(3)));
    BOOST_TEST((conditions[0].last_transition_time == at(1)));
    BOOST_TEST(conditions[0].message == "1 of 3");
    BOOST_TEST(set_condition(conditions, available(condition_status::false_, "Waiting", "1 of 3"), at(4)));
    BOOST_TEST((conditions[0].last_transition_time == at(1)));
    BOOST_TEST(set_condition(conditions, available(condition_status::true_), at(5)));
    BOOST_TEST((conditions[0].last_transition_time == at(5)));
    BOOST_TEST(set_condition(conditions, available(condition_status::unknown), at(6)));
    BOOST_TEST((conditions[0].last_transition_time == at(6)));
    BOOST_TEST(conditions.size() == 1U);
}

BOOST_AUTO_TEST_CASE(observed_generation_counts_as_a_change) {
    std::vector<condition> conditions;
    set_condition(conditions, available(condition_status::true_), at(1));
    condition newer = available(condition_status::true_);
    newer.observed_generation = 2;
    BOOST_TEST(set_condition(conditions, newer, at(2)));
    BOOST_TEST(conditions[0].observed_generation == 2);
    BOOST_TEST((conditions[0].last_transition_time == at(1)));
}

BOOST_AUTO_TEST_CASE(conditions_are_found_by_type) {
    std::vector<condition> conditions;
    BOOST_TEST(find_condition(conditions, "Available") == nullptr);
    BOOST_TEST(!is_true(conditions, "Available"));
    set_condition(conditions, available(condition_status::false_), at(1));
    BOOST_TEST(!is_true(conditions, "Available"));
    set_condition(conditions, available(condition_status::true_), at(1));
    BOOST_TEST(is_true(conditions, "Available"));
    BOOST_TEST(find_condition(conditions, "Available") == &conditions[0]);
    BOOST_TEST(find_condition(conditions, "Degraded") == nullptr);
    BOOST_TEST(remove_condition(conditions, "Available"));
    BOOST_TEST(!remove_condition(conditions, "Available"));
}

BOOST_AUTO_TEST_CASE(json_is_that_of_kubernetes) {
    condition c = available(condition_status::true_, "MinimumReplicas", "all there");
    c.observed_generation = 3;
    c.last_transition_time = at(7);
    const std::string document =
        R"({"type":"Available","status":"True","observedGeneration":3,"lastTransitionTime":"2026-01-01T00:00:07Z",)"
        R"("reason":"MinimumReplicas","message":"all there"})";
    BOOST_TEST(json::encode(c) == document);
    const auto read = json::decode<condition>(document);
    BOOST_REQUIRE(read.has_value());
    BOOST_TEST(json::encode(*read) == document);
    // Required fields are present even if empty; an unset generation is not.
    BOOST_TEST(json::encode(condition{.type = "A"}) ==
               R"({"type":"A","status":"Unknown","lastTransitionTime":null,"reason":"","message":""})");
}

BOOST_AUTO_TEST_CASE(status_has_three_names) {
    BOOST_TEST(to_string(condition_status::true_) == "True");
    BOOST_TEST(to_string(condition_status::false_) == "False");
    BOOST_TEST(to_string(condition_status::unknown) == "Unknown");
    BOOST_TEST((to_status(true) == condition_status::true_));
    BOOST_TEST((to_status(false) == condition_status::false_));
}

BOOST_AUTO_TEST_SUITE_END()
