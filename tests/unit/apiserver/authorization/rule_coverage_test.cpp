// Which rules cover which (component-helpers' policy_comparator_test.go, kubernetes' policy_compact_test.go).

#include "apiserver/authorization/rule_coverage.hpp"

#include "authorization_fixture.hpp"

#include <boost/test/unit_test.hpp>

namespace {

using namespace setpoint::apiserver;
using namespace setpoint::apiserver::authorization;
using test::rule;
using test::url_rule;
using rules = std::vector<policy_rule>;

// One text for each missing combination.
std::vector<std::string> missing(const rules& held, const rules& wanted) {
    std::vector<std::string> out;
    for (const policy_rule& r : missing_rules(held, wanted)) out.push_back(rule_text(r));
    return out;
}
bool covers(const rules& held, const rules& wanted) {
    return missing_rules(held, wanted).empty();
}

}  // namespace

BOOST_AUTO_TEST_SUITE(rule_coverage)

BOOST_AUTO_TEST_CASE(rules_together_cover_a_larger_one) {
    BOOST_TEST(covers({rule("delete", "v1", "deployments"), rule("delete", "v1", "builds"),
                       rule("update", "v1", "builds,deployments")},
                      {rule("delete,update", "v1", "builds,deployments")}));
    rules two_groups;
    for (const char* group : {"a", "b"})
        for (const char* resource : {"builds", "deployments"})
            two_groups.push_back(rule("delete", group, resource));
    BOOST_TEST(covers(two_groups, {rule("delete", "a,b", "builds,deployments")}));
    BOOST_TEST(covers({rule("delete", "a,b", "builds,deployments")}, two_groups));
}

