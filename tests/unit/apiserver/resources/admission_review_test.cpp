#include "apiserver/resources/admission_review.hpp"

#include "framework/core/base64.hpp"

#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>
#include <fmt/format.h>

namespace {

using namespace setpoint;
using namespace setpoint::apiserver;

std::string review(std::string_view response, std::string_view version = "v1") {
    return R"({"apiVersion":"admission.k8s.io/)" + std::string(version) +
           R"(","kind":"AdmissionReview","response":)" + std::string(response) + "}";
}

std::string error_of(std::string_view body, bool mutating = true, std::string_view version = "v1") {
    const auto read = read_verdict(body, version, "u", mutating);
    return read ? "" : read.error().message;
}

std::string patched(std::string_view patch) {
    return review(R"({"uid":"u","allowed":true,"patchType":"JSONPatch","patch":")" + base64_encode(patch) +
                  "\"}");
}

std::string message_of(std::string_view status) {
    const api_error e = rejected_by("a.b.c", bj::parse(status));
    return std::to_string(e.code) + " " + e.reason + " " + e.message;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(admission_review_test)

// The messages are those of VerifyAdmissionResponse and of Go's JSON decoder.
BOOST_AUTO_TEST_CASE(an_invalid_response_is_an_error) {
    const std::string prefix = "received invalid webhook response: ";
    BOOST_TEST(error_of(R"({"apiVersion":"admission.k8s.io/v1","kind":"AdmissionReview"})") ==
               prefix + "webhook response was absent");
    BOOST_TEST(error_of(review(R"({"uid":"x","allowed":true})")) ==
               prefix + "expected response.uid=\"u\", got \"x\"");
    BOOST_TEST(error_of(R"({"response":{"uid":"u","allowed":true}})") ==
               prefix +
                   "expected webhook response of admission.k8s.io/v1, Kind=AdmissionReview, got /, Kind=");
    BOOST_TEST(error_of(review(R"({"uid":"u","allowed":true,"patch":"W10="})")) ==
               prefix + "webhook returned response.patch but not response.patchType");
    BOOST_TEST(error_of(review(R"({"uid":"u","allowed":true,"patchType":"JSONPatch"})")) ==
               prefix + "webhook returned response.patchType but not response.patch");
    BOOST_TEST(error_of(review(R"({"uid":"u","allowed":true,"patch":"W10="})"), false) ==
               prefix + "validating webhook may not return response.patch");
    BOOST_TEST(error_of(review(R"({"uid":"u","allowed":true,"patchType":"JSONPatch"})"), false) ==
               prefix + "validating webhook may not return response.patchType");
    BOOST_TEST(error_of(R"({"apiVersion":"admission.k8s.io/v1","kind":"Other"})") ==
               "failed to call webhook: no kind \"Other\" is registered for version \"admission.k8s.io/v1\" "
               "in scheme "
               "\"pkg/runtime/scheme.go:111\"");
    BOOST_TEST(error_of("<html>").starts_with(
        "failed to call webhook: couldn't get version/kind; json parse error: "));
    BOOST_TEST(error_of(review(R"({"uid":"u","allowed":"yes"})")) ==
               "failed to call webhook: json: cannot unmarshal string into Go struct field "
               "AdmissionResponse.response.allowed of type bool");
}

BOOST_AUTO_TEST_CASE(the_old_version_is_not_verified) {
    BOOST_TEST(error_of(review(R"({"allowed":true})", "v1beta1"), true, "v1beta1").empty());
    const auto read = read_verdict(review(R"({"allowed":true,"patch":"W3sib3AiOiJhZGQifV0="})", "v1beta1"),
                                   "v1beta1", "u", true);
    BOOST_REQUIRE(read.has_value());
    BOOST_TEST(read->patch.size() == 1);
}

BOOST_AUTO_TEST_CASE(a_patch_is_decoded) {
    const auto read = read_verdict(patched(R"([{"op":"remove","path":"/a"}])"), "v1", "u", true);
    BOOST_REQUIRE(read.has_value());
    BOOST_TEST(read->patch.size() == 1);
    BOOST_TEST(
        error_of(patched("{}")) ==
        "received undecodable patch in webhook response: json: cannot unmarshal object into Go value of type "
        "jsonpatch.Patch");
    // A rejection needs no valid patch.
    BOOST_TEST(error_of(review(R"({"uid":"u","allowed":false,"patchType":"Merge","patch":"W10="})")).empty());
}

BOOST_AUTO_TEST_CASE(a_patch_may_be_a_list_of_bytes) {
    const auto with = [](std::string_view patch) {
        return review(
            fmt::format(R"({{"uid":"u","allowed":true,"patchType":"JSONPatch","patch":{}}})", patch));
    };
    BOOST_TEST(error_of(with("[91,93]")).empty());
    BOOST_TEST(error_of(with("[91,300]")) ==
               "failed to call webhook: json: cannot unmarshal number 300 into Go struct field "
               "AdmissionResponse.response.patch of type uint8");
}

BOOST_AUTO_TEST_CASE(a_rejection_has_the_code_and_reason_of_the_webhook) {
    BOOST_TEST(message_of("null") ==
               "400  admission webhook \"a.b.c\" denied the request without explanation");
    BOOST_TEST(message_of(R"({"code":200,"reason":"Odd"})") ==
               "400 Odd admission webhook \"a.b.c\" denied the request: Odd");
    BOOST_TEST(message_of(R"({"code":418,"reason":"Odd","message":"m"})") ==
               "418 Odd admission webhook \"a.b.c\" denied the request: m");
}

BOOST_AUTO_TEST_SUITE_END()
