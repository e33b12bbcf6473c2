// Resources embedded in custom resources: their metadata is that of an object.

#include "api_fixture.hpp"

#include <boost/test/unit_test.hpp>

namespace {

using namespace setpoint::apiserver;
using namespace setpoint::apiserver::test;

struct template_fixture : api_fixture {
    template_fixture() {
        define(
            R"(,"template":{"type":"object","x-kubernetes-embedded-resource":true,)"
            R"("x-kubernetes-preserve-unknown-fields":true},"map":{"type":"object","additionalProperties":)"
            R"({"type":"object","x-kubernetes-embedded-resource":true,"properties":{"a":{"type":"string"}}}})");
    }
    std::string foo(const std::string& metadata,
                    const std::string& head = R"("apiVersion":"v1","kind":"Pod",)") {
        return R"({"apiVersion":"example.com/v1","kind":"Foo","metadata":{"name":"a"},"spec":{"template":{)" +
               head + R"("metadata":)" + metadata + "}}}";
    }
    std::string refused(const std::string& metadata,
                        const std::string& head = R"("apiVersion":"v1","kind":"Pod",)") {
        return message(tree("POST", foos, foo(metadata, head)));
    }
};

}  // namespace

BOOST_FIXTURE_TEST_CASE(validates_the_metadata_of_embedded_resources, template_fixture) {
    const std::string head = "Foo.example.com \"a\" is invalid: spec.template.metadata.";
    BOOST_TEST(refused(R"({"generation":-1})") ==
               head + "generation: Invalid value: -1: must be greater than or equal to 0");
    BOOST_TEST(refused(R"({"annotations":{"a":")" + std::string(262145, 'x') + "\"}}") ==
               head + "annotations: Too long: may not be more than 262144 bytes");
    BOOST_TEST(refused(R"({"name":"a/b"})") == head + "name: Invalid value: \"a/b\": may not contain '/'");
    BOOST_TEST(refused(R"({"labels":{"a b":"c"}})").starts_with(head + "labels: Invalid value: \"a b\": "));
    BOOST_TEST(refused(R"({"ownerReferences":[{"apiVersion":"a/b/c","kind":"Pod","name":"a","uid":"u"}]})") ==
               head +
                   "ownerReferences[0].apiVersion: Invalid value: \"a/b/c\": must be <group>/<version> or "
                   "<version>");
    BOOST_TEST(message(tree("GET", std::string(foos) + "/a")) == "foos.example.com \"a\" not found");
    BOOST_TEST(refused(R"({"labels":{"a":"b"}})") == "");  // it needs no name
}

BOOST_FIXTURE_TEST_CASE(decodes_embedded_resources_like_go, template_fixture) {
    const std::string head = "Foo in version \"v1\" cannot be handled as a Foo: spec.template.";
    BOOST_TEST(refused(R"("x")") ==
               head +
                   "metadata: Invalid value: \"x\": json: cannot unmarshal string into Go "
                   "value of type v1.ObjectMeta");
    BOOST_TEST(refused("{}", R"("apiVersion":5,"kind":"Pod",)") ==
               head + "apiVersion: Invalid value: 5: must be a string");
    const auto made = tree("POST", foos, foo("null"));
    BOOST_TEST(text_in(made, {"kind"}) == "Foo");
    BOOST_TEST(bj::serialize(made.at("spec").at("template").at("metadata")) == "{}");
    const auto changed = tree("PATCH", std::string(foos) + "/a",
                              R"({"spec":{"template":{"metadata":{"generation":-1}}}})", merge_patch);
    BOOST_TEST(*number_at(changed, "code") == 422);
}

BOOST_FIXTURE_TEST_CASE(an_apply_leaves_unreadable_metadata_to_validation, template_fixture) {
    const std::string body = foo(R"({"creationTimestamp":"x"})");
    const auto made = tree("PATCH", std::string(foos) + "/a?fieldManager=m", body, apply_patch);
    BOOST_TEST(message(made).starts_with(
        R"(Foo.example.com "a" is invalid: spec.template.metadata: Invalid value: {"creationTimestamp":"x"}: parsing time "x")"));
    tree("POST", foos, foo("{}"));
    const auto next = tree("PATCH", std::string(foos) + "/a?fieldManager=m&force=true", body, apply_patch);
    BOOST_TEST(message(next) == message(made));
}

BOOST_FIXTURE_TEST_CASE(names_unknown_fields_of_embedded_metadata_as_errors_do, template_fixture) {
    const auto strict =
        tree("POST", std::string(foos) + "?fieldValidation=Strict",
             R"({"apiVersion":"example.com/v1","kind":"Foo","metadata":{"name":"a"},"spec":{"map":{"k":)"
             R"({"apiVersion":"v1","kind":"Pod","metadata":{"nope":1},"z":1}}}})");
    BOOST_TEST(message(strict) ==
               "Foo in version \"v1\" cannot be handled as a Foo: strict decoding error: unknown field "
               "\"spec.map.k.z\", unknown field \"spec.map[k].metadata.nope\"");
}
