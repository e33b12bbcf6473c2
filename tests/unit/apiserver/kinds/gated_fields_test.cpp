// Feature gates, and the fields that are dropped or refused while a feature is off.

#include "apiserver/kinds/gated_fields.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <ostream>
#include <utility>

namespace {

using namespace setpoint::apiserver;

bj::object gated(const char* text) {
    return bj::parse(text).as_object();
}

struct gated_sample {
    const char *feature, *storage, *sent, *kept;
};
std::ostream& operator<<(std::ostream& out, const gated_sample& s) {
    return out << s.feature << " of " << s.storage;
}

const gated_sample gated_samples[] = {
    {"MaxUnavailableStatefulSet", "statefulsets.apps",
     R"({"spec":{"updateStrategy":{"rollingUpdate":{"partition":1,"maxUnavailable":2}}}})",
     R"({"spec":{"updateStrategy":{"rollingUpdate":{"partition":1}}}})"},
    {"CoordinatedLeaderElection", "leases.coordination.k8s.io",
     R"({"spec":{"strategy":"OldestEmulationVersion","holderIdentity":"h"}})",
     R"({"spec":{"holderIdentity":"h"}})"},
    {"GenericWorkload", "pods", R"({"spec":{"schedulingGroup":{"podGroupName":"g"},"x":1}})",
     R"({"spec":{"x":1}})"},
    {"GenericWorkload", "cronjobs.batch",
     R"({"spec":{"jobTemplate":{"spec":{"template":{"spec":{"schedulingGroup":{"podGroupName":"g"},"x":1}}}}}})",
     R"({"spec":{"jobTemplate":{"spec":{"template":{"spec":{"x":1}}}}}})"},
    {"ContainerStopSignals", "pods",
     R"({"spec":{"initContainers":[{"lifecycle":{"stopSignal":"SIGTERM"}}],)"
     R"("containers":[{"lifecycle":{"stopSignal":"SIGTERM","preStop":{}}}]}})",
     R"({"spec":{"initContainers":[{}],"containers":[{"lifecycle":{"preStop":{}}}]}})"},
    {"ClusterTrustBundleProjection", "deployments.apps",
     R"({"spec":{"template":{"spec":{"volumes":[{"projected":{"sources":[{"clusterTrustBundle":{"path":"p"}},{"secret":{}}]}}]}}}})",
     R"({"spec":{"template":{"spec":{"volumes":[{"projected":{"sources":[{},{"secret":{}}]}}]}}}})"},
    {"CrossNamespaceVolumeDataSource", "persistentvolumeclaims",
     R"({"spec":{"dataSourceRef":{"namespace":"n","kind":"K"},"x":1}})", R"({"spec":{"x":1}})"},
    {"VolumeLimitScaling", "csidrivers.storage.k8s.io", R"({"spec":{"preventPodSchedulingIfMissing":true}})",
     R"({"spec":{}})"},
    {"DRAListTypeAttributes", "resourceslices.resource.k8s.io",
     R"({"spec":{"devices":[{"attributes":{"a":{"bools":[true]},"b":{"bool":true}}}]}})",
     R"({"spec":{"devices":[{"attributes":{"a":{},"b":{"bool":true}}}]}})"},
    // On by default.
    {"EnvFiles", "pods",
     R"({"spec":{"containers":[{"env":[{"name":"e","valueFrom":{"fileKeyRef":{"key":"k"}}}]}]}})",
     R"({"spec":{"containers":[{"env":[{"name":"e","valueFrom":{}}]}]}})"},
};

}  // namespace

BOOST_DATA_TEST_CASE(fields_are_dropped_unless_in_use, boost::unit_test::data::make(gated_samples), s) {
    const auto off = feature_gates::make({{s.feature, false}});
    BOOST_REQUIRE(off);
    bj::object object = gated(s.sent);
    const bj::object sent = object, without = gated(s.kept);
    drop_disabled_fields(*off, s.storage, object, nullptr);
    BOOST_TEST(bj::serialize(object) == bj::serialize(without));
    object = sent;
    drop_disabled_fields(*off, s.storage, object, &sent);
    BOOST_TEST(bj::serialize(object) == bj::serialize(sent));
    drop_disabled_fields(*off, s.storage, object, &without);
    BOOST_TEST(bj::serialize(object) == bj::serialize(without));
    object = sent;
    drop_disabled_fields(*off, "configmaps", object, nullptr);
    BOOST_TEST(bj::serialize(object) == bj::serialize(sent));
}

BOOST_AUTO_TEST_CASE(fields_stay_when_their_feature_is_on) {
    const auto on = feature_gates::make({{"GenericWorkload", true}});
    bj::object pod = gated(R"({"spec":{"schedulingGroup":{"podGroupName":"g"}}})");
    const bj::object sent = pod;
    drop_disabled_fields(*on, "pods", pod, nullptr);
    BOOST_TEST(bj::serialize(pod) == bj::serialize(sent));
}

