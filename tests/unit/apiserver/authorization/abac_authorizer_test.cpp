// Authorization by a file of rules (pkg/auth/authorizer/abac/abac_test.go).

#include "apiserver/authorization/abac_authorizer.hpp"

#include "authorization_fixture.hpp"

#include <boost/test/unit_test.hpp>
#include <fmt/format.h>

#include <string>
#include <utility>

namespace {

using namespace setpoint;
using namespace setpoint::apiserver;
using namespace setpoint::apiserver::authorization;
using setpoint::apiserver::test::asks;
using setpoint::apiserver::test::asks_path;
using setpoint::apiserver::test::user;

constexpr std::string_view old_form =
    "# comment\n"
    "{\"user\": \"admin\"}\n"
    "\n"
    "{\"user\": \"scheduler\", \"readonly\": true, \"resource\": \"pods\"}\r\n"
    "  # comment\n"
    "{\"user\": \"alice\", \"namespace\": \"projectCaribou\"}\n"
    "{\"group\": \"readers\", \"readonly\": true}\n"
    "{\"user\": \"one\", \"group\": \"two\", \"resource\": \"bindings\"}";

std::string line(const std::string& spec) {
    return R"({"apiVersion":"abac.authorization.kubernetes.io/v1beta1","kind":"Policy","spec":)" + spec +
           "}\n";
}

abac_authorizer made(std::string_view text) {
    auto read = read_abac_policy(text, "p");
    BOOST_REQUIRE_MESSAGE(read.has_value(), (read ? "" : read.error().message));
    return abac_authorizer(std::move(read->rules));
}

bool allows(const abac_authorizer& by, const attributes& of) {
    const decision d = by.authorize(of);
    BOOST_TEST((d.allows() || d.reason == "No policy matched."));
    return d.allows();
}

// The error about the one line of a file.
std::string refusal_of(const std::string& text) {
    const auto read = read_abac_policy(text + "\n", "p");
    if (read) return "read";
    const std::string head = fmt::format("error reading policy file p, line 1: {}: ", text);
    BOOST_REQUIRE_MESSAGE(read.error().message.starts_with(head), read.error().message);
    return read.error().message.substr(head.size());
}

}  // namespace

BOOST_AUTO_TEST_SUITE(abac)

BOOST_AUTO_TEST_CASE(old_rules_without_limits_allow_everything) {
    const auto read = read_abac_policy(old_form, "p");
    BOOST_REQUIRE(read.has_value());
    BOOST_TEST(read->unversioned == 5u);
    const abac_authorizer by(read->rules);
    BOOST_TEST(allows(by, asks(user("admin"), "delete", "apps/deployments", "ns")));
    BOOST_TEST(allows(by, asks_path(user("admin"), "post", "/anything")));
    BOOST_TEST(!allows(by, asks(user("nobody"), "get", "pods", "ns")));
}

BOOST_AUTO_TEST_CASE(old_rules_limit_verbs_and_places) {
    const abac_authorizer by = made(old_form);
    for (const char* verb : {"get", "list", "watch"})
        BOOST_TEST(allows(by, asks(user("scheduler"), verb, "pods", "ns")));
    BOOST_TEST(!allows(by, asks(user("scheduler"), "create", "pods", "ns")));
    BOOST_TEST(!allows(by, asks(user("scheduler"), "get", "endpoints", "ns")));
    BOOST_TEST(!allows(by, asks_path(user("scheduler"), "get", "/version")));
    BOOST_TEST(allows(by, asks(user("alice"), "update", "pods", "projectCaribou")));
    BOOST_TEST(!allows(by, asks(user("alice"), "get", "pods", "other")));
    BOOST_TEST(allows(by, asks(user("x", "a,readers"), "get", "pods", "ns")));
    BOOST_TEST(!allows(by, asks(user("x", "readers"), "patch", "pods", "ns")));
    BOOST_TEST(!allows(by, asks(user("one"), "create", "bindings", "ns")));
    BOOST_TEST(allows(by, asks(user("one", "two"), "create", "bindings", "ns")));
}

