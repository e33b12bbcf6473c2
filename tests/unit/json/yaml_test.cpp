#include <setpoint/json/decode.hpp>
#include <setpoint/json/encode.hpp>
#include <setpoint/json/yaml.hpp>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>

using namespace setpoint;

BOOST_AUTO_TEST_SUITE(yaml_test)

namespace {

// The documents as JSON, one after the other; or the error.
std::string parsed(std::string_view yaml) {
    const auto documents = json::parse_yaml(yaml, "test.yaml");
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
    BOOST_REQUIRE(back->size() == 1);
    BOOST_REQUIRE_MESSAGE(back->front() == v, json::encode(v)
                                                  << " became " << json::encode(back->front()) << " by\n"
                                                  << yaml);
}

struct row {
    std::string_view in, out;
};

}  // namespace

BOOST_AUTO_TEST_CASE(plain_scalars_follow_the_core_schema) {
    const row rows[] = {
        {"a", R"("a")"},
        {"true", "true"},
        {"True", "true"},
        {"TRUE", "true"},
        {"tRUE", R"("tRUE")"},
        {"false", "false"},
        {"yes", R"("yes")"},
        {"no", R"("no")"},
        {"on", R"("on")"},
        {"off", R"("off")"},
        {"y", R"("y")"},
        {"null", "null"},
        {"~", "null"},
        {"Null", "null"},
        {"nULL", R"("nULL")"},
        {"0", "0"},
        {"-0", "0"},
        {"+12", "12"},
        {"-12", "-12"},
        {"0x1F", "31"},
        {"0o17", "15"},
        {"0644", "420"},
        {"0899", "899"},
        {"9223372036854775807", "9223372036854775807"},
        {"18446744073709551615", "18446744073709551615"},
        {"-9223372036854775809", "-9223372036854776000"},
        {"1.5", "1.5"},
        {"1e3", "1000"},
        {"1e-400", "0"},
        {"-.5", "-0.5"},
        {"5.", "5"},
        {"1_000", R"("1_000")"},
        {"0b11", R"("0b11")"},
        {"1:30", R"("1:30")"},
        {"2001-12-14", R"("2001-12-14")"},
        {"1.2.3", R"("1.2.3")"},
        {"1e", R"("1e")"},
        {".", R"(".")"},
        {"-", R"([null])"},
        {"0x", R"("0x")"},
        {"'1'", R"("1")"},
        {"\"1\"", R"("1")"},
        {"'true'", R"("true")"},
        {"''", R"("")"},
        {"!!str 12", R"("12")"},
        {"!!int 12", "12"},
        {"!!binary aGk=", R"("aGk=")"},
        {"nginx:1.23.1", R"("nginx:1.23.1")"},
        {".inf", "error: test.yaml, line 1, column 1: a number that JSON cannot hold"},
        {".nan", "error: test.yaml, line 1, column 1: a number that JSON cannot hold"},
        {"1e999", "error: test.yaml, line 1, column 1: a number that JSON cannot hold"},
        {"!secret x", "error: test.yaml, line 1, column 1: an unknown tag"},
    };
    for (const row& r : rows) BOOST_TEST(parsed(r.in) == r.out, r.in << " gave " << parsed(r.in));
}

