#include "apiserver/controllers/disruption/budget_plan.hpp"
#include "apiserver/controllers/mappers.hpp"

#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>

BOOST_AUTO_TEST_SUITE(budget_test)

using namespace setpoint;
using namespace setpoint::kinds;
using namespace setpoint::apiserver;

namespace {

const wall_time now = timestamp::parse("2026-01-01T00:10:00Z")->to_wall_time();

pod_ptr pod_named(std::string_view name, bool ready, bool deleting = false) {
    auto p = std::make_shared<partial_pod>();
    p->metadata.name = name;
    condition c;
    c.type = "Ready";
    c.status = to_status(ready);
    p->status.conditions = {c};
    if (deleting) p->metadata.deletion_timestamp = timestamp::from(now);
    return p;
}

partial_budget at_least(int_or_string n) {
    partial_budget b;
    b.spec.min_available = std::move(n);
    b.metadata.generation = 3;
    return b;
}

partial_budget at_most(int_or_string n) {
    partial_budget b;
    b.spec.max_unavailable = std::move(n);
    return b;
}

std::string text_of(const partial_budget_status& s) {
    std::string out;
    for (const auto& n : {s.expected_pods, s.desired_healthy, s.current_healthy, s.disruptions_allowed})
        out += std::to_string(n.value_or(-1)) + " ";
    return out + s.conditions.front().reason.str();
}

}  // namespace

BOOST_AUTO_TEST_CASE(goals_count_pods_or_the_replicas_of_their_controllers) {
    BOOST_TEST(!needs_scale(at_least(2)));
    BOOST_TEST(needs_scale(at_least("50%")));
    BOOST_TEST(needs_scale(at_most(1)));
    BOOST_TEST(goal_of(at_least(2), 3, 0)->expected == 3);
    BOOST_TEST(goal_of(at_least(2), 3, 0)->desired == 2);
    BOOST_TEST(goal_of(at_least("50%"), 3, 5)->desired == 3);  // rounded up
    BOOST_TEST(goal_of(at_most("30%"), 3, 5)->desired == 3);
    BOOST_TEST(goal_of(at_most(9), 3, 5)->desired == 0);
    BOOST_TEST(goal_of(partial_budget(), 3, 5)->expected == 0);
    BOOST_TEST(!goal_of(at_least("x"), 3, 5));
}

BOOST_AUTO_TEST_CASE(counts_pods_that_are_healthy_and_stay) {
    const partial_budget b = at_least(1);
    const std::vector<pod_ptr> pods{pod_named("a", true), pod_named("b", true), pod_named("c", false),
                                    pod_named("d", true, true)};
    const auto r = report_budget(b, {4, 1}, pods, now);
    BOOST_TEST(text_of(r.status) == "4 1 2 1 SufficientPods");
    BOOST_TEST(r.status.observed_generation == 3);
    BOOST_TEST(!r.again);
    BOOST_TEST(text_of(report_budget(b, {4, 2}, pods, now).status) == "4 2 2 0 InsufficientPods");
    BOOST_TEST(text_of(report_budget(b, {0, 0}, pods, now).status) == "0 0 2 0 InsufficientPods");
}

BOOST_AUTO_TEST_CASE(budgets_report_what_they_cannot_count) {
    const auto reasons_of = [](const partial_budget& b, const std::vector<pod_ptr>& pods) {
        std::string out;
        for (const event_note& n : budget_events(b, pods, now)) out += n.reason + " ";
        return out;
    };
    const std::vector<pod_ptr> lonely{pod_named("a", true)};
    BOOST_TEST(reasons_of(at_most(1), {}) == "NoPods ");
    BOOST_TEST(reasons_of(at_least(1), {}) == "NoPods ");
    BOOST_TEST(reasons_of(at_least(1), lonely) == "");
    BOOST_TEST(reasons_of(at_least("50%"), lonely) == "UnmanagedPods ");
    BOOST_TEST(reasons_of(at_most(1), lonely) == "UnmanagedPods ");
    partial_budget evicted = at_least(1);
    evicted.metadata.ns = "n";
    evicted.status.disrupted_pods["a"] = "2026-01-01T00:07:00Z";
    const auto notes = budget_events(evicted, lonely, now);
    BOOST_REQUIRE(notes.size() == 1u);
    BOOST_TEST(notes[0].about.kind == "Pod");
    BOOST_TEST(notes[0].message == "Pod was expected by PDB n/n to be deleted but it wasn't");
    BOOST_TEST(uncounted_event(evicted, "x").message == "Failed to calculate the number of expected pods: x");
}