BOOST_AUTO_TEST_CASE(versioned_rules_name_everything) {
    const abac_authorizer by =
        made(line(R"({"user":"jane","namespace":"ns","resource":"pods","apiGroup":""})") +
             line(R"({"user":"joe","namespace":"*","resource":"*","apiGroup":"apps"})") +
             line(R"({"user":"all"})") + line(R"({"namespace":"*","resource":"*","apiGroup":"*"})"));
    BOOST_TEST(allows(by, asks(user("jane"), "create", "pods", "ns")));
    BOOST_TEST(allows(by, asks(user("jane"), "create", "pods:status", "ns")));
    BOOST_TEST(!allows(by, asks(user("jane"), "get", "example.com/pods", "ns")));
    BOOST_TEST(allows(by, asks(user("joe"), "get", "apps/deployments")));
    BOOST_TEST(!allows(by, asks(user("joe"), "get", "pods", "ns")));
    BOOST_TEST(!allows(by, asks(user("all"), "get", "pods", "ns")));
    BOOST_TEST(!allows(by, asks_path(user("all"), "get", "/version")));
    BOOST_TEST(!allows(by, asks(user("", ""), "get", "pods", "ns")));
}

BOOST_AUTO_TEST_CASE(a_star_means_authenticated_users) {
    const std::string everyone = "x,system:authenticated";
    for (const char* who : {R"("user":"*")", R"("group":"*")", R"("user":"*","group":"admins")"}) {
        const abac_authorizer by = made(line(fmt::format(R"({{{},"nonResourcePath":"*"}})", who)));
        BOOST_TEST(allows(by, asks_path(user("jane", everyone), "post", "/x")), who);
        BOOST_TEST(!allows(by, asks_path(user("system:anonymous", "system:unauthenticated"), "get", "/x")));
    }
    for (const char* old : {"{}", "null", "---", R"({"User":"x"})", R"({"user":"*"})", R"({"group":"*"})"}) {
        const abac_authorizer by = made(std::string(old) + "\n");
        BOOST_TEST(allows(by, asks(user("jane", everyone), "get", "pods")), old);
        BOOST_TEST(!allows(by, asks(user("system:anonymous"), "get", "pods")), old);
    }
}

