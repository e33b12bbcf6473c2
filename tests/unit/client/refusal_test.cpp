#include "setpoint/client/refusal.hpp"

#include "setpoint/client/status.hpp"

#include <boost/json/serialize.hpp>
#include <boost/test/unit_test.hpp>

#include <string>
#include <utility>
#include <vector>

using namespace setpoint;

BOOST_AUTO_TEST_SUITE(refusal_test)

namespace {

using causes_of_it = std::vector<std::pair<const char*, std::string>>;

error refused(const causes_of_it& causes, int status = 422) {
    boost::json::array all;
    for (const auto& [reason, message] : causes)
        all.push_back({{"reason", reason}, {"message", message}, {"field", "spec"}});
    const boost::json::object body{{"kind", "Status"},
                                   {"reason", "Invalid"},
                                   {"code", status},
                                   {"message", "X is invalid: field is immutable"},
                                   {"details", boost::json::object{{"causes", std::move(all)}}}};
    return to_error(parse_status(boost::json::serialize(body)), status, "apply");
}

constexpr const char *invalid = "FieldValueInvalid", *forbidden = "FieldValueForbidden";
const std::string stuck = R"(Invalid value: {"Spec":{"a: b":[1]}}: field is immutable)";

}  // namespace

// The texts of kube-apiserver 1.36.
BOOST_AUTO_TEST_CASE(immutable_fields_are_recognised) {
    for (const auto& [reason, message] : causes_of_it{
             {invalid, stuck},
             {invalid, "Invalid value: null: field is immutable"},
             {invalid, "Invalid value: 3: field is immutable for unsuspended job once set"},
             {forbidden, "Forbidden: field is immutable when `immutable` is set"},
             {forbidden,
              "Forbidden: updates to statefulset spec for fields other than 'replicas', 'ordinals', "
              "'template', 'updateStrategy', 'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' "
              "and 'minReadySeconds' are forbidden"},
             {forbidden, "Forbidden: updates to parameters are forbidden."},
             {forbidden,
              "Forbidden: spec is immutable after creation except resources.requests and "
              "volumeAttributesClassName for bound claims\n@@ -1 +1 @@"},
             {forbidden, "Forbidden: pod updates may not change fields other than `spec.x`\n{...}"},
             {invalid, R"(Invalid value: ["10.96.0.9"]: may not change once set)"},
             {invalid, R"(Invalid value: {"apiGroup":"x"}: cannot change roleRef)"},
             {forbidden, "Forbidden: may not be changed in an update."},
             {invalid, "Invalid value: null: field cannot be modified once set"},
             {invalid, "Invalid value: 3: can only be modified in tandem with spec.parallelism"},
             {invalid, R"(Invalid value: "string": Value is immutable)"},
             {forbidden, "Forbidden: size and name are immutable"},
             {invalid, R"(Invalid value: "object": failed rule: self == oldSelf)"}})
        BOOST_TEST(is_refused_as_immutable(refused({{reason, message}})), message);
    BOOST_TEST(is_refused_as_immutable(refused({{invalid, stuck}, {invalid, stuck}})));
}

BOOST_AUTO_TEST_CASE(a_refusal_in_brief_has_the_field_and_why_and_no_template) {
    const std::string dump =
        R"(Invalid value: {"Spec":{"a":")" + std::string(2000, 'x') + "\"}}: field is immutable";
    BOOST_TEST(brief(refused({{invalid, dump}})) == "spec: Invalid value: ...: field is immutable");
    BOOST_TEST(refused({{invalid, dump}}).server_text == brief(refused({{invalid, dump}})));
    BOOST_TEST(is_refused_as_immutable(refused({{invalid, dump}})));
    BOOST_TEST(brief(refused({{invalid, "Invalid value: -1: no"}, {forbidden, "Forbidden: never"}})) ==
               "spec: Invalid value: -1: no; spec: Forbidden: never");
    const error many = refused(causes_of_it(1000, {forbidden, "Forbidden: " + std::string(50, 'x')}));
    BOOST_TEST(brief(many).size() <= 256u);
    BOOST_TEST(brief(many).find("x; and ") != std::string::npos);
    BOOST_TEST(many.server_text.size() <= 4096u);
    BOOST_TEST(many.server_text.ends_with("\nand more"));
    BOOST_TEST(brief(refused({{forbidden, "Forbidden: " + std::string(900, 'x')}})).size() <= 256u);

    error other(errc::forbidden, "create pods");
    BOOST_TEST(brief(other) == "create pods");
    other.server_text = std::string(900, 'x');
    BOOST_TEST(brief(other) == std::string(253, 'x') + "...");
    BOOST_TEST(brief(error(errc::gone, "")) == "gone");
}

// Rejections that would also hit a newly created object, and rejections without a field.
BOOST_AUTO_TEST_CASE(no_other_rejection_is_recognised) {
    for (const auto& [reason, message] :
         causes_of_it{{invalid, R"(Invalid value: "x: field is immutable": must be a number)"},
                      {invalid, R"(Invalid value: {"a":"field is immutable"}: is too long)"},
                      {invalid, R"(Invalid value: "field is immutable)"},
                      {invalid, R"(Invalid value: "x": spec.a in body should match 'this is immutable')"},
                      {forbidden, "Forbidden: must not be set\nfield is immutable"},
                      {forbidden, "Forbidden: field can not be less than status.capacity"},
                      {forbidden, "Forbidden: updates to it"},
                      {invalid, "field is immutable"},
                      {"FieldValueRequired", "Required value: field is immutable"},
                      {"FieldValueNotSupported", R"(Unsupported value: "x": field is immutable)"},
                      {"FieldValueDuplicate", R"(Duplicate value: "x: field is immutable")"}})
        BOOST_TEST(!is_refused_as_immutable(refused({{reason, message}})), message);
    BOOST_TEST(
        !is_refused_as_immutable(refused({{invalid, stuck}, {"FieldValueRequired", "Required value"}})));
    BOOST_TEST(!is_refused_as_immutable(refused({})));
    BOOST_TEST(!is_refused_as_immutable(refused({{invalid, stuck}}, 400)));
    BOOST_TEST(!is_refused_as_immutable(refused({{invalid, stuck}}, 403)));
    BOOST_TEST(!is_refused_as_immutable(error(errc::invalid, "field is immutable")));
    // the list is incomplete
    BOOST_TEST(!is_refused_as_immutable(refused(causes_of_it(1000, {invalid, stuck}))));
}

BOOST_AUTO_TEST_SUITE_END()
