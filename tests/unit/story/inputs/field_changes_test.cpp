// Which changes follow from a schema.
#include "testkit/story/inputs/field_changes.hpp"

#include "testkit/story/inputs/field_values.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <set>

using namespace setpoint;

BOOST_AUTO_TEST_SUITE(field_changes_test)

namespace {

boost::json::object object_from(const std::string& text) {
    return boost::json::parse(text).as_object();
}

std::string values_for(const std::string& schema, const std::string& now = "") {
    const boost::json::value is = now.empty() ? boost::json::value() : boost::json::parse(now);
    std::string out;
    for (const boost::json::value& v : story::other_values(object_from(schema), now.empty() ? nullptr : &is))
        out += (out.empty() ? "" : " ") + boost::json::serialize(v);
    return out;
}

std::vector<std::string> changes_for(const std::string& spec_schema, const std::string& spec,
                                     const story::input_choice& c = {}) {
    const auto schema = object_from(R"({"type":"object","properties":{"spec":)" + spec_schema + "}}");
    std::vector<std::string> all;
    for (const story::field_change& one :
         story::changes_of(schema, object_from("{\"spec\":" + spec + "}"), c))
        all.push_back(one.text());
    return all;
}

bool has(const std::vector<std::string>& all, const std::string& one) {
    return std::find(all.begin(), all.end(), one) != all.end();
}

const std::string some_fields = R"({"type":"object","required":["b"],"properties":{
  "a":{"type":"boolean"}, "b":{"type":"integer","minimum":0}, "c":{"type":"object","properties":{"d":{"type":"boolean"}}}}})";

}  // namespace

BOOST_AUTO_TEST_CASE(numbers_keep_their_limits) {
    BOOST_TEST(values_for(R"({"type":"integer","minimum":0,"maximum":5})", "2") == "3 1 0 5");
    BOOST_TEST(values_for(R"({"type":"integer"})", "1") == "2 0 -1");
    BOOST_TEST(values_for(R"({"type":"integer","minimum":1,"exclusiveMinimum":true,"maximum":9})", "4") ==
               "5 3 2 9");
    BOOST_TEST(values_for(R"({"type":"integer","multipleOf":10})", "10") == "20 0 1 -10");
    // As many objects would be created for hours.
    BOOST_TEST(values_for(R"({"type":"integer","minimum":0,"maximum":2147483647})", "2") == "3 1 0");
    // Neither is exact in a double, nor in the range of an integer.
    BOOST_TEST(values_for(R"({"type":"integer"})", "1e300") == "0 1 -1");
    BOOST_TEST(values_for(R"({"type":"integer"})", "18446744073709551615") == "0 1 -1");
    BOOST_TEST(values_for(R"({"type":"number","multipleOf":0.5})", "1") == "1.5E0 5E-1 0 -5E-1");
}

BOOST_AUTO_TEST_CASE(texts_match_their_pattern) {
    BOOST_TEST(values_for(R"({"type":"string","pattern":"^[0-9]+Gi$"})", "\"4Gi\"") == R"("8Gi" "2Gi")");
    const std::string names = values_for(R"({"type":"string","maxLength":6})", "\"web\"");
    BOOST_TEST(names == R"("web-x" "other" "1" "" "aaaaaa")");
    BOOST_TEST(values_for(R"({"type":"string","format":"date-time"})") == R"("2026-01-02T03:04:05Z")");
}

BOOST_AUTO_TEST_CASE(enums_have_their_other_values) {
    BOOST_TEST(values_for(R"({"type":"string","enum":["a","b","c"]})", "\"b\"") == R"("a" "c")");
    BOOST_TEST(values_for(R"({"type":"boolean","default":true})") == "false");
}

BOOST_AUTO_TEST_CASE(lists_and_maps_grow_shrink_and_become_empty) {
    BOOST_TEST(values_for(R"({"type":"array","items":{"type":"integer"}})", "[1,2]") ==
               "[1,2,2] [1] [2] [2,1] []");
    BOOST_TEST(values_for(R"({"type":"array","minItems":1,"maxItems":2,"items":{"type":"integer"}})",
                          "[1,2]") == "[1] [2] [2,1]");
    BOOST_TEST(values_for(R"({"type":"object","additionalProperties":{"type":"string"}})",
                          R"({"a":"1","b":"2"})") == R"({"a":"1","b":"2","added":"other"} {"b":"2"} {})");
}

