// The header traceparent and the decision to sample.
#include "framework/tracing/trace_context.hpp"

#include <boost/test/unit_test.hpp>

using namespace setpoint;

BOOST_AUTO_TEST_SUITE(trace_context_test)

BOOST_AUTO_TEST_CASE(a_traceparent_is_parsed_and_printed) {
    const std::string text = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    const auto parent = parse_traceparent(text);
    BOOST_REQUIRE(parent);
    BOOST_TEST(to_string(parent->trace) == "0af7651916cd43dd8448eb211c80319c");
    BOOST_TEST(span_id_text(parent->span) == "b7ad6b7169203331");
    BOOST_TEST(parent->sampled);
    BOOST_TEST(to_traceparent(*parent) == text);
    BOOST_TEST(to_traceparent({{0, 1}, 2, false}) ==
               "00-00000000000000000000000000000001-0000000000000002-00");
}

BOOST_AUTO_TEST_CASE(other_flags_and_versions_are_accepted) {
    const auto sampled = [](const char* text) {
        const auto parent = parse_traceparent(text);
        return !parent ? -1 : parent->sampled ? 1 : 0;
    };
    BOOST_TEST(sampled("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00") == 0);
    BOOST_TEST(sampled("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-02") == 0);
    BOOST_TEST(sampled("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-ff") == 1);
    BOOST_TEST(sampled("cc-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01") == 1);
    BOOST_TEST(sampled("cc-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-more") == 1);
}

BOOST_AUTO_TEST_CASE(invalid_traceparents_are_refused) {
    for (const char* text : {"", "00", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331",
                             "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-0",
                             "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-more",
                             "cc-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01more",
                             "ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
                             "00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01",
                             "00-0af7651916cd43dd8448eb211c80319g-b7ad6b7169203331-01",
                             "00-00000000000000000000000000000000-b7ad6b7169203331-01",
                             "00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01",
                             "00_0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
                             "00-0af7651916cd43dd8448eb211c80319c_b7ad6b7169203331-01",
                             "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331_01"})
        BOOST_TEST(!parse_traceparent(text), text);
}

BOOST_AUTO_TEST_CASE(the_ratio_decides_by_the_trace_id) {
    BOOST_TEST(is_sampled({0, ~0ull}, 1.0));
    BOOST_TEST(!is_sampled({0, 0}, 0.0));
    BOOST_TEST(is_sampled({0, 0x7fffffffffffffff}, 0.5));
    BOOST_TEST(!is_sampled({0, 0x8000000000000000}, 0.5));
    random_source random(1);
    int sampled = 0;
    for (int i = 0; i < 1000; ++i) sampled += is_sampled(new_trace_id(random), 0.25) ? 1 : 0;
    BOOST_TEST(sampled > 200);
    BOOST_TEST(sampled < 300);
}

BOOST_AUTO_TEST_SUITE_END()
