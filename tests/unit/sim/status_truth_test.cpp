#include "testkit/sim/status_truth.hpp"

#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>

BOOST_AUTO_TEST_SUITE(status_truth_test)

using namespace setpoint;

namespace {

apiserver::record_ptr stored(std::string uid, std::string json, std::vector<std::string> owners = {}) {
    auto r = std::make_shared<apiserver::record>();
    r->uid = std::move(uid);
    r->json = std::move(json);
    r->owners = std::move(owners);
    return r;
}
apiserver::record_ptr site(const std::string& status, const std::string& more = "") {
    return stored("s", R"({"kind":"Site","metadata":{"name":"a","generation":2)" + more + R"(},"status":)" +
                           status + "}");
}
apiserver::record_ptr child(const std::string& kind, const std::string& spec, const std::string& status) {
    return stored(
        "c",
        R"({"kind":")" + kind +
            R"(","metadata":{"name":"c","ownerReferences":[{"uid":"s","controller":true}]},"spec":)" + spec +
            R"(,"status":)" + status + "}",
        {"s"});
}
const std::string ready = R"({"conditions":[{"type":"Ready","status":"True"}]})";

}  // namespace

BOOST_AUTO_TEST_CASE(a_status_of_another_generation_is_not_true) {
    BOOST_TEST(sim::untrue_statuses({site(R"({"observedGeneration":2})")}, {}).empty());
    BOOST_TEST(sim::untrue_statuses({site("{}")}, {}).empty());
    BOOST_TEST(sim::untrue_statuses({site(R"({"observedGeneration":1})")}, {}).size() == 1u);
    const auto wrong = sim::untrue_statuses(
        {site(R"({"conditions":[{"type":"Synced","status":"True","observedGeneration":1}]})")}, {});
    BOOST_REQUIRE(wrong.size() == 1u);
    BOOST_TEST(wrong.front() ==
               "Site a: observedGeneration of condition Synced is 1, and the generation is 2");
}

BOOST_AUTO_TEST_CASE(an_object_that_is_being_deleted_may_report_anything) {
    const std::string deleted = R"(,"deletionTimestamp":"2026-01-01T00:00:00Z")";
    BOOST_TEST(sim::untrue_statuses({site(R"({"observedGeneration":1})", deleted)}, {}).empty());
}

BOOST_AUTO_TEST_CASE(ready_is_not_true_without_a_ready_child) {
    const auto count = [](const apiserver::record_ptr& c) {
        return sim::untrue_statuses({site(ready)}, {c}).size();
    };
    BOOST_TEST(count(child("Deployment", R"({"replicas":2})", R"({"readyReplicas":1})")) == 0u);
    BOOST_TEST(count(child("Deployment", R"({"replicas":2})", "{}")) == 1u);
    BOOST_TEST(count(child("Deployment", R"({"replicas":0})", "{}")) == 0u);
    BOOST_TEST(count(child("Pod", "{}", ready)) == 0u);
    BOOST_TEST(count(child("Pod", "{}", "{}")) == 1u);
    BOOST_TEST(count(child("ConfigMap", "{}", "{}")) == 0u);
    BOOST_TEST(sim::untrue_statuses({site("{}")}, {child("Pod", "{}", "{}")}).empty());
}

BOOST_AUTO_TEST_SUITE_END()
