#include "sample_objects.hpp"
#include "setpoint/api/apiextensions_v1.hpp"
#include "setpoint/json/compare.hpp"
#include "setpoint/json/decode.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/test/unit_test.hpp>

using namespace setpoint;
using namespace setpoint::kinds;
using samples::answer;
using samples::sample;

namespace {

template <class T>
T read(const std::string& name) {
    auto object = json::decode<T>(answer(name));
    BOOST_REQUIRE_MESSAGE(object.has_value(), name << ": " << object.error().message);
    return *object;
}

// The applied object is contained in the server's response.
template <class T>
void check_answer(const std::string& name) {
    const T live = read<T>(name), desired = sample<T>();
    for (const json::difference& d : json::drift(desired, live)) {
        BOOST_ERROR(name << " " << d.path << ": desired " << d.desired << ", live " << d.live);
    }
    BOOST_TEST(json::contains(live, desired));
    BOOST_TEST(!json::contains(T{}, desired));
    // An encode and decode round trip keeps it.
    const auto again = json::decode<T>(encode_object(live));
    BOOST_REQUIRE(again.has_value());
    BOOST_TEST(json::same(live, *again));
}

// Returns the paths and values at which `a` and `b` differ, for one changed object.
template <class T>
std::string first_drift(const T& desired, const T& live) {
    const auto all = json::drift(desired, live);
    return all.empty() ? "" : all.front().path;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(builtin_kinds_test)

BOOST_AUTO_TEST_CASE(applied_object_is_contained_in_the_response) {
    check_answer<pod>("pod");
    check_answer<deployment>("deployment");
    check_answer<replica_set>("replica_set");
    check_answer<job>("job");
    check_answer<service>("service");
    check_answer<config_map>("config_map");
    check_answer<core_v1::secret>("secret");
    check_answer<core_v1::namespace_>("namespace");
    check_answer<node>("node");
    check_answer<events_v1::event>("event");
}

BOOST_AUTO_TEST_CASE(unset_fields_are_not_sent) {
    BOOST_TEST(encode_object(deployment{}) == R"({"apiVersion":"apps/v1","kind":"Deployment"})");
    BOOST_TEST(encode_object(service{}) == R"({"apiVersion":"v1","kind":"Service"})");
    BOOST_TEST(encode_object(job{}) == R"({"apiVersion":"batch/v1","kind":"Job"})");
    BOOST_TEST(encode_object(events_v1::event{}) == R"({"apiVersion":"events.k8s.io/v1","kind":"Event"})");
    BOOST_TEST(encode_object(core_v1::secret{}) == R"({"apiVersion":"v1","kind":"Secret"})");
    BOOST_TEST(encode_object(custom_resource_definition{}) ==
               R"({"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition"})");
    deployment d;
    d.spec.pod_template.spec.containers = {container{.name = "web", .image = "nginx"}};
    BOOST_TEST(encode_object(d) ==
               R"({"apiVersion":"apps/v1","kind":"Deployment",)"
               R"("spec":{"template":{"spec":{"containers":[{"name":"web","image":"nginx"}]}}}})");
    d.spec.replicas = 0;
    BOOST_TEST(encode_object(d).find(R"("replicas":0)") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(unset_replicas_are_left_to_the_autoscaler) {
    const deployment live = read<deployment>("deployment");
    deployment desired = sample<deployment>();
    desired.spec.replicas.reset();
    BOOST_TEST(json::contains(live, desired));
    desired.spec.replicas = 4;
    BOOST_TEST(first_drift(desired, live) == "spec.replicas");
}

BOOST_AUTO_TEST_CASE(containers_and_environment_of_others_are_not_drift) {
    deployment live = read<deployment>("deployment");
    const deployment desired = sample<deployment>();
    live.spec.pod_template.spec.containers.push_back(container{.name = "sidecar", .image = "proxy"});
    live.spec.pod_template.spec.containers[0].env.push_back({.name = "EXTRA", .value = "1"});
    live.metadata.labels["added"] = "by-someone";
    BOOST_TEST(json::contains(live, desired));
    live.spec.pod_template.spec.containers[0].image = "other";
    BOOST_TEST(first_drift(desired, live) == "spec.template.spec.containers[name=web].image");
}

BOOST_AUTO_TEST_CASE(ports_of_a_service_are_declared_whole) {
    service live = read<service>("service");
    const service desired = sample<service>();
    live.spec.ports.push_back({.port = 8080});
    BOOST_TEST(first_drift(desired, live) == "spec.ports[port=8080,protocol=TCP]");
    live = read<service>("service");
    live.spec.selector["more"] = "x";
    BOOST_TEST(first_drift(desired, live) == "spec.selector[more]");
    live = read<service>("service");
    std::swap(live.spec.ports[0], live.spec.ports[1]);
    BOOST_TEST(json::contains(live, desired));
    live.spec.ports[0].node_port = 31000;  // the server chose it
    BOOST_TEST(json::contains(live, desired));
}

BOOST_AUTO_TEST_CASE(zero_and_false_are_absent_where_the_server_drops_them) {
    deployment live = read<deployment>("deployment");
    deployment desired = sample<deployment>();
    BOOST_REQUIRE(!live.spec.paused.has_value());
    BOOST_REQUIRE(!live.spec.pod_template.spec.host_network.has_value());
    desired.spec.paused = true;
    BOOST_TEST(first_drift(desired, live) == "spec.paused");
    desired.spec.paused = false;
    live.spec.paused = true;
    BOOST_TEST(first_drift(desired, live) == "spec.paused");
    // Where absent and false differ, the field counts.
    live = read<deployment>("deployment");
    live.spec.pod_template.spec.automount_service_account_token.reset();
    BOOST_TEST(first_drift(desired, live) == "spec.template.spec.automountServiceAccountToken");
}

BOOST_AUTO_TEST_CASE(running_pod_is_read) {
    const pod p = read<pod>("running_pod");
    BOOST_TEST(p.status.phase == "Running");
    BOOST_TEST(is_true(p.status.conditions, "Ready"));
    BOOST_TEST(p.spec.node_name == "kwok-0");
    BOOST_TEST(p.status.pod_ip == "10.244.0.0");
    BOOST_REQUIRE(p.status.container_statuses.size() == 1U);
    const container_status& c = p.status.container_statuses[0];
    BOOST_TEST(c.ready.value());
    BOOST_TEST(c.restart_count.value() == 0);
    BOOST_REQUIRE(c.state.running.has_value());
    BOOST_TEST(c.state.running->started_at.is_set());
    BOOST_TEST(!c.last_state.terminated.has_value());
    const owner_reference* owner = controller_of(p.metadata);
    BOOST_REQUIRE(owner != nullptr);
    BOOST_TEST(owner->kind == "ReplicaSet");
}

BOOST_AUTO_TEST_CASE(running_deployment_is_read) {
    const deployment d = read<deployment>("running_deployment");
    BOOST_TEST(d.status.ready_replicas.value() == 2);
    BOOST_TEST(d.status.available_replicas.value() == 2);
    BOOST_TEST(!d.status.unavailable_replicas.has_value());
    BOOST_TEST(d.status.observed_generation == d.metadata.generation);
    BOOST_TEST(is_true(d.status.conditions, "Available"));
    const replica_set r = read<replica_set>("running_replica_set");
    BOOST_TEST(r.status.ready_replicas.value() == 2);
    BOOST_TEST(controller_of(r.metadata)->name == "run");
    BOOST_TEST(to_selector(r.spec.selector).value().matches(read<pod>("running_pod").metadata.labels));
}

BOOST_AUTO_TEST_CASE(complete_job_is_read) {
    const job done = read<job>("complete_job");
    BOOST_TEST(done.status.succeeded.value() == 1);
    const condition* const complete = find_condition(done.status.conditions, "Complete");
    BOOST_REQUIRE(complete != nullptr);
    BOOST_TEST((complete->last_transition_time == done.status.completion_time));
}

BOOST_AUTO_TEST_CASE(node_and_definition_are_read) {
    const node n = read<node>("ready_node");
    BOOST_TEST(is_true(n.status.conditions, "Ready"));
    BOOST_TEST(!is_true(n.status.conditions, "MemoryPressure"));
    BOOST_TEST((n.status.allocatable.at("memory") == quantity::parse("262144Mi").value()));
    custom_resource_definition crd = read<custom_resource_definition>("established_crd");
    BOOST_TEST(is_established(crd));
    BOOST_TEST(crd.spec.group == "my.domain");
    BOOST_TEST(crd.spec.versions[0].served.value());
    BOOST_TEST(crd.status.stored_versions[0] == "v1");
    crd.status.conditions.clear();
    BOOST_TEST(!is_established(crd));
}

BOOST_AUTO_TEST_CASE(secrets_are_bytes_inside_and_base64_outside) {
    const core_v1::secret s = read<core_v1::secret>("secret");
    BOOST_REQUIRE(find_value(s, "a") != nullptr);
    BOOST_TEST(find_value(s, "a")->reveal() == "hunter2");
    BOOST_TEST(find_value(s, "bin")->reveal() == std::string("\0\1\xff", 3));
    BOOST_TEST(find_value(s, "empty")->reveal() == "");
    BOOST_TEST(find_value(s, "none") == nullptr);
    using traits = json::scalar_traits<setpoint::secret>;
    for (const char* text :
         {"a", "ab", "abc", "a===", "ab=c", "====", "ab c", "abc\n", " abc", "ab*d", "YWJj\n", "YQ=a"}) {
        setpoint::secret value;
        BOOST_TEST_CONTEXT(text) {
            BOOST_TEST(!traits::parse(text, value));
        }
    }
    for (const std::string& bytes : {std::string(), std::string("a"), std::string("ab"), std::string("abc"),
                                     std::string(1000, '\xfe')}) {
        std::string out = "x";
        traits::print(setpoint::secret(bytes), out);
        setpoint::secret back;
        BOOST_TEST(traits::parse(std::string_view(out).substr(2, out.size() - 3), back));
        BOOST_TEST(back.reveal() == bytes);
    }
}

BOOST_AUTO_TEST_CASE(invalid_secret_is_rejected_without_being_printed) {
    const auto r = json::decode<core_v1::secret>(R"({"data":{"password":"hunter2!"}})");
    BOOST_REQUIRE(r.has_error());
    BOOST_TEST((r.error().code == errc::bad_data));
    BOOST_TEST(r.error().message.find("password") != std::string::npos);
    BOOST_TEST(r.error().message.find("hunter2") == std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()
