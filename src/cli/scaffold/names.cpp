#include "cli/scaffold/names.hpp"

#include "cli/describe/cpp_names.hpp"
#include "cli/scaffold/taken_names.hpp"
#include "setpoint/api/kind_info.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace setpoint { inline namespace v0 { namespace cli::scaffold {

namespace {

constexpr std::size_t longest_label = 63, longest_subdomain = 253;
constexpr std::size_t longest_operator_name = 50;

constexpr bool is_lower(char c) {
    return c >= 'a' && c <= 'z';
}
constexpr bool is_upper(char c) {
    return c >= 'A' && c <= 'Z';
}
constexpr bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

std::string in_lower_case(std::string_view s) {
    std::string lower(s);
    for (char& c : lower)
        if (is_upper(c)) c = static_cast<char>(c - 'A' + 'a');
    return lower;
}

// RFC 1123.
bool is_label(std::string_view s) {
    const auto allowed = [](char c) { return is_lower(c) || is_digit(c) || c == '-'; };
    return !s.empty() && s.size() <= longest_label && s.front() != '-' && s.back() != '-' &&
           std::ranges::all_of(s, allowed);
}

// Of a kind, in the name of a sample: the webhooks that are generated accept names of 52 characters.
constexpr std::size_t longest_in_sample = 30;

bool is_subdomain(std::string_view s) {
    if (s.size() > longest_subdomain) return false;
    for (;;) {
        const std::size_t dot = s.find('.');
        if (!is_label(s.substr(0, dot))) return false;
        if (dot == std::string_view::npos) return true;
        s.remove_prefix(dot + 1);
    }
}

bool is_version(std::string_view s) {
    const auto number = [&s] {
        if (s.empty() || !is_digit(s.front()) || s.front() == '0') return false;
        s.remove_prefix(std::min(s.find_first_not_of("0123456789"), s.size()));
        return true;
    };
    if (!s.starts_with('v')) return false;
    s.remove_prefix(1);
    if (!number()) return false;
    for (const std::string_view stage : {"alpha", "beta"}) {
        if (!s.starts_with(stage)) continue;
        s.remove_prefix(stage.size());
        return number() && s.empty();
    }
    return s.empty();
}

// Targets that CMake or CTest add, and ours.
constexpr std::array targets =
    std::to_array<std::string_view>({"all", "clean", "depend", "help", "install", "package", "preinstall",
                                     "setpoint", "test", "experimental", "nightly", "continuous"});

[[noreturn]] void refuse(std::string_view flag, std::string_view value, std::string_view why) {
    throw fault(errc::bad_config, fmt::format("{}: \"{}\" {}", flag, value, why));
}

}  // namespace

kind_names names_of(std::string_view kind, std::string_view plural) {
    kind_names n;
    n.kind = kind;
    n.snake = snake_case(kind);
    n.lower = in_lower_case(kind);
    n.plural = plural.empty() ? default_plural(n.lower) : std::string(plural);
    n.sample = n.lower.substr(0, longest_in_sample) + "-sample";
    n.article = std::string_view("aeio").find(n.lower.front()) != std::string_view::npos ? "An" : "A";
    return n;
}

std::string full_group(std::string_view group, std::string_view domain) {
    return group.empty() ? std::string(domain) : fmt::format("{}.{}", group, domain);
}

void check_domain(std::string_view flag, std::string_view value) {
    if (!is_subdomain(value))
        refuse(flag, value,
               "is not a DNS name: use lower-case letters, digits, '-' and '.', as in my.domain");
    for (const std::string_view reserved : {"k8s.io", "kubernetes.io"})
        if (value == reserved || value.ends_with(fmt::format(".{}", reserved)))
            refuse(flag, value,
                   "belongs to Kubernetes, and its API server protects the groups in it: use a domain of "
                   "your own");
}

void check_group(std::string_view flag, std::string_view value) {
    if (!value.empty() && !is_subdomain(value))
        refuse(
            flag, value,
            "is not a DNS name: use lower-case letters, digits, '-' and '.', as in batch; or leave it empty");
}

void check_full_group(std::string_view flag, std::string_view value) {
    constexpr std::size_t longest = longest_subdomain - longest_label - 1;
    if (value.size() > longest)
        refuse(
            flag, value,
            fmt::format("is longer than {} characters: the name of a definition is PLURAL.GROUP", longest));
}

void check_operator_name(std::string_view flag, std::string_view value) {
    if (!is_label(value) || value.size() > longest_operator_name)
        refuse(flag, value,
               fmt::format("is not a DNS label of at most {} characters: use lower-case letters, digits and "
                           "'-', as in webserver-operator",
                           longest_operator_name));
    if (std::ranges::find(targets, value) != targets.end())
        refuse(flag, value,
               "is a build target that exists already: choose another name, such as NAME-operator");
}

void check_version(std::string_view flag, std::string_view value) {
    if (!is_version(value) || value.size() > longest_label)
        refuse(flag, value, "is not a version of an API: use v1, v1beta1 or v1alpha1, for example");
}

void check_kind(std::string_view flag, std::string_view value) {
    // Its list, as WebServerList, is limited to the length of a label.
    constexpr std::size_t longest = longest_label - std::string_view("List").size();
    const auto allowed = [](char c) { return is_lower(c) || is_upper(c) || is_digit(c); };
    if (value.empty() || value.size() > longest || !is_upper(value.front()) ||
        !std::ranges::all_of(value, allowed))
        refuse(
            flag, value,
            fmt::format("is not CamelCase of at most {} characters: use letters and digits and begin with an "
                        "upper-case letter, as in WebServer",
                        longest));
    const std::string snake = snake_case(value);
    if (is_reserved_word(snake))
        refuse(flag, value,
               fmt::format("cannot be the name of a C++ struct, since {} is a keyword: choose another kind",
                           snake));
    if (is_global_name(snake) || is_generated_name(snake))
        refuse(flag, value,
               fmt::format("cannot be the name of a C++ namespace, since {} has another meaning there: "
                           "choose another kind",
                           snake));
    if (is_version(snake))
        refuse(flag, value, "cannot be told from a version of an API: choose another kind");
    if (snake.size() == 1)
        refuse(flag, value, "is too short: generated code has variables of one letter; choose another kind");
}

void check_plural(std::string_view flag, std::string_view value) {
    if (!is_label(value))
        refuse(flag, value, "is not a DNS label: use lower-case letters, digits and '-', as in webservers");
}

}}}  // namespace setpoint::v0::cli::scaffold
