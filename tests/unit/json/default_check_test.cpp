#include "framework/json/default_check.hpp"

#include "setpoint/core/error.hpp"
#include "setpoint/json/detail/type_table.hpp"
#include "setpoint/json/schema.hpp"

#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>

namespace setpoint { inline namespace v0 {
namespace {

// The compiler cannot evaluate the initialiser of a map.
struct mapped {
    std::map<std::string, std::int32_t> ports{{"http", 80000}};
    static constexpr auto describe() {
        using namespace schema;
        return object("", field(&mapped::ports, "ports", "", maximum(65535)));
    }
};

}  // namespace

BOOST_AUTO_TEST_SUITE(default_check_test)

std::string refusal(const json::type_info& type, const json::field_rules& rules, std::string_view value) {
    json::field_info f{};
    f.name = "size";
    f.type = &type;
    f.rules = &rules;
    try {
        json::check_default("disk", f, boost::json::parse({value.data(), value.size()}));
    } catch (const fault& e) {
        BOOST_TEST((e.why().code == errc::invalid));
        return e.why().message;
    }
    return "";
}

BOOST_AUTO_TEST_CASE(default_outside_the_limits_of_its_field_is_rejected) {
    static constexpr double one = 1, nine = 9;
    static constexpr std::string_view words[] = {"a", "b"};
    json::field_rules rules;
    rules.minimum = &one;
    rules.maximum = &nine;
    rules.max_items = 2;
    rules.min_items = 1;
    const json::type_info &number = json::type_of<std::int32_t>(), &text = json::type_of<std::string>(),
                          &numbers = json::type_of<std::vector<std::int64_t>>(),
                          &texts = json::type_of<std::map<std::string, std::string>>(),
                          &ratio = json::type_of<std::optional<double>>(),
                          &anything = json::type_of<std::vector<boost::json::value>>();
    BOOST_TEST(refusal(number, rules, "1") == "");
    BOOST_TEST(refusal(number, rules, "0") == "disk.size: the default 0 is below its minimum");
    BOOST_TEST(refusal(number, rules, "10") == "disk.size: the default 10 is above its maximum");
    BOOST_TEST(refusal(ratio, rules, "0.5") == "disk.size: the default 5E-1 is below its minimum");
    BOOST_TEST(refusal(numbers, rules, "[1,9]") == "");
    BOOST_TEST(refusal(numbers, rules, "[1,10]") == "disk.size: the default [1,10] is above its maximum");
    BOOST_TEST(refusal(numbers, rules, "[]") ==
               "disk.size: the default [] has fewer entries than its min_items");
    BOOST_TEST(refusal(numbers, rules, "[1,1,1]") ==
               "disk.size: the default [1,1,1] has more entries than its max_items");
    BOOST_TEST(refusal(texts, rules, R"({"k":"a"})") == "");
    BOOST_TEST(refusal(texts, rules, R"({"j":"a","k":"a","l":"a"})") ==
               R"(disk.size: the default {"j":"a","k":"a","l":"a"} has more entries than its max_items)");
    BOOST_TEST(refusal(anything, rules, "[0]") == "");
    BOOST_TEST(refusal(anything, rules, "[0,0,0]") ==
               "disk.size: the default [0,0,0] has more entries than its max_items");
    rules = {};
    rules.min_length = 1;
    rules.max_length = 2;
    rules.pattern = "^[^x]*$";
    BOOST_TEST(refusal(text, rules, R"("\u00e4\u00e4")") == "");  // characters, not bytes
    BOOST_TEST(refusal(text, rules, R"("")") ==
               R"(disk.size: the default "" is shorter than its min_length)");
    BOOST_TEST(refusal(text, rules, R"("abc")") ==
               R"(disk.size: the default "abc" is longer than its max_length)");
    BOOST_TEST(refusal(text, rules, R"("x")") == R"(disk.size: the default "x" does not match its pattern)");
    BOOST_TEST(refusal(texts, rules, R"({"x":"a"})") == "");  // keys have no limits
    BOOST_TEST(refusal(texts, rules, R"({"a":"x"})") ==
               R"(disk.size: the default {"a":"x"} does not match its pattern)");
    rules = {};
    rules.one_of = words;
    BOOST_TEST(refusal(text, rules, R"("b")") == "");
    BOOST_TEST(refusal(text, rules, R"("c")") == R"(disk.size: the default "c" is not in its one_of)");
}

BOOST_AUTO_TEST_CASE(schema_with_an_invalid_default_is_rejected) {
    BOOST_CHECK_EXCEPTION(json::openapi_schema(json::type_of<mapped>(), true), fault, [](const fault& e) {
        return std::string_view(e.what()).find(
                   "mapped.ports: the default {\"http\":80000} is above its maximum") !=
               std::string_view::npos;
    });
    BOOST_CHECK_NO_THROW(json::openapi_schema(json::type_of<mapped>(), false));
}

BOOST_AUTO_TEST_SUITE_END()

}}  // namespace setpoint::v0
