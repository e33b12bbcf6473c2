// Which requests one rule allows (kubernetes' rbac_test.go).

#include "apiserver/authorization/policy_rule.hpp"

#include "authorization_fixture.hpp"

#include <boost/test/unit_test.hpp>

namespace {

using namespace setpoint::apiserver;
using namespace setpoint::apiserver::authorization;

// The letters of allowed combinations: verbs v w, groups g h, resources r s.
std::string allowed_by(const policy_rule& of, const std::string& subresource = {}) {
    std::string out;
    for (const char* verb : {"v", "w"})
        for (const char* group : {"g", "h"})
            for (const char* resource : {"r", "s"}) {
                attributes a = test::asks(test::user("jane"), verb, resource);
                a.group = group;
                a.subresource = subresource;
                if (!allows(of, a)) continue;
                out += out.empty() ? "" : " ";
                out += std::string(verb) + group + resource;
            }
    return out;
}

bool allows_path(const policy_rule& of, const char* verb, const char* path) {
    return allows(of, test::asks_path(test::user("jane"), verb, path));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(policy_rules)

BOOST_AUTO_TEST_CASE(star_covers_one_dimension) {
    BOOST_TEST(allowed_by(test::rule("*", "g", "r")) == "vgr wgr");
    BOOST_TEST(allowed_by(test::rule("v", "*", "r")) == "vgr vhr");
    BOOST_TEST(allowed_by(test::rule("v", "g", "*")) == "vgr vgs");
    BOOST_TEST(allowed_by(test::rule("v", "g", "r")) == "vgr");
    BOOST_TEST(allowed_by(test::rule("v,w", "g,h", "r,s")) == "vgr vgs vhr vhs wgr wgs whr whs");
    BOOST_TEST(allowed_by(test::rule("v", "-", "r")) == "");
}

BOOST_AUTO_TEST_CASE(subresource_is_named_or_matched_by_star) {
    BOOST_TEST(allowed_by(test::rule("*", "*", "r"), "status") == "");
    BOOST_TEST(allowed_by(test::rule("v", "g", "r/status"), "status") == "vgr");
    BOOST_TEST(allowed_by(test::rule("v", "g", "r/status"), "scale") == "");
    BOOST_TEST(allowed_by(test::rule("v", "g", "r/status")) == "");
    BOOST_TEST(allowed_by(test::rule("v", "g", "*/status"), "status") == "vgr vgs");
    BOOST_TEST(allowed_by(test::rule("v", "g", "*/status")) == "");
    BOOST_TEST(allowed_by(test::rule("v", "g", "*/xstatus"), "status") == "");
    BOOST_TEST(allowed_by(test::rule("v", "g", "xr/status"), "status") == "");
    BOOST_TEST(allowed_by(test::rule("v", "g", "*"), "status") == "vgr vgs");
    BOOST_TEST(allowed_by(test::rule("v", "g", "r/*"), "status") == "");
}

BOOST_AUTO_TEST_CASE(name_is_required_when_rule_has_names) {
    const policy_rule r = test::rule("get", "", "pods", "-", "a,b");
    const auto named = [&](const char* name) {
        return allows(r, test::asks(test::user("jane"), "get", "pods", "ns", name));
    };
    BOOST_TEST(named("a"));
    BOOST_TEST(named("b"));
    BOOST_TEST(!named("c"));
    BOOST_TEST(!named(""));
}

BOOST_AUTO_TEST_CASE(url_matches_exactly_or_by_prefix) {
    const policy_rule all = test::url_rule("get", "*");
    BOOST_TEST(allows_path(all, "get", "/foo"));
    BOOST_TEST(allows_path(all, "get", "/foo/bar/one"));
    BOOST_TEST(!allows_path(all, "put", "/foo"));
    const policy_rule below = test::url_rule("get", "/foo/*");
    BOOST_TEST(!allows_path(below, "get", "/foo"));
    BOOST_TEST(allows_path(below, "get", "/foo/"));
    BOOST_TEST(allows_path(below, "get", "/foo/bar/one"));
    BOOST_TEST(!allows_path(below, "get", "/notfoo/bar"));
    const policy_rule exact = test::url_rule("*", "/foo,/foo/bar/one");
    BOOST_TEST(allows_path(exact, "put", "/foo/bar/one"));
    BOOST_TEST(!allows_path(exact, "get", "/foo/bar"));
    // Only asterisks at the end are special, all of them.
    BOOST_TEST(allows_path(test::url_rule("get", "/foo**"), "get", "/foobar"));
    BOOST_TEST(!allows_path(test::url_rule("get", "/*/bar"), "get", "/foo/bar"));
}

BOOST_AUTO_TEST_CASE(resource_and_url_requests_are_separate) {
    BOOST_TEST(!allows_path(test::rule("*", "*", "*"), "get", "/foo"));
    BOOST_TEST(allowed_by(test::url_rule("*", "*")) == "");
}

BOOST_AUTO_TEST_CASE(rule_is_read_and_printed) {
    const policy_rule r = read_rule(test::parsed(
        R"({"verbs":["get"],"apiGroups":["","a\"b"],"resources":["pods"],"resourceNames":["x"],"nonResourceURLs":["/y"]})"));
    BOOST_TEST(
        rule_text(r) ==
        R"({APIGroups:["" "a\"b"], Resources:["pods"], NonResourceURLs:["/y"], ResourceNames:["x"], Verbs:["get"]})");
    BOOST_TEST(rule_text({}) == "{}");
    BOOST_TEST((read_rule(rule_object(r)) == r));
}

BOOST_AUTO_TEST_SUITE_END()
