// Spans as the body of a request to a collector.
#include "framework/tracing/otlp_json.hpp"

#include <boost/test/unit_test.hpp>

using namespace setpoint;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(otlp_json_test)

BOOST_AUTO_TEST_CASE(a_batch_is_encoded_exactly) {
    span root;
    root.trace = {0x0af7651916cd43dd, 0x8448eb211c80319c};
    root.id = 0x00f067aa0ba902b7;
    root.name = "reconcile \"gadget\"";
    root.begin = wall_time(1767225600s);
    root.end = root.begin + 1500us;
    root.attributes = {{"setpoint.object.name", std::string("a\nb")},
                       {"setpoint.attempt", std::int64_t{3}},
                       {"setpoint.found", true}};
    span call;
    call.trace = root.trace;
    call.id = 2;
    call.parent = root.id;
    call.name = "apply gadgets.test";
    call.kind = span_kind::client;
    call.begin = call.end = root.begin;
    call.failed = true;
    const std::vector<span> both{root, call};
    BOOST_TEST(otlp_json({{"service.name", "gadget-operator"}, {"team", "web"}}, both) ==
               R"({"resourceSpans":[{"resource":{"attributes":[)"
               R"({"key":"service.name","value":{"stringValue":"gadget-operator"}},)"
               R"({"key":"team","value":{"stringValue":"web"}}]},)"
               R"("scopeSpans":[{"scope":{"name":"setpoint","version":")" SETPOINT_VERSION R"("},"spans":[)"
               R"({"traceId":"0af7651916cd43dd8448eb211c80319c","spanId":"00f067aa0ba902b7",)"
               R"("name":"reconcile \"gadget\"","kind":1,"startTimeUnixNano":"1767225600000000000",)"
               R"("endTimeUnixNano":"1767225600001500000","attributes":[)"
               R"({"key":"setpoint.object.name","value":{"stringValue":"a\nb"}},)"
               R"({"key":"setpoint.attempt","value":{"intValue":"3"}},)"
               R"({"key":"setpoint.found","value":{"boolValue":true}}],"status":{}},)"
               R"({"traceId":"0af7651916cd43dd8448eb211c80319c","spanId":"0000000000000002",)"
               R"("parentSpanId":"00f067aa0ba902b7","name":"apply gadgets.test","kind":3,)"
               R"("startTimeUnixNano":"1767225600000000000","endTimeUnixNano":"1767225600000000000",)"
               R"("attributes":[],"status":{"code":2}}]}]}]})");
}

BOOST_AUTO_TEST_CASE(rejected_spans_are_read_from_the_answer) {
    BOOST_TEST(rejected_spans(R"({"partialSuccess":{"rejectedSpans":"3","errorMessage":"no"}})") == 3u);
    BOOST_TEST(rejected_spans(R"({"partialSuccess":{"rejectedSpans":4}})") == 4u);
    for (const char* body :
         {"", "{}", "[]", "{", R"({"partialSuccess":{}})", R"({"partialSuccess":1})",
          R"({"partialSuccess":{"rejectedSpans":-1}})", R"({"partialSuccess":{"rejectedSpans":"many"}})"})
        BOOST_TEST(rejected_spans(body) == 0u, body);
}

BOOST_AUTO_TEST_SUITE_END()
