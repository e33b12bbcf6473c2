// Comparison and conversion with standard strings.
#include "setpoint/core/interned_string.hpp"

#include "setpoint/core/string_map.hpp"

#include <boost/test/unit_test.hpp>

#include <map>
#include <sstream>
#include <unordered_map>
#include <unordered_set>

using namespace setpoint;
using namespace std::string_literals;
using namespace std::string_view_literals;

BOOST_AUTO_TEST_SUITE(text_test)

BOOST_AUTO_TEST_CASE(compares_with_strings_of_any_kind_on_both_sides) {
    const interned_string t = "nginx";
    BOOST_TEST((t == "nginx" && "nginx" == t && t != "apache" && "apache" != t));
    BOOST_TEST((t == "nginx"s && "nginx"s == t && t == "nginx"sv && "nginx"sv == t &&
                t == interned_string("nginx"s)));
    BOOST_TEST(
        (t < "nginy" && "apache" < t && t > "apache"s && "nginy"sv > t && t <= interned_string("nginx")));
    BOOST_TEST(
        (interned_string() == "" && interned_string().empty() && interned_string("") == interned_string()));
    BOOST_TEST((interned_string("a\0b"sv).size() == 3u && interned_string("a\0b"sv) != "a"));
}

BOOST_AUTO_TEST_CASE(is_concatenated_with_strings_of_any_kind_on_both_sides) {
    const interned_string t = "web";
    BOOST_TEST(t + "-0" == "web-0");
    BOOST_TEST("my-" + t == "my-web");
    BOOST_TEST(t + "-0"s == "web-0");
    BOOST_TEST("my-"s + t == "my-web");
    BOOST_TEST(t + "-0"sv == "web-0");
    BOOST_TEST("my-"sv + t == "my-web");
    BOOST_TEST(t + t == "webweb");
    BOOST_TEST("my-" + t + "-" + t + "-0"s == "my-web-web-0");
    BOOST_TEST(interned_string() + interned_string() == "");
    BOOST_TEST(t + "a\0b"sv == "weba\0b"s);
    std::string s = "a ";
    s += t;
    s.append(t);
    BOOST_TEST(s == "a webweb");
    static_assert(std::same_as<decltype(t + "x"), std::string>);
    interned_string back = t + "-1";  // and back
    BOOST_TEST(back == "web-1");
}

BOOST_AUTO_TEST_CASE(converts_to_views_and_strings) {
    const interned_string t = "docker.io/nginx:1.23";
    BOOST_TEST(t.starts_with("docker.io/"));
    BOOST_TEST(t.ends_with(":1.23"s));
    BOOST_TEST(!t.ends_with("nginx"));
    BOOST_TEST(t.find("nginx") == 10u);
    BOOST_TEST(t.find("httpd") == std::string_view::npos);
    BOOST_TEST(t.substr(10, 5) == "nginx");
    BOOST_TEST(t.substr(t.find(":") + 1) == "1.23");
    BOOST_CHECK_THROW((void)t.substr(100), std::out_of_range);
    const std::string_view view = t;
    const std::string copy(t);
    BOOST_TEST(view == copy);
    BOOST_TEST(fmt::format("{:<6}|", interned_string("a")) == "a     |");
    std::ostringstream out;
    out << interned_string("a") << 1;
    BOOST_TEST(out.str() == "a1");
}

BOOST_AUTO_TEST_CASE(is_found_in_maps_by_any_string) {
    string_map labels;
    labels["app"] = "web";
    BOOST_TEST(labels.contains("app"sv));
    BOOST_TEST((labels.find("app"s)->second == "web"));
    BOOST_TEST(!labels.contains("application"));
    const std::map<interned_string, int, std::less<>> sorted{{"a", 1}, {"b", 2}};
    BOOST_TEST(sorted.find("b"sv)->second == 2);
    const std::map<std::string, int, std::less<>> of_strings{{"a", 1}};
    BOOST_TEST(of_strings.find(interned_string("a"))->second == 1);
    const std::unordered_map<interned_string, int, std::hash<interned_string>, std::equal_to<>> hashed{
        {"a", 1}, {"b", 2}};
    BOOST_TEST(hashed.find("b"sv)->second == 2);
    BOOST_TEST(hashed.contains(interned_string("a")));
    BOOST_TEST(!hashed.contains("c"));
    const std::unordered_set<interned_string> plain{"a"};
    BOOST_TEST(plain.contains("a"));
}

BOOST_AUTO_TEST_SUITE_END()
