#include "setpoint/controller/workload_state.hpp"

#include "gadget.hpp"
#include "setpoint/api/apps_v1.hpp"
#include "setpoint/api/batch_v1.hpp"
#include "setpoint/api/core_v1.hpp"

#include <boost/test/unit_test.hpp>

using namespace setpoint;
using namespace setpoint::kinds;
using test::from_json;

BOOST_AUTO_TEST_SUITE(workload_state_test)

namespace {

std::shared_ptr<const job> job_with(const std::string& conditions) {
    return from_json<job>(R"({"metadata":{"name":"j"},"status":{"conditions":[)" + conditions + "]}}");
}
bool is_out(const std::string& spec, const std::string& status) {
    return is_rolled_out(*from_json<stateful_set>(R"({"metadata":{"name":"s","generation":2},"spec":{)" +
                                                  spec + R"(},"status":{)" + status + "}}"));
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_job_ends_with_complete_or_failed) {
    const auto done =
        job_with(R"({"type":"Complete","status":"True","lastTransitionTime":"2026-01-01T00:00:00Z"})");
    BOOST_TEST(has_ended(*done));
    BOOST_TEST(has_succeeded(*done));
    BOOST_TEST(!has_failed(*done));
    BOOST_TEST(ended_at(*done)->to_string() == "2026-01-01T00:00:00Z");
    const auto failed = job_with(R"({"type":"Complete","status":"False"},
        {"type":"Failed","status":"True","lastTransitionTime":"2026-01-02T00:00:00Z"})");
    BOOST_TEST(ended_at(*failed)->to_string() == "2026-01-02T00:00:00Z");
    BOOST_TEST(has_ended(*failed));
    BOOST_TEST(has_failed(*failed));
    for (const char* other :
         {"", R"({"type":"FailureTarget","status":"True"})",
          R"({"type":"SuccessCriteriaMet","status":"True"})", R"({"type":"Failed","status":"False"})",
          R"({"type":"Suspended","status":"True"})"}) {
        const auto running = job_with(other);
        BOOST_TEST(!has_ended(*running), other);
        BOOST_TEST(!ended_at(*running).has_value(), other);
    }
}

BOOST_AUTO_TEST_CASE(a_pod_is_ready_by_its_condition) {
    const auto pod_with = [](const std::string& conditions) {
        return from_json<pod>(R"({"metadata":{"name":"p"},"status":{"conditions":[)" + conditions + "]}}");
    };
    BOOST_TEST(is_ready(*pod_with(R"({"type":"Ready","status":"True"})")));
    BOOST_TEST(!is_ready(*pod_with(R"({"type":"Ready","status":"False"})")));
    BOOST_TEST(!is_ready(*pod_with("")));
}

BOOST_AUTO_TEST_CASE(a_pod_ends_with_its_phase) {
    const auto pod_in = [](const std::string& phase) {
        return from_json<pod>(R"({"metadata":{"name":"p"},"status":{"phase":")" + phase + R"("}})");
    };
    BOOST_TEST(has_succeeded(*pod_in("Succeeded")));
    BOOST_TEST(has_failed(*pod_in("Failed")));
    BOOST_TEST(has_ended(*pod_in("Failed")));
    for (const char* phase : {"Pending", "Running", "Unknown", ""})
        BOOST_TEST(!has_ended(*pod_in(phase)), phase);
}

BOOST_AUTO_TEST_CASE(a_stateful_set_is_out_when_revisions_are_equal) {
    const std::string ready =
        R"("observedGeneration":2,"replicas":3,"availableReplicas":3,"updateRevision":"b","currentRevision":)";
    BOOST_TEST(is_out(R"("replicas":3)", ready + R"("b")"));
    BOOST_TEST(!is_out(R"("replicas":3)", ready + R"("a","updatedReplicas":2)"));
    BOOST_TEST(!is_out(R"("replicas":4)", ready + R"("b")"));
    BOOST_TEST(!is_out(R"("replicas":3)", R"("observedGeneration":1,"replicas":3,"availableReplicas":3)"));
    const std::string partition =
        R"("replicas":3,"updateStrategy":{"type":"RollingUpdate","rollingUpdate":{"partition":2}})";
    BOOST_TEST(is_out(partition, ready + R"("a","updatedReplicas":1)"));
    BOOST_TEST(!is_out(partition, ready + R"("a")"));
    BOOST_TEST(is_out(R"("replicas":3,"updateStrategy":{"type":"OnDelete"})", ready + R"("a")"));
}

BOOST_AUTO_TEST_CASE(a_daemon_set_is_out_when_each_node_has_it) {
    const auto is_set_out = [](const std::string& spec, const std::string& status) {
        return is_rolled_out(*from_json<daemon_set>(R"({"metadata":{"name":"d","generation":2},"spec":{)" +
                                                    spec + R"(},"status":{)" + status + "}}"));
    };
    const std::string two = R"("observedGeneration":2,"desiredNumberScheduled":2,"numberAvailable":2)";
    BOOST_TEST(is_set_out("", two + R"(,"updatedNumberScheduled":2)"));
    BOOST_TEST(!is_set_out("", two + R"(,"updatedNumberScheduled":1)"));
    BOOST_TEST(is_set_out(R"("updateStrategy":{"type":"OnDelete"})", two));
    BOOST_TEST(!is_set_out("", R"("observedGeneration":1)"));
}

BOOST_AUTO_TEST_SUITE_END()
