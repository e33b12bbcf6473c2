// Names, labels and what a pod is made of.
#include "made_up.hpp"
#include "operators/redis/plan.hpp"
#include "support/object_names.hpp"

#include <regex>
#include <set>

using namespace redis_test;
using ::redis::desired_pod;
using ::redis::split_pod_name;

BOOST_AUTO_TEST_SUITE(redis_pods)

BOOST_AUTO_TEST_CASE(names_of_pods_and_names_that_are_none) {
    for (const auto& [name, of, index] :
         std::initializer_list<std::tuple<const char*, const char*, int>>{{"cache-0", "cache", 0},
                                                                          {"cache-12", "cache", 12},
                                                                          {"a-b-999", "a-b", 999},
                                                                          {"a--1", "a-", 1}}) {
        const auto split = split_pod_name(name);
        BOOST_REQUIRE(split);
        BOOST_TEST(split->first == of);
        BOOST_TEST(split->second == index);
    }
    for (const char* none : {"", "cache", "cache-", "-1", "cache-01", "cache-1000", "cache-x", "cache-1x",
                             "cache-99999999999999999999", "cache-+1", "cache- 1"})
        BOOST_TEST(!split_pod_name(none), none);
}

BOOST_AUTO_TEST_CASE(a_pod_is_the_image_on_the_port_and_belongs_to_its_redis) {
    const rd self = a_redis(3, 6371);
    const pod p = desired_pod(self, 2);
    BOOST_TEST(p.metadata.name == "cache-2");
    BOOST_TEST(p.metadata.ns == "default");
    BOOST_REQUIRE(p.spec.containers.size() == 1u);
    const container& c = p.spec.containers.front();
    BOOST_TEST(c.image == "redis:5-alpine");
    BOOST_TEST(c.image_pull_policy == "IfNotPresent");
    BOOST_REQUIRE(c.ports.size() == 1u);
    BOOST_TEST(c.ports.front().container_port.value() == 6371);
    BOOST_TEST(c.args.back() == "6371");
    BOOST_CHECK(c.readiness_probe->tcp_socket->port == int_or_string(6371));
    const owner_reference* owner = controller_of(p.metadata);
    BOOST_REQUIRE(owner);
    BOOST_TEST(owner->kind == "Redis");
    BOOST_TEST(owner->api_version == "myapp.demo.kubebuilder.io/v1");
    BOOST_TEST(owner->uid == "owner");
}

BOOST_AUTO_TEST_CASE(a_name_too_long_for_a_label_is_cut_and_stays_distinct) {
    rd one = a_redis(1), two = a_redis(1);
    const std::string stem(70, 'a');
    one.metadata.name = stem + ".b";
    two.metadata.name = stem + ".c";
    const interned_string of_one = ::redis::pod_labels(one).at("app.kubernetes.io/instance");
    const interned_string of_two = ::redis::pod_labels(two).at("app.kubernetes.io/instance");
    BOOST_TEST(of_one.size() == 63u);
    BOOST_TEST(of_one != of_two);
    BOOST_TEST(::redis::pod_labels(a_redis(1)).at("app.kubernetes.io/instance") == "cache");
}

BOOST_AUTO_TEST_CASE(whatever_the_name_pods_and_labels_are_valid_and_distinct_and_pods_are_found_again) {
    object_names make;
    BOOST_TEST_INFO_SCOPE("SETPOINT_SEED=" << make.seed);
    const std::regex subdomain(R"([a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*)"),
        value("[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?");
    std::set<std::string> names = make.make(500), pod_names, labels;
    for (const std::size_t size : {249, 250, 251, 252, 253}) names.insert(std::string(size, 'r'));
    rd self = a_redis(1000);
    for (const std::string& name : names) {
        self.metadata.name = name;
        for (const int index : {0, 10, 999}) {
            const std::string pod = ::redis::pod_name(self, index);
            BOOST_REQUIRE_MESSAGE((std::regex_match(pod, subdomain) && pod.size() <= 253), pod);
            BOOST_REQUIRE_MESSAGE(pod_names.insert(pod).second, name);
            BOOST_REQUIRE_MESSAGE(split_pod_name(pod).value().second == index, pod);
        }
        const std::string of = ::redis::pod_labels(self).at("app.kubernetes.io/instance").str();
        BOOST_REQUIRE_MESSAGE(std::regex_match(of, value), of);
        BOOST_REQUIRE_MESSAGE(labels.insert(of).second, name);
    }
    self.metadata.name = std::string(253, 'r');
    self.spec.num = 2;
    const auto roll = ::redis::classify(self, cast_of(self, "RRR"));
    BOOST_TEST(roll.count(pod_state::ready) == 2);
    BOOST_TEST(roll.excess.size() == 1u);
}

BOOST_AUTO_TEST_CASE(a_changed_name_that_is_taken_is_looked_at_again) {
    rd self = a_redis(1);
    BOOST_TEST(
        !::redis::make_plan(self, cast_of(self, "F"), noon).again);  // the watch reports when it is free
    self.metadata.name = std::string(253, 'r');
    const auto p = ::redis::make_plan(self, cast_of(self, "F"), noon);
    BOOST_TEST(p.why->reason == "NameTaken");
    BOOST_CHECK(p.again == ::redis::retry_taken);
}

BOOST_AUTO_TEST_CASE(what_differs_is_said) {
    const rd self = a_redis(1, 6379);
    const auto roll = ::redis::classify(self, cast_of(self, "O"));
    BOOST_TEST(::redis::difference_of(self, roll.wanted.front()) == "port 6380 -> 6379");
    pod p = unhashed(a_pod(self, 0));
    p.spec.containers.front().args = {"redis-server"};
    const auto other = ::redis::classify(self, {std::make_shared<const pod>(p)});
    BOOST_TEST(::redis::difference_of(self, other.wanted.front()).find("args") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(pods_of_other_names_or_namespaces_are_not_called) {
    const rd self = a_redis(1);
    pod other_name = a_pod(self, 0), other_namespace = a_pod(self, 0);
    other_name.metadata.name = "cache-extra";
    other_namespace.metadata.ns = "elsewhere";
    const auto r = ::redis::classify(
        self, {std::make_shared<const pod>(other_name), std::make_shared<const pod>(other_namespace)});
    BOOST_TEST(r.count(pod_state::missing) == 1);
    BOOST_TEST(r.excess.empty());
}

BOOST_AUTO_TEST_SUITE_END()
