#include "framework/webhook/conversion_endpoint.hpp"

#include "gizmo.hpp"
#include "support/virtual_world.hpp"

#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>
#include <fmt/format.h>
#include <prometheus/registry.h>

#include <sstream>

using namespace setpoint;
using namespace setpoint::test;
namespace bj = boost::json;

namespace {

// The number of replicas as text.
struct gizmo_v2_spec {
    std::string size;
    static constexpr auto describe() {
        using namespace schema;
        return object("", field(&gizmo_v2_spec::size, "size", ""));
    }
};
struct gizmo_v2 : custom_resource<gizmo_v2_spec> {
    static constexpr auto kind() {
        return custom_kind("shop.example.com", "v2", "Gizmo", "Has parts.").not_stored();
    }
};
// Fails, one way or another.
struct gizmo_v3 : custom_resource<gizmo_v2_spec> {
    static constexpr auto kind() {
        return custom_kind("shop.example.com", "v3", "Gizmo", "Has parts.").not_stored();
    }
};

struct conversion_world : virtual_world {
    std::ostringstream lines;
    text_sink sink{lines};
    prometheus::Registry registry;
    metrics m{registry};
    conversion_declaration declared;
    conversion_endpoint endpoint{logger(sink, time), m};

    conversion_world() {
        conversion_builder<gizmo>(declared)
            .version<gizmo_v2>(
                [](const gizmo_v2& from, gizmo& to) { to.spec.replicas = std::stoi(from.spec.size); },
                [](const gizmo& from, gizmo_v2& to) { to.spec.size = std::to_string(from.spec.replicas); })
            .version<gizmo_v3>(
                [](const gizmo_v3&, gizmo&) -> result<> {
                    return error(errc::invalid, "spec.size: too odd");
                },
                [](const gizmo&, gizmo_v3&) { throw std::runtime_error("secret of the program"); });
        endpoint.add(declared);
    }
    http::response post(std::string body, std::string type = "application/json") {
        const http::server_request r{
            "POST", "/convert", {{"Content-Type", std::move(type)}}, std::move(body)};
        http::response answered;
        run([&]() -> awaitable<void> { answered = co_await endpoint.serve(r); });
        return answered;
    }
    bj::object convert(std::string_view to, std::string_view objects) {
        const http::response r = post(fmt::format(
            R"({{"apiVersion":"apiextensions.k8s.io/v1","kind":"ConversionReview","request":{{"uid":"u1",)"
            R"("desiredAPIVersion":"{}","objects":{}}}}})",
            to, objects));
        BOOST_REQUIRE_MESSAGE(r.status == 200, r.body);
        bj::object response = bj::parse(r.body).at("response").as_object();
        BOOST_TEST(response.at("uid") == "u1");
        return response;
    }
};

constexpr std::string_view v1 =
    R"({"apiVersion":"shop.example.com/v1","kind":"Gizmo","metadata":{"name":"a","uid":"x","labels":{"l":"1"}},"spec":{"replicas":7}})";
constexpr std::string_view v2 =
    R"({"apiVersion":"shop.example.com/v2","kind":"Gizmo","metadata":{"name":"b"},"spec":{"size":"9"}})";

}  // namespace

BOOST_AUTO_TEST_SUITE(conversion_endpoint_test)

BOOST_AUTO_TEST_CASE(objects_are_converted_in_their_order) {
    conversion_world w;
    const bj::object r = w.convert("shop.example.com/v2", fmt::format("[{},{}]", v1, v2));
    BOOST_TEST(r.at("result").at("status") == "Success");
    const bj::array& all = r.at("convertedObjects").as_array();
    BOOST_REQUIRE(all.size() == 2u);
    BOOST_TEST(all[0].at("apiVersion") == "shop.example.com/v2");
    BOOST_TEST(all[0].at("spec").at("size") == "7");
    BOOST_TEST(all[0].at("metadata").at("uid") == "x");
    BOOST_TEST(all[0].at("metadata").at("labels").at("l") == "1");
    BOOST_TEST(all[1].at("metadata").at("name") == "b");
    BOOST_TEST(w.convert("shop.example.com/v1", fmt::format("[{}]", v2))
                   .at("convertedObjects")
                   .at(0)
                   .at("spec")
                   .at("replicas") == 9);
    BOOST_TEST(w.convert("shop.example.com/v1", "[]").at("convertedObjects").as_array().empty());
}

