#include "setpoint/api/object_key.hpp"

#include <boost/test/unit_test.hpp>

#include <map>
#include <sstream>
#include <unordered_set>

using namespace setpoint;

BOOST_AUTO_TEST_SUITE(object_key_test)

BOOST_AUTO_TEST_CASE(text_form_is_read_and_printed) {
    struct row {
        std::string text, ns, name;
    };
    for (const row& r :
         {row{"default/web", "default", "web"}, row{"web", "", "web"}, row{"a/b.c-d", "a", "b.c-d"}}) {
        const auto key = object_key::parse(r.text);
        BOOST_REQUIRE(key.has_value());
        BOOST_TEST(key->ns == r.ns);
        BOOST_TEST(key->name == r.name);
        BOOST_TEST(key->to_string() == r.text);
        BOOST_TEST(fmt::format("[{}]", *key) == "[" + r.text + "]");
        std::ostringstream out;
        out << *key;
        BOOST_TEST(out.str() == r.text);
    }
}

BOOST_AUTO_TEST_CASE(parse_rejects_texts_that_name_no_object) {
    for (const char* text : {"", "/", "default/", "/web", "a/b/c", "a//b"}) {
        const auto key = object_key::parse(text);
        BOOST_REQUIRE(key.has_error());
        BOOST_TEST((key.error().code == errc::bad_data));
        BOOST_TEST(key.error().message.find('"' + std::string(text) + '"') != std::string::npos);
    }
}

BOOST_AUTO_TEST_CASE(order_is_namespace_then_name) {
    BOOST_TEST((object_key("a", "z") < object_key("b", "a")));
    BOOST_TEST((object_key("a", "a") < object_key("a", "b")));
    BOOST_TEST((object_key::cluster("z") < object_key("a", "a")));
    BOOST_TEST((object_key("a", "b") == object_key("a", "b")));
    BOOST_TEST((object_key("a", "b") != object_key("b", "a")));
    const std::map<object_key, int> keys{{{"b", "x"}, 2}, {{"a", "y"}, 1}};
    BOOST_TEST(keys.begin()->second == 1);
}

BOOST_AUTO_TEST_CASE(keys_work_in_hash_tables) {
    std::unordered_set<object_key> keys;
    for (int i = 0; i < 1000; ++i) keys.emplace("ns" + std::to_string(i % 10), "web-" + std::to_string(i));
    BOOST_TEST(keys.size() == 1000U);
    BOOST_TEST(keys.contains(object_key("ns7", "web-17")));
    BOOST_TEST(!keys.contains(object_key("ns8", "web-17")));
    BOOST_TEST(hash_value(object_key("a", "b")) != hash_value(object_key("b", "a")));
}

BOOST_AUTO_TEST_CASE(key_is_empty_without_a_name) {
    BOOST_TEST(object_key().empty());
    BOOST_TEST(!object_key::cluster("node-1").empty());
}

BOOST_AUTO_TEST_SUITE_END()
