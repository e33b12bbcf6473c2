// Which requests a webhook is asked about, and what its responses mean (apiserver,
// plugin/pkg/authorizer/webhook: webhook_v1_test.go; pkg/authorization/cel).

#include "apiserver/authorization/webhook_authorizer.hpp"

#include "apiserver/authorization/request_rights.hpp"
#include "authorization_fixture.hpp"

#include <boost/test/unit_test.hpp>

BOOST_AUTO_TEST_SUITE(webhook_authorizers)

using namespace setpoint;
using namespace setpoint::apiserver;
using namespace setpoint::apiserver::authorization;
using verdict = decision::verdict;
using std::chrono::seconds;

std::string answer(const char* status) {
    return R"({"apiVersion":"authorization.k8s.io/v1","kind":"SubjectAccessReview","status":)" +
           std::string(status) + "}";
}
const std::string allowed = answer(R"({"allowed":true})"), no_opinion = answer(R"({"allowed":false})");

std::shared_ptr<const review_conditions> conditions(std::vector<std::string> sources) {
    field_errors errors;
    auto made = std::make_shared<const review_conditions>(sources, "matchConditions", errors);
    BOOST_TEST_REQUIRE(errors.empty(), joined_messages(errors));
    return made;
}

struct webhook_fixture {
    // Asks as a request does, with that response to each review.
    decision ask(const attributes& of, const result<std::string>& response) {
        review_memory memory;
        decision d = hook.authorize_with(of, memory);
        while (d.is_undecided()) {
            const auto needed = memory.take_needed();
            BOOST_TEST_REQUIRE(needed.size() == 1u);
            ++calls;
            memory.answered(needed[0], hook.decide(needed[0], response));
            d = hook.authorize_with(of, memory);
        }
        return d;
    }
    virtual_clock time;
    review_webhook settings{.name = "hook"};
    webhook_authorizer hook{settings, time};
    int calls = 0;
    attributes get = test::asks(test::user("jane"), "get", "pods", "ns", "a");
};

struct denying_fixture : webhook_fixture {
    denying_fixture() : strict({.name = "hook", .denies_on_error = true}, time) {}
    webhook_authorizer strict;
};

BOOST_FIXTURE_TEST_CASE(answers_are_kept_for_their_time, webhook_fixture) {
    BOOST_TEST(ask(get, allowed).allows());
    time.advance(std::chrono::minutes(5));
    BOOST_TEST(ask(get, no_opinion).allows());
    BOOST_TEST(calls == 1);
    BOOST_TEST(hook.authorize(get).allows());
    time.advance(seconds(1));
    BOOST_TEST((ask(get, no_opinion).is == verdict::no_opinion));
    time.advance(seconds(30));
    BOOST_TEST((ask(get, allowed).is == verdict::no_opinion));
    time.advance(seconds(1));
    BOOST_TEST(ask(get, allowed).allows());
    BOOST_TEST(calls == 3);
}

BOOST_FIXTURE_TEST_CASE(failures_are_not_kept, webhook_fixture) {
    const decision d = ask(get, error(errc::unreachable, "refused"));
    BOOST_TEST((d.is == verdict::no_opinion));
    BOOST_TEST(d.error == "refused");
    BOOST_TEST(
        ask(get, std::string("nothing")).error.starts_with("the response is not a SubjectAccessReview"));
    BOOST_TEST(ask(get, allowed).allows());
    BOOST_TEST(calls == 3);
}

