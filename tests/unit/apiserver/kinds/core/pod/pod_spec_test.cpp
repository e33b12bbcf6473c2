// Each case is a change of a valid pod and the errors that kube-apiserver 1.36.3 gives for it.
#include "apiserver/kinds/core/pod/pod_spec.hpp"

#include "apiserver/objects/fields.hpp"

#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>

using namespace setpoint::apiserver;

namespace {

using texts = std::vector<std::string>;

texts spec_errors(bj::object spec) {
    set_default(spec, "restartPolicy", "Always");
    set_default(spec, "dnsPolicy", "ClusterFirst");
    set_default(spec, "terminationGracePeriodSeconds", 30);
    const bj::object metadata;
    field_errors errors;
    validate_pod_spec(spec, &metadata, "spec", errors);
    texts out;
    for (const field_error& e : errors) out.push_back(e.text());
    return out;
}

bj::object container(const char* more) {
    bj::object c = bj::parse(more).as_object();
    set_default(c, "name", "main");
    set_default(c, "image", "busybox");
    set_default(c, "imagePullPolicy", "Always");
    set_default(c, "terminationMessagePolicy", "File");
    return c;
}

texts container_errors(const char* more, const char* pod = "{}", const char* list = "containers") {
    bj::object spec = bj::parse(pod).as_object();
    spec["containers"] = bj::array{container("{}")};
    if (std::string_view(list) == "containers") {
        spec[list] = bj::array{container(more)};
    } else {
        bj::object other = container(more);
        other["name"] = "other";
        spec[list] = bj::array{std::move(other)};
    }
    return spec_errors(std::move(spec));
}

texts pod_errors(const char* more) {
    bj::object spec = bj::parse(more).as_object();
    spec["containers"] = bj::array{container("{}")};
    return spec_errors(std::move(spec));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(pod_spec_test)

BOOST_AUTO_TEST_CASE(security_contexts_are_validated_as_upstream) {
    const char* const at = "spec.containers[0].securityContext";
    BOOST_TEST(container_errors(R"({"securityContext":{"procMount":"Open"}})") ==
               texts{std::string(at) +
                     R"(.procMount: Unsupported value: "Open": supported values: "Default", "Unmasked")"});
    BOOST_TEST(container_errors(R"({"securityContext":{"seccompProfile":{"type":"Localhost"}}})") ==
               texts{std::string(at) + ".seccompProfile.localhostProfile: Required value: must be set when "
                                       "seccomp type is Localhost"});
    BOOST_TEST(container_errors(R"({"securityContext":{"appArmorProfile":{"type":""}}})") ==
               texts{std::string(at) +
                     ".appArmorProfile.type: Required value: type is required when appArmorProfile is set"});
    BOOST_TEST(container_errors(R"({"securityContext":{"windowsOptions":{"runAsUserName":"a\\b\\c"}}})") ==
               texts{std::string(at) + R"(.windowsOptions.runAsUserName: Invalid value: "a\\b\\c": )"
                                       "runAsUserName cannot contain more than one backslash"});
    BOOST_TEST(container_errors(R"({"securityContext":{"runAsUser":1,"privileged":true,"procMount":"Default",
        "seccompProfile":{"type":"RuntimeDefault"},"windowsOptions":{"runAsUserName":"CORP\\user"}}})")
                   .empty());
}

BOOST_AUTO_TEST_CASE(restart_rules_need_a_policy) {
    BOOST_TEST(container_errors(R"({"restartPolicyRules":[{"action":"Restart","exitCodes":
        {"operator":"In","values":[1]}}]})") ==
               texts{"spec.containers[0].restartPolicy: Required value: must specify restartPolicy when "
                     "restart rules are used"});
    BOOST_TEST(container_errors(R"({"restartPolicy":"Never","restartPolicyRules":[{"action":"Stop"}]})") ==
               (texts{"spec.containers[0].restartPolicyRules[0].action: Unsupported value: \"Stop\": "
                      "supported values: \"Restart\", \"RestartAllContainers\"",
                      "spec.containers[0].restartPolicyRules[0].exitCodes: Required value: must be "
                      "specified"}));
}

BOOST_AUTO_TEST_CASE(resize_policies_name_cpu_or_memory) {
    BOOST_TEST(
        container_errors(R"({"resizePolicy":[{"resourceName":"disk","restartPolicy":"NotRequired"}]})") ==
        texts{"spec.containers[0].resizePolicy: Unsupported value: \"disk\": supported values: "
              "\"cpu\", \"memory\""});
    BOOST_TEST(
        container_errors(R"({"resizePolicy":[{"resourceName":"cpu","restartPolicy":"RestartContainer"}]})",
                         "{}", "initContainers") ==
        texts{"spec.initContainers[0].resizePolicy[0].restartPolicy: Invalid value: \"RestartContainer\": "
              "must not be set to 'RestartContainer' for non-sidecar initContainers"});
}

