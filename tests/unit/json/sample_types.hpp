#pragma once
// Described types with every kind of member, and custom scalars, for the tests of the json layer.

#include "setpoint/core/string_map.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/type_table.hpp"

#include <charconv>
#include <optional>

namespace sample {

using setpoint::interned_string;
using setpoint::string_map;
using namespace setpoint::schema;

// A simple quantity: an integer, with an "m" suffix in thousandths. 1 is 1000m.
struct amount {
    std::string printed;
    std::int64_t thousandths = 0;
    friend bool operator==(const amount&, const amount&) = default;
};
inline amount make_amount(std::string s) {
    amount a;
    a.thousandths = std::stoll(s) * (s.ends_with('m') ? 1 : 1000);
    a.printed = std::move(s);
    return a;
}

// Kubernetes' int-or-string.
struct port {
    bool set = false;
    std::int64_t number = 0;
    std::string name;
    friend bool operator==(const port&, const port&) = default;
};

// A value that no message may show.
struct hidden {
    std::string value;
    friend bool operator==(const hidden&, const hidden&) = default;
};

}  // namespace sample

template <>
struct setpoint::json::scalar_traits<sample::hidden> {
    static constexpr scalar_type type = scalar_type::string;
    static constexpr std::string_view format = "byte";
    static constexpr bool is_secret = true;
    static bool parse(std::string_view s, sample::hidden& out) {
        out.value = s;
        return s.find("invalid") == s.npos;
    }
    static bool parse_number(std::int64_t, sample::hidden&) { return false; }
    static void print(const sample::hidden& h, std::string& out) { out += '"' + h.value + '"'; }
    static bool is_unset(const sample::hidden& h) { return h.value.empty(); }
    static bool same(const sample::hidden& a, const sample::hidden& b) { return a == b; }
};

template <>
struct setpoint::json::scalar_traits<sample::amount> {
    static constexpr scalar_type type = scalar_type::int_or_string;
    static constexpr std::string_view format = "";
    static constexpr std::string_view name = "amount";
    static constexpr std::int64_t most = 1'000'000'000'000;
    static bool parse(std::string_view s, sample::amount& out) {
        std::int64_t n = 0;
        const auto r = std::from_chars(s.data(), s.data() + s.size(), n);
        const std::string_view unit(r.ptr, static_cast<std::size_t>(s.data() + s.size() - r.ptr));
        if (r.ec != std::errc() || n > most || n < -most || (!unit.empty() && unit != "m")) return false;
        out = {std::string(s), unit == "m" ? n : n * 1000};
        return true;
    }
    static bool parse_number(std::int64_t n, sample::amount& out) {
        if (n > most || n < -most) return false;
        out = {std::to_string(n), n * 1000};
        return true;
    }
    static void print(const sample::amount& a, std::string& out) { out += '"' + a.printed + '"'; }
    static bool is_unset(const sample::amount& a) { return a.printed.empty(); }
    static bool same(const sample::amount& a, const sample::amount& b) {
        return a.thousandths == b.thousandths;
    }
};

template <>
struct setpoint::json::scalar_traits<sample::port> {
    static constexpr scalar_type type = scalar_type::int_or_string;
    static constexpr std::string_view format = "";
    static constexpr std::string_view pattern = "^[a-z]*$";
    static bool parse(std::string_view s, sample::port& out) {
        out = {true, 0, std::string(s)};
        return true;
    }
    static bool parse_number(std::int64_t n, sample::port& out) {
        if (n < 0 || n > 65535) return false;
        out = {true, n, ""};
        return true;
    }
    static void print(const sample::port& p, std::string& out) {
        out += p.name.empty() ? std::to_string(p.number) : '"' + p.name + '"';
    }
    static bool is_unset(const sample::port& p) { return !p.set; }
    static bool same(const sample::port& a, const sample::port& b) { return a == b; }
};

