#include "setpoint/controller/rollout.hpp"

#include <boost/test/unit_test.hpp>

using namespace setpoint;
using namespace setpoint::kinds;

BOOST_AUTO_TEST_SUITE(rollout_test)

namespace {

deployment rolled_out(std::int32_t pods) {
    deployment d;
    d.spec.replicas = pods;
    d.metadata.generation = d.status.observed_generation = 2;
    d.status.replicas = d.status.updated_replicas = d.status.ready_replicas = pods;
    d.status.available_replicas = pods;
    condition c;
    c.type = "Available";
    c.status = condition_status::true_;
    d.status.conditions.push_back(c);
    return d;
}

std::string text_of(const rollout_state& s) {
    return s.available.reason + ' ' + s.progressing.reason + ' ' + (s.failure ? s.failure->reason : "-");
}

}  // namespace

BOOST_AUTO_TEST_CASE(conditions_follow_the_deployment) {
    deployment d = rolled_out(3);
    BOOST_TEST(text_of(rollout(d)) == "MinimumReplicasAvailable RolledOut -");
    BOOST_TEST(text_of(rollout(d, 5)) == "MinimumReplicasAvailable RollingOut -");
    BOOST_TEST(text_of(rollout(d, 0)) == "ScaledToZero RollingOut -");
    d.metadata.generation = 3;
    BOOST_TEST(text_of(rollout(d)) == "MinimumReplicasAvailable RollingOut -");
    d.status.conditions.front().status = condition_status::false_;
    BOOST_TEST(text_of(rollout(d)) == "MinimumReplicasUnavailable RollingOut -");
    condition late;
    late.type = "Progressing";
    late.status = condition_status::false_;
    late.reason = "ProgressDeadlineExceeded";
    d.status.conditions.push_back(late);
    BOOST_TEST(text_of(rollout(d)) == "MinimumReplicasUnavailable RollingOut ProgressDeadlineExceeded");
}

BOOST_AUTO_TEST_CASE(a_deployment_may_be_missing_and_its_owner_may_have_a_problem) {
    const problem wrong{"InvalidImage", "spec.image is invalid"};
    deployment d = rolled_out(3);
    BOOST_TEST(text_of(rollout(nullptr, {})) == "NoDeployment Creating -");
    BOOST_TEST(text_of(rollout(nullptr, wrong)) == "NoDeployment InvalidImage InvalidImage");
    BOOST_TEST(text_of(rollout(&d, {}, 5)) == "MinimumReplicasAvailable RollingOut -");
    const rollout_state s = rollout(&d, wrong);
    BOOST_TEST(text_of(s) == "MinimumReplicasAvailable InvalidImage InvalidImage");
    BOOST_CHECK(s.progressing.status == condition_status::false_);
    BOOST_TEST(s.progressing.message == "Waiting until the problem is solved.");
    condition failed;
    failed.type = "ReplicaFailure";
    failed.status = condition_status::true_;
    failed.reason = "FailedCreate";
    d.status.conditions.push_back(failed);
    BOOST_TEST(rollout(&d, {}).failure->reason == "FailedCreate");
    BOOST_TEST(rollout(&d, wrong).failure->reason == "InvalidImage");
}

BOOST_AUTO_TEST_SUITE_END()
