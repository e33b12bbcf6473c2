// Objects that Kubernetes' own strategies refuse, and the causes that they give (tests/strategies/compare
// --dump). Only fields and reasons are compared here.
#include "apiserver/kinds/kinds.hpp"
#include "apiserver/objects/fields.hpp"
#include "setpoint/api/time.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include <fstream>
#include <set>
#include <sstream>

using namespace setpoint::apiserver;

BOOST_AUTO_TEST_SUITE(observed_test)

namespace {

struct kind_under_test {
    const char* file;
    const kind_code* rules;
    bool namespaced = true;
};

std::ostream& operator<<(std::ostream& out, const kind_under_test& k) {
    return out << k.file;
}

const kind_under_test kinds[] = {
    {"api_service", &api_service_kind, false},
    {"autoscaler", &horizontal_pod_autoscaler_kind},
    {"autoscaler_v1", &horizontal_pod_autoscaler_v1_kind},
    {"certificate_signing_request", &certificate_signing_request_kind, false},
    {"cluster_role", &cluster_role_kind, false},
    {"cron_job", &cron_job_kind},
    {"csi_node", &csi_node_kind, false},
    {"endpoint_slice", &endpoint_slice_kind},
    {"ingress", &ingress_kind},
    {"ingress_class", &ingress_class_kind, false},
    {"job", &job_kind},
    {"lease", &lease_kind},
    {"limit_range", &limit_range_kind},
    {"network_policy", &network_policy_kind},
    {"node", &node_kind, false},
    {"persistent_volume", &persistent_volume_kind, false},
    {"persistent_volume_claim", &persistent_volume_claim_kind},
    {"pod_disruption_budget", &pod_disruption_budget_kind},
    {"priority_class", &priority_class_kind, false},
    {"resource_claim_template", &resource_claim_template_kind},
    {"resource_quota", &resource_quota_kind},
    {"runtime_class", &runtime_class_kind, false},
    {"stateful_set", &stateful_set_kind},
    {"storage_class", &storage_class_kind, false},
    {"volume_attachment", &volume_attachment_kind, false},
};

bj::array rows_of(const char* file) {
    const std::string path =
        std::string(SETPOINT_SOURCE_DIR "/tests/unit/apiserver/kinds/observed/") + file + ".json";
    std::ifstream in(path);
    BOOST_REQUIRE_MESSAGE(in, path);
    std::stringstream text;
    text << in.rdbuf();
    return bj::parse(text.str()).as_array();
}

// The writer of the API server does this before it validates.
void complete_metadata(bj::object& object, const bj::object* old, bool namespaced) {
    bj::object& meta = make_object(object, "metadata");
    if (old == nullptr) {
        if (namespaced) set_default(meta, "namespace", "default");
        meta["uid"] = "the-uid";
        return;
    }
    for (const char* key : {"name", "namespace", "uid", "creationTimestamp", "generation", "resourceVersion"})
        if (value_at(meta, key) == nullptr) copy_field(meta, object_of(*old, "metadata"), key);
}

std::set<std::string> causes_of(const kind_under_test& kind, const bj::object& row) {
    bj::object o = row.at("object").as_object();
    bj::object old = object_of(row, "old");
    kind_context c;
    c.now = setpoint::timestamp::parse("2026-01-01T00:00:00Z")->to_wall_time();
    field_errors errors;
    if (old.empty()) {
        complete_metadata(o, nullptr, kind.namespaced);
        kind.rules->defaults(o);
        if (kind.rules->prepare_create != nullptr) kind.rules->prepare_create(o, c);
        kind.rules->validate(o, c, errors);
    } else {
        c.subresource = text_at(row, "subresource");
        kind.rules->defaults(old);
        complete_metadata(o, &old, kind.namespaced);
        kind.rules->defaults(o);
        if (kind.rules->prepare_update != nullptr) kind.rules->prepare_update(o, old, c);
        kind.rules->validate_update(o, old, c, errors);
    }
    std::set<std::string> out;
    for (const field_error& e : errors)
        out.insert((e.path.empty() ? "<nil>" : e.path) + " " + std::string(e.reason()));
    return out;
}

}  // namespace

BOOST_DATA_TEST_CASE(bad_objects_have_the_causes_of_kubernetes, boost::unit_test::data::make(kinds), kind) {
    const bj::array rows = rows_of(kind.file);
    BOOST_TEST(!rows.empty());
    for (const bj::value& row : rows) {
        std::set<std::string> expected;
        for (const bj::value& cause : row.at("causes").as_array()) expected.emplace(cause.as_string());
        BOOST_TEST(causes_of(kind, row.as_object()) == expected, boost::test_tools::per_element());
        if (causes_of(kind, row.as_object()) != expected) BOOST_TEST_MESSAGE(bj::serialize(row));
    }
}

BOOST_AUTO_TEST_SUITE_END()
