#include "sample_types.hpp"
#include "setpoint/json/decode.hpp"

#include <boost/test/unit_test.hpp>

using namespace setpoint;
using namespace sample;

BOOST_AUTO_TEST_SUITE(decode_error_test)

namespace {

template <class T>
std::string problem(std::string_view document, json::decode_options options = {}) {
    const auto r = json::decode<T>(document, options);
    if (r) return "no error";
    BOOST_TEST((r.error().code == errc::bad_data));
    return r.error().message;
}

struct row {
    std::string_view document, message;
};

}  // namespace

BOOST_AUTO_TEST_CASE(wrong_types_are_reported_with_their_path) {
    const row rows[] = {
        {"[]", "expected an object, found a list"},
        {"\"x\"", "expected an object, found a string"},
        {"1", "expected an object, found a number"},
        {"true", "expected an object, found a boolean"},
        {R"({"flag":"true"})", "flag: expected a boolean, found a string"},
        {R"({"flag":1})", "flag: expected a boolean, found a number"},
        {R"({"small":"1"})", "small: expected an integer, found a string"},
        {R"({"small":true})", "small: expected an integer, found a boolean"},
        {R"({"small":1.0})", "small: expected an integer, found a number with a fraction or an exponent"},
        {R"({"small":1e2})", "small: expected an integer, found a number with a fraction or an exponent"},
        {R"({"small":2147483648})", "small: the integer does not fit in 32 bits"},
        {R"({"small":-2147483649})", "small: the integer does not fit in 32 bits"},
        {R"({"small":18446744073709551615})", "small: the integer does not fit in 32 bits"},
        {R"({"big":9223372036854775808})", "big: the integer does not fit in 64 bits"},
        {R"({"big":-9223372036854775809})", "big: the integer does not fit in 64 bits"},
        {R"({"big":99999999999999999999})", "big: the integer does not fit in 64 bits"},
        {R"({"big":{}})", "big: expected an integer, found an object"},
        {R"({"ratio":"1"})", "ratio: expected a number, found a string"},
        {R"({"ratio":1e999})", "ratio: the number is out of range"},
        {R"({"string":1})", "string: expected a string, found a number"},
        {R"({"string":18446744073709551615})", "string: expected a string, found a number"},
        {R"({"shared":["x"]})", "shared: expected a string, found a list"},
        {R"({"cpu":"many"})", "cpu: not a valid amount"},
        {R"({"cpu":1.5})", "cpu: expected an integer or a string, found a number"},
        {R"({"cpu":{}})", "cpu: expected an integer or a string, found an object"},
        {R"({"target":65536})", "target: not a valid value"},
        {R"({"target":18446744073709551615})", "target: the integer does not fit in 64 bits"},
        {R"({"restart":"Sometimes"})", "restart: expected one of Always, OnFailure, Never"},
        {R"({"restart":1})", "restart: expected a string, found a number"},
        {R"({"inner":[]})", "inner: expected an object, found a list"},
        {R"({"inner":{"weight":"x"}})", "inner.weight: expected an integer, found a string"},
        {R"({"leaves":{}})", "leaves: expected a list, found an object"},
        {R"({"leaves":[{},{"note":1}]})", "leaves[1].note: expected a string, found a number"},
        {R"({"leaves":[{},{},3]})", "leaves[2]: expected an object, found a number"},
        {R"({"numbers":[1,2,"3"]})", "numbers[2]: expected an integer, found a string"},
        {R"({"nested":[["a"],["b","c",{}]]})", "nested[1][2]: expected a string, found an object"},
        {R"({"counts":{"a":1,"b":"x"}})", "counts[b]: expected an integer, found a string"},
        {R"({"counts":{"a\u0007b":"x"}})", "counts[a?b]: expected an integer, found a string"},
        {R"({"leafMap":{"one":{},"two":{"weight":[]}}})",
         "leafMap[two].weight: expected an integer, found a list"},
        {R"({"labels":{"z":"1","a":2}})", "labels[a]: expected a string, found a number"},
        {R"({"anyObject":[1]})", "anyObject: expected an object, found a list"},
        {R"({"anyObject":1})", "anyObject: expected an object, found a number"},
        {R"({"anything":[1e999]})", "anything: the number is out of range"},
        {R"({"maybeSmall":"x"})", "maybeSmall: expected an integer, found a string"},
        {R"({"maybeLeaf":{"weight":"x"}})", "maybeLeaf.weight: expected an integer, found a string"},
        {R"({"maybeStrings":["a",null,1]})", "maybeStrings[2]: expected a string, found a number"},
        {R"({"maybeLabels":{"k":1}})", "maybeLabels[k]: expected a string, found a number"},
    };
    for (const row& r : rows) BOOST_TEST(problem<everything>(r.document) == r.message);
}

