#include "setpoint/api/admission_v1.hpp"
#include "setpoint/json/decode.hpp"
#include "setpoint/json/encode.hpp"

#include <boost/json/object.hpp>
#include <boost/test/unit_test.hpp>

using namespace setpoint;

namespace {

// A request of a real API server.
constexpr std::string_view question =
    R"({"kind":"AdmissionReview","apiVersion":"admission.k8s.io/v1","request":{"uid":"705ab4f5","kind":{"group":)"
    R"("my.domain","version":"v1","kind":"WebServer"},"resource":{"group":"my.domain","version":"v1","resource":)"
    R"("webservers"},"requestKind":{"group":"my.domain","version":"v1alpha1","kind":"WebServer"},"name":"web",)"
    R"("namespace":"default","operation":"UPDATE","userInfo":{"username":"admin","groups":["system:masters"],)"
    R"("extra":{"k":["a"]}},"object":{"spec":{"replicas":3,"more":[null]}},"oldObject":{"spec":{}},"dryRun":true,)"
    R"("options":{"kind":"UpdateOptions","apiVersion":"meta.k8s.io/v1"}}})";

}  // namespace

BOOST_AUTO_TEST_SUITE(admission_test)

BOOST_AUTO_TEST_CASE(request_of_the_api_server_is_read) {
    const auto review = json::decode<admission_review>(question);
    BOOST_REQUIRE(review.has_value() && review->request.has_value());
    BOOST_TEST(review->api_version == "admission.k8s.io/v1");
    BOOST_TEST(review->kind == "AdmissionReview");
    BOOST_TEST(!review->response.has_value());
    const admission_request& r = *review->request;
    BOOST_TEST(r.uid == "705ab4f5");
    BOOST_TEST(r.kind.group == "my.domain");
    BOOST_TEST(r.resource.resource == "webservers");
    BOOST_TEST(r.request_kind.value().version == "v1alpha1");
    BOOST_TEST(!r.request_resource.has_value());
    BOOST_TEST(r.ns == "default");
    BOOST_TEST(r.operation == "UPDATE");
    BOOST_TEST(r.user.username == "admin");
    BOOST_TEST(r.user.extra.at("k").front() == "a");
    BOOST_TEST(
        (r.object == boost::json::value{{"spec", {{"replicas", 3}, {"more", boost::json::array{nullptr}}}}}));
    BOOST_TEST((r.old_object == boost::json::value{{"spec", boost::json::object()}}));
    BOOST_TEST(r.dry_run);
    BOOST_TEST(r.options.at("kind").get_string() == "UpdateOptions");
}

BOOST_AUTO_TEST_CASE(missing_object_is_null) {
    const auto review = json::decode<admission_review>(
        R"({"request":{"uid":"1","operation":"DELETE","object":null,"oldObject":{"a":1}}})");
    BOOST_REQUIRE(review.has_value());
    BOOST_TEST(review->request.value().object.is_null());
    BOOST_TEST(review->request.value().old_object.is_object());
}

BOOST_AUTO_TEST_CASE(response_has_the_version_and_uid_of_the_request_and_an_explicit_denial) {
    const auto review = json::decode<admission_review>(question).value();
    admission_response refusal;
    api_status& status = refusal.status.emplace();
    status.status = "Failure";
    status.message = "too many";
    status.reason = "Invalid";
    status.code = 422;
    refusal.warnings = {"replicas is ignored"};
    BOOST_TEST(
        json::encode(answer_to(review, refusal)) ==
        R"({"apiVersion":"admission.k8s.io/v1","kind":"AdmissionReview","response":{"uid":"705ab4f5",)"
        R"("allowed":false,"status":{"status":"Failure","message":"too many","reason":"Invalid","code":422},)"
        R"("warnings":["replicas is ignored"]}})");
}

BOOST_AUTO_TEST_CASE(patch_has_its_type) {
    admission_review review;
    review.request.emplace().uid = "2";
    admission_response verdict;
    verdict.allowed = true;
    verdict.patch = "W10=";
    verdict.patch_type = "JSONPatch";
    BOOST_TEST(json::encode(answer_to(review, verdict)) ==
               R"({"response":{"uid":"2","allowed":true,"patch":"W10=","patchType":"JSONPatch"}})");
}

BOOST_AUTO_TEST_SUITE_END()
