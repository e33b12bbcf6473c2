#include "setpoint/json/yaml.hpp"

#include "setpoint/json/decode.hpp"
#include "setpoint/json/encode.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>

using namespace setpoint;

BOOST_AUTO_TEST_SUITE(yaml_test)

namespace {

// The document as JSON, or the error.
std::string parsed(std::string_view yaml) {
    const auto document = json::parse_yaml(yaml, "test.yaml");
    return document ? json::encode(*document) : "error: " + document.error().message;
}

// The documents of a manifest in order.
std::string manifests(std::string_view yaml) {
    const auto documents = json::parse_manifests(yaml, "test.yaml");
    if (!documents) return "error: " + documents.error().message;
    std::string out;
    for (const auto& d : *documents) out += (out.empty() ? "" : " | ") + json::encode(d);
    return out;
}

std::string emitted(std::string_view document) {
    return json::to_yaml(json::decode<boost::json::value>(document).value());
}

void check_round_trip(const boost::json::value& v) {
    const std::string yaml = json::to_yaml(v);
    const auto back = json::parse_yaml(yaml, "round trip");
    BOOST_REQUIRE_MESSAGE(back.has_value(), (back ? "" : back.error().message) << " in\n" << yaml);
    BOOST_REQUIRE_MESSAGE(*back == v, json::encode(v) << " became " << json::encode(*back) << " by\n"
                                                      << yaml);
}

struct row {
    std::string_view in, out;
};

}  // namespace

BOOST_AUTO_TEST_CASE(scalars_have_the_meaning_that_kubectl_gives_them) {
    const row rows[] = {
        {"a", R"("a")"},
        {"[true, True, TRUE, yes, Yes, YES, on, On, ON, y, Y]",
         "[true,true,true,true,true,true,true,true,true,true,true]"},
        {"[false, False, FALSE, no, No, NO, off, Off, OFF, n, N]",
         "[false,false,false,false,false,false,false,false,false,false,false]"},
        {"[tRUE, yEs, oN, nULL, yess, ye]", R"(["tRUE","yEs","oN","nULL","yess","ye"])"},
        {"[~, null, Null, NULL, '']", R"([null,null,null,null,""])"},
        {"[0, -0, +12, -12, 0899]", "[0,0,12,-12,899]"},
        {"[0x1F, -0x1F, 0X1f, 0o17, 0O17, 017, 010, 0644]", "[31,-31,31,15,15,15,8,420]"},
        {"[0b11, -0b11, +0b11, 0B11, 0b12]", R"([3,-3,3,3,"0b12"])"},
        {"[1_000, 1_, 1__0, _1, 0x_1F, 1_0.5]", R"([1000,1,10,"_1",31,10.5])"},
        {"[.5_5, ._5, .5_, .5]", R"([0.55,"._5",".5_",0.5])"},
        {"9223372036854775807", "9223372036854775807"},
        {"9223372036854775808", "9223372036854775808"},
        {"18446744073709551615", "18446744073709551615"},
        {"+18446744073709551615", "18446744073709552000"},
        {"18446744073709551616", "18446744073709552000"},
        {"-9223372036854775808", "-9223372036854775808"},
        {"-9223372036854775809", "-9223372036854776000"},
        {"0x10000000000000000", R"("0x10000000000000000")"},
        {"[1.5, 1e3, 1e-400, -.5, 5., +.5, 1e21, 1e-7, 1.0]", "[1.5,1000,0,-0.5,5,0.5,1e+21,1e-7,1]"},
        {"[1e999, 1e, ., 0x, 1.2.3, 1:30, 190:20:30, -]",
         R"(["1e999","1e",".","0x","1.2.3","1:30","190:20:30","-"])"},
        {"[2001-12-14, 2001-12-14t21:59:43.10-05:00]", R"(["2001-12-14","2001-12-14t21:59:43.10-05:00"])"},
        {"['1', \"1\", 'true', '~']", R"(["1","1","true","~"])"},
        {"[nginx:1.23.1, =, x<<]", R"(["nginx:1.23.1","=","x<<"])"},
        {"[<<, '<<']", R"(["<<","<<"])"},
        {".inf", "error: test.yaml: a number that JSON cannot represent"},
        {"[-.INF]", "error: test.yaml: a number that JSON cannot represent"},
        {".nan", "error: test.yaml: a number that JSON cannot represent"},
    };
    for (const row& r : rows) BOOST_TEST(parsed(r.in) == r.out, r.in << " gave " << parsed(r.in));
}

