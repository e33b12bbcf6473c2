// Chains of authorizers, and those that need no policy (apiserver's union_test.go and builtin_test.go).

#include "apiserver/authorization/authorizer.hpp"
#include "apiserver/authorization/cel_authorizer.hpp"
#include "authorization_fixture.hpp"

#include <boost/test/unit_test.hpp>

namespace {

using namespace setpoint::apiserver;
using namespace setpoint::apiserver::authorization;
using verdict = decision::verdict;

// Returns what the test says, and keeps what it was asked.
struct scripted : authorization::authorizer {
    explicit scripted(decision d, rule_list r = {}) : answer(std::move(d)), rules(std::move(r)) {}
    decision authorize(const attributes& of) const override {
        ++asked;
        last = of;
        return answer;
    }
    rule_list rules_for(const user_info&, std::string_view) const override { return rules; }

    decision answer;
    rule_list rules;
    mutable int asked = 0;
    mutable attributes last{};
};

const attributes any_request = test::asks(test::user("jane"), "get", "pods");

}  // namespace

BOOST_AUTO_TEST_SUITE(authorizer_chains)

BOOST_AUTO_TEST_CASE(first_opinion_decides) {
    const scripted none(decision::no_opinion("a")), yes(decision::allow("b")), no(decision::deny("c"));
    const decision allowed = authorizer_chain({&none, &yes, &no}).authorize(any_request);
    BOOST_TEST((allowed.is == verdict::allow));
    BOOST_TEST(allowed.reason == "b");
    BOOST_TEST(no.asked == 0);
    const decision denied = authorizer_chain({&none, &no, &yes}).authorize(any_request);
    BOOST_TEST((denied.is == verdict::deny));
    BOOST_TEST(denied.reason == "c");
    BOOST_TEST((authorizer_chain({}).authorize(any_request).is == verdict::no_opinion));
}

BOOST_AUTO_TEST_CASE(reasons_and_errors_are_joined_without_opinion) {
    scripted one(decision::no_opinion("a")), two(decision::no_opinion()), three(decision::no_opinion("c"));
    one.answer.error = "x";
    two.answer.error = "y";
    three.answer.error = "x";
    one.name = "first";
    three.name = "third";
    const decision d = authorizer_chain({&one, &two, &three}).authorize(any_request);
    BOOST_TEST(d.reason == "first: a\nthird: c");
    BOOST_TEST(d.error == "[x, y]");
    BOOST_TEST(joined_errors({"x", "x"}) == "x");
    BOOST_TEST(joined_errors({}) == "");
}

BOOST_AUTO_TEST_CASE(rules_of_all_are_collected) {
    const scripted one({}, {.resources = {{.verbs = {"get"}}}, .errors = {"e"}});
    const scripted two({}, {.non_resources = {{.verbs = {"put"}}}, .is_incomplete = true});
    const always_allow all;
    const rule_list out = authorizer_chain({&one, &two, &all}).rules_for(*test::user("jane"), "ns");
    BOOST_TEST(out.resources.size() == 2u);
    BOOST_TEST(out.non_resources.size() == 2u);
    BOOST_TEST(out.is_incomplete);
    BOOST_TEST(joined_errors(out.errors) == "e");
}

BOOST_AUTO_TEST_CASE(members_of_masters_are_privileged) {
    const privileged_users masters;
    BOOST_TEST(masters.authorize(test::asks(test::user("x", "a,system:masters"), "get", "pods")).allows());
    BOOST_TEST((masters.authorize(any_request).is == verdict::no_opinion));
    BOOST_TEST(always_allow().authorize(any_request).allows());
    BOOST_TEST((always_deny().authorize(any_request).is == verdict::no_opinion));
    BOOST_TEST(always_deny().authorize(any_request).reason == "Everything is forbidden.");
}

BOOST_AUTO_TEST_CASE(expression_asks_for_its_user_or_account) {
    const scripted chain(decision::allow("because"));
    const cel_authorizer asks_chain(test::user("jane"), chain);
    setpoint::cel::authorization_request scale;
    scale.group = "apps";
    scale.resource = "deployments";
    scale.subresource = "scale";
    scale.namespace_name = "ns";
    scale.name = "d";
    scale.field_selector = "a=b";
    scale.label_selector = "c";
    scale.verb = "get";
    const auto d = asks_chain.decide(scale);
    BOOST_TEST(d.allowed);
    BOOST_TEST(d.reason == "because");
    BOOST_TEST(!d.error.has_value());
    BOOST_TEST(chain.last.user->name == "jane");
    BOOST_TEST(chain.last.version == "*");
    BOOST_TEST(chain.last.full_resource() == "deployments/scale");
    BOOST_TEST(chain.last.fields.terms.size() == 1u);
    BOOST_TEST(chain.last.labels.terms.size() == 1u);
    setpoint::cel::authorization_request health;
    health.service_account_namespace = "ns";
    health.service_account_name = "robot";
    health.path = "/healthz";
    health.verb = "get";
    BOOST_TEST(asks_chain.decide(health).allowed);
    BOOST_TEST(!chain.last.is_resource);
    BOOST_TEST(chain.last.path == "/healthz");
    BOOST_TEST(chain.last.user->name == "system:serviceaccount:ns:robot");
    BOOST_TEST(chain.last.user->in_group("system:serviceaccounts:ns"));
}

BOOST_AUTO_TEST_SUITE_END()
