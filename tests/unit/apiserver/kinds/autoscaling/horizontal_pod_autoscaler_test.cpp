// HorizontalPodAutoscalers of autoscaling/v1: annotations hold what only version 2 has fields for.
#include "apiserver/kinds/autoscaling/horizontal_pod_autoscaler.hpp"

#include "apiserver/kinds/kinds.hpp"
#include "apiserver/objects/fields.hpp"

#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>

#include <string>

using namespace setpoint::apiserver;

BOOST_AUTO_TEST_SUITE(horizontal_pod_autoscaler_test)

namespace {

constexpr const char* behavior = "autoscaling.alpha.kubernetes.io/behavior";
constexpr const char* current = "autoscaling.alpha.kubernetes.io/current-metrics";
// As Kubernetes' internal type is encoded.
constexpr const char* rules =
    R"({"ScaleUp":{"StabilizationWindowSeconds":10,"SelectPolicy":"Max","Policies":[{"Type":"Pods","Value":4,)"
    R"("PeriodSeconds":15}],"Tolerance":null},"ScaleDown":{"StabilizationWindowSeconds":null,)"
    R"("SelectPolicy":"Max","Policies":[{"Type":"Percent","Value":100,"PeriodSeconds":15}],"Tolerance":null}})";

bj::object autoscaler() {
    return bj::parse(R"({"apiVersion":"autoscaling/v1","kind":"HorizontalPodAutoscaler",)"
                     R"("metadata":{"name":"web"},"spec":{"maxReplicas":5,)"
                     R"("scaleTargetRef":{"apiVersion":"apps/v1","kind":"Deployment","name":"web"}}})")
        .as_object();
}

bj::object& annotations_of(bj::object& o) {
    return make_object(make_object(o, "metadata"), "annotations");
}

}  // namespace

BOOST_AUTO_TEST_CASE(behavior_annotation_has_the_names_of_the_internal_type) {
    bj::object o = autoscaler();
    annotations_of(o)[behavior] = rules;
    autoscaler_to_storage(o);
    BOOST_TEST(text_at(o, {"spec", "behavior", "scaleUp", "selectPolicy"}) == "Max");
    BOOST_TEST(object_at(o, {"metadata", "annotations"}) == nullptr);
    autoscaler_from_storage(o);
    BOOST_TEST(text_at(annotations_of(o), behavior) == rules);
}

BOOST_AUTO_TEST_CASE(behavior_annotation_of_another_type_is_dropped) {
    bj::object o = autoscaler();
    annotations_of(o)[behavior] = R"({"ScaleUp":{"SelectPolicy":5}})";
    autoscaler_to_storage(o);
    BOOST_TEST(object_at(o, {"spec", "behavior"}) == nullptr);
}

BOOST_AUTO_TEST_CASE(current_cpu_is_in_field_and_annotation) {
    bj::object o = autoscaler();
    make_object(o, "status")["currentCPUUtilizationPercentage"] = 40;
    autoscaler_to_storage(o);
    autoscaler_from_storage(o);
    BOOST_TEST(number_at(object_of(o, "status"), "currentCPUUtilizationPercentage").value_or(0) == 40);
    BOOST_TEST(text_at(annotations_of(o), current) ==
               R"([{"type":"Resource","resource":{"name":"cpu","currentAverageUtilization":40,)"
               R"("currentAverageValue":"0"}}])");
}

BOOST_AUTO_TEST_CASE(status_update_keeps_behavior_of_the_spec) {
    bj::object old = autoscaler(), next = autoscaler();
    annotations_of(old)[behavior] = rules;
    make_object(next, "status")["desiredReplicas"] = 3;
    kind_context c;
    c.subresource = "status";
    horizontal_pod_autoscaler_v1_kind.prepare_update(next, old, c);
    BOOST_TEST(text_at(annotations_of(next), behavior) == rules);
    BOOST_TEST(number_at(object_of(next, "status"), "desiredReplicas").value_or(0) == 3);
}

BOOST_AUTO_TEST_SUITE_END()