BOOST_AUTO_TEST_CASE(devices_and_mounts_need_volumes_that_fit) {
    const char* const pod = R"({"volumes":[{"name":"empty","emptyDir":{}},
        {"name":"claim","persistentVolumeClaim":{"claimName":"c"}}]})";
    BOOST_TEST(container_errors(R"({"volumeDevices":[{"name":"claim","devicePath":"/d"}]})", pod).empty());
    BOOST_TEST(container_errors(R"({"volumeDevices":[{"name":"empty","devicePath":"/d"}]})", pod) ==
               texts{"spec.containers[0].volumeDevices[0].name: Invalid value: \"empty\": can only use "
                     "volume source type of PersistentVolumeClaim or Ephemeral for block mode"});
    BOOST_TEST(
        container_errors(
            R"({"volumeMounts":[{"name":"empty","mountPath":"/m","mountPropagation":"Bidirectional"}]})",
            pod) == texts{"spec.containers[0].volumeMounts.mountPropagation: Forbidden: Bidirectional mount "
                          "propagation is available only to privileged containers"});
    BOOST_TEST(container_errors(
                   R"({"volumeMounts":[{"name":"empty","mountPath":"/m","recursiveReadOnly":"Enabled"}]})",
                   pod) == texts{"spec.containers[0].volumeMounts.recursiveReadOnly: Forbidden: may only be "
                                 "specified when readOnly is true"});
}

BOOST_AUTO_TEST_CASE(ephemeral_containers_have_no_resources_or_sub_paths) {
    BOOST_TEST(container_errors(R"({"resources":{"limits":{"cpu":"1"}},"restartPolicy":"Always",
        "volumeMounts":[{"name":"v","mountPath":"/m","subPath":"a"}]})",
                                R"({"volumes":[{"name":"v","emptyDir":{}}]})", "ephemeralContainers") ==
               (texts{"spec.ephemeralContainers[0].resources: Forbidden: cannot be set for an Ephemeral "
                      "Container",
                      "spec.ephemeralContainers[0].restartPolicy: Forbidden: cannot be set for an Ephemeral "
                      "Container",
                      "spec.ephemeralContainers[0].volumeMounts[0].subPath: Forbidden: cannot be set for an "
                      "Ephemeral Container"}));
}

BOOST_AUTO_TEST_CASE(settings_of_the_pod_are_validated_as_upstream) {
    BOOST_TEST(pod_errors(R"({"hostnameOverride":"h","setHostnameAsFQDN":true})") ==
               texts{"spec.hostnameOverride: Forbidden: may not be specified when setHostnameAsFQDN is "
                     "true"});
    BOOST_TEST(pod_errors(R"({"resourceClaims":[{"name":"gpu"}]})").size() == 1U);
    BOOST_TEST(pod_errors(R"({"os":{"name":"plan9"}})") ==
               texts{R"(spec.os: Unsupported value: "plan9": supported values: "linux", "windows")"});
    BOOST_TEST(pod_errors(R"({"os":{"name":"windows"},"hostPID":true})") ==
               texts{"spec.hostPID: Forbidden: cannot be set for a windows pod"});
    BOOST_TEST(pod_errors(R"({"hostUsers":false,"hostNetwork":true})") ==
               texts{"spec.hostNetwork: Forbidden: when `hostUsers` is false"});
    BOOST_TEST(pod_errors(R"({"dnsConfig":{"options":[{"value":"5"}]}})") ==
               texts{"spec.dnsConfig.options[0]: Required value: must not be empty"});
    BOOST_TEST(pod_errors(R"({"securityContext":{"sysctls":[{"name":"a","value":"1"},{"name":"a"}]}})") ==
               texts{R"(spec.securityContext.sysctls[1].name: Duplicate value: "a")"});
}

BOOST_AUTO_TEST_CASE(scheduling_terms_are_validated_as_upstream) {
    BOOST_TEST(
        pod_errors(R"({"topologySpreadConstraints":[{"maxSkew":1,"topologyKey":"z","minDomains":2,
            "whenUnsatisfiable":"ScheduleAnyway","nodeTaintsPolicy":"Maybe"}]})") ==
        (texts{"spec.topologySpreadConstraints[0].minDomains: Invalid value: 2: can only use minDomains if "
               "whenUnsatisfiable=DoNotSchedule, not ScheduleAnyway",
               "spec.topologySpreadConstraints[0].nodeTaintsPolicy: Unsupported value: \"Maybe\": supported "
               "values: \"Honor\", \"Ignore\""}));
    BOOST_TEST(pod_errors(R"({"affinity":{"podAffinity":{"requiredDuringSchedulingIgnoredDuringExecution":[
            {"topologyKey":"z","matchLabelKeys":["a"]}]}}})") ==
               texts{"spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0]."
                     "matchLabelKeys: Forbidden: must not be specified when labelSelector is not set"});
    BOOST_TEST(pod_errors(R"({"affinity":{"nodeAffinity":{"requiredDuringSchedulingIgnoredDuringExecution":
            {"nodeSelectorTerms":[{"matchFields":[{"key":"spec.x","operator":"In","values":["a"]}]}]}}}})") ==
               texts{"spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution."
                     "nodeSelectorTerms[0].matchFields[0].key: Invalid value: \"spec.x\": not a valid field "
                     "selector key"});
}

BOOST_AUTO_TEST_SUITE_END()
