// How changes of fields are written, read and made.
#include "testkit/story/inputs/field_change.hpp"

#include "setpoint/story/explore.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/test/unit_test.hpp>

using namespace setpoint;

BOOST_AUTO_TEST_SUITE(field_change_test)

namespace {

story::field_change change_named(std::string_view text) {
    story::field_change c = story::read_change(text);
    BOOST_TEST(text.empty());
    return c;
}

std::string after(const std::string& object, const std::string& change) {
    boost::json::object o = boost::json::parse(object).as_object();
    const bool is_done = story::apply_change(o, change_named(change));
    return is_done ? boost::json::serialize(o) : "no such place";
}

std::string error_of_change(std::string_view text) {
    try {
        (void)story::read_change(text);
    } catch (const story::cannot_explore& e) {
        return e.what();
    }
    return "no error";
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_change_is_read_as_it_is_written) {
    for (const char* text : {".spec.parts=3", ".spec.text-", ".spec.ports[0].name=\"a; b\"", ".spec.on=true",
                             ".spec.labels[\"example.com/a\"]=\"x\"", ".spec.labels[\"example.com/a\"]-",
                             ".spec.list=[1,{\"a\":null}]", ".spec.half=-1.5E0"})
        BOOST_TEST(change_named(text).text() == text);
}

BOOST_AUTO_TEST_CASE(text_has_no_single_quotes) {
    story::field_change c = change_named(".spec.text=\"\"");
    c.to = "it's";
    BOOST_TEST(c.text() == ".spec.text=\"it\\u0027s\"");
    BOOST_TEST((change_named(c.text()).to == c.to));
}

BOOST_AUTO_TEST_CASE(what_follows_a_change_stays) {
    std::string_view text = ".spec.parts=3; back";
    BOOST_TEST(story::read_change(text).text() == ".spec.parts=3");
    BOOST_TEST(text == "; back");
    for (const char* value : {"3", "true", "\"a \"", "[1]"}) {
        const std::string change = ".spec.parts=" + std::string(value), whole = change + " + P2@x";
        text = whole;
        BOOST_TEST(story::read_change(text).text() == change);
        BOOST_TEST(text == " + P2@x");
    }
}

BOOST_AUTO_TEST_CASE(mistakes_are_named) {
    BOOST_TEST(error_of_change("spec=1").find("it begins with a path") != std::string::npos);
    BOOST_TEST(error_of_change(".spec").find("followed by = and a value") != std::string::npos);
    BOOST_TEST(error_of_change(".spec..a=1").find("a key is missing") != std::string::npos);
    BOOST_TEST(error_of_change(".spec[0=1").find("a bracket is not closed") != std::string::npos);
    BOOST_TEST(error_of_change(".spec[x]=1").find("an index, or a key in quotes") != std::string::npos);
    BOOST_TEST(error_of_change(".spec=nonsense").find("the value is not JSON") != std::string::npos);
    for (const char* text : {".spec[0=1", ".spec[x]=1", ".spec=nonsense"})
        BOOST_TEST(error_of_change(text).starts_with("\"" + std::string(text) + "\" is not a change"), text);
}

BOOST_AUTO_TEST_CASE(a_field_is_set_created_and_removed) {
    BOOST_TEST(after(R"({"spec":{"a":1}})", ".spec.a=2") == R"({"spec":{"a":2}})");
    BOOST_TEST(after(R"({"spec":{"a":1}})", ".spec.b.c=2") == R"({"spec":{"a":1,"b":{"c":2}}})");
    BOOST_TEST(after(R"({"spec":{"a":1}})", ".spec.a-") == R"({"spec":{}})");
    BOOST_TEST(after(R"({"spec":{"l":[1,2]}})", ".spec.l[0]-") == R"({"spec":{"l":[2]}})");
    BOOST_TEST(after(R"({"spec":{"l":[{"a":1}]}})", ".spec.l[0].a=5") == R"({"spec":{"l":[{"a":5}]}})");
}

BOOST_AUTO_TEST_CASE(a_place_that_does_not_exist_changes_nothing) {
    boost::json::object o = boost::json::parse(R"({"spec":{"l":[1],"s":"x"}})").as_object();
    const boost::json::object before = o;
    for (const char* text : {".spec.l[1]=2", ".spec.s.a=1", ".spec.none-", ".spec.new.list[0]=1"}) {
        BOOST_TEST(!story::apply_change(o, change_named(text)), text);
        BOOST_TEST((o == before), text);
    }
}

BOOST_AUTO_TEST_SUITE_END()
