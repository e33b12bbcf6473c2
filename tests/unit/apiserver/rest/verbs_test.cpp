#include "api_fixture.hpp"

#include <boost/test/unit_test.hpp>

#include <array>
#include <vector>

namespace {

using namespace setpoint;
using namespace setpoint::apiserver;
using namespace setpoint::apiserver::test;

bj::object parsed(const http::response& r) {
    return bj::parse(r.body).as_object();
}

std::string message(const http::response& r) {
    return std::string(text_at(parsed(r), "message"));
}

}  // namespace

BOOST_FIXTURE_TEST_CASE(creates_and_reads_back, api_fixture) {
    const auto made = ask(
        "POST", maps, R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"x"},"data":{"a":"1"}})");
    BOOST_TEST(made.status == 201);
    const auto got = ask("GET", std::string(maps) + "/x");
    BOOST_TEST(got.status == 200);
    BOOST_TEST(text_at(object_of(parsed(got), "data"), "a") == "1");
    BOOST_TEST(list_of(parsed(ask("GET", maps)), "items").size() == 1);
}

BOOST_FIXTURE_TEST_CASE(rejects_a_create_in_a_missing_namespace, api_fixture) {
    const auto r = ask("POST", "/api/v1/namespaces/nope/configmaps", R"({"metadata":{"name":"x"}})");
    BOOST_TEST(r.status == 404);
    BOOST_TEST(message(r) == "namespaces \"nope\" not found");
}

BOOST_FIXTURE_TEST_CASE(returns_a_conflict_for_an_old_version, api_fixture) {
    ask("POST", maps, R"({"metadata":{"name":"x"}})");
    const auto r = ask("PUT", std::string(maps) + "/x", R"({"metadata":{"name":"x","resourceVersion":"1"}})");
    BOOST_TEST(r.status == 409);
    BOOST_TEST(message(r) ==
               "Operation cannot be fulfilled on configmaps \"x\": the object has been modified; please "
               "apply your changes to the latest version and try again");
}

BOOST_FIXTURE_TEST_CASE(rejects_an_update_that_sets_a_deletion_timestamp, api_fixture) {
    define();
    ask("POST", maps, R"({"metadata":{"name":"x"}})");
    ask("POST", foos, R"({"apiVersion":"example.com/v1","kind":"Foo","metadata":{"name":"x"}})");
    const std::string metadata = R"("metadata":{"name":"x","deletionTimestamp":"2030-01-01T00:00:00Z"}})";
    const std::string map = R"({"apiVersion":"v1","kind":"ConfigMap",)" + metadata;
    const std::string foo = R"({"apiVersion":"example.com/v1","kind":"Foo",)" + metadata;
    for (const auto& [method, type, query] : std::vector<std::array<const char*, 3>>{
             {"PUT", "application/json", ""},
             {"PATCH", merge_patch, ""},
             {"PATCH", "application/apply-patch+yaml", "?fieldManager=t&force=true"}}) {
        const auto of_map = ask(method, std::string(maps) + "/x" + query, map, type);
        BOOST_TEST(of_map.status == 422, type);
        BOOST_TEST(message(of_map) ==
                   "ConfigMap \"x\" is invalid: metadata.deletionTimestamp: Invalid value: "
                   "\"2030-01-01T00:00:00Z\": field is immutable");
        if (method == std::string("PUT")) continue;  // a PUT of a custom resource needs its version
        BOOST_TEST(ask(method, std::string(foos) + "/x" + query, foo, type).status == 422, type);
    }
    BOOST_TEST(ask("GET", std::string(maps) + "/x").body.find("deletionTimestamp") == std::string::npos);
}

BOOST_FIXTURE_TEST_CASE(deletes_with_a_status, api_fixture) {
    ask("POST", maps, R"({"metadata":{"name":"x"}})");
    const auto r = ask("DELETE", std::string(maps) + "/x");
    BOOST_TEST(r.status == 200);
    BOOST_TEST(text_at(parsed(r), "status") == "Success");
    BOOST_TEST(ask("GET", std::string(maps) + "/x").status == 404);
}

namespace {
awaitable<void> read_one(std::shared_ptr<http::body_source> from, std::string& to) {
    auto piece = co_await from->read();
    if (piece) to = *piece;
}
}  // namespace

