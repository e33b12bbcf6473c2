// Query parameters, parsed like Go: net/url, apimachinery's conversion of query values,
// time.ParseDuration.

#include "api_fixture.hpp"
#include "apiserver/request/options.hpp"
#include "apiserver/request/query.hpp"

#include <boost/test/unit_test.hpp>

namespace {

using namespace setpoint;
using namespace setpoint::apiserver;
using namespace setpoint::apiserver::test;

struct map_fixture : api_fixture {
    map_fixture() { ask("POST", std::string(maps) + "?fieldManager=m1", map); }
    int status(const char* method, const std::string& path, const std::string& body = {},
               const char* type = "application/json") {
        return ask(method, path, body, type).status;
    }
    std::string error_of(const std::string& query) {
        return message(tree("GET", std::string(maps) + "?" + query));
    }
    static constexpr const char* map = R"({"metadata":{"name":"a"},"data":{"k":"v"}})";
    static constexpr const char* one = "/api/v1/namespaces/default/configmaps/a";
};

}  // namespace

BOOST_AUTO_TEST_SUITE(parameters)

BOOST_AUTO_TEST_CASE(booleans_are_false_for_0_and_for_false_in_any_case) {
    for (const char* v : {"0", "false", "False", "FALSE", "fAlSe", "%66alse", "fal%C5%BFe"})
        BOOST_TEST(!query_parameters(std::string("x=") + v).flag("x"), v);
    for (const char* v : {"", "1", "true", "f", "no", "off", "00", "-0", "null", "None", "false+", "falsee",
                          "fals", "fal\xc5se"})
        BOOST_TEST(query_parameters(std::string("x=") + v).flag("x"), v);
    BOOST_TEST(query_parameters("x").flag("x"));
    BOOST_TEST(!query_parameters("y=1").flag("x"));
    BOOST_TEST(!query_parameters("y=1").boolean("x").has_value());
}

BOOST_AUTO_TEST_CASE(the_first_of_several_counts) {
    BOOST_TEST(!query_parameters("x=False&x=1").flag("x"));
    BOOST_TEST(query_parameters("x&x=0").flag("x"));
    BOOST_TEST(query_parameters("x=a&x=b").get("x") == "a");
    BOOST_TEST(query_parameters("x=a&x=b").all("x").size() == 2U);
}

