#include "apiserver/patch/field_set.hpp"

#include "sample_schema.hpp"

#include <boost/json/serialize.hpp>
#include <boost/test/unit_test.hpp>

using namespace setpoint::apiserver;
using namespace sample;
using path = std::vector<std::string>;

namespace {

field_set set_of(std::string_view json) {
    return *field_set::parse(object(json));
}
std::string text_of_set(const field_set& s) {
    return bj::serialize(s.to_fields_v1());
}

}  // namespace

BOOST_AUTO_TEST_SUITE(field_sets)

// As written by kube-apiserver.
BOOST_AUTO_TEST_CASE(set_round_trips_through_json) {
    for (
        const char* text : {
            R"({})",
            R"({"f:data":{".":{},"f:k":{}}})",
            R"({"f:spec":{"f:ports":{".":{},"k:{\"containerPort\":80,\"protocol\":\"TCP\"}":{".":{},"f:name":{}}}}})",
            R"({"f:spec":{"f:tags":{"v:1":{},"v:10":{},"v:\"1\"":{},"v:\"10\"":{},"v:\"2\"":{},"v:\"a\\u003cb\"":{},"v:true":{}}}})",
            R"({"f:a":{},"k:{\"name\":\"x\"}":{},"v:1":{},"i:0":{}})",
            R"({"k:{\"a\":9}":{},"k:{\"a\":80}":{},"k:{\"a\":443,\"b\":\"x\"}":{}})",
        }) {
        BOOST_TEST(text_of_set(set_of(text)) == text);
    }
}

BOOST_AUTO_TEST_CASE(elements_become_canonical_when_parsed) {
    BOOST_TEST(text_of_set(set_of(
                   R"({"k:{\"b\":1, \"a\":2}":{".":{}},"v:10":{},"v:9":{},"x:unknown":{},"f:n":null})")) ==
               R"({"f:n":{},"k:{\"a\":2,\"b\":1}":{},"v:9":{},"v:10":{}})");
}

BOOST_AUTO_TEST_CASE(error_is_returned_when_set_is_malformed) {
    for (const char* text : {R"({"f":{}})", R"({"data":{}})", R"({"k:{":{}})", R"({"k:1":{}})",
                             R"({"i:x":{}})", R"({"f:a":3})"}) {
        BOOST_TEST(field_set::parse(object(text)).has_error(), text);
    }
    bj::value deep = bj::object();
    for (int i = 0; i < 70; ++i) deep = bj::object{{"f:a", deep}};
    BOOST_TEST(field_set::parse(deep).has_error());
}

BOOST_AUTO_TEST_CASE(set_operations_use_exact_paths) {
    const field_set a = set_of(R"({"f:x":{".":{},"f:y":{},"f:z":{}},"f:only":{}})");
    const field_set b = set_of(R"({"f:x":{"f:y":{}},"f:other":{}})");
    BOOST_TEST(text_of_set(a.united(b)) == R"({"f:only":{},"f:other":{},"f:x":{".":{},"f:y":{},"f:z":{}}})");
    BOOST_TEST(text_of_set(a.intersected(b)) == R"({"f:x":{"f:y":{}}})");
    BOOST_TEST(text_of_set(a.minus(b)) == R"({"f:only":{},"f:x":{".":{},"f:z":{}}})");
    BOOST_TEST(text_of_set(b.minus(set_of(R"({"f:x":{}})"))) == R"({"f:other":{},"f:x":{"f:y":{}}})");
    BOOST_TEST(text_of_set(b.minus_recursive(set_of(R"({"f:x":{}})"))) == R"({"f:other":{}})");
    BOOST_TEST(a.minus(a).empty());
    BOOST_TEST(a.has({"f:x"}));
    BOOST_TEST(!b.has({"f:x"}));
    BOOST_TEST(!a.has({}));
}

BOOST_AUTO_TEST_CASE(paths_list_members_before_children) {
    field_set s;
    for (const path& p :
         {path{"f:b"}, path{"f:a", "f:x"}, path{"f:c"}, path{"f:c", "k:{\"name\":\"web\"}", "f:image"}}) {
        s.insert(p);
    }
    std::string all;
    for (const path& p : s.paths()) all += path_text(p) + " ";
    BOOST_TEST(all == ".b .c .a.x .c[name=\"web\"].image ");
    BOOST_TEST(path_text({"f:ports", "k:{\"containerPort\":80,\"protocol\":\"TCP\"}"}) ==
               ".ports[containerPort=80,protocol=\"TCP\"]");
    BOOST_TEST(path_text({"f:l", "v:\"x\"", "v:true", "i:3"}) == ".l[=\"x\"][=true][3]");
}

BOOST_AUTO_TEST_CASE(fields_are_those_that_a_value_sets) {
    schema_set nodes;
    const schema_node* type = deployment(nodes);
    const bj::value v = object(R"({"metadata":{"labels":{"a":"b"},"annotations":{},"finalizers":["x"]},
      "spec":{"replicas":null,"selector":{"matchLabels":{"a":"b"}},"template":{"spec":{"containers":[
        {"name":"w","args":["1"],"ports":[{"containerPort":80},{"containerPort":80,"protocol":"UDP"}]},
        {"name":"twice"},{"name":"twice"}]}}}})");
    BOOST_TEST(
        text_of_set(fields_of(v, type)) ==
        R"({"f:metadata":{"f:annotations":{},"f:finalizers":{"v:\"x\"":{}},"f:labels":{"f:a":{}}},)"
        R"("f:spec":{"f:replicas":{},"f:selector":{},"f:template":{"f:spec":{"f:containers":{)"
        R"("k:{\"name\":\"twice\"}":{},"k:{\"name\":\"w\"}":{".":{},"f:args":{},"f:name":{},"f:ports":{)"
        R"("k:{\"containerPort\":80,\"protocol\":\"TCP\"}":{".":{},"f:containerPort":{}},)"
        R"("k:{\"containerPort\":80,\"protocol\":\"UDP\"}":{".":{},"f:containerPort":{},"f:protocol":{}}}}}}}}})");
    // Without a schema maps are granular and lists atomic; a list in a map is owned with the map.
    BOOST_TEST(text_of_set(fields_of(v.at("spec").at("template"), nullptr)) ==
               R"({"f:spec":{".":{},"f:containers":{}}})");
}

BOOST_AUTO_TEST_SUITE_END()
