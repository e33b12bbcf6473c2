#include "apiserver/kinds/internal_form.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/test/unit_test.hpp>

#include <string>

namespace bj = boost::json;
using setpoint::apiserver::internal_form;

namespace {

std::string printed(std::string_view type, std::string_view json) {
    return bj::serialize(internal_form(type, bj::parse(json)));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(internal_form_test)

BOOST_AUTO_TEST_CASE(metadata_is_embedded_and_types_of_meta_keep_their_names) {
    // As kube-apiserver 1.37.2 prints spec.volumeClaimTemplates of a StatefulSet.
    BOOST_TEST(
        printed(
            "core.v1.PersistentVolumeClaim",
            R"([{"kind":"PersistentVolumeClaim","apiVersion":"v1","metadata":{"name":"d"},)"
            R"("spec":{"accessModes":["ReadWriteOnce"],"selector":{"matchLabels":{"a":"b"}},)"
            R"("resources":{"requests":{"storage":"1Gi"}},"volumeMode":"Filesystem"},"status":{"phase":"Pending"}}])") ==
        R"([{"name":"d","Spec":{"AccessModes":["ReadWriteOnce"],"Selector":{"matchLabels":{"a":"b"}},)"
        R"("Resources":{"Limits":null,"Requests":{"storage":"1Gi"}},"VolumeName":"","StorageClassName":null,)"
        R"("VolumeMode":"Filesystem","DataSource":null,"DataSourceRef":null,"VolumeAttributesClassName":null},)"
        R"("Status":{"Phase":"Pending","AccessModes":null,"Capacity":null,"Conditions":null,)"
        R"("AllocatedResources":null,"AllocatedResourceStatuses":null,"CurrentVolumeAttributesClassName":null,)"
        R"("ModifyVolumeStatus":null,"HealthStatus":null}}])");
}

BOOST_AUTO_TEST_CASE(values_of_no_known_type_stay_as_they_are) {
    BOOST_TEST(printed("", R"({"a":[1]})") == R"({"a":[1]})");
}

BOOST_AUTO_TEST_SUITE_END()
