#include "testkit/sim/foreign_edit.hpp"

#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>

BOOST_AUTO_TEST_SUITE(foreign_edit_test)

using namespace setpoint;

namespace {

std::vector<std::string> edits(std::string_view live, std::string_view sent) {
    return sim::edits_of(boost::json::parse({live.data(), live.size()}).as_object(),
                         boost::json::parse({sent.data(), sent.size()}).as_object());
}

}  // namespace

BOOST_AUTO_TEST_CASE(only_values_that_the_operator_sent_are_changed) {
    const auto all = edits(R"({"spec":{"replicas":2,"deadline":600,"paused":false,"template":{"name":"a"}}})",
                           R"({"spec":{"replicas":2,"paused":false,"template":{"name":"a"}}})");
    const std::vector<std::string> wanted{R"({"spec":{"replicas":3}})", R"({"spec":{"paused":true}})",
                                          R"({"spec":{"template":{"name":"a-changed"}}})"};
    BOOST_TEST(all == wanted, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(data_counts_as_a_spec_and_status_does_not) {
    BOOST_TEST(
        edits(R"({"data":{"text":"x"},"status":{"n":1}})", R"({"data":{"text":"x"},"status":{"n":1}})") ==
            std::vector<std::string>{R"({"data":{"text":"x-changed"}})"},
        boost::test_tools::per_element());
}

BOOST_AUTO_TEST_SUITE_END()
