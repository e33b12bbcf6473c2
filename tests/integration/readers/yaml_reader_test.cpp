// Our reader of YAML beside sigs.k8s.io/yaml, which kubectl, client-go and kube-apiserver read with: the same
// trees, the same errors, the same complaints about keys that repeat.
#include "setpoint/json/decode.hpp"
#include "setpoint/json/encode.hpp"
#include "setpoint/json/yaml.hpp"
#include "support/go_reader.hpp"
#include "yaml_documents.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

using namespace setpoint;

BOOST_AUTO_TEST_SUITE(yaml_reader_test, *boost::unit_test::precondition(needs_go_reader("yaml-reader")))

namespace {

struct answer {
    std::string json, error, strict;
    bool chance = false;
};

std::string text_of(const boost::json::value& v, std::string_view key) {
    return std::string(v.at(boost::json::string_view(key.data(), key.size())).as_string());
}

std::vector<answer> go_answers(const std::vector<std::string>& documents) {
    std::string input;
    for (const std::string& d : documents) input += fmt::format("{}\n{}", d.size(), d);
    std::vector<answer> out;
    for (const std::string& line : ask_go_reader("yaml-reader", input)) {
        const auto v = json::decode<boost::json::value>(line).value();
        out.push_back(
            {text_of(v, "json"), text_of(v, "error"), text_of(v, "strict"), v.at("chance").as_bool()});
    }
    BOOST_REQUIRE(out.size() == documents.size());
    return out;
}

answer our_answer(const std::string& document) {
    std::vector<std::string> repeated;
    const auto v = json::parse_yaml(document, "", &repeated);
    if (!v) return {"", v.error().message, ""};
    const std::string strict =
        repeated.empty() ? "" : fmt::format("yaml: unmarshal errors:\n  {}", fmt::join(repeated, "\n  "));
    return {json::encode(*v), "", strict};
}

// JSON with the same numbers and keys is the same: Go escapes <, > and &.
std::string canonical(const std::string& text) {
    if (text.empty()) return text;
    return json::encode(json::decode<boost::json::value>(text).value());
}

struct outcome {
    std::size_t refused_by_one = 0, other_words = 0;
};

// What both read must be the same tree with the same complaints. Where libyaml is not go-yaml, one of them
// refuses a text that the other one reads, or they name another of several mistakes: that is counted.
outcome compare(const std::vector<std::string>& documents, std::string_view what) {
    outcome counted;
    const std::vector<answer> go = go_answers(documents);
    for (std::size_t i = 0; i < documents.size(); ++i) {
        if (go[i].chance) continue;
        const answer ours = our_answer(documents[i]);
        if (ours.error.empty() != go[i].error.empty()) {
            ++counted.refused_by_one;
            BOOST_TEST_MESSAGE(what << " " << i << " is refused by one:\n"
                                    << documents[i] << "\n"
                                    << ours.error << go[i].error);
            continue;
        }
        if (!ours.error.empty() && ours.error != go[i].error) ++counted.other_words;
        const bool same = canonical(ours.json) == canonical(go[i].json) && ours.strict == go[i].strict;
        BOOST_TEST(same, what << " " << i << ":\n"
                              << documents[i] << "\nGo:   " << go[i].json << " / " << go[i].strict
                              << "\nours: " << ours.json << " / " << ours.strict);
    }
    return counted;
}

// Texts with what people write, and what a reader of YAML 1.2 or of plain JSON would take another way.
std::vector<std::string> forms() {
    using namespace std::string_literals;
    std::vector<std::string> out = {
        "",
        "\n",
        "# nothing",
        "---",
        "---\n...\n",
        "a: 1\n---\n",
        "a: 1\n---\nb: 2\n",
        "---\n---\na: 1\n",
        "a: 1\n...\nb\n",
        "a: 1\n...\n[\n",
        "a: 1\n---\n[\n",
        "a: 1\n--- {\n",
        "{\"a\": 1}",
        "{\"a\": 1}\n{\"b\": 2}\n",
        "[1, 2]\n",
        "\"a\"",
        "1",
        "{\n\t\"a\": [1, \"\\u00e9\\n\"],\n\t\"b\": {}\n}\n",
        R"({"a": "\/"})",
        R"({"a": "\ud83d\ude00"})",
        "{\"a\":1}",
        "{a:1}",
        "{\"a\":{\"b\":[{\"c\":null}]}}",
        "{a: 1,}",
        "[1,]",
        "[,]",
        "{,}",
        "[a b]",
        "{a, b: 1}",
        "[a: 1, b: 2]",
        "[http://a/?b]",
        "a: http://b/?c=1#d\n",
        "a: b: c\n",
        "a:\n\tb: 1\n",
        "a:\tb\n",
        "a: b\t# c\n",
        "\ta: 1\n",
        "a:\n  - b\n - c\n",
        "a:\n- b\n- c\nd: e\n",
        "- a\nb: c\n",
        "a: [1\n",
        "a: {b: 1\n",
        "a: \"b\n",
        "a: 'b\n",
        "a: \"\\q\"\n",
        "a: \"\\x4\"\n",
        "a: |\n  b\n   c\n\n  d\n\n",
        "a: >\n  b\n  c\n\n   d\n",
        "a: |-\n  b\n",
        "a: |+\n  b\n\n",
        "a: >2\n   b\n",
        "a: |0\n b\n",
        "a: |\n b\nc: d",
        "a: 'it''s'\n",
        "a: \"b\\\n  c\"\n",
        "a: 'b\n\n  c'\n",
        "a: b\n  c\n",
        "a: b # c\n",
        "a: b#c\n",
        "a: #c\n",
        "? a\n: b\n",
        "? [a]\n: b\n",
        "? {a: 1}\n: b\n",
        "?\n: a\n",
        ": a\n",
        "a\n",
        "a\nb: c\n",
        "a: &x b\nc: *x\n",
        "a: *x\n",
        "a: &x [*x]\n",
        "&x a: *x\n",
        "a: &x\nb: *x\n",
        "- &x a\n- &x b\n- *x\n",
        "a: & b\n",
        "a: * b\n",
        "*x : a\n",
        "x: &x {a: 1, b: 1}\nz: {<<: *x, b: 2}\n",
        "x: &x {a: 1}\nz:\n  a: 2\n  <<: *x\n",
        "<<: {a: 1}\n",
        "<<: [{a: 1}, {a: 2, b: 2}]\n",
        "<<: 1\n",
        "<<: [1]\n",
        "<<:\n",
        "<<: *x\n",
        "'<<': {a: 1}\n",
        "!!merge <<: {a: 1}\n",
        "!!str <<: {a: 1}\n",
        "a: <<\n",
        "x: &x {a: 1}\n? *x\n: 1\n",
        "a: !!binary aGk=\n",
        "a: !!binary aGk\n",
        "a: !!binary \"aG k=\"\n",
        "a: !!binary |\n  aGk\n  =\n",
        "a: !!binary //8=\n",
        "a: !!binary\n",
        "!!binary aGk=: 1\n",
        "a: !!omap [b: 1]\n",
        "a: !!set {b}\n",
        "a: !local b\n",
        "a: !<x> 1\n",
        "%TAG !e! tag:yaml.org,2002:\n---\na: !e!int '1'\n",
        "%TAG ! tag:yaml.org,2002:\n---\na: !int '1'\n",
        "a: !u!x 1\n",
        "%YAML 1.1\n---\na: 1\n",
        "%YAML 1.2\n---\na: 1\n",
        "%YAML 2.0\n---\na: 1\n",
        "%YAML 1.1\n%YAML 1.1\n---\na\n",
        "%FOO\n---\na\n",
        "a: 1\na: 2\n",
        "a: {b: 1, b: 2}\na: 3\n",
        "1: a\n1: b\n",
        "1: a\n0x1: b\n",
        "true: a\nyes: b\n",
        "1.5: a\n1.50: b\n",
        "~: a\n",
        "null: a\n~: b\n",
        "18446744073709551615: a\n",
        "99999999999999999999: a\n",
        "'a\\b': 1\n'a\\b': 2\n",
        "\"\\a\\b\\f\\v\\e\": 1\n\"\\a\\b\\f\\v\\e\": 2\n",
        "\xc3\xa9: 1\n\xc3\xa9: 2\n",
        "x: &x {a: 1}\n<<: *x\na: 2\n",
        "a:\n  b\na:\n  c\n",
        "\xef\xbb\xbf"
        "a: 1\n",
        "a: \xff\n",
        "a: \x01\n",
        "a: \x7f\n",
        "a: \xc2\x85\n",
        "a: \xe2\x80\xa8\n",
        "a: 1\r\nb: 2\r\n",
        "a: 1\rb: 2\r",
        "a: \0b\n"s,
        "\xff\xfe"
        "a\0:\0 \0"
        "1\0\n\0"s,
        "\xfe\xff\0a\0:\0 \0"
        "1\0\n"s,
        "\xff\xfe"
        "a\0:\0 \0\x3d\xd8\x00\xde\n\0"s,
        "\xff\xfe"
        "a\0:"s,
        "\xff\xfe"
        "a\0\x00\xde"s,
    };
    for (const std::string_view s : {"yes",
                                     "Yes",
                                     "YES",
                                     "yEs",
                                     "no",
                                     "on",
                                     "On",
                                     "off",
                                     "OFF",
                                     "y",
                                     "Y",
                                     "n",
                                     "N",
                                     "true",
                                     "True",
                                     "TRUE",
                                     "tRue",
                                     "false",
                                     "null",
                                     "Null",
                                     "NULL",
                                     "~",
                                     "",
                                     "<<",
                                     "=",
                                     ".inf",
                                     ".Inf",
                                     ".INF",
                                     "+.inf",
                                     "-.inf",
                                     ".nan",
                                     ".NaN",
                                     ".NAN",
                                     "nan",
                                     "inf",
                                     "Infinity",
                                     "0",
                                     "-0",
                                     "+0",
                                     "00",
                                     "1",
                                     "+1",
                                     "-1",
                                     "--1",
                                     "+-1",
                                     "1_000",
                                     "1__0",
                                     "_1",
                                     "1_",
                                     "0_7",
                                     "0b11",
                                     "-0b11",
                                     "+0b11",
                                     "0B11",
                                     "0b12",
                                     "0b",
                                     "0b_1",
                                     "0o17",
                                     "-0o17",
                                     "0O17",
                                     "0o18",
                                     "0o",
                                     "017",
                                     "010",
                                     "-017",
                                     "018",
                                     "0x1F",
                                     "-0x1F",
                                     "0X1f",
                                     "0x",
                                     "0x1G",
                                     "0x_1",
                                     "1:30",
                                     "190:20:30",
                                     "190:20:30.15",
                                     "-1:30",
                                     "1e3",
                                     "1E3",
                                     "1e+3",
                                     "1e-3",
                                     "1e",
                                     "1e3.5",
                                     "e3",
                                     ".5",
                                     "5.",
                                     "-.5",
                                     "+.5",
                                     "-5.",
                                     ".",
                                     "..",
                                     "1.5",
                                     "1.5.2",
                                     "1_0.5",
                                     ".5_5",
                                     "._5",
                                     ".5_",
                                     ".5__5",
                                     "1e1_0",
                                     "0x1p4",
                                     "1e400",
                                     "-1e400",
                                     "1e-400",
                                     "1e21",
                                     "1e20",
                                     "123456789012345678901234567890",
                                     "0.1e1",
                                     "1.0",
                                     "100.0",
                                     "1e6",
                                     "1e-6",
                                     "1e-7",
                                     "9007199254740993",
                                     "9223372036854775807",
                                     "9223372036854775808",
                                     "-9223372036854775808",
                                     "-9223372036854775809",
                                     "18446744073709551615",
                                     "18446744073709551616",
                                     "+9223372036854775808",
                                     "0x7fffffffffffffff",
                                     "0x8000000000000000",
                                     "0xffffffffffffffff",
                                     "0x10000000000000000",
                                     "-0x8000000000000000",
                                     "-0x8000000000000001",
                                     "0777777777777777777777",
                                     "2001-12-14",
                                     "2001-1-1",
                                     "2001-12-14t21:59:43.10-05:00",
                                     "2001-12-14T21:59:43Z",
                                     "2001-02-29",
                                     "2001-12-14 21:59:43.10 -5",
                                     "12345678-1234",
                                     "2001-12",
                                     "10.0.0.1",
                                     "a:b",
                                     "-",
                                     "- a",
                                     "--",
                                     "?",
                                     "? a",
                                     ":a",
                                     "@a",
                                     "`a",
                                     "%a",
                                     "!a",
                                     "&a",
                                     "*a",
                                     "|a",
                                     ">a",
                                     "1 2",
                                     "\xd9\xa1"}) {
        out.push_back(fmt::format("a: {}\n", s));
        out.push_back(fmt::format("{}: a\n", s));
        for (const std::string_view tag :
             {"!!str", "!!int", "!!float", "!!bool", "!!null", "!!timestamp", "!!binary", "!x", "!"})
            out.push_back(fmt::format("a: {} {}\n", tag, s));
        out.push_back(fmt::format("a: \"{}\"\n", s));
        out.push_back(fmt::format("a: !!int '{}'\n", s));
    }
    return out;
}

std::vector<std::string> files_in(const std::filesystem::path& folder) {
    std::vector<std::string> out;
    if (!std::filesystem::exists(folder)) return out;
    std::vector<std::filesystem::path> paths;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) paths.push_back(entry.path());
    std::ranges::sort(paths);
    for (const auto& path : paths) {
        std::ifstream in(path, std::ios::binary);
        out.emplace_back(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
    }
    return out;
}

}  // namespace

