#include "setpoint/json/decode.hpp"

#include "sample_types.hpp"
#include "setpoint/json/encode.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/test/unit_test.hpp>

using namespace setpoint;
using namespace sample;

namespace {

// Decodes a document in the given pieces; returns the result or the error as text.
template <class T>
std::string decoded(json::decoder& d, std::initializer_list<std::string_view> pieces) {
    T value;
    d.start(json::type_of<T>(), &value);
    for (const std::string_view piece : pieces)
        if (auto r = d.write(piece); !r) return "error: " + r.error().message;
    if (auto r = d.finish(); !r) return "error: " + r.error().message;
    return json::encode(value);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(decode_test)

BOOST_AUTO_TEST_CASE(every_kind_of_member_is_decoded) {
    const auto r = json::decode<everything>(full_document);
    BOOST_REQUIRE_MESSAGE(r.has_value(), (r ? "" : r.error().message));
    const everything& e = *r;
    BOOST_TEST(e.flag);
    BOOST_TEST(e.small == -2147483647 - 1);
    BOOST_TEST(e.big == 9223372036854775807);
    BOOST_TEST(e.ratio == -0.1e-7);
    BOOST_TEST(e.string == "café 😀 \\ \"q\" / \b\f\n\r\t");
    BOOST_TEST(e.shared == "größer 😀");
    BOOST_TEST(e.uid == "0f6d1c5e");
    BOOST_TEST(e.cpu.thousandths == 1500);
    BOOST_TEST(e.target.number == 8080);
    BOOST_TEST((e.restart == policy::on_failure));
    BOOST_TEST(e.inner.name == "in");
    BOOST_TEST(e.inner.weight == 7);
    BOOST_TEST((e.inner.note == ""));
    BOOST_REQUIRE(e.leaves.size() == 3);
    BOOST_TEST(e.leaves[0].name == "a");
    BOOST_TEST(e.leaves[1].weight == 2);
    BOOST_TEST(e.leaves[2].name.empty());
    BOOST_TEST((e.numbers == std::vector<std::int32_t>{1, -2, 300000}));
    BOOST_TEST((e.strings == std::vector<std::string>{"", "one", "two"}));
    BOOST_TEST((e.nested == std::vector<std::vector<interned_string>>{{}, {"p", "q"}, {"r"}}));
    BOOST_TEST((e.counts == std::map<std::string, std::int32_t>{{"", 3}, {"a", 1}, {"b", 2}}));
    BOOST_TEST(e.leaf_map.at("k").name == "v");
    BOOST_TEST(e.labels.size() == 2U);
    BOOST_TEST(e.labels.find("tier")->second == "front\nend");
    BOOST_TEST(
        (e.anything ==
         boost::json::parse(R"({"deep":[1,-1,18446744073709551615,0.5,"x\u0301",null,true,{"k":[]}]})")));
    BOOST_TEST((e.any_object == boost::json::parse(R"({"o":1})").get_object()));
    BOOST_TEST((e.maybe_flag == false));
    BOOST_TEST((e.maybe_small == 0));
    BOOST_TEST((e.maybe_text == interned_string()));
    BOOST_TEST(e.maybe_leaf.has_value());
    BOOST_TEST(e.maybe_strings.has_value());
    BOOST_TEST(e.maybe_labels.has_value());
    BOOST_TEST((e.maybe_restart == policy::never));
    BOOST_TEST(e.maybe_cpu->thousandths == 2000);
}

BOOST_AUTO_TEST_CASE(absent_fields_keep_their_initial_value) {
    const auto e = json::decode<everything>("{}").value();
    BOOST_TEST(!e.maybe_flag.has_value());
    BOOST_TEST((e.restart == policy::always));
    BOOST_TEST(e.leaves.empty());
    BOOST_TEST(e.anything.is_null());
}

BOOST_AUTO_TEST_CASE(null_leaves_a_field_unset) {
    std::string document = "{";
    for (const json::field_info& f : json::type_of<everything>().fields) {
        if (document.size() > 1) document += ',';
        document += fmt::format("\"{}\":null", f.name);
    }
    const auto e = json::decode<everything>(document + "}").value();
    BOOST_TEST(json::encode(e) == json::encode(everything{}));
    BOOST_TEST(json::decode<node>(R"({"children":[null,{"name":"b"}]})").value().children.size() == 2U);
}

BOOST_AUTO_TEST_CASE(any_split_into_two_pieces_gives_the_same) {
    json::decoder d;
    const std::string whole = decoded<everything>(d, {full_document});
    BOOST_TEST(whole.starts_with("{\"flag\":true"));
    for (std::size_t at = 0; at <= full_document.size(); ++at)
        BOOST_REQUIRE_MESSAGE(
            decoded<everything>(d, {full_document.substr(0, at), full_document.substr(at)}) == whole,
            "split at " << at);
}

BOOST_AUTO_TEST_CASE(byte_by_byte_gives_the_same) {
    json::decoder d;
    everything value;
    d.start(json::type_of<everything>(), &value);
    for (std::size_t i = 0; i < full_document.size(); ++i) {
        BOOST_TEST(!d.done());
        // A copy, so that the sanitizer detects reads outside of it.
        const std::string byte(1, full_document[i]);
        BOOST_REQUIRE(d.write(byte).has_value());
    }
    BOOST_TEST(d.done());
    BOOST_REQUIRE(d.finish().has_value());
    BOOST_TEST(json::encode(value) == decoded<everything>(d, {full_document}));
}

BOOST_AUTO_TEST_CASE(long_escaped_strings_survive_any_split_near_the_parsers_buffer_size) {
    // The parser unescapes through a buffer of 4096 bytes on its stack; resuming inside an escape
    // must not overrun it.
    std::string s;
    while (s.size() < 9000) s += "\\ud83d\\ude00x\\u00e9é\\n";
    const std::string document = "{\"string\":\"" + s + "\"}";
    json::decoder d;
    const std::string whole = decoded<everything>(d, {document});
    const std::string_view view = document;
    for (std::size_t first = 1; first < 60; ++first)
        BOOST_REQUIRE_MESSAGE(decoded<everything>(d, {view.substr(0, first), view.substr(first)}) == whole,
                              first);
    for (const std::size_t piece : {1U, 7U, 255U, 1400U, 4079U, 4080U, 4081U, 4095U, 4096U, 4097U}) {
        everything value;
        d.start(json::type_of<everything>(), &value);
        for (std::size_t at = 0; at < view.size(); at += piece)
            BOOST_REQUIRE(d.write(view.substr(at, piece)).has_value());
        BOOST_REQUIRE(d.finish().has_value());
        BOOST_TEST(json::encode(value) == whole);
    }
}

BOOST_AUTO_TEST_CASE(the_last_of_duplicate_keys_wins) {
    struct row {
        std::string_view document, expected;
    };
    const row rows[] = {
        {R"({"maybeSmall":1,"maybeSmall":2})", R"("maybeSmall":2)"},
        {R"({"numbers":[1,2],"numbers":[3]})", R"("numbers":[3])"},
        {R"({"counts":{"a":1},"counts":{"b":2}})", R"("counts":{"b":2})"},
        {R"({"counts":{"a":1,"a":2}})", R"("counts":{"a":2})"},
        {R"({"leafMap":{"k":{"note":"x"},"l":{"note":"y"},"k":{"name":"b"}}})",
         R"("leafMap":{"k":{"name":"b","weight":0},"l":{"name":"","weight":0,"note":"y"}})"},
        {R"({"labels":{"a":"1"},"labels":{"b":"2"}})", R"("labels":{"b":"2"})"},
        {R"({"inner":{"name":"a","note":"x"},"inner":{"name":"b"}})", R"("inner":{"name":"b","weight":0})"},
        {R"({"maybeLeaf":{"note":"x"},"maybeLeaf":{"name":"b"}})", R"("maybeLeaf":{"name":"b","weight":0})"},
        {R"({"anything":{"a":1},"anything":[2]})", R"("anything":[2])"},
        {R"({"strings":["a"],"strings":null})", ""},
    };
    for (const row& r : rows) {
        const std::string out = json::encode(json::decode<everything>(r.document).value());
        BOOST_TEST(out.find(r.expected) != out.npos, out << " lacks " << r.expected);
    }
    BOOST_TEST(json::decode<everything>(rows[9].document).value().strings.empty());
}

BOOST_AUTO_TEST_CASE(recursive_types_are_decoded) {
    const std::string_view document =
        R"({"name":"a","children":[{"name":"b","children":[{"name":"c"}]}],"byName":{"d":{"byName":{"e":{"name":"f"}}}},"more":[{"more":[]}]})";
    const auto n = json::decode<node>(document).value();
    BOOST_TEST(n.children.at(0).children.at(0).name == "c");
    BOOST_TEST(n.by_name.at("d").by_name.at("e").name == "f");
    BOOST_TEST(json::encode(n) == document);
}

BOOST_AUTO_TEST_CASE(numbers_keep_every_digit) {
    for (const double d :
         {0.1, 1.7976931348623157e308, 5e-324, 123456789.123456789, -3.3333333333333335, 1e22, 0.3})
        BOOST_TEST(json::decode<everything>(fmt::format("{{\"ratio\":{}}}", d)).value().ratio == d);
    BOOST_TEST(json::decode<everything>(R"({"ratio":3})").value().ratio == 3.0);
    BOOST_TEST(json::decode<everything>(R"({"ratio":18446744073709551615})").value().ratio ==
               18446744073709551615.0);
    const auto any = json::decode<boost::json::value>("[0.1, 2.2250738585072011e-308]").value();
    BOOST_TEST(any.at(0).get_double() == 0.1);
    BOOST_TEST(any.at(1).get_double() == 2.2250738585072011e-308);
}

BOOST_AUTO_TEST_CASE(too_small_numbers_are_zero_and_too_large_ones_are_rejected) {
    const auto ratio = [](const std::string& number) {
        const auto e = json::decode<everything>(fmt::format("{{\"ratio\":{}}}", number));
        return e ? std::optional<double>(e->ratio) : std::nullopt;
    };
    for (const std::string number : {"1e-400", "-1e-400", "0e400", "-0e400", "-0.0", "0.0000001e-320", "-0",
                                     "1e-4000000", "100000e-420"}) {
        const auto tree = json::decode<boost::json::value>(number);
        BOOST_REQUIRE_MESSAGE(tree, number << ": " << tree.error().message);
        BOOST_TEST(json::encode(*tree) == "0", number);
        BOOST_TEST(ratio(number).value() == 0.0, number);
    }
    const std::string zeros(400, '0');
    for (const std::string& number : {std::string("1e400"), std::string("-1e400"), std::string("1e+400"),
                                      std::string("0.001e312"), "1" + zeros + ".5"}) {
        BOOST_TEST(!json::decode<boost::json::value>(number), number);
        BOOST_TEST(!ratio(number), number);
    }
    BOOST_TEST(ratio("0.001e311").value() == 1e308);
    BOOST_TEST(ratio("0." + zeros + "1e401").value() == 1.0);
}

BOOST_AUTO_TEST_CASE(texts_are_shared_through_the_pool_unless_unique) {
    string_pool pool;
    const std::string_view document =
        R"({"shared":"same","uid":"same","labels":{"same":"same"},"nested":[["same"]],"maybeText":"same"})";
    const auto a = json::decode<everything>(document, {.pool = &pool}).value();
    const auto b = json::decode<everything>(document, {.pool = &pool}).value();
    BOOST_TEST(a.shared.shares_with(b.shared));
    BOOST_TEST(a.shared.shares_with(b.labels.begin()->first));
    BOOST_TEST(a.shared.shares_with(b.labels.begin()->second));
    BOOST_TEST(a.shared.shares_with(b.nested[0][0]));
    BOOST_TEST(a.shared.shares_with(*b.maybe_text));
    BOOST_TEST(!a.shared.shares_with(b.uid));
    const auto c = json::decode<everything>(document).value();
    BOOST_TEST(!c.shared.shares_with(c.labels.begin()->second));
}

BOOST_AUTO_TEST_CASE(lists_and_maps_have_no_spare_capacity) {
    std::string document = R"({"numbers":[1,2,3,4,5],"labels":{"a":"1","b":"2","c":"3","d":"4","e":"5"}})";
    const auto e = json::decode<everything>(document).value();
    BOOST_TEST(e.numbers.capacity() == 5U);
    BOOST_TEST(e.labels.capacity() == 5U);
}

BOOST_AUTO_TEST_CASE(a_decoder_can_be_restarted_after_success_error_and_half_a_document) {
    json::decoder d;
    const std::string_view good = R"({"small":1,"leaves":[{"name":"x"}]})";
    const std::string expected = decoded<everything>(d, {good});
    for (const std::string_view bad :
         {R"({"leaves":[{"name":1}]})", R"({"anything":{"a":[1,{"b")", R"({"str)", "nonsense",
          R"({"unknown":{"x":[)", R"({"string":"abc\u00)"}) {
        BOOST_TEST(decoded<everything>(d, {bad}).starts_with("error: "));
        BOOST_TEST(decoded<everything>(d, {good}) == expected);
    }
}

BOOST_AUTO_TEST_CASE(only_white_space_may_follow_the_document) {
    json::decoder d;
    BOOST_TEST(decoded<leaf>(d, {"{}", " \r\n", "\t "}) == R"({"name":"","weight":0})");
    BOOST_TEST(decoded<leaf>(d, {"{} {}"}) == "error: the document ends before byte 3, yet more follows");
    BOOST_TEST(decoded<leaf>(d, {"{}", "\n", "x"}) ==
               "error: the document ends before byte 3, yet more follows");
}

BOOST_AUTO_TEST_CASE(fields_of_base_classes_are_found_at_their_place) {
    const auto v =
        json::decode<derived>(R"({"third":1.5,"second":"s","flag":true,"shared":"t","first":-7})").value();
    BOOST_TEST(v.first == -7);
    BOOST_TEST(v.shared == "t");
    BOOST_TEST(v.flag);
    BOOST_TEST(v.second == "s");
    BOOST_TEST(v.third == 1.5);
    BOOST_TEST(json::encode(v) == R"({"first":-7,"shared":"t","flag":true,"second":"s","third":1.5})");
}

BOOST_AUTO_TEST_CASE(documents_that_are_not_objects_are_decoded) {
    BOOST_TEST((json::decode<std::vector<std::int32_t>>("[1,2]").value() == std::vector<std::int32_t>{1, 2}));
    BOOST_TEST(json::decode<std::string>("\"x\"").value() == "x");
    BOOST_TEST(json::decode<std::int64_t>("12").value() == 12);
    BOOST_TEST(json::decode<boost::json::value>("[]").value().is_array());
    BOOST_TEST(json::decode<bool>("true").value());
}

BOOST_AUTO_TEST_SUITE_END()