BOOST_AUTO_TEST_CASE(malformed_parameters_are_dropped) {
    const query_parameters q("a=1;b=2&c=%zz&d%=1&e=%4&f=%&g=1&%68=+%2B&=x&&i");
    for (const char* gone : {"a", "b", "c", "d%", "e", "f"}) BOOST_TEST(!q.has(gone), gone);
    BOOST_TEST(q.get("g") == "1");
    BOOST_TEST(q.get("h") == " +");
    BOOST_TEST(q.get("") == "x");
    BOOST_TEST(q.has("i"));
    BOOST_TEST(query_parameters("c=%zz&c=1").get("c") == "1");
    std::string many = "x=1";
    for (int i = 0; i < 9'999; ++i) many += "&";
    BOOST_TEST(query_parameters(many).has("x"));
    BOOST_TEST(!query_parameters(many + "&").has("x"));
}

BOOST_FIXTURE_TEST_CASE(python_clients_list_with_watch_false, map_fixture) {
    for (const char* v : {"=False", "=FALSE", "=0", "=false"}) {
        const auto r = ask("GET", std::string(maps) + "?watch" + v);
        BOOST_TEST(!r.stream, v);
        BOOST_TEST(message(bj::parse(r.body).as_object()).empty(), v);
    }
    for (const char* v : {"", "=", "=True", "=no"})
        BOOST_TEST(!!ask("GET", std::string(maps) + "?watch" + v).stream, v);
}

BOOST_FIXTURE_TEST_CASE(force_false_does_not_force, map_fixture) {
    const std::string path = std::string(one) + "?fieldManager=m2&dryRun=All";
    const char* const change = R"({"apiVersion":"v1","kind":"ConfigMap","data":{"k":"w"}})";
    for (const char* v : {"", "&force=False", "&force=0"})
        BOOST_TEST(status("PATCH", path + v, change, apply_patch) == 409, v);
    for (const char* v : {"&force", "&force=", "&force=True"})
        BOOST_TEST(status("PATCH", path + v, change, apply_patch) == 200, v);
    BOOST_TEST(status("PATCH", path + "&force=False", "{}", merge_patch) == 422);
}

BOOST_FIXTURE_TEST_CASE(numbers_must_be_numbers, map_fixture) {
    BOOST_TEST(error_of("limit=") == R"(strconv.ParseInt: parsing "": invalid syntax)");
    BOOST_TEST(error_of("timeoutSeconds") == R"(strconv.ParseInt: parsing "": invalid syntax)");
    BOOST_TEST(error_of("limit=9223372036854775808") ==
               R"(strconv.ParseInt: parsing "9223372036854775808": value out of range)");
    BOOST_TEST(error_of("limit=x&timeoutSeconds=y") == R"(strconv.ParseInt: parsing "y": invalid syntax)");
    BOOST_TEST(error_of("limit=%201") == R"(strconv.ParseInt: parsing " 1": invalid syntax)");
    for (const char* good : {"limit=%2B1", "limit=-1", "limit=01", "limit=-0", "limit=%zz"})
        BOOST_TEST(error_of(good) == "", good);
    BOOST_TEST(status("DELETE", std::string(one) + "?gracePeriodSeconds=&dryRun=All") == 400);
    // Numbers are parsed before selectors, and combinations are checked before the kind's fields.
    BOOST_TEST(error_of("limit=x&labelSelector=((") == R"(strconv.ParseInt: parsing "x": invalid syntax)");
    BOOST_TEST(
        error_of("sendInitialEvents&fieldSelector=x=y").find("sendInitialEvents is forbidden for list") !=
        std::string::npos);
}

BOOST_FIXTURE_TEST_CASE(timeouts_are_durations_for_every_path, map_fixture) {
    const std::string begin = "invalid timeout specified in the request URL - time: ";
    for (const char* path : {maps, one, "/api/v1/nope", "/nope"}) {
        const auto r = ask("GET", std::string(path) + "?timeout=x");
        BOOST_TEST(r.status == 400, path);
        BOOST_TEST(message(bj::parse(r.body).as_object()) == begin + R"(invalid duration "x")", path);
    }
    BOOST_TEST(error_of("timeout=30") == begin + R"(missing unit in duration "30")");
    BOOST_TEST(error_of("timeout=30s") == "");
    BOOST_TEST(error_of("timeout=") == "");
    BOOST_TEST(error_of("timeout=32s&timeout=x") == "");
    BOOST_TEST(!!ask("GET", std::string(maps) + "?watch=1&timeout=x").stream);
}

BOOST_FIXTURE_TEST_CASE(watches_with_an_elapsed_timeout_end_at_once, map_fixture) {
    const auto events = [&](const std::string& more) {
        return read(ask("GET", std::string(maps) + "?watch=1&timeoutSeconds=" + more),
                    std::chrono::milliseconds(1));
    };
    BOOST_TEST(events("-1") == "");
    BOOST_TEST(events("9223372036854775807") == "");  // wraps, like a Go duration
    BOOST_TEST(events("1").find("ADDED") != std::string::npos);
    BOOST_TEST(events("0").find("ADDED") != std::string::npos);
}

BOOST_FIXTURE_TEST_CASE(a_watch_from_any_version_has_initial_events, map_fixture) {
    const std::string path = std::string(maps) + "?watch=1&allowWatchBookmarks=1";
    BOOST_TEST(read(ask("GET", path)).find("initial-events-end") != std::string::npos);
    BOOST_TEST(read(ask("GET", path + "&resourceVersion=0")).find("initial-events-end") != std::string::npos);
    BOOST_TEST(read(ask("GET", path + "&resourceVersion=1")).find("initial-events-end") == std::string::npos);
    BOOST_TEST(status("GET", path + "&continue=x") == 422);
    BOOST_TEST(status("GET", path + "&resourceVersion=1&continue=x") == 200);
}

BOOST_FIXTURE_TEST_CASE(deletes_take_preconditions_from_the_query, map_fixture) {
    BOOST_TEST(status("DELETE", std::string(one) + "?uid=x") == 409);
    BOOST_TEST(status("DELETE", std::string(one) + "?resourceVersion=1") == 409);
    BOOST_TEST(status("DELETE", std::string(maps) + "?uid=x") == 409);
    BOOST_TEST(status("DELETE", std::string(one) + "?orphanDependents=False&propagationPolicy=Orphan") ==
               422);
    BOOST_TEST(status("DELETE", std::string(one) + "?uid=&resourceVersion=&orphanDependents=False") == 200);
}

BOOST_FIXTURE_TEST_CASE(options_in_a_body_are_type_checked, map_fixture) {
    for (const auto& [body, error_of] : std::vector<std::pair<std::string, std::string>>{
             {R"({"orphanDependents":"False"})",
              "json: cannot unmarshal string into Go struct field DeleteOptions.orphanDependents of type "
              "bool"},
             {R"({"gracePeriodSeconds":1.5})",
              "json: cannot unmarshal number 1.5 into Go struct field "
              "DeleteOptions.gracePeriodSeconds of type int64"},
             {R"({"dryRun":"All"})",
              "json: cannot unmarshal string into Go struct field DeleteOptions.dryRun of type []string"}})
        for (const char* path : {one, maps}) BOOST_TEST(message(tree("DELETE", path, body)) == error_of);
    BOOST_TEST(status("GET", one) == 200);
}

BOOST_FIXTURE_TEST_CASE(field_managers_must_be_printable, map_fixture) {
    const std::string path = std::string(one) + "?dryRun=All&fieldManager=";
    for (const char* good : {"a%20b", "%C3%A9", "%F0%9F%98%80", "%FF", "%EF%BF%BD"})
        BOOST_TEST(status("PUT", path + good, map) == 200, good);
    for (const char* bad : {"%01", "%7F", "%C2%A0", "%C2%AD", "%E2%80%A8", "%EE%80%80", "%E3%80%80"})
        BOOST_TEST(status("PUT", path + bad, map) == 422, bad);
    BOOST_TEST(message(tree("PUT", path + "x%E2%80%A8", map)) ==
               R"(UpdateOptions.meta.k8s.io "" is invalid: fieldManager: Invalid value: "x\u2028": )"
               "invalid character U+2028 (at position 1)");
}

BOOST_AUTO_TEST_SUITE_END()
