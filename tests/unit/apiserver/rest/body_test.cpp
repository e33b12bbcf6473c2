// Request bodies by Content-Type. Expectations are responses of a real 1.36.3 server.

#include "apiserver/request/body.hpp"

#include "apiserver/write/applied_config.hpp"

#include <boost/json/serialize.hpp>
#include <boost/test/unit_test.hpp>

using namespace setpoint::apiserver;
namespace bj = boost::json;

BOOST_AUTO_TEST_SUITE(body_test)

namespace {

constexpr const char* yaml = "application/yaml";

// The JSON used in errors, or the error message.
std::string read_as(std::string_view type, std::string_view text) {
    const auto body = read_body(type, text, {"ConfigMap"});
    return body ? body->text : body.error().message;
}

std::string applied(std::string_view text) {
    const auto config = read_applied(text);
    return config ? bj::serialize(config->object) : config.error().message;
}

}  // namespace

BOOST_AUTO_TEST_CASE(media_types_are_those_that_go_parses) {
    for (const char* const type :
         {"application/yaml", " Application/YAML ", "application/yaml; charset=utf-8", "application/yaml;",
          "application/yaml ; a=b;", "application/yaml; a=\"b;\\\"c\"", "application/yaml;a=b;A=b"})
        BOOST_TEST(media_type(type).value_or("none") == "application/yaml", type);
    for (const char* const type :
         {"", "/yaml", "application/", "application /yaml", "application/yaml/x", "a b/c",
          "application/yaml; a", "application/yaml; a=", "application/yaml; =a", "application/yaml; a=\"b",
          "application/yaml;a=b;a=c", "application/yaml,application/json"})
        BOOST_TEST(!media_type(type).has_value(), type);
    BOOST_TEST(media_type("yaml").value() == "yaml");
    BOOST_TEST(patch_type("application/apply-patch+yaml; charset=utf-8") == "application/apply-patch+yaml");
    BOOST_TEST(patch_type("Application/X") == "Application/X");
}

BOOST_AUTO_TEST_CASE(only_json_and_yaml_are_accepted) {
    for (const char* const type : {"", "application/json", "APPLICATION/JSON; charset=utf-8", yaml})
        BOOST_TEST(read_as(type, R"({"a":1})") == R"({"a":1})", type);
    for (const char* const type :
         {"text/yaml", "application/x-yaml", "text/x-yaml", "*/*", "application/*", "text/json", "text/plain",
          "application/merge-patch+json", "application/yaml;charset=a;charset=b", "application/json; a"}) {
        const auto body = read_body(type, "{}", {"ConfigMap"});
        BOOST_REQUIRE_MESSAGE(!body, type);
        BOOST_TEST(body.error().code == 415, type);
        BOOST_TEST(body.error().message ==
                   "the body of the request was in an unknown format - accepted media types include: "
                   "application/json, "
                   "application/yaml, application/vnd.kubernetes.protobuf");
    }
}

BOOST_AUTO_TEST_CASE(yaml_is_parsed_as_its_json_conversion) {
    BOOST_TEST(read_as(yaml, "b: yes\na: 0b11\n1: 1.0\non: ~\n") == R"({"1":1,"a":3,"b":true,"true":null})");
    BOOST_TEST(read_as(yaml, "a: 1\n---\nb: [\n") == R"({"a":1})");
    BOOST_TEST(read_as(yaml, "x: &x {a: 1}\nz:\n  <<: *x\n") == R"({"x":{"a":1},"z":{"a":1}})");
    const auto whole = read_body(yaml, "a: 1.0\nb: 18446744073709551615\n", {"ConfigMap"});
    BOOST_REQUIRE(whole.has_value());
    BOOST_TEST(whole->object.at("a").is_int64());
    BOOST_TEST(whole->object.at("b").to_number<double>() == 18446744073709551616.0);
    BOOST_TEST(whole->as_sent() == "a: 1.0\nb: 18446744073709551615\n");
    const auto twice = read_body(yaml, "a: 1\na:\n  2\n", {"ConfigMap"});
    BOOST_REQUIRE(twice.has_value());
    BOOST_TEST(twice->repeated == "yaml: unmarshal errors:\n  line 3: key \"a\" already set in map");
    BOOST_TEST(read_body(yaml, "", {"ConfigMap"})->object.empty());
    BOOST_TEST(read_body(yaml, "", {"ConfigMap"})->as_sent() == "");
}

BOOST_AUTO_TEST_CASE(invalid_yaml_is_rejected_with_the_real_message) {
    const std::string before = "the object provided is unrecognized (must be of type ConfigMap): ";
    BOOST_TEST(read_as(yaml, "a: b\nc: [") ==
               before + "yaml: line 2: did not find expected node content (613a20620a633a205b)");
    BOOST_TEST(read_as(yaml, "a: .inf") == before + "json: unsupported value: +Inf (613a202e696e66)");
    BOOST_TEST(read_as(yaml, "a: !!int x") ==
               before + "yaml: cannot decode !!str `x` as a !!int (613a202121696e742078)");
    BOOST_TEST(applied("a: [") == "error encoding patch: yaml: line 1: did not find expected node content");
    BOOST_TEST(applied("[]") ==
               "error decoding patch: error unmarshaling JSON: while decoding JSON: json: cannot unmarshal "
               "array into Go "
               "value of type map[string]interface {}");
    BOOST_TEST(applied("") == "{}");
    BOOST_TEST(applied("b: on\na: 1_0\n") == R"({"a":10,"b":true})");
}

BOOST_AUTO_TEST_SUITE_END()
