// Values that objects keep exactly as sent: all digits of numbers, and objects up to the maximum
// depth.

#include "api_fixture.hpp"
#include "apiserver/go/json_text.hpp"

#include <boost/test/unit_test.hpp>

namespace {

using namespace setpoint;
using namespace setpoint::apiserver;
using namespace setpoint::apiserver::test;

constexpr const char* foo_a = "/apis/example.com/v1/namespaces/default/foos/a";
constexpr const char* editing = "application/json-patch+json";

std::string levels(std::size_t n) {
    std::string out;
    for (std::size_t i = 0; i < n; ++i) out += "{\"d\":";
    return out + "1" + std::string(n, '}');
}
// spec.any is at the third level.
std::string foo_of(std::string_view any) {
    return R"({"apiVersion":"example.com/v1","kind":"Foo","metadata":{"name":"a"},"spec":{"any":)" +
           std::string(any) + "}}";
}

struct preserving_kind : api_fixture {
    preserving_kind() { define(); }
};

}  // namespace

BOOST_FIXTURE_TEST_CASE(numbers_are_returned_as_they_were_sent, preserving_kind) {
    const std::string numbers =
        R"({"a":1.5,"b":0.1,"c":4.7020617033410455e-205,"d":1e-7,"e":123456.789012345})";
    const std::string text = "\"any\":" + numbers;
    BOOST_TEST(ask("POST", foos, foo_of(numbers)).body.find(text) != std::string::npos);
    BOOST_TEST(ask("GET", foo_a).body.find(text) != std::string::npos);
    BOOST_TEST(ask("PATCH", foo_a, R"({"metadata":{"labels":{"x":"y"}}})", merge_patch).body.find(text) !=
               std::string::npos);
    BOOST_TEST(ask_whole(foos).body.find(text) != std::string::npos);
}

BOOST_FIXTURE_TEST_CASE(objects_are_served_up_to_the_maximum_depth, preserving_kind) {
    const std::size_t most = json_text::object_depth - 2;
    for (const std::size_t n : {std::size_t{24}, std::size_t{28}, most}) {
        const std::string text = "\"any\":" + levels(n);
        BOOST_TEST(ask("POST", foos, foo_of(levels(n))).status == 201, n);
        const http::response got = ask("GET", foo_a);
        BOOST_TEST(got.status == 200, n);
        BOOST_TEST(got.body.find(text) != std::string::npos, n);
        BOOST_TEST(ask("GET", std::string(foo_a) + "?pretty=1").body.find("\"d\": 1") != std::string::npos,
                   n);
        const std::string all = std::string(foos) + "?includeObject=Object";
        for (const char* as : {"application/json", "application/json;as=Table;v=v1;g=meta.k8s.io"})
            BOOST_TEST(ask_whole(all, as).body.find(text) != std::string::npos, as);
        BOOST_TEST(ask_whole(all, "application/yaml").body.find("d: 1") != std::string::npos);
        BOOST_TEST(ask("PATCH", foo_a, R"({"metadata":{"labels":{"x":"y"}}})", merge_patch).status == 200, n);
        BOOST_TEST(ask("PATCH", std::string(foo_a) + "?fieldManager=m&force=true", foo_of(levels(n)),
                       "application/apply-patch+yaml")
                           .status == 200,
                   n);
        BOOST_TEST(
            ask("PATCH", foo_a, R"([{"op":"add","path":"/spec/size","value":7}])", editing).status == 200, n);
        BOOST_TEST(ask("DELETE", foo_a).status == 200, n);
    }
}

BOOST_FIXTURE_TEST_CASE(objects_that_are_too_deep_are_rejected, preserving_kind) {
    const std::size_t most = json_text::object_depth - 2;
    BOOST_TEST(ask("POST", foos, foo_of(levels(most + 1))).status == 400);
    BOOST_TEST(ask("POST", foos, foo_of(levels(most))).status == 201);
    const bj::object copied =
        tree("PATCH", foo_a, R"([{"op":"copy","from":"/spec/any","path":"/spec/any/x"}])", editing);
    BOOST_TEST(message(copied) ==
               "the object is nested deeper than the 64 levels that this server takes: flatten it");
    BOOST_TEST(
        ask("PATCH", foo_a, R"({"spec":{"any":{"x":{"y":)" + levels(most - 3) + "}}}}", merge_patch).status ==
        200);
    BOOST_TEST(ask("PATCH", std::string(foo_a) + "?fieldManager=m&force=true", foo_of(levels(most + 1)),
                   "application/apply-patch+yaml")
                   .status == 400);
    BOOST_TEST(ask("GET", foo_a).status == 200);
}
