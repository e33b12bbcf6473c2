#pragma once
// The names that a scaffold is given, and those that follow from them. Pure functions.

#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace cli::scaffold {

// The names of a kind: "WebServer", "web_server", "webserver", "webservers".
struct kind_names {
    std::string kind, snake, lower, plural;
    std::string article;  // "A", or "An" before a vowel
    std::string sample;   // of the sample: "webserver-sample"; at most 37 characters
};
// `plural` is that of --plural; "": the name in lower case with "s", "es" or "ies".
kind_names names_of(std::string_view kind, std::string_view plural);

// The group of an API: "batch.my.domain", or the domain alone if `group` is empty.
std::string full_group(std::string_view group, std::string_view domain);

// Each throws fault(bad_config) that names `flag`, the value and what is allowed.
//
// A DNS subdomain, and not one of Kubernetes' own.
void check_domain(std::string_view flag, std::string_view value);
// "", or a DNS subdomain.
void check_group(std::string_view flag, std::string_view value);
// The group of a kind within the domain: a DNS subdomain that leaves room for a plural before it.
void check_full_group(std::string_view flag, std::string_view value);
// A DNS label of at most 50 characters: other names are made from it, such as the namespace NAME-system. Not
// the name of a build target that CMake has.
void check_operator_name(std::string_view flag, std::string_view value);
// v1, v1beta1, v2alpha3.
void check_version(std::string_view flag, std::string_view value);
// CamelCase, at most 59 characters. It becomes the name of a struct, a namespace and a folder, so that its
// snake case is neither a keyword of C++ nor a name of the C library or of the generated code.
void check_kind(std::string_view flag, std::string_view value);
// A DNS label.
void check_plural(std::string_view flag, std::string_view value);

}}}  // namespace setpoint::v0::cli::scaffold
