#include "operators/web_server/webhook.hpp"

#include "setpoint/api/image_reference.hpp"
#include "setpoint/testing/admission.hpp"
#include "world.hpp"

BOOST_AUTO_TEST_SUITE(web_server_webhook)

using namespace web_server_test;

namespace {

// The first error; "" if the request is allowed.
std::string error_of(const ws& changed, const std::optional<ws>& old = {}) {
    verdict v;
    ::web_server::check(testing::admission_of(changed, old), v);
    return v.allowed() ? "" : v.fields().at(0).text();
}

}  // namespace

BOOST_AUTO_TEST_CASE(image_must_be_an_image_reference) {
    BOOST_TEST(error_of(make("web", 1, "registry.example.com:5000/team/web:1.2")) == "");
    for (const std::string image : {"Web:1", "web:", "https://example.com/web", "web one"}) {
        const std::string why = parse_image_reference(image).error().message;
        BOOST_TEST(error_of(make("web", 1, image)) ==
                   "spec.image: Invalid value: \"" + image + "\": not an image reference: " + why);
    }
}

BOOST_AUTO_TEST_CASE(older_invalid_object_can_be_labelled_but_not_changed) {
    const ws old = make("web", 1, "Web:1");
    ws labelled = old;
    labelled.metadata.labels["a"] = "b";
    BOOST_TEST(error_of(labelled, old) == "");
    BOOST_TEST(error_of(make("web", 2, "Web:1"), old) != "");
    BOOST_TEST(error_of(make("web", 1, "web:1"), old) == "");
}

BOOST_AUTO_TEST_SUITE_END()
