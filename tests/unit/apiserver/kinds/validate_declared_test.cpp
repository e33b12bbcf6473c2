#include "apiserver/kinds/validate_declared.hpp"

#include "apiserver/kinds/declared_rules.hpp"
#include "apiserver/objects/go_types.hpp"

#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>

#include <algorithm>

using namespace setpoint::apiserver;

namespace {

using texts = std::vector<std::string>;

struct request {
    const char* old = nullptr;
    const char* subresource = "";
    field_errors before{};
};

texts declared_errors(std::string_view type, const char* now, request q = {}) {
    const bj::value object = bj::parse(now), old = q.old == nullptr ? bj::value() : bj::parse(q.old);
    field_errors errors = std::move(q.before);
    const feature_gates features;
    validate_declared({type, q.subresource, object.as_object(), old.if_object(), features}, errors);
    texts out;
    for (const field_error& e : errors) out.push_back(e.text());
    return out;
}

field_error an_error(field_error::kind what, std::string path, std::string detail) {
    field_error e;
    e.what = what;
    e.path = std::move(path);
    e.detail = std::move(detail);
    return e;
}

void expect(const texts& found, const texts& expected) {
    BOOST_TEST(found == expected, boost::test_tools::per_element());
}

constexpr std::string_view storage_class = "storage.v1.StorageClass", role = "rbac.v1.Role",
                           level = "flowcontrol.v1.PriorityLevelConfiguration",
                           claim = "resource.v1.ResourceClaim";

}  // namespace

BOOST_AUTO_TEST_SUITE(validate_declared_test)

BOOST_AUTO_TEST_CASE(every_type_and_field_with_rules_exists) {
    BOOST_TEST(types_with_declared_rules().size() > 50U);
    for (const std::string_view name : types_with_declared_rules()) {
        const go_type* go = find_go_type(name);
        BOOST_REQUIRE_MESSAGE(go != nullptr, name);
        for (const declared_field& field : find_declared(name)->fields) {
            const bool known =
                field.name.empty() ||
                std::ranges::any_of(go->fields(), [&](const go_field& f) { return f.name == field.name; });
            BOOST_TEST(known, name << "." << field.name);
        }
    }
}

BOOST_AUTO_TEST_CASE(a_beta_error_replaces_one_written_by_hand) {
    request q;
    q.before = {an_error(field_error::kind::required, "provisioner", "a detail"),
                an_error(field_error::kind::invalid, "parameters", "too many")};
    expect(declared_errors(storage_class, R"({"provisioner": ""})", std::move(q)),
           {"parameters: Invalid value: too many", "provisioner: Required value"});
}

BOOST_AUTO_TEST_CASE(unchanged_fields_are_not_validated_again) {
    request q;
    q.old = R"({"provisioner": "", "reclaimPolicy": "Retain"})";
    expect(declared_errors(storage_class, R"({"provisioner": "", "reclaimPolicy": "Delete"})", std::move(q)),
           {"reclaimPolicy: Invalid value: null: field is immutable"});
}

BOOST_AUTO_TEST_CASE(elements_of_lists_have_rules) {
    expect(declared_errors(role, R"({"rules": [{"verbs": ["get"]}, {"verbs": []}, {}]})"),
           {"rules[1].verbs: Required value", "rules[2].verbs: Required value"});
    expect(
        declared_errors(claim, R"({"status": {"reservedFor": [{"uid": "1"}, {"uid": "2"}, {"uid": "1"}]}})"),
        {R"(status.reservedFor[2]: Duplicate value: {"uid":"1"})"});
}

BOOST_AUTO_TEST_CASE(a_discriminator_decides_which_member_is_set) {
    expect(declared_errors(level, R"({"spec": {"type": "Limited"}})"), {"spec.limited: Required value"});
    expect(declared_errors(
               level, R"({"spec": {"type": "Exempt", "limited": {"limitResponse": {"type": "Reject"}}}})"),
           {"spec.limited: Forbidden"});
}

BOOST_AUTO_TEST_CASE(members_of_a_list_exclude_each_other) {
    request q;
    q.subresource = "approval";
    q.old = "{}";
    expect(declared_errors("certificates.v1.CertificateSigningRequest",
                           R"({"status": {"conditions": [{"type": "Approved"}, {"type": "Denied"}]}})",
                           std::move(q)),
           {R"(status.conditions: Invalid value: "{conditions[{\"type\": \"Approved\"}], )"
            R"(conditions[{\"type\": \"Denied\"}]}": must specify at most one of: )"
            R"(`conditions[{"type": "Approved"}]`, `conditions[{"type": "Denied"}]`)"});
}

BOOST_AUTO_TEST_CASE(gates_and_zero_replicas_choose_the_limit) {
    const char* zero = R"({"spec": {"minReplicas": 0, "maxReplicas": 3}})";
    const char* less = R"({"spec": {"minReplicas": -1, "maxReplicas": 3}})";
    constexpr std::string_view autoscaler = "autoscaling.v2.HorizontalPodAutoscaler";
    expect(declared_errors(autoscaler, less),
           {"spec.minReplicas: Invalid value: -1: must be greater than or equal to " +
            std::string(feature_gates().is_on("HPAScaleToZero") ? "0" : "1")});
    request q;
    q.old = zero;
    expect(declared_errors(autoscaler, less, std::move(q)),
           {"spec.minReplicas: Invalid value: -1: must be greater than or equal to 0"});
}

BOOST_AUTO_TEST_CASE(nothing_is_declared_for_other_subresources_and_types) {
    request q;
    q.subresource = "scale";
    expect(declared_errors(storage_class, R"({"provisioner": ""})", std::move(q)), {});
    expect(declared_errors("core.v1.Nothing", "{}"), {});
}

BOOST_AUTO_TEST_SUITE_END()
