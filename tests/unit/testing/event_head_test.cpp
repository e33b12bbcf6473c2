#include "testkit/testing/event_head.hpp"

#include <boost/test/unit_test.hpp>

BOOST_AUTO_TEST_SUITE(event_head_test)

using namespace setpoint;

BOOST_AUTO_TEST_CASE(what_an_event_is_about_is_read_however_it_is_written) {
    const std::string_view lines[] = {
        R"({"type":"MODIFIED","object":{"kind":"Pod","metadata":{"name":"a","namespace":"n","uid":"1",)"
        R"("resourceVersion":"7","labels":{"name":"x"}},"spec":{"name":"y"}}})"
        "\n",
        // In another order, and without a UID.
        R"({"object":{"metadata":{"resourceVersion":"7","namespace":"n","name":"a"}},"type":"MODIFIED"})",
        R"({"type":"MODIFIED","object":{"metadata":{"uid":"1","resourceVersion":"7","name":"a","namespace":"n"}}})",
        R"({ "type" : "MODIFIED", "object" : { "metadata" : { "name" : "\u0061", "namespace" : "n",)"
        R"( "uid" : "1", "resourceVersion" : "7" } } })"};
    for (const std::string_view line : lines) {
        const auto head = testing::read_event_head(line);
        BOOST_REQUIRE_MESSAGE(head, line);
        BOOST_TEST(head->type == "MODIFIED", line);
        BOOST_TEST(head->ns == "n", line);
        BOOST_TEST(head->name == "a", line);
        BOOST_TEST(head->resource_version == "7", line);
    }
}

BOOST_AUTO_TEST_CASE(events_about_no_object_have_no_name) {
    const std::string_view bookmark = R"({"type":"BOOKMARK","object":{"metadata":{"resourceVersion":"6"}}})";
    const auto head = testing::read_event_head(bookmark);
    BOOST_REQUIRE(head);
    BOOST_TEST(head->type == "BOOKMARK");
    BOOST_TEST(head->name.empty());
    BOOST_TEST(testing::is_bookmark(bookmark));
    BOOST_TEST(!testing::is_bookmark(
        R"({"type":"ADDED","object":{"metadata":{"name":"a","annotations":{"x":"\"BOOKMARK\""}}}})"));
    for (const std::string_view line : {"", "nonsense", "{", R"({"type":"ADDED"})", R"(["type"])"})
        BOOST_TEST(!testing::read_event_head(line), line);
}

BOOST_AUTO_TEST_SUITE_END()