BOOST_AUTO_TEST_CASE(paths_go_through_recursive_types) {
    BOOST_TEST(problem<node>(R"({"children":[{},{"byName":{"k":{"more":[{"children":[{"name":0}]}]}}}]})") ==
               "children[1].byName[k].more[0].children[0].name: expected a string, found a number");
}

BOOST_AUTO_TEST_CASE(wrong_types_are_found_at_every_split) {
    const std::string_view document = R"({"leaves":[{"name":"é\u00e9"},{"weight":123456789012}],"x":1})";
    for (std::size_t at = 1; at < document.size(); ++at) {
        everything value;
        json::decoder d;
        d.start(json::type_of<everything>(), &value);
        auto r = d.write(document.substr(0, at));
        if (r) r = d.write(document.substr(at));
        BOOST_REQUIRE(!r);
        BOOST_TEST(r.error().message == "leaves[1].weight: the integer does not fit in 32 bits");
    }
}

BOOST_AUTO_TEST_CASE(malformed_json_is_reported_with_its_position) {
    const row rows[] = {
        {"", "the document ends too early, after 0 bytes"},
        {"  ", "the document ends too early, after 2 bytes"},
        {"{", "the document ends too early, after 1 bytes"},
        {R"({"inner":{"name":"ab)", "the document ends too early, after 20 bytes, near inner.name"},
        {R"({"leaves":[{},{)", "the document ends too early, after 15 bytes, near leaves[1]"},
        {R"({"small":01})", "not JSON: syntax error at byte 10, near small"},
        {R"({"small":+1})", "not JSON: syntax error at byte 9, near small"},
        {R"({"small":1,})", "not JSON: syntax error at byte 11, near small"},
        {R"({'small':1})", "not JSON: syntax error at byte 1"},
        {R"({"small" 1})", "not JSON: syntax error at byte 9, near small"},
        {R"({"strings":["a" "b"]})", "not JSON: syntax error at byte 16, near strings[0]"},
        {"{\"string\":\"a\nb\"}", "not JSON: syntax error at byte 12, near string"},
        {"{\"string\":\"\xff\"}", "not JSON: syntax error at byte 11, near string"},
        {R"({"string":"\x"})", "not JSON: syntax error at byte 12, near string"},
        {R"({"string":"\ud800x"})", "not JSON: syntax error at byte 17, near string"},
        {R"({"flag":nul})", "not JSON: syntax error at byte 8, near flag"},
        {R"({"unknown":{"a":[1,}}})", "not JSON: syntax error at byte 19"},
        {"// comment\n{}", "not JSON: syntax error at byte 0"},
        {"xan", "not JSON: syntax error at byte 0"},
    };
    for (const row& r : rows) BOOST_TEST(problem<everything>(r.document) == r.message);
}

BOOST_AUTO_TEST_CASE(described_values_deeper_than_the_limit_are_rejected) {
    const auto nested = [](std::size_t depth, std::string_view open, std::string_view close) {
        std::string s;
        for (std::size_t i = 0; i < depth; ++i) s += open;
        for (std::size_t i = 0; i < depth; ++i) s += close;
        return s;
    };
    const auto children = [&](std::size_t depth) { return nested(depth, R"({"children":[)", "]}"); };
    BOOST_TEST(json::decode<node>(children(32)).has_value());
    BOOST_TEST(problem<node>(children(33))
                   .starts_with("nested deeper than 64 levels, near children[0].children[0]"));
    BOOST_TEST(problem<everything>(R"({"anything":)" + nested(64, "[", "]") + "}") ==
               "nested deeper than 64 levels, near anything");
    BOOST_TEST(problem<node>(R"({"name":)" + nested(64, "[", "]") + "}") ==
               "name: expected a string, found a list");
    BOOST_TEST(json::decode<boost::json::value>(nested(64, "[", "]")).has_value());
    BOOST_TEST(problem<boost::json::value>(nested(65, "[", "]")) == "nested deeper than 64 levels");
    BOOST_TEST(json::decode<node>(children(3), {.max_depth = 6}).has_value());
    BOOST_TEST(problem<node>(children(3), {.max_depth = 5}) ==
               "nested deeper than 5 levels, near children[0].children[0].children");
    // A bomb is rejected after its first few bytes.
    BOOST_TEST(problem<boost::json::value>(std::string(8'000'000, '[')) == "nested deeper than 64 levels");
}