BOOST_FIXTURE_TEST_CASE(watches_from_a_version, api_fixture) {
    const auto from = std::to_string(w->store.revision());
    const auto r = ask("GET", std::string(maps) + "?watch=1&resourceVersion=" + from);
    BOOST_REQUIRE(r.stream);
    std::string seen;
    task_scope scope(l, "test");
    scope.spawn("reader", read_one(r.stream, seen));
    ask("POST", maps, R"({"metadata":{"name":"x"}})");
    l.run_until(time_point(std::chrono::seconds(1)));
    BOOST_TEST(seen.starts_with(R"({"type":"ADDED","object":{"kind":"ConfigMap","apiVersion":"v1",)"));
}

// kube-apiserver's own groups come first; here both would even share a collection.
BOOST_FIXTURE_TEST_CASE(a_definition_does_not_take_the_place_of_a_built_in_kind, api_fixture) {
    constexpr const char* ingresses = "/apis/networking.k8s.io/v1/namespaces/default/ingresses";
    const auto made = ask(
        "POST", crds,
        R"({"metadata":{"name":"ingresses.networking.k8s.io","annotations":{"api-approved.kubernetes.io":)"
        R"("unapproved, a test"}},"spec":{"group":"networking.k8s.io","scope":"Namespaced","names":)"
        R"({"plural":"ingresses","kind":"Mine"},"versions":[{"name":"v1","served":true,"storage":true,)"
        R"("schema":{"openAPIV3Schema":{"type":"object"}}}]}})");
    BOOST_TEST(made.status == 201);
    BOOST_TEST(parsed(ask("GET", ingresses)).at("kind").as_string() == "IngressList");
    BOOST_TEST(!w->kinds.find("networking.k8s.io", "v1", "ingresses")->custom);
    w->keep(*w->kinds.find("networking.k8s.io", "v1", "ingresses"), {"default", "d"},
            bj::parse(R"({"metadata":{"name":"d","namespace":"default"}})").as_object());
    ask("DELETE", std::string(crds) + "/ingresses.networking.k8s.io");
    BOOST_TEST(ask("GET", std::string(ingresses) + "/d").status == 200);
}

BOOST_FIXTURE_TEST_CASE(an_invalid_object_of_a_kind_with_rules_says_that_none_was_checked, api_fixture) {
    define(R"(,"count":{"type":"integer","minimum":1,"x-kubernetes-validations":[{"rule":"self < 5"}]})");
    constexpr std::string_view unchecked =
        "<nil>: Invalid value: null: some validation rules were not checked because the object was invalid; "
        "correct the existing errors to complete validation";
    const auto message = [&](const char* spec) {
        const auto made = ask("POST", foos,
                              std::string(R"({"apiVersion":"example.com/v1","kind":"Foo",)") +
                                  R"("metadata":{"name":"x"},"spec":)" + spec + "}");
        return std::string(parsed(made).at("message").as_string());
    };
    BOOST_TEST(message(R"({"count":"1"})").find(unchecked) != std::string::npos);
    // The real server evaluates the rules of an object whose values are only out of range.
    BOOST_TEST(message(R"({"count":0})").find(unchecked) == std::string::npos);
}

BOOST_FIXTURE_TEST_CASE(the_methods_of_custom_resources_are_those_of_their_handler, api_fixture) {
    define();
    const std::string one = std::string(foos) + "/x", all = "/apis/example.com/v1/foos";
    const std::string foo = R"({"apiVersion":"example.com/v1","kind":"Foo","metadata":{"name":"x"}})";
    BOOST_TEST(ask("PUT", foos, foo).status == 400);
    BOOST_TEST(message(ask("PUT", foos, foo)) == "name must be provided");
    BOOST_TEST(ask("PATCH", foos, "{}", merge_patch).status == 400);
    BOOST_TEST(ask("PATCH", foos, "{}", "text/plain").status == 415);
    BOOST_TEST(ask("OPTIONS", foos).status == 405);
    BOOST_TEST(ask("POST", all, foo).status == 404);
    BOOST_TEST(ask("DELETE", all).status == 404);
    BOOST_TEST(ask("POST", one, foo).status == 201);
    BOOST_TEST(ask("HEAD", one).status == 200);
    BOOST_TEST(ask("HEAD", all).status == 200);
    BOOST_TEST(ask("GET", one + "/nope").status == 404);
}