BOOST_AUTO_TEST_CASE(a_source_of_the_same_namespace_stays) {
    bj::object claim = gated(R"({"spec":{"dataSourceRef":{"kind":"K","name":"n"}}})");
    drop_disabled_fields({}, "persistentvolumeclaims", claim, nullptr);
    BOOST_TEST(claim.at("spec").as_object().contains("dataSourceRef"));
}

BOOST_AUTO_TEST_CASE(a_value_of_a_disabled_feature_is_refused) {
    const bj::object pod = gated(R"({"spec":{"securityContext":{"seLinuxChangePolicy":"MountOption"}}})");
    field_errors errors;
    const auto off = feature_gates::make({{"SELinuxMount", false}});
    validate_gated_values(*off, "pods", pod, nullptr, errors);
    BOOST_REQUIRE(errors.size() == 1U);
    BOOST_TEST(errors[0].text() ==
               "spec.securityContext.seLinuxChangePolicy: Unsupported value: \"MountOption\": "
               "supported values: \"Recursive\"");
    errors.clear();
    validate_gated_values(*off, "pods", pod, &pod, errors);
    BOOST_TEST(errors.empty());
    validate_gated_values({}, "pods", pod, nullptr, errors);
    BOOST_TEST(errors.empty());
}

BOOST_AUTO_TEST_CASE(gates_are_refused_in_the_words_of_kube_apiserver) {
    const auto why = [](const std::vector<std::pair<std::string, bool>>& wanted) {
        const auto made = feature_gates::make(wanted);
        return made ? std::string() : made.error().message;
    };
    BOOST_TEST(why({{"Nope", true}}) == "unrecognized feature gate: Nope");
    BOOST_TEST(why({{"MultiCIDRServiceAllocator", false}}) ==
               "cannot set feature gate MultiCIDRServiceAllocator to false, feature is locked to true");
    BOOST_TEST(why({{"MultiCIDRServiceAllocator", true}}) == "");
    BOOST_TEST(why({{"DRAWorkloadResourceClaims", true}}) ==
               "DRAWorkloadResourceClaims is enabled, but depends on features that are disabled: "
               "[GenericWorkload]");
    BOOST_TEST(why({{"DRAWorkloadResourceClaims", true}, {"GenericWorkload", true}}) == "");
    BOOST_TEST(feature_gates::make({{"AllBeta", true}})->is_on("MaxUnavailableStatefulSet"));
    BOOST_TEST(!feature_gates::make({{"AllBeta", true}, {"MaxUnavailableStatefulSet", false}})
                    ->is_on("MaxUnavailableStatefulSet"));
}

// As kube-apiserver 1.37 with --emulated-version=1.36.
BOOST_AUTO_TEST_CASE(the_version_before_has_its_own_features) {
    constexpr auto before = emulated_version::previous;
    const auto why = [](const std::vector<std::pair<std::string, bool>>& wanted) {
        const auto made = feature_gates::make(wanted, before);
        return made ? std::string() : made.error().message;
    };
    BOOST_TEST(feature_gates().is_on("PodCertificateRequest"));
    BOOST_TEST(!feature_gates(before).is_on("PodCertificateRequest"));
    BOOST_TEST(feature_gates::make({{"AllBeta", true}}, before)->is_on("PodCertificateRequest"));
    BOOST_TEST(
        why({{"EvictionRequestAPI", true}}) ==
        "cannot set feature gate EvictionRequestAPI to true, feature is PreAlpha at emulated version 1.36, "
        "min compatibility version 1.35");
}

BOOST_AUTO_TEST_CASE(versions_that_can_be_emulated) {
    BOOST_TEST((*emulated_version_of("") == emulated_version::newest));
    BOOST_TEST((*emulated_version_of("v1.37") == emulated_version::newest));
    BOOST_TEST((*emulated_version_of("1.36") == emulated_version::previous));
    for (const char* wrong : {"1.35", "1.36.3", "37", "one"})
        BOOST_TEST(emulated_version_of(wrong).error().message ==
                   "\"" + std::string(wrong) +
                       "\" is not a version of Kubernetes that this server can emulate: 1.37 or 1.36");
}

BOOST_AUTO_TEST_CASE(each_row_names_a_feature_that_can_be_switched) {
    const auto all = all_features();
    BOOST_TEST(std::ranges::is_sorted(all, {}, &feature::name));
    const auto can_switch = [&](std::string_view name) {
        return std::ranges::any_of(all, [&](const feature& f) { return f.name == name && !f.now.is_locked; });
    };
    for (const gated_fields& row : all_gated_fields()) BOOST_TEST(can_switch(row.feature), row.feature);
    for (const gated_value& row : all_gated_values()) BOOST_TEST(can_switch(row.feature), row.feature);
    const auto both = [](const feature_dependency& d) { return std::pair(d.feature, d.on); };
    BOOST_TEST(std::ranges::is_sorted(feature_dependencies(), {}, both));
    for (const feature_dependency& row : feature_dependencies()) {
        BOOST_TEST(std::ranges::binary_search(all, row.feature, {}, &feature::name), row.feature);
        BOOST_TEST(std::ranges::binary_search(all, row.on, {}, &feature::name), row.on);
    }
}
