#include "apiserver/kinds/apiextensions/conversion_review.hpp"

#include "apiserver/go/json_text.hpp"
#include "apiserver/kinds/apiextensions/custom_resource_definition_spec.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/resources/conversion_webhook.hpp"

#include <boost/test/unit_test.hpp>

namespace {

using namespace setpoint;
using namespace setpoint::apiserver;

bj::object object(std::string_view json) {
    return std::move(json_text::parse_own(json).get_object());
}

conversion_request request(std::string version = "v1") {
    conversion_request r;
    r.uid = "u1";
    r.review_version = std::move(version);
    r.wanted = "example.com/v2";
    r.objects.push_back(object(
        R"({"kind":"Foo","apiVersion":"example.com/v1","metadata":{"name":"a","uid":"x","labels":{"a":"b"}}})"));
    return r;
}

// A review with a valid response in which members are replaced; "" removes one.
std::string answer(
    std::string_view version, std::initializer_list<std::pair<std::string_view, std::string_view>> change,
    std::string_view converted =
        R"({"kind":"Foo","apiVersion":"example.com/v2","metadata":{"name":"a","uid":"x"},"spec":1})") {
    bj::object response{{"uid", "u1"}, {"result", {{"status", "Success"}}}};
    response["convertedObjects"] = bj::array{bj::value(object(converted))};
    for (const auto& [key, value] : change) response[key] = json_text::parse_own(value);
    bj::object review{{"kind", "ConversionReview"},
                      {"apiVersion", "apiextensions.k8s.io/" + std::string(version)}};
    review["response"] = std::move(response);
    return json_text::serialize(review);
}

std::string failure(const conversion_request& sent, const std::string& text) {
    const auto done = converted_objects(sent, text);
    return done ? "converted" : std::to_string(done.error().code) + " " + done.error().message;
}

constexpr std::string_view begins = "500 conversion webhook for example.com/v1, Kind=Foo ";

}  // namespace

BOOST_AUTO_TEST_CASE(a_review_requests_all_objects_in_one_version) {
    BOOST_TEST(
        request("v1beta1").text() ==
        R"({"kind":"ConversionReview","apiVersion":"apiextensions.k8s.io/v1beta1","request":{"uid":"u1",)"
        R"("desiredAPIVersion":"example.com/v2","objects":[{"kind":"Foo","apiVersion":"example.com/v1",)"
        R"("metadata":{"name":"a","uid":"x","labels":{"a":"b"}}}]}})");
    BOOST_TEST(review_version_of({"v7", "v1beta1", "v1"}) == "v1beta1");
    BOOST_TEST(review_version_of({"v7"}).empty());
}

BOOST_AUTO_TEST_CASE(converted_objects_keep_their_metadata_except_labels_and_annotations) {
    const auto done = converted_objects(
        request(),
        answer(
            "v1", {},
            R"({"kind":"Foo","apiVersion":"example.com/v2","metadata":{"name":"a","uid":"x","generation":9,)"
            R"("annotations":{"c":"d"}},"spec":{"n":1.5}})"));
    BOOST_REQUIRE(done);
    BOOST_TEST(json_text::serialize(done->front()) ==
               R"({"kind":"Foo","apiVersion":"example.com/v2",)"
               R"("metadata":{"name":"a","uid":"x","annotations":{"c":"d"}},"spec":{"n":1.5}})");
}

BOOST_AUTO_TEST_CASE(responses_are_checked_like_in_the_real_server) {
    const std::string v2 = R"("kind":"Foo","apiVersion":"example.com/v2","metadata":)";
    const struct {
        std::string text;
        std::string_view message;
    } rows[] = {
        {answer("v1", {{"uid", R"("u2")"}}), R"(failed: expected response.uid="u1", got "u2")"},
        {answer("v1beta1", {}),
         "failed: expected webhook response of apiextensions.k8s.io/v1, Kind=ConversionReview, got "
         "apiextensions.k8s.io/v1beta1, Kind=ConversionReview"},
        {answer("v1", {{"result", R"({"status":"Failure","message":"no luck"})"}}), "failed: no luck"},
        {answer("v1", {{"result", R"({"status":"Failure"})"}}),
         "failed: response.result.status was 'Failure', not 'Success'"},
        {answer("v1", {{"result", "{}"}}), "failed: response.result.status was '', not 'Success'"},
        {answer("v1", {{"convertedObjects", "[]"}}), "returned 0 objects, expected 1"},
        {answer("v1", {}, R"({"kind":"Foo","apiVersion":"example.com/v3","metadata":{}})"),
         "returned invalid object at index 0: invalid groupVersion (expected example.com/v2, received "
         "example.com/v3)"},
        {answer("v1", {}, R"({"kind":"Bar","apiVersion":"example.com/v2","metadata":{}})"),
         "returned invalid object at index 0: invalid kind (expected Foo, received Bar)"},
        {answer("v1", {}, "{" + v2 + R"({"name":"b","uid":"x"}})"),
         "returned invalid object: must have the same name: a != b"},
        {answer("v1", {}, "{" + v2 + R"({"name":"a","uid":"y"}})"),
         "returned invalid object: must have the same UID: x != y"},
        {answer("v1", {}, "{" + v2 + R"({"name":"a","uid":"x","labels":{"a":5}}})"),
         "returned invalid metadata: metadata.labels[a] must be a string, but is int64 in converted object"},
        {answer("v1", {}, "{" + v2 + R"({"name":"a","uid":"x","labels":[]}})"),
         "returned invalid metadata: invalid metadata.labels of type []interface {} in converted object"},
        {"[]", "failed: the answer is no ConversionReview"},
        {"{", "failed: unexpected end of JSON input"},
    };
    for (const auto& row : rows)
        BOOST_TEST(failure(request(), row.text) == std::string(begins) + std::string(row.message));
    // The older version of the review is checked less strictly.
    BOOST_TEST(failure(request("v1beta1"), answer("v1", {{"uid", R"("u2")"}})) == "converted");
    BOOST_TEST(failure(request("v1beta1"), "{}") == std::string(begins) + "failed: no response provided");
}

BOOST_AUTO_TEST_CASE(a_definition_names_its_webhook) {
    BOOST_TEST(!conversion_webhook_of(object(R"({"spec":{"conversion":{"strategy":"None"}}})")));
    const auto w = conversion_webhook_of(object(
        R"({"spec":{"conversion":{"strategy":"Webhook","webhook":{"conversionReviewVersions":["v1"],)"
        R"("clientConfig":{"caBundle":"Cgo=","service":{"namespace":"n","name":"s","path":"/p","port":9443}}}}}})"));
    BOOST_REQUIRE(w);
    BOOST_TEST(w->service_namespace + " " + w->service_name + " " + w->service_path == "n s /p");
    BOOST_TEST(w->service_port == 9443);
    BOOST_TEST(w->ca_pem.empty());  // only whitespace
    BOOST_TEST(w->review_versions.size() == 1U);
}
