#include "framework/json/yaml_scalar.hpp"

#include "framework/core/base64.hpp"
#include "framework/core/utf8.hpp"
#include "framework/json/chars.hpp"
#include "framework/json/number.hpp"
#include "framework/json/yaml_nodes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>
#include <optional>

namespace setpoint { inline namespace v0 { namespace json {
namespace {

constexpr std::string_view yaml_tag = "tag:yaml.org,2002:";

struct meaning {
    std::string_view tag;  // "str", "int" and so on
    boost::json::value value;
};

bool one_of(std::string_view s, std::initializer_list<std::string_view> words) {
    return std::ranges::find(words, s) != words.end();
}

std::optional<meaning> word(std::string_view s) {
    constexpr double infinite = std::numeric_limits<double>::infinity();
    if (one_of(s, {"", "~", "null", "Null", "NULL"})) return meaning{"null", nullptr};
    if (one_of(s, {"true", "True", "TRUE", "y", "Y", "yes", "Yes", "YES", "on", "On", "ON"}))
        return meaning{"bool", true};
    if (one_of(s, {"false", "False", "FALSE", "n", "N", "no", "No", "NO", "off", "Off", "OFF"}))
        return meaning{"bool", false};
    if (one_of(s, {".nan", ".NaN", ".NAN"}))
        return meaning{"float", std::numeric_limits<double>::quiet_NaN()};
    if (one_of(s, {".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF"})) return meaning{"float", infinite};
    if (one_of(s, {"-.inf", "-.Inf", "-.INF"})) return meaning{"float", -infinite};
    return std::nullopt;
}

// strconv.ParseInt(s, 0, 64), or ParseUint beyond that.
std::optional<boost::json::value> go_integer(std::string_view s) {
    const bool signs = s.starts_with('+') || s.starts_with('-'), minus = s.starts_with('-');
    std::string_view rest = s.substr(signs ? 1 : 0);
    int base = 10;
    if (rest.size() > 1 && rest[0] == '0') {
        const char c = static_cast<char>(rest[1] | 0x20);
        base = c == 'x' ? 16 : c == 'b' ? 2 : 8;
        rest.remove_prefix(base == 8 && c != 'o' ? 1 : 2);
    }
    std::uint64_t n = 0;
    const auto read = std::from_chars(rest.data(), rest.data() + rest.size(), n, base);
    if (read.ec != std::errc() || read.ptr != rest.data() + rest.size()) return std::nullopt;
    constexpr std::uint64_t most = std::numeric_limits<std::int64_t>::max();
    if (minus) {
        if (n > most + 1) return std::nullopt;
        return boost::json::value(static_cast<std::int64_t>(0 - n));
    }
    if (n <= most) return boost::json::value(static_cast<std::int64_t>(n));
    if (signs) return std::nullopt;
    return boost::json::value(n);
}

// Go's strconv allows underscores between digits.
bool underscores_fit(std::string_view s) {
    const auto digit = [&](std::size_t i) { return i < s.size() && s[i] >= '0' && s[i] <= '9'; };
    for (std::size_t i = 0; i < s.size(); ++i)
        if (s[i] == '_') {
            const std::size_t end = std::min(s.find_first_not_of('_', i), s.size());
            if (i == 0 || !digit(i - 1) || end != i + 1 || !digit(end)) return false;
        }
    return true;
}

std::string without_underscores(std::string_view s) {
    std::string out(s);
    std::erase(out, '_');
    return out;
}

std::optional<meaning> floating(std::string_view s) {
    const std::string_view magnitude = s.substr(s.starts_with('+') || s.starts_with('-') ? 1 : 0);
    if (!is_decimal(magnitude, "0123456789")) return std::nullopt;
    if (const auto d = read_number(s.starts_with('+') ? magnitude : s)) return meaning{"float", *d};
    return std::nullopt;
}

// Consumes one number of at most `most` digits from s.
std::optional<int> take_number(std::string_view& s, std::size_t most) {
    const std::size_t n = std::min({s.find_first_not_of("0123456789"), s.size(), most});
    int value = 0;
    if (n == 0) return std::nullopt;
    std::from_chars(s.data(), s.data() + n, value);
    s.remove_prefix(n);
    return value;
}

bool take_char(std::string_view& s, std::string_view allowed) {
    if (s.empty() || allowed.find(s[0]) == allowed.npos) return false;
    s.remove_prefix(1);
    return true;
}

bool within(std::optional<int> n, int least, int most) {
    return n && *n >= least && *n <= most;
}

// 15:4:5.999999999 and, after a T, the zone.
bool is_time(std::string_view s, bool zone) {
    if (!within(take_number(s, 2), 0, 23) || !take_char(s, ":")) return false;
    if (!within(take_number(s, 2), 0, 59) || !take_char(s, ":")) return false;
    if (!within(take_number(s, 2), 0, 59)) return false;
    if (s.size() > 1 && take_char(s, ".,")) {
        const std::size_t fraction = std::min(s.find_first_not_of("0123456789"), s.size());
        if (fraction == 0) return false;
        s.remove_prefix(fraction);
    }
    if (!zone) return s.empty();
    if (s == "Z") return true;
    return s.size() == 6 && take_char(s, "+-") && within(take_number(s, 2), 0, 24) && take_char(s, ":") &&
           within(take_number(s, 2), 0, 60) && s.empty();
}

// The timestamp forms of go-yaml. Used for explicit tags only: the value is a string in any case.
bool is_go_timestamp(std::string_view s) {
    if (s.find_first_not_of("0123456789") != 4) return false;
    const int year = *take_number(s, 4);
    if (!take_char(s, "-")) return false;
    const auto month = take_number(s, 2);
    if (!within(month, 1, 12) || !take_char(s, "-")) return false;
    const auto day = take_number(s, 2);
    if (!day || !std::chrono::year_month_day(std::chrono::year(year),
                                             std::chrono::month(static_cast<unsigned>(*month)),
                                             std::chrono::day(static_cast<unsigned>(*day)))
                     .ok())
        return false;
    if (s.empty()) return true;
    const bool zone = s[0] != ' ';
    return take_char(s, "Tt ") && is_time(s, zone);
}

meaning plain_meaning(std::string_view tag, std::string_view s) {
    const auto text = [&] { return meaning{"str", boost::json::value(chars(s))}; };
    // Go checks the first character: any other one begins a string.
    constexpr std::string_view hints = "+-0123456789yYnNtTfFoO~.";
    if (tag == "str" || (!s.empty() && hints.find(s[0]) == hints.npos)) return text();
    if (auto found = word(s)) return *std::move(found);
    if (s[0] == '.') {
        if (!underscores_fit(s)) return text();
        return floating(without_underscores(s)).value_or(text());
    }
    if (hints.find(s[0]) >= hints.find('y')) return text();
    if (tag == "timestamp" && is_go_timestamp(s)) return {"timestamp", boost::json::value(chars(s))};
    const std::string number = without_underscores(s);
    if (auto n = go_integer(number)) return {"int", *std::move(n)};
    return floating(number).value_or(text());
}

std::string in_utf8(std::string_view s) {
    std::string out;
    while (!s.empty()) {
        const std::size_t n = utf8_sequence(s);
        out += n ? s.substr(0, n) : "\xef\xbf\xbd";
        s.remove_prefix(n ? n : 1);
    }
    return out;
}

[[noreturn]] void refuse_scalar(const yaml_node& at, std::string go, std::string why) {
    throw yaml_refusal{"yaml: " + std::move(go), std::move(why), static_cast<int>(at.line),
                       static_cast<int>(at.column)};
}

boost::json::value binary(const yaml_node& scalar) {
    const auto decoded = base64_decode(scalar.text);
    if (!decoded) {
        const std::string why = "!!binary value contains invalid base64 data";
        refuse_scalar(scalar, why, why);
    }
    return boost::json::value(chars(in_utf8(*decoded)));  // as encoding/json writes it
}

}  // namespace

boost::json::value resolve_scalar(const yaml_node& scalar) {
    const std::string_view text = scalar.text;
    std::string_view tag = scalar.tag;
    if (tag.empty()) {
        if (!scalar.plain) return boost::json::value(chars(text));
        return plain_meaning("", text).value;
    }
    const bool standard = tag.starts_with(yaml_tag);
    if (standard) tag.remove_prefix(yaml_tag.size());
    if (standard && tag == "binary") return binary(scalar);
    if (!standard || !one_of(tag, {"str", "bool", "int", "float", "null", "timestamp"}))
        return boost::json::value(chars(text));
    meaning m = plain_meaning(tag, text);
    if (m.tag == tag || tag == "str") return std::move(m.value);
    if (tag == "float" && m.value.is_int64()) return static_cast<double>(m.value.get_int64());
    refuse_scalar(scalar, fmt::format("cannot decode !!{} `{}` as a !!{}", m.tag, text, tag),
                  fmt::format("not a !!{}", tag));
}

std::string go_float(double d, bool narrow) {
    if (std::isnan(d)) return "NaN";
    if (std::isinf(d)) return d < 0 ? "-Inf" : "+Inf";
    char room[32];
    const auto form = std::chars_format::scientific;
    const char* const end =
        narrow ? std::to_chars(std::begin(room), std::end(room), static_cast<float>(d), form).ptr
               : std::to_chars(std::begin(room), std::end(room), d, form).ptr;
    const std::string_view text(room, static_cast<std::size_t>(end - room));
    if (text.find('e') == text.npos)
        return narrow ? go_float(d < 0 ? -HUGE_VAL : HUGE_VAL, false) : std::string(text);
    int exponent = 0;
    const std::size_t e = text.find('e');
    std::from_chars(text.data() + e + (text[e + 1] == '+' ? 2 : 1), text.data() + text.size(), exponent);
    if (exponent < -4 || exponent >= 6) return std::string(text);
    const bool minus = text[0] == '-';
    std::string figures(text.substr(minus ? 1 : 0, e - (minus ? 1 : 0)));
    std::erase(figures, '.');
    if (exponent < 0) {
        figures.insert(0, static_cast<std::size_t>(-exponent), '0');
        figures.insert(1, ".");
    } else if (const auto whole = static_cast<std::size_t>(exponent) + 1; figures.size() > whole) {
        figures.insert(whole, ".");
    } else {
        figures.append(whole - figures.size(), '0');
    }
    return minus ? "-" + figures : figures;
}

}}}  // namespace setpoint::v0::json