BOOST_FIXTURE_TEST_CASE(long_requests_are_not_kept, webhook_fixture) {
    get.name = std::string(10'000, 'a');
    BOOST_TEST(ask(get, allowed).allows());
    BOOST_TEST(ask(get, allowed).allows());
    BOOST_TEST(calls == 2);
}

BOOST_FIXTURE_TEST_CASE(answer_is_for_that_request_alone, webhook_fixture) {
    BOOST_TEST(ask(get, allowed).allows());
    for (int which = 0; which < 4; ++which) {
        attributes other = get;
        if (which == 0) other.user = test::user("jane", "a");
        if (which == 1) other.verb = "delete";
        if (which == 2) other.subresource = "exec";
        if (which == 3) other.labels = label_terms("a=b");
        BOOST_TEST(!ask(other, no_opinion).allows());
    }
    BOOST_TEST(calls == 5);
}

BOOST_FIXTURE_TEST_CASE(policy_deny_refuses_after_errors, denying_fixture) {
    review_memory memory;
    BOOST_TEST(strict.authorize_with(get, memory).is_undecided());
    const auto needed = memory.take_needed();
    const decision d = strict.decide(needed.at(0), error(errc::timeout, "too late"));
    BOOST_TEST((d.is == verdict::deny));
    BOOST_TEST(d.error == "too late");
    BOOST_TEST((strict.authorize(get).is == verdict::deny));  // which cannot ask
}

BOOST_FIXTURE_TEST_CASE(conditions_choose_requests, webhook_fixture) {
    const webhook_authorizer for_jane(
        {.name = "hook",
         .conditions = conditions({"request.user == 'jane'", "has(request.resourceAttributes)",
                                   "request.resourceAttributes.subresource == ''",
                                   "!('system:masters' in request.groups)", "size(request.extra) == 0"})},
        time);
    const auto is_asked = [&](const attributes& of) {
        review_memory memory;
        return for_jane.authorize_with(of, memory).is_undecided();
    };
    BOOST_TEST(is_asked(get));
    BOOST_TEST(!is_asked(test::asks(test::user("joe"), "get", "pods")));
    BOOST_TEST(!is_asked(test::asks_path(test::user("jane"), "get", "/healthz")));
    BOOST_TEST(!is_asked(test::asks(test::user("jane"), "get", "pods:log")));
    BOOST_TEST(!is_asked(test::asks(test::user("jane", "system:masters"), "get", "pods")));
}

BOOST_FIXTURE_TEST_CASE(selectors_are_seen_by_conditions, webhook_fixture) {
    const auto made =
        conditions({"request.resourceAttributes.?fieldSelector.requirements.orValue([])"
                    ".exists(r, r.key == 'spec.nodeName' && r.operator == 'In')",
                    "has(request.resourceAttributes.labelSelector)"});
    BOOST_TEST(!made->match(get).matches);
    get.fields = field_terms("spec.nodeName=n");
    get.labels = label_terms("a");
    BOOST_TEST(made->match(get).matches);
}

BOOST_FIXTURE_TEST_CASE(failing_condition_counts_unless_one_is_false, denying_fixture) {
    const auto broken = conditions({"request.resourceAttributes.name == ''", "request.user == 'jane'"});
    const attributes path = test::asks_path(test::user("jane"), "get", "/");
    const review_conditions::outcome failed = broken->match(path);
    BOOST_TEST(!failed.matches);
    BOOST_TEST(failed.error ==
               "cel evaluation error: expression 'request.resourceAttributes.name == ''' "
               "resulted in error: no such key: resourceAttributes");
    BOOST_TEST(broken->match(test::asks_path(test::user("joe"), "get", "/")).error.empty());
    review_memory memory;
    const webhook_authorizer open({.name = "a", .conditions = broken}, time),
        closed({.name = "a", .denies_on_error = true, .conditions = broken}, time);
    BOOST_TEST((open.authorize_with(path, memory).is == verdict::no_opinion));
    BOOST_TEST((closed.authorize_with(path, memory).is == verdict::deny));
    BOOST_TEST(!memory.needs_reviews());
}

BOOST_FIXTURE_TEST_CASE(expensive_condition_fails, webhook_fixture) {
    const auto made =
        conditions({"[1,2,3,4,5,6,7,8,9,10].all(a, [1,2,3,4,5,6,7,8,9,10].all(b, "
                    "[1,2,3,4,5,6,7,8,9,10].all(c, [1,2,3,4,5,6,7,8,9,10].all(d, "
                    "[1,2,3,4,5,6,7,8,9,10].all(e, [1,2,3,4,5,6,7,8,9,10].all(f, "
                    "a + b + c + d + e + f > 0))))))"});
    BOOST_TEST(made->match(get).error.find("actual cost limit exceeded") != std::string::npos);
}

BOOST_FIXTURE_TEST_CASE(chain_waits_at_the_webhook, webhook_fixture) {
    const always_allow last;
    const privileged_users first;
    const authorizer_chain chain({&first, &hook, &last});
    review_memory memory;
    BOOST_TEST(
        chain.authorize_with(test::asks(test::user("a", "system:masters"), "get", "pods"), memory).allows());
    BOOST_TEST(!memory.needs_reviews());
    BOOST_TEST(chain.authorize_with(get, memory).is_undecided());
    memory.answered(memory.take_needed().at(0), decision::deny("no"));
    const decision d = chain.authorize_with(get, memory);
    BOOST_TEST((d.is == verdict::deny));
    BOOST_TEST(d.reason == "no");
    const rule_list rules = chain.rules_for(*get.user, "ns");
    BOOST_TEST(rules.is_incomplete);
    BOOST_TEST_REQUIRE(rules.errors.size() == 1u);
    BOOST_TEST(rules.errors[0] == "webhook authorizer does not support user rule resolution");
}

BOOST_FIXTURE_TEST_CASE(reviews_of_a_request_are_limited, webhook_fixture) {
    review_memory memory;
    for (std::size_t i = 0; i < review_memory::most_reviews; ++i) {
        get.name = std::to_string(i);
        BOOST_TEST_REQUIRE(hook.authorize_with(get, memory).is_undecided());
        memory.answered(memory.take_needed().at(0), decision::allow());
    }
    get.name = "one more";
    const decision d = hook.authorize_with(get, memory);
    BOOST_TEST(d.error == "the request needs too many reviews");
    BOOST_TEST((d.is == verdict::deny));  // although errors of this webhook are no opinion
}

BOOST_FIXTURE_TEST_CASE(rights_ask_one_after_the_other, webhook_fixture) {
    const authorizer_chain chain({&hook});
    const rbac_policy policy;
    const review_caller never_called;
    request_rights rights(chain, policy, never_called);
    BOOST_TEST(!rights.authorize(get).allows());
    get.verb = "list";
    BOOST_TEST(!rights.authorize(get).allows());
    const auto needed = rights.memory().take_needed();
    BOOST_TEST(needed.size() == 1u);
}

BOOST_AUTO_TEST_SUITE_END()
