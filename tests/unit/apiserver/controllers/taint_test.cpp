// Taints of nodes, and how long pods bear them.
#include "apiserver/controllers/node/taints.hpp"

#include <boost/test/unit_test.hpp>

#include <limits>
#include <string>

using namespace setpoint;
using namespace setpoint::kinds;
using namespace setpoint::apiserver;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(taint_test)

namespace {

const wall_time now = timestamp::parse("2026-01-01T01:00:00Z").value().to_wall_time();

partial_node node_with(std::string_view type, condition_status status) {
    partial_node n;
    n.metadata.name = "n";
    condition c;
    c.type = type;
    c.status = status;
    n.status.conditions.push_back(std::move(c));
    return n;
}

taint taint_of(std::string_view key, std::string_view effect) {
    taint t;
    t.key = key;
    t.effect = effect;
    return t;
}

std::string text_of(const std::optional<std::vector<taint>>& taints) {
    if (!taints) return "same";
    std::string out;
    for (const taint& t : *taints) out += t.key.str() + ":" + t.effect.str() + " ";
    return out;
}

toleration tolerating(std::string_view key, std::optional<std::int64_t> seconds) {
    toleration t;
    t.key = key;
    t.op = "Exists";
    t.effect = "NoExecute";
    t.toleration_seconds = seconds;
    return t;
}

}  // namespace

BOOST_AUTO_TEST_CASE(conditions_become_taints) {
    BOOST_TEST(text_of(corrected_taints(node_with("Ready", condition_status::true_), now)) == "same");
    BOOST_TEST(text_of(corrected_taints(node_with("Ready", condition_status::false_), now)) ==
               "node.kubernetes.io/not-ready:NoSchedule node.kubernetes.io/not-ready:NoExecute ");
    BOOST_TEST(text_of(corrected_taints(node_with("Ready", condition_status::unknown), now)) ==
               "node.kubernetes.io/unreachable:NoSchedule node.kubernetes.io/unreachable:NoExecute ");
    BOOST_TEST(text_of(corrected_taints(node_with("DiskPressure", condition_status::true_), now)) ==
               "node.kubernetes.io/disk-pressure:NoSchedule ");
    BOOST_TEST(text_of(corrected_taints(node_with("DiskPressure", condition_status::unknown), now)) ==
               "same");
}

BOOST_AUTO_TEST_CASE(a_cordon_is_a_taint_until_it_ends) {
    partial_node n = node_with("Ready", condition_status::true_);
    n.spec.taints = {taint_of("own", "NoSchedule")};
    n.spec.unschedulable = true;
    const auto cordoned = corrected_taints(n, now);
    BOOST_TEST(text_of(cordoned) == "own:NoSchedule node.kubernetes.io/unschedulable:NoSchedule ");
    BOOST_CHECK(cordoned->back().time_added == timestamp::from(now));
    n.spec.taints = *cordoned;
    BOOST_TEST(text_of(corrected_taints(n, now)) == "same");
    n.spec.unschedulable.reset();
    BOOST_TEST(text_of(corrected_taints(n, now)) == "own:NoSchedule ");
}

BOOST_AUTO_TEST_CASE(a_ready_node_loses_its_first_taint) {
    partial_node n = node_with("Ready", condition_status::true_);
    n.spec.taints = {taint_of("node.kubernetes.io/not-ready", "NoSchedule"),
                     taint_of("node.kubernetes.io/unreachable", "NoExecute"), taint_of("own", "NoExecute")};
    BOOST_TEST(text_of(corrected_taints(n, now)) == "own:NoExecute ");
    BOOST_TEST(no_execute_taints(n).size() == 2u);
}

BOOST_AUTO_TEST_CASE(pods_stay_as_long_as_they_tolerate) {
    const std::vector<taint> one{taint_of("a", "NoExecute")},
        two{taint_of("a", "NoExecute"), taint_of("b", "NoExecute")};
    BOOST_CHECK(!tolerated_time({}, {}));
    BOOST_CHECK(tolerated_time({}, one) == std::optional<duration>(0s));
    BOOST_CHECK(!tolerated_time({tolerating("a", {})}, one));
    BOOST_CHECK(tolerated_time({tolerating("a", 5)}, one) == std::optional<duration>(5s));
    BOOST_CHECK(tolerated_time({tolerating("a", 5)}, two) == std::optional<duration>(0s));
    BOOST_CHECK(tolerated_time({tolerating("a", 5), tolerating("b", 3)}, two) == std::optional<duration>(3s));
    BOOST_CHECK(tolerated_time({tolerating("a", 5), tolerating("b", {})}, two) ==
                std::optional<duration>(5s));
    BOOST_CHECK(tolerated_time({tolerating("a", -7)}, one) == std::optional<duration>(0s));
    BOOST_CHECK(*tolerated_time({tolerating("a", std::numeric_limits<std::int64_t>::max())}, one) > 1000h);
}

BOOST_AUTO_TEST_SUITE_END()