BOOST_AUTO_TEST_CASE(tags_are_obeyed_where_yaml_defines_them) {
    const row rows[] = {
        {"[!!str 12, !!str yes, !!str ~, !!str ]", R"(["12","yes","~",""])"},
        {"[!!int 12, !!int '12', !!int 1_0]", "[12,12,10]"},
        {"[!!float 1, !!float '1.5']", "[1,1.5]"},
        {"[!!bool 'yes', !!null '']", "[true,null]"},
        {"!!binary aGk=", R"("hi")"},
        {"!!binary |\n  aGk\n  =\n", R"("hi")"},
        {"!!binary //8=", "\"\xef\xbf\xbd\xef\xbf\xbd\""},
        {"!!binary x", "error: test.yaml, line 1, column 1: !!binary value contains invalid base64 data"},
        {"[!secret 12, !!set x, ! 12, ! '12']", R"(["12","x","12","12"])"},
        {"!!timestamp 2001-02-28", R"("2001-02-28")"},
        {"!!timestamp 2001-02-29", "error: test.yaml, line 1, column 1: not a !!timestamp"},
        {"!!set {a: 1}", R"({"a":1})"},
        {"- !!int foo", "error: test.yaml, line 1, column 3: not a !!int"},
        {"!!float 18446744073709551615", "error: test.yaml, line 1, column 1: not a !!float"},
        {"!!bool 1", "error: test.yaml, line 1, column 1: not a !!bool"},
    };
    for (const row& r : rows) BOOST_TEST(parsed(r.in) == r.out, r.in << " gave " << parsed(r.in));
}

