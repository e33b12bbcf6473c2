#include "cli/scaffold/names.hpp"

#include "cli/describe/cpp_names.hpp"
#include "setpoint/api/kind_info.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace setpoint::inline v0::cli::scaffold {

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

bool is_subdomain(std::string_view s) {
    if (s.size() > longest_subdomain) return false;
    for (;;) {
        const std::size_t dot = s.find('.');
        if (!is_label(s.substr(0, dot))) return false;
        if (dot == std::string_view::npos) return true;
        s.remove_prefix(dot + 1);
    }
}

// C++20 (lex.key), with alternative tokens and identifiers with special meaning.
constexpr std::array keywords = std::to_array<std::string_view>(
    {"alignas",     "alignof",   "and",        "and_eq",    "asm",      "auto",         "bitand",
     "bitor",       "bool",      "break",      "case",      "catch",    "char",         "char8_t",
     "char16_t",    "char32_t",  "class",      "compl",     "concept",  "const",        "consteval",
     "constexpr",   "constinit", "const_cast", "continue",  "co_await", "co_return",    "co_yield",
     "decltype",    "default",   "delete",     "do",        "double",   "dynamic_cast", "else",
     "enum",        "explicit",  "export",     "extern",    "false",    "float",        "for",
     "friend",      "goto",      "if",         "inline",    "int",      "long",         "mutable",
     "namespace",   "new",       "noexcept",   "not",       "not_eq",   "nullptr",      "operator",
     "or",          "or_eq",     "private",    "protected", "public",   "register",     "reinterpret_cast",
     "requires",    "return",    "short",      "signed",    "sizeof",   "static",       "static_assert",
     "static_cast", "struct",    "switch",     "template",  "this",     "thread_local", "throw",
     "true",        "try",       "typedef",    "typeid",    "typename", "union",        "unsigned",
     "using",       "virtual",   "void",       "volatile",  "wchar_t",  "while",        "xor",
     "xor_eq"});

// Names in the global namespace: of the libraries, and the functions of POSIX that headers declare.
constexpr std::array taken = std::to_array<std::string_view>(
    {"std",      "setpoint", "boost",    "fmt",     "prometheus", "main",    "abort",  "abs",    "accept",
     "access",   "acos",     "alarm",    "atof",    "atoi",       "bind",    "calloc", "ceil",   "chdir",
     "chmod",    "chown",    "clock",    "clone",   "close",      "connect", "cos",    "creat",  "ctime",
     "daemon",   "div",      "dup",      "environ", "erf",        "errno",   "exit",   "exp",    "floor",
     "fork",     "free",     "gamma",    "getline", "index",      "ioctl",   "isatty", "kill",   "link",
     "linux",    "listen",   "log",      "malloc",  "mmap",       "mount",   "nice",   "open",   "pause",
     "pipe",     "poll",     "pow",      "printf",  "profil",     "puts",    "raise",  "rand",   "random",
     "read",     "realloc",  "recv",     "remove",  "rename",     "round",   "scalb",  "select", "send",
     "shutdown", "signal",   "sin",      "sleep",   "socket",     "sqrt",    "stat",   "statx",  "stderr",
     "stdin",    "stdout",   "strerror", "swab",    "sync",       "syscall", "system", "tan",    "time",
     "timezone", "trunc",    "truncate", "ungetc",  "unix",       "unlink",  "vfork",  "wait",   "write",
     "y0",       "y1",       "j0",       "j1"});

// Targets that CMake or CTest add, and ours.
constexpr std::array targets =
    std::to_array<std::string_view>({"all", "clean", "help", "install", "package", "preinstall", "test",
                                     "setpoint", "nightly", "continuous", "experimental"});

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
    const auto number = [](std::string_view& s) {
        if (s.empty() || !is_digit(s.front()) || s.front() == '0') return false;
        s.remove_prefix(std::min(s.find_first_not_of("0123456789"), s.size()));
        return true;
    };
    std::string_view rest = value;
    bool fits = rest.starts_with('v');
    if (fits) rest.remove_prefix(1);
    fits = fits && number(rest);
    for (const std::string_view stage : {"alpha", "beta"}) {
        if (!fits || !rest.starts_with(stage)) continue;
        rest.remove_prefix(stage.size());
        fits = number(rest);
        break;
    }
    if (!fits || !rest.empty() || value.size() > longest_label)
        refuse(flag, value, "is not a version of an API: use v1, v1beta1 or v1alpha1, for example");
}

void check_kind(std::string_view flag, std::string_view value) {
    const auto allowed = [](char c) { return is_lower(c) || is_upper(c) || is_digit(c); };
    if (value.empty() || value.size() > longest_label || !is_upper(value.front()) ||
        !std::ranges::all_of(value, allowed))
        refuse(
            flag, value,
            "is not CamelCase: use letters and digits and begin with an upper-case letter, as in WebServer");
    const std::string snake = snake_case(value);
    if (std::ranges::find(keywords, snake) != keywords.end())
        refuse(flag, value,
               fmt::format("cannot be the name of a C++ struct, since {} is a keyword: choose another kind",
                           snake));
    if (std::ranges::find(taken, snake) != taken.end())
        refuse(flag, value,
               fmt::format("cannot be the name of a C++ namespace, since {} has another meaning there: "
                           "choose another kind",
                           snake));
}

void check_plural(std::string_view flag, std::string_view value) {
    if (!is_label(value))
        refuse(flag, value, "is not a DNS label: use lower-case letters, digits and '-', as in webservers");
}

}  // namespace setpoint::inline v0::cli::scaffold
