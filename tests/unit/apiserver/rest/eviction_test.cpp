// Evictions and disruption budgets.

#include "api_fixture.hpp"

#include <boost/test/unit_test.hpp>

namespace {

using namespace setpoint::apiserver;
using namespace setpoint::apiserver::test;

constexpr const char* budgets = "/apis/policy/v1/namespaces/default/poddisruptionbudgets";
constexpr const char* strategic = "application/strategic-merge-patch+json";

// A running pod, kept by a finalizer so that it can be inspected after the eviction.
struct running_pod : api_fixture {
    running_pod() {
        tree("POST", pods,
             R"({"metadata":{"name":"a","labels":{"app":"web"},"finalizers":["example.com/x"]},)"
             R"("spec":{"nodeName":"n","containers":[{"name":"c","image":"i"}]}})");
        set_ready("True");
    }
    void set_ready(const std::string& ready) {
        tree("PATCH", pod + "/status",
             R"({"status":{"phase":"Running","conditions":[{"type":"Ready","status":")" + ready + R"("}]}})",
             strategic);
    }
    void budget(const std::string& name, const std::string& spec = "") {
        tree("POST", budgets,
             R"({"metadata":{"name":")" + name + R"("},"spec":{"selector":{"matchLabels":{"app":"web"}})" +
                 spec + "}}");
    }
    void status(const std::string& counts) {
        tree("PATCH", std::string(budgets) + "/b/status",
             R"({"status":{"observedGeneration":1,)" + counts + "}}", merge_patch);
    }
    bj::object evict(const std::string& options = "{}", const std::string& query = "") {
        return tree(
            "POST", pod + "/eviction" + query,
            R"({"apiVersion":"policy/v1","kind":"Eviction","metadata":{"name":"a"},"deleteOptions":)" +
                options + "}");
    }
    bool going() { return value_at(object_of(tree("GET", pod), "metadata"), "deletionTimestamp"); }
    std::int64_t allowed() {
        return number_at(object_of(tree("GET", std::string(budgets) + "/b"), "status"), "disruptionsAllowed")
            .value_or(0);
    }
    const std::string pod = std::string(pods) + "/a";
};

std::string cause(const bj::object& status) {
    const bj::array& all = list_of(object_of(status, "details"), "causes");
    return all.empty() ? "" : text_in(all.front().get_object(), {"message"});
}

}  // namespace

BOOST_FIXTURE_TEST_CASE(a_dry_run_in_the_body_deletes_nothing, running_pod) {
    for (const auto& [options, query] :
         std::vector<std::pair<std::string, std::string>>{{R"({"dryRun":["All"]})", ""},
                                                          {"{}", "?dryRun=All"},
                                                          {R"({"dryRun":["All"]})", "?dryRun=All"}}) {
        BOOST_TEST(text_in(evict(options, query), {"status"}) == "Success");
        BOOST_TEST(!going());
    }
    BOOST_TEST(message(evict(R"({"dryRun":["x"]})", "?dryRun=All")) ==
               "Non-matching dry-run options in request and content: [All] and [x]");
    BOOST_TEST(!going());
    BOOST_TEST(text_in(evict(), {"status"}) == "Success");
    BOOST_TEST(going());
}

BOOST_FIXTURE_TEST_CASE(deletion_options_in_the_body_are_honoured, running_pod) {
    const std::string uid = text_in(tree("GET", pod), {"metadata", "uid"});
    BOOST_TEST(
        message(evict(R"({"preconditions":{"uid":"x"}})")) ==
        "Operation cannot be fulfilled on Pod \"a\": the UID in the precondition (x) does not match the "
        "UID in record (" +
            uid + "). The object might have been deleted and then recreated");
    BOOST_TEST(message(evict(R"({"preconditions":{"resourceVersion":"1"}})"))
                   .starts_with("Operation cannot be fulfilled on Pod \"a\": the ResourceVersion in the"));
    BOOST_TEST(!going());
    const std::string version = text_in(tree("GET", pod), {"metadata", "resourceVersion"});
    evict(R"({"gracePeriodSeconds":7,"propagationPolicy":"Foreground","preconditions":{"uid":")" + uid +
          R"(","resourceVersion":")" + version + "\"}}");
    const auto meta = object_of(tree("GET", pod), "metadata");
    BOOST_TEST(*number_at(meta, "deletionGracePeriodSeconds") == 7);
    BOOST_TEST(bj::serialize(meta.at("finalizers")) == R"(["example.com/x","foregroundDeletion"])");
}

