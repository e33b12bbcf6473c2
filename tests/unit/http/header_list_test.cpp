#include "setpoint/http/message.hpp"

#include <boost/test/unit_test.hpp>

#include <string>
#include <utility>
#include <vector>

using namespace setpoint::http;

BOOST_AUTO_TEST_SUITE(header_list_test)

BOOST_AUTO_TEST_CASE(headers_come_out_as_they_went_in) {
    header_list h;
    h.reserve(10, 2);
    BOOST_TEST(h.empty());
    BOOST_CHECK(h.begin() == h.end());
    const std::vector<std::pair<std::string, std::string>> in = {
        {"B", "1"}, {"a", ""}, {"B", std::string(70000, 'x')}, {"", "of no name"}};
    for (const auto& [name, value] : in) h.add(name, value);
    std::vector<std::pair<std::string, std::string>> out;
    for (const auto& [name, value] : h) out.emplace_back(name, value);
    BOOST_CHECK(out == in);
    BOOST_TEST(h.size() == 4u);
}

BOOST_AUTO_TEST_CASE(the_first_of_a_name_is_found_without_regard_to_case) {
    const header_list h = {{"Content-Type", "text/plain"}, {"X", "1"}, {"x", "2"}};
    BOOST_TEST(find_header(h, "content-type") == "text/plain");
    BOOST_TEST(find_header(h, "x") == "1");
    BOOST_TEST(find_header(h, "Content-Typ") == "");
    BOOST_TEST(find_header(header_list(), "X") == "");
}

BOOST_AUTO_TEST_CASE(lists_are_equal_when_their_headers_and_order_are) {
    const header_list h = {{"A", "1"}, {"B", "2"}};
    BOOST_CHECK(h == (header_list{{"A", "1"}, {"B", "2"}}));
    BOOST_CHECK(!(h == (header_list{{"B", "2"}, {"A", "1"}})));
    // the same bytes, split differently
    BOOST_CHECK(!(h == (header_list{{"A1", ""}, {"B", "2"}})));
}

BOOST_AUTO_TEST_SUITE_END()