BOOST_AUTO_TEST_CASE(what_cannot_be_converted_fails_the_review_and_says_where) {
    conversion_world w;
    const auto message = [&](std::string_view to, std::string_view objects) {
        const bj::object r = w.convert(to, objects);
        BOOST_TEST(r.at("result").at("status") == "Failure");
        BOOST_TEST(r.at("convertedObjects").as_array().empty());
        return std::string(r.at("result").at("message").as_string());
    };
    BOOST_TEST(message("shop.example.com/v4", fmt::format("[{}]", v1))
                   .find("request.objects[0]: there is no conversion of Gizmo of shop.example.com/v4") !=
               std::string::npos);
    BOOST_TEST(message("shop.example.com/v2",
                       fmt::format("[{},{}]", v1, R"({"apiVersion":"other/v1","kind":"Gizmo"})"))
                   .find("request.objects[1]") != std::string::npos);
    const std::string wrong = message(
        "shop.example.com/v1",
        R"([{"apiVersion":"shop.example.com/v2","kind":"Gizmo","metadata":{"name":"b"},"spec":{"size":9}}])");
    BOOST_TEST(wrong.find("spec.size") != std::string::npos, wrong);
    BOOST_TEST(message("shop.example.com/v1",
                       R"([{"apiVersion":"shop.example.com/v3","kind":"Gizmo","metadata":{"name":"b"}}])")
                   .find("spec.size: too odd") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(conversions_are_counted_and_failures_are_logged_with_the_object) {
    conversion_world w;
    w.convert("shop.example.com/v2", fmt::format("[{}]", v1));
    BOOST_TEST(w.lines.str().empty());
    w.convert(
        "shop.example.com/v1",
        R"([{"apiVersion":"shop.example.com/v2","kind":"Gizmo","metadata":{"name":"b","namespace":"n"},"spec":{"size":9}}])");
    const std::string log = w.lines.str();
    BOOST_TEST(log.find("WARN") != std::string::npos, log);
    BOOST_TEST(
        log.find("kind=Gizmo object=n/b from=shop.example.com/v2 to=shop.example.com/v1 error=\"spec.size: "
                 "expected a string") != std::string::npos,
        log);
    for (const char* result : {"converted", "failed"})
        BOOST_TEST(w.m.sum("setpoint_webhook_reviews_total", {{"webhook", "/convert"}, {"result", result}})
                       .value_or(0) == 1);
}

BOOST_AUTO_TEST_CASE(an_exception_is_answered_with_500_and_counted) {
    conversion_world w;
    const http::response r = w.post(fmt::format(
        R"({{"apiVersion":"apiextensions.k8s.io/v1","kind":"ConversionReview","request":{{"uid":"u1",)"
        R"("desiredAPIVersion":"shop.example.com/v3","objects":[{}]}}}})",
        v1));
    BOOST_TEST(r.status == 500);
    BOOST_TEST(r.body.find("secret of the program") == std::string::npos);
    BOOST_TEST(w.m.sum("controller_runtime_conversion_webhook_panics_total", {}).value() == 1);
    BOOST_TEST(w.m.sum("controller_runtime_webhook_requests_total", {{"code", "500"}}).value() == 1);
}

BOOST_AUTO_TEST_CASE(what_is_not_a_review_is_refused) {
    conversion_world w;
    BOOST_TEST(w.post("{}").status == 400);
    BOOST_TEST(w.post("").status == 400);
    BOOST_TEST(w.post(R"({"apiVersion":"apiextensions.k8s.io/v1","kind":"ConversionReview"})")
                   .body.find("request: missing") != std::string::npos);
    BOOST_TEST(w.post("{}", "text/plain").status == 415);
    conversion_declaration again;
    conversion_builder<gizmo> b(again);
    BOOST_CHECK_THROW(w.endpoint.add(again), fault);
}

BOOST_AUTO_TEST_SUITE_END()
