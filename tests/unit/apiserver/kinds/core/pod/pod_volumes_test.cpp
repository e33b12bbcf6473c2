// Sources of pods' volumes and resources of pods, with the errors that kube-apiserver 1.36.3 gives.
#include "apiserver/kinds/core/pod/pod_spec.hpp"
#include "apiserver/kinds/core/pod/pod_status.hpp"
#include "apiserver/objects/fields.hpp"

#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>

#include <string>
#include <vector>

using namespace setpoint::apiserver;

namespace {

using texts = std::vector<std::string>;

texts texts_of(const field_errors& errors) {
    texts out;
    for (const field_error& e : errors) out.push_back(e.text());
    return out;
}

bj::object pod_spec(const char* more) {
    bj::object spec = bj::parse(more).as_object();
    for (const auto& [key, value] :
         bj::object{{"restartPolicy", "Always"},
                    {"dnsPolicy", "ClusterFirst"},
                    {"containers",
                     bj::array{bj::object{{"name", "main"},
                                          {"image", "busybox"},
                                          {"imagePullPolicy", "Always"},
                                          {"terminationMessagePolicy", "File"},
                                          {"resources", bj::object{{"requests", bj::object{{"cpu", "2"}}},
                                                                   {"limits", bj::object{{"cpu", "2"}}}}}}}}})
        set_default(spec, key, value);
    return spec;
}

texts errors_of(const char* more, const char* old = nullptr) {
    const bj::object metadata{{"name", "p"}}, spec = pod_spec(more);
    bj::object before;
    if (old != nullptr) before = pod_spec(old);
    field_errors errors;
    validate_pod_spec(spec, &metadata, "spec", errors, old == nullptr ? nullptr : &before);
    return texts_of(errors);
}

texts volume_errors(const std::string& volume) {
    return errors_of((R"({"volumes":[)" + volume + "]}").c_str());
}

texts status_errors(const char* status, const char* old) {
    const bj::object spec = pod_spec(R"({"nodeName":"n","restartPolicy":"Never"})");
    const bj::object now{{"spec", spec}, {"status", bj::parse(status)}},
        before{{"spec", spec}, {"status", bj::parse(old)}};
    field_errors errors;
    validate_pod_status(now, before, errors);
    return texts_of(errors);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(pod_volumes_test)

BOOST_AUTO_TEST_CASE(required_fields_of_every_source_are_reported) {
    BOOST_TEST(volume_errors(R"({"name":"v","glusterfs":{}})") ==
               (texts{"spec.volumes[0].glusterfs.endpoints: Required value",
                      "spec.volumes[0].glusterfs.path: Required value"}));
    BOOST_TEST(
        volume_errors(R"({"name":"v","gcePersistentDisk":{"pdName":"d","partition":256}})") ==
        texts{"spec.volumes[0].persistentDisk.partition: Invalid value: 256: must be between 1 and 255, "
              "inclusive"});
    BOOST_TEST(
        volume_errors(R"({"name":"v","iscsi":{"targetPortal":"p","iqn":"x"}})") ==
        texts{R"(spec.volumes[0].iscsi.iqn: Invalid value: "x": must be valid format starting with iqn, )"
              "eui, or naa"});
    BOOST_TEST(
        volume_errors(R"({"name":"v","ephemeral":{"volumeClaimTemplate":{"metadata":{"namespace":"n"},
        "spec":{"accessModes":["ReadWriteOnce"],"resources":{"requests":{"storage":"1Gi"}}}}}})") ==
        texts{"spec.volumes[0].ephemeral.volumeClaimTemplate.metadata.namespace: Forbidden: cannot be set"});
}

BOOST_AUTO_TEST_CASE(second_source_is_reported_in_upstream_order) {
    BOOST_TEST(volume_errors(R"({"name":"v","cephfs":{"monitors":["m"]},"nfs":{"server":"s","path":"/"}})") ==
               texts{"spec.volumes[0].cephFS: Forbidden: may not specify more than 1 volume type"});
    BOOST_TEST(
        volume_errors(
            R"({"name":"v","projected":{"sources":[{"secret":{"name":"s"},"configMap":{"name":"c"}}]}})") ==
        texts{"spec.volumes[0].projected.sources[0]: Forbidden: may not specify more than 1 volume type per "
              "source"});
}

BOOST_AUTO_TEST_CASE(token_path_may_stay_outside_on_update) {
    const char* const outside =
        R"({"volumes":[{"name":"v","projected":{"sources":[{"serviceAccountToken":
           {"expirationSeconds":600,"path":"../t"}}]}}]})";
    BOOST_TEST(errors_of(outside) ==
               texts{R"(spec.volumes[0].projected.path: Invalid value: "../t": must not contain '..')"});
    BOOST_TEST(errors_of(outside, outside) == texts{});
}

BOOST_AUTO_TEST_CASE(resources_of_pod_are_compared_with_containers) {
    BOOST_TEST(
        errors_of(R"({"resources":{"requests":{"cpu":"1"},"limits":{"cpu":"1"}}})") ==
        (texts{R"(spec.resources.requests[cpu]: Invalid value: "1": must be greater than or equal to )"
               "aggregate container requests of 2",
               R"(spec.resources.containers[0][cpu].limits: Invalid value: "2": must be less than or equal )"
               "to pod limits of 1"}));
    BOOST_TEST(
        errors_of(R"({"resources":{"requests":{"storage":"1"}}})") ==
        texts{R"(spec.resources.requests[storage]: Unsupported value: "storage": supported values: "cpu", )"
              R"("hugepages-", "memory")"});
}

BOOST_AUTO_TEST_CASE(host_sysctl_is_refused_unless_it_was_there) {
    const char* const spec =
        R"({"hostNetwork":true,"securityContext":{"sysctls":[{"name":"net/ipv4/tcp_syncookies","value":"1"}]}})";
    BOOST_TEST(
        errors_of(spec) ==
        texts{R"(spec.securityContext.sysctls[0].name: Invalid value: "net/ipv4/tcp_syncookies": may not be )"
              "specified when 'hostNetwork' is true"});
    BOOST_TEST(errors_of(spec, spec) == texts{});
}

BOOST_AUTO_TEST_CASE(terminated_container_stays_so_unless_it_restarts) {
    const char* const terminated =
        R"({"containerStatuses":[{"name":"main","state":{"terminated":{"exitCode":0}}}]})";
    BOOST_TEST(
        status_errors(R"({"containerStatuses":[{"name":"main","state":{"running":{}}}]})", terminated) ==
        texts{
            "status.containerStatuses[0].state: Forbidden: may not be transitioned to non-terminated state"});
    BOOST_TEST(status_errors(terminated, terminated) == texts{});
}

BOOST_AUTO_TEST_CASE(claims_in_status_match_those_of_spec) {
    BOOST_TEST(
        status_errors(R"({"resourceClaimStatuses":[{"name":"gpu"}],"nominatedNodeName":"m"})", "{}") ==
        (texts{
            "status.nominatedNodeName: Forbidden: may not be set on pods that are already bound to a node",
            R"(status.resourceClaimStatuses[0].name: Invalid value: "gpu": must match the name of an entry in )"
            "`spec.resourceClaims`"}));
}

BOOST_AUTO_TEST_SUITE_END()