BOOST_AUTO_TEST_CASE(documents_of_every_shape_are_read) {
    const row rows[] = {
        {"", "null"},
        {"# nothing\n", "null"},
        {"a: 1\nb:\n- x\n- v: {z: [1, two]}\n  w:\n", R"({"a":1,"b":["x",{"v":{"z":[1,"two"]},"w":null}]})"},
        {"a: |\n  one\n   two\n\n  three\nb: >-\n  folded\n  text\n",
         R"({"a":"one\n two\n\nthree\n","b":"folded text"})"},
        {"a: \"\\u00e9\\t\\x41\"\nb: 'it''s'\n", R"({"a":"é\tA","b":"it's"})"},
        {"? long\n: v\n", R"({"long":"v"})"},
        {"a: &x {k: [1]}\nb: *x\nc: [*x, *x]\n",
         R"({"a":{"k":[1]},"b":{"k":[1]},"c":[{"k":[1]},{"k":[1]}]})"},
        {"&k name: 1\nother: *k\n", R"({"name":1,"other":"name"})"},
        {"- &k a\n- {*k : 1}\n", R"(["a",{"a":1}])"},
        {"- &k a\n- &k b\n- *k\n", R"(["a","b","b"])"},
        {"\xef\xbb\xbf"
         "a: é\n",
         R"({"a":"é"})"},
        {"%YAML 1.1\n---\na: 1\n", R"({"a":1})"},
        {"{\n\t\"a\": [1e3, 0.1, \"true\"]\n}\n", R"({"a":[1000,0.1,"true"]})"},
        {"{a: 1, b: [x]}", R"({"a":1,"b":["x"]})"},
    };
    for (const row& r : rows) BOOST_TEST(parsed(r.in) == r.out, r.in << " gave " << parsed(r.in));
}

BOOST_AUTO_TEST_CASE(utf_16_is_read_by_its_byte_order_mark) {
    using namespace std::string_view_literals;
    BOOST_TEST(parsed("\xff\xfe"
                      "a\0:\0 \0\x3d\xd8\x00\xde\n\0"sv) == R"({"a":"😀"})");
    BOOST_TEST(parsed("\xfe\xff"
                      "\0a\0:\0 \0\xe9\0\n"sv) == R"({"a":"é"})");
    BOOST_TEST(parsed("\xff\xfe"
                      "a\0:"sv) == "error: test.yaml: incomplete UTF-16 character");
}

BOOST_AUTO_TEST_CASE(the_first_document_counts) {
    const row rows[] = {
        {"a: 1\n---\n", R"({"a":1})"},
        {"a: 1\n---\nb: 2\n", R"({"a":1})"},
        {"a: 1\n...\n[\n", R"({"a":1})"},
        {"---\n---\na: 1\n", "null"},
    };
    for (const row& r : rows) BOOST_TEST(parsed(r.in) == r.out, r.in << " gave " << parsed(r.in));
}

BOOST_AUTO_TEST_CASE(keys_become_strings) {
    const row rows[] = {
        {"on: 1", R"({"true":1})"},
        {"{1: a, 0x10: b, 1.5: c, 1e6: d, .inf: e, .nan: f, no: g}",
         R"({".inf":"e",".nan":"f","1":"a","1.5":"c","16":"b","1e+06":"d","false":"g"})"},
        {"0.1: a", R"({"0.1":"a"})"},
        {"16777217.0: a", R"({"1.6777216e+07":"a"})"},
        {"!!binary aGk=: 1", R"({"hi":1})"},
        {"2001-01-01: 1", R"({"2001-01-01":1})"},
        {"b: 1\na: 2\n", R"({"a":2,"b":1})"},
        {"~: 1", "error: test.yaml: a key that is null or beyond 64 bits"},
        {"18446744073709551615: 1", "error: test.yaml: a key that is null or beyond 64 bits"},
        {"[a]: 1", "error: test.yaml, line 1, column 1: a list or a mapping cannot be a key"},
        {"? {a: 1}\n: 1\n", "error: test.yaml, line 1, column 3: a list or a mapping cannot be a key"},
    };
    for (const row& r : rows) BOOST_TEST(parsed(r.in) == r.out, r.in << " gave " << parsed(r.in));
}

BOOST_AUTO_TEST_CASE(merge_keys_are_resolved) {
    const row rows[] = {
        {"x: &x {a: 1, b: 1}\nz:\n  <<: *x\n  b: 2\n", R"({"x":{"a":1,"b":1},"z":{"a":1,"b":2}})"},
        {"x: &x {a: 1}\nz:\n  a: 2\n  <<: *x\n", R"({"x":{"a":1},"z":{"a":1}})"},  // literally
        {"- &x {a: 1}\n- &y {a: 2, b: 2}\n- <<: [*x, *y]\n", R"([{"a":1},{"a":2,"b":2},{"a":1,"b":2}])"},
        {"<<: {a: 1}", R"({"a":1})"},
        {"!!merge <<: {a: 1}", R"({"a":1})"},
        {"'<<': {a: 1}", R"({"<<":{"a":1}})"},
        {"<<: 1",
         "error: test.yaml, line 1, column 5: map merge requires map or sequence of maps as the value"},
        {"- &x [1]\n- <<: *x\n",
         "error: test.yaml, line 2, column 7: map merge requires map or sequence of maps as the value"},
        {"&x\n<<: *x\n", "error: test.yaml, line 2, column 5: an alias inside its own anchor"},
    };
    for (const row& r : rows) BOOST_TEST(parsed(r.in).starts_with(r.out), r.in << " gave " << parsed(r.in));
}

BOOST_AUTO_TEST_CASE(duplicate_keys_are_reported_and_the_last_wins) {
    std::vector<std::string> reported;
    const auto v =
        json::parse_yaml("a: 1\na:\n  b: 1\n  b: 2\n1: x\n1: y\n\"1\": z\n<<: {a: 3}\n", "", &reported);
    BOOST_REQUIRE(v.has_value());
    BOOST_TEST(json::encode(*v) == R"({"1":"z","a":3})");
    const std::vector<std::string> expected = {
        "line 4: key \"b\" already set in map", "line 3: key \"a\" already set in map",
        "line 6: key 1 already set in map", "line 8: key \"a\" already set in map"};
    BOOST_TEST(reported == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(manifests_are_split_at_lines_of_dashes) {
    const row rows[] = {
        {"", ""},
        {"a: 1\n---\nb: 2\n", R"({"a":1} | {"b":2})"},
        {"---\n---\na: 1\n---\n", R"({"a":1})"},
        {"a: 1\n--- # more\n- c\n", R"({"a":1} | ["c"])"},
        {"{\"a\": \"\\ud83d\\ude00\"}\n---\n{\"b\": 2}\n", R"({"a":"😀"} | {"b":2})"},
        {"a: 1\n---\nb: [\n", "error: test.yaml, line 4, column 1: did not find expected node content"},
    };
    for (const row& r : rows) BOOST_TEST(manifests(r.in) == r.out, r.in << " gave " << manifests(r.in));
}

BOOST_AUTO_TEST_CASE(invalid_yaml_is_reported_with_line_and_column) {
    const row rows[] = {
        {"a: b: c\n", "line 1, column 5: mapping values are not allowed in this context"},
        {"a: [1, 2\n", "line 2, column 1: did not find expected ',' or ']'"},
        {"a: *nope\n", "line 1, column 4: unknown anchor 'nope' referenced"},
        {"a: &a [*a]\n", "line 1, column 8: an alias inside its own anchor"},
        {"a: \"\\q\"\n", "line 1, column 5: found unknown escape character"},
        {"\ta: 1\n", "line 1, column 1: found character that cannot start any token"},
        {"{\"a\": 1,, }", "line 1, column 9: did not find expected node content"},
        {"%YAML 1.2\n---\na: 1\n", "line 1, column 1: found incompatible YAML document"},
        {"a: \"\\ud83d\\ude00\"", "line 1, column 7: found invalid Unicode character escape code"},
        // Found by fuzzing: these never terminated, with growing memory.
        {",", "line 1, column 1: did not find expected node content"},
    };
    for (const row& r : rows) {
        const std::string reported = parsed(r.in);
        BOOST_TEST(reported.starts_with(fmt::format("error: test.yaml, {}", r.out)),
                   reported << " for " << r.in);
    }
    BOOST_TEST(parsed("'',") == R"("")");
    BOOST_TEST(parsed("a\n---\n,:&{]>~|") == R"("a")");
    BOOST_TEST(parsed("a: b\nc: d\xc3\xa9\xff\n") == "error: test.yaml: invalid leading UTF-8 octet");
    BOOST_TEST(parsed("a: \x01\x62\n") == "error: test.yaml: control characters are not allowed");
}

BOOST_AUTO_TEST_CASE(without_a_name_errors_are_worded_as_those_of_the_server) {
    const row rows[] = {
        {"a: b: c\n", "yaml: mapping values are not allowed in this context"},
        {"a: 1\nb: [1\n", "yaml: line 2: did not find expected ',' or ']'"},
        {"a:\n- *x\n", "yaml: unknown anchor 'x' referenced"},
        {"a: !!int s3cret\n", "yaml: cannot decode !!str `s3cret` as a !!int"},
        {"~: [1]", "unsupported map key of type: %!s(<nil>), key: <nil>, value: []interface {}{1}"},
        {"[a]: 1", "yaml: invalid map key: []interface {}{\"a\"}"},
        {"a: .inf", "json: unsupported value: +Inf"},
    };
    for (const row& r : rows) {
        const auto v = json::parse_yaml(r.in, "");
        BOOST_REQUIRE(!v);
        BOOST_TEST(v.error().message == r.out);
    }
    // Messages with a name never quote the text.
    BOOST_TEST(parsed("a: !!int s3cret\n").find("s3cret") == std::string::npos);
}

// Found by fuzzing: the first two became one byte each, which is invalid UTF-8.
BOOST_AUTO_TEST_CASE(escapes_of_yaml_become_utf8) {
    const auto v = json::parse_yaml(R"("\N\_\L\P\x41\u00e9")", "escapes");
    BOOST_REQUIRE(v.has_value());
    BOOST_TEST(v->get_string() ==
               "\xc2\x85\xc2\xa0\xe2\x80\xa8\xe2\x80\xa9"
               "A\xc3\xa9");
}

BOOST_AUTO_TEST_CASE(bombs_are_rejected_early) {
    // Nine levels of nine aliases each: 387 million nodes.
    std::string laughs = "a0: &a0 [x,x,x,x,x,x,x,x,x]\n";
    for (int i = 1; i < 9; ++i) {
        laughs += fmt::format("a{}: &a{} [", i, i);
        for (int n = 0; n < 9; ++n) laughs += fmt::format("*a{}{}", i - 1, n < 8 ? "," : "]\n");
    }
    BOOST_TEST(parsed(laughs).ends_with("excessive aliasing"));
    // Few nodes, but long ones.
    const std::string text = fmt::format("- &a {}\n- [{}*a]\n", std::string(1 << 20, 'x'), [] {
        std::string aliases;
        for (int i = 0; i < 100; ++i) aliases += "*a,";
        return aliases;
    }());
    BOOST_TEST(parsed(text).ends_with("excessive aliasing"));

    // Depth by aliases, without many nodes.
    std::string tower = "- &a0 x\n";
    for (int i = 1; i < 80; ++i) tower += fmt::format("- &a{} [*a{}]\n", i, i - 1);
    BOOST_TEST(parsed(tower).ends_with("exceeded max depth of 64"));

    BOOST_TEST(parsed(std::string(65, '[') + std::string(65, ']')).ends_with("exceeded max depth of 64"));
    BOOST_TEST(parsed(std::string(1'000'000, '[')).starts_with("error: "));
    std::string dashes;
    for (int i = 0; i < 70; ++i) dashes += "- ";
    BOOST_TEST(parsed(dashes + "x").ends_with("exceeded max depth of 64"));
    BOOST_TEST(parsed(std::string(64, '[') + std::string(64, ']')) ==
               std::string(64, '[') + std::string(64, ']'));
    const auto large = json::parse_yaml(std::string((16 << 20) + 1, ' '), "big.yaml");
    BOOST_REQUIRE(!large);
    BOOST_TEST((large.error().code == errc::too_large));
}

BOOST_AUTO_TEST_CASE(objects_are_written_in_block_style) {
    BOOST_TEST(
        emitted(
            R"({"kind":"Pod","metadata":{"name":"web","labels":{}},"spec":{"containers":[{"name":"a","args":["-v","--x=1"],)"
            R"("ports":[]},{"name":"b","env":[{"name":"N","value":"1"}]}],"n":3,"f":1.0,"none":null,"yes":true}})") ==
        "kind: Pod\n"
        "metadata:\n"
        "  name: web\n"
        "  labels: {}\n"
        "spec:\n"
        "  containers:\n"
        "  - name: a\n"
        "    args:\n"
        "    - -v\n"
        "    - --x=1\n"
        "    ports: []\n"
        "  - name: b\n"
        "    env:\n"
        "    - name: \"N\"\n"
        "      value: \"1\"\n"
        "  \"n\": 3\n"
        "  f: 1.0\n"
        "  none: null\n"
        "  \"yes\": true\n");
    BOOST_TEST(emitted(R"([[1,[2]],{"a":[[]]},"x"])") == "- - 1\n  - - 2\n- a:\n  - []\n- x\n");
    BOOST_TEST(emitted("{}") == "{}\n");
    BOOST_TEST(emitted("[]") == "[]\n");
    BOOST_TEST(emitted("\"a\\nb\"") == "\"a\\nb\"\n");
    BOOST_TEST(emitted("null") == "null\n");
}

BOOST_AUTO_TEST_CASE(strings_over_several_lines_become_blocks) {
    BOOST_TEST(emitted(R"({"a":"one\ntwo\n","b":"one\n\n  two","c":"one\n\n\n","d":["x\n\ty\n","z"]})") ==
               "a: |\n  one\n  two\n"
               "b: |-\n  one\n\n    two\n"
               "c: |+\n  one\n\n\n"
               "d:\n- |\n  x\n  \ty\n- z\n");
    // Where some readers would misread a block, quotes are used.
    BOOST_TEST(
        emitted(
            R"({"a":" one\ntwo","b":"\none","c":"one\r\ntwo","d":"\n","e":"one\n \ntwo","f":"one\u0001\n"})") ==
        "a: \" one\\ntwo\"\nb: \"\\none\"\nc: \"one\\r\\ntwo\"\nd: \"\\n\"\ne: \"one\\n \\ntwo\"\nf: "
        "\"one\\x01\\n\"\n");
}

BOOST_AUTO_TEST_CASE(strings_that_yaml_would_misread_are_quoted) {
    const std::string_view in_quotes[] = {
        "",
        "true",
        "True",
        "FALSE",
        "yes",
        "No",
        "ON",
        "off",
        "y",
        "N",
        "null",
        "Null",
        "~",
        "0",
        "1",
        "-1",
        "+1",
        "0x1",
        "0X1f",
        "0b1",
        "0o7",
        "0644",
        "1_000",
        "1.5",
        ".5",
        "5.",
        "1e3",
        "1E-3",
        "1.",
        "1:30",
        "12:30:45",
        "12:30:45.5",
        ".inf",
        "-.Inf",
        ".nan",
        ".NaN",
        "2001-12-14",
        "2001-1-1",
        "2001-12-14t21:59:43.10-05:00",
        "2001-12-14 21:59:43",
        "-",
        "- a",
        "---",
        "--- a",
        "...",
        "?",
        "? a",
        ":",
        ":a",
        "a:",
        "a: b",
        "a #b",
        "#a",
        "&a",
        "*a",
        "!a",
        "|",
        ">",
        "'a",
        "\"a",
        "%a",
        "@a",
        "`a",
        "[a",
        "]a",
        "{a",
        "}a",
        ",a",
        " a",
        "a ",
        "a\tb",
        "=",
        "<<",
        "\x7f",
        "a\xc2\x85\x62",
        "\xe2\x80\xa8",
        "\xef\xbb\xbf\x61",
    };
    for (const std::string_view s : in_quotes) {
        boost::json::value v(boost::json::string(s.data(), s.size()));
        BOOST_TEST(json::to_yaml(v).starts_with('"'), s << " was written as " << json::to_yaml(v));
        check_round_trip(v);
        check_round_trip(boost::json::object{{v.get_string(), v}});
    }
    const std::string_view plain[] = {
        "a",
        "nginx:1.23.1",
        "1.2.3",
        "v1",
        "apps/v1",
        "--leader-elect",
        "-v",
        "a-b",
        "a b",
        "/healthz",
        ".spec.replicas",
        ".status.conditions[?(@.type==\"Available\")].status",
        "a#b",
        "http://x/y?z=1&u=2",
        "$(VAR)",
        "100m",
        "1Gi",
        "5s",
        "é",
        "😀",
        "truest",
        "nope",
        "1e3x",
        "0x1g",
        "10.0.0.1",
        "1-2",
        "2001-12-14x",
        "a:b",
        "x = y",
        "it's",
        "a, b",
        "12:99x",
        "sha256:0f6d",
        "^[a-z]+$",
        "...a.b"[0] == '.' ? "a...b" : "",
    };
    for (const std::string_view s : plain) {
        boost::json::value v(boost::json::string(s.data(), s.size()));
        BOOST_TEST(json::to_yaml(v) == std::string(s) + "\n");
        check_round_trip(v);
    }
}

BOOST_AUTO_TEST_CASE(invalid_utf8_is_replaced) {
    BOOST_TEST(json::to_yaml(boost::json::value("a\xff"
                                                "b")) ==
               "\"a\xef\xbf\xbd"
               "b\"\n");
}

BOOST_AUTO_TEST_CASE(numbers_keep_their_type) {
    for (const std::string_view n :
         {"0", "-1", "9223372036854775807", "18446744073709551615", "1.0", "0.1", "1e300", "-2.5e-7"})
        check_round_trip(json::decode<boost::json::value>(n).value());
    BOOST_TEST(emitted("1e22") == "1.0e+22\n");
    BOOST_TEST(emitted("100.0") == "100.0\n");
}

BOOST_AUTO_TEST_CASE(long_keys_are_written_so_that_they_are_found) {
    const std::string key(3000, 'k');
    const boost::json::value inner = boost::json::parse(R"({"a":[1,{"b":2}],"c":{"d":"x\ny\n"}})");
    check_round_trip(boost::json::object{
        {key, 1}, {"b", boost::json::object{{key, inner}, {key + "2", boost::json::array{1, 2}}}}});
}

BOOST_AUTO_TEST_CASE(random_trees_survive_writing_and_reading) {
    std::uint64_t state = 42;
    const auto random = [&](std::uint64_t below) {
        state = state * 6364136223846793005ULL + 1442695040888963407ULL;
        return (state >> 33) % below;
    };
    const std::string_view pieces[] = {"a",
                                       "b:",
                                       ": ",
                                       " ",
                                       "\n",
                                       "\n\n",
                                       "#",
                                       " #",
                                       "-",
                                       "'",
                                       "\"",
                                       "\\",
                                       "é",
                                       "😀",
                                       "1",
                                       "0x",
                                       "\t",
                                       "\r",
                                       "{",
                                       "]",
                                       ",",
                                       "&",
                                       "*",
                                       "!",
                                       "|",
                                       ">",
                                       "%",
                                       "@",
                                       "?",
                                       "~",
                                       "true",
                                       "null",
                                       "\x01",
                                       "\x7f",
                                       "\xc2\x85",
                                       "\xe2\x80\xa8",
                                       "\xef\xbb\xbf",
                                       ".",
                                       "e",
                                       "_",
                                       "=",
                                       "<<"};
    const auto string = [&] {
        std::string s;
        for (std::uint64_t n = random(7); n > 0; --n) s += pieces[random(std::size(pieces))];
        return s;
    };
    const std::function<boost::json::value(int)> tree = [&](int depth) -> boost::json::value {
        switch (random(depth > 4 ? 6 : 9)) {
            case 0:
                return nullptr;
            case 1:
                return random(2) == 0;
            case 2:
                return static_cast<std::int64_t>(state);
            case 3:
                return static_cast<double>(static_cast<std::int64_t>(state)) / 1024.0;
            case 4:
            case 5:
                return boost::json::value(string());
            case 6: {
                boost::json::array a;
                for (std::uint64_t n = random(4); n > 0; --n) a.push_back(tree(depth + 1));
                return a;
            }
            default: {
                boost::json::object o;
                for (std::uint64_t n = random(4); n > 0; --n) o[string()] = tree(depth + 1);
                return o;
            }
        }
    };
    for (int i = 0; i < 20'000; ++i) check_round_trip(tree(0));
}

BOOST_AUTO_TEST_SUITE_END()