BOOST_AUTO_TEST_CASE(missing_combinations_are_listed_one_by_one) {
    const auto out =
        missing({rule("delete,update", "v1", "builds,deployments"), rule("delete", "v1", "pods")},
                {rule("delete,update", "v1", "builds,deployments,pods")});
    BOOST_TEST(out == std::vector<std::string>{R"({APIGroups:["v1"], Resources:["pods"], Verbs:["update"]})"},
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(star_covers_values_but_not_reverse) {
    BOOST_TEST(covers({rule("get", "*", "roles")}, {rule("get", "a,b", "roles")}));
    BOOST_TEST(!covers({rule("get", "a", "roles")}, {rule("get", "*", "roles")}));
    BOOST_TEST(covers({rule("get", "*", "roles")}, {rule("get", "*", "roles")}));
    BOOST_TEST(covers({rule("*", "v1", "roles")}, {rule("watch,list", "v1", "roles")}));
    BOOST_TEST(!covers({rule("get,list,watch,create,update,delete,exec", "v1", "roles")},
                       {rule("*", "v1", "roles")}));
    BOOST_TEST(covers({rule("get", "v1", "*")}, {rule("get", "v1", "resourcegroup:deployments")}));
    BOOST_TEST(!covers({rule("get", "v1", "roles,resourcegroup:deployments")}, {rule("get", "v1", "*")}));
    BOOST_TEST(covers({rule("get", "v1", "*/scale")}, {rule("get", "v1", "foo/scale")}));
    BOOST_TEST(!covers({rule("get", "v1", "*/scale")}, {rule("get", "v1", "foo")}));
    BOOST_TEST(!covers({rule("get", "v1", "foo/scale")}, {rule("get", "v1", "*/scale")}));
}

BOOST_AUTO_TEST_CASE(names_are_covered_by_their_absence) {
    BOOST_TEST(covers({rule("get", "v1", "pods")}, {rule("get", "v1", "pods", "-", "foo,bar")}));
    BOOST_TEST(!covers({rule("get", "v1", "pods", "-", "foo,bar")}, {rule("get", "v1", "pods")}));
    BOOST_TEST(covers({rule("get", "v1", "pods", "-", "foo"), rule("get", "v1", "pods", "-", "bar")},
                      {rule("get", "v1", "pods", "-", "foo,bar")}));
}

BOOST_AUTO_TEST_CASE(urls_are_covered_by_prefixes) {
    BOOST_TEST(covers({url_rule("*", "/apis")}, {url_rule("*", "/apis")}));
    BOOST_TEST(covers({url_rule("*", "*")}, {url_rule("*", "/apis,/apis/v1,/")}));
    BOOST_TEST(missing({url_rule("*", "/apis/*")}, {url_rule("get", "/apis,/apis/v1")}) ==
                   std::vector<std::string>{R"({NonResourceURLs:["/apis"], Verbs:["get"]})"},
               boost::test_tools::per_element());
    BOOST_TEST(covers({url_rule("*", "/apis/*")}, {url_rule("get", "/apis/v1/foo,/apis/v1")}));
    BOOST_TEST(covers({rule("get", "v1", "builds", "/apis")}, {rule("get", "v1", "builds", "/apis")}));
    BOOST_TEST(missing({rule("get", "v1", "builds")}, {rule("get", "v1", "builds", "/apis")}) ==
                   std::vector<std::string>{R"({NonResourceURLs:["/apis"], Verbs:["get"]})"},
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(url_of_rule_covers_others) {
    struct {
        const char *owner, *wanted;
        bool covered;
    } cases[] = {{"*", "", true},
                 {"*", "/", true},
                 {"*", "/api", true},
                 {"/*", "", false},
                 {"/*", "/", true},
                 {"/*", "/foo", true},
                 {"/api", "/api", true},
                 {"/apis", "/api", false},
                 {"/api/v1", "/api", false},
                 {"/api/*", "/api/v1", true},
                 {"/api/*", "/api", false},
                 {"/api/*/*", "/api/v1", false},
                 {"/*/v1/*", "/api/v1", false}};
    for (const auto& c : cases)
        BOOST_TEST(url_covers(c.owner, c.wanted) == c.covered, c.owner << " and " << c.wanted);
}

BOOST_AUTO_TEST_CASE(huge_rule_is_missing_as_a_whole) {
    policy_rule huge;
    for (int i = 0; i < 400; ++i) {
        huge.verbs.push_back("v" + std::to_string(i));
        huge.api_groups.push_back("g" + std::to_string(i));
        huge.resources.push_back("r" + std::to_string(i));
    }
    BOOST_TEST(combinations_of(huge) > most_combinations);
    const rules out = missing_rules(rules{rule("v1", "g1", "r1")}, rules{huge});
    BOOST_TEST_REQUIRE(out.size() == 1u);
    BOOST_TEST((out.front() == huge));
    BOOST_TEST(covers({rule("*", "*", "*")}, {huge}));
    policy_rule overflow;
    overflow.verbs.resize(300'000);
    overflow.api_groups = overflow.resources = overflow.resource_names = overflow.verbs;
    BOOST_TEST(combinations_of(overflow) > most_combinations);
}

BOOST_AUTO_TEST_CASE(simple_rules_are_merged) {
    const rules out = compacted(
        rules{rule("get", "", "builds"), rule("list", "", "builds"), rule("update,patch", "", "builds"),
              rule("create", "apps", "daemonsets"), rule("patch", "apps", "daemonsets", "-", ""),
              rule("get", "apps", "daemonsets", "-", "foo"), rule("list", "apps", "daemonsets", "-", "foo"),
              rule("-", "", "pods"), rule("create", "", "pods")});
    const rules expected{rule("get,list,update,patch", "", "builds"), rule("create", "apps", "daemonsets"),
                         rule("patch", "apps", "daemonsets", "-", ""),
                         rule("get,list", "apps", "daemonsets", "-", "foo"), rule("create", "", "pods")};
    BOOST_TEST((out == expected));
}

BOOST_AUTO_TEST_CASE(complex_rules_stay_as_they_are) {
    for (const rules& all : {rules{rule("get", "a,b", "builds"), rule("list", "a,b", "builds")},
                             rules{rule("get", "", "builds,images"), rule("list", "", "builds,images")},
                             rules{rule("get", "", "builds", "-", "x"), rule("list", "", "builds", "-", "y")},
                             rules{rule("get", "", "builds", "/"), rule("get", "", "builds", "/foo")},
                             rules{rule("get", "-", "builds"), rule("list", "-", "builds")}})
        BOOST_TEST((compacted(all) == all));
}

BOOST_AUTO_TEST_SUITE_END()