BOOST_AUTO_TEST_CASE(selectors_are_shown_as_go_prints_them) {
    using boost::json::parse;
    BOOST_TEST(go_selector_text(parse("null")) == "nil");
    BOOST_TEST(
        go_selector_text(parse("{}")) ==
        "&LabelSelector{MatchLabels:map[string]string{},MatchExpressions:[]LabelSelectorRequirement{},}");
    BOOST_TEST(
        go_selector_text(parse(R"({"matchLabels":{"b":"2","a":"1"},"matchExpressions":[
            {"key":"k","operator":"In","values":["x","y"]},{"key":"l","operator":"Exists"}]})")) ==
        "&LabelSelector{MatchLabels:map[string]string{a: 1,b: "
        "2,},MatchExpressions:[]LabelSelectorRequirement{"
        "LabelSelectorRequirement{Key:k,Operator:In,Values:[x y],},LabelSelectorRequirement{Key:l,Operator:"
        "Exists,Values:[],},},}");
}

BOOST_AUTO_TEST_CASE(an_evicted_pod_counts_again_if_it_was_not_deleted) {
    partial_budget b = at_least(1);
    b.status.disrupted_pods["a"] = "2026-01-01T00:09:00Z";     // a minute ago
    b.status.disrupted_pods["b"] = "2026-01-01T00:07:00Z";     // overdue
    b.status.disrupted_pods["gone"] = "2026-01-01T00:09:00Z";  // it does not exist
    const auto r = report_budget(b, {2, 0}, {pod_named("a", true), pod_named("b", true)}, now);
    BOOST_TEST(r.status.disrupted_pods.size() == 1u);
    BOOST_TEST(r.status.disrupted_pods.contains("a"));
    BOOST_TEST(*r.status.current_healthy == 1);
    BOOST_REQUIRE(r.again.has_value());
    BOOST_TEST((*r.again == std::chrono::minutes(1)));
}

BOOST_AUTO_TEST_CASE(an_eviction_of_any_year_has_a_time_left) {
    partial_budget b = at_least(1);
    b.status.disrupted_pods["a"] = "9999-01-01T00:00:00Z";
    b.status.disrupted_pods["b"] = "1000-01-01T00:00:00Z";
    const auto r = report_budget(b, {2, 0}, {pod_named("a", true), pod_named("b", true)}, now);
    BOOST_TEST(r.status.disrupted_pods.contains("a"));
    BOOST_TEST(!r.status.disrupted_pods.contains("b"));
    BOOST_TEST(*r.status.current_healthy == 1);
    BOOST_TEST((r.again.value() > std::chrono::hours(24 * 365 * 200)));
}

BOOST_AUTO_TEST_CASE(an_uncountable_budget_allows_no_disruption) {
    partial_budget b = at_least("50%");
    b.status.disruptions_allowed = 2;
    const auto s = failed_budget(b, "found no controllers for pod \"a\"", now);
    BOOST_TEST(*s.disruptions_allowed == 0);
    BOOST_TEST(s.conditions.front().reason == "SyncFailed");
    BOOST_TEST(s.conditions.front().message == "found no controllers for pod \"a\"");
}

BOOST_AUTO_TEST_CASE(pods_are_counted_again_when_their_health_changes) {
    const auto counts = [](const pod_ptr& before, const pod_ptr& after) {
        return health_changed({object_change::kind::updated, before, after}, kind_of<partial_pod>());
    };
    const pod_ptr pod = pod_named("a", true);
    partial_pod other = *pod;
    other.status.pod_ip = "10.0.0.1";
    BOOST_TEST(!counts(pod, std::make_shared<partial_pod>(other)));
    BOOST_TEST(counts(pod, pod_named("a", false)));
    BOOST_TEST(counts(pod, pod_named("a", true, true)));
    other.metadata.labels["app"] = "x";
    BOOST_TEST(counts(pod, std::make_shared<partial_pod>(other)));
    BOOST_TEST(health_changed({object_change::kind::added, nullptr, pod}, kind_of<partial_pod>()));
}

BOOST_AUTO_TEST_CASE(a_missing_selector_matches_no_pod_and_an_empty_one_all) {
    partial_budget b;
    BOOST_TEST(!selector_of(b).has_value());
    b.spec.selector.emplace_object();
    BOOST_REQUIRE(selector_of(b).has_value());
    BOOST_TEST(selector_of(b)->matches(string_map()));
    b.spec.selector = boost::json::parse(R"({"matchLabels":{"a":"b"}})");
    BOOST_TEST(!selector_of(b)->matches(string_map()));
}

BOOST_AUTO_TEST_SUITE_END()