BOOST_AUTO_TEST_CASE(undescribed_values_of_any_depth_are_skipped_at_any_split) {
    const auto wrapped = [](std::size_t depth, std::string_view inside) {
        return std::string(depth, '[') + std::string(inside) + std::string(depth, ']');
    };
    const std::string deep = wrapped(80, R"("]\"[{",{"a":"}"})");
    const std::string document = R"({"x":)" + deep + R"(,"name":"n","children":[{"y":{"z":)" + deep +
                                 R"(},"name":"c","byName":{"k":{"x":[[],)" + deep +
                                 R"(,0],"name":"d"}}},{"name":"e"}],"w":)" + deep + "} ";
    for (std::size_t at = 0; at <= document.size(); ++at) {
        node n;
        json::decoder d;
        d.start(json::type_of<node>(), &n);
        BOOST_REQUIRE(d.write(std::string_view(document).substr(0, at)).has_value());
        BOOST_REQUIRE(d.write(std::string_view(document).substr(at)).has_value());
        BOOST_TEST(d.done());
        BOOST_REQUIRE(d.finish().has_value());
        BOOST_TEST(n.name == "n");
        BOOST_REQUIRE(n.children.size() == 2u);
        BOOST_TEST(n.children[0].name == "c");
        BOOST_TEST(n.children[0].by_name.at("k").name == "d");
        BOOST_TEST(n.children[1].name == "e");
    }
    // Errors after it have their path, and a document that ends inside it is truncated.
    BOOST_TEST(problem<node>(R"({"children":[{"x":)" + deep + R"(,"name":1}]})") ==
               "children[0].name: expected a string, found a number");
    BOOST_TEST(problem<node>(R"({"x":)" + deep + "]}").starts_with("not JSON: "));
    const std::string half = R"({"x":)" + deep.substr(0, deep.size() - 20);
    BOOST_TEST(problem<node>(half) ==
               fmt::format("the document ends too early, after {} bytes", half.size()));
    json::decoder again;
    node n;
    again.start(json::type_of<node>(), &n);
    BOOST_TEST(again.write(half).has_value());
    BOOST_TEST(!again.done());
    again.start(json::type_of<node>(), &n);
    BOOST_TEST(again.write(R"({"name":"anew"})").has_value());
    BOOST_TEST(again.done());
    BOOST_TEST(n.name == "anew");
    // A bomb uses no stack.
    BOOST_TEST(json::decode<node>(R"({"x":)" + wrapped(5'000'000, "") + "}").has_value());
}

BOOST_AUTO_TEST_CASE(strings_longer_than_16_mib_are_rejected) {
    const auto with = [](std::size_t n) { return "{\"string\":\"" + std::string(n, 'x') + "\"}"; };
    BOOST_TEST(json::decode<everything>(with(16 << 20)).value().string.size() == 16U << 20);
    BOOST_TEST(problem<everything>(with((16 << 20) + 1)) == "a string longer than 16 MiB, near string");
}

BOOST_AUTO_TEST_CASE(after_an_error_only_start_is_allowed) {
    json::decoder d;
    leaf value;
    d.start(json::type_of<leaf>(), &value);
    BOOST_TEST(!d.write("[").has_value());
    BOOST_TEST(d.write("{}").error().message == "the decoder has failed and was not restarted");
    BOOST_TEST(d.finish().error().message == "the decoder has failed and was not restarted");
    d.start(json::type_of<leaf>(), &value);
    BOOST_TEST(d.write("{}").has_value());
}

BOOST_AUTO_TEST_CASE(messages_contain_no_values_of_the_document) {
    for (const std::string_view document :
         {R"({"small":"hunter2"})", R"({"cpu":"hunter2"})", R"({"restart":"hunter2"})",
          R"({"anyObject":"hunter2"})", R"({"string":"hunter2)"})
        BOOST_TEST(problem<everything>(document).find("hunter2") == std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()