BOOST_AUTO_TEST_CASE(documents_of_every_shape_are_read) {
    const row rows[] = {
        {"", ""},
        {"# nothing\n", ""},
        {"a: 1\nb:\n- x\n- y: {z: [1, two]}\n  w:\n", R"({"a":1,"b":["x",{"y":{"z":[1,"two"]},"w":null}]})"},
        {"a: 1\n---\nb: 2\n...\n---\n- c\n", R"({"a":1} | {"b":2} | ["c"])"},
        {"---\n---\na: 1\n", R"(null | {"a":1})"},
        {"a: |\n  one\n   two\n\n  three\nb: >-\n  folded\n  text\n",
         R"({"a":"one\n two\n\nthree\n","b":"folded text"})"},
        {"a: \"\\u00e9\\t\\x41\"\nb: 'it''s'\n", R"({"a":"é\tA","b":"it's"})"},
        {"1: a\ntrue: b\n", R"({"1":"a","true":"b"})"},
        {"? long\n: v\n", R"({"long":"v"})"},
        {"a: &x {k: [1]}\nb: *x\nc: [*x, *x]\n",
         R"({"a":{"k":[1]},"b":{"k":[1]},"c":[{"k":[1]},{"k":[1]}]})"},
        {"&k name: 1\nother: *k\n", R"({"name":1,"other":"name"})"},
        {"- &k a\n- {*k : 1}\n", R"(["a",{"a":1}])"},
        {"\xef\xbb\xbf"
         "a: é\n",
         R"({"a":"é"})"},
        {"%YAML 1.2\n---\na: 1\n", R"({"a":1})"},
    };
    for (const row& r : rows) BOOST_TEST(parsed(r.in) == r.out, r.in << " gave " << parsed(r.in));
}

BOOST_AUTO_TEST_CASE(json_is_read_as_json) {
    const row rows[] = {
        {"{\n\t\"a\": \"\\ud83d\\ude00 \\/\",\n\t\"b\": [1e3, 0.1, \"true\"]\n}\n",
         R"({"a":"😀 /","b":[1000,0.1,"true"]})"},
        {" [1, 2]\n", "[1,2]"},
        {"{a: 1, b: [x]}", R"({"a":1,"b":["x"]})"},  // and flow YAML as YAML
        {"{\"a\": 1}\n---\n{\"b\": 2}\n", R"({"a":1} | {"b":2})"},
    };
    for (const row& r : rows) BOOST_TEST(parsed(r.in) == r.out, r.in << " gave " << parsed(r.in));
}

BOOST_AUTO_TEST_CASE(what_cannot_be_read_is_told_with_line_and_column) {
    const row rows[] = {
        {"a: 1\na: 2\n", "line 2, column 1: the same key is there twice in one map"},
        {"a:\n  b: 1\n  b: 2\n", "line 3, column 3: the same key is there twice in one map"},
        {"a: b: c\n", "line 1, column 5: illegal map value"},
        {"a: [1, 2\n", "line 2, column 1: end of sequence flow not found"},
        {"a: *nope\n", "line 1, column 4: the referenced anchor is not defined"},
        {"a: &a [*a]\n", "line 1, column 8: an alias inside of what it stands for"},
        {"x: &x {a: 1}\ny:\n  <<: *x\n", "line 3, column 3: merge keys (<<) are not supported"},
        {"[a]: 1\n", "line 1, column 1: a key must be a string"},
        {"? {a: 1}\n: 1\n", "line 1, column 3: a key must be a string"},
        {"~: 1\n", "line 1, column 1: a key must be a string"},
        {"a: \"\\q\"\n", "line 1, column 7: unknown escape character: q"},
        {"\ta: 1\n", "line 1, column 3: illegal map value"},
        {"{\"a\": 1,, }", "line 1, column 9: "},
        {"a: \"\\\x7f\"\n", "line 1, column 7: unknown escape character: \\x7f"},
        // Found by fuzzing: these never ended, and took ever more memory.
        {",", "line 1, column 1: a document cannot begin with this"},
        {" ,", "line 1, column 2: a document cannot begin with this"},
        {"'',", "line 1, column 3: a document cannot begin with this"},
        {"a\n---\n,:&{]>~|", "line 3, column 1: a document cannot begin with this"},
        // Found by fuzzing: such bytes were read as they are, or as the character of that number.
        {"a: b\nc: d\xc3\xa9\xff\n", "line 2, column 6: the text is not UTF-8"},
        {"{\"a\": \"\x8e\"}", "line 1, column 8: the text is not UTF-8"},
        {"a: \x01\x62\n", "line 1, column 4: a control character"},
    };
    for (const row& r : rows) {
        const std::string told = parsed(r.in);
        BOOST_TEST(told.starts_with(fmt::format("error: test.yaml, {}", r.out)), told << " for " << r.in);
    }
}

// Found by fuzzing: the first two came out as one byte each, which is no UTF-8.
BOOST_AUTO_TEST_CASE(escapes_of_yaml_become_utf8) {
    const auto v = json::parse_yaml(R"("\N\_\L\P\x41\u00e9")", "escapes");
    BOOST_REQUIRE(v.has_value());
    BOOST_TEST(v->front().get_string() ==
               "\xc2\x85\xc2\xa0\xe2\x80\xa8\xe2\x80\xa9"
               "A\xc3\xa9");
}

BOOST_AUTO_TEST_CASE(bombs_are_refused_early) {
    // Nine levels of nine aliases each: 387 million nodes.
    std::string laughs = "a0: &a0 [x,x,x,x,x,x,x,x,x]\n";
    for (int i = 1; i < 9; ++i) {
        laughs += fmt::format("a{}: &a{} [", i, i);
        for (int n = 0; n < 9; ++n) laughs += fmt::format("*a{}{}", i - 1, n < 8 ? "," : "]\n");
    }
    BOOST_TEST(parsed(laughs).ends_with("anchors and aliases that repeat more than 100000 nodes"));

    // Depth by aliases, without many nodes.
    std::string tower = "- &a0 x\n";
    for (int i = 1; i < 80; ++i) tower += fmt::format("- &a{} [*a{}]\n", i, i - 1);
    BOOST_TEST(parsed(tower).ends_with("nested deeper than 64 levels"));

    BOOST_TEST(parsed(std::string(65, '[') + std::string(65, ']')).ends_with("nested deeper than 64 levels"));
    BOOST_TEST(parsed(std::string(1'000'000, '[')).starts_with("error: "));
    std::string dashes;
    for (int i = 0; i < 70; ++i) dashes += "- ";
    BOOST_TEST(parsed(dashes + "x").ends_with("nested deeper than 64 levels"));
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
    // Where a block would not be read back by everybody, quotes are used.
    BOOST_TEST(
        emitted(
            R"({"a":" one\ntwo","b":"\none","c":"one\r\ntwo","d":"\n","e":"one\n \ntwo","f":"one\u0001\n"})") ==
        "a: \" one\\ntwo\"\nb: \"\\none\"\nc: \"one\\r\\ntwo\"\nd: \"\\n\"\ne: \"one\\n \\ntwo\"\nf: "
        "\"one\\x01\\n\"\n");
}

BOOST_AUTO_TEST_CASE(strings_that_yaml_would_read_otherwise_are_quoted) {
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

BOOST_AUTO_TEST_CASE(bytes_that_are_no_utf8_are_replaced) {
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
