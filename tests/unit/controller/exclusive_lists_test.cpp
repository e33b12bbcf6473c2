#include "framework/controller/exclusive_lists.hpp"

#include "gadget.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/test/unit_test.hpp>

using namespace setpoint;

BOOST_AUTO_TEST_SUITE(whole_lists_test)

namespace {

// A row: desired spec, live spec, the patch of the spec ("" for none).
struct row {
    const char *what, *desired, *live, *patch;
};

const row rows[] = {
    {"nothing to remove", R"({"ports":[{"port":80}]})",
     R"({"ports":[{"port":80,"protocol":"TCP","nodePort":30000}]})", ""},
    {"an entry that another added", R"({"ports":[{"port":80}]})",
     R"({"ports":[{"port":80,"protocol":"TCP","nodePort":30000},{"port":81,"protocol":"TCP","nodePort":30001}]})",
     R"({"ports":[{"port":80,"protocol":"TCP","nodePort":30000}]})"},
    {"both keys count", R"({"ports":[{"port":80,"protocol":"UDP"}]})",
     R"({"ports":[{"port":80,"protocol":"TCP"},{"port":80,"protocol":"UDP","nodePort":7}]})",
     R"({"ports":[{"port":80,"protocol":"UDP","nodePort":7}]})"},
    {"what is desired is laid over what stays", R"({"ports":[{"port":80,"name":"http"}]})",
     R"({"ports":[{"port":81},{"port":80,"name":"www","nodePort":7}]})",
     R"({"ports":[{"port":80,"name":"http","nodePort":7}]})"},
    {"what is desired and not there is added", R"({"ports":[{"port":80},{"port":82}]})",
     R"({"ports":[{"port":80,"nodePort":7},{"port":81}]})",
     R"({"ports":[{"port":80,"nodePort":7},{"port":82}]})"},
    {"an unset list is not looked at", R"({"replicas":1})", R"({"ports":[{"port":80}]})", ""},
    {"a list that is set and empty", R"({"ports":[]})", R"({"ports":[{"port":80}]})", R"({"ports":[]})"},
    {"entries of a list that is not whole stay", R"({"boxes":[{"name":"a"}]})",
     R"({"boxes":[{"name":"a"},{"name":"sidecar"}]})", ""},
    {"a whole list in an entry of another list", R"({"boxes":[{"name":"a","ports":[{"port":80}]}]})",
     R"({"boxes":[{"name":"a","ports":[{"port":80},{"port":81}],"extra":1},{"name":"sidecar","ports":[{"port":9}]}]})",
     R"({"boxes":[{"name":"a","ports":[{"port":80}],"extra":1},{"name":"sidecar","ports":[{"port":9}]}]})"},
    {"a whole set", R"({"tags":["a","b"]})", R"({"tags":["b","c","a"]})", R"({"tags":["b","a"]})"},
    {"a set that is not whole", R"({"names":["a"]})", R"({"names":["a","b"]})", ""},
    {"an entry without all keys is one live entry, not each that fits", R"({"ports":[{"port":80}]})",
     R"({"ports":[{"port":80,"protocol":"TCP"},{"port":80,"protocol":"UDP"}]})",
     R"({"ports":[{"port":80,"protocol":"TCP"}]})"},
    {"an entry without all keys leaves what another entry names",
     R"({"ports":[{"port":80},{"port":80,"protocol":"TCP"}]})",
     R"({"ports":[{"port":80,"protocol":"TCP"},{"port":80,"protocol":"UDP"}]})", ""},
    {"a whole map", R"({"data":{"a":"1"}})", R"({"data":{"a":"1","b":"2","c":"3"}})",
     R"({"data":{"b":null,"c":null}})"},
    {"a map that is not whole", R"({"more":{"a":"1"}})", R"({"more":{"a":"1","b":"2"}})", ""},
    {"several lists at once", R"({"ports":[{"port":80}],"tags":["a"],"names":["a"]})",
     R"({"ports":[{"port":81},{"port":80}],"tags":["a","b"],"names":["a","b"],"replicas":3})",
     R"({"ports":[{"port":80}],"tags":["a"]})"},
};

// For replacing_patch().
const row replaced[] = {
    {"a port that has another number by now", R"({"ports":[{"port":80,"name":"http"}]})",
     R"({"ports":[{"port":81,"name":"http","nodePort":7}]})", R"({"ports":[{"port":80,"name":"http"}]})"},
    {"the same in a list that is not whole: what others put there goes too",
     R"({"boxes":[{"name":"a","image":"x"}]})", R"({"boxes":[{"name":"b","image":"x"},{"name":"sidecar"}]})",
     R"({"boxes":[{"name":"a","image":"x"}]})"},
    {"entries of others stay where ours are, and what is not desired at all is not named",
     R"({"replicas":1,"boxes":[{"name":"a","ports":[{"port":80}]}]})",
     R"({"replicas":2,"color":"red","boxes":[{"name":"a","image":"x","ports":[{"port":81}]},{"name":"sidecar"}]})",
     R"({"replicas":1,"boxes":[{"name":"a","image":"x","ports":[{"port":80}]},{"name":"sidecar"}]})"},
    {"maps: what others put into those that are not whole stays",
     R"({"ports":[{"port":80}],"data":{"a":"1"},"more":{"a":"1"}})",
     R"({"ports":[{"port":81}],"data":{"b":"2"},"more":{"b":"2"}})",
     R"({"ports":[{"port":80}],"data":{"a":"1","b":null},"more":{"a":"1"}})"},
    {"nothing is in the way", R"({"replicas":1,"boxes":[{"name":"a"}]})",
     R"({"replicas":2,"boxes":[{"name":"a"},{"name":"sidecar"}]})", ""},
    {"nothing is there in place of what is missing", R"({"boxes":[{"name":"a"},{"name":"b"}]})",
     R"({"boxes":[{"name":"a"}]})", ""},
    {"a set that lacks one of ours has nothing in its place", R"({"names":["a"]})", R"({"names":["b"]})", ""},
};

boost::json::object spec(const char* json) {
    return {{"spec", boost::json::parse(json)}};
}

}  // namespace

BOOST_AUTO_TEST_CASE(the_patch_names_exactly_the_lists_that_have_too_much) {
    for (const row& r : rows) {
        const auto patch = exclusive_list_patch(json::type_of<test::part>(), spec(r.desired), spec(r.live));
        const auto expected = *r.patch ? spec(r.patch) : boost::json::object();
        BOOST_TEST_CONTEXT(r.what)
        BOOST_TEST(boost::json::serialize(patch) == boost::json::serialize(expected));
    }
}

BOOST_AUTO_TEST_CASE(a_patched_list_needs_no_second_patch) {
    for (const row& r : rows) {
        if (!*r.patch || std::string_view(r.patch).find("null") != std::string_view::npos) continue;
        BOOST_TEST_CONTEXT(r.what)
        BOOST_TEST(exclusive_list_patch(json::type_of<test::part>(), spec(r.desired), spec(r.patch)).empty());
    }
}

BOOST_AUTO_TEST_CASE(the_replacing_patch_drops_what_may_be_ours_under_another_key) {
    for (const row& r : replaced) {
        const auto patch = replacing_patch(json::type_of<test::part>(), spec(r.desired), spec(r.live));
        const auto expected = *r.patch ? spec(r.patch) : boost::json::object();
        BOOST_TEST_CONTEXT(r.what)
        BOOST_TEST(boost::json::serialize(patch) == boost::json::serialize(expected));
    }
}

BOOST_AUTO_TEST_SUITE_END()
