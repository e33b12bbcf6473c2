#include "cel/kubernetes/held.hpp"
#include "cel/kubernetes/libraries.hpp"
#include "cel/quote.hpp"
#include "cel/standard_functions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <string>
#include <vector>

namespace setpoint { inline namespace v0 { namespace cel {

namespace {

struct pre_release {
    bool is_number = false;
    std::uint64_t number = 0;
    std::string text;

    [[nodiscard]] int compare(const pre_release& other) const {
        if (is_number != other.is_number) return is_number ? -1 : 1;
        if (is_number) return number < other.number ? -1 : number > other.number ? 1 : 0;
        return text < other.text ? -1 : text > other.text ? 1 : 0;
    }
};

struct semantic_version {
    std::array<std::uint64_t, 3> numbers{};  // major, minor, patch
    std::vector<pre_release> pre;

    [[nodiscard]] int compare(const semantic_version& other) const {
        for (std::size_t i = 0; i < 3; ++i) {
            if (numbers[i] != other.numbers[i]) return numbers[i] < other.numbers[i] ? -1 : 1;
        }
        if (pre.empty() || other.pre.empty())
            return pre.empty() == other.pre.empty() ? 0 : pre.empty() ? 1 : -1;
        for (std::size_t i = 0; i < std::min(pre.size(), other.pre.size()); ++i) {
            if (const int order = pre[i].compare(other.pre[i])) return order;
        }
        return pre.size() < other.pre.size() ? -1 : pre.size() > other.pre.size() ? 1 : 0;
    }
    friend bool operator==(const semantic_version& left, const semantic_version& right) {
        return left.compare(right) == 0;
    }
};

using held_semver = held_value<semantic_version, types::semver>;

struct semver_failure {
    std::string message;
};

bool all_digits(std::string_view text) {
    return text.find_first_not_of("0123456789") == std::string_view::npos;
}

bool all_identifier(std::string_view text) {
    return text.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-0123456789") ==
           std::string_view::npos;
}

std::vector<std::string_view> split_at(std::string_view text, char separator,
                                       std::size_t most = std::string_view::npos) {
    std::vector<std::string_view> parts;
    while (parts.size() + 1 < most) {
        const std::size_t next = text.find(separator);
        if (next == std::string_view::npos) break;
        parts.push_back(text.substr(0, next));
        text.remove_prefix(next + 1);
    }
    parts.push_back(text);
    return parts;
}

std::uint64_t version_number(std::string_view text, std::string_view which) {
    if (!all_digits(text))
        throw semver_failure{fmt::format("Invalid character(s) found in {} number {}",
                                         static_cast<char>(which[0] | 32) + std::string(which.substr(1)),
                                         go_quoted(text))};
    if (text.size() > 1 && text[0] == '0')
        throw semver_failure{fmt::format("{} number must not contain leading zeroes \"{}\"", which, text)};
    std::uint64_t number = 0;
    const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (text.empty() || error != std::errc())
        throw semver_failure{fmt::format("strconv.ParseUint: parsing \"{}\": invalid syntax", text)};
    return number;
}

pre_release read_pre_release(std::string_view text) {
    if (text.empty()) throw semver_failure{"Prerelease is empty"};
    pre_release made;
    if (all_digits(text)) {
        made.is_number = true;
        if (text.size() > 1 && text[0] == '0')
            throw semver_failure{
                fmt::format("Numeric PreRelease version must not contain leading zeroes \"{}\"", text)};
        made.number = version_number(text, "PreRelease");
        return made;
    }
    if (!all_identifier(text))
        throw semver_failure{fmt::format("Invalid character(s) found in prerelease \"{}\"", text)};
    made.text = text;
    return made;
}

semantic_version read_semver(std::string_view text) {
    if (text.empty()) throw semver_failure{"Version string empty"};
    std::vector<std::string_view> parts = split_at(text, '.', 3);
    if (parts.size() != 3) throw semver_failure{"No Major.Minor.Patch elements found"};
    semantic_version made;
    made.numbers[0] = version_number(parts[0], "Major");
    made.numbers[1] = version_number(parts[1], "Minor");
    std::string_view patch = parts[2];
    std::vector<std::string_view> builds;
    if (const std::size_t plus = patch.find('+'); plus != std::string_view::npos) {
        builds = split_at(patch.substr(plus + 1), '.');
        patch = patch.substr(0, plus);
    }
    std::vector<std::string_view> pre;
    if (const std::size_t dash = patch.find('-'); dash != std::string_view::npos) {
        pre = split_at(patch.substr(dash + 1), '.');
        patch = patch.substr(0, dash);
    }
    made.numbers[2] = version_number(patch, "Patch");
    for (const std::string_view each : pre) made.pre.push_back(read_pre_release(each));
    for (const std::string_view each : builds) {
        if (each.empty()) throw semver_failure{"Build meta data is empty"};
        if (!all_identifier(each))
            throw semver_failure{fmt::format("Invalid character(s) found in build meta data \"{}\"", each)};
    }
    return made;
}

semantic_version read_normalized(std::string_view text) {
    if (text.starts_with('v')) text.remove_prefix(1);
    std::vector<std::string> parts;
    for (const std::string_view each : split_at(text, '.', 3)) {
        std::string part(each);
        if (part.size() > 1) {
            part.erase(0, std::min(part.find_first_not_of('0'), part.size()));
            if (part.empty() || !all_digits(part.substr(0, 1))) part.insert(0, "0");
        }
        parts.push_back(part);
    }
    if (parts.size() < 3 && parts.back().find_first_of("+-") != std::string::npos) {
        throw semver_failure{"short version cannot contain PreRelease/Build meta data"};
    }
    while (parts.size() < 3) parts.emplace_back("0");
    return read_semver(fmt::format("{}.{}.{}", parts[0], parts[1], parts[2]));
}

semantic_version read_version(arguments_view args) {
    const bool normalized = args.size() > 1 && args[1].as_boolean();
    return normalized ? read_normalized(args[0].text()) : read_semver(args[0].text());
}

value semver_of(evaluation& in, arguments_view args) {
    try {
        return hold<held_semver>(in, read_version(args));
    } catch (const semver_failure& why) {
        return in.error(why.message);
    }
}

value is_semver(evaluation&, arguments_view args) {
    try {
        read_version(args);
        return value::boolean(true);
    } catch (const semver_failure&) {
        return value::boolean(false);
    }
}

int order_of(arguments_view args) {
    return held_in<held_semver>(args[0]).compare(held_in<held_semver>(args[1]));
}
value newer(evaluation&, arguments_view args) {
    return value::boolean(order_of(args) > 0);
}
value older(evaluation&, arguments_view args) {
    return value::boolean(order_of(args) < 0);
}
value compare_versions(evaluation&, arguments_view args) {
    return value::integer(order_of(args));
}

template <std::size_t which>
value number_of(evaluation&, arguments_view args) {
    return value::integer(static_cast<std::int64_t>(held_in<held_semver>(args[0]).numbers[which]));
}

constexpr std::array semver_rows = std::to_array<function_row>({
    {"semver", "string_to_semver", "(string) -> kubernetes.Semver", semver_of},
    {"semver", "string_bool_to_semver", "(string, bool) -> kubernetes.Semver", semver_of},
    {"isSemver", "is_semver_string", "(string) -> bool", is_semver},
    {"isSemver", "is_semver_string_bool", "(string, bool) -> bool", is_semver},
    {"isGreaterThan", "semver_is_greater_than", ".(kubernetes.Semver, kubernetes.Semver) -> bool", newer},
    {"isLessThan", "semver_is_less_than", ".(kubernetes.Semver, kubernetes.Semver) -> bool", older},
    {"compareTo", "semver_compare_to", ".(kubernetes.Semver, kubernetes.Semver) -> int", compare_versions},
    {"major", "semver_major", ".(kubernetes.Semver) -> int", number_of<0>},
    {"minor", "semver_minor", ".(kubernetes.Semver) -> int", number_of<1>},
    {"patch", "semver_patch", ".(kubernetes.Semver) -> int", number_of<2>},
});

}  // namespace

void add_semver(environment& to) {
    to.types().name(&types::semver);
    to.add_functions(semver_rows);
}

}}}  // namespace setpoint::v0::cel