BOOST_FIXTURE_TEST_CASE(an_evicted_pod_has_a_disruption_condition, running_pod) {
    evict();
    const auto conditions = list_of(object_of(tree("GET", pod), "status"), "conditions");
    BOOST_REQUIRE(conditions.size() == 2);
    BOOST_TEST(text_in(conditions[1].get_object(), {"type"}) == "DisruptionTarget");
    BOOST_TEST(text_in(conditions[1].get_object(), {"reason"}) == "EvictionByEvictionAPI");
}

BOOST_FIXTURE_TEST_CASE(a_budget_rejects_evictions_until_it_allows_a_disruption, running_pod) {
    budget("b", R"(,"minAvailable":1)");
    const auto unseen = evict();
    BOOST_TEST(*number_at(unseen, "code") == 429);
    BOOST_TEST(cause(unseen) == "The disruption budget b is still being processed by the server.");
    BOOST_TEST(*number_at(object_of(unseen, "details"), "retryAfterSeconds") == 10);
    status(R"("currentHealthy":1,"desiredHealthy":1,"expectedPods":1,"disruptionsAllowed":0)");
    const auto refused = evict();
    BOOST_TEST(message(refused) == "Cannot evict pod as it would violate the pod's disruption budget.");
    BOOST_TEST(cause(refused) == "The disruption budget b needs 1 healthy pods and has 1 currently");
    BOOST_TEST(!going());
    status(R"("currentHealthy":2,"desiredHealthy":1,"expectedPods":2,"disruptionsAllowed":1)");
    BOOST_TEST(text_in(evict("{}", "?dryRun=All"), {"status"}) == "Success");
    BOOST_TEST(allowed() == 1);
    BOOST_TEST(text_in(evict(), {"status"}) == "Success");
    BOOST_TEST(going());
    BOOST_TEST(allowed() == 0);
    const auto after = object_of(tree("GET", std::string(budgets) + "/b"), "status");
    BOOST_TEST(object_of(after, "disruptedPods").contains("a"));
    BOOST_TEST(text_in(list_of(after, "conditions").at(0).get_object(), {"reason"}) == "InsufficientPods");
}

BOOST_FIXTURE_TEST_CASE(an_unhealthy_pod_is_evicted_if_its_budget_allows_it, running_pod) {
    set_ready("False");
    budget("b");
    status(R"("currentHealthy":0,"desiredHealthy":1,"expectedPods":1,"disruptionsAllowed":0)");
    BOOST_TEST(*number_at(evict(), "code") == 429);
    status(R"("currentHealthy":1,"desiredHealthy":1,"expectedPods":2,"disruptionsAllowed":0)");
    BOOST_TEST(text_in(evict("{}", "?dryRun=All"), {"status"}) == "Success");
    status(R"("currentHealthy":0,"desiredHealthy":1)");
    BOOST_TEST(*number_at(evict(), "code") == 429);
    tree("PATCH", std::string(budgets) + "/b", R"({"spec":{"unhealthyPodEvictionPolicy":"AlwaysAllow"}})",
         merge_patch);
    BOOST_TEST(text_in(evict(), {"status"}) == "Success");
    BOOST_TEST(going());
}

BOOST_FIXTURE_TEST_CASE(several_budgets_for_a_pod_are_an_error, running_pod) {
    budget("b");
    budget("c");
    const auto r = ask("POST", pod + "/eviction", R"({"metadata":{"name":"a"}})");
    BOOST_TEST(r.status == 500);
    BOOST_TEST(
        message(bj::parse(r.body).as_object()) ==
        "This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.");
    BOOST_TEST(!going());
}

BOOST_FIXTURE_TEST_CASE(a_finished_pod_needs_no_budget, running_pod) {
    budget("b");
    tree("PATCH", pod + "/status", R"({"status":{"phase":"Succeeded"}})", strategic);
    BOOST_TEST(text_in(evict(), {"status"}) == "Success");
    BOOST_TEST(going());
}