BOOST_AUTO_TEST_CASE(paths_may_end_with_a_star) {
    const abac_authorizer by = made(line(R"({"user":"a","nonResourcePath":"/x"})") +
                                    line(R"({"user":"b","readonly":true,"nonResourcePath":"/x/*"})") +
                                    line(R"({"user":"c","nonResourcePath":""})"));
    BOOST_TEST(allows(by, asks_path(user("a"), "post", "/x")));
    BOOST_TEST(!allows(by, asks_path(user("a"), "get", "/x/y")));
    BOOST_TEST(allows(by, asks_path(user("b"), "get", "/x/y")));
    BOOST_TEST(!allows(by, asks_path(user("b"), "get", "/x")));
    BOOST_TEST(!allows(by, asks_path(user("b"), "post", "/x/y")));
    BOOST_TEST(!allows(by, asks_path(user("c"), "get", "/x")));
    BOOST_TEST(!allows(by, asks(user("a"), "get", "pods", "ns")));
}

BOOST_AUTO_TEST_CASE(rules_of_a_user_are_listed) {
    const abac_authorizer by =
        made(line(R"({"user":"jane","namespace":"ns","resource":"pods","apiGroup":"","readonly":true})") +
             line(R"({"user":"jane","namespace":"*","nonResourcePath":"/x"})") +
             line(R"({"user":"joe","namespace":"*","resource":"*","apiGroup":"*"})"));
    const rule_list in = by.rules_for(*user("jane"), "ns");
    BOOST_TEST_REQUIRE(in.resources.size() == 1u);
    BOOST_TEST((in.resources[0] == resource_rule{{"get", "list", "watch"}, {""}, {"pods"}, {}}));
    BOOST_TEST_REQUIRE(in.non_resources.size() == 1u);
    BOOST_TEST((in.non_resources[0] == non_resource_rule{{"*"}, {"/x"}}));
    BOOST_TEST(!in.is_incomplete);
    BOOST_TEST(by.rules_for(*user("jane"), "other").resources.empty());
}

BOOST_AUTO_TEST_CASE(lines_may_be_yaml) {
    const abac_authorizer by = made("user: jane\n");
    BOOST_TEST(allows(by, asks(user("jane"), "get", "pods")));
    BOOST_TEST(refusal_of("{user: joe}").starts_with("couldn't get version/kind; json parse error: "));
    BOOST_TEST(refusal_of("a: [").starts_with("yaml: "));
    BOOST_TEST(refusal_of("- a") ==
               "couldn't get version/kind; json parse error: json: cannot unmarshal array into Go value of "
               "type struct { APIVersion string \"json:\\\"apiVersion,omitempty\\\"\"; Kind string "
               "\"json:\\\"kind,omitempty\\\"\" }");
}

BOOST_AUTO_TEST_CASE(bad_lines_are_named) {
    const std::string two = "# first\n" + line(R"({"user":1})");
    const auto read = read_abac_policy(two, "/policy");
    BOOST_REQUIRE(!read.has_value());
    BOOST_TEST(
        read.error().message.starts_with("error reading policy file /policy, line 2: {\"apiVersion\""));
    BOOST_TEST((read.error().code == errc::bad_config));
    BOOST_TEST(refusal_of("{").starts_with("couldn't get version/kind; json parse error: "));
    BOOST_TEST(refusal_of(R"({"user":1,"group":2})") ==
               "json: cannot unmarshal number into Go struct field Policy.user of type string");
    BOOST_TEST(refusal_of(R"({"readonly":"x"})") ==
               "json: cannot unmarshal string into Go struct field Policy.readonly of type bool");
    BOOST_TEST(refusal_of(R"({"kind":1})") ==
               "couldn't get version/kind; json parse error: json: cannot unmarshal number into Go struct "
               "field .kind of type string");
    BOOST_TEST(refusal_of(R"({"apiVersion":"a/b/c","kind":"Policy"})") ==
               "unexpected GroupVersion string: a/b/c");
    BOOST_TEST(read_abac_policy(std::string(70'000, '#'), "p").error().message ==
               "error reading policy file p: bufio.Scanner: token too long");
}

BOOST_AUTO_TEST_CASE(other_kinds_are_refused) {
    const auto named = [](const std::string& version, const std::string& kind) {
        return refusal_of(fmt::format(R"({{"apiVersion":"{}","kind":"{}"}})", version, kind));
    };
    const std::string group = "abac.authorization.kubernetes.io/";
    BOOST_TEST(named(group + "v0", "Policy") == "read");
    BOOST_TEST(named("v1", "Pod").starts_with(R"(no kind "Pod" is registered for version "v1" in scheme )"));
    BOOST_TEST(named(group + "v2", "Policy")
                   .starts_with(R"(no kind "Policy" is registered for version ")" + group + R"(v2" in )"));
    BOOST_TEST(refusal_of(R"({"kind":"Foo"})")
                   .starts_with(R"(no kind "Foo" is registered for version ")" + group + R"(v0" in )"));
    BOOST_TEST(refusal_of(R"({"apiVersion":"other/"})") ==
               R"(Object 'apiVersion' is missing in '{"apiVersion":"other/"}')");
    // Otherwise it would allow everything, in the form of version 0.
    BOOST_TEST(
        refusal_of(R"({"apiVersion":"abac.authorization.kubernetes.io/v1beta1","spec":{"user":"a"}})") ==
        "converting (v1beta1.Policy) to (v0.Policy): unknown conversion");
}

BOOST_AUTO_TEST_SUITE_END()