BOOST_AUTO_TEST_CASE(each_form_is_read_alike) {
    // Both refuse these, in other words.
    const auto known = [](const std::string& d) { return d == "{,}"; };
    std::vector<std::string> documents = forms();
    std::erase_if(documents, known);
    const std::vector<answer> go = go_answers(documents);
    for (std::size_t i = 0; i < documents.size(); ++i) {
        const answer ours = our_answer(documents[i]);
        BOOST_TEST(canonical(ours.json) == canonical(go[i].json),
                   documents[i] << "\nGo:   " << go[i].json << "\nours: " << ours.json);
        BOOST_TEST(ours.error == go[i].error, documents[i]);
        BOOST_TEST(ours.strict == go[i].strict, documents[i]);
    }
}

BOOST_AUTO_TEST_CASE(inputs_of_the_fuzzer_are_read_alike) {
    const std::filesystem::path source = SETPOINT_SOURCE_DIR;
    std::vector<std::string> documents;
    for (const char* const folder :
         {"tests/fuzz/corpus/yaml", "tests/fuzz/corpus/kubeconfig", "build/fuzz/corpus/yaml"})
        for (std::string& d : files_in(source / folder)) documents.push_back(std::move(d));
    BOOST_REQUIRE(documents.size() > 10);
    compare(documents, "input");
}

// SETPOINT_SEED=N repeats a run.
BOOST_AUTO_TEST_CASE(random_documents_are_read_alike) {
    const char* const given = std::getenv("SETPOINT_SEED");
    const std::uint64_t seed = given ? std::strtoull(given, nullptr, 10) : std::random_device()();
    BOOST_TEST_MESSAGE("SETPOINT_SEED=" << seed);
    yaml_documents random(seed);
    std::vector<std::string> documents;
    for (int i = 0; i < 10'000; ++i) documents.push_back(random.next());
    const outcome o = compare(documents, fmt::format("SETPOINT_SEED={}, document", seed));
    BOOST_TEST_MESSAGE(o.refused_by_one << " refused by one, " << o.other_words << " refused in other words");
    BOOST_TEST(o.refused_by_one <= documents.size() / 500);
    BOOST_TEST(o.other_words <= documents.size() / 50);
}

BOOST_AUTO_TEST_SUITE_END()