namespace sample {

enum class policy : std::uint8_t { always, on_failure, never };
constexpr auto describe_enum(policy) {
    return names(value(policy::always, "Always"), value(policy::on_failure, "OnFailure"),
                 value(policy::never, "Never"));
}

struct leaf {
    interned_string name;
    std::int32_t weight = 0;
    std::optional<std::string> note;
    static constexpr auto describe() {
        using self = leaf;
        return object("A leaf.", field(&self::name, "name", "Its name.", required),
                      field(&self::weight, "weight", ""), field(&self::note, "note", ""));
    }
};

// A recursive type, in three ways.
struct node {
    std::string name;
    std::vector<node> children;
    std::map<std::string, node> by_name;
    std::optional<std::vector<node>> more;
    static constexpr auto describe() {
        using self = node;
        return object("A tree.", field(&self::name, "name", ""), field(&self::children, "children", ""),
                      field(&self::by_name, "byName", ""), field(&self::more, "more", ""));
    }
};

struct base_one {
    std::int64_t first = 0;
    interned_string shared;
    static constexpr auto describe() {
        return object("", field(&base_one::first, "first", ""), field(&base_one::shared, "shared", ""));
    }
};
struct base_two {
    bool flag = false;
    std::string second;
    static constexpr auto describe() {
        return object("", field(&base_two::flag, "flag", ""), field(&base_two::second, "second", ""));
    }
};
struct derived : base_one, base_two {
    double third = 0;
    static constexpr auto describe() {
        return object("Has two bases.", fields_of<base_one>, fields_of<base_two>,
                      field(&derived::third, "third", ""));
    }
};

// All kinds of members.
struct everything {
    bool flag = false;
    std::int32_t small = 0;
    std::int64_t big = 0;
    double ratio = 0;
    std::string string;
    interned_string shared, uid;
    amount cpu;
    port target;
    policy restart = policy::always;
    leaf inner;
    std::vector<leaf> leaves;
    std::vector<std::int32_t> numbers;
    std::vector<std::string> strings;
    std::vector<std::vector<interned_string>> nested;
    std::map<std::string, std::int32_t> counts;
    std::map<std::string, leaf> leaf_map;
    string_map labels;
    boost::json::value anything;
    boost::json::object any_object;
    std::optional<bool> maybe_flag;
    std::optional<std::int32_t> maybe_small;
    std::optional<interned_string> maybe_text;
    std::optional<leaf> maybe_leaf;
    std::optional<std::vector<std::string>> maybe_strings;
    std::optional<string_map> maybe_labels;
    std::optional<policy> maybe_restart;
    std::optional<amount> maybe_cpu;

    static constexpr auto describe() {
        using self = everything;
        return object(
            "Everything.", field(&self::flag, "flag", ""), field(&self::small, "small", ""),
            field(&self::big, "big", ""), field(&self::ratio, "ratio", ""),
            field(&self::string, "string", ""), field(&self::shared, "shared", ""),
            field(&self::uid, "uid", "", unique), field(&self::cpu, "cpu", ""),
            field(&self::target, "target", ""), field(&self::restart, "restart", ""),
            field(&self::inner, "inner", ""), field(&self::leaves, "leaves", ""),
            field(&self::numbers, "numbers", ""), field(&self::strings, "strings", ""),
            field(&self::nested, "nested", ""), field(&self::counts, "counts", ""),
            field(&self::leaf_map, "leafMap", ""), field(&self::labels, "labels", ""),
            field(&self::anything, "anything", ""), field(&self::any_object, "anyObject", ""),
            field(&self::maybe_flag, "maybeFlag", ""), field(&self::maybe_small, "maybeSmall", ""),
            field(&self::maybe_text, "maybeText", ""), field(&self::maybe_leaf, "maybeLeaf", ""),
            field(&self::maybe_strings, "maybeStrings", ""), field(&self::maybe_labels, "maybeLabels", ""),
            field(&self::maybe_restart, "maybeRestart", ""), field(&self::maybe_cpu, "maybeCpu", ""));
    }
};

// A document with every field of `everything`, and unknown ones of every form between them.
inline constexpr std::string_view full_document = R"({
  "unknown1": {"a": [1, 2.5e3, {"b": null}], "c": "\u00e9\"}]"}, "flag": true, "small": -2147483648,
  "big": 9223372036854775807, "unknown2": [[], {}, [[["x"]]]], "ratio": -0.1e-7, "string": "caf\u00e9 \ud83d\ude00 \\ \"q\" \/ \b\f\n\r\t",
  "shared": "größer 😀", "uid": "0f6d1c5e", "unknown3": "plain \u2603", "cpu": "1500m", "target": 8080, "unknown4": -12.75,
  "restart": "OnFailure", "inner": {"name": "in", "unknown": {"name": "not me"}, "weight": 7, "note": ""},
  "leaves": [{"name": "a"}, {"weight": 2, "x": [{}]}, {}], "numbers": [1, -2, 300000], "strings": ["", "one", "tw\u006f"],
  "nested": [[], ["p", "q"], ["r"]], "counts": {"\u0062": 2, "a": 1, "": 3}, "unknown5": true,
  "leafMap": {"k": {"name": "v"}}, "labels": {"app": "web", "tier": "front\nend"},
  "anything": {"deep": [1, -1, 18446744073709551615, 0.5, "x\u0301", null, true, {"k": []}]}, "anyObject": {"o": 1},
  "maybeFlag": false, "maybeSmall": 0, "maybeText": "", "maybeLeaf": {}, "maybeStrings": [], "maybeLabels": {},
  "maybeRestart": "Never", "maybeCpu": 2, "unknown6": null
})";

}  // namespace sample
