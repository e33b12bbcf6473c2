// The JSON of audit events, and what they take from headers.

#include "apiserver/audit/event.hpp"

#include "apiserver/audit/batch_buffer.hpp"
#include "apiserver/audit/body_text.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/test/unit_test.hpp>

namespace {

using namespace setpoint;
using namespace setpoint::apiserver;
using namespace setpoint::apiserver::audit;

using texts = std::vector<std::string>;

texts ips(std::vector<http::header> headers, std::string_view from) {
    return source_ips(headers, from);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(audit_event)

BOOST_AUTO_TEST_CASE(fields_are_in_order_of_the_type) {
    event e;
    e.at = level::request;
    e.now = stage::response_complete;
    e.id = "1";
    e.uri = "/api/v1/pods?limit=\"1\"";
    e.verb = "list";
    e.user = std::make_shared<const user_info>(user_info{.name = "jane", .groups = {"dev"}});
    e.impersonated = std::make_shared<const user_info>(user_info{.name = "joe"});
    e.constraint = "impersonate:user-info";
    e.source_ips = {"10.0.0.1"};
    e.user_agent = "test/1";
    e.object = object_reference{.resource = "pods", .namespace_name = "web", .version = "v1"};
    e.status = bj::object{{"metadata", bj::object()}, {"code", 200}};
    e.request_object = R"({"a":1})";
    e.response_object = R"({"b":2})";
    e.received = wall_time(std::chrono::seconds(1'700'000'000));
    e.stage_time = e.received + std::chrono::microseconds(1'234);
    e.annotations = {{"b", "2"}, {"a", "1"}};
    BOOST_TEST(
        e.text() ==
        R"({"kind":"Event","apiVersion":"audit.k8s.io/v1","level":"Request","auditID":"1",)"
        R"("stage":"ResponseComplete","requestURI":"/api/v1/pods?limit=\"1\"","verb":"list",)"
        R"("user":{"username":"jane","groups":["dev"]},"impersonatedUser":{"username":"joe"},)"
        R"("authenticationMetadata":{"impersonationConstraint":"impersonate:user-info"},)"
        R"("sourceIPs":["10.0.0.1"],"userAgent":"test/1","objectRef":{"resource":"pods","namespace":"web",)"
        R"("apiVersion":"v1"},"responseStatus":{"metadata":{},"code":200},"requestObject":{"a":1},)"
        R"("responseObject":{"b":2},"requestReceivedTimestamp":"2023-11-14T22:13:20.000000Z",)"
        R"("stageTimestamp":"2023-11-14T22:13:20.001234Z","annotations":{"a":"1","b":"2"}})");
}

BOOST_AUTO_TEST_CASE(unknown_user_is_empty) {
    BOOST_TEST(event().text().find(R"("user":{},)") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(addresses_are_listed_from_client_to_server) {
    BOOST_TEST((ips({}, "10.0.0.1") == texts{"10.0.0.1"}));
    BOOST_TEST((ips({{"X-Forwarded-For", "1.1.1.1, bad, 2.2.2.2"}}, "10.0.0.1") ==
                texts{"1.1.1.1", "2.2.2.2", "10.0.0.1"}));
    BOOST_TEST((ips({{"X-Forwarded-For", "1.1.1.1"}, {"X-Real-Ip", "3.3.3.3"}}, "10.0.0.1") ==
                texts{"1.1.1.1", "3.3.3.3", "10.0.0.1"}));
}

BOOST_AUTO_TEST_CASE(addresses_are_not_repeated) {
    BOOST_TEST((ips({{"X-Forwarded-For", "1.1.1.1,2.2.2.2"}, {"X-Real-Ip", "1.1.1.1"}}, "2.2.2.2") ==
                texts{"1.1.1.1", "2.2.2.2"}));
    BOOST_TEST((ips({}, "") == texts{}));
}

BOOST_AUTO_TEST_CASE(long_user_agents_are_cut) {
    const std::string longest(1024, 'a');
    BOOST_TEST(recorded_user_agent(longest) == longest);
    BOOST_TEST(recorded_user_agent(longest + "b") == longest + "...TRUNCATED");
}

BOOST_AUTO_TEST_CASE(list_contains_events) {
    BOOST_TEST(event_list({"{}", "{\"a\":1}"}) ==
               "{\"kind\":\"EventList\",\"apiVersion\":\"audit.k8s.io/v1\",\"metadata\":{},\"items\":[{},"
               "{\"a\":1}]}\n");
}

BOOST_AUTO_TEST_CASE(white_space_between_tokens_is_dropped) {
    BOOST_TEST(compact("{ \"a b\" :\n \"c \\\" d\\\\\" , \"e\": [1, 2] }\n") ==
               "{\"a b\":\"c \\\" d\\\\\",\"e\":[1,2]}");
}

BOOST_AUTO_TEST_CASE(patches_are_recorded_as_json) {
    BOOST_TEST(patch_text("application/json-patch+json", "[ ]") == "[]");
    BOOST_TEST(patch_text("application/apply-patch+yaml", "a: {b: 1}") == R"({"a":{"b":1}})");
    BOOST_TEST(patch_text("application/merge-patch+json", "a: {b: 1}").empty());
}

BOOST_AUTO_TEST_CASE(managed_fields_are_removed_everywhere) {
    const auto without = [](const char* text) {
        bj::object o = bj::parse(text).as_object();
        remove_managed_fields(o);
        return bj::serialize(o);
    };
    BOOST_TEST(without(R"({"metadata":{"name":"a","managedFields":[{}]}})") ==
               R"({"metadata":{"name":"a"}})");
    BOOST_TEST(without(R"({"items":[{"metadata":{"managedFields":[{}]}}]})") ==
               R"({"items":[{"metadata":{}}]})");
    BOOST_TEST(without(R"({"kind":"Table","rows":[{"object":{"metadata":{"managedFields":[]}}}]})") ==
               R"({"kind":"Table","rows":[{"object":{"metadata":{}}}]})");
}

BOOST_AUTO_TEST_CASE(full_buffer_drops_events) {
    batch_buffer b(2, 3);
    BOOST_TEST(b.is_empty());
    BOOST_TEST(b.add("1"));
    BOOST_TEST(!b.is_due());
    BOOST_TEST(b.add("2"));
    BOOST_TEST(b.is_due());
    BOOST_TEST(b.add("3"));
    BOOST_TEST(!b.add("4"));
    BOOST_TEST((b.take() == texts{"1", "2"}));
    BOOST_TEST((b.take() == texts{"3"}));
    BOOST_TEST(b.is_empty());
}

BOOST_AUTO_TEST_SUITE_END()
