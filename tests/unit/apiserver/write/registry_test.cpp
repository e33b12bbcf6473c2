#include "apiserver/schema/catalogue.hpp"
#include "unit/apiserver/write/observed.hpp"

using namespace setpoint;
using namespace setpoint::apiserver;
using namespace setpoint::apiserver::test;

namespace {

resource_ptr custom_kind(const char* group, const char* version, const char* plural = "foos") {
    auto r = std::make_shared<resource>();
    r->gvr = group_version_resource(group, version, plural);
    r->kind = "Foo";
    r->custom = true;
    r->storage = r->gvr.group_resource();
    return r;
}

std::string order(const registry& r) {
    std::string out;
    for (const auto* gv : r.all()) out += gv->group + "/" + gv->version + " ";
    return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(registry_test)

BOOST_AUTO_TEST_CASE(groups_are_in_discovery_order) {
    BOOST_TEST(order(builtin()) ==
               "/v1 apiregistration.k8s.io/v1 apps/v1 events.k8s.io/v1 authentication.k8s.io/v1 "
               "authorization.k8s.io/v1 autoscaling/v2 autoscaling/v1 batch/v1 certificates.k8s.io/v1 "
               "networking.k8s.io/v1 policy/v1 rbac.authorization.k8s.io/v1 storage.k8s.io/v1 "
               "admissionregistration.k8s.io/v1 apiextensions.k8s.io/v1 scheduling.k8s.io/v1 "
               "coordination.k8s.io/v1 node.k8s.io/v1 discovery.k8s.io/v1 resource.k8s.io/v1 "
               "flowcontrol.apiserver.k8s.io/v1 storagemigration.k8s.io/v1 ");
}

BOOST_AUTO_TEST_CASE(every_resource_of_the_catalogue_is_served) {
    std::size_t count = 0;
    for (const catalogue_entry& e : builtin_catalogue().kinds()) {
        if (e.member("resource").empty()) continue;
        ++count;
        const auto id = group_version_kind::parse(e.api_version, e.name);
        BOOST_REQUIRE(id);
        const resource_ptr r = builtin().find_kind(id->group, id->version, id->kind);
        BOOST_REQUIRE_MESSAGE(r, e.api_version << " " << e.name);
        BOOST_TEST(r->gvr.version == id->version, e.name);
    }
    BOOST_TEST(count > 60U);
}

BOOST_AUTO_TEST_CASE(behavior_is_that_of_the_catalogue) {
    const resource_ptr events = builtin().find("events.k8s.io", "v1", "events");
    BOOST_TEST(events->storage == "events");
    BOOST_TEST(events->storage_version == "v1");
    const resource_ptr scaler = builtin().find("autoscaling", "v1", "horizontalpodautoscalers");
    BOOST_TEST(scaler->storage == "horizontalpodautoscalers.autoscaling");
    BOOST_TEST(scaler->storage_version == "autoscaling/v2");
    const resource_ptr services = builtin().find("", "v1", "services");
    BOOST_TEST(services->storage_folder == "services/specs");
    BOOST_TEST((services->returns_deleted && !services->orphans_dependents));
    BOOST_TEST((services->selectable == std::vector<std::string>{"spec.clusterIP", "spec.type"}));
    const resource_ptr jobs = builtin().find("batch", "v1", "jobs");
    BOOST_TEST((jobs->orphans_dependents && !jobs->returns_deleted));
    BOOST_TEST(jobs->storage_folder == "jobs");
    BOOST_TEST(builtin().find("", "v1", "endpoints")->deprecation_warning.starts_with("v1 Endpoints is"));
}

BOOST_AUTO_TEST_CASE(custom_groups_come_by_name_and_their_versions_by_preference) {
    registry r;
    r.add(resource_of(parse(R"({"apiVersion":"apps/v1","kind":"Deployment"})")));
    for (const char* v : {"v1beta1", "v2alpha1", "foo", "v1", "v10", "v2beta2", "v2"})
        r.add(custom_kind("m.io", v));
    r.add(custom_kind("a.io", "v1"));
    r.add(custom_kind("z.io", "v1"));
    BOOST_TEST(order(r) ==
               "apps/v1 a.io/v1 m.io/v10 m.io/v2 m.io/v1 m.io/v2beta2 m.io/v1beta1 m.io/v2alpha1 m.io/foo "
               "z.io/v1 ");
    BOOST_TEST(r.versions("m.io").front() == "v10");
}

BOOST_AUTO_TEST_CASE(a_removed_resource_is_gone_and_its_group_with_the_last) {
    registry r;
    r.add(custom_kind("a.io", "v1"));
    r.add(custom_kind("a.io", "v1", "bars"));
    const auto before = r.generation();
    r.remove("a.io", "v1", "foos");
    BOOST_TEST(!r.find("a.io", "v1", "foos"));
    BOOST_TEST(r.find("a.io", "v1", "bars"));
    r.remove("a.io", "v1", "bars");
    BOOST_TEST(r.all().empty());
    BOOST_TEST(r.generation() == before + 2);
    r.remove("a.io", "v1", "bars");
    BOOST_TEST(r.generation() == before + 2);
}

BOOST_AUTO_TEST_CASE(a_v1_autoscaler_is_stored_as_v2_and_round_trips) {
    const resource_ptr v1 = builtin().find("autoscaling", "v1", "horizontalpodautoscalers");
    BOOST_TEST((builtin().by_storage(v1->storage) ==
                builtin().find("autoscaling", "v2", "horizontalpodautoscalers")));
    const bj::object stored = parse(R"({"kind":"HorizontalPodAutoscaler","apiVersion":"autoscaling/v2",
        "metadata":{"name":"h"},"spec":{"scaleTargetRef":{"kind":"Deployment","name":"d"},"minReplicas":1,
        "maxReplicas":3,"metrics":[
            {"type":"Pods","pods":{"metric":{"name":"m"},"target":{"type":"AverageValue","averageValue":"5"}}},
            {"type":"Resource","resource":{"name":"cpu","target":{"type":"Utilization","averageUtilization":70}}}]},
        "status":{"desiredReplicas":0,"currentMetrics":null}})");
    bj::object o = stored;
    v1->code->from_storage(o);
    BOOST_TEST(o.at("apiVersion").as_string() == "autoscaling/v1");
    BOOST_TEST(o.at("spec").at("targetCPUUtilizationPercentage").as_int64() == 70);
    BOOST_TEST(!o.at("spec").as_object().contains("metrics"));
    // The annotation has the metrics of version 1.
    BOOST_TEST(o.at("metadata").at("annotations").at("autoscaling.alpha.kubernetes.io/metrics").as_string() ==
               R"([{"type":"Pods","pods":{"metricName":"m","targetAverageValue":"5"}}])");
    v1->code->to_storage(o);
    std::string wrong;
    differences(o, stored, "", wrong);
    BOOST_TEST(wrong == "", wrong);
}

BOOST_AUTO_TEST_CASE(both_event_groups_share_a_storage_that_core_owns) {
    const resource_ptr events = builtin().find("events.k8s.io", "v1", "events");
    BOOST_TEST(events->storage == "events");
    BOOST_TEST((builtin().by_storage("events") == builtin().find("", "v1", "events")));
    bj::object o = parse(R"({"apiVersion":"events.k8s.io/v1","kind":"Event","metadata":{"name":"e"},
        "regarding":{"name":"p"},"note":"m","reportingController":"c","deprecatedCount":3})");
    events->code->to_storage(o);
    BOOST_TEST(o.at("apiVersion").as_string() == "v1");
    BOOST_TEST(o.at("involvedObject").at("name").as_string() == "p");
    BOOST_TEST(o.at("message").as_string() == "m");
    BOOST_TEST(o.at("count").as_int64() == 3);
    events->code->from_storage(o);
    BOOST_TEST(o.at("note").as_string() == "m");
    BOOST_TEST(o.at("reportingController").as_string() == "c");
    BOOST_TEST(!o.contains("message"));
}

BOOST_AUTO_TEST_CASE(every_column_of_a_builtin_resource_has_a_cell) {
    for (const auto* gv : builtin().all()) {
        for (const auto& [plural, r] : gv->resources) {
            BOOST_TEST(r->code != nullptr, plural);
            if (!r->allows("list")) continue;
            BOOST_TEST(!r->columns->empty(), plural);
            for (const column& c : *r->columns) BOOST_TEST((c.cell != nullptr), plural << " " << c.name);
        }
    }
}

BOOST_AUTO_TEST_SUITE_END()
