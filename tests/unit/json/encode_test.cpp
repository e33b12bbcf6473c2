#include "setpoint/json/encode.hpp"

#include "sample_types.hpp"
#include "setpoint/json/compare.hpp"
#include "setpoint/json/decode.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/test/unit_test.hpp>

#include <limits>

using namespace setpoint;
using namespace sample;

namespace {

struct required_fields {
    std::string string;
    std::vector<std::string> list;
    std::map<std::string, std::string> map;
    leaf object_;
    amount scalar;
    std::optional<std::int32_t> number, maybe_null;
    boost::json::value any;
    static constexpr auto describe() {
        using self = required_fields;
        return object(
            "", field(&self::string, "string", "", required), field(&self::list, "list", "", required),
            field(&self::map, "map", "", required), field(&self::object_, "object", "", required),
            field(&self::scalar, "scalar", "", required), field(&self::number, "number", "", required),
            field(&self::maybe_null, "maybeNull", "", required, nullable),
            field(&self::any, "any", "", required));
    }
};

struct optional_leaf {
    std::optional<std::string> note;
    static constexpr auto describe() { return object("", field(&optional_leaf::note, "note", "")); }
};
struct nested_optionals {
    optional_leaf plain;
    std::optional<optional_leaf> maybe;
    std::vector<optional_leaf> list;
    std::map<std::string, optional_leaf> map;
    std::optional<boost::json::value> any;
    std::optional<amount> scalar;
    static constexpr auto describe() {
        using self = nested_optionals;
        return object("", field(&self::plain, "plain", ""), field(&self::maybe, "maybe", ""),
                      field(&self::list, "list", ""), field(&self::map, "map", ""),
                      field(&self::any, "any", ""), field(&self::scalar, "scalar", ""));
    }
};

struct null_by_choice {
    std::optional<std::int32_t> plain, nullable_, initial = 1, nullable_initial = 2, hidden_initial = 3;
    static constexpr auto describe() {
        using self = null_by_choice;
        return object("", field(&self::plain, "plain", ""), field(&self::nullable_, "nullable", "", nullable),
                      field(&self::initial, "initial", ""),
                      field(&self::nullable_initial, "nullableInitial", "", nullable),
                      field(&self::hidden_initial, "hiddenInitial", "", nullable, no_default));
    }
};

std::string quoted(std::string_view s) {
    std::string out;
    json::quote(s, out);
    return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(encode_test)

BOOST_AUTO_TEST_CASE(null_is_written_where_the_server_would_fill_in_a_default) {
    null_by_choice v;
    BOOST_TEST(json::encode(v) == R"({"initial":1,"nullableInitial":2,"hiddenInitial":3})");
    v = json::decode<null_by_choice>(
            R"({"plain":null,"nullable":null,"initial":null,"nullableInitial":null,"hiddenInitial":null})")
            .value();
    BOOST_TEST(json::encode(v) == R"({"nullableInitial":null})");
    BOOST_TEST(json::encode(json::to_value(v)) == R"({"nullableInitial":null})");
    // Applying it reverts another client's change.
    const auto live = json::decode<null_by_choice>(R"({"nullableInitial":7})").value();
    BOOST_TEST(!json::contains(live, v));
    BOOST_TEST(json::contains(v, v));
}

BOOST_AUTO_TEST_CASE(a_full_object_survives_decode_and_encode) {
    const auto first = json::decode<everything>(full_document).value();
    const std::string once = json::encode(first);
    BOOST_TEST(
        once ==
        R"({"flag":true,"small":-2147483648,"big":9223372036854775807,"ratio":-1e-8,"string":"café 😀 \\ \"q\" / \b\f\n\r\t",)"
        R"("shared":"größer 😀","uid":"0f6d1c5e","cpu":"1500m","target":8080,"restart":"OnFailure",)"
        R"("inner":{"name":"in","weight":7,"note":""},"leaves":[{"name":"a","weight":0},{"name":"","weight":2},{"name":"","weight":0}],)"
        R"("numbers":[1,-2,300000],"strings":["","one","two"],"nested":[[],["p","q"],["r"]],"counts":{"":3,"a":1,"b":2},)"
        R"("leafMap":{"k":{"name":"v","weight":0}},"labels":{"app":"web","tier":"front\nend"},)"
        R"("anything":{"deep":[1,-1,18446744073709551615,0.5,"x́",null,true,{"k":[]}]},"anyObject":{"o":1},)"
        R"("maybeFlag":false,"maybeSmall":0,"maybeText":"","maybeLeaf":{"name":"","weight":0},"maybeStrings":[],"maybeLabels":{},)"
        R"("maybeRestart":"Never","maybeCpu":"2"})");
    BOOST_TEST(json::encode(json::decode<everything>(once).value()) == once);
}

BOOST_AUTO_TEST_CASE(unset_fields_are_omitted) {
    BOOST_TEST(json::encode(node{}) == "{}");
    BOOST_TEST(
        json::encode(everything{}) ==
        R"({"flag":false,"small":0,"big":0,"ratio":0,"restart":"Always","inner":{"name":"","weight":0}})");
    everything e;
    e.restart = static_cast<policy>(77);  // it has no name
    e.ratio = std::numeric_limits<double>::quiet_NaN();
    BOOST_TEST(json::encode(e) == R"({"flag":false,"small":0,"big":0,"inner":{"name":"","weight":0}})");
}

BOOST_AUTO_TEST_CASE(required_fields_are_always_present) {
    BOOST_TEST(
        json::encode(required_fields{}) ==
        R"({"string":"","list":[],"map":{},"object":{"name":"","weight":0},"scalar":null,"maybeNull":null,"any":null})");
}

BOOST_AUTO_TEST_CASE(empty_objects_are_omitted_unless_an_optional_holds_them) {
    nested_optionals n;
    BOOST_TEST(json::encode(n) == "{}");
    n.maybe.emplace();
    n.list.resize(2);
    n.map["k"];
    n.any.emplace();
    n.scalar.emplace();
    BOOST_TEST(json::encode(n) == R"({"maybe":{},"list":[{},{}],"map":{"k":{}},"any":null})");
    n.plain.note = "";
    BOOST_TEST(json::encode(n).starts_with(R"({"plain":{"note":""},"maybe":{})"));
}

BOOST_AUTO_TEST_CASE(strings_are_escaped) {
    struct row {
        std::string_view in, out;
    };
    const row rows[] = {
        {"", "\"\""},
        {"plain", "\"plain\""},
        {"\"\\/", R"("\"\\/")"},
        {"\b\f\n\r\t", R"("\b\f\n\r\t")"},
        {std::string_view("\0\x01\x1f\x7f", 4), "\"\\u0000\\u0001\\u001f\x7f\""},
        {"é😀", "\"é😀\""},
        {"a\xff"
         "b",
         "\"a\xef\xbf\xbd"
         "b\""},
        {"\xc3", "\"\xef\xbf\xbd\""},                                                  // truncated
        {"\xc0\xaf", "\"\xef\xbf\xbd\xef\xbf\xbd\""},                                  // over-long
        {"\xed\xa0\x80", "\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\""},                  // a surrogate
        {"\xf4\x90\x80\x80", "\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\""},  // above U+10FFFF
        {"\xf4\x8f\xbf\xbf", "\"\xf4\x8f\xbf\xbf\""},
        {"\xe2\x82\xac\xe2\x82", "\"€\xef\xbf\xbd\xef\xbf\xbd\""},
    };
    for (const row& r : rows) BOOST_TEST(quoted(r.in) == r.out);
}

BOOST_AUTO_TEST_CASE(any_bytes_give_valid_json) {
    std::uint64_t state = 1;
    for (int round = 0; round < 3000; ++round) {
        std::string bytes;
        for (int i = 0; i < 12; ++i) {
            state = state * 6364136223846793005ULL + 1442695040888963407ULL;
            const auto byte = static_cast<char>(state >> 56);
            // Half of the bytes are from the range of UTF-8 lead and continuation bytes.
            bytes += (state >> 32 & 1) != 0 ? static_cast<char>(byte | '\x80') : byte;
        }
        everything e;
        e.string = e.shared = bytes;
        e.labels[interned_string(bytes)] = interned_string(bytes);
        e.counts[bytes] = 1;
        e.anything = boost::json::object{{bytes, bytes}};
        boost::json::error_code ec;
        boost::json::parse(json::encode(e), ec);
        BOOST_REQUIRE_MESSAGE(!ec, json::encode(e));
    }
}

BOOST_AUTO_TEST_CASE(the_tree_equals_the_text) {
    const auto same = [](const auto& v) {
        BOOST_TEST(boost::json::serialize(json::to_value(v)) ==
                   boost::json::serialize(json::decode<boost::json::value>(json::encode(v)).value()));
    };
    everything full = json::decode<everything>(full_document).value();
    full.ratio = 0.5;
    same(full);
    same(node{});
    same(required_fields{});
    same(json::decode<node>(R"({"name":"a","children":[{"name":"b"},{}],"byName":{"x":{}},"more":[]})")
             .value());
    BOOST_TEST((json::to_value(amount{"3", 3000}) == "3"));
    BOOST_TEST((json::to_value(port{true, 80, ""}) == 80));
    BOOST_TEST(json::to_value(port{}).is_null());
}

BOOST_AUTO_TEST_SUITE_END()