BOOST_AUTO_TEST_CASE(an_added_object_has_what_it_requires) {
    BOOST_TEST(
        values_for(R"({"type":"object","required":["n","s"],"properties":{"n":{"type":"integer","minimum":3},
                              "s":{"enum":["x"]},"o":{"type":"string"}}})") == R"({"n":3,"s":"x"})");
    BOOST_TEST(boost::json::serialize(
                   story::smallest_value(object_from(R"({"default":7,"type":"integer"})"))) == "7");
}

BOOST_AUTO_TEST_CASE(required_fields_are_not_removed) {
    const auto all = changes_for(some_fields, R"({"a":true,"b":1,"c":{"d":true}})");
    BOOST_TEST(has(all, ".spec.a-"));
    BOOST_TEST(!has(all, ".spec.b-"));
    BOOST_TEST(has(all, ".spec.b=2"));
    BOOST_TEST(has(all, ".spec.c.d=false"));
    BOOST_TEST(has(all, ".spec.c-"));
}

BOOST_AUTO_TEST_CASE(each_field_comes_before_second_changes) {
    const auto all = changes_for(some_fields, R"({"b":1})");
    BOOST_REQUIRE(all.size() > 3u);
    BOOST_TEST(all[0] == ".spec.b=2");  // that the object has
    BOOST_TEST(all[1] == ".spec.a=true");
    BOOST_TEST(all[2] == ".spec.c={}");
    BOOST_TEST(all[3] == ".spec.b=0");
}

BOOST_AUTO_TEST_CASE(immutable_fields_have_no_changes) {
    const auto all = changes_for(R"({"type":"object","properties":{"a":{"type":"boolean",
        "x-kubernetes-validations":[{"rule":"self == oldSelf"}]},"b":{"type":"boolean"}}})",
                                 R"({"a":true,"b":true})");
    BOOST_TEST(all.size() == 2u);
    BOOST_TEST(has(all, ".spec.b=false"));
}

BOOST_AUTO_TEST_CASE(a_rule_of_a_parent_leaves_its_fields) {
    const auto all = changes_for(R"({"type":"object","properties":{"b":{"type":"boolean"}},
        "x-kubernetes-validations":[{"rule":"self.b || oldSelf.b"}]})",
                                 R"({"b":true})");
    BOOST_TEST(has(all, ".spec.b=false"));
}

BOOST_AUTO_TEST_CASE(no_change_occurs_twice) {
    const auto all = changes_for(some_fields, R"({"a":true,"b":1})",
                                 {{}, {}, {{".spec.b", {2, 7, 7}}}, {{".spec.b", {7, 0}}}});
    BOOST_TEST(std::set<std::string>(all.begin(), all.end()).size() == all.size());
    BOOST_TEST(has(all, ".spec.b=7"));
}

BOOST_AUTO_TEST_CASE(bad_values_of_the_story_are_known_by_field) {
    const story::input_choice c{{}, {}, {}, {{".spec.ports.name", {"x"}}}};
    std::string_view text = ".spec.ports[3].name";
    const story::input_path at = story::read_path(text);
    BOOST_TEST(story::is_bad_value(c, at, "x"));
    BOOST_TEST(!story::is_bad_value(c, at, "y"));
}

BOOST_AUTO_TEST_CASE(the_story_chooses_fields_and_values) {
    const std::string spec = R"({"a":true,"b":1,"c":{"d":true}})";
    for (const std::string& one : changes_for(some_fields, spec, {{".spec.c"}, {}, {}, {}}))
        BOOST_TEST(one.starts_with(".spec.c"), one);
    for (const std::string& one : changes_for(some_fields, spec, {{}, {".spec.c", ".spec.a"}, {}, {}}))
        BOOST_TEST(one.starts_with(".spec.b"), one);
    const auto schema = object_from(R"({"properties":{"spec":)" + some_fields + "}}");
    const auto all = story::changes_of(schema, object_from("{\"spec\":" + spec + "}"),
                                       {{".spec.b"}, {}, {{".spec.b", {7}}}, {{".spec.b", {8}}}});
    BOOST_REQUIRE(all.size() > 2u);
    BOOST_TEST(all[0].text() == ".spec.b=7");
    BOOST_TEST(!all[0].is_bad);
    BOOST_TEST(all[1].text() == ".spec.b=8");
    BOOST_TEST(all[1].is_bad);
}

BOOST_AUTO_TEST_CASE(items_of_a_list_have_one_name) {
    std::string_view text = ".spec.ports[3].name";
    BOOST_TEST(story::name_of_field(story::read_path(text)) == ".spec.ports.name");
}

BOOST_AUTO_TEST_SUITE_END()
